"""Files whose bytes were compared with a hash, remembered until anything about them changes.

A time stamp can be kept by who changes a file, its change time (ctime) cannot. A disk that loses bits changes neither: so a
file is read again after each start of the machine, and where the system does not tell one start from the next, by each
process.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypedDict

from lexdesk.errors import UnsafeFile
from lexdesk.system.atomic import write_atomically
from lexdesk.system.file_claim import read_boot_id
from lexdesk.system.regular_files import read_json

SETTLED = 2_000_000_000
"""Nanoseconds: change times have steps, so a file changed since may look like one changed before."""


class Stamp(NamedTuple):
    """The identity and state of a file on disk; times in nanoseconds since 1970."""

    device: int
    inode: int
    bytes: int
    modified: int
    changed: int

    @classmethod
    def of(cls, found: os.stat_result) -> Stamp:
        """Return the stamp of a file."""
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)

    def is_settled(self) -> bool:
        """Return whether a later change of the file has another time."""
        return time.time_ns() - self.changed > SETTLED


class _Memory(TypedDict):
    """The start of the machine, and the stamps of files by name."""

    boot: str
    files: dict[str, list[int]]


_here: set[tuple[str, Stamp]] = set()
"""SHA-256 and stamp of what this process has read."""


def read_stamps(memory: Path) -> Mapping[str, Stamp]:
    """Return from the file ``memory`` the stamps of the files that were read since the machine started, by name."""
    try:
        stored: _Memory = read_json(memory, shape=_Memory)
        if not read_boot_id() or stored["boot"] != read_boot_id():
            return {}
        return {name: Stamp(*stamp) for name, stamp in stored["files"].items()}
    except (OSError, UnsafeFile, ValueError, TypeError):
        return {}


def is_known(sha256: str, stamp: Stamp) -> bool:
    """Return whether this process has read a file as it is now."""
    return (sha256, stamp) in _here


def remember(
    memory: Path,
    files: Mapping[str, tuple[str, Stamp]],
    write: Callable[[Path, bytes], None] = write_atomically,
) -> None:
    """Keep the SHA-256 and the stamps of files that were read, by name; in ``memory`` where that can be written."""
    _here.update(files.values())
    stamps = {name: list(stamp) for name, (_, stamp) in files.items()}
    if not read_boot_id() or {n: list(s) for n, s in read_stamps(memory).items()} == stamps:
        return
    with contextlib.suppress(OSError):
        write(memory, json.dumps({"boot": read_boot_id(), "files": stamps}).encode())
