"""Differences between the files on disk and a library, by the rule of ``change_detection``.

Only files with a new time, and new files of the same size as a missing one, are hashed.
"""

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexdesk.errors import Code
from lexdesk.extract import PARSER_VERSION
from lexdesk.ingest.change_detection import ChangeDetection, find_moved_files
from lexdesk.ingest.scan.ignore_rules import Exclusions
from lexdesk.ingest.scan.scan import find_files, is_gone
from lexdesk.storage.schema import FileRecord
from lexdesk.system.paths import decode_path, encode_path, make_absolute


@dataclass(frozen=True, slots=True)
class Difference:
    """The files of interest to the next ``add``, as stored paths.

    ``new`` files are unknown, ``changed`` ones would be read again, ``moved`` maps old to new paths of known files,
    ``outdated`` counts the changed ones that another version of the program has read,
    ``gone`` files are missing on disk, and ``ignored`` files exist but are named by ``.lexdeskignore``.
    """

    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    unchanged: int = 0
    outdated: int = 0


def compute_difference(
    paths: Iterable[str | os.PathLike[str]],
    library: str | os.PathLike[str],
    known: Mapping[str, FileRecord],
    named: Iterable[Path] = (),
    unread_pages: Mapping[str, Mapping[int, Code]] | None = None,
) -> Difference:
    """Compare the files in ``paths`` with the ``known`` ones; files of ``library`` do not count.

    ``named`` files were named by a person and count in spite of rules. Raises ``LibraryError`` for unreadable rules
    in an ``.lexdeskignore``.
    """
    roots = [make_absolute(path) for path in paths]
    found = Difference()
    detection = ChangeDetection(known, unread_pages or {})
    unchanged = outdated = 0
    files = find_files(roots, make_absolute(library), gone_is_fine=True)
    for path in files:
        stored = encode_path(path)
        record = known.get(stored)
        if record is None:
            found.new.append(stored)
        elif detection.is_unchanged(record, path):
            unchanged += 1
        else:
            found.changed.append(stored)
            outdated += record.parser_version != PARSER_VERSION
    gone, ignored = find_left_behind(
        find_known_inside(roots, known), files, Exclusions(roots, named)
    )
    moved = find_moved_files(detection, found.new)
    moved_to = set(moved.values())
    return Difference(
        [path for path in found.new if path not in moved_to],
        found.changed,
        moved,
        [path for path in gone if path not in moved],
        ignored,
        unchanged,
        outdated,
    )


def find_left_behind(
    known: Iterable[str], found: Collection[Path], is_excluded: Callable[[Path], bool]
) -> tuple[list[str], list[str]]:
    """Return the missing and the ``is_excluded`` files among ``known``, none of them among ``found``."""
    gone, ignored = [], []
    there = set(found)
    for file in sorted(known):
        path = decode_path(file)
        if is_gone(path):
            gone.append(file)
        elif path not in there and is_excluded(path):
            ignored.append(file)
    return gone, ignored


def find_known_inside(roots: Iterable[Path], known: Mapping[str, FileRecord]) -> list[str]:
    """Return the known files on disk inside the absolute ``roots``, without contents of mails and archives."""
    tops = [os.path.normcase(encode_path(root)) for root in roots]
    around = tuple(top.rstrip(os.sep) + os.sep for top in tops)
    return [
        record.path
        for record in known.values()
        if record.container is None
        and ((path := os.path.normcase(record.path)) in tops or path.startswith(around))
    ]
