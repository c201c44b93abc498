"""The administration of a library: status, checks, rebuilds, backups and exports."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.storage import Store
from lexdesk.system.extras import require_extra
from lexdesk.system.library_files import NOTES, STORE, VECTORS, WORDS

if TYPE_CHECKING:  # numpy and onnxruntime are loaded by those who need them
    from lexdesk.export.source import ExportResult
    from lexdesk.index.indexes import Indexes, Writing
    from lexdesk.library.backup import Backup
    from lexdesk.library.device import DeviceReport
    from lexdesk.library.status import Status
    from lexdesk.library.timed_check import TimedCheck
    from lexdesk.models.embedder import Embedder
    from lexdesk.models.manifest import Size
    from lexdesk.system.progress import Listener


class LibraryAdmin:
    """The upkeep of the library in ``path``; ``write_lock`` holds the writer lock."""

    def __init__(
        self, path: Path, store: Store, indexes: Indexes, embedder: Embedder, write_lock: Writing
    ):
        self._path, self._store, self._indexes = path, store, indexes
        self._embedder, self._write_lock = embedder, write_lock

    def status(self) -> Status:
        """Return the contents and the state of the indexes.

        Raises ``LibraryError`` if its folder was moved or holds another library by now.
        """
        from lexdesk.library.status import status_of

        self._store.require_in(self._path)
        return status_of(self._path, self._store, self._indexes, self._embedder)

    def measure_device(self) -> DeviceReport:
        """Load the embedder and measure on which device it runs, and how fast. Raises ``ModelError``."""
        from lexdesk.library.device import measure_device

        return measure_device(self._store, self._embedder)

    def check(self) -> list[str]:
        """Read every byte of the notes and indexes, compare them with SQLite, and return the defects in words.

        ``repairs`` lists the damaged and rebuilt parts.
        """
        if problems := self._store.problems():
            return problems  # the indexes cannot be compared with it
        parts = self._parts()
        del parts[STORE]
        return [problem for find_problems in parts.values() for problem in find_problems()]

    def check_for(self, seconds: float) -> TimedCheck:
        """Check the parts of the library in turn for ``seconds``, the one checked longest ago first."""
        from lexdesk.library.timed_check import check_for

        return check_for(seconds, self._path, self._parts())

    def _parts(self) -> dict[str, Callable[[], list[str]]]:
        """Return the check of each part of the library, by its name, in the order of checking."""
        from lexdesk.annotations.workbook import problems_of_notes

        return {
            STORE: self._store.problems,
            NOTES: lambda: problems_of_notes(self._path, self._store.key),
            WORDS: self._indexes.problems_of_fulltext,
            VECTORS: self._problems_of_vectors,
        }

    def _problems_of_vectors(self) -> list[str]:
        if not self._store.vectors.last_number():
            return []
        self._embedder.require_fit()
        return self._indexes.problems_of_vectors()

    @property
    def notices(self) -> list[str]:
        """Return the notices for the user on the library's disk, in words, each once."""
        return self._indexes.notices

    @property
    def repairs(self) -> list[str]:
        """Return the indexes found damaged and rebuilt since opening, in words."""
        return self._indexes.repairs

    def rebuild(
        self,
        *,
        vectors: bool = False,
        compact: bool | None = None,
        embedding: Size | None = None,
        listener: Listener | None = None,
    ) -> None:
        """Rebuild both indexes from SQLite alone, and find missing citations; with ``vectors``, also the vectors.

        ``compact`` sets the use of the compact semantic index from now on, in place of the automatic choice;
        ``embedding`` the size of the embeddings, of which those that change are recomputed. The available model makes
        vectors. Raises ``NoModel``.
        """
        from lexdesk.index.indexes import COMPACT_INDEX
        from lexdesk.ingest.addition import complete_citations, embed_missing
        from lexdesk.ingest.report import AddReport
        from lexdesk.system.progress import Progress, ignore

        listen = listener or ignore
        with self._write_lock("rebuild"):
            if embedding is not None:
                self._embedder.change_size(embedding)
            self._indexes.rebuild_lexical(lambda done: listen(Progress("words", done, 0)))
            complete_citations(self._store, listen, again=True)
            if compact is not None:
                self._store.set_setting(COMPACT_INDEX, compact)
            self._indexes.drop_vectors()
            if vectors:
                self._embedder.forget()
            if vectors or embedding is not None:
                embed_missing(self._store, self._indexes, self._embedder, AddReport(), listen)
            elif self._store.vectors.last_number():
                self._embedder.require_fit()
                self._indexes.vectors().save()

    def back_up(self, target: str | os.PathLike[str]) -> Backup:
        """Copy the irreplaceable files into the folder ``target``, then usable as a library.

        Raises ``LibraryError`` and ``OSError``; see ``lexdesk.library.backup.back_up``.
        """
        from lexdesk.library.backup import back_up

        return back_up(self._path, Path(target), self._store.key)

    def export_parquet(
        self, folder: str | os.PathLike[str], listener: Listener | None = None
    ) -> ExportResult:
        """Write the library as tables to ``folder``, as ``lexdesk.export.parquet`` describes them.

        Missing citations are found first, unless the library is read-only or being written. Raises ``LibraryError`` for a
        folder with contents, ``ExtraMissing`` without the extra ``lexdesk[parquet]``, and ``OSError``.
        """
        with require_extra("parquet", "Parquet"):
            from lexdesk.export import parquet
        from lexdesk.errors import LibraryLocked, LibraryReadOnly
        from lexdesk.ingest.addition import complete_citations
        from lexdesk.system.progress import ignore

        if self._store.pending.first():
            with suppress(LibraryLocked, LibraryReadOnly), self._write_lock("export"):
                complete_citations(self._store, listener or ignore)
        return parquet.export(self._store, Path(folder), listener or ignore)

    def export_opensearch(
        self,
        folder: str | os.PathLike[str],
        bulk_bytes: int = 50_000_000,
        listener: Listener | None = None,
    ) -> ExportResult:
        """Write the input of OpenSearch to ``folder``, as ``lexdesk.export.opensearch`` describes it.

        Raises ``LibraryError`` for a folder with contents, and ``OSError``.
        """
        from lexdesk.export import opensearch
        from lexdesk.system.progress import ignore

        return opensearch.export(self._store, Path(folder), bulk_bytes, listener or ignore)
