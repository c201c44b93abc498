"""A published library in the window: read from its folder, with the notes and searches of this account."""

from __future__ import annotations

import datetime
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Self

import platformdirs

from lexdesk.errors import NoLibrary
from lexdesk.publishing import PublishedLibrary
from lexdesk.publishing.publication import SCHEME
from lexdesk.system.library_files import PUBLICATION
from lexdesk.system.read_only import make_read_only_error

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Workbook


class OpenPublication(PublishedLibrary):
    """The last publication in ``folder``, with the parts of a ``Library`` that the window uses."""

    folder: Path
    sources: NoSources
    _opened: tuple[int, int, int]

    @classmethod
    def open_folder(cls, folder: Path) -> Self:
        """Open the last publication in ``folder``. Raises the errors of ``open_at``."""
        opened_at = _version(folder)
        opened = cls.open_at(f"{SCHEME}{folder.absolute()}")
        opened.folder, opened._opened = folder, opened_at
        opened.sources = NoSources(opened.uri)
        return opened

    @property
    def is_superseded(self) -> bool:
        """Report whether the folder holds a later publication. Raises ``NoLibrary`` if it holds none any more."""
        return _version(self.folder) != self._opened

    @property
    def made(self) -> datetime.datetime | None:
        """Return the time of the publication; ``None`` if its file states none."""
        try:
            made = datetime.datetime.fromisoformat(self.publication.made)
        except ValueError:
            return None
        return made if made.tzinfo else made.replace(tzinfo=datetime.UTC)

    def workbook(self) -> Workbook:
        """Return the notes and searches of this account on the publishing library; nothing is written beside it."""
        from lexdesk.annotations.workbook import Workbook

        known = hashlib.sha256(self.publication.library.encode()).hexdigest()[:16]
        folder = platformdirs.user_data_path("lexdesk", appauthor=False) / "published" / known
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Workbook(folder)


class NoSources:
    """The sources of the publication at ``uri``: its files are on the publisher's machine.

    All other methods of ``LibrarySources`` raise ``LibraryReadOnly``.
    """

    def __init__(self, uri: str):
        self._uri = uri

    def folders(self) -> list[Path]:
        """Return no folder."""
        return []

    def unfinished(self) -> list[Path]:
        """Return no path."""
        return []

    def documents_by_folder(self) -> dict[str, int]:
        """Count nothing."""
        return {}

    def works_by_folder(self) -> dict[Path | None, int]:
        """Count nothing."""
        return {}

    def __getattr__(self, name: str) -> NoReturn:
        raise make_read_only_error(self._uri)


def _version(folder: Path) -> tuple[int, int, int]:
    """Return the identity of the file that names the last publication, which each publication replaces."""
    try:
        found = os.stat(folder / PUBLICATION)  # noqa: PTH116 - its fields
    except FileNotFoundError:
        raise NoLibrary.any_more(folder) from None
    return found.st_mtime_ns, found.st_size, found.st_ino
