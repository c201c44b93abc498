"""How the files on disk differ from what a library read, told by their size and time.

Only files whose time does not tell, and new ones as large as one that is gone, are looked into for their hash.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexdesk.extract.limits import MAX_FILE_BYTES
from lexdesk.ingest.scan.ignoring import LeftOut
from lexdesk.ingest.scan.moved import Moved
from lexdesk.ingest.scan.scan import find_files, is_gone
from lexdesk.storage.schema import UNREADABLE, FileRecord
from lexdesk.system.digest import sha256
from lexdesk.system.paths import absolute, path_on_disk, stored_path

_TOO_FRESH = 2.0  # seconds: a file may change again within the grain of its file system's clock


@dataclass(frozen=True, slots=True)
class Difference:
    """Files that the next ``add`` will look at, as stored paths.

    ``new`` are not known yet, ``changed`` have another size or time than when they were read,
    ``moved`` gives the new paths of known files by the old ones, ``gone`` are not on disk any more,
    ``ignored`` are, but ``.lexdeskignore`` names them now.
    """

    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    unchanged: int = 0


def difference(
    paths: Iterable[str | os.PathLike[str]],
    library: str | os.PathLike[str],
    known: Mapping[str, FileRecord],
    named: Iterable[Path] = (),
) -> Difference:
    """How the files in ``paths`` differ from those that are ``known``; those of ``library`` do not count.

    ``named`` are files that a person named although the rules leave them out, which therefore count.
    Raises ``LibraryError`` for rules in an ``.lexdeskignore`` that cannot be read.
    """
    roots = [absolute(path) for path in paths]
    found = Difference()
    unchanged = 0
    files = find_files(roots, absolute(library), gone_is_fine=True)
    for path in files:
        stored = stored_path(path)
        record = known.get(stored)
        if record is None:
            found.new.append(stored)
        elif _is_as_read(record, path):
            unchanged += 1
        else:
            found.changed.append(stored)
    gone, ignored = left_behind(known_inside(roots, known), files, LeftOut(roots, named))
    moved = _moved(found.new, [known[path] for path in gone])
    moved_to = set(moved.values())
    return Difference(
        [path for path in found.new if path not in moved_to],
        found.changed,
        moved,
        [path for path in gone if path not in moved],
        ignored,
        unchanged,
    )


def _moved(new: Iterable[str], gone: Iterable[FileRecord]) -> dict[str, str]:
    """Which of the files that are gone are among the new ones, told by content where sizes agree: old -> new."""
    moved = Moved(gone)
    found: dict[str, str] = {}
    for path in new:
        on_disk = path_on_disk(path)
        told = size_and_time(on_disk)
        if told and told[0] in moved.sizes and (digest := _digest(on_disk)):
            old = moved.before(digest)
            if old is not None:
                found[old.path] = path
    return found


def _is_as_read(record: FileRecord, path: Path) -> bool:
    told = size_and_time(path)
    if told is None or record.sha256.startswith(UNREADABLE):
        return told is None
    if record.modified is None or told[1] is None:  # the time does not tell
        return record.bytes == told[0] and record.sha256 in ("", _digest(path))
    return (record.bytes, record.modified) == told


def _digest(path: Path) -> str | None:
    """The hash of a file; ``None`` of one that cannot be read, whose reason ``add`` will tell."""
    try:
        return content_hash(path)
    except OSError:
        return None


def content_hash(path: Path) -> str:
    """The SHA-256 of a file's bytes, by which it is known again. Raises ``OSError``.

    Of one that is too large to be read at all, such as the image of a disk or an archive of 100 GB, that of its
    beginning, size and time: to go through the whole of it may take hours.
    """
    told = path.stat()
    if told.st_size > MAX_FILE_BYTES:
        from lexdesk.extract.sniff.sniff import HEAD, may_be_archive  # loads what few files need

        with path.open("rb") as file:
            head = file.read(HEAD)
        if not may_be_archive(head, path.name, told.st_size):
            known_by = f"{told.st_size} {told.st_mtime_ns} ".encode() + head
            return hashlib.sha256(known_by).hexdigest()
    return sha256(path)


def left_behind(
    known: Iterable[str], found: Collection[Path], left_out: Callable[[Path], bool]
) -> tuple[list[str], list[str]]:
    """Which of the ``known`` files are gone, and which are ``left_out`` now: none of those that were ``found``."""
    gone, ignored = [], []
    there = set(found)
    for file in sorted(known):
        path = path_on_disk(file)
        if is_gone(path):
            gone.append(file)
        elif path not in there and left_out(path):
            ignored.append(file)
    return gone, ignored


def known_inside(roots: Iterable[Path], known: Mapping[str, FileRecord]) -> list[str]:
    """The known files on disk, not what lies in mails and archives, inside ``roots``, which are absolute."""
    tops = [os.path.normcase(stored_path(root)) for root in roots]
    around = tuple(top.rstrip(os.sep) + os.sep for top in tops)
    return [
        record.path
        for record in known.values()
        if record.container is None
        and ((path := os.path.normcase(record.path)) in tops or path.startswith(around))
    ]


def size_and_time(path: Path) -> tuple[int, int | None] | None:
    """Bytes, and nanoseconds since 1970 of the last change; ``None`` where they cannot be told.

    The time of a file that changed a moment ago is ``None``: it may change again without a new one.
    """
    try:
        told = path.stat()
    except OSError:
        return None
    is_settled = time.time() - told.st_mtime > _TOO_FRESH
    is_stored = abs(told.st_mtime_ns) < 1 << 63  # of SQLite's numbers, from the year 1677 on
    return told.st_size, told.st_mtime_ns if is_settled and is_stored else None
