"""Backups: a library's own files, whole and checked, in a folder that is itself a library.

The two files that cannot be made again are copied, each as of one moment (``VACUUM INTO``; readers
and one writer may go on meanwhile): the texts with their vectors, and a person's notes. The indexes
are made again when the backup is opened. That of an encrypted library is encrypted by the same
passphrase; of a plain one, ``back_up_encrypted`` makes an encrypted copy.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from lexdesk.errors import LibraryCode, LibraryError, NoLibrary, UnsafeFile
from lexdesk.storage.encryption import Key, connect, copy_encrypted, is_encrypted
from lexdesk.system.atomic import new_folder, write_atomically
from lexdesk.system.digest import sha256
from lexdesk.system.library_files import SQLITE_FILES, STORE
from lexdesk.system.lock import writer_lock
from lexdesk.system.paths import absolute
from lexdesk.system.read_only import is_read_only
from lexdesk.system.regular_files import is_regular, read_json

MANIFEST = "backup.json"
_PRIVATE = 0o700


class _Entry(TypedDict):
    """What the manifest says of a file."""

    bytes: int
    sha256: str


class _Manifest(TypedDict):
    """The manifest."""

    made: str
    files: dict[str, _Entry]


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in ``path``: when it was ``made`` (ISO 8601) and its files' bytes."""

    path: str
    made: str
    files: dict[str, int]


def back_up(library: Path, target: Path, key: Key | None = None) -> Backup:
    """Copy ``library``, which ``key`` opens, into the folder ``target``, new or empty; check the copy.

    Raises ``NoLibrary``, ``LibraryError`` where ``target`` holds other things, lies in the library, or
    the copy is not sound, and ``OSError`` where the disk is full; then nothing is left in ``target``.
    """
    _require_library(library)
    return _back_up(library, target, key, lambda source, copy: _vacuum(source, copy, key))


def back_up_encrypted(library: Path, target: Path, passphrase: str) -> Backup:
    """Copy ``library``, which is not encrypted, into ``target``, encrypted by ``passphrase``.

    No byte of it is written in plain. Nobody may add meanwhile, and this process may not have the
    library open (``copy_encrypted`` says why). Raises ``LibraryLocked``, ``LibraryError`` where it is encrypted
    already, ``EncryptionMissing``, and what ``back_up`` raises.
    """
    _require_library(library)
    if is_encrypted(library):
        raise LibraryError(LibraryCode.BACKUP_IS_ENCRYPTED, library=library)
    key = Key.new(passphrase)
    # Nobody writes to one that cannot be written.
    alone = nullcontext() if is_read_only(library) else writer_lock(library, "encrypted copy")
    with alone:
        return _back_up(
            library, target, key, lambda source, copy: copy_encrypted(source, copy, key)
        )


def _require_library(folder: Path) -> None:
    if not is_regular(folder / STORE):
        raise NoLibrary(LibraryCode.NOT_FOUND, folder=folder)


def _back_up(
    library: Path, target: Path, key: Key | None, copy: Callable[[Path, Path], None]
) -> Backup:
    """Make a backup whose files ``copy`` makes and ``key`` opens."""
    target = absolute(target)
    if target.resolve().is_relative_to(library.resolve()):
        raise LibraryError(LibraryCode.BACKUP_INSIDE_LIBRARY, target=target)
    with new_folder(target, _PRIVATE) as partial:
        with suppress(PermissionError):  # the root of a disk may be another's; the files are ours
            target.chmod(_PRIVATE)
        copied = [partial / name for name in SQLITE_FILES if is_regular(library / name)]
        for path in copied:
            copy(library / path.name, path)
            _require_sound(path, key)
        made = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
        sizes = {path.name: path.stat().st_size for path in copied}
        entries = {
            path.name: {"bytes": sizes[path.name], "sha256": sha256(path)} for path in copied
        }
        manifest = json.dumps({"made": made, "files": entries}, indent=1)
        write_atomically(partial / MANIFEST, manifest.encode())
    return Backup(str(target), made, sizes)


def _vacuum(source: Path, target: Path, key: Key | None) -> None:
    """Copy a SQLite file as of one moment; an encrypted one stays so, with its key and salt."""
    with closing(connect(source, key)) as connection:
        try:
            connection.execute("VACUUM INTO ?", (str(target),))
        except connection.DatabaseError as error:
            raise LibraryError(
                LibraryCode.NOT_COPIED, source=source, target=target.parent.parent, reason=error
            ) from error


def _require_sound(path: Path, key: Key | None) -> None:
    """Check a copy, and give it to its owner alone."""
    with closing(connect(path, key)) as connection:
        try:
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        except connection.DatabaseError as error:
            raise LibraryError(LibraryCode.BACKUP_DAMAGED, path=path, reason=error) from error
    if verdict != "ok":
        raise LibraryError(LibraryCode.BACKUP_DAMAGED, path=path, reason=verdict)
    path.chmod(0o600)


def damage(path: Path) -> list[str]:
    """What is wrong with the backup in ``path`` as it was made, in words; empty where nothing is.

    One that was opened since as a library is no longer as it was made. Raises ``LibraryError``
    where there is no backup.
    """
    try:
        told: _Manifest = read_json(path / MANIFEST, shape=_Manifest)
    except (OSError, UnsafeFile, ValueError) as error:
        raise LibraryError(LibraryCode.NOT_A_BACKUP, path=path, manifest=MANIFEST) from error
    if unknown := [name for name in told["files"] if name not in SQLITE_FILES]:
        raise LibraryError(LibraryCode.BACKUP_NAMES_FILE, path=path / MANIFEST, unknown=unknown[0])
    return list(_damage(path, told["files"]))


def _damage(path: Path, files: Mapping[str, _Entry]) -> Iterator[str]:
    if STORE not in files:
        yield f"{path} has no {STORE} in it; back up the library again"
    for name, entry in files.items():
        file = path / name
        if not is_regular(file):
            yield f"{file} is missing"
        elif file.stat().st_size != entry["bytes"] or sha256(file) != entry["sha256"]:
            yield f"{file} is not as it was made"
