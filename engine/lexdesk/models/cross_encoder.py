"""Cross-encoder: scores of passages, from a question and a passage read together.

Nogueira and Cho (2019, "Passage Re-ranking with BERT").

The contract of a reranker
--------------------------
Inputs of ``model.onnx``, all int64, shape (batch, tokens): ``input_ids``, ``attention_mask`` and
``token_type_ids``, 0 for the question and 1 for the passage with its closing [SEP]. Output, float32,
shape (batch,): ``score``, a logit comparable only between passages of one question.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import ModelCode, ModelDamaged
from lexdesk.models.manifest import Manifest, read, require_task
from lexdesk.models.onnx_session import BackgroundModel

_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


@functools.lru_cache(maxsize=2)
def load(folder: Path) -> CrossEncoder:
    """Return the cross-encoder of a model folder, one for all libraries of the process."""
    return CrossEncoder(folder, read(folder))


class CrossEncoder(BackgroundModel):
    """The cross-encoder in a model folder, checked and loaded in the background like an encoder.

    Raise ``ModelError`` for a model of another task and, on first use, ``ModelDamaged`` for files that differ
    from the manifest.
    """

    depth = 30

    def __init__(self, folder: Path, manifest: Manifest):
        require_task(folder, manifest, "reranker")
        super().__init__(folder, manifest)

    def scores(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:
        """Return the relevance of each of ``passages`` to ``question``: float32 (n,), higher is better.

        Long passages are cut at the model's limit; the question is read whole as far as possible.
        """
        scores = np.empty(len(passages), np.float32)
        if not passages:
            return scores
        pairs = [(question, passage) for passage in passages]
        encodings = self.model.tokenizer.encode_batch(pairs)

        def run(part: NDArray[np.int64]) -> None:
            scores[part] = self._run([(encodings[i].ids, encodings[i].type_ids) for i in part])

        self._run_batches([len(encoding.ids) for encoding in encodings], run)
        return scores

    def combine(
        self, fused: NDArray[np.float32], scores: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the logistic function of ``scores``, in 0..1; ``fused`` is ignored."""
        del fused
        return np.asarray(1 / (1 + np.exp(-scores)), np.float32)

    def _run(self, rows: list[tuple[list[int], list[int]]]) -> NDArray[np.float32]:
        shape = (len(rows), max(len(ids) for ids, _ in rows))
        feed = {name: np.zeros(shape, np.int64) for name in _INPUTS}
        feed["input_ids"].fill(self.model.padding)
        for at, (ids, types) in enumerate(rows):
            for name, values in zip(_INPUTS, (ids, [1] * len(ids), types), strict=True):
                feed[name][at, : len(ids)] = values
        found = self._call("score", feed)
        if found.shape != (len(rows),) or not np.isfinite(found).all():
            raise ModelDamaged(
                ModelCode.GRAPH_MISMATCH,
                folder=self._folder,
                reason="it gives no score for each passage",
            )
        return found
