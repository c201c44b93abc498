"""Similarity of recitals and articles, and probabilities of links in the order of recitals."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lexdesk.recitals import similarity
from lexdesk.recitals.proposal import TEMPERATURE, align, compute_transitions
from lexdesk.recitals.similarity import (
    combine_similarities,
    compute_lexical_similarity,
    compute_semantic_similarity,
)


def test_words_are_weighted_by_rarity() -> None:
    likeness = compute_lexical_similarity(
        ["the breach shall be notified", "the portability of data"],
        ["the data of the subject", "the breach", "the portability"],
    )
    assert likeness.shape == (2, 3)
    assert likeness.argmax(axis=1).tolist() == [1, 2]
    assert likeness[0, 0] == 0  # "the" is everywhere, so that it says nothing


def test_rarest_terms_beyond_limit_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["breach once", "breach"], ["breach once", "fee"]
    whole = compute_lexical_similarity(*texts)
    monkeypatch.setattr(similarity, "_MOST_CELLS", 4)
    likeness = compute_lexical_similarity(*texts)
    assert (likeness > 0).tolist() == [[True, False], [True, False]]
    assert likeness[0, 0] < whole[0, 0]


def test_semantic_similarity_uses_best_passage_of_article() -> None:
    east, north = np.array([[1.0, 0.0]], np.float32), np.array([[0.0, 1.0]], np.float32)
    none = np.empty((0, 2), np.float32)
    both = np.concatenate([east, north])
    likeness = compute_semantic_similarity([east, both, none], [none, east, both])
    assert likeness.tolist() == [[0, 1, 1], [0, 0.5, 1], [0, 0, 0]]


LIKENESS = arrays(np.float32, (4, 3), elements=st.floats(0, 1, width=32))


@given(LIKENESS)
def test_probabilities_equal_sum_over_all_paths(likeness: np.ndarray) -> None:
    moves = compute_transitions(3)
    expected = np.zeros((4, 3))
    for way in itertools.product(range(3), repeat=4):
        chance = np.prod([np.exp(float(likeness[i, j]) / TEMPERATURE) for i, j in enumerate(way)])
        chance *= np.prod([moves[a, b] for a, b in itertools.pairwise(way)])
        for recital, article in enumerate(way):
            expected[recital, article] += chance
    expected /= expected.sum(axis=1, keepdims=True)
    alone = np.exp(likeness.astype(np.float64) / TEMPERATURE)
    alone /= alone.sum(axis=1, keepdims=True)
    assert align(likeness) == pytest.approx((expected + alone) / 2, abs=1e-6)


@given(LIKENESS, LIKENESS, st.floats(0, 1))
def test_combined_scores_lie_between_0_and_1(
    words: np.ndarray, meaning: np.ndarray, weight: float
) -> None:
    found = combine_similarities(words, meaning, weight)
    assert found.min() >= 0
    assert found.max() <= 1.0001
    assert np.isfinite(found).all()


def test_recital_between_two_others_shares_their_article() -> None:
    likeness = np.full((3, 4), 0.2, np.float32)
    likeness[0, 1] = likeness[2, 1] = 1
    likeness[1] = [0.5, 0.5, 0.5, 0.5]
    assert align(likeness)[1].argmax() == 1


def test_distant_recital_can_explain_article() -> None:
    likeness = np.full((5, 6), 0.2, np.float32)
    likeness[:, 1] = 0.8
    likeness[2] = [0.2, 0.4, 0.2, 0.2, 0.2, 1]
    probable = align(likeness)[2]
    assert probable[5] > 0.4
    assert probable[1] > 0.2
