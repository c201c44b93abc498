"""The Saved screen: searches with their news, tags, notes and decisions."""

import csv
import dataclasses
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search, wait_for_reading

from lexdesk.annotations.workbook import Bookmark, SavedSearch, make_bookmark
from lexdesk.compliance.review_subjects import make_provision_subject
from lexdesk.library.library import Library
from lexdesk_gui import language
from lexdesk_gui.annotations import annotations_requests
from lexdesk_gui.annotations.saved_delegates import ListDelegate
from lexdesk_gui.annotations.saved_items import News, SavedItems
from lexdesk_gui.annotations.saved_screen import SavedScreen
from lexdesk_gui.style.theme import Theme

EXCERPT = Path(__file__).parents[1] / "engine" / "fixtures" / "gdpr-excerpt-en.xml"


def test_selection_of_saved_searches_stays(theme: Theme, qtbot: QtBot) -> None:
    """A decision or tag, made or undone, refills the screen; keys continue from the selection."""
    screen = SavedScreen(theme)
    qtbot.addWidget(screen)
    searches = [
        SavedSearch(name, name, "keyword", "2026-11-21", frozenset()) for name in ("lease", "rent")
    ]
    places = [Bookmark("", "gdpr", f"art_{n}", "", "", "", "", None, None, "en") for n in (7, 8)]
    for tags in ({"consent": 1}, {"consent": 2, "lease": 1}):
        screen.show_shelf(SavedItems(searches, tags, {}, 0, {}, ["before"]))
        screen.show_places("consent", places, {})
        if len(tags) == 1:
            screen.tree.setCurrentIndex(screen.shelf.index(1, 0, screen.shelf.index(0, 0)))
            screen.list.setCurrentIndex(screen.places.index(1, 0))
    assert screen.tree.currentIndex().data() == "rent"
    assert screen.delete.isEnabled()
    assert screen.list.currentIndex().row() == 1


def test_hint_names_what_can_be_chosen_or_kept(theme: Theme, qtbot: QtBot) -> None:
    screen = SavedScreen(theme)
    qtbot.addWidget(screen)
    screen.show_none()
    screen.forget()  # a library was opened, whose annotations are not loaded yet
    assert not screen.heading.text()
    screen.show_shelf(SavedItems([], {}, {}, 0, {}, ["before"]))
    assert screen.hint.text().startswith("Ctrl+S saves a search; Ctrl+Shift+T adds a tag")
    screen.show_shelf(SavedItems([], {"consent": 1}, {}, 0, {}, []))
    assert screen.hint.text().startswith("Choose what to list")


def test_thousands_of_places_are_listed_at_once(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each inserted row caused a new measurement of all visible ones: 1,900 took 10 s."""
    screen = SavedScreen(theme)
    qtbot.addWidget(screen)
    with qtbot.waitExposed(screen):
        screen.show()
    measured = 0
    measure = ListDelegate.sizeHint

    def counted(*arguments: Any) -> QSize:
        nonlocal measured
        measured += 1
        return measure(*arguments)

    monkeypatch.setattr(ListDelegate, "sizeHint", counted)
    places = [
        Bookmark("", "gdpr", f"art_{n}", "", "", "", "", None, None, "en") for n in range(3000)
    ]
    for _ in range(2):
        with qtbot.assertNotEmitted(screen.places.rowsInserted):
            screen.show_places("consent", places, {})
        qtbot.wait(1)
    assert 0 < measured < 500


def all_news(library: Library) -> News:
    """Return the news once all searches were checked, each reported once."""
    news = annotations_requests.read_shelf(library).news
    first: dict[Any, Any] = {}
    while news.waiting:
        before, news = news.waiting, annotations_requests.find_news(library, seconds=0)
        assert (news.waiting, first.keys() & news.first.keys()) == (before - 1, set())
        first |= news.first
    return dataclasses.replace(news, first=first)


def test_saved_searches_are_checked_one_at_a_time(
    own_gdpr: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """300 saved searches took two minutes, which blocked the list and the end of the window."""
    with Library.open(own_gdpr) as library:
        for number in range(3):
            annotations_requests.save(library, name=f"{number}", query="consent", mode="keyword")
        searched: list[str] = []
        search = library.search

        def counted(query: str, **how: Any) -> Any:
            searched.append(query)
            return search(query, **how)

        monkeypatch.setattr(library, "search", counted)
        assert annotations_requests.read_shelf(library).news.waiting == 3
        assert searched == []
        annotations_requests.find_news(library, seconds=0)
        assert searched == ["consent"]
        assert all_news(library).counts == dict.fromkeys(("0", "1", "2"), 0)
        assert (
            annotations_requests.read_shelf(library).news.waiting == 0
        )  # as long as nothing is added
        assert len(searched) == 3


def test_decisions_are_listed_before_their_texts_are_looked_up(
    own_gdpr: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those on 3,000 texts took 18 s, which blocked the side panel; an export waits for all."""
    with Library.open(own_gdpr) as library:
        with library.workbook() as book:
            for number in (7, 8):
                subject = make_provision_subject(library, "32016R0679", f"art_{number}", "en")
                book.decisions.put(dataclasses.replace(subject, text="Older."), "complies")
        looked_up: list[str] = []
        show = library.law.show

        def counted(work: str, eid: str | None = None, **how: Any) -> Any:
            looked_up.append(eid or "")
            return show(work, eid, **how)

        monkeypatch.setattr(library.law, "show", counted)
        listed = annotations_requests.list_decisions(library, which="")
        assert ([item.is_changed for item in listed], looked_up) == ([False, False], [])
        assert annotations_requests.find_news(library, seconds=0).waiting == 1
        assert looked_up == [listed[0].decision.eid]
        assert [
            decision.is_changed
            for decision in annotations_requests.list_decisions(library, which="")
        ] == [True, False]
        annotations_requests.export_decisions(
            library, standings=listed, target=tmp_path / "made.csv"
        )
    result = csv.DictReader((tmp_path / "made.csv").read_text("utf-8-sig").splitlines())
    assert [row["text_changed_since"] for row in result] == ["yes", "yes"]


@pytest.mark.slow
def test_new_hits_of_saved_search_match_it(tmp_path: Path) -> None:
    """Semantic search finds every passage of a library, however distant."""
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([EXCERPT])
        for mode in ("keyword", "hybrid", "semantic"):
            annotations_requests.save(library, name=mode, query="withdraw consent", mode=mode)
        (tmp_path / "invoice.txt").write_text("The lighthouse is painted each spring for 900 euro.")
        library.sources.add([tmp_path / "invoice.txt"])
        assert set(all_news(library).counts.values()) == {0}
        (tmp_path / "letter.txt").write_text("We withdraw our consent to the sale.")
        (tmp_path / "advice.txt").write_text("Whoever allowed it may take the permission back.")
        library.sources.add([tmp_path / "letter.txt", tmp_path / "advice.txt"])
        result = all_news(library)
    assert result.counts == {"keyword": 1, "hybrid": 2, "semantic": 2}
    assert [place.citation for place in result.first["hybrid"]] == ["letter.txt", "advice.txt"]


def test_new_hits_stand_below_saved_search(theme: Theme, qtbot: QtBot) -> None:
    screen = SavedScreen(theme)
    qtbot.addWidget(screen)
    search = SavedSearch("rent", "rent", "keyword", "2026-11-21T09:00:00+00:00", frozenset())
    place = Bookmark("k", "lease", None, "lease.pdf, p. 2", "", "", "The rent.", None, 2, "en")
    screen.show_shelf(SavedItems([search], {}, {}, 0, {}, [], News(waiting=1)))
    assert screen.shelf.item(0).child(0).text() == "rent"
    assert not screen.busy_bar.isHidden()
    screen.show_news(News({"rent": 3}, {"rent": [place]}))
    assert screen.busy_bar.isHidden()
    found = screen.shelf.item(0).child(0)
    assert (
        found.text() == "rent\n3 new since 21 Nov 2026"
    )  # which the end of a long query would hide
    assert [found.child(row).text() for row in range(2)] == ["lease.pdf, p. 2", "2 more"]
    with qtbot.waitSignal(screen.opened) as opened:
        screen._activate(found.child(0).index())
    assert opened.args == [place, "rent"]
    screen.tree.setCurrentIndex(found.child(0).index())
    assert not screen.delete.isEnabled()


@pytest.mark.parametrize("width", [1200, 800])
def test_a_long_note_is_shown_to_its_end(theme: Theme, qtbot: QtBot, width: int) -> None:
    screen = SavedScreen(theme)
    qtbot.addWidget(screen)
    with qtbot.waitExposed(screen):
        screen.show()
    place = Bookmark("k", "gdpr", "art_7", "Article 7", "", "", "Consent.", None, None, "en")
    screen.show_places("All notes", [place], {"k": ["Ask whether it can be withdrawn. " * 20]})
    screen.resize(width, 600)
    row, wrap = screen.places.index(0, 0), Qt.TextFlag.TextWordWrap.value

    def is_shown() -> bool:
        cell, metrics = screen.list.visualRect(row), screen.list.fontMetrics()
        needed = metrics.boundingRect(0, 0, cell.width() - 8, 9999, wrap, row.data())
        return cell.height() >= needed.height() > 3 * metrics.lineSpacing()

    qtbot.waitUntil(is_shown)


def test_days_are_those_of_where_the_computer_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        assert language.format_long_day("2026-11-22T02:30:00.000000+00:00") == "21 Nov 2026"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_empty_saved_screen_states_reason(theme: Theme, qtbot: QtBot) -> None:
    screen = SavedScreen(theme)
    qtbot.addWidget(screen)
    screen.show_none()
    assert screen.heading.text() == "No library is open"
    assert screen.hint.text() == "Open a library to list saved searches, tags and notes here."
    screen.show_shelf(SavedItems([], {"consent": 1}, {}, 1, {}, []))
    assert screen.heading.text() == ""
    assert screen.hint.text().startswith("Choose what to list")
    place = Bookmark("k", "gdpr", "art_7", "Article 7", "", "", "Consent.", None, None, "en")
    screen.show_places("All notes", [place], {"k": ["Ask the DPO.", "Twice."]})
    assert screen.hint.text() == ""
    sentence = "Article 7\nNote: Ask the DPO.\nNote: Twice.\nConsent."
    assert screen.places.index(0, 0).data() == sentence


def test_notes_on_listed_provisions_are_shown(own_gdpr: Path) -> None:
    with Library.open(own_gdpr) as library:
        hits = library.search("withdraw consent").hits[:2]
        for hit, note in zip(hits, ("Ask the DPO.", "Later."), strict=True):
            annotations_requests.put(library, place=make_bookmark(hit), kind="note", value=note)
        annotations_requests.put(library, place=make_bookmark(hits[0]), kind="tag", value="consent")
        found, notes = annotations_requests.list_places(library, kind="tag", value="consent")
        assert [notes[place.key] for place in found] == [["Ask the DPO."]]
        found, notes = annotations_requests.list_places(library, kind="note", value="")
        assert sorted(notes[place.key][0] for place in found) == ["Ask the DPO.", "Later."]


def test_partial_note_stays_with_its_provision(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    note = window.view.reader_pane.side.note
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.navigation.focus_notes()
    qtbot.waitUntil(note.isEnabled, timeout=PATIENCE)
    qtbot.keyClicks(note, "As easy to withdraw as to")
    window.read_provision("32016R0679", "art_8")
    wait_for_reading(window, qtbot, "Article 8 Regulation (EU) 2016/679")
    assert note.text() == ""
    window.commands.back.trigger()
    wait_for_reading(window, qtbot, WITHDRAW)
    assert note.text() == "As easy to withdraw as to"
    window.read_provision("32016R0679", "art_8")
    wait_for_reading(window, qtbot, "Article 8 Regulation (EU) 2016/679")
    window.library.leaving.emit()
    window.read_provision("32016R0679", "art_7__para_3")
    wait_for_reading(window, qtbot, WITHDRAW)
    assert note.text() == ""
