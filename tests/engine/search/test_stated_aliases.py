"""References that texts of a library state beside a work."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import lexdesk
from lexdesk import Library

_LETTER = """Dear colleague,

as the Court held in Case C-311/18, EU:C:2020:559, paragraph 94, transfers need protection. Regulation (EU) 2016/679 of the
European Parliament and of the Council of 27 April 2016 on the protection of natural persons, and repealing Directive 95/46/EC
(OJ L 119, 4.5.2016, p. 1) governs them.
"""
_JUDGMENT = (
    "62018CJ0311\n\nJUDGMENT OF THE COURT (Grand Chamber)\n\n16 July 2020\n\nIn Case C‑311/18,\n\n"
    + "\n\n".join(
        f"{number}        The Court holds number {number} here." for number in range(1, 9)
    )
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("aliases")
    (folder / "letter.txt").write_text(_LETTER, encoding="utf-8")
    (folder / "C-311-18.txt").write_text(_JUDGMENT, encoding="utf-8")
    act = Path(lexdesk.__file__).parent / "demo" / "L_2016119EN.01000101.xml"
    with Library.open(folder / "library", create=True) as opened:
        opened.sources.add([folder / "letter.txt", folder / "C-311-18.txt", act], vectors=False)
        yield opened


@pytest.mark.parametrize("query", ["ECLI:EU:C:2020:559", "EU:C:2020:559", "ecli:eu:c:2020:559"])
def test_ecli_leads_to_the_judgment_cited_with_it(library: Library, query: str) -> None:
    first = library.search(query, mode="keyword").hits[0]
    assert (first.work, first.named) == ("62018CJ0311", True)


@pytest.mark.parametrize("query", ["EU:C:2020:559, paragraph 2", "ecli:eu:c:2020:559 Rn. 2"])
def test_paragraph_behind_ecli_leads_there(library: Library, query: str) -> None:
    first = library.search(query, mode="keyword").hits[0]
    assert (first.work, first.eid) == ("62018CJ0311", "para_2")


@pytest.mark.parametrize(
    "query",
    [
        "OJ L 119, 4.5.2016, p. 1",
        "ABl. L 119 vom 4.5.2016, S. 1",
        "OJ L 119/1",
        "OJ 2016 L 119 p. 1",
        "Official Journal L 119, 4 May 2016, p. 1",
    ],
)
def test_page_of_official_journal_leads_to_its_act(library: Library, query: str) -> None:
    first = library.search(query, mode="keyword").hits[0]
    assert (first.work, first.named) == ("32016R0679", True)


@pytest.mark.parametrize(
    "query", ["OJ L 120, 4.5.2016, p. 1", "BGHZ 163, 234", "ECLI:EU:C:2020:560"]
)
def test_unknown_reference_is_said_to_be_missing(library: Library, query: str) -> None:
    answer = library.search(query, mode="keyword")
    assert not any(hit.named for hit in answer.hits)
    assert query.startswith("OJ") or "is not in this library" in answer.notice


@pytest.mark.parametrize(
    ("query", "form"),
    [("ECLI:EU:C:2015:650", "EU:C:2015:650"), ("62014CJ0362", "C-362/14"), ("31995L0046", "95/46"),
     ("31999L0044", "1999/44"),
     ("61962CJ0026", "26/62"),
     ("https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=ecli:ECLI:EU:C:2015:650", "EU:C:2015:650")],
)  # fmt: skip
def test_identifier_of_an_absent_work_finds_the_passages_that_cite_it(
    tmp_path: Path, query: str, form: str
) -> None:
    cited = tmp_path / "memo.txt"
    cited.write_text(
        "Directive 95/46/EC, not Directive 1999/44/EC, was read in Schrems (C‑362/14, EU:C:2015:650), as in Case 26/62.\n",
        encoding="utf-8",
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([cited], vectors=False)
        answer = library.search(query, mode="keyword")
        assert [hit.path for hit in answer.hits] == [str(cited)]
        assert f"shown are passages with {form}" in str(answer.notice)
        number = library.search("95/46/EC", mode="keyword")
        assert (
            str(number.notice)
            == "95/46/EC is not in this library; shown are passages with its words"
        )
        lost = library.search("62014CJ0999", mode="keyword")
        assert "nothing in it cites it" in str(lost.notice) and lost.parsed == "62014cj0999"
