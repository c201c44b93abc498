"""Hard negatives: passages ranked high by the engine and not judged relevant.

Relevant works, their near-copies and those of the query are left out; of sixty others, the first five are
skipped, since the best unlabelled passages are often relevant (Qu et al. 2021, RocketQA).
"""

from typing import Any

import numpy as np

from lexdesk_trainer.data.shards import Shard

_Array = np.ndarray[Any, Any]


class Negatives:
    """For each example with candidates its valid negatives, best first.

    The first ``first_rank`` are skipped, and those from ``last_rank`` on.
    """

    def __init__(self, shard: Shard, first_rank: int, last_rank: int):
        self._shard = shard
        self._ranks = slice(first_rank, last_rank)
        self._wrong = [
            self._wrong_places(example)
            for example in np.flatnonzero(shard.examples.row >= 0).tolist()
        ]
        self.order = np.argsort(
            -shard.examples.words.astype(np.float32), axis=1, kind="stable"
        ).astype(np.int32)

    def draw(self, example: int, count: int, rng: np.random.Generator) -> _Array:
        """Draw at most ``count`` distinct positions among the candidates of ``example``."""
        row = int(self._shard.examples.row[example])
        allowed = self._wrong[row]
        ranked = [place for place in self.order[row] if place in allowed][self._ranks]
        if not ranked:
            return np.empty(0, np.int64)
        return rng.permutation(np.array(ranked, np.int64))[:count]

    def group(self, example: int, count: int, rng: np.random.Generator) -> tuple[int, _Array]:
        """Draw an answer of ``example``, its position in ``positives.values``, and at most ``count`` negatives."""
        answer = int(rng.integers(*self._shard.examples.positives.offsets[example : example + 2]))
        return answer, self.draw(example, count, rng)

    def reorder(self, scores: _Array) -> None:
        """Rank the candidates by new scores, (m, C), such as hybrid instead of lexical ones."""
        self.order = np.argsort(-scores, axis=1, kind="stable").astype(np.int32)

    def _wrong_places(self, example: int) -> frozenset[int]:
        examples, shard = self._shard.examples, self._shard
        relevant = set(examples.relevant.row(example).tolist())
        barred = {int(examples.query[example])}
        for text in (int(examples.query[example]), *examples.positives.row(example).tolist()):
            barred.add(text)
            barred.update(shard.near_copies.row(text).tolist())
        candidates = examples.candidates[examples.row[example]]
        return frozenset(
            place
            for place, text in enumerate(candidates.tolist())
            if text >= 0 and text not in barred and int(shard.groups[text]) not in relevant
        )
