"""Texts of another date in the reader, and what stands beside them."""

import dataclasses
import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.conftest import (
    PATIENCE,
    WITHDRAW,
    OpenWindow,
    search,
    wait_for_engine,
    wait_for_reading,
)
from tests.gui.crafted_readings import make_two_versions, version

from lexdesk.document.model import Document, Provision, Relation
from lexdesk.library.library import Library
from lexdesk_gui.reader.readings import read, read_place, read_provision
from lexdesk_gui.reader.side_content import collect
from lexdesk_gui.wording import Badge, badge


def test_status_stands_above_hit_before_first_text(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.bar.dated.emit(datetime.date(2010, 1, 1))
    search(window, qtbot, "withdraw consent", WITHDRAW)
    hit = window.view.results.hit()
    assert hit is not None
    assert badge(hit, datetime.date(2010, 1, 1)) == Badge("No text yet", "notice")
    lines = window.view.reader.toPlainText().splitlines()
    sentence = "Regulation (EU) 2016/679   No text yet   this text dates from 27 Apr 2016"
    assert lines[0].startswith(sentence)
    assert lines[1] == "Article 7  Conditions for consent"  # all of it is read, as on any day
    assert [line[:2] for line in lines[2:]] == ["1.", "2.", "3.", "4."]


def test_day_in_query_is_that_of_reader_and_counts(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    make_two_versions(tmp_path / "library")
    window = open_window(tmp_path / "library")
    today = window.bar.day.text()
    window.view.set_query("firms comply as of 2015")
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=PATIENCE)
    assert "by 2016." in window.view.reader.toPlainText()
    assert "31 Dec 2015" in window.bar.day.text()
    kinds = window.view.facets.counts
    qtbot.waitUntil(lambda: any(count.text() == "1" for count in kinds.values()), timeout=PATIENCE)
    window.view.set_query("firms comply")
    qtbot.waitUntil(lambda: "by 2017." in window.view.reader.toPlainText(), timeout=PATIENCE)
    assert window.bar.day.text() == today


def test_text_opened_without_search_stays(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.read_provision("32016R0679", "art_7")  # as from Saved or Match
    wait_for_reading(window, qtbot, "Article 7 Regulation (EU) 2016/679")
    window.bar.dated.emit(datetime.date(2018, 3, 1))
    assert window.reading.reading is not None
    window.view.set_mode("keyword")
    assert window.reading.reading is not None
    window.library.ended.emit("1 file read.")
    assert window.reading.reading is not None


def test_on_another_day_the_words_of_that_day_are_copied_and_noted_on(tmp_path: Path) -> None:
    before, since = "Article 1\nFirms comply by 2016.", "Article 1\nFirms comply by 2017."
    versions = [version("2014-05-15", "2016-06-30", before), version("2016-07-01", None, since)]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(versions, vectors=False)
        place = read_provision(library, "firms", "art_1").place
        assert place is not None
        assert place.text == since
        earlier = read_place(library, place, datetime.date(2015, 1, 1)).place
        assert earlier is not None
        assert earlier.text == before
        assert read_place(library, earlier).place.text == since  # type: ignore[union-attr]

        none_yet = read_place(library, place, datetime.date(2010, 1, 1))
        gone = read_place(library, earlier, datetime.date(2010, 1, 1))
    assert none_yet.status.startswith(
        "the library has no text of On firms for 1 January 2010; it has one from "
    )
    assert none_yet.text.endswith("Firms comply by 2017.")
    assert gone.text.endswith("Firms comply by 2016."), "what was kept, which today's text lacks"


def test_text_amended_before_the_day_is_not_shown_as_in_force(tmp_path: Path) -> None:
    adopted = version("2014-05-15", None, "Article 1\nFirms comply by 2016.")
    amended = version("2020-01-01", None, "Article 1\nFirms comply by 2021.")
    by = tuple(Relation("amends", act, "") for act in ("32016L1034", "32019L2034"))
    amended = dataclasses.replace(amended, relations=by)
    acts = [
        dataclasses.replace(
            act, work="32014L0065", short_title="Directive 2014/65/EU", kind="directive"
        )
        for act in (adopted, amended)
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(acts, vectors=False)
        earlier = read_provision(library, "32014L0065", "art_1", as_of=datetime.date(2018, 1, 1))
        today = read_provision(library, "32014L0065", "art_1")
    assert "2016" in earlier.text and earlier.is_outdated
    assert earlier.force == "text not known"
    assert "2021" in today.text and today.force != "text not known"


def test_on_another_day_the_outline_is_that_of_the_text_of_the_day(tmp_path: Path) -> None:
    def act(first: str, last: str | None, *numbers: int) -> Document:
        document = version(first, last, "".join(f"Article {n}\nText {n}.\n" for n in numbers))
        starts = {n: document.text.index(f"Article {n}") for n in numbers}
        articles = (
            Provision(f"art_{n}", "article", str(n), "", f"Article {n}", None, at, at + 18)
            for n, at in starts.items()
        )
        return dataclasses.replace(document, provisions=tuple(articles))

    days = (datetime.date(2015, 1, 1), ["art_1", "art_2"]), (None, ["art_1", "art_3"])
    with Library.open(tmp_path / "library", create=True) as library:
        versions = act("2014-05-15", "2016-06-30", 1, 2), act("2016-07-01", None, 1, 3)
        library.sources.add_documents(versions, vectors=False)
        for day, expected in (*days, (datetime.date(2010, 1, 1), ["art_1", "art_3"])):
            place = read_provision(library, "firms", "art_1").place
            assert place is not None
            result = collect(library, place=place, eid="art_1", day=day).provisions
            assert [item["eid"] for item in result] == expected


def test_a_version_to_come_is_read_when_it_is_chosen(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    begins = datetime.date.today() + datetime.timedelta(days=30)
    ends = str(begins - datetime.timedelta(days=1))
    versions = [
        version("2014-05-15", ends, "Article 1\nFirms comply by 2016."),
        version(str(begins), None, "Article 1\nFirms comply by 2099."),
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(versions, vectors=False)
    window = open_window(tmp_path / "library")
    reader, timeline = window.view.reader, window.view.reader_pane.timeline
    window.read_provision("firms", "art_1")
    qtbot.waitUntil(lambda: len(timeline.stages) == 2, timeout=PATIENCE)
    assert "2016" in reader.toPlainText()
    assert timeline.value() == 0
    timeline.step(1)
    qtbot.waitUntil(lambda: "2099" in reader.toPlainText(), timeout=PATIENCE)
    assert window.reading.as_of == begins
    timeline.step(-1)
    qtbot.waitUntil(lambda: "2016" in reader.toPlainText(), timeout=PATIENCE)
    assert window.reading.as_of is None


def test_on_the_next_morning_today_is_another_day(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    text = window.bar.day.accessibleName()
    before = window.searching.answer
    window.bar.day.setAccessibleName("As of yesterday")
    window.reader_events.today = datetime.date.today() - datetime.timedelta(days=1)
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    assert window.bar.day.accessibleName() == text
    qtbot.waitUntil(lambda: window.searching.answer is not before, timeout=PATIENCE)


def test_a_note_on_another_passage_of_a_long_section_is_on_no_changed_text(tmp_path: Path) -> None:
    sentences = (
        f"The court of {town} hears whatever is brought before it in the {town} circuit. " * 10
        for town in ("Cork", "Galway", "Limerick")
    )
    text = "\n\n".join(sentences)
    section = Provision("sec_1", "section", "1", "Courts", "Section 1", None, 0, len(text))
    act = Document(text, "Courts Act", work="courts", language="en", provisions=(section,))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act])
        one, other, *_ = library.search("court", mode="keyword").hits
        with library.workbook() as book:
            note = book.put(one, "note", "as in 1924")
            was = book.put(dataclasses.replace(one, text="No court sits."), "note", "none")
        notes = [
            collect(
                library, place=place, eid=found.eid, day=None, valid_from=found.valid_from
            )
            for found in (
                read(library, other), read(library, one), read_provision(library, "courts", "sec_1"),
            )
            if (place := found.place)
        ]  # fmt: skip
        place = read(library, other).place
        assert place is not None
        assert read_place(library, place).place == place, "a passage, and not all of its section"
    assert [item.marks for item in notes] == [(), (note,), (note,)]
    assert [item.earlier_marks for item in notes] == [(was,)] * 3


def test_side_content_of_previous_provision_is_removed(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    pane = window.view.reader_pane
    search(window, qtbot, "withdraw consent", WITHDRAW)
    qtbot.waitUntil(lambda: pane.side.tabs.tabText(1) == "Cited by 1", timeout=PATIENCE)
    assert pane.timeline.stages
    assert window.reading.reading is not None
    # The engine is slow.
    pane.show_reading(dataclasses.replace(window.reading.reading, eid="art_8"))
    qtbot.waitUntil(lambda: pane.side.tabs.tabText(1) == "Cited by", timeout=PATIENCE)
    assert not pane.timeline.stages
    window.reading.request_side_content()
    qtbot.waitUntil(lambda: pane.side.tabs.tabText(1) == "Cited by 1", timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_new_side_content_starts_at_top(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    side = window.view.reader_pane.side
    window.reading.open_provision("32016R0679", "art_6")
    qtbot.waitUntil(lambda: "Article 83" in side.cited_by.toPlainText(), timeout=PATIENCE)
    side.tabs.setCurrentIndex(1)
    bar = side.cited_by.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    wait_for_engine(window, qtbot)
    assert bar.value() == 0


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_added_documents_update_side_content(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("As Article 8 of Regulation (EU) 2016/679 has it, we stop our circular.")
    with Library.open(own_gdpr) as library:
        before = len(library.law.references("32016R0679", "art_8").cited_by)
    window = open_window(own_gdpr)
    tabs = window.view.reader_pane.side.tabs
    search(window, qtbot, "withdraw consent", WITHDRAW)
    # not from the list, which is asked again by itself
    window.view.reader_pane.side.chosen.emit("art_8")
    qtbot.waitUntil(lambda: tabs.tabText(1) == f"Cited by {before}", timeout=PATIENCE)
    window.add([letter])
    qtbot.waitUntil(lambda: tabs.tabText(1) == f"Cited by {before + 1}", timeout=PATIENCE)
