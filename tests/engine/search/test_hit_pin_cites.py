"""A hit is cited as the point that contains its words."""

from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.search.results.hits import Hit


@pytest.fixture(scope="module")
def library(gdpr: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gdpr") / "library"
    with Library.open(folder, create=True) as result:
        result.sources.add([gdpr], vectors=False)
    return folder


def hits(library: Path, query: str) -> list[Hit]:
    with Library.open(library) as opened:
        return opened.search(query, mode="keyword", top=20).hits


@pytest.mark.parametrize(
    ("query", "citation"),
    [
        ("vital interests of another natural person", "Article 6(1)(d)"),
        ("processing for compliance with a legal obligation", "Article 6(1)(c)"),
        ('"right to lodge a complaint with a supervisory authority"', "Article 13(2)(d)"),
        ("lodging complaint", "Article 15(1)(f)"),  # in whatever form
        ("codes conduct interests pursued", "Article 40(2)(b)"),
    ],
)
def test_hit_cites_matching_point(library: Path, query: str, citation: str) -> None:
    found = {hit.citation.split(" Regulation")[0]: hit for hit in hits(library, query)}
    hit = found[citation]
    with Library.open(library) as opened:
        point = opened.law.show(hit.work, hit.eid)
    assert point.text.strip() == hit.text
    assert hit.highlights
    assert all(hit.text[start:end].strip() for start, end in hit.highlights)


def test_match_in_several_points_cites_each(library: Path) -> None:
    found = [hit.citation for hit in hits(library, '"processing is necessary for"')]
    assert any(item.startswith("Article 6(1)(c)–(e) ") for item in found)
    assert not any(item.startswith("Article 6(1)(c) ") for item in found)


def test_highlights_lie_in_matched_words(library: Path) -> None:
    found = hits(library, "lodge complaint")
    assert found
    for hit in found:
        marked = {hit.text[start:end].casefold()[:5] for start, end in hit.highlights}
        assert marked <= {"lodge", "lodgi", "compl"}


def test_short_point_is_shown_with_context(library: Path) -> None:
    found = [hit for hit in hits(library, "national security") if hit.text.startswith("(a) nat")]
    (hit,) = found  # "(a) national security;"
    assert hit.citation.startswith("Article 23(1)(a)–(d) ")
    assert "(b) defence;" in hit.text
