"""A library: a folder that holds documents and finds their provisions again.

library.sqlite   the one truth: texts, structure, dates, vectors, a log of changes
words/           the full-text index  } derived: each remembers the last change that it holds,
vectors/         the vector index     } and opening a library brings them up to date

What it can be asked stands in ``readable``.
"""

from __future__ import annotations

import contextlib
import functools
import os
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


def default_path() -> Path:
    """Where the library lies if nobody says: ``LEXDESK_LIBRARY``, else the platform's data folder."""
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
        """Open the library in the folder ``path``, or the default one; make it where ``create`` says so.

        With a ``passphrase`` it is made encrypted; an encrypted one needs its own. Raises
        ``NoLibrary``, ``LibraryTooNew``, ``LibraryDamaged``, ``PassphraseNeeded``,
        ``WrongPassphrase``, ``EncryptionMissing``, and ``LibraryError`` where a passphrase is given
        for a library that is not encrypted, or where one that can only be read would have to be changed first.
        """
        folder = Path(path) if path is not None else default_path()
        store = open_store(folder, create=create, passphrase=passphrase)
        return cls(folder.absolute(), store)

    def close(self) -> None:
        """Let go of the files."""
        self._indexes.close()
        super().close()

    def is_in_place(self) -> bool:
        """Whether its folder still holds it, and not another library, such as a backup put in its place."""
        return self._store.is_in(self.path)

    @property
    def is_read_only(self) -> bool:
        """Whether its folder or disk cannot be written: what would write to it raises ``LibraryReadOnly``."""
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

    # Writing: what comes in, and goes.

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

        Unchanged files are passed over, changed ones replaced; ``prune`` removes what came from
        files in ``paths`` that are gone, or that ``.lexdeskignore`` names now, but not where nothing is
        left at one of ``paths`` itself, which is refused: its disk may be taken out. A file that is named
        itself counts whatever its name. A file that cannot be read is named in the report with its
        reason; what it gave before stays. ``language`` (ISO 639-1) says what all the files are in,
        also when they change later; ``"auto"`` takes that back, so that it is detected again.
        ``listener`` is told of each step. An interruption keeps what was done; the next call goes on
        from there. ``workers`` read and encode, such as ``lexdesk.ingest.cluster.cluster.Cluster``; by default this
        machine does. ``passwords``, up to 100, are tried on files that need one, also on those that failed
        for want of one; they are kept nowhere.

        Raises ``LibraryLocked``, ``UnknownLanguage``, ``LibraryError`` for more passwords, for a path that does not
        exist or, with ``prune``, that holds nothing any more, ``OSError`` where the disk is full.
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
        """As ``add`` with ``prune``, of what changed inside folders that are there: it may be gone itself.

        ``passwords`` are tried on what changed alone.
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
        """Read again what could not be read: all of it, or ``paths``, which are keys of ``failures()``.

        Otherwise as ``add``; those that are gone are passed over, and folders that may not be entered
        are told. Raises ``LibraryError`` for a path without a failure.
        """
        return self._keeping.retry_failed(paths, vectors, listener, passwords)

    def add_documents(
        self,
        documents: Iterable[Document],
        *,
        vectors: bool = True,
        listener: Listener | None = None,
    ) -> AddReport:
        """Add documents that come from no file; works that are there already are passed over.

        Each document has its ``work`` set; one without raises ``LibraryError``, and so does one whose
        text is no Unicode. Otherwise as ``add``.
        """
        return self._keeping.add_documents(documents, vectors, listener)

    def remove(self, paths: Iterable[str | os.PathLike[str]]) -> int:
        """Remove what came from the files and folders ``paths``, which stay on disk; how many files it was.

        The folders are not kept up with any more. Raises ``LibraryLocked``, and ``NotFound`` for a path that the
        library has nothing of.
        """
        return self._keeping.remove(paths)

    def holds_all_of(self, source: str) -> bool:
        """Whether ``mark_complete`` was called for ``source``, such as the fingerprint of a collection."""
        return bool(self._store.setting(f"complete:{source}", bool, False))

    def mark_complete(self, source: str) -> None:
        """Remember that all documents of ``source`` are in the library."""
        self._store.set_setting(f"complete:{source}", True)

    # Folders, and how far the library has kept up with them.

    def folders(self) -> list[Path]:
        """The folders that were added, those inside others left out."""
        return self._added.folders()

    def unfinished(self) -> list[Path]:
        """What a call of ``add`` named and did not get through; the same call goes on from there."""
        return self._added.unfinished()

    def note_unfinished(
        self, paths: Iterable[str | os.PathLike[str]], *, failed: Iterable[str] = ()
    ) -> None:
        """Count ``paths`` among the ``unfinished``, to ``add`` them once what another program adds is through.

        So are the files of ``failed``, keys of ``failures()``, which the next ``add`` of them tries again.
        """
        self._keeping.expect(paths, failed)

    def forget_unfinished(self, *, but: Iterable[str | os.PathLike[str]] = ()) -> None:
        """Keep what was read of the ``unfinished`` files and folders, and give up the rest, ``but`` for these."""
        with self._writing("leaving it at what was read"):
            self._added.finish({*self.unfinished()}.difference(map(absolute, but)))

    def difference(
        self, paths: Iterable[str | os.PathLike[str]] | None = None, *, prune: bool = False
    ) -> Difference:
        """What ``add`` would look at in ``paths``, or in the folders that were added.

        Told by the size and the time of files, and by the hash of those that they do not tell; nothing is
        changed. Raises ``LibraryError`` for rules in an ``.lexdeskignore`` that cannot be read, and with ``prune``
        where ``add`` with it does.
        """
        from lexdesk.ingest.scan import in_step

        named = self.folders() if paths is None else paths
        return in_step.compared(self.path, self._store, self._added, named, prune)

    def left_behind(self, folder: str | os.PathLike[str]) -> tuple[list[str], list[str]]:
        """Which files of ``folder`` are gone, and which ``.lexdeskignore`` names now: what ``add`` with ``prune`` removes.

        Only files that were read are looked at, unless one is gone: it may have another name now, and all are looked
        through for that. Raises as ``difference`` with ``prune``.
        """
        from lexdesk.ingest.scan import in_step

        return in_step.left_behind(self.path, self._store, self._added, Path(folder))

    # How it is, and what people note in it.

    def status(self) -> Status:
        """What the library holds and how far its indexes are.

        Raises ``LibraryError`` where its folder was moved, or holds another library by now.
        """
        self._store.require_in(self.path)
        return status_of(self.path, self._store, self._index, self.embedder)

    @property
    def recitals(self) -> Recitals:
        """Recitals, and the provisions that they explain."""
        from lexdesk.recitals import Recitals

        return Recitals(self._store, self._writing)

    def workbook(self) -> Workbook:
        """What people noted and searched in this library; to be closed, as in a ``with`` statement."""
        from lexdesk.annotations.workbook import Workbook

        return Workbook(self.path, self._store.key)

    def decisions(self) -> list[Decision]:
        """What reviewers decided on the law in it, the latest first."""
        with self.workbook() as book:
            return book.decisions.all()

    # Upkeep, and other forms.

    def check(self) -> list[str]:
        """Read every byte of the notes and the indexes, and hold these against SQLite; what is wrong, in words.

        What was damaged and could be made again is in ``repairs``.
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
        """What a person is to be told of the library's disk, in words, each once."""
        return self._indexes.notices

    @property
    def repairs(self) -> list[str]:
        """Which indexes were found damaged since this was opened, and made again, in words."""
        return self._indexes.repairs

    def rebuild(
        self,
        *,
        vectors: bool = False,
        compact: bool | None = None,
        listener: Listener | None = None,
    ) -> None:
        """Make both indexes again from SQLite alone; with ``vectors``, also the vectors, by the model at hand.

        ``compact`` says whether the library uses the compact semantic index from now on, whatever fits.
        """
        self._keeping.rebuild(vectors, compact, listener)

    def back_up(self, target: str | os.PathLike[str]) -> Backup:
        """Copy what cannot be made again into the folder ``target``, which is then a library itself.

        Raises ``LibraryError`` and ``OSError``; see ``lexdesk.library.backup.back_up``.
        """
        from lexdesk.library.backup import back_up

        return back_up(self.path, Path(target), self._store.key)

    def export_parquet(self, folder: str | os.PathLike[str]) -> Exported:
        """Write the library as tables to ``folder``, as ``lexdesk.export.parquet`` describes them.

        Raises ``LibraryError`` for a folder that holds something, ``ExtraMissing`` where the extra
        ``lexdesk[parquet]`` is not installed, and ``OSError``.
        """
        with needing("parquet", "Parquet"):
            from lexdesk.export import parquet

        return parquet.export(self._store, Path(folder))

    def export_opensearch(
        self, folder: str | os.PathLike[str], bulk_bytes: int = 50_000_000
    ) -> Exported:
        """Write what OpenSearch is fed with to ``folder``, as ``lexdesk.export.opensearch`` says.

        Raises ``LibraryError`` for a folder that holds something, and ``OSError``.
        """
        from lexdesk.export import opensearch

        return opensearch.export(self._store, Path(folder), bulk_bytes)

    @contextlib.contextmanager
    def at_rest(self, purpose: str) -> Iterator[Store]:
        """The store, with its full-text index on disk up to date, while nobody else may add.

        ``purpose`` is what others are told. Raises ``LibraryLocked``, and ``LibraryError`` for an
        encrypted library, which has no index on disk.
        """
        if self.is_encrypted:
            raise LibraryError(PublicationCode.LIBRARY_ENCRYPTED, path=self.path)
        with self._writing(purpose):
            self._indexes.words()
            self._indexes.finish()  # Tantivy finishes its merges
            yield self._store
