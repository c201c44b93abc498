"""Subjects of a provision rank its passages, and match no condition."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.schema import Entry
from lexdesk.index.lexical.subjects import subjects_of
from lexdesk.library.library import Library


def test_subjects_of_a_provision_are_those_of_its_parts() -> None:
    article = subjects_of("32016R0679", "art_7")
    assert article and article == subjects_of("32016R0679", "art_7__para_3")
    assert article != subjects_of("32016R0679", "art_70")
    assert not subjects_of("32016R0679", "art_333")
    assert not subjects_of("unknown", "art_7")


def test_national_law_has_subjects_in_its_own_language() -> None:
    assert "theft" not in subjects_of("DE-stgb", "para_242").split()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("someone hacked us, must we report", "art_33"),
        ("parents must agree for a teenager", "art_8"),
    ],
)
def test_question_in_other_words_finds_the_provision(
    query: str, first: str, words_library: Library
) -> None:
    hits = words_library.search(query, mode="keyword", top=5).hits
    assert any((hit.eid or "").startswith(first) for hit in hits), [hit.eid for hit in hits]


def test_conditions_match_the_text_alone(words_library: Library) -> None:
    assert words_library.search("teenager", mode="keyword").total
    assert not words_library.search("teenager AND consent", mode="keyword").total
    assert not words_library.search('"teenager"', mode="keyword").total
    counted = words_library.search("(teenager) AND kind:regulation", mode="keyword").total
    assert counted == words_library.search("teenager", mode="keyword").total


def test_index_tells_which_words_the_subjects_have(tmp_path: Path) -> None:
    fulltext = FullText(tmp_path / "words")
    of_theft = subjects_of("DE-stgb", "para_242")
    fulltext.put([Entry(1, 1, "StGB", "Wer eine fremde bewegliche Sache", "de", subjects=of_theft)])
    fulltext.put([Entry(2, 1, "StGB", "Ladendiebstahl", "de")])
    fulltext.commit(1)
    assert fulltext.has_subject(1, "Ladendiebstahls", ["en", "de"])
    assert not fulltext.has_subject(2, "Ladendiebstahl", ["en", "de"])
    assert not fulltext.has_subject(1, "fremde", ["en", "de"])
