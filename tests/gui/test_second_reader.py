"""The second reader keeps its content while the first one moves on."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.gui.conftest import (
    PATIENCE,
    WITHDRAW,
    WITHDRAW_CALLED,
    OpenWindow,
    search,
    wait_for_reading,
)
from tests.gui.reader.pdfs import write_pdf

from lexdesk.library.library import Library

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_pinned_text_stays_while_others_are_read(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    pane, second = window.view.reader_pane, window.view.reader_pane.second
    assert not pane.commands.keep.isEnabled()
    search(window, qtbot, "withdraw consent", WITHDRAW)
    assert not second.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_B, CONTROL)
    assert second.isVisible()
    assert second.title.text() == WITHDRAW_CALLED
    assert second.reader.accessibleName() == "Second reader"
    qtbot.waitUntil(lambda: abs(pane.reader.width() - second.reader.width()) < 20, timeout=PATIENCE)
    kept = second.reader.toPlainText()
    assert kept == pane.reader.toPlainText()
    assert not pane.side.isVisible()  # there is no room for it beside two readers

    search(window, qtbot, "Article 17 GDPR", "Article 17 Regulation (EU) 2016/679")
    assert second.reader.toPlainText() == kept != pane.reader.toPlainText()

    # F6 goes there, Enter through its hits, and closing it gives the keys back to the first.
    window.view.focus_reader()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.focusWidget() is second.reader
    before = second.reader.textCursor().position()
    qtbot.keyClick(second.reader, Qt.Key.Key_Return)
    assert second.reader.textCursor().position() != before
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.focusWidget() is window.bar.field.edit
    second.take_focus()
    qtbot.keyClick(window, Qt.Key.Key_B, CONTROL | SHIFT)
    assert not second.isVisible()
    assert window.focusWidget() is pane.reader
    assert not pane.commands.release.isEnabled()
    assert pane.side.isVisible()


def test_text_without_hit_starts_at_top(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    second = window.view.reader_pane.second
    window.reading.open_provision("32016R0679", "art_4")
    wait_for_reading(window, qtbot, "Article 4 Regulation (EU) 2016/679")
    window.view.keep_in_second_reader()
    second.take_focus()
    qtbot.keyClick(second.reader, Qt.Key.Key_Right)
    assert second.reader.textCursor().position() <= 1
    assert second.reader.verticalScrollBar().value() == 0
    assert not second._close.icon().isNull()


def test_a_window_that_is_too_narrow_says_so(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    second = window.view.reader_pane.second
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.view.keep_in_second_reader()
    assert second.isVisible()
    window.resize(900, 700)
    qtbot.waitUntil(lambda: not second.isVisible(), timeout=PATIENCE)
    window.view.keep_in_second_reader()
    assert not second.isVisible()
    assert "Widen" in window.view.line.text
    window.resize(1440, 900)
    qtbot.waitUntil(second.isVisible, timeout=PATIENCE)
    assert "Widen" not in window.view.line.text  # it is wider now
    assert second.title.text() == WITHDRAW_CALLED


def test_a_link_in_the_second_reader_is_read_in_the_first(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    pane = window.view.reader_pane
    search(window, qtbot, "Article 17 GDPR", "Article 17 Regulation (EU) 2016/679")
    qtbot.waitUntil(lambda: bool(pane.reader.cites), timeout=PATIENCE)
    window.view.keep_in_second_reader()
    assert pane.second.reader.cites == pane.reader.cites
    cited = next(cite for cite in pane.reader.cites if cite.in_library)
    pane.second.reader.linked.emit(cited.work, cited.eid or "")
    qtbot.waitUntil(
        lambda: getattr(window.reading.reading, "called", "") != pane.second.title.text(),
        timeout=PATIENCE,
    )
    assert pane.second.title.text() == "Article 17 GDPR"


def test_pages_are_kept_as_pages(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    contract = tmp_path / "contract.pdf"
    write_pdf(contract, [["The tenant repaints the orangery."], ["Nothing else is agreed."]])
    with Library.open(own_gdpr) as library:
        library.sources.add([contract], vectors=False)
    window = open_window(own_gdpr)
    pane = window.view.reader_pane
    window.view.set_query("orangery")
    qtbot.waitUntil(lambda: pane.shows_pages, timeout=PATIENCE)
    window.view.keep_in_second_reader()
    qtbot.waitUntil(lambda: pane.second.pages.page_count == 2, timeout=PATIENCE)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    assert not pane.shows_pages
    assert pane.second.pages.isVisible()
    assert pane.second.title.text().startswith("contract.pdf")
    pane.close_second_reader()
    worker = pane.second.pages._worker
    window.close()
    assert not worker.isRunning()  # released, and yet ended with the window
