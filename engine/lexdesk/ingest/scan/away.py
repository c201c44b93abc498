"""Folders that hold nothing now: their files were removed, or the disk that they lie on was taken out."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.ingest.scan.difference import known_inside
from lexdesk.ingest.scan.scan import require_there
from lexdesk.storage.schema import FileRecord
from lexdesk.system.paths import absolute


def is_away(path: Path) -> bool:
    """Whether there is nothing at ``path``, a folder that holds nothing, as a mount point is left, or one that fails."""
    try:
        return not path.exists() or (path.is_dir() and not any(path.iterdir()))
    except OSError:
        return True


class Lost:
    """Tells which of ``folders`` were lost while they were read, as a share or a disk that was taken out may be."""

    def __init__(self, folders: Iterable[Path]):
        self._folders = list(folders)
        self.found: set[Path] = set()

    def holds(self, file: Path) -> bool:
        """Whether ``file``, which cannot be read, lies in a folder that was lost; that is looked at and remembered."""
        around = [folder for folder in self._folders if file.is_relative_to(folder)]
        self.found.update(folder for folder in around if folder in self.found or is_away(folder))
        return not self.found.isdisjoint(around)


def told_away(path: Path) -> LibraryError:
    """What a person is told of a ``path`` that is away, in one sentence."""
    return LibraryError(LibraryCode.AWAY, path=path, argument=shlex.quote(str(path)))


def require_none_away(paths: Iterable[Path], known: Mapping[str, FileRecord]) -> None:
    """Raise ``LibraryError`` for one of ``paths`` that is not there, or that is away while files of it are ``known``."""
    for path in map(absolute, paths):
        if is_away(path) and known_inside([path], known):
            raise told_away(path)
        require_there(path)
