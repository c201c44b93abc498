"""Backups: a library's own files, whole and checked, in a folder that is itself a library.

The two files that cannot be made again are copied, each as of one moment (``VACUUM INTO``; readers
and one writer may go on meanwhile): the texts with their vectors, and a person's notes. The indexes
are made again when the backup is opened.
"""

from __future__ import annotations

import datetime
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from lexdesk.atomic import replace_durably, write_atomically
from lexdesk.digest import sha256
from lexdesk.errors import LibraryError

STORES = ("library.sqlite", "work.sqlite")
MANIFEST = "backup.json"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in ``path``: when it was ``made`` (ISO 8601) and its files' bytes."""

    path: str
    made: str
    files: dict[str, int]


def back_up(library: Path, target: Path) -> Backup:
    """Copy ``library`` into the folder ``target``, which is new or empty, and check the copy.

    Raises ``LibraryError`` where ``target`` holds other things, lies in the library, or the copy is
    not sound, and ``OSError`` where the disk is full; then nothing is left in ``target``.
    """
    target = target.absolute()
    if target.is_relative_to(library):
        raise LibraryError(f"{target} lies in the library itself; name a folder outside of it")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise LibraryError(f"{target} holds other things; name a folder that is new or empty")
    partial = target.with_name(f"{target.name}.{os.getpid()}.new")
    partial.mkdir(mode=0o700, parents=True)
    try:
        copied = [partial / name for name in STORES if _copied(library / name, partial / name)]
        made = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
        sizes = {path.name: path.stat().st_size for path in copied}
        entries = {
            path.name: {"bytes": sizes[path.name], "sha256": sha256(path)} for path in copied
        }
        manifest = json.dumps({"made": made, "files": entries}, indent=1)
        write_atomically(partial / MANIFEST, manifest.encode())
        if target.exists():
            target.rmdir()
        replace_durably(partial, target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return Backup(str(target), made, sizes)


def _copied(source: Path, target: Path) -> bool:
    """Copy a SQLite file as of one moment, and check it; whether there is one."""
    if not source.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
        with closing(sqlite3.connect(target)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise LibraryError(
            f"{source} could not be copied to {target.parent.parent} ({error}); nothing was changed"
        ) from error
    if verdict != "ok":
        raise LibraryError(f"the copy of {source} is not sound ({verdict}); keep earlier backups")
    target.chmod(0o600)
    with target.open("rb+") as file:
        os.fsync(file.fileno())
    return True


def damage(path: Path) -> list[str]:
    """What is wrong with the backup in ``path`` as it was made, in words; empty where nothing is.

    One that was opened since as a library is no longer as it was made. Raises ``LibraryError``
    where there is no backup.
    """
    try:
        files = json.loads((path / MANIFEST).read_bytes())["files"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LibraryError(f"{path} is no backup: it has no {MANIFEST} that can be read") from error
    return list(_damage(path, files))


def _damage(path: Path, files: dict[str, dict[str, object]]) -> Iterator[str]:
    for name, entry in files.items():
        file = path / name
        if not file.is_file():
            yield f"{file} is missing"
        elif file.stat().st_size != entry["bytes"] or sha256(file) != entry["sha256"]:
            yield f"{file} is not as it was made"
