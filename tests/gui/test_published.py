"""The window on a published library: it searches, keeps notes in the account, and follows the next publication."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk_gui import error_messages


@pytest.mark.slow
def test_published_library_is_searched_and_annotated(
    own_gdpr: Path,
    open_window: OpenWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("lance")
    from lexdesk.publishing.publish import publish

    for place in ("CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{place}_HOME", str(tmp_path / place))
    shared = tmp_path / "shared"
    with Library.open(own_gdpr) as library:
        publish(library, f"lance://{shared}")
    before = set(shared.rglob("*"))
    window = open_window(shared)
    search(window, qtbot, '"withdraw his or her consent"', WITHDRAW)
    qtbot.waitUntil(lambda: "read-only" in window.status_line.counts.text(), timeout=PATIENCE)
    window.view.reader_pane.side.noted.emit("note", "seen")
    qtbot.waitUntil(lambda: any((tmp_path / "DATA").rglob("work.sqlite")), timeout=PATIENCE)
    window.navigation.show_screen("index")
    assert window.screens.index.folders.only_read.text() == error_messages.only_read(
        is_published=True
    )
    with qtbot.waitSignal(window.library.notified, timeout=PATIENCE):
        window.add([own_gdpr])
    assert window.library.adding is None
    assert set(shared.rglob("*")) == before

    with Library.open(own_gdpr) as library:
        library.sources.add_documents(
            [Document("The tenant shall repaint the staircase.", "Lease", work="LEASE")]
        )
        publish(library, f"lance://{shared}")
    window.navigation.show_screen("search")
    search(window, qtbot, "repaint staircase", "Lease")
