"""Files named while others are being added: queued, remembered, and added in turn."""

import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, OpenWindow, wait_for_engine

from lexdesk.ingest import Progress
from lexdesk.library.library import Library
from lexdesk_gui.engine.long_work import LongWork


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_files_dropped_during_indexing_are_added_afterwards(
    open_window: OpenWindow, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(tmp_path / "new")
    later = tmp_path / "later"
    later.mkdir()
    (folder / "31995L0046-excerpt.html").rename(later / "31995L0046-excerpt.html")
    messages: list[str] = []
    window.library.notified.connect(messages.append)
    with qtbot.waitSignals([window.library.ended] * 2, timeout=PATIENCE * 4):
        window.dropping.added.emit([folder])  # makes the library first
        window.dropping.added.emit([later])
    assert messages == [
        "These files are queued; they are read after the current ones, or at the next start."
    ]
    with Library.open(tmp_path / "new") as library:
        assert set(library.sources.folders()) == {folder, later}
        assert library.admin.status().works == 2


def wait_for_all(path: Path, count: int, qtbot: QtBot) -> None:
    """Wait until a number of passages has the word of all added files, and no work is left."""

    def all_are_there() -> None:
        with Library.open(path) as library:
            assert library.search("orangery", mode="keyword").total == count
            assert library.sources.unfinished() == []

    qtbot.waitUntil(all_are_there, timeout=PATIENCE * 4)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
@pytest.mark.parametrize("is_new", [False, True])
def test_waiting_files_are_added_on_next_start(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot, is_new: bool
) -> None:
    path = tmp_path / "new" if is_new else own_gdpr
    named = {name: tmp_path / f"{name}.txt" for name in ("first", "second", "third")}
    for name, file in named.items():
        file.write_text(f"The {name} lease is of an orangery.")
    window = open_window(path)
    for file in named.values():
        window.library.add([file])
    if is_new:
        with qtbot.waitSignal(window.library.opened, timeout=PATIENCE):
            pass
    assert window.library.writer.running
    window.close()
    with Library.open(path) as library:
        assert {named["second"], named["third"]} <= set(library.sources.unfinished())
    window = open_window(path)
    wait_for_all(path, 3, qtbot)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_another_try_that_waits_when_the_window_closes_is_made_when_it_opens(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    first, broken = tmp_path / "first.txt", tmp_path / "broken.docx"
    first.write_text("The first lease is of an orangery.")
    with zipfile.ZipFile(broken, "w") as archive:
        archive.writestr("lease.txt", "The second lease is of an orangery.")
    whole = broken.read_bytes()
    broken.write_bytes(b"PK\x03\x04" + b" " * (len(whole) - 4))
    with Library.open(own_gdpr) as library:
        assert str(broken) in library.sources.add([broken], vectors=False).failed
    status = broken.stat()
    broken.write_bytes(whole)
    os.utime(broken, ns=(status.st_atime_ns, status.st_mtime_ns))
    window = open_window(own_gdpr)
    window.library.add([first])
    window.library.add([broken], again=True)
    assert window.library.writer.running
    window.close()
    with Library.open(own_gdpr) as library:
        assert broken in library.sources.unfinished()
    open_window(own_gdpr)
    wait_for_all(own_gdpr, 2, qtbot)


_KILLED = """
import os, signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from lexdesk_gui.language import install
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.preferences import Preferences

application = QApplication([])
install(application, "en")
library, settings, *dropped = map(Path, sys.argv[1:])
window = MainWindow(Theme(application), library, Preferences(settings))

def drop():
    for each in dropped:
        window.take([each])
    os.kill(os.getpid(), signal.SIGKILL)

window.library.opened.connect(lambda _: QTimer.singleShot(0, drop))
window.show()
application.exec()
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.usefixtures("without_model")
def test_dropped_files_survive_immediate_kill(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    dropped = [tmp_path / "first", tmp_path / "which waits behind it", tmp_path / "and both.txt"]
    for item in dropped[:2]:
        item.mkdir()
        (item / "lease.txt").write_text(f"The lease of {item.name} is of an orangery.")
    dropped[2].write_text("The lease is of no orangery.")
    settings = tmp_path / "desktop.ini"  # as ``open_window`` has it
    command = [sys.executable, "-c", _KILLED, *map(str, (own_gdpr, settings, *dropped))]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    window = open_window(own_gdpr)
    wait_for_all(own_gdpr, 3, qtbot)
    assert window.preferences.to_add(own_gdpr) == ([], [])


def test_settings_hold_no_dropped_names_of_encrypted_library(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path
) -> None:
    window = open_window(own_gdpr)
    pending = window.library.pending
    pending.begin(own_gdpr, is_encrypted=True)
    pending.keep(((tmp_path,), False))
    assert window.preferences.to_add(own_gdpr) == ([], [])


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_file_that_is_tried_twice_is_passed_over_once_it_was_read(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_bytes(b"")
    with Library.open(own_gdpr) as library:
        assert str(broken) in library.sources.add([broken], vectors=False).failed
    broken.write_text("The lease is of an orangery.")
    window = open_window(own_gdpr)
    messages: list[str] = []
    window.library.ended.connect(messages.append)
    with qtbot.waitSignals([window.library.ended] * 2, timeout=PATIENCE * 4):
        window.library.add([broken], again=True)
        window.library.add([broken], again=True)
    assert not any("none of the files" in item for item in messages)


@pytest.mark.usefixtures("without_model")
def test_sources_of_new_library_are_remembered_before_reading(
    open_window: OpenWindow,
    folder: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LongWork, "start", lambda work: None)  # killed before it began
    window = open_window(tmp_path / "new")
    with qtbot.waitSignal(window.library.opened, timeout=PATIENCE):
        window.library.add([folder])
    with Library.open(tmp_path / "new") as library:
        assert library.sources.unfinished() == [folder]


@pytest.mark.slow
def test_dropped_files_do_not_wait_for_semantic_index(
    open_window: OpenWindow, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(tmp_path / "new")
    later = tmp_path / "later.txt"
    later.write_text("The tenant shall repaint the orangery every third year.")
    stages: list[str] = []

    def note(news: Progress) -> None:
        if news.stage == "vectors" and "vectors" not in stages:
            window.library.add([later])
        stages.append(news.stage)

    window.library.progressed.connect(note)
    with qtbot.waitSignals([window.library.ended] * 2, timeout=PATIENCE * 8):
        window.library.add([folder])
    with Library.open(tmp_path / "new") as library:
        assert library.admin.status().files == 4
        assert library.admin.status().vectors_ready == 1


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_stopped_task_is_followed_by_later_tasks_only(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    named = {name: tmp_path / f"{name}.txt" for name in ("first", "never", "later")}
    for name, file in named.items():
        file.write_text(f"The {name} lease is of an orangery.")
    window = open_window(own_gdpr)
    with qtbot.waitSignals([window.library.ended] * 2, timeout=PATIENCE * 4):
        window.library.add([named["first"]])
        window.library.add([named["never"]])
        window.library.stop()
        window.library.add([named["later"]])
    wait_for_engine(window, qtbot)
    assert window.library.adding is None
    with Library.open(own_gdpr) as library:
        assert library.search("later AND orangery", mode="keyword").total == 1
        assert library.search("never AND orangery", mode="keyword").total == 0
