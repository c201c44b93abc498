"""Times in the words of a request for a provision: ``§ 4 BDSG a. F.``, ``as of 1 May 2019``; real German law."""

import datetime
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.engine.search.test_moments import act

from lexdesk import Library
from lexdesk.citations.moments import list_earlier_eids, names_several_times, read_moment
from lexdesk.cli import run
from lexdesk.errors import LawCode, NotFound
from lexdesk.extract.parsers.markdown import read as read_markdown
from lexdesk.structure import Source

EARLIER = (
    "The query asks for an earlier wording of {}, which is not in the library; this is the only one"
)


@pytest.fixture(scope="module")
def statutes(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library of the KSchG and the BDSG of 2018, without the BDSG of 2003, and of an act in two versions."""
    documents = [
        act("32016R0003", "2016-01-01", "Trains wait."),
        act("32016R0003", "2018-01-01", "Trains hurry."),
    ]
    with tarfile.open(shared_data / "raw" / "german-statutes.tar.gz") as archive:
        for name in ("bdsg_2018", "kschg"):  # as in the archive
            file = archive.extractfile(f"german-statutes/{name}/index.md")
            assert file is not None
            documents.append(read_markdown(Source(Path(f"{name}.md"), file.read())))
    place = tmp_path_factory.mktemp("wordings") / "library"
    with Library.open(place, create=True) as library:
        library.sources.add_documents(documents, vectors=False)
        yield library


@pytest.mark.parametrize(
    ("query", "rest", "earlier"),
    [
        ("§ 4 a.F. i.V.m. § 28 BDSG n.F.", "§ 4 i.V.m. § 28 BDSG", "para_4"),
        ("§ 4 n.F. i.V.m. § 28 BDSG a. F.", "§ 4 i.V.m. § 28 BDSG", "para_28"),
        ("§ 4 aF und § 28 BDSG aF", "§ 4 und § 28 BDSG", "para_28 para_4"),
        ("§§ 4, 28 BDSG a.F.", "§§ 4, 28 BDSG", "para_28 para_4"),
        ("§ 1 BGB a.F., § 2 BGB n.F., § 3 BGB", "§ 1 BGB, § 2 BGB, § 3 BGB", "para_1"),
        ("§ 312d BGB in der alten Fassung", "§ 312d BGB", "para_312d"),
        ("§ 312d BGB in der neuen Fassung", "§ 312d BGB", ""),
    ],
)
def test_members_of_a_list_keep_their_wording(query: str, rest: str, earlier: str) -> None:
    moment = read_moment(query)
    assert (moment.text, " ".join(sorted(list_earlier_eids(moment)))) == (rest, earlier)
    assert moment.is_earlier == bool(earlier)


def test_unlike_times_in_a_list_are_said() -> None:
    unlike = read_moment("§ 4 idF v. 1.1.2009 i.V.m. § 28 BDSG n.F.")
    assert (unlike.day, unlike.text) == (datetime.date(2009, 1, 1), "§ 4 i.V.m. § 28 BDSG")
    assert names_several_times(unlike)
    assert not names_several_times(read_moment("§ 4 BDSG a.F. idF v. 1.1.2009"))


def test_unlike_times_are_said_before_an_absent_text(statutes: Library) -> None:
    shown = statutes.law.show("§ 4 idF v. 1.1.2009 i.V.m. § 28 BDSG n.F.")
    assert str(shown.notice) == (
        "the query names several times; ask for each provision by itself; as of the state of "
        "20 November 2019; the text of 1 January 2009 is not in the library"
    )


@pytest.mark.parametrize("query", ["§ 4 BDSG a.F.", "§ 4 a.F. i.V.m. § 28 BDSG n.F."])
def test_all_answers_name_the_wording_that_is_not_held(statutes: Library, query: str) -> None:
    answers = (
        statutes.search(query, mode="keyword"),
        statutes.law.show(query),
        statutes.law.history(query),
        statutes.law.references(query),
    )
    for answer in answers:
        assert str(answer.notice).startswith(EARLIER.format("§ 4 BDSG 2018"))
        assert "§ 28" not in str(answer.notice)


def test_newer_wording_is_that_of_today(statutes: Library) -> None:
    for place in (("§ 3 KSchG n.F.",), ("KSchG", "§ 3 n. F."), ("KSchG n.F.", "§ 3")):
        assert statutes.law.show(*place) == statutes.law.show("§ 3 KSchG")


def test_missing_provision_has_no_earlier_wording_either(statutes: Library) -> None:
    for query in ("§ 28a BDSG a.F.", "§ 312d BGB a.F."):
        for ask in (statutes.law.show, statutes.law.history, statutes.law.references):
            with raises_code(NotFound, LawCode.EARLIER_MISSING):
                ask(query)
        notice = str(statutes.search(query, mode="keyword").notice)
        assert notice.startswith("The earlier wording asked for is not in the library; ")


def test_day_in_request_counts(statutes: Library) -> None:
    dated = "Article 1 Regulation (EU) 2016/3 as in force on 1 May 2017"
    shown = statutes.law.show(dated)
    assert (shown.text, shown.notice) == ("Trains wait.", "As of 1 May 2017, as the query says")
    assert statutes.law.show(dated, as_of="2019-01-01").text == "Trains hurry."
    german = "§ 4 BDSG in der Fassung vom 1.5.2019"
    absent = "as of the state of 20 November 2019; the text of 1 May 2019 is not in the library"
    for ask in (statutes.law.show, statutes.law.history, statutes.law.references):
        assert str(ask(german).notice).startswith(absent)
    assert "2017" not in str(statutes.law.history(dated).notice)


def test_earlier_wording_that_is_held_is_named_by_its_command(statutes: Library) -> None:
    query = "Article 1 Regulation (EU) 2016/3 a. F."
    command = "lexdesk history 32016R0003 art_1 lists the wordings"
    assert command in str(statutes.law.show(query).notice)
    assert "earlier wording" not in str(statutes.law.history(query).notice)


def test_cite_prints_the_wording_of_each_citation(capsys: pytest.CaptureFixture[str]) -> None:
    text = "§ 4 a.F. i.V.m. § 28 BDSG n.F. und § 434 BGB idF v. 1.5.2019, § 1 KSchG; § 9 a.F."
    assert run(["cite", text]) == 0
    assert [line.partition("  ")[2] for line in capsys.readouterr().out.splitlines()] == [
        "german  DE-bdsg_2018 para_4  earlier wording: lexdesk history DE-bdsg_2018 para_4",
        "german  DE-bdsg_2018 para_28  current wording",
        "german  DE-bgb para_434  as of 2019-05-01: lexdesk show DE-bgb para_434 --as-of 2019-05-01",
        "german  DE-kschg para_1",
        "german  ? para_9  earlier wording",
    ]
    run(["cite", "--json", text])
    listed = json.loads(capsys.readouterr().out)["citations"]
    assert [c["wording"] for c in listed] == ["earlier", "current", "2019-05-01", "", "earlier"]


def test_cite_prints_the_article_of_today_of_a_former_treaty(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["cite", "Article 81 EC, Article 101 TFEU"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("art_81  today 12016E art_101") and "today" not in second
