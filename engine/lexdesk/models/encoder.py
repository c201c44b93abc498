"""Encoder of texts to embeddings, with tokenizers and onnxruntime."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import Message, ModelCode, ModelDamaged
from lexdesk.models import batching
from lexdesk.models.batching import ThreadLayout
from lexdesk.models.manifest import Manifest, Task, read, require_task
from lexdesk.models.onnx_session import BackgroundModel

_EMBEDDING, _TOKENS, _WITH_EMBEDDING = "embedding", "tokens", "with_embedding"
"""The two outputs of a graph, and the input to switch off the embedding."""

_CONTINUED, _UNKNOWN = "##", "[UNK]"
"""Beginning of a token that continues a word."""

_LONGEST = 1.02
"""Square of the length of an embedding of one, with an allowance for rounding."""

_Found = TypeVar("_Found")


class TextEncoder(Protocol):
    """An encoder of a library's texts: ``Encoder``, or with other languages than English a ``MultilingualEncoder``."""

    @property
    def manifest(self) -> Manifest:
        """Return the manifest of the embedder."""

    @property
    def device(self) -> str:
        """Return the device it runs on: ``cuda`` or ``cpu``."""

    @property
    def placement(self) -> tuple[Mapping[str, int], Message | None]:
        """Return the nodes by provider, if measured, and the reason for the processor."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode ``texts`` to float32 (n, dimensions), rows of unit length, in the order of ``texts``."""

    def encode_all(self, parts: Iterable[Sequence[str]]) -> Iterator[NDArray[np.float32]]:
        """Encode each of ``parts`` in order, in the fastest layout on this machine."""

    def encode_question(self, text: str, languages: Sequence[str]) -> NDArray[np.float32]:
        """Encode a question to passages in ``languages``, float32 (dimensions,)."""

    def submit(self, call: Callable[[], _Found]) -> Future[_Found]:
        """Run ``call`` on another core than the caller's."""

    def vector_for_contexts(
        self, text: str, languages: Sequence[str], vector: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the vector of a question for comparison with citation contexts, given its own ``vector``."""

    def least_cosine(self, query: str, languages: Sequence[str]) -> float | None:
        """Return the least cosine of hits in ``languages`` without a word of ``query``, if measured."""

    def nearly_the_same(self, language: str | None) -> float | None:
        """Return the least cosine of near-duplicates in ``language``, if measured."""


@functools.lru_cache(maxsize=2)
def load(folder: Path, callers: int | None = None) -> Encoder:
    """Return the encoder of a model folder, one for all libraries of the process.

    Leave ``callers`` out for the default: a given ``None`` would load the model a second time.
    """
    return Encoder(folder, read(folder), callers)


class Encoder(BackgroundModel):
    """The embedder in a model folder, or with the ``task`` multilingual-embedder that of other languages.

    Raise ``ModelError`` for a model of another task and, on first use, ``ModelDamaged`` for files that differ
    from the manifest.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        callers: int | None = None,
        helpers: int = 0,
        task: Task = "embedder",
    ):
        require_task(folder, manifest, task)
        super().__init__(folder, manifest, callers, helpers)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode ``texts`` to float32 (n, dimensions), rows of unit length, in the order of ``texts``.

        On a CPU the embedding of a text is independent of the other texts.
        """
        encodings = self.model.tokenizer.encode_batch_fast(list(texts))
        lengths = [len(encoding) for encoding in encodings]
        vectors = np.empty((len(texts), self.manifest.dimensions), np.float32)

        def run(batch: NDArray[np.int64]) -> None:
            vectors[batch] = self._run([encodings[i].ids for i in batch])

        self._run_batches(lengths, run)
        return vectors

    def encode_all(self, parts: Iterable[Sequence[str]]) -> Iterator[NDArray[np.float32]]:
        """Encode each of ``parts`` in order, in the fastest layout on this machine."""
        return batching.encode_all(parts, self.manifest.fingerprint, self, self.with_layout)

    def with_layout(self, other: ThreadLayout) -> Encoder:
        """Load the same model in another layout; return ``self`` if the folder has changed since."""
        encoder = Encoder(
            self._folder,
            self.manifest,
            other.texts,
            other.threads - other.texts,
            self.manifest.task,
        )
        try:
            encoder._loading.result()
        except ModelDamaged:
            return self
        return encoder

    def encode_question(self, text: str, languages: Sequence[str]) -> NDArray[np.float32]:
        """Encode a question, float32 (dimensions,), to passages in any ``languages``."""
        del languages
        vector: NDArray[np.float32] = self.encode([text])[0]
        return vector

    def submit(self, call: Callable[[], _Found]) -> Future[_Found]:
        """Run ``call`` on another core than the caller's."""
        return self._callers.submit(call)

    def vector_for_contexts(
        self, text: str, languages: Sequence[str], vector: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the ``vector`` of a question for comparison with citation contexts."""
        del text, languages
        return vector

    def least_cosine(self, query: str, languages: Sequence[str]) -> float | None:
        """Return ``None``: the cosines of unrelated passages are measured by family alone."""
        del query, languages
        return None

    def nearly_the_same(self, language: str | None) -> float | None:
        """Return the least cosine of near-duplicates, if measured, for any ``language``."""
        del language
        return self.manifest.nearly_the_same

    def share_of_whole_words(self, text: str, pieces: int) -> float:
        """Return the share of the tokens of ``text`` that are whole words among the first ``pieces`` of the vocabulary.

        An unknown word, as with letters that English lacks, is none of them.
        """
        found = self.model.tokenizer.encode(text, add_special_tokens=False)
        whole = sum(
            number < pieces and token != _UNKNOWN and not token.startswith(_CONTINUED)
            for number, token in zip(found.ids, found.tokens, strict=True)
        )
        return float(whole / max(len(found), 1))

    @property
    def gives_tokens(self) -> bool:
        """Return whether the model exports token embeddings."""
        return any(output.name == _TOKENS for output in self.model.session.get_outputs())

    @functools.cached_property
    def _may_end_early(self) -> bool:
        others = self.model.session.get_overridable_initializers()
        return any(other.name == _WITH_EMBEDDING for other in others)

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return the contextual token embeddings of each text, float32 (tokens, dimensions).

        Their length is the weight of the token; it is zero for tokens the model does not read, such as all those
        of a text in an unknown language.
        """
        encodings = self.model.tokenizer.encode_batch_fast(list(texts))
        found = [np.empty((0, 0), np.float32)] * len(texts)

        def run(batch: NDArray[np.int64]) -> None:
            rows = [encodings[i].ids for i in batch]
            for i, row, vectors in zip(batch, rows, self._run(rows, _TOKENS), strict=True):
                found[i] = vectors[: len(row)]

        self._run_batches([len(encoding) for encoding in encodings], run)
        return found

    def _run(self, rows: list[list[int]], output: str = _EMBEDDING) -> NDArray[np.float32]:
        feed: dict[str, NDArray[np.generic]] = {**self.model_inputs(rows)}
        if output == _TOKENS and self._may_end_early:
            feed[_WITH_EMBEDDING] = np.array(False)
        found = self._call(output, feed)
        wanted = self.manifest.dimensions
        longest = (max(map(len, rows)),) if output == _TOKENS else ()
        if found.shape != (len(rows), *longest, wanted):
            raise ModelDamaged(
                ModelCode.VECTOR_SHAPE, folder=self._folder, shape=found.shape, wanted=wanted
            )
        if not self._is_plausible(found, output):
            raise ModelDamaged(ModelCode.VECTOR_LENGTH, folder=self._folder)
        return found

    def _is_plausible(self, found: NDArray[np.float32], output: str) -> bool:
        """Return whether all numbers are finite, and embeddings at most one long where the manifest says one."""
        if output == _EMBEDDING and self.manifest.normalize:
            return bool((np.einsum("ij,ij->i", found, found) <= _LONGEST).all())
        return bool(np.isfinite(found.sum()))

    def model_inputs(self, rows: list[list[int]]) -> dict[str, NDArray[np.int64]]:
        """Return token ids as the model's inputs, int64 (rows, longest), padded on the right."""
        longest = max(map(len, rows))
        ids = np.full((len(rows), longest), self.model.padding, np.int64)
        mask = np.zeros((len(rows), longest), np.int64)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
            mask[at, : len(row)] = 1
        return {"input_ids": ids, "attention_mask": mask}
