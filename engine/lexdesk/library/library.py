"""A library: a folder of documents with search over their provisions.

library.sqlite   the authoritative data: texts, structure, dates, vectors, a log of changes
words/           the full-text index  } derived: each records its last change,
vectors/         the vector index     } and opening a library updates them

Its queries are in ``reading``.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import LibraryError, PublicationCode
from lexdesk.index.indexes import Indexes
from lexdesk.ingest.scan.sources_registry import Added
from lexdesk.library.reading import ReadableLibrary
from lexdesk.library.status import Status, status_of
from lexdesk.storage import Store, open_store
from lexdesk.system.extras import needing
from lexdesk.system.lock import writer_lock
from lexdesk.system.paths import absolute

if TYPE_CHECKING:  # numpy and onnxruntime are loaded by those who need them
    from lexdesk.annotations.decisions import Decision
    from lexdesk.annotations.workbook import Workbook
    from lexdesk.export.source import Exported
    from lexdesk.ingest import AddReport, Workers
    from lexdesk.ingest.keeping import Keeping
    from lexdesk.ingest.scan.difference import Difference
    from lexdesk.library.backup import Backup
    from lexdesk.recitals import Recitals
    from lexdesk.system.progress import Listener

_log = logging.getLogger("lexdesk.library")


def default_path() -> Path:
    """Return the default library folder: ``LEXDESK_LIBRARY``, else the platform's data folder."""
    named = os.environ.get("LEXDESK_LIBRARY")
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("lexdesk", appauthor=False) / "library"


class Library(ReadableLibrary):
    """An open library in a folder. Close it, or use it in a ``with`` statement.

    One object serves one thread; open the folder again for another one. Any number of readers may
    search while one writer adds.
    """

    def __init__(self, path: Path, store: Store):
        self._indexes = Indexes(path, store, self._writing, lambda: self.embedder.manifest)
        super().__init__(path, store, self._indexes)
        self._added = Added(store)
        self._holds_lock = False

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        create: bool = False,
        passphrase: str | None = None,
    ) -> Library:
        """Open the library in the folder ``path``, or the default one; with ``create``, create a missing one.

        With a ``passphrase`` it is created encrypted; an encrypted one needs its own. Raises ``NoLibrary``,
        ``LibraryTooNew``, ``LibraryDamaged``, ``PassphraseNeeded``, ``WrongPassphrase``, ``EncryptionMissing``, and
        ``LibraryError`` for a passphrase to an unencrypted library and for a read-only library in need of a change.
        """
        folder = Path(path) if path is not None else default_path()
        started = time.perf_counter()
        store = open_store(folder, create=create, passphrase=passphrase)
        _log.info("opened in %.2f s: %s", time.perf_counter() - started, folder)
        return cls(folder.absolute(), store)

    def close(self) -> None:
        """Let go of the files."""
        self._indexes.close()
        super().close()

    def is_in_place(self) -> bool:
        """Return true if the folder still holds this library, not another one such as a restored backup."""
        return self._store.is_in(self.path)

    @property
    def is_read_only(self) -> bool:
        """Return true if the folder or disk is not writable; writing methods then raise ``LibraryReadOnly``."""
        return self._store.is_read_only

    @contextlib.contextmanager
    def _writing(self, purpose: str) -> Iterator[None]:
        """Hold the writer lock; inside itself it is held already."""
        if self._holds_lock:
            yield
            return
        with writer_lock(self.path, purpose) as told:
            if told and told not in self.notices:
                self.notices.append(told)
            self._store.require_in(self.path)
            self._holds_lock = True
            try:
                yield
            finally:
                self._indexes.finish()
                self._holds_lock = False

    @functools.cached_property
    def _keeping(self) -> Keeping:
        from lexdesk.ingest.keeping import Keeping  # with readers, which a search does not need

        return Keeping(
            self.path, self._store, self._indexes, self.embedder, self._added, self._writing
        )

    # Additions and removals.

    def add(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        prune: bool = False,
        vectors: bool = True,
        language: str | None = None,
        listener: Listener | None = None,
        workers: Workers | None = None,
        passwords: Iterable[str] = (),
    ) -> AddReport:
        """Read files and folders into the library: first all text, then the vectors.

        Unchanged files are skipped, changed ones replaced; ``prune`` removes the documents of files in ``paths`` that
        are gone or named by ``.lexdeskignore``, but refuses an empty or missing path of ``paths`` itself, since its
        disk may be detached. An explicitly named file is included under any name. The report names each unreadable
        file with the reason; its earlier documents stay. ``language`` (ISO 639-1) states the language of all the
        files, also after later changes; ``"auto"`` returns to detection. ``listener`` is notified of each step. An
        interruption keeps the finished work; the next call resumes there. ``workers`` read and encode, such as
        ``lexdesk.ingest.cluster.cluster.Cluster``; the default is this machine. ``passwords``, up to 100, are tried
        on files in need of one, including earlier failures for want of one; they are never stored.

        Raises ``LibraryLocked``, ``UnknownLanguage``, ``LibraryError`` for more passwords, for a missing path and,
        with ``prune``, for an empty one, and ``OSError`` for a full disk.
        """
        return self._keeping.add(paths, prune, vectors, language, listener, workers, passwords)

    def follow(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        vectors: bool = True,
        listener: Listener | None = None,
        passwords: Iterable[str] = (),
    ) -> AddReport:
        """Update from the changes inside existing folders, as ``add`` with ``prune``; a changed path may be missing.

        ``passwords`` are tried on changed files alone.
        """
        return self._keeping.follow(paths, vectors, listener, passwords)

    def retry_failed(
        self,
        paths: Iterable[str | os.PathLike[str]] | None = None,
        *,
        vectors: bool = True,
        listener: Listener | None = None,
        passwords: Iterable[str] = (),
    ) -> AddReport:
        """Read files with failures again: all, or ``paths``, keys of ``failures()``.

        Otherwise as ``add``; missing files are skipped, and folders without permission are reported. Raises
        ``LibraryError`` for a path without a failure.
        """
        return self._keeping.retry_failed(paths, vectors, listener, passwords)

    def add_documents(
        self,
        documents: Iterable[Document],
        *,
        vectors: bool = True,
        listener: Listener | None = None,
    ) -> AddReport:
        """Add documents without a file; works already present are skipped.

        Each document has its ``work`` set; a missing one raises ``LibraryError``, as does text outside Unicode.
        Otherwise as ``add``.
        """
        return self._keeping.add_documents(documents, vectors, listener)

    def remove(self, paths: Iterable[str | os.PathLike[str]]) -> int:
        """Remove the documents of the files and folders ``paths``, and return the file count.

        The files stay on disk; the folders are no longer followed. Raises ``LibraryLocked``, and ``NotFound`` for a
        path without documents in the library.
        """
        return self._keeping.remove(paths)

    def holds_all_of(self, source: str) -> bool:
        """Return true after ``mark_complete`` for ``source``, such as the fingerprint of a collection."""
        return bool(self._store.setting(f"complete:{source}", bool, False))

    def mark_complete(self, source: str) -> None:
        """Record that all documents of ``source`` are in the library."""
        self._store.set_setting(f"complete:{source}", True)

    # Folders and their synchronisation state.

    def folders(self) -> list[Path]:
        """Return the added folders, without those inside others."""
        return self._added.folders()

    def unfinished(self) -> list[Path]:
        """Return the unfinished paths of earlier calls of ``add``; the same call resumes."""
        return self._added.unfinished()

    def note_unfinished(
        self, paths: Iterable[str | os.PathLike[str]], *, failed: Iterable[str] = ()
    ) -> None:
        """Record ``paths`` as ``unfinished``, to be added after another program's writing.

        The files of ``failed``, keys of ``failures()``, are recorded as well; the next ``add`` of them retries them.
        """
        self._keeping.expect(paths, failed)

    def forget_unfinished(self, *, but: Iterable[str | os.PathLike[str]] = ()) -> None:
        """Keep the finished part of ``unfinished`` files and folders, and drop the rest, except for ``but``."""
        with self._writing("leaving it at what was read"):
            self._added.finish({*self.unfinished()}.difference(map(absolute, but)))

    def difference(
        self, paths: Iterable[str | os.PathLike[str]] | None = None, *, prune: bool = False
    ) -> Difference:
        """Return the files for the next ``add`` of ``paths``, or of the added folders.

        Files are compared by size and time, and by hash if these do not decide; nothing is changed. Raises
        ``LibraryError`` for unreadable rules in an ``.lexdeskignore``, and with ``prune`` in the same cases as
        ``add``.
        """
        from lexdesk.ingest.scan import in_step

        named = self.folders() if paths is None else paths
        return in_step.compared(self.path, self._store, self._added, named, prune)

    def left_behind(self, folder: str | os.PathLike[str]) -> tuple[list[str], list[str]]:
        """Return the missing and excluded files of ``folder``: those removed by ``add`` with ``prune``.

        Only known files are examined, unless one is missing: it may have been renamed, and all files are scanned for
        it. Raises as ``difference`` does with ``prune``.
        """
        from lexdesk.ingest.scan import in_step

        return in_step.left_behind(self.path, self._store, self._added, Path(folder))

    # State, notes and decisions.

    def status(self) -> Status:
        """Return the contents and the state of the indexes.

        Raises ``LibraryError`` if its folder was moved or holds another library by now.
        """
        self._store.require_in(self.path)
        return status_of(self.path, self._store, self._index, self.embedder)

    @property
    def recitals(self) -> Recitals:
        """Return the recitals and the provisions explained by them."""
        from lexdesk.recitals import Recitals

        return Recitals(self._store, self._writing)

    def workbook(self) -> Workbook:
        """Return the notes and searches in this library; to be closed, as in a ``with`` statement."""
        from lexdesk.annotations.workbook import Workbook

        return Workbook(self.path, self._store.key)

    def decisions(self) -> list[Decision]:
        """Return the decisions of reviewers on the law in the library, the latest first."""
        with self.workbook() as book:
            return book.decisions.all()

    # Upkeep, and other forms.

    def check(self) -> list[str]:
        """Read every byte of the notes and indexes, compare them with SQLite, and return the defects in words.

        ``repairs`` lists the damaged and rebuilt parts.
        """
        from lexdesk.annotations.workbook import problems_of_notes

        if problems := self._store.problems():
            return problems  # the indexes cannot be held against it
        problems = problems_of_notes(self.path, self._store.key) + self._indexes.problems_of_words()
        if self._store.vectors.last_number():
            self.embedder.require_fit()
            problems += self._indexes.problems_of_vectors()
        return problems

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
        listener: Listener | None = None,
    ) -> None:
        """Rebuild both indexes from SQLite alone; with ``vectors``, also the vectors, by the available model.

        ``compact`` sets the use of the compact semantic index from now on, in place of the automatic choice.
        """
        self._keeping.rebuild(vectors, compact, listener)

    def back_up(self, target: str | os.PathLike[str]) -> Backup:
        """Copy the irreplaceable files into the folder ``target``, then usable as a library.

        Raises ``LibraryError`` and ``OSError``; see ``lexdesk.library.backup.back_up``.
        """
        from lexdesk.library.backup import back_up

        return back_up(self.path, Path(target), self._store.key)

    def export_parquet(self, folder: str | os.PathLike[str]) -> Exported:
        """Write the library as tables to ``folder``, as ``lexdesk.export.parquet`` describes them.

        Raises ``LibraryError`` for a folder with contents, ``ExtraMissing`` without the extra ``lexdesk[parquet]``,
        and ``OSError``.
        """
        with needing("parquet", "Parquet"):
            from lexdesk.export import parquet

        return parquet.export(self._store, Path(folder))

    def export_opensearch(
        self, folder: str | os.PathLike[str], bulk_bytes: int = 50_000_000
    ) -> Exported:
        """Write the input of OpenSearch to ``folder``, as ``lexdesk.export.opensearch`` describes it.

        Raises ``LibraryError`` for a folder with contents, and ``OSError``.
        """
        from lexdesk.export import opensearch

        return opensearch.export(self._store, Path(folder), bulk_bytes)

    @contextlib.contextmanager
    def at_rest(self, purpose: str) -> Iterator[Store]:
        """Lock the library against writers, and yield the store with an up-to-date full-text index on disk.

        ``purpose`` is reported to other writers. Raises ``LibraryLocked``, and ``LibraryError`` for an encrypted
        library, since it has no index on disk.
        """
        if self.is_encrypted:
            raise LibraryError(PublicationCode.LIBRARY_ENCRYPTED, path=self.path)
        with self._writing(purpose):
            self._indexes.words()
            self._indexes.finish()  # Tantivy finishes its merges
            yield self._store
