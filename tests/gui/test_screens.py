"""Screens are built on first use or when idle, never before the first frame."""

import datetime
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QDate, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCalendarWidget, QLabel, QTableView
from pytestqt.qtbot import QtBot
from tests.gui.conftest import OpenWindow

from lexdesk.annotations.workbook import SavedSearch
from lexdesk.library.library import Library
from lexdesk_gui import screens, wording
from lexdesk_gui.engine.long_work import LongWork
from lexdesk_gui.indexing.library_writer import RunningWriter
from lexdesk_gui.language import Language, install
from lexdesk_gui.rail import ScreenName
from lexdesk_gui.search import search_requests
from lexdesk_gui.search.result_list import ResultList
from lexdesk_gui.style.style_sheet import make_style_sheet
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.top_bar import TopBar

_PATIENCE = 20_000
_ALL = ("library", "compare", "match", "saved", "index", "settings")
_LOADED = """
import sys
from lexdesk_gui import app, main_window
def drawn(window):
    print(*sys.modules)
    sys.stdout.flush()
    import os
    os._exit(0)
main_window.MainWindow._begin = drawn
app.main(sys.argv[1:])
"""
_NOT_AT_FIRST = (
    "lexdesk.library.library",
    "lexdesk.annotations.workbook",
    "lexdesk_gui.compare.screen",
    "lexdesk_gui.engine.connection",
    "lexdesk_gui.library.screen",
    "lexdesk_gui.indexing.index_screen",
    "lexdesk_gui.match.screen",
    "lexdesk_gui.reader.pdf_view",
    "lexdesk_gui.reader.second_reader",
    "lexdesk_gui.settings_screen",
    "lexdesk_gui.annotations.export",
    "lexdesk_gui.annotations.saved_screen",
    "numpy",
    "pypdfium2",
)


def test_the_first_picture_waits_for_no_other_screen(gdpr: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", _LOADED, str(gdpr)], capture_output=True, text=True, check=True
    )
    loaded = run.stdout.split()
    assert "lexdesk_gui.search.search_view" in loaded
    assert not set(_NOT_AT_FIRST) & set(loaded)


def test_screens_are_built_while_nothing_else_happens(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    qtbot.waitUntil(lambda: set(_ALL) <= set(vars(window.screens)), timeout=_PATIENCE)
    assert window.screens.shown == "search"


def test_who_types_does_not_wait_for_a_screen(
    open_window: OpenWindow, gdpr: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "PAUSE_BEFORE_PREPARING", 10 * _PATIENCE)  # longer than any test
    window = open_window(gdpr)
    pause = window.screens._pause
    for letter in "personal data":
        pause.stop()
        QTest.keyClicks(window.bar.field.edit, letter)
        assert pause.isActive(), "each key begins the pause anew"
    assert not set(_ALL) & set(vars(window.screens))


@pytest.mark.parametrize("name", _ALL)
def test_a_screen_that_is_wanted_early_is_whole(
    open_window: OpenWindow, gdpr: Path, name: ScreenName, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.navigation.show_screen(name)
    assert window.screens.shown == name
    screen = getattr(window.screens, name)
    assert screen.isVisible()
    assert screen.isAncestorOf(window.focusWidget())
    if name == "index":
        qtbot.waitUntil(
            lambda: screen.progress.title.text() == "You can search now", timeout=_PATIENCE
        )


def test_colours_and_sizes_reach_screens_that_are_built_later(
    open_window: OpenWindow, gdpr: Path
) -> None:
    window = open_window(gdpr)
    try:
        window.theme.choose("dark")
        assert window.styleSheet() == make_style_sheet(window.theme.look)
        window.navigation.show_screen("settings")
        note = window.screens.settings.note
        note.ensurePolished()
        shown = note.palette().color(note.foregroundRole()).name().upper()
        assert shown == window.theme.look.tokens.secondary
    finally:
        window.theme.choose("light")


def test_the_calendar_is_there_when_the_days_are_opened(
    open_window: OpenWindow, gdpr: Path
) -> None:
    window = open_window(gdpr)
    assert not window.bar.findChildren(QCalendarWidget)
    for day in (datetime.date(2017, 1, 1), datetime.date(2018, 2, 2)):
        window.bar.show_day(day)
        window.bar.day.menu().aboutToShow.emit()
        (calendar,) = window.bar.findChildren(QCalendarWidget)
        assert calendar.selectedDate() == QDate(day.year, day.month, day.day)
    assert calendar.accessibleName() == "As of"


@pytest.mark.parametrize(
    ("language", "text"), [("en", "2018-03-01"), ("en", "1.3.2018"), ("de", "01.03.2018")]
)
def test_a_day_years_back_is_typed_and_today_is_one_key_away(
    qapp: QApplication, theme: Theme, qtbot: QtBot, language: Language, text: str
) -> None:
    bar, days = _bar_with_days(theme, qtbot)
    keys = [*text, Qt.Key.Key_Return], [Qt.Key.Key_Backtab, Qt.Key.Key_Return]
    install(qapp, language)
    try:
        for pressed, expected in zip(keys, (datetime.date(2018, 3, 1), None), strict=True):
            bar.open_days()
            qtbot.waitUntil(bar.typed_day.hasFocus)
            for key in pressed:
                QTest.keyClick(bar.day.menu().windowHandle(), key)
            assert days == [expected]
            days.clear()
    finally:
        install(qapp, "en")


def _bar_with_days(theme: Theme, qtbot: QtBot) -> tuple[TopBar, list[datetime.date | None]]:
    """Return the visible bar and its days."""
    bar = TopBar(theme)
    qtbot.addWidget(bar)
    bar.show()
    received: list[datetime.date | None] = []
    bar.dated.connect(received.append)
    return bar, received


def test_a_day_that_is_not_in_the_calendar_is_not_taken_before_it_is_put_right(
    theme: Theme, qtbot: QtBot
) -> None:
    bar, days = _bar_with_days(theme, qtbot)
    bar.open_days()
    field = bar.typed_day
    qtbot.waitUntil(field.hasFocus)
    assert field.selectedText() == datetime.date.today().isoformat()
    for text, shown in (
        ("no day", "no day"),
        ("..2018", "..2018"),
        ("2018-03", "2018-03-01"),
        ("2018-02-30", "2018-02-28"),
    ):
        field.setText(text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert field.text() == shown
    assert not days
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert days == [datetime.date(2018, 2, 28)]


@pytest.mark.parametrize("typed", ["1 June 2025", "1 Jun 2025", "1.6.2025", "1. Juni 2025"])
def test_days_in_words_are_understood(typed: str, theme: Theme, qtbot: QtBot) -> None:
    bar, days = _bar_with_days(theme, qtbot)
    bar.open_days()
    bar.typed_day.setText(typed)
    qtbot.keyClick(bar.typed_day, Qt.Key.Key_Return)
    assert days == [datetime.date(2025, 6, 1)]


def test_a_day_that_is_not_understood_gets_an_example(theme: Theme, qtbot: QtBot) -> None:
    bar, days = _bar_with_days(theme, qtbot)
    bar.open_days()
    menu = bar.day.menu()
    assert menu is not None
    hint = menu.findChild(QLabel)
    assert isinstance(hint, QLabel)
    assert hint.isHidden()
    for typed, text in (("1/6/2025", "Not a date. For example:"), ("June 2025", "")):
        bar.typed_day.setText(typed)
        qtbot.keyClick(bar.typed_day, Qt.Key.Key_Return)
        assert hint.text().startswith(text)
        qtbot.waitUntil(hint.isVisible if text else hint.isHidden)
    assert bar.typed_day.text() == "2025-06-01"
    assert not days


def test_keys_choose_day_in_calendar(theme: Theme, qtbot: QtBot) -> None:
    bar, chosen = _bar_with_days(theme, qtbot)
    bar.show_day(datetime.date(2018, 3, 1))
    bar.open_days()
    days = bar.calendar.findChild(QTableView)
    assert isinstance(days, QTableView)
    qtbot.waitUntil(bar.typed_day.hasFocus)
    window = bar.day.menu().windowHandle()
    keys: tuple[Any, ...] = (
        Qt.Key.Key_Tab,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_Up,
        "0",
        "3",
        Qt.Key.Key_Left,
    )
    for key in keys:
        QTest.keyClick(window, key)
        assert days.hasFocus()
    QTest.keyClick(window, Qt.Key.Key_Return)
    assert chosen == [datetime.date(2018, 1, 24)]


def test_settings_and_menu_show_the_same_colours(open_window: OpenWindow, gdpr: Path) -> None:
    window = open_window(gdpr)
    settings, menu = window.screens.settings, window.commands._colours
    try:
        menu["dark"].trigger()
        assert settings.colours.currentData() == "dark"
        settings.colours.setCurrentIndex(settings.colours.findData("contrast"))
        assert menu["contrast"].isChecked()
    finally:
        window.theme.choose("light")


def test_libraries_are_distinguished_by_name(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    shutil.copytree(gdpr, tmp_path / "Smith & Jones")
    window = open_window(tmp_path / "Smith & Jones")
    bar = window.bar
    assert bar.library.text() == "Smith && Jones"  # a single one would underline the next letter
    known = [tmp_path / "Smith & Jones", tmp_path / "2024" / "Ardent", tmp_path / "2025" / "Ardent"]
    bar.show_libraries(known[0], known)

    def offered() -> list[tuple[str, bool]]:
        QTimer.singleShot(0, bar.libraries_menu.close)
        bar.library.showMenu()
        actions = bar.libraries_menu.actions()[: len(known)]
        return [(action.text(), action.isChecked()) for action in actions]

    expected = [
        ("Smith && Jones", True),
        (f"Ardent – {tmp_path / '2024'}", False),
        (f"Ardent – {tmp_path / '2025'}", False),
    ]
    assert offered() == expected
    window.library.writer.running = RunningWriter(LongWork(1, lambda _desk: None))
    bar.libraries_menu.actions()[1].trigger()  # nothing is opened while files are added
    window.library.writer.running = None
    assert offered() == expected


def test_a_filter_and_a_query_are_shown_as_they_are_typed(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    result = window.view.results.no_results
    window.view.set_query("<i>xylophone</i>")
    qtbot.waitUntil(lambda: "<i>xylophone</i>" in result.text(), timeout=_PATIENCE)
    assert result.textFormat() == Qt.TextFormat.PlainText
    window.view.chips.show_query('folder:"R & D"')
    assert window.view.chips.chips[0].text().startswith("Folder: R && D")


def test_how_a_pasted_page_was_read_takes_two_lines(open_window: OpenWindow, gdpr: Path) -> None:
    line = open_window(gdpr).view.line
    line.say("Reads as  consent")
    short = line.sizeHint().height()
    line.say("Reads as  " + "consent " * 1_000)
    assert line.text.endswith("consent …")
    assert line.text_label.toolTip().count("consent") == 1_000
    assert line.text_label.heightForWidth(900) < 3 * short


def test_empty_field_offers_recent_queries(theme: Theme, own_gdpr: Path, qtbot: QtBot) -> None:
    with Library.open(own_gdpr) as library:
        with library.workbook() as book:
            for at, query in enumerate("abcde"):
                book.put_saved(
                    SavedSearch(f"Search {query}", query, "keyword", f"2026-11-2{at}", frozenset())
                )
                book.remember(f"{query} & {query}")
        earlier, saved = search_requests.list_history(library)
    assert earlier == [f"{item} & {item}" for item in "edcb"]
    assert saved == [(item, "keyword", f"Search {item}") for item in "edcb"]
    results = ResultList(theme)
    qtbot.addWidget(results)
    for _ in range(2):  # not those of before, too
        results.offer(earlier, saved)
    offered = [button.text() for button in results.query_buttons]
    assert offered[:5] == ["e && e", "d && d", "c && c", "b && b", "Search e"]
    assert len(offered) == 8 + len(wording.examples())
    with qtbot.waitSignal(results.again) as signal:
        results.query_buttons[4].click()
    assert signal.args == ["e", "keyword", "Search e"]
    results.offer(["word " * 40], [])
    assert results.query_buttons[0].text().endswith("…")
    results.show()
    results.take_focus()
    assert results.focusWidget() is results.query_buttons[0]
    results.offer(["another"], [])
    results.take_focus()  # at once
    assert results.focusWidget() is results.query_buttons[0]
    assert results.query_buttons[0].text() == "another"
