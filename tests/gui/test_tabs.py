"""Tabs of the reader: opened by key, independent of the list, closed, restored at the start."""

import datetime
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from pytestqt.qtbot import QtBot
from tests.gui.conftest import (
    PATIENCE,
    WITHDRAW,
    WITHDRAW_CALLED,
    OpenWindow,
    search,
    wait_for_engine,
    wait_for_reading,
)

from lexdesk.annotations.workbook import Bookmark
from lexdesk.law.citation_labels import label_usual_citation
from lexdesk_gui.preferences import StoredTab
from lexdesk_gui.reader.reader_session import Visits
from lexdesk_gui.reader.tabs import ReaderTabs, TabSession

CONTROL = Qt.KeyboardModifier.ControlModifier


class FortyTabs(QObject):
    """A session with as many."""

    changed = Signal()
    titles = tuple(f"Article {number}" for number in range(40))
    current = 0


def test_switching_tabs_keeps_their_names(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Setting a name lays out all tabs: with 40 tabs, each switch blocked the window for 0.1 s."""
    bar, session = ReaderTabs(), FortyTabs()
    qtbot.addWidget(bar)
    named: list[str] = []
    name = bar.setTabText

    def counted(number: int, text: str) -> None:
        named.append(text)
        name(number, text)

    monkeypatch.setattr(bar, "setTabText", counted)
    bar.use(cast("TabSession", session))
    assert (named, bar.count(), bar.tabText(39)) == ([], 40, "Article 39")
    session.current, session.titles = 7, ("Results", *session.titles[1:-1])
    session.changed.emit()
    assert (named, bar.count(), bar.currentIndex()) == (["Results"], 39, 7)


def test_a_way_that_was_left_is_not_gone_on() -> None:
    def place(name: str) -> Bookmark:
        return Bookmark("", name, None, name, "", "", "", None, None, None)

    visits = Visits()
    assert [visits.put(place(name), name) for name in "abc"] == [True] * 3
    visits.at -= 2
    assert visits.put(place("d"), "d")
    assert not visits.put(place("d"), "other words")
    assert [(document.work, query) for document, query in visits.places] == [
        ("a", "a"),
        ("d", "other words"),
    ]
    assert (visits.can_go(-1), visits.can_go(1), visits.query) == (True, False, "other words")
    for number in range(150):
        visits.put(place(str(number)))
    assert (len(visits.places), visits.place) == (100, place("149"))


def test_tabs_are_opened_by_key_and_are_there_again(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    view, bar = window.view, window.view.reader_pane.tabs
    view.set_query("withdraw consent")
    wait_for_reading(window, qtbot, WITHDRAW)
    assert not bar.isVisible()  # one tab needs no bar
    view.focus_results()
    qtbot.keyClick(view.results.view, Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: view.tabs.titles == ["Results", WITHDRAW_CALLED], timeout=PATIENCE)
    assert bar.isVisible()
    assert bar.accessibleName() == "Tabs of the reader"
    assert (bar.currentIndex(), bar.tabText(1)) == (1, WITHDRAW_CALLED)

    # Another search is read in the tab of the results; the own tab stays, with its way back.
    view.set_query("Article 17 GDPR")
    qtbot.waitUntil(lambda: bar.currentIndex() == 0, timeout=PATIENCE)
    wait_for_reading(window, qtbot, "Article 17 Regulation (EU) 2016/679")
    qtbot.keyClick(window, Qt.Key.Key_Tab, CONTROL)
    wait_for_reading(window, qtbot, WITHDRAW)
    window.view.reader_pane.side.chosen.emit("art_8")
    wait_for_reading(window, qtbot, "Article 8 Regulation (EU) 2016/679")
    assert view.tabs.titles[1].startswith("Article 8")
    assert view.reader.marked() == []
    window.commands.back.trigger()
    wait_for_reading(window, qtbot, WITHDRAW)
    assert view.reader.marked()[0] == "consent"  # as when it was opened
    assert view.reader_pane.bar.hits.text()
    view.set_query("xylophone")  # nothing to read there, and nothing lost here
    qtbot.waitUntil(lambda: view.results.model.rowCount() == 0, timeout=PATIENCE)
    assert window.reading.reading is not None

    view.set_query("withdraw consent")
    qtbot.waitUntil(lambda: bar.currentIndex() == 0, timeout=PATIENCE)
    window.close()
    again = open_window(own_gdpr)
    tabs = again.view.tabs
    qtbot.waitUntil(lambda: len(tabs.titles) == 2, timeout=PATIENCE)
    wait_for_reading(again, qtbot, WITHDRAW)
    assert tabs.titles[1] == WITHDRAW_CALLED
    tabs.show(1)
    qtbot.waitUntil(lambda: again.reading.visits.place is not None, timeout=PATIENCE)
    qtbot.keyClick(again, Qt.Key.Key_W, CONTROL)
    assert tabs.titles == ["Results"]
    assert not again.view.reader_pane.tabs.isVisible()
    tabs.close(0)  # the tab of the results stays
    assert tabs.titles == ["Results"]


def test_text_keeps_marks_in_new_tab(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    view = window.view
    search(window, qtbot, "withdraw consent", WITHDRAW)
    marked = view.reader.marked()
    view.focus_reader()
    with qtbot.waitSignal(window.reading.read, timeout=PATIENCE):
        qtbot.keyClick(view.reader, Qt.Key.Key_Return, CONTROL)
    assert view.tabs.titles == ["Results", WITHDRAW_CALLED]
    assert view.reader.marked() == marked != []


def test_a_tab_that_is_left_before_it_was_read_is_not_lost(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    view, tabs = window.view, window.view.tabs
    search(window, qtbot, "withdraw consent", WITHDRAW)
    view.focus_results()
    view.open_in_tab()
    tabs.step(-1)  # before its text came
    assert tabs.titles == ["Results", WITHDRAW_CALLED]
    view.results.step(1)
    beyond = view.results.hit()
    assert beyond is not None
    other = label_usual_citation(beyond)
    view.focus_results()
    view.open_in_tab()
    tabs.step(1)
    assert sorted(tabs.titles) == sorted(["Results", WITHDRAW_CALLED, other])
    tabs.show(tabs.titles.index(WITHDRAW_CALLED))
    wait_for_reading(window, qtbot, WITHDRAW)
    assert view.reader.marked()  # what was searched for
    window.close()

    again = open_window(own_gdpr)
    tabs = again.view.tabs
    qtbot.waitUntil(lambda: len(tabs.titles) == 3, timeout=PATIENCE)
    for _ in tabs.titles:
        tabs.step(1)  # faster than they are read
    assert [item.called for item in tabs.stored()] == tabs.titles[1:]
    assert sorted(tabs.titles) == sorted(["Results", WITHDRAW_CALLED, other])
    tabs.show(tabs.titles.index(other))
    wait_for_reading(again, qtbot, beyond.citation)


def test_a_tab_that_holds_nothing_shows_nothing(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    article_8 = StoredTab("32016R0679", "art_8", "", "Article 8")
    window.view.tabs.open_new(
        article_8, lambda: window.read_provision(article_8.work, article_8.eid)
    )
    wait_for_reading(window, qtbot, "Article 8 Regulation (EU) 2016/679")
    window.close()
    again = open_window(own_gdpr)  # nothing was searched
    qtbot.waitUntil(lambda: len(again.view.tabs.titles) == 2, timeout=PATIENCE)
    again.view.tabs.show(1)
    wait_for_reading(again, qtbot, "Article 8 Regulation (EU) 2016/679")
    again.view.tabs.step(1)
    assert again.view.tabs.current == 0
    assert again.reading.reading is None
    assert not again.view.reader.toPlainText()
    again.view.tabs.show(1)
    wait_for_reading(again, qtbot, "Article 8 Regulation (EU) 2016/679")
    again.view.tabs.close(1)
    assert again.reading.reading is None

    # Where searches are not kept any more, tabs that were do not come back at each start.
    again.preferences.keeps_searches = False
    again.close()
    third = open_window(own_gdpr)
    qtbot.waitUntil(lambda: third.library.is_open, timeout=PATIENCE)
    assert third.view.tabs.titles == ["Results"]


def test_other_day_changes_version_of_same_provision(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    view = window.view
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.view.reader_pane.side.chosen.emit("art_8")  # as by a link, the outline or Alt+Down
    beyond = "Article 8 Regulation (EU) 2016/679"
    wait_for_reading(window, qtbot, beyond)

    def choose(day: datetime.date) -> None:
        window.bar.dated.emit(day)
        qtbot.waitUntil(lambda: window.searching.answer.as_of == str(day), timeout=PATIENCE)  # type: ignore[union-attr]
        wait_for_engine(window, qtbot)

    choose(datetime.date(2018, 3, 1))
    assert window.reading.reading is not None
    assert window.reading.reading.citation == beyond
    assert view.results.hit().citation == WITHDRAW  # type: ignore[union-attr]
    row = view.results.view.visualRect(view.results.view.currentIndex()).center()
    qtbot.mouseClick(
        view.results.view.viewport(), Qt.MouseButton.LeftButton, pos=row
    )  # goes back to it
    wait_for_reading(window, qtbot, WITHDRAW)

    view.focus_results()
    view.open_in_tab()
    choose(datetime.date(2019, 3, 1))
    assert view.tabs.current == 1
    # what was added may have other results, and takes no text away either
    with qtbot.waitSignal(window.searching.answered):
        window.library.ended.emit("")
    wait_for_engine(window, qtbot)
    assert view.tabs.current == 1
