"""BM25 with the votes of the nearest train queries: no system of the paper, but a rival of all of them.

97 % of the statutes that test queries cite are cited by train queries too. So much of what a trained
re-ranker gains may be the memory of who cites what; the nearest train queries have nothing but that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lexdesk.evaluation.measures import measure
from lexdesk.evaluation.run import Run
from lexdesk_reproductions import lexical
from lexdesk_reproductions.citing_passages import Query
from lexdesk_reproductions.gerdalir.lexical import LexicalSearch, best

Array = np.ndarray[Any, Any]
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True)
class Voting:
    """So many of the nearest train queries vote, each with its BM25 score for the query."""

    nearest: int = 10
    k1: float = 1.2
    b: float = 0.75


def votes(
    search: LexicalSearch, queries: Sequence[Query], voting: Voting
) -> list[dict[str, float]]:
    """For each query what the nearest train queries of other documents say: score by document."""
    dataset = search.dataset
    train = dataset.queries["train"]
    counts = lexical.Counts(search.asked(train), search.passages.vocabulary)
    weights = lexical.bm25(counts, voting.k1, voting.b)
    own = np.array([query.barred for query in train])
    texts = np.array([query.text for query in train])
    found = []
    for query, scores in zip(queries, lexical.scores(search.asked(queries), weights), strict=True):
        related = (own == query.barred) & (query.barred >= 0)
        scores[related | (texts == query.text)] = 0.0
        told: dict[str, float] = {}
        for voter in best(scores, voting.nearest):
            for each in train[voter].relevant - {query.barred}:
                document = dataset.documents[each]
                told[document] = told.get(document, 0.0) + float(scores[voter])
        found.append(told)
    return found


def joined(run: Run, told: Sequence[dict[str, float]], share: float) -> Run:
    """Both, each scaled by its maximum; ``share`` is that of the votes."""
    found: Run = {}
    for (query, ranking), vote in zip(run.items(), told, strict=True):
        words = _scaled(dict(ranking))
        voted = _scaled(vote)
        sums = {
            each: (1 - share) * words.get(each, 0.0) + share * voted.get(each, 0.0)
            for each in dict.fromkeys([*words, *voted])
        }
        found[query] = sorted(sums.items(), key=lambda row: -row[1])[: max(len(ranking), 1)]
    return found


def best_share(search: LexicalSearch, queries: Sequence[Query], run: Run, voting: Voting) -> float:
    """The share of the votes with the best nDCG@20 on ``queries``, which are train queries."""
    told = votes(search, queries, voting)
    qrels = search.dataset.qrels(queries)

    def value(share: float) -> float:
        return measure(joined(run, told, share), qrels, "nDCG@20")["nDCG@20"]

    return max(SHARES, key=value)


def _scaled(scores: dict[str, float]) -> dict[str, float]:
    highest = max(scores.values(), default=0.0)
    return {each: score / highest for each, score in scores.items()} if highest > 0 else {}
