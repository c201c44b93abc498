"""The rule for changed files, shared by ``add`` and every forecast of ``add``."""

import hashlib
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from lexdesk.errors import IS_PROTECTED, NEEDS_RECOGNITION, Code, FileFailed
from lexdesk.extract import PARSER_VERSION, ocr
from lexdesk.extract.containers.git_objects import hash_refs, is_repository_folder
from lexdesk.extract.limits import MAX_FILE_BYTES
from lexdesk.ingest.scan.scan import is_gone
from lexdesk.storage.schema import FileRecord
from lexdesk.system.paths import decode_path
from lexdesk.system.regular_files import open_document


class MissingFiles:
    """An index of missing known files by content, without files of failed readings."""

    def __init__(self, known: Iterable[FileRecord]):
        self._known = [
            record
            for record in known
            if record.container is None and record.sha256 and record.failure is None
        ]

    @cached_property
    def _missing(self) -> defaultdict[str, list[FileRecord]]:
        """Return the missing known files, by content."""
        gone: defaultdict[str, list[FileRecord]] = defaultdict(list)
        for record in self._known:
            if is_gone(decode_path(record.path)):
                gone[record.sha256].append(record)
        return gone

    @cached_property
    def sizes(self) -> frozenset[int]:
        """Return the sizes of the missing known files in bytes; another size excludes a move."""
        return frozenset(record.bytes for same in self._missing.values() for record in same)

    def take(self, sha256: str) -> FileRecord | None:
        """Remove and return a missing known file with this content, read by this version of the parsers."""
        left = self._missing.get(sha256, [])
        at = next((n for n, file in enumerate(left) if file.parser_version == PARSER_VERSION), None)
        return None if at is None else left.pop(at)


# Seconds: a file may change again within the resolution of its file system's clock.
_TOO_FRESH = 2.0
_PART = 1 << 20  # bytes hashed at once


@dataclass(frozen=True, slots=True)
class State:
    """A file on disk: size, modification time and hash, each ``None`` if unreadable.

    The hash is ``None``, too, if size and time alone decide.
    """

    size: int | None
    modified: int | None
    sha256: str | None = None


class ChangeDetection:
    """A comparison of files on disk with their records in a library.

    A file is unchanged if its size and time, or else its hash, equal those recorded, and if reading would give the
    same result: same parser version, same language, and no remaining content for text recognition or an available
    password. A file of a failed reading is unchanged while it remains unreadable.
    """

    def __init__(
        self,
        known: Mapping[str, FileRecord],
        unread_pages: Mapping[str, Mapping[int, Code]],
        language: str | None = None,
        *,
        has_passwords: bool = False,
    ):
        self._language, self._has_passwords = language, has_passwords
        self._can_recognise = ocr.is_available()
        self._codes = _codes_inside(known, unread_pages)
        self.missing = MissingFiles(known.values())

    def language_of(self, old: FileRecord | None) -> str | None:
        """Return the language (ISO 639-1) stated for a file by a person, if any."""
        return old.language if old and self._language is None else self._language or None

    def is_unchanged(self, old: FileRecord, path: Path) -> bool:
        """Return true if ``add`` need not read the file at ``path`` again."""
        return self.compare(old, path)[0]

    def compare(
        self, old: FileRecord, path: Path, folder: Path | None = None
    ) -> tuple[bool, State]:
        """Return true for an unchanged known file, else false, and its state on disk as far as examined.

        No link is followed below ``folder``, where given.
        """
        size, modified = read_size_and_time(path) or (None, None)
        found = State(size, modified)
        if not self._is_read_alike(old):
            return False, found
        if old.is_unreadable or size is None:
            digest = compute_digest(path, folder)
            return digest is None and old.is_unreadable, State(size, modified, digest)
        is_same_time = old.modified is not None and modified == old.modified
        if size != old.bytes or not old.sha256:
            return False, found
        if is_same_time:
            return True, found
        digest = compute_digest(path, folder)
        return digest == old.sha256, State(size, modified, digest)

    def needs_password(self, old: FileRecord) -> bool:
        """Return true if an available password is to be tried on the file or its contents."""
        return self._has_passwords and not IS_PROTECTED.isdisjoint(self._codes[old.path])

    def _is_read_alike(self, old: FileRecord) -> bool:
        """Return true if reading all of a file would give the recorded result."""
        is_as_now = (old.parser_version, old.language) == (PARSER_VERSION, self.language_of(old))
        may_recognise = self._can_recognise and not NEEDS_RECOGNITION.isdisjoint(
            self._codes[old.path]
        )
        return is_as_now and not may_recognise and not self.needs_password(old)


def _codes_inside(
    known: Mapping[str, FileRecord], unread_pages: Mapping[str, Mapping[int, Code]]
) -> defaultdict[str, set[Code]]:
    """Return the failure codes of each file on disk and of its contents."""
    found: defaultdict[str, set[Code]] = defaultdict(set)
    for record in known.values():
        outermost = found[record.container or record.path]
        if record.failure is not None:
            outermost.add(record.failure.code)
        outermost.update(unread_pages.get(record.path, {}).values())
    return found


def find_moved_files(detection: ChangeDetection, new: Iterable[str]) -> dict[str, str]:
    """Return the renamed files among ``new``: old path -> new path."""
    found: dict[str, str] = {}
    for path in new:
        on_disk = decode_path(path)
        stat = read_size_and_time(on_disk)
        if stat and stat[0] in detection.missing.sizes and (digest := compute_digest(on_disk)):
            old = detection.missing.take(digest)
            if old is not None:
                found[old.path] = path
    return found


def compute_digest(path: Path, folder: Path | None = None) -> str | None:
    """Return the hash of a file; ``None`` for an unreadable file, and for a link below ``folder``."""
    try:
        return hash_content(path, folder)
    except OSError:
        return None


def hash_content(path: Path, folder: Path | None = None) -> str:
    """Return the SHA-256 of a file's bytes, used to recognise it. Raises ``OSError``, also for a link below ``folder``.

    For a file above the reading limit, such as a disk image, hash its beginning, size and time: reading all of it may
    take hours. For the folder of a git repository, hash its branches.
    """
    if is_repository_folder(path):
        return hash_refs(path)
    with open_document(path, folder) as file:
        status = os.fstat(file.fileno())
        if status.st_size > MAX_FILE_BYTES:
            from lexdesk.extract.sniff.sniff import HEAD, sniff_archive  # needed for few files

            try:
                sniff_archive(file, path.name, status.st_size)
            except FileFailed:
                file.seek(0)
                known_by = f"{status.st_size} {status.st_mtime_ns} ".encode() + file.read(HEAD)
                return hashlib.sha256(known_by).hexdigest()
            file.seek(0)
        return _digest(file, status.st_size)


def _digest(file: BinaryIO, most: int) -> str:
    """Return the SHA-256 of up to ``most`` bytes; a file may grow faster than they are read."""
    digest = hashlib.sha256()
    while most > 0 and (part := file.read(min(_PART, most))):
        digest.update(part)
        most -= len(part)
    return digest.hexdigest()


def read_size_and_time(path: Path) -> tuple[int, int | None] | None:
    """Return size in bytes and modification time in nanoseconds since 1970; ``None`` if unreadable.

    The time of a file changed a moment ago is ``None``: another change may leave it the same. So is that of the
    folder of a git repository, whose branches change inside.
    """
    if is_repository_folder(path):
        return 0, None
    try:
        status = path.stat()
    except OSError:
        return None
    is_settled = time.time() - status.st_mtime > _TOO_FRESH
    is_stored = abs(status.st_mtime_ns) < 1 << 63  # of SQLite's numbers, from the year 1677 on
    return status.st_size, status.st_mtime_ns if is_settled and is_stored else None
