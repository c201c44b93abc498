"""GerDaLIR: measures and combined scores."""

from dataclasses import replace

import numpy as np
import pytest

from lexdesk_reproductions.citing_passages import Dataset, Query
from lexdesk_reproductions.gerdalir import evidence, votes
from lexdesk_reproductions.gerdalir.lexical import best_positions, rank_documents
from lexdesk_reproductions.gerdalir.settings import Depth
from lexdesk_reproductions.gerdalir.table import compare, mean_over_cited, score

SMALL = Dataset(
    ("a", "b", "c"),
    ("p0", "p1", "p2", "p3"),
    np.array([0, 1, 1, 2]),
    {"train": (), "dev": (Query("q", "x", frozenset({1}), barred=2),)},
)


def test_passages_are_max_pooled_without_own_document() -> None:
    scores = np.array([0.5, 0.2, 0.9, 2.0], np.float32)
    found = rank_documents(SMALL, scores, SMALL.owner, 2, Depth())
    assert found == [("b", pytest.approx(0.9)), ("a", 0.5)]
    assert rank_documents(SMALL, scores, SMALL.owner, -1, Depth(documents=1)) == [("c", 2.0)]
    assert best_positions(np.array([0.0, 1.0, 3.0, 1.0, 0.0]), 2).tolist() == [2, 1]
    assert best_positions(np.array([0.0, 1.0, 3.0, 1.0, 0.0]), 9).tolist() == [2, 1, 3]


def test_measures_match_hand_computed_values() -> None:
    queries = (
        Query("q1", "", frozenset({0})),
        Query("q2", "", frozenset({0, 1})),
        Query("q3", "", frozenset({2})),
    )
    run = {
        "q1": [("b", 3.0), ("a", 2.0)],
        "q2": [("a", 3.0), ("c", 2.0), ("b", 1.0)],
        "q3": [("a", 1.0)],
    }
    found = score(run, SMALL, queries)
    assert found["MRR@10"] == pytest.approx((1 / 2 + 1 + 0) / 3)
    ideal, result = 1 + 1 / np.log2(3), 1 + 1 / np.log2(4)
    assert found["nDCG@20"] == pytest.approx((1 / np.log2(3) + result / ideal + 0) / 3)
    assert found["R@100"] == pytest.approx(2 / 3)
    # a is cited by q1 and q2, b by q2, c by q3
    assert found["MRR@10, by cited"] == pytest.approx(((1 / 2 + 1) / 2 + 1 + 0) / 3)
    assert mean_over_cited({"x": 1.0, "y": 0.0}, {"x": {"d": 1}, "y": {"d": 1, "e": 1}}) == 0.25


def test_votes_are_scaled_and_added() -> None:
    run = {"q": [("a", 4.0), ("b", 2.0)]}
    found = dict(votes.combine(run, [{"b": 6.0, "c": 3.0}], 0.25)["q"])
    assert list(found) == ["a", "b"]
    assert found == pytest.approx({"a": 0.75, "b": 0.75 * 0.5 + 0.25})
    assert votes.combine(run, [{}], 0.25)["q"] == [("a", 0.75), ("b", 0.375)]


def test_top_passages_of_document_are_averaged() -> None:
    shuffled = replace(SMALL, owner=np.array([1, 0, 2, 1]))  # not in the order of documents
    means = evidence.best_means(shuffled, np.array([0.4, 0.2, -0.1, 0.8]), (1, 2, 9))
    np.testing.assert_allclose(means, [[0.2, 0.8, -0.1], [0.2, 0.6, -0.1], [0.2, 0.6, -0.1]])


def test_evidence_is_scaled_over_the_candidates_and_added() -> None:
    ranking = [("a", 4.0), ("b", 2.0), ("c", 1.0)]
    found = dict(evidence.combine(ranking, np.array([0.5, 0.7, 0.6]), 0.5))
    assert list(found) == ["b", "a", "c"]
    assert found == pytest.approx({"b": 0.25 + 0.5, "a": 0.5, "c": 0.125 + 0.25})
    assert evidence.combine(ranking, np.zeros(3), 0.5)[0] == ("a", 0.5)
    assert evidence.combine([], np.zeros(0), 0.5) == []


def test_parameters_are_tuned_on_other_documents() -> None:
    queries = [
        Query(str(at), "", frozenset(), barred) for at, barred in enumerate((7, 7, 8, -1, -1))
    ]
    values = np.array([[1.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5, 0.5]])
    # both queries of 7 would choose the first row, the others choose the second for them
    assert evidence.choose_on_others(values, queries) == [1, 1, 0, 0, 0]


def test_runs_are_compared_over_queries_and_citations() -> None:
    queries = tuple(Query(f"q{at}", "", frozenset({at // 2})) for at in range(3))
    good = {"q0": [("a", 1.0)], "q1": [("a", 1.0)], "q2": [("a", 2.0), ("b", 1.0)]}
    poor = {"q0": [("b", 2.0), ("a", 1.0)], "q1": [("a", 1.0)], "q2": [("b", 1.0)]}
    found = compare(good, poor, SMALL, queries)
    assert found["MRR@10"] == pytest.approx(2.5 / 3)
    assert found["above it by"] == pytest.approx(0.0)
    assert found["p"] == pytest.approx(1.0)
    # over what is cited: 1 and 1/2 against 3/4 and 1
    assert found["BM25, by cited"] == pytest.approx(7 / 8)
    assert found["above it by, by cited"] == pytest.approx(6 / 7 - 1)
    assert compare(good, good, SMALL, queries)["p"] == 1.0
