"""A work as of a day, its history, and the commands that print them."""

from __future__ import annotations

import dataclasses
import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.compliance import compute_coverage
from lexdesk.compliance.doc2doc.long_query import query_from_work
from lexdesk.document.model import Document, Provision, Reference, Relation
from lexdesk.errors import LawCode, Message, NoteCode, NotFound
from lexdesk.storage.statements import Statements

Captured = pytest.CaptureFixture[str]
WORK = "32014L0065"


def day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def version(
    valid_from: str | None, valid_to: str | None, texts: dict[str, str], **fields: Any
) -> Document:
    """An expression with these articles and recitals, one below the other."""
    text, provisions = "", []
    for eid, words in texts.items():
        number = eid.partition("_")[2]
        kind = "recital" if eid.startswith("rec") else "article"
        label = f"{kind.capitalize()} {number}"
        provisions.append(
            Provision(eid, kind, number, "", label, None, len(text), len(text) + len(words))
        )
        text += f"{words}\n\n"
    return Document(
        text=text.rstrip("\n"), title="On markets", provisions=tuple(provisions), language="en",
        valid_from=day(valid_from), valid_to=day(valid_to),
        **{"work": WORK, "short_title": "Directive 2014/65/EU", "kind": "directive", **fields},
    )  # fmt: skip


VERSIONS = [
    version("2014-05-15", "2016-06-30",
            {"rec_1": "Markets matter.", "art_1": "Firms comply by 3 July 2016.", "art_2": "Two.", "art_3": "Three."},
            in_force_from=day("2014-07-02"), applies_from=day("2017-01-03")),
    version("2016-07-01", "2019-12-31",
            {"art_1": "Firms comply by 3 July 2017.", "art_2": "Two.", "art_3_bis": "Three."},
            applies_from=day("2018-01-03")),
    version("2020-01-01", None,
            {"art_1": "Firms comply by 3 July 2017.", "art_3_bis": "Three.", "art_4": "Four."}),
]  # fmt: skip
AMENDING = version(
    "2016-06-23", None, {"art_1": "Directive 2014/65/EU is amended."}, work="32016L1034",
    short_title="Directive (EU) 2016/1034", in_force_from=day("2016-07-01"),
    relations=(Relation("amends", "", WORK),),
)  # fmt: skip
LATER = version(
    "2019-11-27", None, {"art_2": "Article 4 of Directive 2014/65/EU is inserted."}, work="32019L2034",
    short_title="Directive (EU) 2019/2034",
    references=(Reference(0, 9, "art_2", "amends", WORK, "", "art_4"),),
)  # fmt: skip
LEASE = Document(text="The rent is due monthly.", title="Lease", work="lease", language="en")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add_documents([*VERSIONS, AMENDING, LATER, LEASE], vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("eid", "on", "text", "valid_from", "valid_to"),
    [
        ("art_1", "2014-05-15", "Firms comply by 3 July 2016.", "2014-05-15", "2016-06-30"),
        ("art_1", "2016-06-30", "Firms comply by 3 July 2016.", "2014-05-15", "2016-06-30"),
        ("art_1", "2018-01-01", "Firms comply by 3 July 2017.", "2016-07-01", None),
        ("art_1", "2030-01-01", "Firms comply by 3 July 2017.", "2016-07-01", None),
        ("art_2", "2018-01-01", "Two.", "2014-05-15", "2019-12-31"),
        ("ART_2", "2018-01-01", "Two.", "2014-05-15", "2019-12-31"),
        ("rec_1", "2025-01-01", "Markets matter.", "2014-05-15", None),  # as adopted
        ("document", "2020-01-01", "Firms comply by 3 July 2017.\n\nThree.\n\nFour.", "2020-01-01", None),
        (None, "2016-07-01", "Firms comply by 3 July 2017.\n\nTwo.\n\nThree.", "2016-07-01", "2019-12-31"),
    ],
)  # fmt: skip
def test_text_as_of_day(
    library: Library, eid: str | None, on: str, text: str, valid_from: str, valid_to: str | None
) -> None:
    shown = library.law.show("32014l0065", eid, as_of=day(on))
    assert (shown.text, shown.valid_from, shown.valid_to) == (text, valid_from, valid_to)
    assert shown.work == WORK


@pytest.mark.parametrize(
    ("eid", "on", "says"),
    [
        ("art_1", "2014-05-14", "no text of Directive 2014/65/EU for 14 May 2014; it has one from 15 May 2014 on"),
        ("rec_1", "2014-05-14", "for 14 May 2014; it has one from 15 May 2014 on"),
        ("art_2", "2020-01-01", "^Article 2 .* is not in the text of 1 January 2020, the last .* has it from 15 May"),
        ("art_4", "2019-12-31", "^Article 4 .* is not in the text of 1 July 2016, the last .* has it from 1 January"),
        ("art_9", "2019-12-31", r"has no provision art_9 in this library; there are, for example: Article 1 \(art_1\), "),
    ],
)  # fmt: skip
def test_absent_text_as_of_day(library: Library, eid: str, on: str, says: str) -> None:
    with pytest.raises(NotFound, match=says):
        library.law.show(WORK, eid, as_of=day(on))


def test_dates_of_several_languages_are_reported_once(library: Library) -> None:
    german = version("2014-06-01", None, {"art_1": "Firmen handeln."})
    library.sources.add_documents([dataclasses.replace(german, language="de")], vectors=False)
    with pytest.raises(NotFound) as problem:
        library.law.show(WORK, as_of=day("2014-05-14"))
    assert str(problem.value).endswith("; it has one from 15 May 2014 on")


def test_three_periods_are_distinct(library: Library) -> None:
    shown = library.law.show(WORK, "art_1", as_of=day("2016-12-01"))
    assert shown.version == {"valid_from": "2016-07-01", "valid_to": "2019-12-31"}
    assert (shown.in_force_from, shown.applies_from) == ("2014-07-02", "2018-01-03")
    assert shown.status == "not yet applicable"
    assert (
        shown.status_sentence
        == "in force since 2 July 2014 (no repeal in the library), applies from 3 January 2018"
    )


def test_default_text_is_todays_not_future(tmp_path: Path) -> None:
    begins = datetime.date.today() + datetime.timedelta(days=30)
    to_come = version(begins.isoformat(), None, {"art_1": "Firms comply by 3 July 2099."})
    with Library.open(tmp_path / "to come", create=True) as library:
        library.sources.add_documents([*VERSIONS, to_come], vectors=False)
        assert library.law.show(WORK, "art_1").text == "Firms comply by 3 July 2017."
        assert library.law.show(WORK, "art_1", as_of=begins).text == to_come.text
        assert compute_coverage(library, WORK).valid_from == "2020-01-01"
        assert "3 July 2099" not in query_from_work(library.search.retriever("keyword"), WORK).text
        assert library.law.show(WORK, "art_2").text == "Two."  # as it was last


def test_work_without_dates_is_always_shown_and_has_no_status(library: Library) -> None:
    shown = library.law.show("lease", as_of=day("1999-01-01"))
    assert shown.text == "The rent is due monthly."
    assert (shown.valid_from, shown.status, shown.amended_by) == (None, None, [])


@pytest.mark.parametrize(
    ("eid", "on", "works"),
    [
        ("art_1", "2015-01-01", []),  # as adopted
        ("art_1", "2017-01-01", [("32016L1034", "2016-07-01")]),  # in force on that very day
        ("art_4", "2021-01-01", [("32019L2034", None)]),  # says that it amends this article
    ],
)
def test_amended_by(
    library: Library, eid: str, on: str, works: list[tuple[str, str | None]]
) -> None:
    amended = library.law.show(WORK, eid, as_of=day(on)).amended_by
    assert [(document.work, document.date) for document in amended] == works
    assert all(document.citation.startswith("Directive (EU)") for document in amended)


def test_amending_acts_are_cited_in_text_language(tmp_path: Path) -> None:
    two = [
        version("2014-05-15", "2020-12-31", {"art_1": "One."}),
        version("2021-01-01", None, {"art_1": "One and more."}),
    ]
    english = version(
        "2020-12-01", None, {"art_1": "On firms."}, work="32020L0001", in_force_from=day("2021-01-01"),
        short_title="Directive (EU) 2020/1", relations=(Relation("amends", "", WORK),),
    )  # fmt: skip
    german = dataclasses.replace(english, language="de", short_title="Richtlinie (EU) 2020/1")
    two += [dataclasses.replace(item, language="de") for item in two]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*two, german, english], vectors=False)
        (amended,) = library.law.show(WORK, "art_1", language="en").amended_by
        assert amended.citation == "Directive (EU) 2020/1"
        (amended,) = library.law.show(WORK, "art_1", language="de").amended_by
        assert amended.citation == "Richtlinie (EU) 2020/1"


def test_possible_amendments_are_marked(tmp_path: Path, capsys: Captured) -> None:
    """A text that begins on a day without any amendment of the work taking effect."""
    path = str(tmp_path / "library")
    two = [
        version("2014-05-15", "2020-12-31", {"art_1": "One."}),
        version("2021-01-01", None, {"art_1": "One and more.", "art_4": "Four."}),
    ]
    others = [
        version(
            f"201{n}-05-20", None, {"art_1": "On firms."}, work=f"3201{n}L000{n}", short_title=f"Directive {n}",
            relations=(Relation("amends", "", WORK),),
        )
        for n in (8, 9)
    ]  # fmt: skip
    with Library.open(path, create=True) as library:
        library.sources.add_documents([*two, LATER, *others], vectors=False)
        result = library.law.history(WORK, "art_1").stages[1].amended_by
        assert [(document.citation, document.possibly) for document in result] == [
            ("Directive 8", True), ("Directive 9", True),
        ]  # fmt: skip
    for arguments, says in (
        (["history", WORK, "art_1"], "amended, +2 -0 words, perhaps by one or more of: Directive 8, Directive 9\n"),
        (["show", WORK, "art_1"], "\namended perhaps by one or more of: Directive 8, Directive 9\n"),
        (["history", WORK, "art_4"], "inserted, perhaps by Directive (EU) 2019/2034\n"),
    ):  # fmt: skip
        assert run([*arguments, "-L", path]) == 0
        assert says in capsys.readouterr().out


def test_text_after_missing_ones_may_be_of_several_acts(tmp_path: Path) -> None:
    """One act takes effect on the day of the text, another on a day whose text is missing."""
    two = [
        version("2014-05-15", None, {"art_1": "One."}),
        version("2021-01-01", None, {"art_1": "One and more."}),
    ]
    acts = [
        version(f"{year}-01-10", None, {"art_1": "On firms."}, work=f"3{year}L0001", short_title=f"Directive {year}",
                in_force_from=day(force), relations=(Relation("amends", "", WORK),))
        for year, force in ((2018, "2018-02-01"), (2020, "2021-01-01"))
    ]  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*two, *acts], vectors=False)
        stage = library.law.history(WORK, "art_1").stages[1]
    assert stage.earliest == "2018-02-01"
    assert {(act.citation, act.possibly) for act in stage.amended_by} == {
        ("Directive 2018", True), ("Directive 2020", True),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("adopted", "consolidated"),
    [
        ("Article 1\n\nIt ends. This Regulation shall be binding in its entirety and directly applicable in all "
         "Member States.", "It ends."),
        ("As in an act of the Council (6), firms comply.", "As in an act of the Council (1), firms comply."),
        ("| (a) | for:(i)one;(ii)two; |\n| --- | --- |\n| (i) | one; |\n| (ii) | two; |", "(a) for: (i) one; (ii) two;"),
    ],
)  # fmt: skip
def test_edition_is_no_amendment(tmp_path: Path, adopted: str, consolidated: str) -> None:
    two = [
        version("2014-05-15", "2016-06-30", {"art_1": adopted}),
        version("2016-07-01", None, {"art_1": consolidated}),
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(two, vectors=False)
        assert [stage.change for stage in library.law.history(WORK, "art_1").stages][1:] in (
            [], ["unchanged"],
        )  # fmt: skip


def test_history_of_provision(library: Library) -> None:
    stages = library.law.history(WORK, "art_1").stages
    assert [(s.number, s.change, s.valid_from, s.inserted, s.deleted) for s in stages] == [
        (1, "adopted", "2014-05-15", 6, 0),
        (2, "amended", "2016-07-01", 1, 1),
    ]
    (two,) = library.law.history(WORK, "art_2").stages
    assert (two.change, two.end, two.later) == ("adopted", "removed", None)
    (three,) = library.law.history(WORK, "art_3").stages
    assert (three.end, three.later) == ("renumbered", "art_3_bis")
    (bis,) = library.law.history(WORK, "art_3_bis").stages
    assert (bis.change, bis.formerly, bis.end) == ("renumbered", "art_3", "")
    (four,) = library.law.history(WORK, "art_4").stages
    assert (four.change, four.valid_from) == ("inserted", "2020-01-01")
    (recital,) = library.law.history(WORK, "rec_1").stages
    assert (recital.change, recital.end, recital.valid_to) == ("adopted", "", None)


def test_history_of_work(library: Library) -> None:
    first, second, third = library.law.history(WORK).stages
    assert (first.change, first.provisions) == ("adopted", None)
    assert second.provisions is not None
    assert third.provisions is not None
    assert second.provisions.amended == ["art_1"]
    assert second.provisions.renumbered == {"art_3": "art_3_bis"}
    assert (second.inserted, second.deleted) == (1, 1)  # recitals that are left out do not count
    assert (third.provisions.inserted, third.provisions.removed) == (["art_4"], ["art_2"])


@pytest.mark.parametrize("eid", [None, "art_1"])
def test_statements_of_a_history_grow_with_its_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, eid: str | None
) -> None:
    """Each of 300 versions asked for the dates of all: 90,000 statements, 3 s."""
    count, execute = 0, Statements.execute

    def counted(statements: Statements, statement: str, values: Any = ()) -> Any:
        nonlocal count
        count += 1
        return execute(statements, statement, values)

    monkeypatch.setattr(Statements, "execute", counted)
    needed = []
    for many in (20, 80):
        with Library.open(tmp_path / str(many), create=True) as library:
            library.sources.add_documents(
                [version(f"{1900 + n}-01-01", None, {"art_1": f"Text {n}."}) for n in range(many)],
                vectors=False,
            )
            count = 0
            assert len(library.law.history(WORK, eid).stages) == many
            needed.append(count)
    assert needed[1] < 5 * needed[0], needed


def test_missing_preamble_of_a_consolidated_text_is_not_deleted(library: Library) -> None:
    compared = library.law.compare(WORK, None, 1, 2)
    assert (compared.inserted, compared.deleted) == (1, 1)
    assert compared.new["notice"] == Message(NoteCode.PREAMBLE_NOT_COMPARED)


def test_two_states_compared(library: Library) -> None:
    compared = library.law.compare(WORK, "art_1", 1, datetime.date(2018, 1, 1))
    assert [(p.kind, p.text) for p in compared.pieces] == [
        ("same", "Firms comply by 3 July "), ("deleted", "2016"), ("inserted", "2017"), ("same", "."),
    ]  # fmt: skip
    assert (compared.inserted, compared.deleted) == (1, 1)
    with raises_code(
        NotFound,
        LawCode.VERSION_MISSING,
        name="Article 1 Directive 2014/65/EU",
        last="2",
        number="7",
    ):
        library.law.compare(WORK, "art_1", 1, 7)
    with raises_code(NotFound, LawCode.NO_TEXT_BUT, "1 January 2000", name="Directive 2014/65/EU"):
        library.law.compare(WORK, "art_1", datetime.date(2000, 1, 1), 2)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["show", WORK, "art_1", "--as-of", "2017-01-01"], 0, "in force since 2 July 2014 (no repeal in the library)"),
        (["show", WORK, "art_1", "--as-of", "2017-01-01"], 0, "amended by Directive (EU) 2016/1034"),
        (["show", WORK, "art_1", "--as-of", "2000-01-01"], 1, "for 1 January 2000; it has one from 15 May"),
        (["show", WORK, "art_1", "--as-of", "2019-02-30"], 2, "'2019-02-30' is not a day of the calendar"),
        (["history", WORK, "art_1"], 0, "amended, +1 -1 words, by Directive (EU) 2016/1034"),
        (["history", WORK, "art_3"], 0, "then renumbered to art_3_bis"),
        (["history", WORK], 0, "amended (1 inserted, 1 removed)"),
        (["history", WORK, "art_1", "--from", "1", "--to", "2018-01-01"], 0, "3 July [-2016-]{+2017+}."),
        (["history", WORK, "art_1", "--from", "1"], 2, "give both --from and --to"),
        (["history", WORK, "art_1", "--from", "1", "--to", "2"], 0, "+1 -1 words"),
        (["history", WORK, "art_77"], 1, "has no provision art_77"),
        (["history", "31999L0001"], 1, "the library has no work 31999L0001"),
        (["history", WORK, "--from", "5", "--to", "9"], 1, "Directive 2014/65/EU has the versions 1 to 3, not 5; "),
        (["history", WORK, "art_1", "--from", "1", "--to", "9"], 1, "Article 1 Directive 2014/65/EU has the versions 1 to 2, "),
        (["show", ""], 2, "WORK is empty; name a work, such as GDPR"),
        (["recitals", " "], 2, "WORK is empty; name a work, such as GDPR"),
        (["similar", ""], 2, "FILE|WORK is empty; name a work, such as GDPR"),
        (["impact", "31999L0001@1", "@2"], 1, "the library has no work 31999L0001"),
        (["impact", f"{WORK}@1", "@9"], 1, "Directive 2014/65/EU has the versions 1 to 3, not 9"),
        (["coverage", "31999L0001"], 1, "the library has no work 31999L0001"),
        (["similar", "31999L0001"], 1, "the library has no work 31999L0001"),
    ],
)  # fmt: skip
def test_commands(
    library: Library, capsys: Captured, arguments: list[str], code: int, says: str
) -> None:
    assert run([*arguments, "-L", str(library.path)]) == code
    out, err = capsys.readouterr()
    assert says in (out if code == 0 else err)
    assert code == 0 or len(err.splitlines()) == 1


def test_commands_in_json(library: Library, capsys: Captured) -> None:
    place = ["-L", str(library.path), "--json"]
    assert run(["show", WORK, "art_1", "--as-of", "2017-01-01", *place]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown.keys() >= {"work", "eid", "text", "valid_from", "valid_to", "amended_by"}
    assert shown["amended_by"] == [
        {
            "work": "32016L1034",
            "date": "2016-07-01",
            "citation": "Directive (EU) 2016/1034",
            "possibly": False,
        }
    ]
    assert run(["history", WORK, "art_1", "--from", "1", "--to", "2", *place]) == 0
    pieces = json.loads(capsys.readouterr().out)["pieces"]
    assert pieces[1] == {"kind": "deleted", "text": "2016"}


def test_different_print_layout_is_no_amendment(tmp_path: Path) -> None:
    printed = version(
        "2014-05-15", "2016-06-30",
        {"art_1": "Article 1\n\n1. Firms comply.\n\n2. They record it.", "art_2": "1. Two.", "art_3": "Article 3\n\nThree."},
    )  # fmt: skip
    reprinted = version(
        "2016-07-01", None,
        {"art_1": "**1.** Firms comply.\n\n**2.** They record it.", "art_2": "**1.** Two.", "art_3": "*Three* or four."},
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([printed, reprinted], vectors=False)
        (_, latest) = library.law.history(WORK).stages
        assert latest.provisions
        assert latest.provisions.amended == ["art_3"]
        found = library.law.compare(WORK, "art_2", 1, 2)
        assert (found.inserted, found.deleted) == (0, 0)
        assert [(piece.kind, piece.text) for piece in found.pieces] == [("same", "1. Two.")]


def test_articles_of_subsection_are_listed_singly(tmp_path: Path) -> None:
    """Chapter VI, Section 3 of Directive (EU) 2015/849 has subsections, and those the articles."""
    versions = []
    for first, last, expected in (
        ("2015-05-20", "2018-07-08", "may"),
        ("2018-07-09", None, "shall"),
    ):
        plain = version(
            first, last, {"art_49": "States cooperate.", "art_50": f"FIUs {expected} exchange."}
        )
        start, end = plain.provisions[0].start, plain.provisions[-1].end
        section = Provision("sec_3", "section", "3", "Cooperation", "Section 3", None, start, end)
        subsection = Provision(
            "sec_3__subsec_1", "subsection", "I", "", "Subsection I", "sec_3", start, end
        )
        articles = (
            dataclasses.replace(provision, parent=subsection.eid) for provision in plain.provisions
        )
        versions.append(dataclasses.replace(plain, provisions=(section, subsection, *articles)))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(versions, vectors=False)
        (_, latest) = library.law.history(WORK).stages
    assert latest.provisions
    assert latest.provisions.amended == ["art_50"]
