"""Changes of a library in small steps.

Steps between commits are made short, so that a small library has many of them. Files are read in the
same process, since readers write nothing to a library.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from unittest import mock

from lexdesk.citations.references import find_references
from lexdesk.document.model import Document, Reference
from lexdesk.extract.containers.git_versions import HeldLaws
from lexdesk.extract.workers.pool import Reading
from lexdesk.index.vector import hnsw
from lexdesk.ingest import addition, citations, files
from lexdesk.ingest import vectors as encoding


class CountedTime:
    """A clock that advances 5 ms at each reading, for the same commits on slow and fast machines."""

    def __init__(self) -> None:
        self._readings = itertools.count()

    def monotonic(self) -> float:
        """Return the time in seconds."""
        return next(self._readings) * 0.005


class PlainWorkerPool:
    """Reads text files as ``WorkerPool`` does, in this process and in no time."""

    cites = False

    def __init__(
        self,
        passwords: Iterable[str] = (),
        held: Callable[[], HeldLaws] = HeldLaws,
        folder_of: Callable[[Path], Path | None] = lambda path: None,
    ) -> None:
        assert not list(passwords)

    def __enter__(self) -> PlainWorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read_all(self, paths: Iterable[Path]) -> Iterator[Reading]:
        """The text of each file, in English."""
        for path in paths:
            text = path.read_text()
            yield Reading(path, "", Document(text, title=path.stem, language="en"), last=True)

    def find_references(
        self, texts: Iterable[tuple[int, Document]]
    ) -> Iterator[tuple[int, tuple[Reference, ...]]]:
        """The references of each of the numbered texts."""
        for number, document in texts:
            yield number, find_references(document)


@contextlib.contextmanager
def small_steps(*, plain: bool = True) -> Iterator[None]:
    """Have many commits, and several graphs of vectors, in a small library; read files plainly."""
    changed: list[tuple[ModuleType, str, object]] = [
        (files, "time", CountedTime()),
        (files, "_SECONDS_PER_COMMIT", 0),
        (files, "_SECONDS_PER_INDEX_COMMIT", 0.05),
        (citations, "_SECONDS_PER_COMMIT", 0),
        (encoding, "PASSAGES_AT_ONCE", 8),
        (hnsw, "TAIL", 8),
        (hnsw, "SECONDS_BETWEEN_SAVES", 0),
    ]
    if plain:
        changed.append((addition, "WorkerPool", PlainWorkerPool))
    with contextlib.ExitStack() as stack:
        for module, name, value in changed:
            stack.enter_context(mock.patch.object(module, name, value))
        yield
