"""Judgments identified by an address, found by their neutral citation and paragraph."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Library

_WORK = "https://caselaw.nationalarchives.gov.uk/id/ewfc/b/2024/74"
_XML = (
    '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><judgment><meta><identification><FRBRWork>'
    f'<FRBRuri value="{_WORK}"/><FRBRname value="Re S"/></FRBRWork><FRBRExpression><FRBRdate date="2024-04-03"/>'
    '<FRBRlanguage language="eng"/></FRBRExpression></identification></meta><header><p><neutralCitation>[2024] EWFC 74 (B)'
    "</neutralCitation></p></header><judgmentBody>"
    '<paragraph eId="para_1"><num>1.</num><content><p>First.</p></content></paragraph>'
    '<paragraph eId="para_2"><num>2.</num><content><p>Second.</p></content></paragraph></judgmentBody></judgment></akomaNtoso>'
)
_OTHER = "Neutral Citation Number: [2024] EWFC 74\nDate: 4 April 2024\n" + "\n".join(
    f"{n}. The court finds for the applicant." for n in range(1, 8)
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("judgments")
    texts = {
        "b.xml": _XML,
        "other.txt": _OTHER,
        "letter.txt": "Dear Sir,\n\nsee [2024] EWFC 0074 (B) at [2].\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Library.open(folder / "library", create=True) as opened:
        opened.sources.add([folder / name for name in texts], vectors=False)
        yield opened


@pytest.mark.parametrize("place", ["para_2", "paragraph 2", "[2]", "at [2]", "2"])
def test_paragraph_is_shown_by_its_citation(library: Library, place: str) -> None:
    shown = library.law.show("[2024] EWFC 074 (B)", place)
    assert (shown.work, shown.eid) == (_WORK, "para_2")


@pytest.mark.parametrize("ending", ["", "/data.xml", "#para_2"])
def test_address_of_a_page_leads_to_its_judgment(library: Library, ending: str) -> None:
    page = f"https://caselaw.nationalarchives.gov.uk/ewfc/b/2024/74{ending}"
    assert library.law.show(page).work == _WORK


def test_suffix_is_a_part_of_the_citation(library: Library) -> None:
    assert library.law.show("[2024] EWFC 74").work == "[2024] EWFC 74"
    assert library.search("[2024] EWFC 74 (B)", mode="keyword").hits[0].work == _WORK


def test_cited_by_finds_citations_by_number(library: Library) -> None:
    found = library.law.references("[2024] EWFC 74 (B)", "[2]")
    assert [citing.title for citing in found.cited_by] == ["letter"]
    letter = library.search("[2024] EWFC 74 (B) at [2]", mode="keyword").hits[0]
    assert (letter.work, letter.eid) == (_WORK, "para_2")


@pytest.mark.parametrize("order", [("a.xml", "b.txt"), ("b.txt", "a.xml")])
def test_judgment_from_two_sources_is_one_work(tmp_path: Path, order: tuple[str, str]) -> None:
    copy = _OTHER.replace("74\nDate: 4", "74 (B)\nDate: 3")
    texts = {"a.xml": _XML, "b.txt": copy, "letter.txt": "See [2024] EWFC 74 (B) at [2]."}
    with Library.open(tmp_path / "library", create=True) as library:
        for name in (*order, "letter.txt"):
            (tmp_path / name).write_text(texts[name], encoding="utf-8")
            library.sources.add([tmp_path / name], vectors=False)
        works = [entry.work for entry in library.catalogue.holdings()]
        assert works.count(_WORK) == 1
        assert not any(work.startswith("[") for work in works)
        hits = library.search("court finds applicant", mode="keyword").hits
        assert {hit.work for hit in hits} == {_WORK}
        assert library.law.references(_WORK, "para_2").cited_by
