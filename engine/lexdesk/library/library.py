"""A library: a folder of documents with search over their provisions.

library.sqlite   the authoritative data: texts, structure, dates, vectors, a log of changes
words/           the full-text index  } derived: each records its last change,
vectors/         the vector index     } and opening a library updates them
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Self

from lexdesk.errors import LibraryError, PublicationCode
from lexdesk.index.indexes import Indexes
from lexdesk.library.admin import LibraryAdmin
from lexdesk.library.catalogue import LibraryCatalogue
from lexdesk.library.law import LibraryLaw
from lexdesk.models.embedder import Embedder
from lexdesk.storage import Store, open_store
from lexdesk.system.lock import writer_lock

if TYPE_CHECKING:  # loaded on use
    from lexdesk.annotations.workbook import Workbook
    from lexdesk.library.search import LibrarySearch
    from lexdesk.library.sources import LibrarySources

_log = logging.getLogger("lexdesk.library")


def find_default_path() -> Path:
    """Return the default library folder: ``LEXDESK_LIBRARY``, else the platform's data folder."""
    named = os.environ.get("LEXDESK_LIBRARY")
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("lexdesk", appauthor=False) / "library"


class Library:
    """An open library in a folder. Close it, or use it in a ``with`` statement.

    Its parts: ``search``, the ``law`` as of a day, the ``catalogue`` of documents, their ``sources``, and ``admin``.
    One object serves one thread; open the folder again for another one. Any number of readers may search while one
    writer adds.
    """

    def __init__(self, path: Path, store: Store):
        self.path = path
        self.store = store
        """Its SQLite file, below the parts: for measurements and tests."""
        self._holds_lock = False
        self.embedder = embedder = Embedder(path, store)
        self.indexes = indexes = Indexes(path, store, self.write_lock, lambda: embedder.manifest)
        """Its indexes, below the parts, too."""
        self.law = LibraryLaw(store, self.write_lock)
        self.catalogue = LibraryCatalogue(store, indexes)
        self.admin = LibraryAdmin(path, store, indexes, embedder, self.write_lock)

    @functools.cached_property
    def sources(self) -> LibrarySources:
        """Return the files and folders that it reads."""
        from lexdesk.library.sources import LibrarySources  # a search does not load it

        return LibrarySources(self.path, self.store, self.indexes, self.embedder, self.write_lock)

    @functools.cached_property
    def search(self) -> LibrarySearch:
        """Return its search; call it with a query."""
        from lexdesk.library.search import LibrarySearch  # an addition does not load it

        return LibrarySearch(self.path, self.store, self.indexes, self.embedder)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        create: bool = False,
        passphrase: str | None = None,
        migrates: bool = True,
    ) -> Library:
        """Open the library in the folder ``path``, or the default one; with ``create``, create a missing one.

        With a ``passphrase`` it is created encrypted; an encrypted one needs its own. One of an earlier format is
        migrated after a copy of its file; without ``migrates``, the last format is read as it is. Raises ``NoLibrary``,
        ``LibraryTooNew``, ``LibraryDamaged``, ``PassphraseNeeded``, ``WrongPassphrase``, ``EncryptionMissing``, and
        ``LibraryError`` for a passphrase to an unencrypted library, and for a library in need of a migration.
        """
        folder = Path(path) if path is not None else find_default_path()
        started = time.perf_counter()
        store = open_store(folder, create=create, passphrase=passphrase, migrates=migrates)
        _log.info("opened in %.2f s: %s", time.perf_counter() - started, folder)
        return cls(folder.absolute(), store)

    def close(self) -> None:
        """Close all files."""
        self.indexes.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def is_in_place(self) -> bool:
        """Return true if the folder still holds this library, not another one such as a restored backup."""
        return self.store.is_in(self.path)

    @property
    def is_read_only(self) -> bool:
        """Return true if the folder or disk is not writable; writing methods then raise ``LibraryReadOnly``."""
        return self.store.is_read_only

    @property
    def is_encrypted(self) -> bool:
        """Return true if the files are encrypted; the indexes are then in memory alone."""
        return self.store.key is not None

    def workbook(self) -> Workbook:
        """Return the notes and searches in this library; to be closed, as in a ``with`` statement."""
        from lexdesk.annotations.workbook import Workbook

        return Workbook(self.path, self.store.key)

    @contextlib.contextmanager
    def write_lock(self, purpose: str) -> Iterator[None]:
        """Hold the writer lock, shown to other writers with its ``purpose``; a nested call does nothing.

        Raises ``LibraryLocked``, and ``LibraryError`` if the folder holds another library by now.
        """
        if self._holds_lock:
            yield
            return
        with writer_lock(self.path, purpose) as notice:
            if notice and notice not in self.indexes.notices:
                self.indexes.notices.append(notice)
            self.store.require_in(self.path)
            self.store.flush_log()
            self._holds_lock = True
            try:
                yield
            finally:
                self.indexes.finish()
                self._holds_lock = False

    @contextlib.contextmanager
    def at_rest(self, purpose: str) -> Iterator[Store]:
        """Lock the library against writers, and yield the store with an up-to-date full-text index on disk.

        ``purpose`` is reported to other writers. Raises ``LibraryLocked``, and ``LibraryError`` for an encrypted
        library, since it has no index on disk.
        """
        if self.is_encrypted:
            raise LibraryError(PublicationCode.LIBRARY_ENCRYPTED, path=self.path)
        with self.write_lock(purpose):
            self.indexes.complete_fulltext_on_disk()
            yield self.store
