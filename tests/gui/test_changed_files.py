"""Changes in the folders of the library are shown, and read on request."""

import datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, OpenWindow

from lexdesk.library.library import Library
from lexdesk_gui.status_bar import StatusBar
from lexdesk_gui.style.theme import Theme

pytestmark = pytest.mark.usefixtures("without_model")


@pytest.mark.slow
def test_changed_files_are_reported_and_read(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "matters"
    folder.mkdir()
    (folder / "lease.txt").write_text("The tenant pays the rent on the first day of each month.")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder], vectors=False)
    window = open_window(tmp_path / "library")
    line, changed = window.status_line, window.changed_files
    qtbot.waitUntil(lambda: window.library.state is not None, timeout=PATIENCE)
    with qtbot.waitSignal(changed.count_changed, timeout=PATIENCE) as signal:
        changed.look()
    assert signal.args == [0, 0]
    assert line.update_files.isHidden()

    (folder / "lease.txt").write_text("The tenant pays the rent on the third day of each month.")
    (folder / "orangery.txt").write_text("The orangery shall be heated from October to April.")
    with qtbot.waitSignal(changed.count_changed, timeout=PATIENCE) as signal:
        changed.look()
    assert signal.args == [2, 0]
    assert line.changed.text().startswith("2 files changed since ")
    assert line.dot.property("ready") == "stale"
    assert not line.update_files.isHidden()

    with qtbot.waitSignal(window.library.ended, timeout=PATIENCE):
        line.update_files.click()
    assert line.update_files.isHidden()
    window.view.set_query("orangery")
    qtbot.waitUntil(
        lambda: getattr(window.reading.reading, "citation", "") == "orangery.txt", timeout=PATIENCE
    )


def test_a_person_who_comes_back_has_them_looked_for_once_in_a_while(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(gdpr)
    changed = window.changed_files
    with qtbot.waitSignal(changed.count_changed, timeout=PATIENCE):
        changed.look()
    looks: list[None] = []
    monkeypatch.setattr(changed, "look", lambda: looks.append(None))
    changed.look_again()
    assert not looks
    changed._not_before = 0.0
    changed.look_again()
    assert len(looks) == 1


def test_a_narrow_window_has_the_button_alone(theme: Theme, qtbot: QtBot) -> None:
    from PySide6.QtGui import QAction

    line = StatusBar(theme, QAction())
    qtbot.addWidget(line)
    line._last_change = datetime.datetime.now(datetime.UTC)
    px = theme.look.px
    for width, is_visible in ((px(1200), True), (px(500), False)):
        line.resize(width, px(28))
        line.show_changed_files(12)
        assert line.changed.isVisibleTo(line) == is_visible
        assert line.update_files.isVisibleTo(line)
        assert line.update_files.toolTip().startswith("12 files changed since ")
    line.show_changed_files(0, 12)
    assert line.changed.text() == "12 files read by another version of Lexdesk"
    line.show_changed_files(0)
    assert not line.update_files.isVisibleTo(line)
