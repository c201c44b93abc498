"""How the files on disk differ from what a library read, by the rule of ``change_detection``.

Only files whose time differs, and new ones as large as one that is gone, are hashed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexdesk.errors import Code
from lexdesk.ingest.change_detection import ChangeDetection, moved_files
from lexdesk.ingest.scan.ignoring import LeftOut
from lexdesk.ingest.scan.scan import find_files, is_gone
from lexdesk.storage.schema import FileRecord
from lexdesk.system.paths import absolute, path_on_disk, stored_path


@dataclass(frozen=True, slots=True)
class Difference:
    """Files that the next ``add`` will look at, as stored paths.

    ``new`` are not known yet, ``changed`` would be read again,
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
    unread_pages: Mapping[str, Mapping[int, Code]] | None = None,
) -> Difference:
    """How the files in ``paths`` differ from those that are ``known``; those of ``library`` do not count.

    ``named`` are files that a person named although the rules leave them out, which therefore count.
    Raises ``LibraryError`` for rules in an ``.lexdeskignore`` that cannot be read.
    """
    roots = [absolute(path) for path in paths]
    found = Difference()
    detection = ChangeDetection(known, unread_pages or {})
    unchanged = 0
    files = find_files(roots, absolute(library), gone_is_fine=True)
    for path in files:
        stored = stored_path(path)
        record = known.get(stored)
        if record is None:
            found.new.append(stored)
        elif detection.is_unchanged(record, path):
            unchanged += 1
        else:
            found.changed.append(stored)
    gone, ignored = left_behind(known_inside(roots, known), files, LeftOut(roots, named))
    moved = moved_files(detection, found.new)
    moved_to = set(moved.values())
    return Difference(
        [path for path in found.new if path not in moved_to],
        found.changed,
        moved,
        [path for path in gone if path not in moved],
        ignored,
        unchanged,
    )


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
