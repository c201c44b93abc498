"""Backups of a library in one folder, a subfolder each by its time, of which the last ones are kept."""

import contextlib
import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lexdesk.errors import LibraryError
from lexdesk.library.backup import MANIFEST, Backup, find_damage, read_backup_time
from lexdesk.system.atomic import make_folder
from lexdesk.system.library_files import SQLITE_FILES
from lexdesk.system.regular_files import is_folder, is_regular
from lexdesk.text.lazy_pattern import lazy_pattern

_NAME = lazy_pattern(r"\d{4}-\d\d-\d\d[Tt]\d\d-\d\d-\d\d")  # some disks show names in lower case
_FILES = {MANIFEST, *SQLITE_FILES}
_OF_THE_SYSTEM = lazy_pattern(r"[.@#].*|Thumbs\.db|desktop\.ini", re.IGNORECASE)
"""Entries that file servers and Finder or Explorer put into any folder, such as ``@eaDir`` and ``.DS_Store``."""


@dataclass(frozen=True, slots=True)
class VerifiedBackup:
    """A backup of the series and its problems, in words; ``made`` is its time (ISO 8601), ``""`` if unreadable."""

    path: str
    made: str
    problems: tuple[str, ...]


def list_backups(folder: Path) -> list[Path]:
    """Return the backups in ``folder``, oldest first."""
    if not folder.is_dir():
        return []
    return sorted(
        path for path in folder.iterdir() if _NAME.fullmatch(path.name) and _has_manifest(path)
    )


def _has_manifest(path: Path) -> bool:
    with contextlib.suppress(LibraryError):
        return is_folder(path) and is_regular(path / MANIFEST)
    return False


def add(folder: Path, keep: int, back_up: Callable[[Path], Backup]) -> tuple[Backup, list[Path]]:
    """Make a backup in ``folder`` by ``back_up``, and remove all but the last ``keep``; return it and those removed.

    A backup goes only after the new one is complete, and only if nothing else but the system's own is in its folder, which
    stays with that. The new one stays, even if the clock was put back and its name is the first.
    """
    make_folder(folder, 0o700)
    now = datetime.datetime.now().astimezone()
    made = back_up(folder / now.strftime("%Y-%m-%dT%H-%M-%S"))
    new = Path(made.path).name.upper()
    earlier = [path for path in list_backups(folder) if path.name.upper() != new]
    return made, [path for path in earlier[: max(0, len(earlier) - keep + 1)] if _remove(path)]


def _remove(path: Path) -> bool:
    """Remove a backup; return false where its folder has other files, as of a library that was opened."""
    others = {each.name for each in path.iterdir()} - _FILES
    if not all(map(_OF_THE_SYSTEM.fullmatch, others)):
        return False
    for name in (*SQLITE_FILES, MANIFEST):
        (path / name).unlink(missing_ok=True)
    if not others:
        path.rmdir()
    return True


def verify(folder: Path) -> list[VerifiedBackup]:
    """Read every byte of all backups in ``folder``, oldest first."""
    return [_verify(path) for path in list_backups(folder)]


def _verify(path: Path) -> VerifiedBackup:
    try:
        return VerifiedBackup(str(path), read_backup_time(path), tuple(find_damage(path)))
    except LibraryError as error:
        return VerifiedBackup(str(path), "", (str(error),))
