"""Relevance feedback: the words that the best candidates share raise further ones, for a very long query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.search.ranking.fusion import Candidate
from lexdesk.search.ranking.relevance_feedback import (
    feedback_share,
    feedback_words,
    raise_by_feedback,
)


def candidates(*scores: float) -> list[Candidate]:
    """Passages 1, 2, 3 ... with these scores."""
    return [Candidate(number, score, None, None) for number, score in enumerate(scores, start=1)]


@pytest.mark.parametrize(("words", "share"), [(20, 0.0), (60, 0.0), (90, 0.5), (200, 1.0)])
def test_only_very_long_queries_get_feedback(words: int, share: float) -> None:
    query = " ".join(f"wort{number:03}" for number in range(words))
    assert feedback_share(f"{query} {query} of an") == share
    assert feedback_share(f"{query} under [REF]") == 0


def test_rare_words_that_texts_share_weigh_most() -> None:
    frequencies = {"the": 900, "court": 400, "inventory": 3, "heir": 5, "appeal": 300, "unique": 1}
    texts = ["the court inventory heir", "the court inventory appeal", "the heir inventory unique"]
    words = feedback_words(
        texts, lambda words: {word: frequencies[word] for word in words}, size=1_000
    )
    assert list(words)[:2] == ["inventory", "heir"]
    assert words["the"] < 0.1 * words["inventory"]


def test_words_of_most_texts_raise_a_candidate_behind_the_first() -> None:
    found = raise_by_feedback(candidates(1.0, 0.9, 0.5), {3: 8.0, 2: 2.0}, 1.0)
    assert [candidate.passage for candidate in found] == [1, 3, 2]
    assert found[0].score == 1, "what is above 1 is brought down to it"
    assert found[1].score == pytest.approx(1.3 / 1.8)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40), st.floats(0, 1), st.data())
def test_first_candidate_stays_first(
    scores: list[float], share: float, data: st.DataObject
) -> None:
    before = candidates(*sorted(scores, reverse=True))
    by_words = data.draw(st.dictionaries(st.integers(1, 50), st.floats(0, 30)))
    after = raise_by_feedback(before, by_words, share)
    assert after[0].score == max(candidate.score for candidate in after)
    assert after[0].passage == 1
    assert {c.passage for c in after} == {c.passage for c in before}
    assert all(0 <= candidate.score <= 1 for candidate in after)
