"""The window on a read-only library."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot
from tests.gui.conftest import GDPR, WITHDRAW, OpenWindow, search

from lexdesk.library.library import Library
from lexdesk_gui import error_messages

OnlyRead = Callable[[Path], AbstractContextManager[Path]]


@pytest.mark.slow
def test_a_library_that_can_only_be_read_is_searched_and_says_so(
    own_gdpr: Path, only_read: OnlyRead, open_window: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    with Library.open(own_gdpr) as library:
        library.sources.note_unfinished([GDPR])  # which is not gone on with
    before = {path: path.stat().st_mtime_ns for path in own_gdpr.rglob("*")}
    with only_read(own_gdpr) as medium:
        window = open_window(medium)
        search(window, qtbot, '"withdraw his or her consent"', WITHDRAW)
        qtbot.waitUntil(lambda: "read-only" in window.status_line.counts.text())
        assert window.library.adding is None
        window.status_line.show_changed_files(3)
        assert not window.status_line.update_files.isVisible()
        window.navigation.show_screen("index")
        index = window.screens.index
        assert index.folders.only_read.text() == error_messages.only_read()
        assert index.folders.only_read.isVisible()
        assert not index.folders.adding.isVisible()
        assert not index.folders.remove.isEnabled()
        signals = QSignalSpy(window.library.notified)
        window.add([GDPR])
        window.library.remove(GDPR.parent)
        window.library.rebuild_vectors()
        assert [signals.at(number)[0] for number in range(signals.count())] == [
            error_messages.only_read()
        ] * 3
        assert window.library.adding is None
        failed = QSignalSpy(window.work.failed)
        window.view.reader_pane.side.noted.emit("note", "seen")
        qtbot.waitUntil(lambda: failed.count() == 1)
        assert error_messages.describe_failure(failed.at(0)[0]) == error_messages.only_read()
        window.close()
    assert {path: path.stat().st_mtime_ns for path in own_gdpr.rglob("*")} == before
