"""Backups: a library's own files, complete and verified, in a folder usable as a library.

The two irreplaceable files are copied, each as a snapshot (``VACUUM INTO``; readers and one writer may continue
meanwhile): the texts with their vectors, and the user's notes. Opening the backup rebuilds the indexes. The backup of
an encrypted library is encrypted by the same passphrase; ``back_up_encrypted`` makes an encrypted copy of a plain
library.
"""

import datetime
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from lexdesk.errors import LibraryCode, LibraryError, NoLibrary, UnsafeFile
from lexdesk.storage import page_checksums
from lexdesk.storage.damage import ReportingDamage, find_problems, require_sound_trees
from lexdesk.storage.encryption import Key, connect, copy_encrypted, is_encrypted
from lexdesk.storage.known_schema import harden, require_known_schema
from lexdesk.system.atomic import new_folder, write_atomically
from lexdesk.system.library_files import BACKUP, SQLITE_FILES, STORE
from lexdesk.system.lock import writer_lock
from lexdesk.system.paths import make_absolute, require_readable_name
from lexdesk.system.read_only import LOGS, is_read_only, read_size
from lexdesk.system.regular_files import hash_file, is_regular, read_json

MANIFEST = BACKUP
_PRIVATE = 0o700
_FULL = "its disk is full, or cannot be written"


class _Entry(TypedDict):
    """A file's entry in the manifest."""

    bytes: int
    sha256: str


class _BackupManifest(TypedDict):
    """The manifest; ``sha256`` is the hash of the rest."""

    made: str
    files: dict[str, _Entry]
    sha256: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in ``path``, with its time ``made`` (ISO 8601) and the bytes of its files."""

    path: str
    made: str
    files: dict[str, int]


def back_up(library: Path, target: Path, key: Key | None = None) -> Backup:
    """Copy ``library``, opened by ``key``, into the new or empty folder ``target``, and verify the copy.

    Raises ``NoLibrary``, ``LibraryError`` if ``target`` is not empty or lies in the library or the copy is damaged,
    and ``OSError`` for a full disk; after an error nothing is left in ``target``.
    """
    _require_library(library)
    return _back_up(library, target, key, lambda source, copy: _vacuum(source, copy, key))


def back_up_encrypted(library: Path, target: Path, passphrase: str) -> Backup:
    """Copy the unencrypted ``library`` into ``target``, encrypted by ``passphrase``.

    No byte of it is written in plain. Nobody may add meanwhile, and this process may not have the library open
    (reason: see ``copy_encrypted``). Raises ``LibraryLocked``, ``LibraryError`` for an encrypted library,
    ``EncryptionMissing``, and the errors of ``back_up``.
    """
    _require_library(library)
    if is_encrypted(library):
        raise LibraryError(LibraryCode.BACKUP_IS_ENCRYPTED, library=library)
    key = Key.new(passphrase)
    # A read-only library has no writers.
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
    """Make a backup with files made by ``copy`` and opened by ``key``."""
    target = make_absolute(target)
    require_readable_name(library, target)
    if Path(os.path.realpath(target)).is_relative_to(os.path.realpath(library)):
        raise LibraryError(LibraryCode.BACKUP_INSIDE_LIBRARY, target=target)
    with new_folder(target, _PRIVATE) as partial:
        with suppress(PermissionError):  # the root of a disk may be another's; the files are ours
            target.chmod(_PRIVATE)
        copied = [partial / name for name in SQLITE_FILES if is_regular(library / name)]
        for path in copied:
            copy(library / path.name, path)
            _require_sound(path, key)
        created = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
        sizes = {path.name: path.stat().st_size for path in copied}
        manifest: _BackupManifest = {
            "made": created,
            "files": {
                path.name: {"bytes": sizes[path.name], "sha256": hash_file(path)} for path in copied
            },
        }
        manifest["sha256"] = hash_manifest(manifest)
        write_atomically(partial / MANIFEST, json.dumps(manifest, indent=1).encode())
    return Backup(str(target), created, sizes)


def _vacuum(source: Path, target: Path, key: Key | None) -> None:
    """Copy a SQLite file as of one moment; an encrypted one stays so, with its key and salt."""
    with closing(connect(source, key)) as connection:
        try:
            require_sound_trees(connection, source)
            if isinstance(connection, page_checksums.Connection):
                connection.copy_to(target)
            else:
                connection.execute("VACUUM INTO ?", (str(target),))
        except connection.DatabaseError as error:
            # SQLite calls a failed write of the copy no error.
            reason = _FULL if str(error) == "not an error" else error
            raise LibraryError(
                LibraryCode.NOT_COPIED, source=source, target=target.parent.parent, reason=reason
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


def find_damage(path: Path) -> list[str]:
    """Return the defects of the backup in ``path`` in words; empty for an intact backup.

    Whoever changes a file can state its new hash, too: so the schema and pages of plain files are checked as well.
    A backup opened as a library since then has changed. Raises ``LibraryError`` without a backup in ``path``.
    """
    manifest = _manifest(path)
    defects = list(_damage(path, manifest["files"]))
    if manifest.get("sha256") != hash_manifest(manifest):
        defects.append(f"{path / MANIFEST} is not as it was made")
    if not defects and not is_encrypted(path):
        defects = [each for name in manifest["files"] for each in _damage_inside(path / name)]
    return defects


def _damage_inside(file: Path) -> list[str]:
    """Check the schema and all pages of a plain file, which is only read."""
    uri = f"{make_absolute(file).as_uri()}?mode=ro&immutable=1"
    try:
        with closing(page_checksums.connect(uri)) as connection:
            raw = cast(sqlite3.Connection, connection)
            with ReportingDamage(raw, file):
                harden(raw)
            require_known_schema(raw, file)
            return find_problems(raw, file)
    except LibraryError as error:
        return [error.message]


def read_backup_time(path: Path) -> str:
    """Return the time (ISO 8601) of the backup in ``path``. Raises as ``find_damage``."""
    return _manifest(path)["made"]


def _manifest(path: Path) -> _BackupManifest:
    try:
        manifest: _BackupManifest = read_json(path / MANIFEST, shape=_BackupManifest)
    except (OSError, UnsafeFile, ValueError) as error:
        raise LibraryError(LibraryCode.NOT_A_BACKUP, path=path, manifest=MANIFEST) from error
    try:
        datetime.datetime.fromisoformat(manifest["made"])
    except ValueError as error:
        raise LibraryError(LibraryCode.NOT_A_BACKUP, path=path, manifest=MANIFEST) from error
    if unknown := [name for name in manifest["files"] if name not in SQLITE_FILES]:
        raise LibraryError(LibraryCode.BACKUP_NAMES_FILE, path=path / MANIFEST, unknown=unknown[0])
    return manifest


def _damage(path: Path, files: Mapping[str, _Entry]) -> Iterator[str]:
    if STORE not in files:
        yield f"{path} has no {STORE} in it; back up the library again"
    for name, entry in files.items():
        file = path / name
        if not is_regular(file):
            yield f"{file} is missing"
        elif file.stat().st_size != entry["bytes"] or _hash(file) != entry["sha256"]:
            yield f"{file} is not as it was made"
    absent = [path / name for name in SQLITE_FILES if name not in files]
    logs = (path / f"{name}{log}" for name in SQLITE_FILES for log in LOGS)
    for file in (*absent, *filter(read_size, logs)):
        if file.is_symlink() or file.exists():
            yield f"{file} was added after the backup"


def hash_manifest(manifest: _BackupManifest) -> str:
    """Hash the fields of the manifest, except for its own hash."""
    stated = {"made": manifest["made"], "files": manifest["files"]}
    return hashlib.sha256(json.dumps(stated, sort_keys=True).encode()).hexdigest()


def _hash(file: Path) -> str:
    """Return the hash of a file; ``""`` for one that no backup has."""
    try:
        return hash_file(file)
    except UnsafeFile:
        return ""
