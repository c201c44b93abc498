"""Which files have to be read: those that are new or changed, and are not known by another name."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from lexdesk.extract import READER_VERSION, name_as_title, ocr
from lexdesk.extract.passwords import is_locked
from lexdesk.ingest.report import AddReport
from lexdesk.ingest.scan.comparing import content_hash, size_and_time
from lexdesk.ingest.scan.moved import Moved
from lexdesk.storage import Store
from lexdesk.storage.schema import UNREADABLE, FileRecord
from lexdesk.system.paths import path_on_disk, stored_path

_WHERE_TITLES_STAND = 5_000  # characters


class Unread:
    """Tells of each file whether it has to be read, and records what can be told without.

    With ``has_passwords`` those are read again that need one, or hold something that does.
    """

    def __init__(
        self,
        store: Store,
        known: dict[str, FileRecord],
        language: str | None,
        report: AddReport,
        *,
        has_passwords: bool = False,
    ):
        self._store, self._known, self._language, self._report = store, known, language, report
        self._inside = _refused_inside(known.values())
        self._moved = Moved(known.values())
        self._can_recognise = ocr.available()
        self._has_passwords = has_passwords

    def refused(self, path: str) -> dict[str, str]:
        """What could not be read of a known file, with the reasons."""
        old = self._known.get(path)
        own = {path: old.refused} if old and old.refused else {}
        return {**self._inside[path], **own}

    def record(self, path: Path) -> FileRecord | None:
        """What is to be recorded of a file once it is read; ``None`` where it is as it was."""
        stored = stored_path(path)
        old = self._known.get(stored)
        said = old.language if old and self._language is None else self._language or None
        if old and self._is_settled(old, said) and _is_untouched(old, path):
            self._leave(old)
            return None
        record = dataclasses.replace(_fingerprint(path), language=said)
        if old is None:
            return self._moved_from(record)
        if self._is_locked(old):
            with self._store.transaction():
                self._store.mark_unread(old.path)
            return record
        if self._is_settled(old, said) and old.sha256 == record.sha256:
            with self._store.transaction():
                self._store.touch_file(record)
            self._leave(old)
            return None
        return record

    def _leave(self, old: FileRecord) -> None:
        if not old.refused:  # which is counted and named as such
            self._report.unchanged += 1

    def _is_settled(self, old: FileRecord, said: str | None) -> bool:
        """Whether all of a file was read, as it is read now."""
        reasons = self.refused(old.path).values()
        missing = self._can_recognise and any(ocr.MISSING in reason for reason in reasons)
        is_as_now = (old.reader, old.language) == (READER_VERSION, said)
        return is_as_now and not missing and not self._is_locked(old)

    def _is_locked(self, old: FileRecord) -> bool:
        """Whether passwords are to be tried on a file that was refused for want of one."""
        return self._has_passwords and any(map(is_locked, self.refused(old.path).values()))

    def _moved_from(self, record: FileRecord) -> FileRecord | None:
        """What is to be recorded of a new file that has to be read: not one that only has a new name."""
        old = self._moved.before(record.sha256, record.reader)
        if old is None:
            return record
        name, new_name = _title(old.path), _title(record.path)
        is_named_by_file = name != new_name and self._store.title_of_file(old.path) == name
        may_state_it = is_named_by_file and self._has_line(old.path, name)
        with self._store.transaction():
            self._store.move_file(old.path, record.path)
            self._store.touch_file(record)
            if is_named_by_file and not may_state_it:
                self._store.retitle_file(record.path, new_name)
        self._known[record.path] = dataclasses.replace(old, path=record.path)
        if may_state_it or record.language != old.language:
            return record
        self._report.moved += 1
        return None

    def _has_line(self, path: str, line: str) -> bool:
        """Whether the text of a file has such a line where titles stand."""
        expression = self._store.expression_of_file(path)
        if expression is None:
            return False
        beginning = self._store.text(expression, 0, _WHERE_TITLES_STAND)
        return any(each.strip() == line for each in beginning.splitlines())


def _title(path: str) -> str:
    return name_as_title(path_on_disk(path))


def _refused_inside(known: Iterable[FileRecord]) -> defaultdict[str, dict[str, str]]:
    """For each mail and archive, the paths in it that cannot be read, with the reasons."""
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for record in known:
        if record.container and record.refused:
            found[record.container][record.path] = record.refused
    return found


def _is_untouched(old: FileRecord, path: Path) -> bool:
    """Whether size and time of a file that was read whole are as they were."""
    return (
        bool(old.sha256)
        and old.modified is not None
        and (old.bytes, old.modified) == size_and_time(path)
    )


def _fingerprint(path: Path) -> FileRecord:
    stored = stored_path(path)
    told = size_and_time(path)  # before the content: what changes after it has another time
    try:
        digest = content_hash(path)
    except OSError as error:
        return FileRecord(stored, f"{UNREADABLE}{error.strerror}", 0, READER_VERSION)
    size, modified = told or (0, None)
    return FileRecord(stored, digest, size, READER_VERSION, modified=modified)
