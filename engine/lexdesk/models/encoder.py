"""Encoder of texts to embeddings, with tokenizers and onnxruntime."""

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
"""The two outputs of a graph, and the input to switch off the embedding."""

_Found = TypeVar("_Found")


@functools.lru_cache(maxsize=2)
def loaded(folder: Path, callers: int | None = None) -> Encoder:
    """Return the encoder of a model folder, one for all libraries of the process."""
    return Encoder(folder, read(folder), callers)


class Encoder(BackgroundModel):
    """The embedder in a model folder.

    Raise ``ModelError`` for a model of another task and, on first use, ``ModelDamaged`` for files that differ
    from the manifest.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, callers: int | None = None, helpers: int = 0
    ):
        require_task(folder, manifest, "embedder")
        super().__init__(folder, manifest, callers, helpers)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode ``texts`` to float32 (n, dimensions), rows of unit length, in the order of ``texts``.

        On a CPU the embedding of a text is independent of the other texts.
        """
        encodings = self._model.tokenizer.encode_batch_fast(list(texts))
        lengths = [len(encoding) for encoding in encodings]
        vectors = np.empty((len(texts), self.manifest.dimensions), np.float32)

        def run(batch: NDArray[np.int64]) -> None:
            vectors[batch] = self._run([encodings[i].ids for i in batch])

        self._spread(lengths, run)
        return vectors

    def encode_all(self, parts: Iterable[Sequence[str]]) -> Iterator[NDArray[np.float32]]:
        """Encode each of ``parts`` in order, in the fastest layout on this machine."""
        return batching.encode_all(parts, self.manifest.fingerprint, self, self._laid_out)

    def _laid_out(self, other: ThreadLayout) -> Encoder:
        """Load the same model in another layout; return ``self`` if the folder has changed since."""
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
        """Return whether the model exports token embeddings."""
        return any(output.name == _TOKENS for output in self._model.session.get_outputs())

    @functools.cached_property
    def _may_end_early(self) -> bool:
        others = self._model.session.get_overridable_initializers()
        return any(other.name == _WITH_EMBEDDING for other in others)

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return the contextual token embeddings of each text, float32 (tokens, dimensions).

        Their length is the weight of the token; it is zero for tokens the model does not read, such as all those
        of a text in an unknown language.
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
        """Return token ids as the model's inputs, int64 (rows, longest), padded on the right."""
        longest = max(map(len, rows))
        ids = np.full((len(rows), longest), self._model.padding, np.int64)
        mask = np.zeros((len(rows), longest), np.int64)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
            mask[at, : len(row)] = 1
        return {"input_ids": ids, "attention_mask": mask}
