"""The second stage of one direction: the rows of Table 5."""

import shutil
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np

from lexdesk.evaluation.run import Run
from lexdesk_reproductions.ledger import Values
from lexdesk_reproductions.regir import dates, prefetch, scoring
from lexdesk_reproductions.regir.contextual import FrozenVectors, WordReader
from lexdesk_reproductions.regir.folds import FixedVectorLearner, Learner, cross_validate
from lexdesk_reproductions.regir.laboratory import Laboratory
from lexdesk_reproductions.regir.matches import Matcher
from lexdesk_reproductions.regir.rerankers import Kind
from lexdesk_reproductions.regir.tuned import TunedEncoderLearner
from lexdesk_reproductions.regir.vectors import Static
from lexdesk_reproductions.significance import deviation, paired_t_test

Over = Literal["word2vec", "C-BERT frozen", "C-BERT tuned"]


class SecondStage:
    """Re-rankers over the results of ``first``."""

    def __init__(self, first: Laboratory):
        self._first, self._dataset, self._settings = first, first.dataset, first.settings

    def first(self, years: int = 0) -> Values:
        """Measure the first stage, or without acts more than ``years`` away."""
        run = self._first.run(self._first.ensemble)
        return self._row(dates.within(run, self._dataset, years) if years else run)

    def oracle(self) -> Values:
        """Measure the first stage in its best order."""
        run = self._first.run(self._first.ensemble)
        return self._row(scoring.oracle(run, self._dataset.qrels))

    def _row(self, *runs: Run) -> dict[str, float]:
        """Measure one run or several: each query counts with its mean over them."""
        values = scoring.mean_of([scoring.by_query(run, self._dataset.qrels) for run in runs])
        plain = self._first.by_query(self._first.ensemble)["nDCG@20"]
        p = paired_t_test(list(values["nDCG@20"].values()), list(plain.values()))
        return {**scoring.score(values, bounded="nDCG@20"), "p": p}

    @cached_property
    def _over_word2vec(self) -> FixedVectorLearner:
        matching = self._settings.matching
        words, lexicon = self._first.words, self._first.lexicon
        matcher = Matcher(words, Static(words, lexicon, matching.words), matching)
        return FixedVectorLearner(matcher, f"{self._settings.vectors}, {self._settings.characters}")

    @cached_property
    def _over_frozen(self) -> FixedVectorLearner:
        matching, words = self._settings.matching, self._first.words
        base, window = self._first.concept_base, self._settings.reading.tokens
        reader = WordReader(base, words.tokens, window, matching.words)
        vectors = FrozenVectors(reader, base, self._dataset, self._first.work)
        return FixedVectorLearner(
            Matcher(words, vectors, matching), f"{base.fingerprint}, {window}"
        )

    @cached_property
    def _over_tuned(self) -> TunedEncoderLearner:
        settings, base = self._settings, self._first.concept_base
        window, work = settings.reading.tokens, self._first.work
        return TunedEncoderLearner(self._over_frozen, base, window, settings.tuning, work)

    def _learner(self, over: Over) -> Learner:
        if over == "word2vec":
            return self._over_word2vec
        return self._over_frozen if over == "C-BERT frozen" else self._over_tuned

    def row_of_reranker(
        self, kind: Kind, over: Over, years_before: int = 0, years_after: int = 0
    ) -> Values:
        """Compute a row of a re-ranker over all its runs, with the deviation of nDCG@20 for several."""
        run = self._first.run(prefetch.scale_rows(self._first.ensemble))
        if years_before:
            run = dates.within(run, self._dataset, years_before)
        tuned = over == "C-BERT tuned"
        runs = self._settings.tuning.runs if tuned else self._settings.matching.runs
        folder = self._folder(over, years_before)
        found, weights = [], []
        for seed in range(1, runs + 1):
            ranked, models = cross_validate(self._learner(over), kind, run, folder, seed)
            if years_after:
                ranked = dates.within(ranked, self._dataset, years_after)
            found.append(ranked)
            weights += [model.weights.detach().cpu().numpy() for model in models]
        if tuned:
            _remove_encoders(folder, kind)
        w_r, w_p = np.mean(weights, axis=0).tolist()
        row = {**self._row(*found), "w_r": w_r, "w_p": w_p}
        if runs > 1:
            row["deviation"] = deviation([self._row(value)["nDCG@20"] for value in found])
        return row

    def _folder(self, over: Over, years: int) -> Path:
        """Return the folder of re-rankers over vectors; tuned ones start from frozen ones and lie below."""
        name = "word2vec" if over == "word2vec" else "concepts"
        return self._first.work / f"rerankers-{years}" / name


def _remove_encoders(folder: Path, kind: Kind) -> None:
    """Delete checkpoints with an encoder and its moments: hundreds of MB, never read again."""
    for path in folder.glob(f"{kind}-*/tuned"):
        shutil.rmtree(path)
