"""Correlation tables of Union acts, read as data: what corresponds to an article of a repealed act."""

from pathlib import Path
from typing import Any

import pytest
from tests.archives import extract

from lexdesk import Document, Library
from lexdesk.document.model import Provision
from lexdesk.errors import NotFound
from lexdesk.ingest import addition
from lexdesk.law.correlation_tables import (
    find_correspondence_notice,
    find_correspondences,
    read_rows,
)
from lexdesk.law.findings import RULES, store_findings

MONEY_LAUNDERING = """ANNEX IV
Correlation table
This Directive | Directive 2005/60/EC | Directive 2006/70/EC
— | | Article 1
Article 2(3) to (5) | | Article 4
Articles 6 to 8 | — |
Article 25 | Article 14 |
Articles 18 to 20 | Article 13 |
"""
NETWORKS = """CORRELATION TABLE

| Directive (EU) 2016/1148 | This Directive |
| --- | --- |
| Article 1(6) | Article 2(6) and (11) |
| Article 5 | – |
| Annex II | Annex I |
| see Article 7 | Article 9 |
"""
RECAST = Document(
    MONEY_LAUNDERING, "Directive", "directive", "32015L0849", language="en",
    provisions=(Provision("anx_4", "annex", "IV", "", "Annex IV", None, 0, len(MONEY_LAUNDERING)),),
)  # fmt: skip
GERMAN = """Entsprechungstabelle
Richtlinie 1999/44/EG | Diese Richtlinie
Artikel 5 Absatz 1 | Artikel 10 Absatz 1
"""


@pytest.mark.parametrize(
    ("text", "work", "language", "expected"),
    [
        (MONEY_LAUNDERING, "32015L0849", "en", [
            ("32006L0070", "art_4", "art_2__para_3 art_2__para_4 art_2__para_5"),
            ("32005L0060", "art_14", "art_25"),
            ("32005L0060", "art_13", "art_18 art_19 art_20"),
        ]),
        (NETWORKS, "32022L2555", "en", [("32016L1148", "art_1__para_6", "art_2__para_6 art_2__para_11")]),
        (GERMAN, "32019L0771", "de", [("31999L0044", "art_5__para_1", "art_10__para_1")]),
        (NETWORKS.replace("This Directive", "Directive 2002/58/EC"), "32022L2555", "en", []),
        (NETWORKS.replace("Directive (EU) 2016/1148", "Other acts"), "32022L2555", "en", []),
        (NETWORKS.replace("2016/1148", "2023/1148"), "32022L2555", "en", []),
    ],
    ids=["two former acts", "Markdown", "German", "a table of other acts", "no former act", "a later act"],
)  # fmt: skip
def test_rows_of_two_citations_are_read(
    text: str, work: str, language: str, expected: list[tuple[str, str, str]]
) -> None:
    rows = read_rows(text, work, language)
    assert [
        (r.former_work, *map(" ".join, (r.former_eids, r.later_eids))) for r in rows
    ] == expected
    assert {row.later_work for row in rows} <= {work}


def test_table_of_many_columns_or_rows_is_bounded() -> None:
    """70 KB of 1,600 columns took 180 MB and were combined to 1.3 million rows."""
    header, row = ["Directive 95/46/EC", "This Regulation"], ["Article 1", "Article 2"]
    rows = [" | ".join(header), *[" | ".join(row)] * 3_000]
    assert len(read_rows("\n".join(rows), "32016R0679", "en")) == 2_000
    wide = [" | ".join(cell for cell in cells for _ in range(99)) for cells in (header, row)]
    assert read_rows("\n".join(wide), "32016R0679", "en") == []


def test_reader_of_a_growing_library_finds_a_table_once_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[list[str]] = []
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([Document("a", "A", work="A-1")], vectors=False)
        with Library.open(tmp_path / "library") as reader:

            def look() -> None:
                rows = find_correspondences(reader.store, "32005L0060", "art_14")
                found.append([held.row.later for held in rows])

            def look_and_store(*args: Any) -> int:
                look()
                return store_findings(*args)

            monkeypatch.setattr(addition, "store_findings", look_and_store)
            library.sources.add_documents([RECAST], vectors=False)
            look()
    assert found == [[], ["Article 25"]]


def test_finding_without_its_text_says_nothing(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([RECAST], vectors=False)
        library.store.statements.execute("PRAGMA foreign_keys = OFF")
        library.store.statements.execute("UPDATE finding SET expression = 7")
        library.store.set_setting("findings", {"rules": RULES, "expression": 7})
        assert find_correspondence_notice(library.store, "32005L0060", "art_14") is None


@pytest.fixture(scope="module")
def recasts(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of Directives (EU) 2015/849 and 2022/2555 as adopted, without those that they repeal."""
    place = tmp_path_factory.mktemp("recasts")
    texts = {"32015l0849/2015-05-20/en.xml", "32022l2555/2022-12-14/en.xml"}
    extract(shared_data / "raw" / "eu-formex.tar.gz", place, texts)
    with Library.open(place / "library", create=True) as library:
        library.sources.add([place], vectors=False)
    return place / "library"


@pytest.mark.slow
def test_article_of_a_repealed_act_leads_to_its_successor(recasts: Path) -> None:
    table = "according to the correlation table in Annex IV of Directive (EU) 2015/849"
    row = f"Article 14 of Directive 2005/60/EC corresponds to Article 25 of Directive (EU) 2015/849, {table}"
    with Library.open(recasts) as library:
        query = "Article 14 of Directive 2005/60/EC"
        answer = library.search(query, mode="keyword")
        assert (answer.hits[0].work, answer.hits[0].eid) == ("32015L0849", "art_25")
        assert str(answer.notice) == f"{query} is not in this library; {row}"
        shown = library.law.show(query)
        assert (shown.work, shown.eid) == ("32015L0849", "art_25")
        assert str(shown.notice).startswith(f"{query} is not in this library; {row}")
        for ask in (library.law.history, library.law.references):
            with pytest.raises(
                NotFound, match=r"the library has no work 32005L0060; .* corresponds to"
            ):
                ask(query)
        with pytest.raises(NotFound, match="corresponds to Article 25"):  # and no text of that day
            library.law.show(query, as_of="2010-01-01")
        history = library.law.history("32015L0849", "art_25")
        assert row in str(history.notice)
        annexes = library.search("Annexes I and IX of Directive (EU) 2022/2555", mode="keyword")
        assert str(annexes.notice).endswith("has no Annex IX; shown are the other places")
        several = library.law.history("32022L2555", "art_8")
        assert "Directive (EU) 2016/1148 correspond to Article 8(1) to (5)" in str(several.notice)


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "Article 40 of Directive 2005/60/EC",  # a dash in the table
        "Article 99 of Directive 2005/60/EC",
        "Article 5 of Regulation 44/2001",  # no table here
        "Article 6 of Directive 95/46/EC",
    ],
)
def test_nothing_corresponds_that_no_table_holds(recasts: Path, query: str) -> None:
    with Library.open(recasts) as library:
        answer = library.search(query, mode="keyword")
        assert "is not in this library" in str(answer.notice)
        assert "corresponds" not in str(answer.notice)
        with pytest.raises(NotFound) as error:
            library.law.show(query)
        assert "corresponds" not in str(error.value)


@pytest.mark.slow
def test_history_of_an_article_in_no_table_says_nothing_of_it(recasts: Path) -> None:
    with Library.open(recasts) as library:
        assert "corresponds" not in str(library.law.history("32015L0849", "art_30").notice)
        assert "corresponds" not in str(library.law.history("32015L0849", None).notice)
