"""Search as of a day, references and cited provisions, on the GDPR and the directive that it repeals."""

import dataclasses
import datetime
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.document.model import Document, Provision, Reference, Relation
from lexdesk.errors import ImpossibleDate, LawCode, NotFound, QueryCode

GDPR, DIRECTIVE = "32016R0679", "31995L0046"


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


@pytest.fixture(scope="module")
def law(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The GDPR as adopted and consolidated, in English and German, and the Directive before it."""
    folder = tmp_path_factory.mktemp("law")
    with tarfile.open(shared_data / "raw" / "eu-formex.tar.gz") as archive:
        wanted = [m for m in archive if any(w in m.name for w in ("31995l0046", "32016r0679"))]
        archive.extractall(folder, members=wanted, filter="data")
    german = [p for p in (shared_data / "raw" / "gdpr-formex").rglob("*") if "DE" in p.name]
    with Library.open(tmp_path_factory.mktemp("library") / "library", create=True) as library:
        library.sources.add([folder, *german], vectors=False)
        yield library


@pytest.mark.slow
@pytest.mark.parametrize(
    ("date", "status", "sentence"),
    [
        ("2016-05-10", "not yet in force", "will be in force from 24 May 2016"),
        ("2018-03-01", "not yet applicable", "applies from 25 May 2018"),
        ("2019-01-01", "applies", "applies since 25 May 2018"),
    ],
)
def test_hit_has_legal_status_as_of_day(
    law: Library, date: str, status: str, sentence: str
) -> None:
    hits = law.search("withdraw consent", mode="keyword", as_of=day(date)).hits
    first = hits[0]
    assert (first.work, first.eid) == (GDPR, "art_7__para_3")
    assert first.status == status
    assert sentence in first.status_sentence


def test_each_work_is_searched_in_one_version(law: Library) -> None:
    hits = law.search("work:31995L0046", mode="keyword", top=50, as_of=day("2000-01-01")).hits
    assert {hit.valid_from for hit in hits} == {"1995-10-24"}


def test_iso_date_is_accepted(law: Library) -> None:
    early = law.search("withdraw consent", mode="keyword", as_of="2018-03-01").hits
    assert early == law.search("withdraw consent", mode="keyword", as_of=day("2018-03-01")).hits
    at_night = datetime.datetime(2018, 3, 1, 23, 59)  # also a datetime.date
    assert early == law.search("withdraw consent", mode="keyword", as_of=at_night).hits
    assert law.law.show(DIRECTIVE, as_of="2000-01-01").valid_to == "2018-05-24"
    with raises_code(ImpossibleDate, QueryCode.DAY_NOT_IN_CALENDAR, stated="2018-02-30"):
        law.law.references(GDPR, as_of="2018-02-30")
    with raises_code(ImpossibleDate, QueryCode.DAY_NOT_IN_CALENDAR, stated="20180301"):
        law.search("consent", mode="keyword", as_of=20180301)  # type: ignore[arg-type]
    with raises_code(NotFound, LawCode.NO_TEXT_BUT, "1 January 1990"):
        law.law.compare(DIRECTIVE, None, "1990-01-01", 1)


def test_article_of_repealed_act_opens_in_last_text(law: Library) -> None:
    """The text since the repeal contains only the repeal."""
    answer = law.search("Article 7 Directive 95/46/EC", mode="keyword", as_of="2020-01-01")
    first = answer.hits[0]
    assert (first.work, first.eid, first.named, answer.notice) == (DIRECTIVE, "art_7", True, "")
    assert "unambiguously given his consent" in first.text
    assert first.status == "no text any more"
    assert "this text held to 24 May 2018" in first.status_sentence
    of_its_time = law.search("Article 7 Directive 95/46/EC", mode="keyword", as_of="2018-03-15")
    assert (of_its_time.hits[0].eid, of_its_time.hits[0].text) == ("art_7", first.text)


def test_repealing_act_ends_work(law: Library) -> None:
    stages = law.law.history(DIRECTIVE).stages
    assert [stage.change for stage in stages] == ["adopted", "repealed"]
    assert stages[1].amended_by[0].work == GDPR
    shown = [law.law.show(DIRECTIVE, as_of=on) for on in ("2018-05-24", "2018-05-25")]
    assert [item.is_repeal for item in shown] == [False, True]


def test_recitals_use_language_of_most_documents(law: Library) -> None:
    assert law.law.recitals.act(GDPR).expression.language == "en"
    assert law.law.recitals.act(GDPR, language="de").expression.language == "de"


def test_ended_texts_are_shown_and_labelled(law: Library) -> None:
    found = law.search(f"work:{DIRECTIVE}", mode="keyword", as_of=day("2020-01-01")).hits
    assert found
    assert {hit.status for hit in found} <= {"no longer in force", "no text any more"}
    before = law.search(f"work:{GDPR}", mode="keyword", as_of=day("2000-01-01")).hits
    assert {hit.status for hit in before} == {"no text yet"}
    assert law.search(f"work:{GDPR} in-force:2000-01-01", mode="keyword").hits == []


def test_recitals_come_from_the_act_as_adopted(law: Library) -> None:
    hits = law.search(
        "controller should be able to demonstrate that the data subject has given consent",
        mode="keyword", as_of=day("2024-01-01"),
    ).hits  # fmt: skip
    recital = next(hit for hit in hits if hit.eid == "rec_42")
    assert recital.status == "applies"


@pytest.mark.parametrize(
    ("query", "eid", "language"),
    [
        ("gdpr art 17", "art_17", "en"),
        ("Article 6(1)(f) GDPR", "art_6__para_1__point_f", "en"),
        ("Art. 17 DSGVO", "art_17", "de"),
        ("recital 26 GDPR", "rec_26", "en"),
        ("Regulation (EU) 2016/679", None, "en"),
    ],
)
def test_bare_citation_resolves_to_provision(
    law: Library, query: str, eid: str | None, language: str
) -> None:
    first, *others = law.search(query, mode="keyword").hits
    assert first.named
    assert (first.work, first.eid, first.language) == (GDPR, eid, language)
    assert not any(hit.named for hit in others)
    assert [hit.rank for hit in (first, *others)] == list(range(1, len(others) + 2))


def test_unresolved_citation_is_searched(law: Library) -> None:
    assert not any(hit.named for hit in law.search("§ 823 BGB", mode="keyword").hits)
    assert not any(hit.named for hit in law.search("Article 200 GDPR", mode="keyword").hits)


def test_references_from_provision(law: Library) -> None:
    found = law.law.references(GDPR, "art_94")
    repealed = [cite for cite in found.cites if cite.kind == "repeals"]
    assert [(hit.work, hit.eid, hit.in_library) for hit in repealed] == [(DIRECTIVE, "", True)]
    shown = law.law.show(GDPR, "art_94").text
    assert [shown[cite.start : cite.end] for cite in found.cites] == [e.text for e in found.cites]
    other = law.law.references(GDPR, "art_17").cites
    assert ("art_6__para_1__point_a", True) in {
        (provision.eid, provision.in_library) for provision in other
    }


def test_references_to_provision(law: Library) -> None:
    found = law.law.references(GDPR, "art_17", language="en").cited_by
    citing = {hit.eid for hit in found if hit.work == GDPR}
    assert {"art_12__para_3", "art_19", "art_23__para_1"} <= citing  # "Articles 12 to 22" too
    assert not any((eid or "").startswith("art_17") for eid in citing)
    of_directive = law.law.references(DIRECTIVE, "art_29").cited_by
    assert "art_94__para_2" in {provision.eid for provision in of_directive}


@pytest.mark.slow
def test_status_of_all_hits_is_loaded_at_once(
    law: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement for each hit took a tenth of a search."""
    statements: list[str] = []
    law.search("personal data", mode="keyword")  # what is kept until the library changes is read
    connection = law.store.statements._connection
    execute = connection.execute

    def execute_traced(statement: str, values: Any = ()) -> Any:
        statements.append(statement)
        return execute(statement, values)

    monkeypatch.setattr(connection, "execute", execute_traced)
    counts = []
    for top in (1, 20):
        statements.clear()
        answer = law.search("personal data", mode="keyword", top=top)
        assert len(answer.hits) == top
        assert all(hit.status for hit in answer.hits)
        counts.append(
            len([statement for statement in statements if "FROM expression" in statement])
        )
    assert counts == [0, 0]


def test_repealed_act_in_a_later_wording_is_no_longer_in_force(tmp_path: Path) -> None:
    """As ``show`` says: of a text that its file dates too early, only the words of the day are not known."""
    acts = [Reference(0, 3, "art_1", "cites", f"320{year}R0001", "", "") for year in (12, 18)]
    directive = Document(
        text="Fees of offices", title="Fees", work="31993L0013", language="en", kind="directive",
        provisions=(Provision("art_1", "article", "1", "", "Article 1", None, 0, 15),), references=tuple(acts),
        valid_from=datetime.date(1993, 4, 5),
    )  # fmt: skip
    repeal = Relation("repeals", "", directive.work, datetime.date(2020, 1, 1))
    later = dataclasses.replace(
        directive, text="Other rules.", title="Offices", work="32019L2161", provisions=(), references=(), relations=(repeal,),
        valid_from=datetime.date(2019, 12, 1),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([directive, later], vectors=False)
        for day, status in (("2019-01-01", "text not known"), ("2024-01-01", "no longer in force")):
            (hit,) = library.search("fees", mode="keyword", as_of=day).hits
            assert hit.status == status
            assert "it cites acts of up to 2018" in str(hit.status_sentence)
