"""Locked files in the window: a password typed into the row of the file, tried, and never stored."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from tests import locked_files as locked
from tests.failures import damaged, needs_password
from tests.gui.conftest import PATIENCE, OpenWindow

from lexdesk.errors import Message
from lexdesk.library.library import Library
from lexdesk.library.status import Status
from lexdesk_gui.indexing.failed_files_model import HelpRole, ReasonRole
from lexdesk_gui.indexing.index_screen import IndexScreen
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.style.theme import Theme

PASSWORD, WRONG = "Grün-7 Mietvertrag", "Gruen-7"
KEYS = Qt.Key
TEXT = "The tenant keeps the orangery in good repair."


@pytest.fixture
def screen(qtbot: QtBot, theme: Theme, gdpr: Path) -> IndexScreen:
    """Three locked files and a damaged one."""
    widget = IndexScreen(theme)
    qtbot.addWidget(widget)
    widget.resize(1300, 800)
    put(widget, gdpr, REFUSED)
    widget.show()
    qtbot.waitUntil(widget.isActiveWindow, timeout=PATIENCE)
    return widget


REFUSED = {
    "/x/Side letter.pdf": damaged("a file"),
    "/x/Term sheet.pdf": needs_password("Term sheet.pdf"),
    "/x/annex.docx": needs_password("annex.docx", 1),
    "/x/deal.zip/a.pdf": needs_password("a.pdf"),
}


def put(screen: IndexScreen, gdpr: Path, failures: Mapping[str, Message]) -> None:
    screen.show_status(status_of(gdpr), failures)


def status_of(gdpr: Path) -> Status:
    with Library.open(gdpr) as library:
        return library.admin.status()


def test_a_locked_file_offers_to_enter_its_password(screen: IndexScreen) -> None:
    model = screen.failed_card.model
    rows = [model.index(row, 0) for row in range(4)]
    assert [row.data(HelpRole) for row in rows] == ["Show in folder", *["Enter password"] * 3]
    assert [row.data(ReasonRole) for row in rows[1:]] == [
        "Password-protected.",
        "Password-protected; all passwords tried failed.",
        "Password-protected.",
    ]
    spoken = rows[1].data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Term sheet.pdf, Password-protected."
    helped = rows[1].data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert helped == "Enter: Enter password"


def test_the_field_stands_in_the_row_and_says_how_far_it_is(
    screen: IndexScreen, gdpr: Path, qtbot: QtBot
) -> None:
    table = screen.failed_card.table
    field, unlocked = table.field, []
    screen.unlocking.connect(lambda paths, password: unlocked.append((paths, password)))
    table.selectRow(1)
    table.setFocus()
    qtbot.keyClick(table, KEYS.Key_Return)
    assert field.isVisible()
    qtbot.waitUntil(field.text.hasFocus, timeout=PATIENCE)
    row = table.visualRect(screen.failed_card.model.index(1, 0))
    assert row.contains(field.geometry())
    assert field.text.accessibleName() == "Password of Term sheet.pdf"
    assert field.hint.text() == "The password is also tried on 2 other locked files and not stored."
    qtbot.keyClicks(field.text, WRONG)
    assert field.text.echoMode() == QLineEdit.EchoMode.Password
    width = field.text.width()
    qtbot.mouseClick(field.show_button, Qt.MouseButton.LeftButton)
    assert field.text.echoMode() == QLineEdit.EchoMode.Normal
    assert field.show_button.text() == "Hide"
    assert field.text.width() == width
    heights = [table.rowHeight(number) for number in range(4)]
    qtbot.keyClick(field.text, KEYS.Key_Return)
    files = [Path("/x/Term sheet.pdf"), Path("/x/annex.docx"), Path("/x/deal.zip/a.pdf")]
    assert unlocked == [(files, WRONG)]
    field.say_trying(later=False)
    assert field.hint.text() == "Trying it…"
    qtbot.keyClick(field.text, KEYS.Key_Return)
    assert len(unlocked) == 1  # while it is tried
    another = {"/x/Bid.pdf": damaged("a file")}
    put(screen, gdpr, {**REFUSED, **another})
    assert field.isVisible()
    assert table.visualRect(screen.failed_card.model.index(2, 0)).contains(field.geometry())
    put(screen, gdpr, REFUSED)
    table.say_tried({"/x/Term sheet.pdf"})
    assert field.hint.text() == "Wrong password; try another one."
    assert field.text.text() == field.text.selectedText() == WRONG
    assert [table.rowHeight(number) for number in range(4)] == heights  # nothing moves
    qtbot.keyClick(field.text, KEYS.Key_Down)
    assert table.currentIndex().row() == 1  # a key of the field is none of the list
    qtbot.keyClick(field.text, KEYS.Key_Escape)
    assert not field.isVisible()
    assert field.text.text() == ""
    assert table.hasFocus()
    assert table.rowHeight(1) < heights[1]


def test_escape_in_the_field_is_none_of_the_window(screen: IndexScreen) -> None:
    table = screen.failed_card.table
    table.help(1)
    escape = QKeyEvent(
        QKeyEvent.Type.ShortcutOverride, KEYS.Key_Escape, Qt.KeyboardModifier.NoModifier
    )
    escape.ignore()
    table.field.event(escape)
    assert escape.isAccepted()


def test_the_field_goes_with_a_file_that_is_read(screen: IndexScreen, gdpr: Path) -> None:
    table = screen.failed_card.table
    table.help(1)
    assert table.field.isVisible()
    remaining = {path: reason for path, reason in REFUSED.items() if "Term" not in path}
    put(screen, gdpr, remaining)
    assert not table.field.isVisible()
    table.help(1)
    table.say_tried(None)
    assert table.field.hint.text() == "The attempt was interrupted; try again."


@pytest.mark.parametrize("width", [1300, 560, 330])
def test_the_field_has_room_in_any_window(screen: IndexScreen, width: int) -> None:
    screen.resize(width, 800)
    table = screen.failed_card.table
    table.help(1)
    row = table.visualRect(screen.failed_card.model.index(1, 0))
    assert row.contains(table.field.geometry())
    for item in (table.field.text, table.field.show_button, table.field.try_button):
        assert table.field.rect().contains(item.geometry())
    for button in (table.field.show_button, table.field.try_button):
        assert button.width() > button.fontMetrics().horizontalAdvance(button.text())
    assert table.field.hint.height() >= table.field.hint.heightForWidth(table.field.hint.width())
    assert table.field.text.width() > 60


@pytest.fixture
def window(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot, without_model: None
) -> MainWindow:
    """A window on a text, a PDF and a Word document with one password, and a file with another."""
    files = tmp_path / "files"
    files.mkdir()
    (files / "note.txt").write_text("The landlord insures the building.")
    (files / "annex.docx").write_bytes(
        locked.office((locked.FIXTURES / "simple.docx").read_bytes(), PASSWORD)
    )
    (files / "lease.pdf").write_bytes(locked.pdf(TEXT, PASSWORD))
    (files / "other.pdf").write_bytes(locked.pdf(TEXT, "another one"))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([files], vectors=False)
    window = open_window(tmp_path / "library")
    window.navigation.show_screen("index")
    qtbot.waitUntil(lambda: names(window) == ["annex.docx", "lease.pdf", "other.pdf"])
    qtbot.waitUntil(lambda: window.library.adding is None, timeout=PATIENCE)
    return window


def _lists_only(window: MainWindow, name: str) -> bool:
    return names(window) == [name]


def names(window: MainWindow) -> list[str]:
    return [path.name for path in window.screens.index.failed_card.model.paths()]


@pytest.mark.slow
def test_a_password_is_tried_on_all_locked_files_and_kept_nowhere(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    table = window.screens.index.failed_card.table
    field = table.field
    table.help(1)
    qtbot.keyClicks(field.text, WRONG)
    qtbot.keyClick(field.text, KEYS.Key_Return)
    sentence = "Wrong password; try another one."
    qtbot.waitUntil(lambda: field.hint.text() == sentence, timeout=PATIENCE * 2)
    assert field.isVisible()
    qtbot.waitUntil(lambda: window.library.adding is None, timeout=PATIENCE)

    field.text.clear()
    field.text.insert(PASSWORD)  # whose letters QTest has no keys for
    qtbot.keyClick(field.text, KEYS.Key_Return)
    qtbot.waitUntil(lambda: names(window) == ["other.pdf"], timeout=PATIENCE * 2)
    assert not field.isVisible()
    assert field.text.text() == ""
    qtbot.waitUntil(lambda: window.library.adding is None, timeout=PATIENCE)

    window.view.set_query("orangery")
    pane = window.view.reader_pane
    qtbot.waitUntil(lambda: pane.shows_pages and pane.pages.page_count == 1, timeout=PATIENCE * 2)
    qtbot.waitUntil(lambda: len(pane.pages.marks) == 1, timeout=PATIENCE)

    window.library.open(None)
    assert window.library.unlocking.typed == []
    window.close()
    QSettings().sync()
    for password in (PASSWORD, WRONG):
        for file in filter(Path.is_file, tmp_path.rglob("*")):
            for spelt in ("utf-8", "utf-16-le", "latin-1"):
                assert password.encode(spelt) not in file.read_bytes(), file


@pytest.mark.slow
def test_locked_file_in_locked_archive_opens_with_both_passwords(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot, without_model: None
) -> None:
    deal = tmp_path / "deal.zip"
    bid = locked.pdf(TEXT, "of the bid")
    deal.write_bytes(locked.aes_zip({"bid.pdf": bid}, PASSWORD.encode()))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([deal], vectors=False)
    window = open_window(tmp_path / "library")
    window.navigation.show_screen("index")
    for password, locked_before in ((PASSWORD, "deal.zip"), ("of the bid", "bid.pdf")):
        qtbot.waitUntil(partial(_lists_only, window, locked_before), timeout=PATIENCE * 2)
        qtbot.waitUntil(lambda: window.library.adding is None, timeout=PATIENCE)
        window.library.unlock(window.screens.index.failed_card.model.locked(), password)
    qtbot.waitUntil(lambda: names(window) == [], timeout=PATIENCE * 2)


@pytest.mark.slow
def test_a_password_that_is_typed_while_files_are_read_is_tried_after(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    more = tmp_path / "more"
    more.mkdir()
    for number in range(30):
        (more / f"{number}.txt").write_text(f"Clause {number} of the lease. " * 50)
    table = window.screens.index.failed_card.table
    table.help(1)
    window.add([more])
    assert window.library.adding is not None
    table.field.text.insert(PASSWORD)
    qtbot.keyClick(table.field.text, KEYS.Key_Return)
    assert table.field.hint.text() == "The password is tried after the current files."
    qtbot.waitUntil(lambda: names(window) == ["other.pdf"], timeout=PATIENCE * 3)
    state = window.library.state
    assert state is not None
    assert state.status.files >= 32


@pytest.mark.slow
def test_the_text_of_a_pdf_is_shown_where_its_password_is_not_known(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot, without_model: None
) -> None:
    file = tmp_path / "lease.pdf"
    file.write_bytes(locked.pdf(TEXT, PASSWORD))
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.sources.add([file], vectors=False, passwords=[PASSWORD]).added == 1
    window = open_window(tmp_path / "library")
    messages: list[str] = []
    window.view.reader_pane.message.connect(messages.append)
    window.view.set_query("orangery")
    qtbot.waitUntil(lambda: bool(messages), timeout=PATIENCE * 2)
    assert messages[0].startswith(
        "The PDF needs a password, which Lexdesk does not store; the reader"
    )
    assert not window.view.reader_pane.shows_pages
    assert TEXT in window.view.reader_pane.reader.toPlainText()
