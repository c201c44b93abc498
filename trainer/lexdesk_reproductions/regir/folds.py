"""Cross-validation: each query is re-ranked by a model trained on others."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from lexdesk.evaluation.run import Run
from lexdesk_reproductions.regir.matches import Matcher, split_rows
from lexdesk_reproductions.regir.rerankers import Kind, Reranker, train_reranker

FOLDS = 3


class Learner(Protocol):
    """A factory of re-rankers."""

    def learn(
        self, kind: Kind, run: Run, queries: Sequence[str], folder: Path, seed: int
    ) -> tuple[Matcher, Reranker]:
        """Train a re-ranker on ``queries`` and return it with its matcher; resume from ``folder``."""


class FixedVectorLearner:
    """Training over fixed vectors; ``vectors`` names them."""

    def __init__(self, matcher: Matcher, vectors: str = ""):
        self.matcher, self.vectors = matcher, vectors

    def learn(
        self, kind: Kind, run: Run, queries: Sequence[str], folder: Path, seed: int
    ) -> tuple[Matcher, Reranker]:
        """Train as in ``Learner``."""
        matcher = self.matcher
        taught, judging = split_rows(queries, matcher.settings.validating, seed)
        preferences = matcher.preferences(run, taught, seed)
        judge = (lambda model: matcher.measure_reranked(model, run, judging)) if judging else None
        settings = matcher.settings
        return matcher, train_reranker(
            kind, preferences, settings, folder, seed, judge, self.vectors
        )


def cross_validate(
    learner: Learner, kind: Kind, run: Run, folder: Path, seed: int
) -> tuple[Run, list[Reranker]]:
    """Re-rank each query by a model of the other folds; return the run and the models."""
    queries = [query for query, ranking in run.items() if ranking]
    found: Run = {}
    models = []
    for fold in range(FOLDS):
        heldout = queries[fold::FOLDS]
        rest = [query for query in queries if query not in heldout]
        place = folder / f"{kind}-{seed}-{fold}"
        matcher, model = learner.learn(kind, run, rest, place, seed)
        found |= matcher.rerank(model, run, heldout)
        models.append(model)
    return found, models
