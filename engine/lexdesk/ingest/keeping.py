"""The update of a library from files, folders and documents, step by step.

The methods of the same names in ``lexdesk.library.library.Library`` describe arguments and errors.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from lexdesk.document.model import Document
from lexdesk.errors import LibraryCode, LibraryError, NotFound
from lexdesk.extract.passwords import MAX_PASSWORDS, Passwords
from lexdesk.extract.workers.pool import ReaderPool
from lexdesk.index.indexes import COMPACT_INDEX, Indexes
from lexdesk.ingest import files
from lexdesk.ingest.report import AddReport
from lexdesk.ingest.scan.away import Lost, is_away, require_none_away
from lexdesk.ingest.scan.difference import known_inside
from lexdesk.ingest.scan.ignoring import LeftOut, is_left_out
from lexdesk.ingest.scan.scan import find_files, is_library, require_documents
from lexdesk.ingest.scan.sources_registry import Added
from lexdesk.ingest.vectors import make_vectors
from lexdesk.ingest.workers import Workers
from lexdesk.metadata.language import parse_language
from lexdesk.models.embedder import Embedder
from lexdesk.recitals import propose_new
from lexdesk.storage import Store
from lexdesk.storage.schema import FileRecord
from lexdesk.system.paths import absolute, path_on_disk
from lexdesk.system.progress import Listener, Progress

_log = logging.getLogger("lexdesk.ingest")
_Paths = Iterable[str | os.PathLike[str]]


class Keeping:
    """The writer of the library in ``path``: adds and removes files, folders and documents.

    ``writing`` holds the writer lock for a purpose.
    """

    def __init__(
        self,
        path: Path,
        store: Store,
        indexes: Indexes,
        embedder: Embedder,
        added: Added,
        writing: Callable[[str], AbstractContextManager[None]],
    ):
        self._path, self._store, self._indexes = path, store, indexes
        self._embedder, self._added, self._writing = embedder, added, writing

    def add(
        self,
        paths: _Paths,
        prune: bool,
        vectors: bool,
        language: str | None,
        listener: Listener | None,
        workers: Workers | None,
        passwords: Iterable[str],
    ) -> AddReport:
        """Read files and folders, including explicitly named files excluded by rules."""
        tried = _few(passwords)
        if tried and workers:
            raise LibraryError(LibraryCode.NO_PASSWORDS_ON_CLUSTER)
        said = None if language is None else parse_language(language)
        named = [Path(path) for path in paths]
        if prune:
            require_none_away(named, self._store.files.records())
        with self._writing("add"):
            self._added.overrule(filter(is_left_out, filter(Path.is_file, map(absolute, named))))
            return self._read(named, prune, vectors, said, listener, workers, tried)

    def follow(
        self,
        paths: _Paths,
        vectors: bool,
        listener: Listener | None,
        passwords: Iterable[str],
    ) -> AddReport:
        """Read the changes inside folders, and remove deleted files."""
        left_out = LeftOut(self._added.folders(), self._added.overruled())
        changed = [path for path in map(absolute, paths) if not left_out(path)]  # by new rules
        return self._read(
            changed, True, vectors, None, listener, None, _few(passwords), is_followed=True
        )

    def retry_failed(
        self,
        paths: _Paths | None,
        vectors: bool,
        listener: Listener | None,
        passwords: Iterable[str],
    ) -> AddReport:
        """Read existing files with failures again. Raises ``LibraryError`` for a path without a failure."""
        tried = _few(passwords)
        known = self._store.files.records()
        pages = self._store.files.unread_pages()
        failed = dict.fromkeys(
            path for path, record in known.items() if record.failure is not None or path in pages
        )
        wanted = failed if paths is None else [os.fspath(path) for path in paths]
        for path in wanted:
            if path not in failed:
                raise LibraryError(LibraryCode.NOT_A_FAILED_FILE, path=path)
        outside = {_file_around(known[path]) for path in wanted}
        there: list[Path] = []
        closed: dict[Path, OSError] = {}
        for file in sorted(outside):
            try:
                if file.is_file():
                    there.append(file)
            except OSError as error:  # its folder may not be entered, say
                closed[file.parent] = error
        with self._writing("another try of files"):
            self._added.expect(there, again=wanted)
            report = self._read(there, False, vectors, None, listener, None, tried)
            self._added.finish(outside.difference(there))  # which may have waited
        for folder, reason in closed.items():
            report.cannot_list(folder, reason)
        return report

    def expect(self, paths: _Paths, failed: Iterable[str]) -> None:
        """Record paths to be added, and the files of ``failed`` to be retried if they still fail.

        A library is not recorded, since ``add`` refuses it and would report it at each start.
        """
        named = [path for path in map(absolute, paths) if not is_library(path)]
        wanted = list(failed)
        known = self._store.files.records() if wanted else {}
        pages = self._store.files.unread_pages() if wanted else {}
        again = [
            path
            for path in wanted
            if path in known and (known[path].failure is not None or path in pages)
        ]
        outside = {_file_around(known[path]) for path in again}
        self._added.expect({*named, *outside}, again=again)

    def _read(
        self,
        named: list[Path],
        prune: bool,
        vectors: bool,
        language: str | None,
        listener: Listener | None,
        workers: Workers | None,
        passwords: Passwords,
        *,
        is_followed: bool = False,
    ) -> AddReport:
        """Read the text of all files, then make vectors; record the remainder as unfinished.

        ``passwords`` are tried on earlier failures for want of one, too; with ``follow``, on changed files alone.
        """
        report = AddReport()
        started = time.monotonic()
        listen = listener or (lambda progress: None)
        with self._writing("add"):
            words = self._indexes.words_on_disk()
            for path in () if prune else named:
                require_documents(path)
            self._added.begin(named)  # looking through a large folder takes a while
            found = find_files(named, self._path, gone_is_fine=prune, unlisted=report.cannot_list)
            lost = Lost(self._added.folders())
            with ReaderPool(passwords=passwords) as pool:  # starts nothing until it is asked
                files.add_files(
                    self._store,
                    words,
                    workers or pool,
                    found,
                    report,
                    listen,
                    language,
                    lost,
                    has_passwords=bool(passwords) and not is_followed,
                )
            for folder in lost.found:
                report.was_lost(folder)
            inside = self._still_there(named, report) if prune else named
            left_out = LeftOut(map(absolute, inside), self._added.overruled())
            if prune:
                files.prune(self._store, words, inside, report, found, left_out)
            else:
                files.count_left_behind(self._store, inside, report, found, left_out)
            if vectors:
                self.make_vectors(report, listen, workers)
            self._added.finish(
                path
                for path in named
                if not any(absolute(path).is_relative_to(top) for top in lost.found)
            )
            self._store.pack_where_worn()
        _log.info(
            "%d files added, %d replaced, %d unchanged, %d removed, %d failed, %d passages embedded, %.2f s",
            *(report.added, report.replaced, report.unchanged, report.removed),
            *(len(report.failed), report.vectors, time.monotonic() - started),
        )
        return report

    def _still_there(self, named: list[Path], report: AddReport) -> list[Path]:
        """Return the paths of ``named`` with an available folder, and report folders lost during reading."""
        lost = [top for top in self._added.folders() if is_away(top)]
        left = []
        for path in named:
            top = next((top for top in lost if absolute(path).is_relative_to(top)), None)
            if top is None:
                left.append(path)
            else:
                report.was_lost(top)
        return left

    def make_vectors(
        self, report: AddReport, listener: Listener, workers: Workers | None = None
    ) -> None:
        """Compute the missing vectors, then the links of recitals to provisions, now with semantic similarity."""
        self._embedder.adopt()
        vectors = self._indexes.vectors_on_disk()
        encoder = workers.encoder(self._embedder.manifest) if workers else self._embedder.encoder
        make_vectors(self._store, vectors, encoder, report, listener)
        propose_new(self._store)

    def rebuild(self, vectors: bool, compact: bool | None, listener: Listener | None) -> None:
        """Rebuild both indexes, with ``vectors`` also the vectors; ``compact`` selects the semantic index."""
        listen = listener or (lambda progress: None)
        with self._writing("rebuild"):
            self._indexes.remake_words(lambda done: listen(Progress("words", done, 0)))
            if compact is not None:
                self._store.set_setting(COMPACT_INDEX, compact)
            self._indexes.drop_vectors()
            if vectors:
                self._embedder.forget()
                self.make_vectors(AddReport(), listen)
            elif self._store.vectors.last_number():
                self._embedder.require_fit()
                self._indexes.vectors().save()

    def add_documents(
        self, documents: Iterable[Document], vectors: bool, listener: Listener | None
    ) -> AddReport:
        """Add documents without a file."""
        report = AddReport()
        with self._writing("add"):
            words = self._indexes.words_on_disk()
            files.add_documents(self._store, words, documents, report)
            if vectors:
                self.make_vectors(report, listener or (lambda progress: None))
        return report

    def remove(self, paths: _Paths) -> int:
        """Remove the documents of files and folders, and stop following these.

        Raises ``NotFound`` for a path without documents in the library.
        """
        named = [absolute(path) for path in paths]
        with self._writing("remove"):
            known = self._store.files.records()
            followed = {*self._added.folders(), *self._added.unfinished()}
            for path in named:
                if path not in followed and not known_inside([path], known):
                    raise NotFound(LibraryCode.NOTHING_FROM_PATH, library=self._path, path=path)
            removed = files.remove(self._store, self._indexes.words_on_disk(), named)
            self._added.forget(named)
            self._store.pack_where_worn()
        return removed


def _few(passwords: Iterable[str]) -> Passwords:
    """Return the passwords to try. Raises ``LibraryError`` for too many."""
    found = Passwords(passwords)
    if len(found) > MAX_PASSWORDS:
        raise LibraryError(LibraryCode.TOO_MANY_PASSWORDS, count=len(found), limit=MAX_PASSWORDS)
    return found


def _file_around(record: FileRecord) -> Path:
    """Return the file on disk: the enclosing mail or archive, or the file itself."""
    return path_on_disk(record.container or record.path)
