"""The interface of the machines for reading and encoding: this machine or a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # only for callers that parse and encode
    import numpy as np
    from numpy.typing import NDArray

    from lexdesk.extract.workers.pool import Reading
    from lexdesk.models.manifest import Manifest, Size


class Reads(Protocol):
    """A reader of files: ``lexdesk.extract.workers.pool.WorkerPool``, or the machines of a cluster."""

    cites: bool
    """Whether documents come with their references."""

    def read_all(self, paths: Iterable[Path]) -> Iterator[Reading]:
        """Yield the readings of each file, as ``WorkerPool.read_all`` does."""


class Encodes(Protocol):
    """An encoder of texts: ``lexdesk.models.encoder.Encoder``, or the machines of a cluster."""

    def encode_all(self, parts: Iterable[Sequence[str]]) -> Iterator[NDArray[np.float32]]:
        """Encode the texts of each of ``parts``, in order: float32 (n, dimensions), rows of unit length.

        May take later parts before it yields; no more of them than keep its machines busy.
        """


class Workers(Reads, Protocol):
    """The machines for reading files and encoding passages."""

    def encoder(self, manifest: Manifest, multilingual: str | None, size: Size) -> Encodes:
        """Return the passage encoder of ``size`` for the model of ``manifest``, and the ``multilingual`` fingerprint."""
