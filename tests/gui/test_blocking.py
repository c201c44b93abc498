"""The window answers while everything else goes on at once: adding, matching, searching, reading."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from lexdesk_gui.main_window import MainWindow

OpenWindow = Callable[[Path], MainWindow]
_PATIENCE = 60_000
_LIMIT = 50  # ms
QUERIES = ("data", "personal data", "withdraw consent", "supervisory authority")


def type_all(window: MainWindow, qtbot: QtBot) -> None:
    for query in QUERIES:
        window.view.focus_field()
        window.bar.field.edit.clear()
        for letter in query:
            QTest.keyClicks(window.bar.field.edit, letter)
            qtbot.wait(15)
        qtbot.waitUntil(
            lambda query=query: getattr(window.session.answer, "query", "") == query,  # type: ignore[misc]
            timeout=_PATIENCE,
        )


@pytest.mark.usefixtures("without_model")
def test_no_turn_of_the_interface_takes_long_while_all_else_goes_on(
    open_window: OpenWindow,
    own_gdpr: Path,
    tmp_path: Path,
    watchdog: Callable[[], Any],
    qtbot: QtBot,
) -> None:
    policy = tmp_path / "policy.md"
    policy.write_text(
        "A customer may withdraw consent at any time.\n\nWe notify a breach within 72 hours."
    )
    letters = tmp_path / "letters"
    letters.mkdir()
    for number in range(150):
        (letters / f"{number}.txt").write_text(f"Letter {number}.\n\n" + "The tenant pays.\n" * 200)
    window = open_window(own_gdpr)
    window.match_file(policy)  # fonts and modules are loaded now
    qtbot.waitUntil(lambda: not window.matching.is_busy, timeout=_PATIENCE)
    type_all(window, qtbot)
    window.show_screen("match")
    qtbot.wait(200)

    window.add([letters])
    window.match_file(policy)
    begun = (window.library.adding, *window.matching.running)
    # Python holds its lock until a new process has a core, which takes long on a busy machine alone.
    qtbot.waitUntil(lambda: all(work and work.has_begun for work in begun), timeout=_PATIENCE)
    busy = watchdog()
    type_all(window, qtbot)
    window.show_screen("match")
    qtbot.waitUntil(lambda: not window.matching.is_busy, timeout=_PATIENCE)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(window.match.heat, key, delay=20)
    window.library.stop()
    qtbot.waitUntil(lambda: window.library.adding is None, timeout=_PATIENCE)
    assert busy.stop() < _LIMIT
