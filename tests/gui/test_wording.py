"""Labels and sentences of the window."""

import dataclasses
import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.codes import sentence
from tests.failures import damaged, data, needs_password

from lexdesk.annotations.excerpt_export import write
from lexdesk.errors import (
    FileCode,
    LibraryCode,
    LibraryLocked,
    Message,
    NoLibrary,
    NoModel,
    PhraseCode,
    QueryCode,
    QueryError,
)
from lexdesk.extract import ocr
from lexdesk.extract.sniff import locked, locked_for_good, not_read
from lexdesk.ingest import AddReport, Progress
from lexdesk.ingest.unread_pages import describe_pages
from lexdesk.library.status import Status
from lexdesk.search.options import Mode
from lexdesk.search.results.hits import Answer, Hit
from lexdesk_gui import error_messages, status_bar, wording
from lexdesk_gui.file_failures import count_failures, find_remedy, withstood_passwords
from lexdesk_gui.indexing.indexing_requests import AdditionOutcome
from lexdesk_gui.indexing.library_writer import summarize
from lexdesk_gui.search.interpretation import Interpretation, find_notice
from lexdesk_gui.search.search_session import SearchSession

pytestmark = pytest.mark.usefixtures("theme")  # which speaks English

TODAY = datetime.date(2026, 11, 21)
HIT = Hit(
    rank=1,
    score=1.0,
    work="32016R0679",
    citation="Article 7(3) Regulation (EU) 2016/679",
    eid="art_7__para_3",
    title="General Data Protection Regulation",
    heading="Conditions for consent",
    text="The data subject shall have the right to withdraw.",
    highlights=[],
    path="/law/gdpr.xml",
    page=None,
    language="en",
    valid_from="2016-04-27",
    valid_to=None,
    why={"keyword": 12.83, "semantic": None},
)
DOCKET = "BGH, Beschluss vom 14.01.2010, IX ZB 72/08"
STATUS = Status(
    path="/law",
    files=1_204,
    failed=0,
    works=1_204,
    expressions=1_300,
    passages=61_904,
    vectors=0,
    vectors_ready=0.0,
    lexical_ready=True,
    languages={"en": 1_204},
    model=None,
    device="cpu",
    layout="",
    bytes=0,
)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, None),
        ({"valid_to": "2018-01-12"}, wording.Badge("Not in force", "bad")),
        ({"valid_from": "2027-08-02"}, wording.Badge("From 2 Aug 2027", "notice")),
        ({"status": "no text any more"}, wording.Badge("No text any more", "bad")),
        ({"status": "commencement unknown"}, wording.Badge("Commencement unknown", "notice")),
        ({"eid": None, "path": "/hr/notice.docx"}, wording.Badge("DOCX", "kind")),
        ({"eid": None, "path": None}, None),
    ],
)
def test_badge_states_known_facts_only(
    change: dict[str, Any], expected: wording.Badge | None
) -> None:
    assert wording.badge(dataclasses.replace(HIT, **change), TODAY) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, "Conditions for consent"),
        ({"copies": 2}, "Conditions for consent · 2 copies folded"),
        ({"valid_to": "2018-01-12"}, "Until 12 Jan 2018 · Conditions for consent"),
        ({"heading": ""}, "General Data Protection Regulation"),
        (
            {
                "heading": "",
                "eid": None,
                "path": "/policies/hr/notice.docx",
                "citation": "notice.docx, p. 3",
            },
            "hr",
        ),
        (
            {"heading": "", "eid": None, "path": "/eu/32016r0679/en.fmx4/CL2016R0679.xml"},
            "General Data Protection Regulation",
        ),
        (
            {
                "heading": "",
                "eid": None,
                "path": "/Urteile/a.txt",
                "citation": DOCKET,
                "title": DOCKET,
            },
            "Urteile",
        ),
    ],
)
def test_second_line(change: dict[str, Any], expected: str) -> None:
    assert wording.second_line(dataclasses.replace(HIT, **change)) == expected


def test_near_duplicate_precedes_place_of_result() -> None:
    text = wording.spoken(HIT, 2, TODAY, "Article 8(1) DSA")
    assert text.endswith("nearly identical to Article 8(1) DSA, result 1 of 2")


@pytest.mark.parametrize(
    ("mode", "total", "count", "note"),
    [
        ("keyword", 1, "1 result", "8 ms"),
        ("keyword", 4_260, "4,260 results", "top 2 shown · 8 ms"),
        ("hybrid", 1, "2 results", "1 by keyword · 8 ms"),
        ("semantic", 100, "2 nearest passages", "8 ms"),
    ],
)
def test_counts(mode: Mode, total: int, count: str, note: str) -> None:
    hits = [HIT] if total == 1 and mode == "keyword" else [HIT, HIT]
    answer = Answer("withdraw", "withdraw", mode, 8.2, total, 1.0, hits, "2026-11-21")
    assert (wording.result_count(answer), wording.result_note(answer)) == (count, note)


def test_query_for_a_provision_has_it_first() -> None:
    hits = [dataclasses.replace(HIT, named=True), HIT]
    answer = Answer("Art. 16 MiFID II", "", "hybrid", 8.2, 2_641, 1.0, hits, "2026-11-21")
    assert wording.result_note(answer).startswith("the cited provision first · top 2 shown")
    assert wording.result_note(answer, more_to_come=True).startswith("so far · ")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"passages": 0}, "The library is empty"),
        ({"lexical_ready": False}, "Updating the keyword index"),
        ({}, "Keyword search ready, no semantic index yet"),
        ({"vectors": 39_000, "vectors_ready": 0.63}, "Keyword search ready, semantic index 63 %"),
        ({"vectors": 61_891, "vectors_ready": 0.9998}, "Keyword search ready, semantic index 99 %"),
        ({"vectors": 61_904, "vectors_ready": 1.0}, "Keyword and semantic search ready"),
    ],
)
def test_readiness(change: dict[str, Any], expected: str) -> None:
    assert wording.readiness(dataclasses.replace(STATUS, **change)) == expected


DATA = data("meta.json")
DAMAGED, LOCKED = damaged("a.doc"), needs_password("b.doc")


@pytest.mark.parametrize(
    ("failures", "needing", "left_out"),
    [
        ({}, "", ""),
        ({"a.doc": DAMAGED}, "1 file needs attention", ""),
        ({"a.doc": DAMAGED, "b.doc": LOCKED}, "2 files need attention", ""),
        ({"meta.json": DATA}, "", "1 file left out"),
        (
            {"a.doc": DAMAGED, "1.json": DATA, "2.json": DATA},
            "1 file needs attention",
            "2 files left out",
        ),
    ],
)
def test_unread_files_are_counted(
    failures: dict[str, Message], needing: str, left_out: str
) -> None:
    assert status_bar.describe_attention(failures) == needing
    assert status_bar.describe_left_out(failures) == left_out


def test_library_counts() -> None:
    assert wording.counts(dataclasses.replace(STATUS, works=1)) == "1 document · 61,904 passages"


def test_last_change_has_time_on_same_day_only() -> None:
    now = datetime.datetime.now().astimezone()
    assert status_bar.describe_last_change(now) == f"Last change {now:%H:%M}"
    before = datetime.datetime(2024, 2, 29, 12, tzinfo=datetime.UTC)
    assert status_bar.describe_last_change(before) == "Last change 29 Feb 2024"


def test_a_locked_file_says_whether_passwords_were_tried() -> None:
    reasons = [needs_password("tried.pdf", tried) for tried in (0, 1, 5)]
    assert [withstood_passwords(reason) for reason in reasons] == [False, True, True]


@pytest.mark.parametrize(
    ("reason", "helps"),
    [
        (ocr.scan("a.png", Message(PhraseCode.PICTURE)).message, "recognise"),
        (needs_password("a.pdf"), "password"),
        (needs_password("a.pdf", 1), "password"),
        (needs_password("a.pdf", 2), "password"),
        (locked_for_good("a.odt").message, "show"),
        (not_read("a.wpd", PhraseCode.WORDPERFECT).message, "show"),
        (Message(FileCode.PDF_DAMAGED, name="a.pdf"), "show"),
        (Message(FileCode.PACKAGE_TRUNCATED, name="a.zip"), "show"),
        (Message(FileCode.OUT_OF_MEMORY, name="a.zip"), "again"),
        (Message(FileCode.TIMEOUT, name="a.docx", seconds=60), "again"),
        (Message(FileCode.ZIP_BOMB, name="a.7z", ratio=100), "show"),
        (Message(FileCode.EMPTY, name="a.txt"), "show"),
        (Message(FileCode.NOT_OPENED, name="a.txt", reason="I/O"), "again"),
        (Message(FileCode.FOLDER_LOST), "again"),
        (DATA, ""),
    ],
)
def test_the_one_thing_that_helps_with_a_file(reason: Message, helps: str) -> None:
    assert find_remedy(reason, can_recognise=True) == helps
    without_filter = find_remedy(reason, can_recognise=False)
    assert without_filter == ("show" if helps == "recognise" else helps)


def test_files_with_unread_pages_are_not_counted_as_unread() -> None:
    pages = describe_pages({2: FileCode.PAGES_DAMAGED, 5: FileCode.PAGES_DAMAGED})
    failures = {"/x/a.pdf": pages, "/x/b.pdf": damaged("b.pdf")}
    assert count_failures(failures) == (2, 1, 0)


@pytest.mark.parametrize(
    ("error", "mode", "expected"),
    [
        (
            QueryError(QueryCode.BRACKET_UNCLOSED_HERE, "(a", 0, 1, "a"),
            "keyword",
            error_messages.Complaint(
                "The bracket at character 1 is not closed.",
                (0, 1),
                error_messages.Repair("Use: a", query="a"),
            ),
        ),
        (
            QueryError(QueryCode.NO_WORD, "", 0, 0),
            "keyword",
            error_messages.Complaint(
                "The query contains no word; type one, such as consent.", (0, 1), None
            ),
        ),
        (
            NoModel(LibraryCode.NO_VECTORS, path="a"),
            "semantic",
            error_messages.Complaint(
                "This library has no semantic index yet.",
                None,
                error_messages.Repair("Keyword search", mode="keyword"),
            ),
        ),
        (
            LibraryLocked(LibraryCode.LOCKED, library="Library a"),
            "keyword",
            error_messages.Complaint(
                "Library a is being written by another program; wait, or stop that program."
            ),
        ),
    ],
)
def test_complaints(error: Exception, mode: Mode, expected: error_messages.Complaint) -> None:
    assert error_messages.make_complaint(error, mode) == expected


def test_no_library_speaks_of_no_command() -> None:
    _, explanation = error_messages.explain_no_library(
        NoLibrary(LibraryCode.NOT_FOUND_CREATE, folder="x"), None
    )
    assert "lexdesk add" not in explanation
    assert error_messages.explain_no_library(
        LibraryLocked(LibraryCode.WRITE_INTERRUPTED, folder="x"), None
    )[1].startswith("x holds a part of")


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (AdditionOutcome(AddReport(added=1, replaced=2)), "3 files read."),
        (
            AdditionOutcome(AddReport(gone=5)),
            "0 files read, 5 no longer on disk but still in the library.",
        ),
        (
            AdditionOutcome(AddReport(unchanged=4, removed=1_200)),
            "0 files read, 4 unchanged, 1,200 removed.",
        ),
        (
            AdditionOutcome(AddReport(unchanged=4, failed={"a.doc": DAMAGED})),
            "0 files read, 4 unchanged, 1 needs attention.",
        ),
        (
            AdditionOutcome(
                AddReport(added=34, failed={"a.doc": DAMAGED, "b.doc": LOCKED, "1.json": DATA})
            ),
            "34 files read, 2 need attention, 1 left out.",
        ),
        (
            AdditionOutcome(AddReport(added=1), no_meaning="no model"),
            "1 file read. Semantic search needs a model.",
        ),
        (AdditionOutcome(None, stopped=True), "Stopped; files already read stay in the library."),
    ],
)
def test_additions(outcome: AdditionOutcome, expected: str) -> None:
    assert summarize(outcome) == expected


def test_progress() -> None:
    assert wording.progress(Progress("read", 3, 40, "/x/lease.pdf")) == "3 of 40 files read"
    text = wording.progress(Progress("vectors", 3, 4_000))
    assert text == "Building the semantic index: 3 of 4,000 passages"


def test_why() -> None:
    assert wording.why(HIT) == "Why result 1:  keyword 12.8 (BM25)"
    found: dict[str, float | None] = {
        "keyword": 12.8,
        "semantic": 0.51,
        "evidence": 0.04,
        "cited": 0.31,
    }
    text = wording.why(dataclasses.replace(HIT, why=found))
    assert text == (
        "Why result 1:  keyword 12.8 (BM25) · semantic 0.51 (cosine) · more of this text +0.04"
        " · cited by passages like this +0.31"
    )
    of_a_filter = dataclasses.replace(HIT, why={"keyword": 0.0, "semantic": None})
    assert wording.why(of_a_filter) == "Why result 1:  conditions met"


def test_words_without_match_are_reported() -> None:
    said = sentence("No passage contains these words; these are the nearest semantic matches")
    near = Answer("cello", "cello", "hybrid", 8.2, 0, 1.0, [HIT], "2026-11-21", notice=said)
    assert find_notice(near, {}) == f"{said}."
    interpreted = find_notice(dataclasses.replace(near, notice=""), {})
    assert isinstance(interpreted, Interpretation)
    assert interpreted.plain().startswith("Reads as ")


@pytest.mark.parametrize("suffix", [".csv", ".docx"])
def test_unwritable_file_is_reported(suffix: str, tmp_path: Path) -> None:
    target = tmp_path / "no such folder" / f"results{suffix}"
    with pytest.raises(OSError) as raised:
        write([], target)
    message = error_messages.describe_failure(raised.value)
    assert message == f"{target} cannot be read or written: No such file or directory."


def test_locked_file_message_offers_password() -> None:
    message = error_messages.describe_failure(locked("term sheet.pdf"))
    assert message.startswith("term sheet.pdf is locked with a password; add it to the library and")


def test_partial_query_is_not_kept() -> None:
    engine = SimpleNamespace(ask=lambda *_: None, forget=lambda _: None)
    session = SearchSession(engine)  # type: ignore[arg-type]
    session._take(SimpleNamespace(hits=[], query="withdr", as_of=str(TODAY)))  # type: ignore[arg-type]
    assert session.settling.isActive()
    session.type("withdraw")
    assert not session.settling.isActive()


def test_cited_provision_is_not_said_to_meet_conditions() -> None:
    cited = dataclasses.replace(HIT, named=True, why={"keyword": None, "semantic": None})
    assert wording.why(cited) == "Why result 1:  exact citation"
    citing = dataclasses.replace(cited, named=False, query_cites=True)
    assert wording.why(citing) == "Why result 1:  the query cites it"
    assert wording.spoken(citing, 2, TODAY).endswith("the query cites it, result 1 of 2")
