"""Citation contexts: passages of law with their citations, to find works cited by similar passages.

A citation context describes the cited provision in other words, often nearer to those of a question
(Bradshaw 2003, "Reference directed indexing"; Ritchie, Teufel and Robertson 2008, "Using terms from
citations for IR"). The texts of the contexts are not stored.

The contract of a model of citation contexts
--------------------------------------------
``contexts.json``:

    {"embedder": fingerprint, "multilingual": fingerprint, "margin": 0.12,
     "cited": [["32016R0679", "art_28", "32016r0679#art_28"], ...],
     "contexts": [[0, 5], ...]}

``cited`` lists works and provisions of works: the work, the ``eid`` or ``""`` for the whole, and the
work with the same text as a document of its own, as in the training collection. ``contexts`` lists for
each context the numbers of its citations. ``vectors.npy`` contains the embeddings of the contexts in the
same order, in three bits a dimension (``three_bits``), of the texts with their references masked. ``multilingual``
is the fingerprint of the multilingual embedder that encoded other languages than English, ``margin`` the cosine by
which a context may be farther away than the library's own passages (both optional). If there is ``map.npy``, floats
(dimensions, dimensions), the embeddings were multiplied by it; a query is, too.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, NamedTuple, NotRequired, TypedDict

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from lexdesk.errors import ModelCode, ModelDamaged, UnsafeFile
from lexdesk.models.arrays import read_array
from lexdesk.models.manifest import Manifest, read, require_task, verify
from lexdesk.system.regular_files import read_json
from lexdesk.vector_codes import binary as codes
from lexdesk.vector_codes import three_bit as three_bits

_TASK = "citation-contexts"
_BLOCK = 1_024  # vectors
_MAP = "map.npy"
_TINY = 1e-12
_FEW = 10  # candidates per result: those differing in the fewest bits


class CitedTarget(NamedTuple):
    """A work or, with an ``eid``, a provision of it; ``document``: the work of this text alone."""

    work: str
    eid: str
    document: str


_Number = Annotated[int, Meta(ge=0, lt=1 << 31)]
_Context = Annotated[list[_Number], Meta(max_length=1_000)]


class _StoredContexts(TypedDict):
    """The content of ``contexts.json``."""

    embedder: str
    multilingual: NotRequired[str]
    margin: NotRequired[Annotated[float, Meta(ge=0, le=1)]]
    cited: list[CitedTarget]
    contexts: Annotated[list[_Context], Meta(min_length=1)]


class NearContext(NamedTuple):
    """The estimated cosine of a context, and its citations."""

    cosine: float
    cites: tuple[CitedTarget, ...]


@functools.lru_cache(maxsize=4)
def load(folder: Path) -> CitationContexts:
    """Return the contexts of a model folder, shared in the process."""
    return CitationContexts(folder, read(folder))


class CitationContexts:
    """The contexts in a model folder; raise ``ModelDamaged`` for a folder that differs from its manifest.

    ``embedder`` and ``multilingual`` are the fingerprints of the embedders of their vectors, the latter ``""`` if
    other languages have none of their own; ``margin`` is as in the contract.
    """

    def __init__(self, folder: Path, manifest: Manifest):
        require_task(folder, manifest, _TASK)
        verify(folder, manifest, "contexts.json", "vectors.npy")
        path = folder / "contexts.json"
        try:
            stored: _StoredContexts = read_json(path, shape=_StoredContexts)
            self.embedder, self._cited = stored["embedder"], stored["cited"]
            self.multilingual = stored.get("multilingual", "")
            self.margin = stored.get("margin", 0.0)
            self._contexts = stored["contexts"]
            if any(number >= len(self._cited) for each in self._contexts for number in each):
                raise ValueError("a context cites a work that is not listed")
            self._packed = read_array(folder / "vectors.npy", "u", len(self._contexts), None)
            if self._packed.dtype != np.uint8:
                raise ValueError(f"vectors of {self._packed.dtype}")
            # All of them, unpacked for a second question.
            self._levels: three_bits.Levels | None = None
            self._is_searched = False
            self._dimensions = width = manifest.dimensions
            self._map: NDArray[np.float32] | None = None
            if _MAP in manifest.files:
                self._map = read_array(folder / _MAP, "f", width, width).astype(np.float32)
            self._codes = _codes_of(self._packed, self._dimensions)
        except (OSError, UnsafeFile, ValueError) as error:
            raise ModelDamaged(ModelCode.CITATIONS_DAMAGED, path=path, reason=error) from error

    def __len__(self) -> int:
        return len(self._contexts)

    def nearest(self, vector: NDArray[np.float32], count: int) -> list[NearContext]:
        """Return the ``count`` contexts nearest to ``vector``, of unit length (dimensions,), nearest first."""
        if self._map is not None:
            mapped = vector @ self._map
            vector = mapped / max(float(np.linalg.norm(mapped)), _TINY)
        distances = codes.compute_hamming_distances(self._codes, codes.quantize(vector[None]))
        least = codes.find_least(distances, min(_FEW * count, len(distances)))
        near = np.flatnonzero(distances <= least)
        cosines = codes.compute_cosines(three_bits.dequantize(self._levels_of(near)), vector)
        order = np.argsort(-cosines, kind="stable")[:count]
        return [
            NearContext(float(cosines[at]), tuple(self._cited[n] for n in self._contexts[near[at]]))
            for at in order
        ]

    def _levels_of(self, numbers: NDArray[np.int64]) -> three_bits.Levels:
        """Return the levels of some contexts; from the second question on, all are in memory."""
        if self._levels is None and self._is_searched:
            self._levels = three_bits.unpack(self._packed, self._dimensions)
        self._is_searched = True
        if self._levels is None:
            return three_bits.unpack(self._packed[numbers], self._dimensions)
        return self._levels[numbers]


def _codes_of(packed: NDArray[np.uint8], dimensions: int) -> codes.Codes:
    """Return the binary codes of packed vectors, block by block: new memory takes longer than the work on it."""
    blocks = (packed[start : start + _BLOCK] for start in range(0, len(packed) or 1, _BLOCK))
    return np.concatenate(
        [codes.quantize(three_bits.unpack_signs(block, dimensions)) for block in blocks], axis=1
    )
