"""Completions of a partial query."""

from pathlib import Path

import pytest

from lexdesk import Document, Library
from lexdesk.query import parse


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ("gdpr art 17", "Article 17 GDPR"),
        ("Art. 6(1)(f) GDPR", "Article 6(1)(f) GDPR"),
        ("art 7(3) gdpr", "Article 7(3) GDPR"),
        ("protection of natural pers", "work:GDPR"),
        ("Regulation (EU) 20", "work:GDPR"),
        ("general data prot", "work:GDPR"),  # in brackets in the title
        ("regulation eu 2016/6", "work:GDPR"),
    ],
)
def test_citations_and_names(words_library: Library, prefix: str, expected: str) -> None:
    assert words_library.search.complete(prefix)[:1] == [expected]


@pytest.mark.parametrize(
    ("prefix", "offered"),
    [
        ("gdpr", ["GDPR", "work:GDPR"]),
        ("dsgvo", ["DSGVO", "work:DSGVO"]),
        ("dsgvo art 17", ["Artikel 17 DSGVO"]),
        ("general data prot", ["work:GDPR"]),
        ("protección de datos", ["work:RGPD"]),
    ],
)
def test_multilingual_work_is_suggested_once_by_matching_name(
    gdpr_in_languages: Library, prefix: str, offered: list[str]
) -> None:
    assert gdpr_in_languages.search.complete(prefix) == offered
    for query in offered:
        hits = gdpr_in_languages.search(query, mode="keyword").hits
        assert {hit.work for hit in hits} == {"32016R0679"}


@pytest.mark.parametrize(
    "prefix", ["", "g", "xylophone", "art 700 gdpr", '"', "consent AND (", "()"]
)
def test_unmatched_prefix_has_no_completion(words_library: Library, prefix: str) -> None:
    assert words_library.search.complete(prefix) == []


def test_completed_work_is_found(words_library: Library) -> None:
    (query,) = words_library.search.complete("natural persons")
    hits = words_library.search(f"consent {query}", mode="keyword").hits
    assert {hit.work for hit in hits} == {"32016R0679"}


@pytest.mark.parametrize("title", ['The "Blue" lease', 'Supply of 5" pipes', "“Blue” („Miete“)"])
def test_title_with_quotation_marks_is_quoted(tmp_path: Path, title: str) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        texts = [Document("rent", item, work=item) for item in (title, "The lease")]
        library.sources.add_documents(texts, vectors=False)
        (query,) = library.search.complete(title[:7])
        assert parse(query).lists
        assert [hit.work for hit in library.search(query, mode="keyword").hits] == [title]


def test_kinds(words_library: Library) -> None:
    assert words_library.catalogue.kinds()["regulation"] == 1
