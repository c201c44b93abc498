"""Recitals of a provision and provisions of a recital: stated links, and the commands."""

import json
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.engine.recitals.linked_acts import GDPR, act, links_of

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import NotFound, RecitalCode
from lexdesk.recitals import Link

FIXTURES = Path(__file__).parents[1] / "fixtures"
Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("recital", "expected"),
    [
        ("That follows from Article 6.", ["art_6"]),
        ("That follows from Article 6(9) and Article 7 of this Regulation.", ["art_6", "art_7"]),
        ("Articles 5 to 7 should apply.", ["art_5", "art_6", "art_7"]),
        ("This Regulation should apply.", []),
        ("See Article 99.", []),
        ("See Article 6 of Directive 95/46/EC.", []),
        ("It is a right (Article 16(1) TFEU).", []),
        ("See Article 5 of the Annex to Commission Recommendation 2003/361/EC.", []),
        ("See Directive 2000/31/EC, in particular its Article 6.", []),
        ("As guaranteed by Article 6 of the European Convention for Human Rights.", []),
        ("It respects the Charter, as the protection of personal data (Article 7).", []),
        ("Under Regulation (EU) 2018/1725, points (a) and (b) of Article 6 of that Regulation.", []),
    ],
)  # fmt: skip
def test_recitals_that_name_articles(tmp_path: Path, recital: str, expected: list[str]) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act(recital)], vectors=False)
        assert links_of(library, "text") == [Link("rec_1", eid, "text") for eid in expected]


def test_article_that_names_recital(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        document = act("Children merit protection.", "It applies as explained in recital 1.")
        library.sources.add_documents([document], vectors=False)
        assert links_of(library, "text") == [Link("rec_1", "art_7", "text")]


@pytest.mark.parametrize(
    ("eid", "expected"),
    [
        ("art_6", [("rec_40", "itself"), ("rec_47", "inside")]),
        ("art_6__para_1", [("rec_40", "around"), ("rec_47", "inside")]),
        ("art_6__para_1__point_f", [("rec_47", "itself"), ("rec_40", "around")]),
        ("art_6__para_99", [("rec_40", "around")]),
        ("art_9", [("rec_51", "itself")]),
        ("art_99", []),
        ("chp_2", [(f"rec_{n}", "inside") for n in (39, 40, 40, 47, 51)]),
    ],
)
def test_recitals_of_a_provision(
    mapped: Library, eid: str, expected: list[tuple[str, str]]
) -> None:
    found = mapped.law.recitals.explained_by(GDPR, eid)
    loaded = [explanation for explanation in found if explanation.link.source == "mapping"]
    assert [(explanation.link.recital, explanation.where) for explanation in loaded] == expected


@pytest.mark.slow
def test_links_are_reciprocal(mapped: Library) -> None:
    links = mapped.law.recitals.links(GDPR)
    assert links
    for link in links:
        assert link in mapped.law.recitals.explains(GDPR, link.recital)
        assert link in [e.link for e in mapped.law.recitals.explained_by(GDPR, link.provision)]


def test_work_without_recitals(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([FIXTURES / "stipg.md"], vectors=False)
        (work,) = library.store.law.works()
        assert library.law.recitals.links(work) == []
        assert library.law.recitals.explained_by(work, "para_1") == []
        with raises_code(NotFound, RecitalCode.NONE_HELD):
            library.law.recitals.propose(work)


def test_links_hold_for_every_language_and_version(mapped: Library) -> None:
    names = ("gdpr-excerpt-de.xml", "gdpr-excerpt-consolidated.html")
    mapped.sources.add([FIXTURES / name for name in names], vectors=False)
    assert len(links_of(mapped, "mapping")) == 5
    german = mapped.law.recitals.act(GDPR, language="de")
    assert german.recitals[0].label.startswith("Erwägungsgrund")
    assert mapped.law.recitals.act(GDPR, language="en").recitals[0].label == "Recital 1"


def test_commands(mapped: Library, tmp_path: Path, capsys: Captured) -> None:
    at = ("-L", str(mapped.path))
    assert run(["recitals", GDPR, "art_6__para_1__point_f", *at, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["work"] == GDPR
    first = answer["links"][0]
    assert (first["recital"], first["source"], first["score"], first["where"]) == (
        "rec_47", "mapping", None, "itself",
    )  # fmt: skip
    assert first["recital_text"].startswith("The legitimate interests of a controller")
    assert run(["recitals", "gdpr", "rec_51", *at]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Recital 51 -> Article 9  mapping\n")
    assert "Processing of special categories of personal data" in out
    assert run(["recitals", "propose", "GDPR", *at]) == 0
    assert "by words and order only" in capsys.readouterr().out
    assert run(["recitals", GDPR, *at, "--csv"]) == 0
    table = tmp_path / "corrected.csv"
    table.write_text(capsys.readouterr().out, encoding="utf-8")
    links = len(mapped.law.recitals.links(GDPR))
    assert len(table.read_text().splitlines()) == 1 + links
    assert run(["recitals", "load", GDPR, str(table), *at, "--json"]) == 0
    assert 0 < json.loads(capsys.readouterr().out)["loaded"] <= links
    assert run(["recitals", "load", GDPR, "--remove", *at]) == 0
    assert "links removed" in capsys.readouterr().out
    assert run(["recitals", GDPR, *at, "--source", "mapping"]) == 1
    assert capsys.readouterr().out == "no links by mapping\n"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["30000R0000"], 1, "no work 30000R0000"),
        ([GDPR, "rec_174"], 1, "no recital rec_174; there are rec_1 to rec_173"),
        ([GDPR, "art_777"], 1, "no such provision"),
        ([GDPR, "art_17", "--language", "FR"], 1, "no recitals in the language fr; it has in: en"),
        (["propose", "30000R0000"], 2, "no work 30000R0000"),
        (["load", GDPR], 2, "name either a FILE to load or --remove"),
        (["load", GDPR, "/there/is/no/such/table.csv"], 2, "No such file"),
    ],
)
def test_errors_are_one_line(
    words_library: Library, capsys: Captured, arguments: list[str], code: int, says: str
) -> None:
    assert run(["recitals", *arguments, "-L", str(words_library.path)]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("lexdesk: ")
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize("command", ["show", "load", "propose"])
def test_every_option_has_help(command: str, capsys: Captured) -> None:
    assert run(["recitals", command, "--help"]) == 0
    assert "-L, --library" in capsys.readouterr().out
