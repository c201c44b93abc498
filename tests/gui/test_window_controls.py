"""Controls, commands, shortcuts and bug reports of the window."""

from operator import methodcaller
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPushButton, QTextBrowser
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search, wait_for_reading

from lexdesk_gui.engine import thread
from lexdesk_gui.search import search_requests
from lexdesk_gui.style.theme import Theme

FAULT = methodcaller("no_such_method")
"""A question that nothing can answer."""


@pytest.mark.parametrize("choice", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_every_control_has_a_name_and_is_drawn_at_any_size(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, theme: Theme, choice: str
) -> None:
    window = open_window(gdpr)
    for name in ("library", "compare", "match", "saved", "index", "settings"):
        assert getattr(window.screens, name) is not None, "it is built when it is first wanted"
    window.view.set_query("withdraw consent")
    wait_for_reading(window, qtbot, WITHDRAW)
    theme.choose("dark" if choice == "dark" else "light")
    for steps in (8, 0):
        theme.step_zoom(steps)
        assert not window.grab().isNull()
    assert window.view.reader.marked()
    for button in filter(QPushButton.isVisible, window.findChildren(QPushButton)):
        assert button.text() or button.accessibleName()
    for kind in (QLineEdit, QTextBrowser):
        assert not [widget for widget in window.findChildren(kind) if not widget.accessibleName()]
    assert window.view.results.view.accessibleName() == "Results"


def test_choices_have_accessible_names_on_linux(open_window: OpenWindow, gdpr: Path) -> None:
    window = open_window(gdpr)
    compare = window.screens.compare
    for box, name in (
        (window.view.results.order, "Sort by"),
        (compare.sides.old, "Old version"),
        (compare.sides.new, "New version"),
        (window.screens.match.found.what, "Kind of match"),
    ):
        read = QAccessible.queryAccessibleInterface(box)
        assert name in (read.text(QAccessible.Text.Name), read.text(QAccessible.Text.Description))


def test_every_command_is_in_a_menu_and_no_two_share_a_shortcut(
    open_window: OpenWindow, gdpr: Path
) -> None:
    window = open_window(gdpr)
    actions = window.commands.actions()
    keys = [key.toString() for action in actions for key in action.shortcuts()]
    assert len(keys) == len(set(keys))
    window.help.show_keys(window.commands.actions())
    shown = window.view.reader.toPlainText()
    assert "Ctrl+K" in shown
    assert "Search field" in shown


def test_the_chosen_result_is_read_again_after_the_keys(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    results = window.view.results.view
    window.view.set_query("withdraw consent")
    wait_for_reading(window, qtbot, WITHDRAW)
    read = window.view.reader.toPlainText()
    window.help.show_keys(window.commands.actions())
    qtbot.keyClick(results, Qt.Key.Key_Return)
    assert window.view.reader.toPlainText() == read
    window.help.show_keys(window.commands.actions())
    assert window.view.reader.toPlainText() != read
    chosen = results.visualRect(results.currentIndex()).center()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=chosen)
    assert window.view.reader.toPlainText() == read


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_F1])
def test_after_the_keys_one_reads_on(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot, key: Qt.Key
) -> None:
    window = open_window(own_gdpr)
    pane, reader, erasure = (
        window.view.reader_pane,
        window.view.reader,
        "Article 17(1) Regulation (EU) 2016/679",
    )
    search(window, qtbot, "personal data erasure undue delay obligation to erase", erasure)
    qtbot.waitUntil(lambda: bool(reader.cites), timeout=PATIENCE)
    pane.side.noted.emit("note", "ask the client")
    notes = pane.side.notes
    qtbot.waitUntil(lambda: notes.count() == 1, timeout=PATIENCE)
    window.navigation.show_reader()
    reader.step(1)
    reader.verticalScrollBar().setValue(reader.verticalScrollBar().maximum())
    assert reader.verticalScrollBar().value() > 0
    before = (reader.toHtml(), reader.verticalScrollBar().value(), reader.marked())
    bar = (pane.bar.place.text(), pane.bar.hits.text(), pane.commands.copy.isEnabled())

    qtbot.keyClick(window, Qt.Key.Key_F1)
    assert "Search field" in reader.toPlainText()
    assert (pane.bar.place.text(), pane.commands.copy.isEnabled()) == ("", False)
    assert not pane.side.isVisible()
    window.reading.request_side_content()  # as when an addition ends
    with qtbot.waitSignal(window.reading.side_content_ready, timeout=PATIENCE):
        pass
    assert notes.count() == 1

    qtbot.keyClick(window, key)
    assert (reader.toHtml(), reader.verticalScrollBar().value(), reader.marked()) == before
    assert (pane.bar.place.text(), pane.bar.hits.text(), pane.commands.copy.isEnabled()) == bar
    assert reader.hasFocus()
    reading = window.reading.reading
    assert reading is not None and reading.citation == erasure
    assert notes.count() == 1
    assert pane.side.isVisible()


def test_after_the_keys_one_is_on_the_screen_where_they_were_asked_for(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.navigation.show_screen("settings")
    qtbot.keyClick(window, Qt.Key.Key_F1)
    assert window.screens.shown == "search"
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert str(window.screens.shown) == "settings"
    assert not window.view.reader.toPlainText()


def test_bug_report_can_be_copied(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(gdpr)
    sentence = "An internal error occurred; copy the report with Help > Copy error report and send it to the developers."
    monkeypatch.setattr(search_requests, "search", FAULT)
    with qtbot.waitSignal(window.searching.rejected, timeout=PATIENCE):
        window.view.set_query("consent")
    assert (
        not window.searching._patience.isActive()
    )  # or the bar would say for ever that it is busy
    assert window.view.line.text == sentence
    assert not window.status_line.news.text()  # said once
    window.commands.copy_report.trigger()
    assert "methodcaller" in QGuiApplication.clipboard().text()

    # On other screens the field's line is out of sight.
    window.navigation.show_screen("saved")
    window.work._ask(FAULT, print)
    qtbot.waitUntil(lambda: window.status_line.news.text() == sentence, timeout=PATIENCE)
    window.navigation.show_screen("match")
    window.matching._current = match = window.matching._works.make(FAULT)
    window.matching._had_bug(match.number, "report of a match")
    assert window.screens.match.busy.caption.text() == sentence
    window.library.writer._had_bug(1, "report of an addition")
    assert window.status_line.news.text() == sentence


def test_a_bug_while_a_library_is_opened_leaves_it_closed(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(gdpr)
    monkeypatch.setattr(thread, "open_library", FAULT)
    with qtbot.waitSignal(window.library.not_opened, timeout=PATIENCE):
        window.library.open(gdpr, then_add=[gdpr])
    assert not window.library.beginning  # else nothing could be added any more
    assert window.screens.shown == "welcome"
    assert "An internal error occurred" in window.screens.welcome.explanation.text()
