"""BM25 with votes of the nearest train queries: no system of the paper, but a baseline for all.

97 % of the statutes cited by test queries are cited by train queries too. Much of the gain of a trained
re-ranker may therefore be memory of citations; the nearest train queries have nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk_reproductions import lexical
from lexdesk_reproductions.citing_passages import Query
from lexdesk_reproductions.gerdalir.lexical import LexicalSearch, best_positions

SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True)
class Voting:
    """The number of voting train queries; each votes with its BM25 score for the query."""

    nearest: int = 10
    k1: float = 1.2
    b: float = 0.75


def votes(
    search: LexicalSearch, queries: Sequence[Query], voting: Voting
) -> list[dict[str, float]]:
    """Sum the votes of the nearest train queries of other documents: score by document, for each query."""
    dataset = search.dataset
    train = dataset.queries["train"]
    counts = lexical.Counts(search.query_vectors(train), search.passages.vocabulary)
    weights = lexical.bm25(counts, voting.k1, voting.b)
    own = np.array([query.barred for query in train])
    texts = np.array([query.text for query in train])
    found = []
    for query, scores in zip(
        queries, lexical.scores(search.query_vectors(queries), weights), strict=True
    ):
        related = (own == query.barred) & (query.barred >= 0)
        scores[related | (texts == query.text)] = 0.0
        sums: dict[str, float] = {}
        for voter in best_positions(scores, voting.nearest):
            for voter_document in train[voter].relevant - {query.barred}:
                document = dataset.documents[voter_document]
                sums[document] = sums.get(document, 0.0) + float(scores[voter])
        found.append(sums)
    return found


def combine(run: Run, scores: Sequence[dict[str, float]], share: float) -> Run:
    """Add run and votes, each scaled by its maximum, with the ``share`` of the votes."""
    found: Run = {}
    for (query, ranking), vote in zip(run.items(), scores, strict=True):
        words = _scale(dict(ranking))
        voted = _scale(vote)
        sums = {
            fromkey: (1 - share) * words.get(fromkey, 0.0) + share * voted.get(fromkey, 0.0)
            for fromkey in dict.fromkeys([*words, *voted])
        }
        found[query] = sorted(sums.items(), key=lambda row: -row[1])[: max(len(ranking), 1)]
    return found


def best_share(search: LexicalSearch, queries: Sequence[Query], run: Run, voting: Voting) -> float:
    """Return the share of the votes with the best nDCG@20 on the train ``queries``."""
    scores = votes(search, queries, voting)
    qrels = search.dataset.qrels(queries)

    def value(share: float) -> float:
        return measure(combine(run, scores, share), qrels, "nDCG@20")["nDCG@20"]

    return max(SHARES, key=value)


def _scale(scores: dict[str, float]) -> dict[str, float]:
    highest = max(scores.values(), default=0.0)
    return {document: score / highest for document, score in scores.items()} if highest > 0 else {}
