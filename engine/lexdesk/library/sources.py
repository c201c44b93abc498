"""The sources of a library: files, folders and documents, added, updated and removed."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import LibraryCode, LibraryError, NotFound
from lexdesk.extract.containers.git_objects import is_repository_folder
from lexdesk.ingest.scan.sources_registry import SourcesRegistry
from lexdesk.storage import Store
from lexdesk.storage.schema import FileRecord
from lexdesk.system.network_places import may_touch, trust_shares
from lexdesk.system.paths import decode_path, make_absolute

if TYPE_CHECKING:  # a search loads neither parsers nor numpy
    from lexdesk.extract.passwords import Passwords
    from lexdesk.index.indexes import Indexes, Writing
    from lexdesk.ingest import AddReport, Workers
    from lexdesk.ingest.addition import Addition
    from lexdesk.ingest.difference import Difference
    from lexdesk.models.embedder import Embedder
    from lexdesk.system.progress import Listener

_Paths = Iterable[str | os.PathLike[str]]


class LibrarySources:
    """The files, folders and documents of the library in ``path``; ``write_lock`` holds the writer lock."""

    def __init__(
        self, path: Path, store: Store, indexes: Indexes, embedder: Embedder, write_lock: Writing
    ):
        self._path, self._store, self._indexes = path, store, indexes
        self._embedder, self._write_lock = embedder, write_lock
        self._added = SourcesRegistry(store)

    @functools.cached_property
    def _addition(self) -> Addition:
        from lexdesk.ingest.addition import Addition  # with parsers

        return Addition(self._path, self._store, self._indexes, self._embedder, self._added)

    # Additions and removals.

    def add(
        self,
        paths: _Paths,
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
        from lexdesk.ingest.scan.ignore_rules import is_excluded
        from lexdesk.ingest.unavailable_folders import require_none_away
        from lexdesk.metadata.language import parse_language

        tried = _few(passwords)
        if tried and workers:
            raise LibraryError(LibraryCode.NO_PASSWORDS_ON_CLUSTER)
        stated = None if language is None else parse_language(language)
        named = [Path(path) for path in paths]
        trust_shares(map(make_absolute, named))
        if prune:
            require_none_away(named, self._store.files.records())
        with self._write_lock("add"):
            self._added.overrule(
                filter(is_excluded, filter(Path.is_file, map(make_absolute, named)))
            )
            return self._addition.read(
                named,
                prune=prune,
                vectors=vectors,
                passwords=tried,
                language=stated,
                listener=listener,
                workers=workers,
            )

    def follow(
        self,
        paths: _Paths,
        *,
        vectors: bool = True,
        listener: Listener | None = None,
        passwords: Iterable[str] = (),
    ) -> AddReport:
        """Update from the changes inside existing folders, as ``add`` with ``prune``; a changed path may be missing.

        ``passwords`` are tried on changed files alone.
        """
        from lexdesk.ingest.scan.ignore_rules import Exclusions
        from lexdesk.ingest.scan.scan import Confinement

        tried = _few(passwords)
        is_excluded = Exclusions(self._added.folders(), self._added.overruled_files())
        confinement = Confinement(self._added.folders())
        changed = [
            path
            for path in map(make_absolute, paths)
            if not is_excluded(path)  # by new rules
            and not confinement.leaves(path)
        ]
        with self._write_lock("add"):
            return self._addition.read(
                changed,
                prune=True,
                vectors=vectors,
                passwords=tried,
                listener=listener,
                is_followed=True,
            )

    def retry_failed(
        self,
        paths: _Paths | None = None,
        *,
        vectors: bool = True,
        listener: Listener | None = None,
        passwords: Iterable[str] = (),
    ) -> AddReport:
        """Read files with failures again: all, or ``paths``, keys of ``library.catalogue.failures()``.

        Otherwise as ``add``; missing files are skipped, and folders without permission are reported. Raises
        ``LibraryError`` for a path without a failure.
        """
        from lexdesk.ingest.scan.scan import Confinement

        tried = _few(passwords)
        failed = self._read_failures()
        wanted = list(failed) if paths is None else [os.fspath(path) for path in paths]
        for path in wanted:
            if path not in failed:
                raise LibraryError(LibraryCode.NOT_A_FAILED_FILE, path=path)
        outside = {_file_around(failed[path]) for path in wanted}
        confinement = Confinement(self._added.folders())
        present: list[Path] = []
        closed: dict[Path, OSError] = {}
        for file in sorted(outside):
            try:
                if (
                    may_touch(file)
                    and (file.is_file() or is_repository_folder(file))
                    and not confinement.leaves(file)
                ):
                    present.append(file)
            except OSError as error:  # such as of a folder without permission to enter
                closed[file.parent] = error
        with self._write_lock("another try of files"):
            self._added.expect(present, again=wanted)
            report = self._addition.read(
                present, prune=False, vectors=vectors, passwords=tried, listener=listener
            )
            self._added.finish(outside.difference(present))  # paths outside may have been queued
        for folder, reason in closed.items():
            report.cannot_list(folder, reason)
        return report

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
        with self._write_lock("add"):
            return self._addition.add_documents(documents, vectors=vectors, listener=listener)

    def find_citations(self, *, listener: Listener | None = None) -> None:
        """Find the citations of documents left without them by an interrupted addition, as the next ``add`` does.

        Raises ``LibraryLocked`` and ``LibraryReadOnly`` if there are some.
        """
        if not self._store.pending.first():
            return
        from lexdesk.ingest.addition import complete_citations
        from lexdesk.system.progress import ignore

        with self._write_lock("finding of citations"):
            complete_citations(self._store, listener or ignore)

    def remove(self, paths: _Paths) -> int:
        """Remove the documents of the files and folders ``paths``, and return the file count.

        The files stay on disk; the folders are no longer followed. Raises ``LibraryLocked``, and ``NotFound`` for a
        path without documents in the library.
        """
        from lexdesk.ingest import files
        from lexdesk.ingest.difference import find_known_inside

        named = [make_absolute(path) for path in paths]
        with self._write_lock("remove"):
            known = self._store.files.records()
            followed = {*self._added.folders(), *self._added.unfinished()}
            for path in named:
                if path not in followed and not find_known_inside([path], known):
                    raise NotFound(LibraryCode.NOTHING_FROM_PATH, library=self._path, path=path)
            removed = files.remove(self._store, self._indexes.fulltext_on_disk(), named)
            self._added.forget(named)
            self._store.pack_where_worn()
        return removed

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

    def documents_by_folder(self) -> dict[str, int]:
        """Count the documents in each added folder or directly inside one of its subfolders, most frequent first."""
        from lexdesk.ingest.scan.sources_registry import count_sources

        return count_sources(self._store.files.paths_of_documents(), self.folders())

    def works_by_folder(self) -> dict[Path | None, int]:
        """Count the works in each added folder; ``None`` counts those of files outside these."""
        from lexdesk.ingest.scan.sources_registry import count_works_below

        return count_works_below(self._store.files.works_of_files(), self.folders())

    def unfinished(self) -> list[Path]:
        """Return the unfinished paths of earlier calls of ``add``; the same call resumes."""
        return self._added.unfinished()

    def note_unfinished(self, paths: _Paths, *, failed: Iterable[str] = ()) -> None:
        """Record ``paths`` as ``unfinished``, to be added after another program's writing.

        The files of ``failed``, keys of ``library.catalogue.failures()``, are recorded as well; the next ``add`` of
        them retries them. A library is not recorded, since ``add`` refuses it and would report it at each start.
        """
        from lexdesk.ingest.scan.scan import is_library

        named = [path for path in map(make_absolute, paths) if not is_library(path)]
        wanted = list(failed)
        known = self._read_failures() if wanted else {}
        again = [path for path in wanted if path in known]
        outside = {_file_around(known[path]) for path in again}
        self._added.expect({*named, *outside}, again=again)

    def forget_unfinished(self, *, but: _Paths = ()) -> None:
        """Keep the finished part of ``unfinished`` files and folders, and drop the rest, except for ``but``."""
        with self._write_lock("leaving it at what was read"):
            self._added.finish({*self.unfinished()}.difference(map(make_absolute, but)))

    def difference(self, paths: _Paths | None = None, *, prune: bool = False) -> Difference:
        """Return the files for the next ``add`` of ``paths``, or of the added folders.

        Files are compared by size and time, and by hash if these do not decide; nothing is changed. Raises
        ``LibraryError`` for unreadable rules in an ``.lexdeskignore``, and with ``prune`` in the same cases as
        ``add``.
        """
        from lexdesk.ingest.unavailable_folders import require_none_away

        roots = self.folders() if paths is None else [Path(path) for path in paths]
        if prune:
            require_none_away(roots, self._store.files.records())
        return self._difference(roots)

    def left_behind(self, folder: str | os.PathLike[str]) -> tuple[list[str], list[str]]:
        """Return the missing and excluded files of ``folder``: those removed by ``add`` with ``prune``.

        Only known files are examined, unless one is missing: it may have been renamed, and all files are scanned for
        it. Raises as ``compute_difference`` does with ``prune``.
        """
        from lexdesk.ingest.difference import find_known_inside, find_left_behind
        from lexdesk.ingest.scan.ignore_rules import Exclusions
        from lexdesk.ingest.unavailable_folders import require_none_away

        known, roots = self._store.files.records(), [make_absolute(folder)]
        require_none_away(roots, known)
        is_excluded = Exclusions(roots, self._added.overruled_files())
        gone, ignored = find_left_behind(find_known_inside(roots, known), (), is_excluded)
        if gone:
            found = self._difference(roots)
            gone, ignored = found.gone, found.ignored
        return gone, ignored

    def _difference(self, roots: Iterable[Path]) -> Difference:
        from lexdesk.ingest.difference import compute_difference

        files = self._store.files
        return compute_difference(
            roots, self._path, files.records(), self._added.overruled_files(), files.unread_pages()
        )

    def _read_failures(self) -> dict[str, FileRecord]:
        """Return the files that failed or have unreadable pages, by stored path."""
        pages = self._store.files.unread_pages()
        return {
            path: record
            for path, record in self._store.files.records().items()
            if record.failure is not None or path in pages
        }


def _few(passwords: Iterable[str]) -> Passwords:
    """Return the passwords to try. Raises ``LibraryError`` for too many."""
    from lexdesk.extract.passwords import MAX_PASSWORDS, Passwords  # with parsers

    found = Passwords(passwords)
    if len(found) > MAX_PASSWORDS:
        raise LibraryError(LibraryCode.TOO_MANY_PASSWORDS, count=len(found), limit=MAX_PASSWORDS)
    return found


def _file_around(record: FileRecord) -> Path:
    """Return the file on disk: the enclosing mail or archive, or the file itself."""
    return decode_path(record.container or record.path)
