"""Restoration of a library from a verified backup; the replaced library is set aside."""

import contextlib
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.library.backup import find_damage, read_backup_time
from lexdesk.system.atomic import exchange, flush_names, move_into_place, new_folder
from lexdesk.system.library_files import LOCK, SQLITE_FILES, STORE
from lexdesk.system.lock import writer_lock
from lexdesk.system.paths import make_absolute, require_readable_name
from lexdesk.system.regular_files import is_folder, is_regular, open_regular

_ASIDE = ".before-restore"


@dataclass(frozen=True, slots=True)
class Restoration:
    """A planned or finished restoration: the library, the time of the backup (ISO 8601), its bytes, and the old library's place.

    ``replaced`` is the folder of the old library, set aside; ``""`` without one.
    """

    path: str
    made: str
    bytes: int
    replaced: str


def restore(backup: Path, library: Path, *, dry_run: bool = False) -> Restoration:
    """Make the library ``library`` of the verified ``backup``; with ``dry_run``, only verify and tell.

    A library in its place is set aside as a folder next to it. Raises ``LibraryError`` for a damaged or forged backup and
    for a place with other contents, ``LibraryLocked`` while a program writes, and ``OSError``.
    """
    library = make_absolute(library)
    require_readable_name(backup, library)
    if problems := find_damage(backup):
        raise LibraryError(LibraryCode.BACKUP_NOT_RESTORED, problem=problems[0])
    names = [name for name in SQLITE_FILES if is_regular(backup / name)]
    size = sum((backup / name).stat().st_size for name in names)
    is_there = library.exists() and any(library.iterdir())
    if is_there and not is_regular(library / STORE):
        raise LibraryError(LibraryCode.TARGET_OCCUPIED, folder=library)
    place = library.with_name(f"{library.name}{_ASIDE}")
    if is_there and os.path.lexists(place):
        raise LibraryError(LibraryCode.RESTORED_BEFORE, folder=place)
    restored = Restoration(
        str(library), read_backup_time(backup), size, str(place) if is_there else ""
    )
    if not dry_run:
        _put(backup, names, library, is_there=is_there)
    return restored


def _put(backup: Path, names: list[str], library: Path, *, is_there: bool) -> None:
    """Copy first, then exchange: after a failure the old library is in its place."""
    fresh = library.with_name(f"{library.name}.restoring")
    _forget_interrupted(fresh)
    with new_folder(fresh, 0o700) as partial:
        for name in names:
            with open_regular(backup / name) as source, (partial / name).open("xb") as copy:
                shutil.copyfileobj(source, copy)
    if is_there:
        with contextlib.ExitStack() as lock:
            lock.enter_context(writer_lock(library, "restore"))
            # Windows renames no folder with an open file, and the lock is one; a writer would have one, too.
            if sys.platform == "win32":
                lock.close()
            _exchange(fresh, library)
    else:
        if library.exists():
            library.rmdir()
        move_into_place(fresh, library)
    flush_names(library.parent)


def _exchange(fresh: Path, library: Path) -> None:
    """Set the library aside and put the copy in its place: in one step, so that there is always a library."""
    aside = library.with_name(f"{library.name}{_ASIDE}")
    # Killed after this, the copy lies aside; like an old library there, it may be deleted.
    move_into_place(fresh, aside)
    if not exchange(aside, library):
        move_into_place(aside, fresh)
        move_into_place(library, aside)  # killed here, the next restoration completes it
        move_into_place(fresh, library)
    (aside / f"{LOCK}json").unlink(missing_ok=True)  # ours, moved with the folder


def _forget_interrupted(fresh: Path) -> None:
    """Remove the copy of a restoration that was killed before it was exchanged; of other files none."""
    if is_folder(fresh) and {path.name for path in fresh.iterdir()} <= set(SQLITE_FILES):
        for name in SQLITE_FILES:
            (fresh / name).unlink(missing_ok=True)
        fresh.rmdir()
