"""The penalty for passages shorter than the question: a hand-worked case, properties, and the GDPR."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.library.library import Library
from lexdesk.query import plain
from lexdesk.search.ranking.fusion import Candidate
from lexdesk.search.ranking.length_penalty import penalize_short
from lexdesk.storage.schema import Extent


def candidates(scores: list[float]) -> list[Candidate]:
    """Passages 1, 2, 3 ... with these scores, highest first."""
    ordered = sorted(scores, reverse=True)
    return [Candidate(n, score, None, None) for n, score in enumerate(ordered, start=1)]


def test_penalties_match_hand_computed_values() -> None:
    """A quarter of the question's length counts half; candidates below the best stay there."""
    extents = {1: Extent(7, 40), 2: Extent(7, 160), 3: Extent(8, 500)}
    found = penalize_short(candidates([0.9, 0.8, 0.7, 0.6, 0.3]), extents, "x" * 160)
    assert [(c.passage, c.score) for c in found] == [
        (2, 0.8),
        (3, 0.7),
        (1, pytest.approx(0.45)),
        (4, pytest.approx(0.45)),
        (5, pytest.approx(0.225)),
    ]


def test_longest_query_expects_two_sentences_at_most() -> None:
    extents = {1: Extent(7, 200), 2: Extent(7, 2_000)}
    before = candidates([0.9, 0.8])
    assert penalize_short(before, extents, "x" * 5_000) == before


def test_very_short_passage_is_penalised_for_every_query() -> None:
    """§ 242 Abs. 2 StGB under *Diebstahl*: "(2) Der Versuch ist strafbar."."""
    extents = {1: Extent(7, 15), 2: Extent(7, 60)}
    found = penalize_short(candidates([0.9, 0.8]), extents, "Diebstahl")
    assert [(c.passage, c.score) for c in found] == [(2, 0.8), (1, pytest.approx(0.45))]


@given(
    st.lists(st.floats(0, 1), max_size=60),
    st.dictionaries(st.integers(1, 50), st.integers(1, 500), max_size=50),
    st.integers(1, 400),
)
def test_scores_are_neither_dropped_nor_raised(
    scores: list[float], lengths: dict[int, int], query_length: int
) -> None:
    before = candidates(scores)
    extents = {passage: Extent(1, length) for passage, length in lengths.items()}
    after = penalize_short(before, extents, "x" * query_length)
    assert sorted(c.passage for c in after) == sorted(c.passage for c in before)
    own = {c.passage: c.score for c in before}
    assert all(c.score <= own[c.passage] for c in after)
    assert all(
        c.score == own[c.passage]
        for c in after
        if lengths.get(c.passage, 0) >= max(query_length, 60)
    )
    best = [c for c in after if c.passage in lengths]
    assert after[: len(best)] == best
    assert best == sorted(best, key=lambda c: (-c.score, c.passage))


@pytest.mark.parametrize("mode", ["hybrid", "semantic"])
def test_short_passages_of_gdpr_are_penalised_for_long_query(
    full_library: Library, mode: str
) -> None:
    retriever = full_library.search.retriever()
    question = (
        "What rights does a data subject have against the controller: access, erasure, rectification,"
        " restriction, portability, objection, and whom may he or she complain to about it?"
    )
    found = retriever.candidates(plain(question), mode, 50).best[:50]  # type: ignore[arg-type]
    extents = retriever.store.passages.extents(candidate.passage for candidate in found)
    short = [
        candidate for candidate in found if extents[candidate.passage].characters < len(question)
    ]
    assert short
    assert len(short) < len(found)
    if mode == "semantic":
        for candidate in found:
            share = min(1.0, extents[candidate.passage].characters / len(question))
            assert candidate.score == pytest.approx((candidate.semantic or 0) * share**0.5)
