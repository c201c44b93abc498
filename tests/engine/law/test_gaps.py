"""Days whose text the library lacks: no answer claims more than the stored versions show."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.codes import code_of, raises_code

from lexdesk import Library
from lexdesk.citations.references import find_references
from lexdesk.cli import run
from lexdesk.compliance import compute_coverage, compute_impact
from lexdesk.document.model import STATE, Document, Property, Provision, Relation
from lexdesk.errors import LawCode, Message, NoteCode, NotFound, StatusCode
from lexdesk.law.cross_references import CrossReferences

Captured = pytest.CaptureFixture[str]
WORK = "32014L0065"
FIRST, LAST = "2014-05-15", "2026-06-06"


def day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def version(
    valid_from: str | None,
    texts: dict[str, str],
    amended_by: tuple[str, ...] = (),
    how: str = "amends",
    **fields: Any,
) -> Document:
    """Make a version with these articles that incorporates the acts ``amended_by``."""
    text, provisions = "", []
    for eid, words in texts.items():
        number = eid.partition("_")[2]
        end = len(text) + len(words)
        provisions.append(
            Provision(eid, "article", number, "", f"Article {number}", None, len(text), end)
        )
        text += f"{words}\n\n"
    stated = {"work": WORK, "short_title": "Directive 2014/65/EU", "kind": "directive", **fields}
    return Document(
        text=text.rstrip("\n"), title="On markets", provisions=tuple(provisions), language="en",
        valid_from=day(valid_from), relations=tuple(Relation(how, act, "") for act in amended_by), **stated,
    )  # fmt: skip


ADOPTED = version(FIRST, {"art_1": "Firms comply by 2016.", "art_2": "Two."})
AMENDED = version(
    LAST, {"art_1": "Firms comply by 2027.", "art_2": "Two.", "art_3": "Three."},
    ("32016L1034", "32019L2034", "32024L0790"),
)  # fmt: skip


def library_of(path: Path, *documents: Document) -> Library:
    library = Library.open(path / "library", create=True)
    library.sources.add_documents([*documents], vectors=False)
    return library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with library_of(tmp_path, ADOPTED, AMENDED) as opened:
        yield opened


def test_later_text_in_another_language_is_named(tmp_path: Path, capsys: Captured) -> None:
    english = replace(ADOPTED, valid_to=day("2016-06-30"))
    czech = version("2016-07-01", {"clanek_1": "Podniky splní do roku 2018.", "clanek_2": "Dva."})
    with library_of(
        tmp_path, english, replace(ADOPTED, work="32014L0066"), replace(czech, language="cs")
    ) as library:
        assert code_of(library.law.show(WORK, "art_1").notice) is NoteCode.IN_OTHER_LANGUAGE
        assert library.law.show(WORK, "art_1", as_of="2016-06-30").notice == ""
        of_the_day = library.law.show(WORK, "art_1", as_of="2017-01-01")
        assert (of_the_day.eid, of_the_day.language) == ("clanek_1", "cs")
        assert str(of_the_day.notice).startswith("the library has this text in the language cs")
        asked = library.law.show(WORK, "art_2", language="cs")
        assert asked.text == "Dva." and "language" not in asked.notice
    assert run(["history", "-L", str(tmp_path / "library"), WORK, "art_1"]) == 0
    assert (
        "the text after 2016-06-30 is in the library in another language: cs"
        in capsys.readouterr().out
    )


def test_text_between_two_versions_is_not_known(library: Library) -> None:
    shown = library.law.show(WORK, "art_1", as_of="2023-01-01")
    assert (shown.text, shown.valid_from, shown.known_until) == (
        "Firms comply by 2016.", FIRST, "2015-12-31",
    )  # fmt: skip
    assert shown.valid_to == shown.known_until
    assert code_of(shown.notice) is NoteCode.AMENDED_SINCE
    assert str(shown.notice) == (
        "as of 31 December 2015; the act was amended since; the text of 1 January 2023 is not in the library"
    )
    assert library.law.show(WORK, "art_1", as_of="2015-06-01").notice == ""
    assert library.law.show(WORK, "art_1", as_of=LAST).known_until is None


def test_same_words_in_both_versions_are_one_state(library: Library) -> None:
    shown = library.law.show(WORK, "art_2", as_of="2023-01-01")
    assert (shown.valid_from, shown.valid_to, shown.notice) == (FIRST, None, "")


@pytest.mark.parametrize(("eid", "is_known"), [("art_1", False), ("art_2", True)])
def test_provision_amended_between_two_versions_of_same_words_is_not_known(
    tmp_path: Path, eid: str, is_known: bool
) -> None:
    """An act in the library amends Article 1 before the later text, which has the old words again."""
    text = "Article 1\n(1) in Article 1 of Directive 2014/65/EU, ‘2016’ is replaced by ‘2018’."
    amending = Document(
        text=text, title="Directive (EU) 2016/1034 amending Directive 2014/65/EU", kind="directive", work="32016L1034",
        language="en", valid_from=day("2016-06-23"), in_force_from=day("2016-07-01"),
        provisions=(Provision("art_1", "article", "1", "", "Article 1", None, 0, len(text)),),
        relations=(Relation("amends", "", WORK),),
    )  # fmt: skip
    amending = replace(amending, references=find_references(amending))
    later = version("2020-01-01", {"art_1": "Firms comply by 2016.", "art_2": "Two."})
    with library_of(tmp_path, ADOPTED, amending, later) as library:
        shown = library.law.show(WORK, eid, as_of="2018-01-01")
        assert ("not in the library" in shown.notice) is not is_known
        assert (shown.known_until is None) is is_known
        assert library.law.show(WORK, eid, as_of="2016-06-30").notice == ""
        changes = [stage.change for stage in library.law.history(WORK, eid).stages]
        assert changes == (["adopted"] if is_known else ["adopted", "unchanged"])


def test_inserted_provision_is_not_said_to_be_absent(library: Library) -> None:
    with raises_code(NotFound, LawCode.TEXT_NOT_HELD, "1 January 2023"):
        library.law.show(WORK, "art_3", as_of="2023-01-01")
    with raises_code(NotFound, LawCode.NOT_IN_TEXT):
        library.law.show(WORK, "art_3", as_of="2014-06-01")


def test_history_and_comparison_report_the_gap(library: Library, capsys: Captured) -> None:
    stages = library.law.history(WORK).stages
    assert [(stage.valid_to, stage.known_until) for stage in stages] == [
        ("2015-12-31", "2015-12-31"), (None, None),
    ]  # fmt: skip
    compared = library.law.compare(WORK, "art_1", "2023-01-01", 2)
    assert compared.old["known_until"] == "2015-12-31"
    path = str(library.path)
    library.close()
    assert run(["history", WORK, "-L", path]) == 0
    printed = capsys.readouterr().out
    assert "the text after 2015-12-31 is not known" in printed
    assert "amended, 2016-01-01 at the earliest" in printed


def test_text_after_a_gap_may_have_begun_in_it(library: Library) -> None:
    assert [s.earliest for s in library.law.history(WORK, "art_1").stages] == [None, "2016-01-01"]
    for eid, first in (("art_1", "2016-01-01"), ("art_2", None), ("art_3", "2016-01-01")):
        assert library.law.show(WORK, eid, as_of=LAST).earliest == first


def test_same_words_behind_a_gap_are_unchanged(tmp_path: Path) -> None:
    ended = version(FIRST, {"art_1": "One."}, valid_to=day("2016-06-30"))
    later = version("2018-01-01", {"art_1": "One."})
    with library_of(tmp_path, ended, later) as library:
        stages = library.law.history(WORK, "art_1").stages
        assert [(s.change, s.amended_by) for s in stages] == [("adopted", []), ("unchanged", [])]


def test_search_labels_text_of_other_day(library: Library) -> None:
    hit = library.search("firms comply", mode="keyword", as_of="2023-01-01").hits[0]
    assert hit.status == "text not known"
    assert "as of 31 December 2015; the act was amended since" in hit.status_sentence
    before = library.search("firms comply", mode="keyword", as_of="2015-01-01").hits[0]
    assert before.status != "text not known"


def test_citation_of_a_repealed_act_leads_to_its_last_articles(tmp_path: Path) -> None:
    notice = Document(
        text="Repealed.", title="On markets", work=WORK, kind="directive", language="en", valid_from=day(LAST),
        provisions=(Provision("document", "document", "", "", "", None, 0, 9),),
    )  # fmt: skip
    with library_of(tmp_path, ADOPTED, notice) as library:
        references = CrossReferences(library.store, ("en",))
        located = [references.locate(WORK, "", eid) for eid in ("art_2", "art_9")]
    assert [one and one.provision and one.provision.eid for one in located] == ["art_2", None]


def test_one_new_act_made_the_later_version(tmp_path: Path) -> None:
    later = version("2020-01-01", {"art_1": "Firms comply."}, ("32019L2034",))
    with library_of(tmp_path, ADOPTED, later) as library:
        assert library.law.show(WORK, "art_1", as_of="2019-12-31").valid_to == "2019-12-31"
        assert [stage.known_until for stage in library.law.history(WORK).stages] == [None, None]


def test_act_in_library_amended_the_last_version(tmp_path: Path) -> None:
    amending = Document(
        text="Article 1\nDirective 2014/65/EU is amended.", title="Amending", kind="directive", work="32016L1034",
        language="en", valid_from=day("2016-06-23"), in_force_from=day("2016-07-01"),
        relations=(Relation("amends", "", WORK),),
    )  # fmt: skip
    with library_of(tmp_path, ADOPTED, amending) as library:
        assert library.law.show(WORK, "art_1").known_until == "2016-06-30"
        assert library.law.show(WORK, "art_1", as_of="2016-06-30").notice == ""
        assert "amended since" in library.law.show(WORK, "art_1", as_of="2016-07-01").notice


def test_text_after_its_stated_end_is_not_known(tmp_path: Path) -> None:
    ended = version(FIRST, {"art_1": "One."}, valid_to=day("2016-06-30"))
    later = version("2018-01-01", {"art_1": "Other."})
    with library_of(tmp_path, ended, later) as library:
        shown = library.law.show(WORK, "art_1", as_of="2017-01-01")
        assert (shown.text, shown.known_until) == ("One.", "2016-06-30")
        assert "the text of 1 January 2017 is not in the library" in shown.notice


def test_work_without_later_text_is_not_said_to_be_in_force(tmp_path: Path) -> None:
    ended = version(
        FIRST, {"art_1": "One."}, valid_to=day("2016-06-30"), in_force_from=day("2015-01-20")
    )
    with library_of(tmp_path, ended) as library:
        shown = library.law.show(WORK, "art_1", as_of="2020-01-01")
        assert shown.status_sentence == "entered into force on 20 January 2015"
        hit = library.search("One", mode="keyword", as_of=day("2020-01-01")).hits[0]
        assert hit.status_sentence.endswith("entered into force on 20 January 2015")


def test_corrigenda_are_no_amendments(tmp_path: Path) -> None:
    corrected = version(
        "2014-07-02", {"art_1": "Firms shall comply."}, ("32014L0065R(01)", "32014L0065R(02)"), "corrects",
    )  # fmt: skip
    with library_of(tmp_path, ADOPTED, corrected) as library:
        stages = library.law.history(WORK, "art_1").stages
        assert [stage.change for stage in stages] == ["adopted", "corrected"]
        assert all(stage.known_until is None and not stage.amended_by for stage in stages)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Corrigendum to Directive 2014/65/EU on markets\n\nOn page 4, Article 1:\n\nfor: ‘2016’,"),
        ("en", "L 1/1\n\nCORRIGENDA\n\nCorrigendum to Directive 2014/65/EU on markets\n\nOn page 4:"),
        ("de", "Berichtigung der Richtlinie 2014/65/EU über Märkte\n\nSeite 4, Artikel 1:"),
        ("fr", "Rectificatif à la directive 2014/65/UE concernant les marchés\n\nPage 4:"),
        ("es", "Corrección de errores de la Directiva 2014/65/UE relativa a los mercados"),
    ],
)  # fmt: skip
def test_corrigendum_beside_the_act_is_named(tmp_path: Path, language: str, text: str) -> None:
    """A corrigendum corrects a text from its first day on, and makes no version."""
    corrigendum = Document(text=text, title=text[:20], work="corrigendum", language=language)
    corrigendum = replace(corrigendum, references=find_references(corrigendum))
    later = version("2018-01-01", {"art_1": "Firms comply."}, ("corrigendum",), "corrects")
    unrelated = version(FIRST, {"art_1": "Firms."}, work="32014L0066")
    with library_of(tmp_path, ADOPTED, corrigendum, later, unrelated) as library:
        for as_of, is_corrected in ((FIRST, True), (None, False)):  # the later text lists it
            notice = library.law.show(WORK, "art_1", as_of=as_of).notice
            assert ("corrected by" in notice) is is_corrected
        assert "corrected" not in library.law.show("32014L0066").notice
        assert "corrected by" in str(library.law.compare(WORK, "art_1", FIRST, 2).old["notice"])
        assert len(library.law.history(WORK).stages) == 2


def test_history_says_that_later_changes_are_not_known(tmp_path: Path, capsys: Captured) -> None:
    with library_of(tmp_path, ADOPTED) as library:
        path = str(library.path)
        assert library.law.history(WORK).notice == library.law.show(WORK).notice
    for place in ([WORK], [WORK, "art_1"]):
        assert run(["history", *place, "-L", path]) == 0
        assert "later amendments or repeal are not known" in capsys.readouterr().out


def test_act_did_not_make_a_text_older_than_itself(tmp_path: Path) -> None:
    early = version("2016-07-01", {"art_1": "Firms must comply."})
    with library_of(tmp_path, ADOPTED, early, AMENDED) as library:
        assert [act.work for act in library.law.history(WORK).stages[1].amended_by] == [
            "32016L1034"
        ]


def test_repeal_removes_no_provision(tmp_path: Path) -> None:
    notice = Document(
        text="Repealed by Directive 2030/1.", title="On markets", kind="directive", work=WORK, language="en",
        valid_from=day("2024-01-01"), in_force_to=day("2023-12-31"),
    )  # fmt: skip
    with library_of(tmp_path, ADOPTED, notice) as library:
        stages = library.law.history(WORK).stages
        assert [stage.change for stage in stages] == ["adopted", "repealed"]
        assert stages[1].provisions is not None and stages[1].provisions.removed == []
        assert library.law.history(WORK, "art_1").stages[0].end == "repealed"
        for old, new in ((1, 2), (datetime.date(2015, 1, 1), datetime.date(2025, 1, 1))):
            found = compute_impact(library, WORK, old, new)
            assert found.provisions == []
            assert StatusCode.WAS_IN_FORCE_TO in {
                code for note in found.notes if isinstance(note, Message) for code in note.codes()
            }
        assert [p.eid for p in compute_coverage(library, WORK).provisions] == ["art_1", "art_2"]


@pytest.mark.parametrize(
    ("as_of", "code"),
    [(None, NoteCode.STATE_OF), ("2010-01-01", NoteCode.STATE_BEFORE_OR_AFTER)],
)
def test_undated_statute_is_of_the_state_that_it_names(
    tmp_path: Path, as_of: str | None, code: NoteCode, capsys: Captured
) -> None:
    statute = version(
        None, {"para_1": "§ 1 Die Ehe ist frei."}, work="DE-x", kind="statute",
        properties=(Property(STATE, "2021-05-07"),),
    )  # fmt: skip
    with library_of(tmp_path, statute) as library:
        assert code_of(library.law.show("DE-x", as_of=as_of).notice) is code
        assert library.law.history("DE-x").stages[0].change == "undated"
        path = str(library.path)
    assert run(["history", "DE-x", "-L", path]) == 0
    assert "as of the state of 2021-05-07" in capsys.readouterr().out


def test_point_of_a_subparagraph_is_found_by_its_paragraph(tmp_path: Path) -> None:
    """Article 9(6)(a) is in the second subparagraph; an archive names it by the paragraph alone."""
    inside = "art_9__para_6__subpara_2__point_"
    eids = ("art_9", "art_9__para_6", "art_9__para_6__subpara_2", f"{inside}a", f"{inside}b",
            "art_9__para_6__subpara_3", "art_9__para_6__subpara_3__point_b")  # fmt: skip
    text = "Six. (a) One. (b) Two. (b) Three."
    spans = ((0, 33), (0, 33), (5, 22), (5, 13), (14, 22), (23, 33), (23, 33))
    formex = Document(
        text=text, title="On markets", work=WORK, kind="directive", language="en", valid_from=day(LAST),
        provisions=tuple(
            Provision(eid, "point", "", "", eid, eid.rpartition("__")[0] or None, *span)
            for eid, span in zip(eids, spans, strict=True)
        ),
    )  # fmt: skip
    archived = version(FIRST, {"art_9__para_6__point_a": "(a) One."})
    with library_of(tmp_path, archived, formex) as library:
        shown = library.law.show(WORK, "art_9__para_6__point_a")
        assert (shown.text, shown.valid_from, shown.version["valid_from"]) == (
            "(a) One.",
            FIRST,
            LAST,
        )
        assert library.law.show(WORK, "art_9__para_6__point_a", as_of=FIRST).text == "(a) One."
        with raises_code(NotFound, LawCode.PROVISION_MISSING_BUT):
            library.law.show(WORK, "art_9__para_6__point_b")  # in two subparagraphs


def amending(work: str, adopted: str) -> Document:
    """Make an amending act whose entry into force counts from a publication of an unknown day."""
    return Document(
        text="Article 1\nDirective 2014/65/EU is amended.", title="Amending", kind="directive", work=work,
        language="en", valid_from=day(adopted), relations=(Relation("amends", "", WORK),),
    )  # fmt: skip


def test_amendment_on_an_unknown_day_limits_the_last_text(tmp_path: Path) -> None:
    with library_of(tmp_path, ADOPTED, amending("32016L1034", "2016-06-23")) as library:
        shown = library.law.show(WORK, "art_1", as_of="2019-01-01")
        assert code_of(shown.notice) is NoteCode.AMENDED_ON_UNKNOWN_DAY
        assert shown.known_until == library.law.history(WORK).stages[0].known_until == "2016-06-22"
        assert library.law.show(WORK, "art_1", as_of="2016-06-22").notice == ""


def test_two_amendments_on_unknown_days_leave_a_gap_before_the_next_text(tmp_path: Path) -> None:
    acts = (amending("32016L1034", "2016-06-23"), amending("32019L2034", "2019-11-27"))
    later = version("2020-06-01", {"art_1": "Firms comply by 2018.", "art_2": "Two."})
    with library_of(tmp_path, ADOPTED, *acts, later) as library:
        assert library.law.show(WORK, "art_1", as_of="2018-01-01").known_until == "2016-06-22"
        assert library.law.show(WORK, "art_1", as_of="2020-06-01").known_until is None
    with library_of(tmp_path / "one", ADOPTED, acts[0], later) as library:  # it made the later text
        assert library.law.show(WORK, "art_1", as_of="2018-01-01").known_until is None


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("as amended by Directive (EU) 2016/1034", NoteCode.AMENDMENTS_HELD),
        ("in der Fassung der Richtlinie (EU) 2016/1034", NoteCode.AMENDMENTS_HELD),
        ("as last amended by Directive (EU) 2027/1", NoteCode.AMENDMENTS_LATER),
        ("modifiée par la loi du 1er mars 2020", NoteCode.AMENDMENTS_UNKNOWN),
        ("as amended by Directive 2008/10/EC", NoteCode.AMENDMENTS_UNKNOWN),
    ],
)
def test_text_as_amended_by_an_act_is_that_text_or_not(
    library: Library, asked: str, code: NoteCode
) -> None:
    request = f"Article 1 Directive 2014/65/EU {asked}"
    notices = library.law.show(request).notice, library.search(request, mode="keyword").notice
    assert all(isinstance(n, Message) and code in n.codes() for n in notices)
    assert library.search(request, mode="keyword").hits[0].named


def test_first_text_as_amended_by_an_act_is_named(library: Library) -> None:
    notice = library.law.show(
        f"Article 1 {WORK} as amended by Directive (EU) 2016/1034", as_of=FIRST
    ).notice
    assert code_of(notice) is NoteCode.AMENDMENTS_FIRST_HELD and "6 June 2026" in notice


def write_notice(folder: Path, head: str) -> Path:
    """Write the notice of a repeal that an archive dates by the adoption of the act."""
    text = f"{head}This text is meant purely as a documentation tool. DIRECTIVE 2003/71/EC Repealed by: Regulation (EU) 2017/1129"
    record = {
        "schema": "lex-articles/1", "lex_id": "eu-eurlex:32003l0071:2003-11-04", "language": "en",
        "title": "Directive 2003/71/EC of 4 November 2003", "valid_from": "2003-11-04", "valid_to": None,
        "provisions": [{"anchor": "document", "type": "document", "text_md": text}],
    }  # fmt: skip
    path = folder / "works" / "32003l0071" / "versions" / "2003-11-04" / "en.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(record))
    return path


@pytest.mark.parametrize(
    ("head", "begin", "end"),
    [
        ("02003L0071 — EN — 21.07.2019 — 007.001 ", "2019-07-21", "2019-07-20"),
        ("02003L0071 — EN — 31.02.2019 — 007.001 ", "2003-11-04", None),
        ("32009L0001 — EN — 21.07.2019 — 007.001 ", "2003-11-04", None),
        ("", "2003-11-04", None),
    ],
)
def test_notice_of_repeal_dated_by_adoption_states_no_repeal_then(
    tmp_path: Path, head: str, begin: str, end: str | None
) -> None:
    write_notice(tmp_path, head)
    with library_of(tmp_path) as library:
        library.sources.add([tmp_path / "works"], vectors=False)
        shown = library.law.show("32003L0071")
        assert (shown.version["valid_from"], shown.in_force_to) == (begin, end)
        change = library.law.history("32003L0071").stages[0].change
        assert (change == "repealed") is (end is not None)
        if end:
            with raises_code(NotFound, LawCode.TEXT_UNKNOWN):
                library.law.show("32003L0071", as_of="2010-01-01")


def test_files_of_different_formats_are_not_compared(tmp_path: Path) -> None:
    """Line breaks, tables and headings missing from one format are no amendments."""
    record = {
        "schema": "lex-articles/1", "lex_id": "eu-eurlex:32014l0065:2016-01-01", "language": "en",
        "title": "Directive 2014/65/EU", "valid_from": "2016-01-01", "valid_to": None,
        "provisions": [{"anchor": "art_1", "type": "article", "text_md": "Firms | comply | now."}],
    }  # fmt: skip
    path = tmp_path / "works" / "32014l0065" / "versions" / "2016-01-01" / "en.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(record))
    with library_of(tmp_path, ADOPTED) as library:
        library.sources.add([tmp_path / "works"], vectors=False)
        last = library.law.history(WORK).stages[-1]
        assert (last.is_compared, last.provisions, last.inserted) == (False, None, 0)
        assert last.change == "not compared"
        compared = library.law.compare(WORK, "art_1", 1, 2)
        assert "files of different formats" in str(compared.new["notice"])
        assert not library.law.history(WORK, "art_1").stages[-1].is_compared
