"""Text to vectors, with tokenizers and onnxruntime."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import ModelCode, ModelDamaged
from lexdesk.models import batching
from lexdesk.models.batching import ThreadLayout
from lexdesk.models.manifest import Manifest, read, require_task
from lexdesk.models.onnx_session import BackgroundModel

_EMBEDDING, _TOKENS, _WITH_EMBEDDING = "embedding", "tokens", "with_embedding"
"""The output with a vector for each token, and what a graph may be told that no other is wanted."""

_Found = TypeVar("_Found")


@functools.lru_cache(maxsize=2)
def loaded(folder: Path, callers: int | None = None) -> Encoder:
    """The encoder of a model folder, one for all libraries of the process."""
    return Encoder(folder, read(folder), callers)


class Encoder(BackgroundModel):
    """The embedder in a model folder.

    Raises ``ModelError`` where the folder holds a model for another task, and ``ModelDamaged``, when
    it is first used, where its files are not as the manifest says.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, callers: int | None = None, helpers: int = 0
    ):
        require_task(folder, manifest, "embedder")
        super().__init__(folder, manifest, callers, helpers)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """``texts`` -> float32 (n, dimensions), rows of unit length, in the order of ``texts``.

        On a CPU the vector of a text does not depend on the texts beside it.
        """
        encodings = self._model.tokenizer.encode_batch_fast(list(texts))
        lengths = [len(encoding) for encoding in encodings]
        vectors = np.empty((len(texts), self.manifest.dimensions), np.float32)

        def run(batch: NDArray[np.int64]) -> None:
            vectors[batch] = self._run([encodings[i].ids for i in batch])

        self._spread(lengths, run)
        return vectors

    def encode_all(self, parts: Iterable[Sequence[str]]) -> Iterator[NDArray[np.float32]]:
        """``encode`` of each of ``parts``, one after another, in the layout that is fastest on this machine."""
        return batching.encode_all(parts, self.manifest.fingerprint, self, self._laid_out)

    def _laid_out(self, other: ThreadLayout) -> Encoder:
        """The same model in another layout, loaded; itself where the folder holds another model by now."""
        encoder = Encoder(self._folder, self.manifest, other.texts, other.threads - other.texts)
        try:
            encoder._loading.result()
        except ModelDamaged:
            return self
        return encoder

    def start(self, text: str, use: Callable[[NDArray[np.float32]], _Found]) -> Future[_Found]:
        """Encode one text, (dimensions,), and ``use`` it, all on another core than the caller's."""
        return self._callers.submit(lambda: use(self.encode([text])[0]))

    @property
    def gives_tokens(self) -> bool:
        """Whether the model was exported with vectors of tokens."""
        return any(each.name == _TOKENS for each in self._model.session.get_outputs())

    @functools.cached_property
    def _may_end_early(self) -> bool:
        others = self._model.session.get_overridable_initializers()
        return any(each.name == _WITH_EMBEDDING for each in others)

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Of each text the vectors of its tokens in their context, float32 (tokens, dimensions).

        They are as long as the token counts; one that the model does not read is nought, and all are of
        a text in another language than it knows.
        """
        encodings = self._model.tokenizer.encode_batch_fast(list(texts))
        found = [np.empty((0, 0), np.float32)] * len(texts)

        def run(batch: NDArray[np.int64]) -> None:
            rows = [encodings[i].ids for i in batch]
            for i, row, vectors in zip(batch, rows, self._run(rows, _TOKENS), strict=True):
                found[i] = vectors[: len(row)]

        self._spread([len(encoding) for encoding in encodings], run)
        return found

    def _run(self, rows: list[list[int]], output: str = _EMBEDDING) -> NDArray[np.float32]:
        feed: dict[str, NDArray[np.generic]] = {**self._feed(rows)}
        if output == _TOKENS and self._may_end_early:
            feed[_WITH_EMBEDDING] = np.array(False)
        found = self._call(output, feed)
        wanted = self.manifest.dimensions
        if output == _EMBEDDING and found.shape != (len(rows), wanted):
            raise ModelDamaged(
                ModelCode.VECTOR_SHAPE, folder=self._folder, shape=found.shape, wanted=wanted
            )
        return found

    def _feed(self, rows: list[list[int]]) -> dict[str, NDArray[np.int64]]:
        """Token ids -> the model's inputs, int64 (rows, longest), padded on the right."""
        longest = max(map(len, rows))
        ids = np.full((len(rows), longest), self._model.padding, np.int64)
        mask = np.zeros((len(rows), longest), np.int64)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
            mask[at, : len(row)] = 1
        return {"input_ids": ids, "attention_mask": mask}
