"""The contents of a library and the state of its indexes."""

from __future__ import annotations

import contextlib
import datetime
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.errors import ModelError
from lexdesk.search.library_state import compute_vectors_ready
from lexdesk.system.library_files import STORE

if TYPE_CHECKING:
    from lexdesk.index.protocol import Index
    from lexdesk.models.embedder import Embedder
    from lexdesk.storage import Store


@dataclass(frozen=True, slots=True)
class Status:
    """The contents of a library and the state of its indexes; ``device`` is ``cuda``, ``cpu`` or ``""``.

    ``layout`` describes the encoding layout of a long job on this machine, if measured; else it is ``""``.
    ``read_only`` is true for a folder or disk without write access, ``compact_index`` the reason for a compact
    semantic index, as a clause; ``""`` for another index. ``old_languages`` are those whose embeddings come from an
    earlier model than the installed one; the next ``add`` renews them. ``embedding`` is the size of the embeddings, if
    the installed models have several. ``old_subjects`` is true if the keyword index has subjects of provisions from
    another version of the program, which the next ``add`` renews. ``pending_citations`` counts the documents without
    their citations; ``failed_citations`` are the works among them in which these could not be found.
    """

    path: str
    files: int
    failed: int
    works: int
    expressions: int
    passages: int
    vectors: int
    vectors_ready: float
    lexical_ready: bool
    languages: dict[str, int]
    model: str | None
    device: str
    layout: str
    bytes: int
    read_only: bool = False
    compact_index: str = ""
    old_languages: list[str] = field(default_factory=list)
    embedding: str = ""
    old_subjects: bool = False
    pending_citations: int = 0
    failed_citations: list[str] = field(default_factory=list)


def read_status(path: Path, store: Store, index: Index, embedder: Embedder) -> Status:
    """Return the status of the library in the folder ``path``, counted now."""
    from lexdesk.models.onnx_session import choose_device

    languages = store.filters.expression_counts("language")
    return Status(
        path=str(path),
        **store.files.counts(),
        vectors_ready=compute_vectors_ready(store) if embedder.serves else 0.0,
        lexical_ready=index.is_lexical_ready(),
        languages=languages,
        model=embedder.made_by,
        device=choose_device(),
        layout=embedder.layout,
        bytes=_bytes_in(path),
        read_only=store.is_read_only,
        compact_index=index.compact_reason(),
        old_languages=sorted(set(languages) - {"en"}) if _is_outdated(embedder) else [],
        embedding=_size(embedder),
        old_subjects=index.has_old_subjects(),
        pending_citations=store.pending.count(),
        failed_citations=store.pending.failed(),
    )


def _size(embedder: Embedder) -> str:
    try:
        return embedder.size if embedder.sizes else ""
    except ModelError:  # a search reports it
        return ""


def _is_outdated(embedder: Embedder) -> bool:
    try:
        return embedder.has_old_languages
    except ModelError:  # a search reports it
        return False


def read_last_change(folder: Path) -> datetime.datetime | None:
    """Return the time of the last change in the library in ``folder``; ``None`` if unknown.

    Writes go to SQLite's log first; opening the library empties it.
    """
    written = []
    for name in (STORE, f"{STORE}-wal"):
        with contextlib.suppress(OSError):
            known = (folder / name).lstat()
            written += [known.st_mtime] * bool(known.st_size)
    with contextlib.suppress(ValueError, OverflowError, OSError):  # a clock beyond the calendar
        return datetime.datetime.fromtimestamp(max(written), datetime.UTC)
    return None


def _bytes_in(folder: Path) -> int:
    """Return the size of its files; a writer may remove some meanwhile."""
    size = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                size += Path(parent, name).lstat().st_size
    return size
