"""Works older than their first text in the library, and texts without dates."""

import dataclasses
import datetime
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.citations.references import find_references
from lexdesk.cli import run
from lexdesk.compliance.doc2doc.dates import Period, exclude_by_date
from lexdesk.document.model import ENACTED, Document, Property, Provision
from lexdesk.errors import LawCode, NotFound
from lexdesk.structure import irish_act

Captured = pytest.CaptureFixture[str]
ACT, NAME = "IE-1988-act-25", "Data Protection Act, 1988"  # revised to 10 November 2025
UNCHANGED = "IE-2018-act-32"
NOT_KNOWN = "earlier wording is not known"
LAST_TEXT = "the last text of this act in the library; later amendments or repeal are not known"


def act(**fields: str) -> Document:
    """A short Act with the front matter of the Data Protection Act."""
    stated = {
        "title": "Data Protection Act, 1988", "identifier": ACT, "country": "ie",
        "publication_date": "1988-07-13", "last_updated": "2025-11-10", **fields,
    }  # fmt: skip
    body = "##### 2. **Protection of privacy.**\n\n2.—(1) A data controller shall comply.\n"
    return irish_act.read_statute(stated, body)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        unchanged = act(
            title="Fund Act 2018", identifier=UNCHANGED, publication_date="2018-12-21", last_updated="2018-12-21"
        )  # fmt: skip
        text = "§ 1 Kündigung\nDie Kündigung ist unwirksam."
        german = Document(
            text=text, title="Kündigungsschutzgesetz", kind="statute", work="DE-kschg", short_title="KSchG",
            language="de", provisions=(Provision("para_1", "section", "1", "", "§ 1", None, 0, len(text)),),
        )  # fmt: skip
        opened.sources.add_documents([act(), unchanged, german], vectors=False)
        yield opened


def test_act_date_differs_from_revision_date() -> None:
    read = act()
    assert read.valid_from == datetime.date(2025, 11, 10)
    assert read.properties == (Property(ENACTED, "1988-07-13"),)


@pytest.mark.parametrize(
    ("on", "says"),
    [
        ("2000-01-01", f"^the text of {NAME} on 1 January 2000 is not known: the first text in the library is of "
                       "10 November 2025$"),
        ("1988-07-12", f"^{NAME} had no text on 12 July 1988; it is there since 13 July 1988$"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("eid", [None, "sec_2"])
def test_earlier_wording_of_revised_act_is_unknown(
    library: Library, on: str, says: str, eid: str | None
) -> None:
    with pytest.raises(NotFound, match=says):
        library.law.show(ACT, eid, as_of=on)
    with pytest.raises(NotFound, match=says):
        library.law.compare(ACT, eid, on, 1)


def test_revised_text_has_notice(library: Library, capsys: Captured) -> None:
    assert [s.change for s in library.law.history(ACT).stages] == ["consolidated"]
    assert [s.change for s in library.law.history(ACT, "sec_2").stages] == ["consolidated"]
    assert (
        library.law.show(ACT).notice
        == f"consolidated text of 10 November 2025; {NOT_KNOWN}; {LAST_TEXT}"
    )
    assert (
        library.law.show(ACT, as_of="2025-11-10").notice
        == f"consolidated text of 10 November 2025; {NOT_KNOWN}"
    )
    assert [s.change for s in library.law.history(UNCHANGED).stages] == ["adopted"]
    assert library.law.show(UNCHANGED).notice == LAST_TEXT
    path = str(library.path)
    library.close()
    assert run(["history", ACT, "-L", path]) == 0
    assert f"2025-11-10 to             consolidated, {NOT_KNOWN}" in capsys.readouterr().out


def test_consolidated_act_without_earlier_versions(tmp_path: Path) -> None:
    text = "Article 1\nFirms comply."
    consolidated = Document(
        text=text, title="On markets", kind="directive", work="32014L0065", language="en",
        valid_from=datetime.date(2026, 6, 6), in_force_from=datetime.date(2014, 7, 2),
        provisions=(Provision("art_1", "article", "1", "", "Article 1", None, 0, len(text)),),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([consolidated], vectors=False)
        assert [s.change for s in library.law.history("32014L0065").stages] == ["consolidated"]
        with raises_code(NotFound, LawCode.TEXT_UNKNOWN, "1 January 2020", work="On markets"):
            library.law.show("32014L0065", "art_1", as_of="2020-01-01")


@pytest.mark.parametrize(
    ("begin", "recital", "change"),
    [
        ("2016-05-04", "", "consolidated"),
        ("2016-05-04", "(1) Protection is a right.\n", "adopted"),
        ("2016-04-27", "", "adopted"),
    ],
)
def test_consolidated_text_later_than_its_title_is_not_the_adopted_one(
    begin: str, recital: str, change: str, tmp_path: Path
) -> None:
    text = f"{recital}Article 1\nThis Regulation lays down rules."
    kinds = ("rec_1", "recital", 0, len(recital)), ("art_1", "article", len(recital), len(text))
    provisions = (Provision(eid, kind, "1", "", "1", None, a, b) for eid, kind, a, b in kinds)
    act = Document(
        text=text, title="Regulation (EU) 2016/679 of 27 April 2016", kind="regulation", work="32016R0679",
        language="en", valid_from=datetime.date.fromisoformat(begin), in_force_from=datetime.date(2016, 5, 24),
        provisions=tuple(p for p in provisions if p.end > p.start),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([act], vectors=False)
        assert [s.change for s in library.law.history("32016R0679").stages] == [change]


_ADOPTED = "Having regard to Regulation (EC) No 1/2003 and Directive 2014/65/EU."
_LATER = "Regulation (EU) 2016/679, Regulation (EU) 2019/881 and Directive (EU) 2022/2555 apply."


@pytest.mark.parametrize(
    ("text", "is_later"),
    [(_ADOPTED, False), (_LATER, True), ("Regulation (EU) 2019/881 applies.", False)],
)
def test_text_that_cites_later_acts_is_not_the_one_of_its_day(
    text: str, is_later: bool, tmp_path: Path
) -> None:
    act = Document(
        text=text, title="On trust services", kind="regulation", work="32014R0910", language="en",
        valid_from=datetime.date(2014, 7, 23),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as opened:
        act = dataclasses.replace(act, references=find_references(act))
        opened.sources.add_documents([act], vectors=False)
        shown = opened.law.show("32014R0910", as_of="2020-01-01")
    assert ("acts of up to 2022" in str(shown.notice)) == is_later
    assert shown.valid_from == (None if is_later else "2014-07-23")


@pytest.mark.parametrize(
    ("title", "day", "eid", "is_later"),
    [
        ("Directive (EU) 2015/2366 of 25 November 2015 on payment services", "2015-11-25", "art_35a", True),
        ("Directive (EU) 2015/2366 of 25 November 2015 on payment services", "2015-11-25", "art_35", False),
        ("Directive (EU) 2015/2366 of 25 November 2015 amending others", "2015-11-25", "art_35a", False),
        ("Directive (EU) 2015/2366 of 25 November 2015 on payment services", "2024-05-08", "art_35a", False),
    ],
)  # fmt: skip
def test_text_of_the_day_of_adoption_with_an_inserted_article_is_a_later_one(
    tmp_path: Path, title: str, day: str, eid: str, is_later: bool
) -> None:
    text = "Systems are open to all."
    article = Provision(eid, "article", eid[4:], "", f"Article {eid[4:]}", None, 0, len(text))
    document = Document(
        text=text, title=title, kind="directive", work="32015L2366", language="en", provisions=(article,),
        valid_from=datetime.date.fromisoformat(day),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([document], vectors=False)
        shown = library.law.show("32015L2366", eid, as_of="2025-01-01")
        assert ("a later wording" in shown.notice) == is_later
        assert (shown.valid_from is None) == is_later
        (hit,) = library.search("systems", mode="keyword", as_of="2025-01-01").hits
        assert (hit.status == "text not known") == is_later


def test_act_in_force_before_its_year_has_adopted_text(tmp_path: Path) -> None:
    adopted = Document(
        text="Article 1\nShips report.", title="On ships", kind="regulation", work="32020R2084", language="en",
        valid_from=datetime.date(2020, 12, 14), in_force_from=datetime.date(2019, 11, 24),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([adopted], vectors=False)
        assert [s.change for s in library.law.history("32020R2084").stages] == ["adopted"]
        assert library.law.show("32020R2084").notice == LAST_TEXT


def test_search_as_of_day_before_revised_text(library: Library) -> None:
    first = library.search(
        "data controller work:IE-1988-act-25", mode="keyword", as_of="2000-01-01"
    ).hits[0]
    assert first.status == "text not known"
    assert first.status_sentence == (
        "its wording then is not known, this text dates from 10 November 2025"
    )
    before = library.search(
        "data controller work:IE-1988-act-25", mode="keyword", as_of="1980-01-01"
    ).hits[0]
    assert before.status == "no text yet"


@pytest.mark.parametrize(
    ("when", "is_found"),
    [
        ("before:2015", True), ("date:1988", True), ("after:2015", True), ("date:1995", False),
        ("before:1988-07-13", False), ("in-force:2000-01-01", True), ("in-force:1980-01-01", False),
    ],
)  # fmt: skip
def test_filters_by_the_day_of_the_act(library: Library, when: str, is_found: bool) -> None:
    hits = library.search(f"work:{ACT} {when}", mode="keyword").hits
    assert bool(hits) == is_found


def test_filters_by_the_day_of_an_instrument(tmp_path: Path) -> None:
    """A statutory instrument is a regulation; its file states the day it was made."""
    result = Document(
        text="The controller must pay the charge.", title="Data Protection (Charges) Regulations 2018",
        kind="regulation", work="UK-2018-uksi-480", language="en", valid_from=datetime.date(2019, 4, 1),
        properties=(Property(ENACTED, "2018-03-01"),),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add_documents([result], vectors=False)
        found = {
            when: bool(opened.search(f"charge {when}", mode="keyword").hits)
            for when in ("date:2018", "date:2019", "before:2018-03-01", "in-force:2018-03-01")
        }
    assert found == {
        "date:2018": True, "date:2019": True, "before:2018-03-01": False, "in-force:2018-03-01": True,
    }  # fmt: skip


def test_work_is_dated_by_its_enactment(library: Library) -> None:
    store = library.search.retriever().store
    of_act = {row.id for row in store.law.expressions_of(ACT)}
    assert not of_act & exclude_by_date(store, Period(last=datetime.date(2000, 1, 1)))
    assert of_act <= exclude_by_date(store, Period(first=datetime.date(2000, 1, 1)))
    from lexdesk.compliance.doc2doc.dates import derive_document_date, derive_work_date

    assert derive_work_date(store, store.law.expressions_of(ACT)).day == datetime.date(1988, 7, 13)
    assert derive_document_date(act()) == datetime.date(1988, 7, 13)


def test_undated_text_has_notice(library: Library, capsys: Captured) -> None:
    notice = "the dates of this text are not known; it may not be the text of 1 January 1950"
    assert library.law.show("DE-kschg", "para_1", as_of="1950-01-01").notice == notice
    today = library.law.show("DE-kschg", "para_1").notice
    assert today == "the dates of this text are not known; it may have been amended or repealed"
    path = str(library.path)
    library.close()
    assert run(["show", "§ 1 KSchG", "--as-of", "1950-01-01", "-L", path]) == 0
    assert notice in capsys.readouterr().out.splitlines()


def test_real_acts_are_dated_by_their_enactment(shared_data: Path, tmp_path: Path) -> None:
    names = {f"irish-acts/{ACT}.md", "irish-acts/IE-2018-act-15.md"}
    with tarfile.open(shared_data / "raw" / "irish-acts.tar.gz") as archive:
        wanted = [member for member in archive if member.name in names]
        archive.extractall(tmp_path / "law", members=wanted, filter="data")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / "law"], vectors=False)
        assert library.law.show(ACT).properties == {ENACTED: "1988-07-13"}
        with raises_code(
            NotFound, LawCode.TEXT_UNKNOWN, "1 January 2000", work="Data Protection Act, 1988"
        ):
            library.law.show("Data Protection Act 1988", "sec_2", as_of="2000-01-01")
        changes = {
            work: library.law.history(work).stages[0].change for work in (ACT, "IE-2018-act-15")
        }
    assert changes == {ACT: "consolidated", "IE-2018-act-15": "adopted"}


def test_uk_act_is_dated_by_its_enactment(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add(
            [Path(__file__).parents[1] / "fixtures/hra-1998-section-6.xml"], vectors=False
        )
        hit = library.search(
            "public authority in-force:2001-01-01", mode="keyword", as_of="2001-01-01"
        ).hits[0]
        with raises_code(NotFound, LawCode.TEXT_UNKNOWN, "1 October 2009"):
            library.law.show(hit.work, as_of="2001-01-01")
        assert hit.status == "text not known"
        assert library.search("public authority in-force:1990-01-01", mode="keyword").hits == []
