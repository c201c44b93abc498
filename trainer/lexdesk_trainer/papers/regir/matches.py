"""What the re-rankers read of a query and an act, and which pairs they learn from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch

from lexdesk.evaluate.run import Run
from lexdesk_trainer.papers.bases import Array
from lexdesk_trainer.papers.regir.prefetch import Lexicals
from lexdesk_trainer.papers.regir.rerankers import (
    Kind,
    Match,
    Matching,
    Preference,
    Reranker,
    trained,
)
from lexdesk_trainer.papers.word_vectors import Lexicon

FOLDS = 3
_ABSENT = -2.0


@dataclass
class Matcher:
    """Makes matches over the vectors of ``lexicon``; what was read of an act is kept."""

    words: Lexicals
    lexicon: Lexicon
    settings: Matching
    _read: dict[str, Array] = field(default_factory=dict)

    def match(self, query: str, act: str, prefetched: float) -> Match:
        """One query with one act."""
        terms, rarity = self._terms(query)
        cosines = np.full((self.settings.terms, self.settings.words), _ABSENT, np.float32)
        read = self._vectors(act)
        cosines[: len(terms), : len(read)] = terms @ read.T
        return Match(cosines, rarity, prefetched)

    def _terms(self, query: str) -> tuple[Array, Array]:
        """Vectors and rarity of the query's terms that weigh most by TF-IDF."""
        act = self.words.dataset.queries[query]
        tokens = [each for each in self.words.tokens(act.text) if each in self.lexicon.number]
        rarity = self.words.rarity
        weight = {each: tokens.count(each) * rarity.get(each, 0.0) for each in set(tokens)}
        chosen = sorted(weight, key=lambda each: (-weight[each], each))[: self.settings.terms]
        values = np.zeros(self.settings.terms, np.float32)
        values[: len(chosen)] = [max(rarity.get(each, 0.0), 1e-3) for each in chosen]
        return self._unit(chosen), values

    def _vectors(self, act: str) -> Array:
        if act not in self._read:
            tokens = self.words.tokens(self.words.dataset.acts[act].text)
            known = [each for each in tokens if each in self.lexicon.number]
            self._read[act] = self._unit(known[: self.settings.words])
        return self._read[act]

    def _unit(self, words: Sequence[str]) -> Array:
        rows = self.lexicon.rows[[self.lexicon.number[word] for word in words]]
        return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9))

    def preferences(self, run: Run, queries: Sequence[str], seed: int) -> list[Preference]:
        """For each relevant act that the first stage found, some of its others, drawn."""
        rng = np.random.default_rng(seed)
        found = []
        for query in queries:
            grades = self.words.dataset.qrels[query]
            ranking = run[query][: self.settings.depth]
            wrong = [row for row in ranking if not grades.get(row[0])]
            for act, score in ranking:
                if not grades.get(act):
                    continue
                right = self.match(query, act, score)
                drawn = rng.permutation(len(wrong))[: self.settings.negatives]
                found += [Preference(right, self.match(query, *wrong[at])) for at in drawn]
        return found

    def reranked(self, model: Reranker, run: Run, queries: Sequence[str]) -> Run:
        """The first of each ranking in the model's order, then the rest."""
        found: Run = {}
        for query in queries:
            ranking = run[query][: self.settings.depth]
            with torch.no_grad():
                scores = model([self.match(query, act, score) for act, score in ranking])
            order = torch.argsort(scores, descending=True, stable=True).tolist()
            rest = run[query][self.settings.depth :]
            every = [*(ranking[at] for at in order), *rest]
            found[query] = [(act, -float(at)) for at, (act, _) in enumerate(every)]
        return found


def crossed(
    matcher: Matcher, kind: Kind, run: Run, folder: Path, seed: int
) -> tuple[Run, list[Reranker]]:
    """Every query re-ranked by a model that learned from the other folds, and those models."""
    queries = [query for query in matcher.words.dataset.queries if run[query]]
    found: Run = {}
    models = []
    for fold in range(FOLDS):
        asked = queries[fold::FOLDS]
        learned = [query for query in queries if query not in asked]
        preferences = matcher.preferences(run, learned, seed)
        place = folder / f"{kind}-{seed}-{fold}"
        model = trained(kind, preferences, matcher.settings, place, seed)
        found |= matcher.reranked(model, run, asked)
        models.append(model)
    return found, models
