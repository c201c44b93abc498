"""A user's work in the window, end to end: search, read, tag, save, export, go back, restart."""

import csv
import dataclasses
import json
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView
from pytestqt.qtbot import QtBot
from tests.gui.conftest import (
    PATIENCE,
    WITHDRAW,
    OpenWindow,
    search,
    wait_for_engine,
    wait_for_reading,
)
from tests.gui.test_exporting import printed

from lexdesk.annotations.workbook import Bookmark, SavedSearch, Workbook, bookmark
from lexdesk.compliance.review_subjects import subject_of_provision
from lexdesk.library.library import Library
from lexdesk_gui import language, wording
from lexdesk_gui.annotations import annotations_requests
from lexdesk_gui.annotations.saved_delegates import ListDelegate
from lexdesk_gui.annotations.saved_items import News, SavedItems
from lexdesk_gui.annotations.saved_screen import SavedScreen
from lexdesk_gui.reader.paragraphs import Paragraph
from lexdesk_gui.reader.reader_pane import ReaderPane
from lexdesk_gui.reader.readings import Reading
from lexdesk_gui.style.theme import Theme

EXCERPT = Path(__file__).parents[1] / "engine" / "fixtures" / "gdpr-excerpt-en.xml"
SMALL_COMPANY = "does a small company need to keep records of processing?"


def test_the_best_are_reranked_word_by_word_once_typing_rests(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    session, shown = window.searching, window.view.results
    with (
        qtbot.waitSignal(session.reranked, timeout=PATIENCE) as reranked,
        qtbot.waitSignal(session.answered, timeout=PATIENCE) as plain,
    ):
        window.view.set_query("who must appoint a data protection officer?")
    before, after = (item.args[0].hits for item in (plain, reranked))
    assert not any("rerank" in hit.why for hit in before)
    assert all("rerank" in hit.why for hit in after[:10])
    assert [hit.eid for hit in before[:10]] != [hit.eid for hit in after[:10]]
    assert list(shown.model.hits) == list(after)
    assert shown.hit() == after[0]
    assert "re-ranked" in shown.explanation_line.text()
    assert reranked.args[0].took_ms == plain.args[0].took_ms, "what a person waited for"
    with qtbot.waitSignal(session.reranked, timeout=PATIENCE):
        window.view.set_query("withdraw consent")
    with qtbot.assertNotEmitted(session.reranked, wait=600):
        session.set_mode("keyword")  # those are in their own order
        qtbot.waitUntil(lambda: session.answer is not None, timeout=PATIENCE)


def test_chosen_item_keeps_its_position(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    session, shown = window.searching, window.view.results
    with qtbot.waitSignal(session.reranked, timeout=PATIENCE) as reranked:
        with qtbot.waitSignal(session.answered, timeout=PATIENCE) as plain:
            window.view.set_query(SMALL_COMPANY)
        shown.step(2)
        chosen = shown.hit()
    first = len(plain.args[0].hits)
    assert list(shown.model.hits[:first]) == list(plain.args[0].hits)
    assert shown.hit() == chosen
    assert len(shown.model.hits) == len(reranked.args[0].hits) > first


def test_reranking_is_switched_off_in_the_settings(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.navigation.show_screen("settings")
    window.screens.settings.rerank.setChecked(False)
    with (
        qtbot.assertNotEmitted(window.searching.reranked, wait=100),
        qtbot.waitSignal(window.searching.extended, timeout=PATIENCE) as further,
    ):
        window.view.set_query(SMALL_COMPANY)
    assert not any("rerank" in hit.why for hit in further.args[0].hits)
    with qtbot.waitSignal(window.searching.reranked, timeout=PATIENCE):
        window.screens.settings.rerank.setChecked(True)


@pytest.mark.slow
def test_a_day_at_the_desk(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    side = window.view.reader_pane.side
    qtbot.waitUntil(lambda: side.model.rowCount() > 0, timeout=PATIENCE)

    # Tag and note, with undo.
    window.navigation.focus_tags()
    qtbot.keyClicks(side.tag, "consent")
    qtbot.keyClick(side.tag, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: side.notes.count() == 1, timeout=PATIENCE)
    side.notes.item(0).setSelected(True)
    side._remove.click()
    qtbot.waitUntil(lambda: side.notes.count() == 0, timeout=PATIENCE)
    window.work.undo.undo()
    qtbot.waitUntil(lambda: side.notes.count() == 1, timeout=PATIENCE)

    # Save the search; a file that comes later is new in it.
    window.save_search()
    qtbot.waitUntil(lambda: "Saved" in window.status_line.news.text(), timeout=PATIENCE)
    with Library.open(own_gdpr) as library:
        letter = tmp_path / "letter.txt"
        letter.write_text("We withdraw our consent to the sale of the lighthouse.")
        library.sources.add([letter], vectors=False)
    window.navigation.show_screen("saved")
    saved = window.screens.saved.shelf

    def first_news() -> str:
        group = saved.item(0)
        return group.child(0).text() if group and group.rowCount() else ""

    qtbot.waitUntil(lambda: "1 new since" in first_news(), timeout=PATIENCE)

    # Export in the style that was chosen.
    window.screens.settings.style_of_citations.setCurrentIndex(1)
    assert window.preferences.style == "oscola"
    window.navigation.show_screen("search")
    window.exporting.write_results(tmp_path / "results.json")
    qtbot.waitUntil((tmp_path / "results.json").exists, timeout=PATIENCE)
    rows = json.loads((tmp_path / "results.json").read_text())
    assert rows[0]["citation"].endswith("[2016] OJ L119/1, art 7(3)")
    assert rows[0]["tags"] == ["consent"]
    window.exporting.write_results(tmp_path / "results.pdf")
    qtbot.waitUntil(lambda: "results.pdf" in window.status_line.news.text(), timeout=PATIENCE)
    assert "withdraw consent 1 / " in " ".join(printed(tmp_path / "results.pdf")[0].split())
    window.view.copy_with_citation()
    assert QGuiApplication.clipboard().text().endswith("OJ L119/1, art 7(3)")

    # Go on by the outline, and back.
    window.view.reader_pane.side.chosen.emit("art_8")
    qtbot.waitUntil(lambda: window.reading.reading.eid == "art_8", timeout=PATIENCE)  # type: ignore[union-attr]
    window.commands.back.trigger()
    qtbot.waitUntil(lambda: window.reading.reading.eid == "art_7", timeout=PATIENCE)  # type: ignore[union-attr]

    # Start again where it ended.
    window.close()
    again = open_window(own_gdpr)
    qtbot.waitUntil(
        lambda: getattr(again.reading.reading, "citation", "") == WITHDRAW, timeout=PATIENCE
    )
    assert again.bar.field.query == "withdraw consent"
    assert own_gdpr in again.preferences.libraries


def test_late_answer_is_not_undone_in_other_library(
    open_window: OpenWindow, own_gdpr: Path, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.work.save("consent", "consent", "keyword")
    qtbot.waitUntil(lambda: "Saved" in window.status_line.news.text(), timeout=PATIENCE)
    with (
        qtbot.waitSignal(window.library.state_changed, timeout=PATIENCE),
        qtbot.waitSignal(window.work.marked, timeout=PATIENCE),
    ):
        window.view.reader_pane.side.noted.emit("tag", "consent")
        window.work.delete("consent")
        window.library.open(gdpr)
    wait_for_engine(window, qtbot)
    assert window.library.path == gdpr
    assert window.work.undo.count() == 0
    with Library.open(own_gdpr) as library, library.workbook() as book:
        assert ([mark.value for mark in book.marks()], book.saved()) == (["consent"], [])


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
    news = annotations_requests.shelf(library).news
    first: dict[Any, Any] = {}
    while news.waiting:
        before, news = news.waiting, annotations_requests.news(library, seconds=0)
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
        assert annotations_requests.shelf(library).news.waiting == 3
        assert searched == []
        annotations_requests.news(library, seconds=0)
        assert searched == ["consent"]
        assert all_news(library).counts == dict.fromkeys(("0", "1", "2"), 0)
        assert annotations_requests.shelf(library).news.waiting == 0  # as long as nothing is added
        assert len(searched) == 3


def test_decisions_are_listed_before_their_texts_are_looked_up(
    own_gdpr: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those on 3,000 texts took 18 s, which blocked the side panel; an export waits for all."""
    with Library.open(own_gdpr) as library:
        with library.workbook() as book:
            for number in (7, 8):
                subject = subject_of_provision(library, "32016R0679", f"art_{number}", "en")
                book.decisions.put(dataclasses.replace(subject, text="Older."), "complies")
        looked_up: list[str] = []
        show = library.law.show

        def counted(work: str, eid: str | None = None, **how: Any) -> Any:
            looked_up.append(eid or "")
            return show(work, eid, **how)

        monkeypatch.setattr(library.law, "show", counted)
        listed = annotations_requests.decisions(library, which="")
        assert ([item.is_changed for item in listed], looked_up) == ([False, False], [])
        assert annotations_requests.news(library, seconds=0).waiting == 1
        assert looked_up == [listed[0].decision.eid]
        assert [
            decision.is_changed for decision in annotations_requests.decisions(library, which="")
        ] == [
            True,
            False,
        ]
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
        assert language.long_day("2026-11-22T02:30:00.000000+00:00") == "21 Nov 2026"
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
            annotations_requests.put(library, place=bookmark(hit), kind="note", value=note)
        annotations_requests.put(library, place=bookmark(hits[0]), kind="tag", value="consent")
        found, notes = annotations_requests.places(library, kind="tag", value="consent")
        assert [notes[place.key] for place in found] == [["Ask the DPO."]]
        found, notes = annotations_requests.places(library, kind="note", value="")
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


def test_of_a_selection_of_paragraphs_the_first_is_looked_for(theme: Theme, qtbot: QtBot) -> None:
    pane = ReaderPane(theme)
    qtbot.addWidget(pane)
    paragraphs = tuple(Paragraph("", f"The {item} lease.", 0, (), False) for item in ("old", "new"))
    pane.show_reading(Reading("", "", "", paragraphs))
    pane.reader.selectAll()
    pane.open_find()
    assert pane.find_bar.edit.text() == "The old lease."
    assert pane.reader.marked() == ["The old lease."]


def test_find_in_page(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    pane = window.view.reader_pane
    hits = pane.reader.marked()
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is pane.find_bar.edit
    qtbot.keyClicks(pane.find_bar.edit, "lawful")
    assert set(pane.reader.marked()) == {"lawful"}
    assert pane.find_bar.count.text().startswith("Hit 1 /")
    qtbot.keyClick(pane.find_bar.edit, Qt.Key.Key_Escape)
    assert not pane.find_bar.isVisible()
    assert pane.reader.marked() == hits


def test_filters_are_chips(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent lang:en", WITHDRAW)
    chips = window.view.chips
    assert [chip.text() for chip in chips.chips] == ["Language: English  ✕"]
    chips.chips[0].click()
    qtbot.waitUntil(lambda: not chips.chips, timeout=PATIENCE)
    assert window.bar.field.query == "withdraw consent"
    chips._put("kind", "regulation")
    assert window.bar.field.query == "withdraw consent kind:regulation"
    qtbot.waitUntil(lambda: len(chips.chips) == 1, timeout=PATIENCE)


def test_many_filters_take_lines_rather_than_width(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    chips = window.view.chips
    window.resize(900, 600)
    filters = (
        "kind:regulation lang:en after:2000 before:2030 in-force:2020-01-01"
        ' authority:"european parliament and council"'
    )
    with qtbot.waitSignal(window.searching.answered, timeout=PATIENCE):
        window.view.set_query(f"consent {filters}")
    qtbot.waitUntil(lambda: chips.chips[-1].y() > chips.chips[0].y(), timeout=PATIENCE)
    assert window.width() == 900
    assert all(chip.geometry().right() <= chips.width() for chip in chips.chips)
    assert chips.chips[-1].geometry().bottom() <= chips.height()


def test_completion_offers_citations_and_earlier_searches(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    with Workbook(own_gdpr) as book:
        book.remember("withdraw consent")
    window = open_window(own_gdpr)
    offers: dict[str, list[str]] = {}
    window.searching.completed.connect(lambda prefix, found: offers.update({prefix: found}))
    for prefix, expected in (
        ("withd", "withdraw consent"),
        ("gdpr art 17", "Article 17 GDPR"),
    ):
        window.navigation.focus_field()
        window.bar.field.edit.clear()
        qtbot.keyClicks(window.bar.field.edit, prefix)
        qtbot.waitUntil(lambda prefix=prefix: prefix in offers, timeout=PATIENCE)  # type: ignore[misc]
        assert expected in offers[prefix]


def test_completion_is_taken_only_when_chosen(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    with Workbook(own_gdpr) as book:
        book.remember("withdraw consent")
    window = open_window(own_gdpr)
    field, results = window.bar.field, window.view.results

    def offered() -> QAbstractItemView:
        window.navigation.focus_field()
        field.edit.clear()
        qtbot.keyClicks(field.edit, "withdraw con")
        qtbot.waitUntil(field.completion_popup.isVisible, timeout=PATIENCE)
        search(window, qtbot, "withdraw con", WITHDRAW)
        return field.completion_popup

    qtbot.keyClick(offered(), Qt.Key.Key_Return)
    assert field.query == "withdraw con"
    for key, modifier, screen, goal in (
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, "search", field.edit),
        (Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier, "search", results.view),
        (Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier, "saved", None),
    ):
        popup = offered()
        qtbot.keyClick(popup, key, modifier)
        assert not popup.isVisible()
        assert window.screens.shown == screen
        assert goal in (None, window.focusWidget())
        assert field.property("focused") == (window.focusWidget() is field.edit)
    popup = offered()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert field.query == "withdraw consent"


def test_searches_are_not_kept_where_that_is_off(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    with Workbook(own_gdpr) as book:
        book.forget_earlier()
    window = open_window(own_gdpr)
    window.screens.settings.keeps.setChecked(False)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.searching.settle()
    window.screens.settings.keeps.setChecked(True)
    search(window, qtbot, "automated decision", "Article 22(1) Regulation (EU) 2016/679")
    window.searching.settle()
    window.close()
    with Workbook(own_gdpr) as book:
        assert book.earlier() == ["automated decision"]


def test_searches_that_were_forgotten_do_not_come_back_by_themselves(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)

    def is_offered() -> bool:
        return len(window.view.results.query_buttons) > len(wording.examples())

    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.searching.settle()
    window.view.set_query("")
    qtbot.waitUntil(is_offered, timeout=PATIENCE)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.searching.settle()
    window.forget_searches()
    qtbot.waitUntil(lambda: "deleted" in window.status_line.news.text(), timeout=PATIENCE)
    with qtbot.waitSignal(window.searching.answered, timeout=PATIENCE):
        window.library.ended.emit("")  # as when files were added
    window.searching.settle()
    window.close()
    again = open_window(own_gdpr)  # on what was searched last
    wait_for_reading(again, qtbot, WITHDRAW)
    again.searching.settle()
    again.close()
    with Workbook(own_gdpr) as book:
        assert book.earlier() == []


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_files_that_failed_are_listed_and_tried_again(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    broken = tmp_path / "broken.docx"
    broken.write_bytes(b"PK\x03\x04 no archive")
    window.add([broken])
    qtbot.waitUntil(lambda: "needs attention" in window.status_line.news.text(), timeout=PATIENCE)
    window.navigation.show_screen("index")
    card = window.screens.index.failed_card
    qtbot.waitUntil(lambda: card.model.rowCount() == 1, timeout=PATIENCE)
    assert window.screens.index.progress.title.text() == "You can search now"
    window.status_line.failed.click()
    assert card.table.hasFocus()
    card.all_again.click()
    assert window.library.adding is not None
    qtbot.waitUntil(lambda: window.library.adding is None, timeout=PATIENCE)
    assert card.model.path(0) == broken
