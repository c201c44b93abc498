"""A date or an earlier wording in the words of a query, and hits as of that date."""

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.citations.moments import read_moment
from lexdesk.document.model import ENACTED, STATE, Document, Property, Provision
from lexdesk.search.known_item.library_citations import citation_of

DAY = datetime.date


@pytest.mark.parametrize(
    ("query", "rest", "day", "is_earlier"),
    [
        ("§ 434 BGB in der Fassung vom 1.1.2021", "§ 434 BGB", DAY(2021, 1, 1), False),
        ("§ 1 BGB i. d. F. v. 2. Januar 2002", "§ 1 BGB", DAY(2002, 1, 2), False),
        ("§ 5 UWG in der bis zum 1. Mai 2019 geltenden Fassung", "§ 5 UWG", DAY(2019, 5, 1), False),
        ("§ 9 GwG in der am 1.1.2020 geltenden Fassung", "§ 9 GwG", DAY(2020, 1, 1), False),
        ("Art 17 GDPR as of 1 May 2019", "Art 17 GDPR", DAY(2019, 5, 1), False),
        ("as of May 1, 2019 best execution", "best execution", DAY(2019, 5, 1), False),
        ("best execution in force on 2019-05-01", "best execution", DAY(2019, 5, 1), False),
        ("article 6 dans sa version du 1er janvier 2016", "article 6", DAY(2016, 1, 1), False),
        ("Art. 92 CRR (2021)", "Art. 92 CRR", DAY(2021, 12, 31), False),
        ("Art. 92 CRR (1.3.2021)", "Art. 92 CRR", DAY(2021, 3, 1), False),
        ("section 228 Companies Act (2014)", None, None, False),
        ("own funds (2021)", None, None, False),
        ("§ 651k BGB a. F.", "§ 651k BGB", None, True),
        ("§ 4a BDSG a.F.", "§ 4a BDSG", None, True),
        ("§ 823 BGB alte Fassung", "§ 823 BGB", None, True),
        ("§ 3 KSchG n. F.", "§ 3 KSchG", None, False),
        ("UWG in der Fassung der Bekanntmachung vom 3. März 2010", None, None, False),
        (
            "(Art 17 GDPR as of 2019) AND kind:act",
            "(Art 17 GDPR) AND kind:act",
            DAY(2019, 12, 31),
            False,
        ),
        ("(§ 5 BGB a. F.) AND kind:act", "(§ 5 BGB) AND kind:act", None, True),
        ('"as of 1 May 2019" contract', None, None, False),
        ("agreement as of the closing", None, None, False),
        ("as of 31 February 2019", None, None, False),
        ("Directive as of 2014/65", None, None, False),
        ("§ 434 BGB (Fassung bis 31.12.2021)", "§ 434 BGB", DAY(2021, 12, 31), False),
        ("§ 434 BGB Stand 2020", "§ 434 BGB", DAY(2020, 12, 31), False),
        ("best execution as of 2019", "best execution", DAY(2019, 12, 31), False),
        ("Art. 92 CRR Stand: Februar 2020", "Art. 92 CRR", DAY(2020, 2, 29), False),
        ("Article 92 CRR 2020 version", "Article 92 CRR", DAY(2020, 12, 31), False),
        ("Article 92 CRR before 28 June 2021", "Article 92 CRR", DAY(2021, 6, 27), False),
        ("article 92 CRR au 1er janvier 2019", "article 92 CRR", DAY(2019, 1, 1), False),
        ("Article 92 CRR since 2019", "Article 92 CRR", DAY(2019, 1, 1), False),
        ("2019 version of Article 92 CRR", "Article 92 CRR", DAY(2019, 12, 31), False),
        ("Art 92 CRR idF 01.01.2020", "Art 92 CRR", DAY(2020, 1, 1), False),
        ("§ 434 BGB gültig am 1.1.2020", "§ 434 BGB", DAY(2020, 1, 1), False),
        ("Article 92 CRR at 13/1/2020", "Article 92 CRR", DAY(2020, 1, 13), False),
        ("Article 92 CRR effective 2020-01-01", "Article 92 CRR", DAY(2020, 1, 1), False),
        ("article 92 CRR, version au 1er janvier 2020", "article 92 CRR", DAY(2020, 1, 1), False),
        (
            "article 92 CRR dans sa rédaction antérieure au 28 juin 2021",
            "article 92 CRR",
            DAY(2021, 6, 27),
            False,
        ),
        ("former Article 92 CRR", "Article 92 CRR", None, True),
        ("article 1134 ancien du code civil", "article 1134 du code civil", None, True),
        (
            "Article 27 MiFID II before amendment by Directive 2021/338",
            "Article 27 MiFID II",
            None,
            True,
        ),
        ("s. 228 Companies Act 2014 as enacted", "s. 228 Companies Act 2014", None, True),
        ("§ 434 BGB in der ursprünglichen Fassung", "§ 434 BGB", None, True),
        ("measures adopted", None, None, False),
        ("02014L0065-20180103", "32014L0065", DAY(2018, 1, 3), False),
        ("02014L0065-20180103 art 16", "32014L0065 art 16", DAY(2018, 1, 3), False),
        ("02014L0065-20181303", None, None, False),
        (
            "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX%3A02013R0575-20190627",
            "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX%3A02013R0575-20190627",
            DAY(2019, 6, 27),
            False,
        ),
        (
            "http://data.europa.eu/eli/dir/2014/65/2018-01-03/eng",
            "http://data.europa.eu/eli/dir/2014/65/2018-01-03/eng",
            DAY(2018, 1, 3),
            False,
        ),
        ("http://data.europa.eu/eli/dir/2014/65/oj", None, None, False),
        ("consolidated version of CRR of 28 June 2021", "CRR", DAY(2021, 6, 28), False),
        ("what did Article 92 CRR say in 2019?", "Article 92 CRR", DAY(2019, 12, 31), False),
        ("what did the report say in 2019", None, None, False),
        ("contract effective 2020-01-01", None, None, False),
        ("judgments on Article 82 GDPR in 2023", None, None, False),
        ("Companies Act 2014", None, None, False),
    ],
)
def test_time_in_query(
    query: str, rest: str | None, day: datetime.date | None, is_earlier: bool
) -> None:
    def is_citation(text: str) -> bool:
        return citation_of(text) is not None

    assert read_moment(query, is_citation)[:3] == (query if rest is None else rest, day, is_earlier)


def test_year_is_said_to_count_by_its_end(library: Library) -> None:
    answer = library.search("trains as of 2017", mode="keyword")
    assert (answer.as_of, [hit.text for hit in answer.hits]) == ("2017-12-31", ["Trains wait."])
    assert answer.notice == "As of 31 December 2017, the end of the time in the query"


def act(
    work: str, valid_from: str | None, text: str, eid: str = "art_1", **fields: str
) -> Document:
    stated = ((STATE, "state"), (ENACTED, "enacted"))
    state = tuple(Property(name, fields[key]) for name, key in stated if key in fields)
    return Document(
        text=text, title=work, kind="statute" if eid == "para_1" else "regulation", work=work,
        language=fields.get("language", "en"),
        short_title=fields.get("short", ""), properties=state,
        valid_from=datetime.date.fromisoformat(valid_from) if valid_from else None,
        in_force_from=datetime.date.fromisoformat(fields["force"]) if "force" in fields else None,
        provisions=(Provision(eid, "article", "1", "", "Article 1", None, 0, len(text)),),
    )  # fmt: skip


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        documents = [
            act("32015R0001", "2015-01-01", "Ships shall report their cargo to the port without delay."),
            act("32022R0002", "2022-01-01", "Ships report cargo. Ships report cargo. Cargo of ships."),
            act("32016R0003", "2016-01-01", "Trains wait."),
            act("32016R0003", "2018-01-01", "Trains hurry."),
            act("DE-x", None, "§ 1 Dampfer sind zu melden.", "para_1", state="2021-05-07", language="de", short="XG"),
            act("DE-y", None, "§ 1 Kutter sind zu melden.", "para_1", state="2021-05-07", language="de",
                short="YG", force="1999-01-01", enacted="1998-12-24"),
        ]  # fmt: skip
        opened.sources.add_documents(documents, vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("query", "notice"),
    [
        ("trains after 2021", "after 2021 counts as words of the text here; the condition is after:2021"),
        ("date is 2019 trains", "date is 2019 counts as words of the text here; the condition is date:2019"),
        ("trains adj wait", "adj counts as words of the text here; the condition is adj1"),
        ("trains $5", "$5 is searched as 5; signs of currencies are no part of words"),
        ('trains "after 2021"', ""),
        ("trains after:2016", ""),
        ("trains look after 2021000 people", ""),
    ],
)  # fmt: skip
def test_condition_written_as_words_is_said(library: Library, query: str, notice: str) -> None:
    assert library.search(query, mode="keyword").notice == notice


def test_day_in_query_counts(library: Library) -> None:
    answer = library.search("trains as of 1 May 2017", mode="keyword")
    assert (answer.as_of, [hit.text for hit in answer.hits]) == ("2017-05-01", ["Trains wait."])
    assert answer.notice == "As of 1 May 2017, as the query says"
    answer = library.search("trains as of 1 May 2017", mode="keyword", as_of="2019-01-01")
    assert [hit.text for hit in answer.hits] == ["Trains hurry."]
    assert library.search("trains as of 1 May 2017", mode="keyword", plain=True).as_of > "2025"


def test_later_law_is_ranked_below_law_of_the_day(library: Library) -> None:
    today = [hit.work for hit in library.search("ships report cargo", mode="keyword").hits]
    assert today == ["32022R0002", "32015R0001"]
    then = library.search("ships report cargo", mode="keyword", as_of="2020-01-01").hits
    assert [hit.work for hit in then] == ["32015R0001", "32022R0002"]


def test_earlier_wording_is_answered_with_the_command_or_its_absence(library: Library) -> None:
    answer = library.search("Article 1 Regulation (EU) 2016/3 a. F.", mode="keyword")
    assert "lexdesk history 32016R0003 art_1" in answer.notice
    only = library.search("§ 1 XG a. F.", mode="keyword")
    assert "XG, which is not in the library" in only.notice
    hit = library.search("§ 1 XG in der Fassung vom 1.1.2019", mode="keyword").hits[0]
    assert hit.status == "text not known"
    assert hit.status_sentence == (
        "as of the state of 7 May 2021; the text of 1 January 2019 is not in the library"
    )


@pytest.mark.parametrize(
    ("day", "status"),
    [
        ("1998-01-01", "not yet in force"),
        ("2019-01-01", "text not known"),
        ("2022-01-01", "in force"),
    ],
)
def test_law_in_force_before_its_state_has_an_unknown_text(
    library: Library, day: str, status: str
) -> None:
    (hit,) = library.search("Kutter", mode="keyword", as_of=day).hits
    assert (hit.status, hit.dated) == (status, "1998-12-24")


def test_provision_of_two_files_is_one_result_without_marks(tmp_path: Path) -> None:
    marked = "**1.** The controller shall *communicate* the breach ►M1 without delay ◄ to all."
    plain = "1. The controller shall communicate the breach without delay to all."
    with Library.open(tmp_path / "library", create=True) as library:
        for text in (marked, plain):
            library.sources.add_documents([act("32016R0679", "2016-05-04", text)], vectors=False)
        works = library.search("communicate the breach", mode="keyword").hits
        assert len(works) == 1
        assert "*" not in works[0].text and "►" not in works[0].text
        start, end = works[0].highlights[0]
        assert works[0].text[start:end] == "communicate"


@pytest.mark.slow
def test_absent_citation_has_no_semantic_neighbours(full_library: Library) -> None:
    answer = full_library.search("§ 22 KUG", mode="hybrid")
    assert answer.notice
    assert all(hit.why["semantic"] is None for hit in answer.hits)
    assert full_library.search("Widerruf der Einwilligung", mode="hybrid").hits[0].why["semantic"]
