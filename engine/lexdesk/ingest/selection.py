"""The selection of new and changed files for reading; renamed files are recognised."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from lexdesk.errors import Message
from lexdesk.extract import PARSER_VERSION, name_as_title
from lexdesk.ingest.change_detection import (
    ChangeDetection,
    State,
    compute_digest,
    read_size_and_time,
)
from lexdesk.ingest.report import AddReport
from lexdesk.ingest.unread_pages import group_failures
from lexdesk.storage import Store
from lexdesk.storage.schema import FileRecord
from lexdesk.system.paths import decode_path, encode_path
from lexdesk.system.regular_files import has_link_below

_WHERE_TITLES_STAND = 5_000  # characters searched for a title


class Selection:
    """The files to read; the state of all other files is recorded without reading.

    With ``has_passwords``, files with a need for a password, or with such contents, are read again. ``folder_of``
    returns the folder of a file below which no link is followed: a file reached through one is skipped.
    """

    def __init__(
        self,
        store: Store,
        known: dict[str, FileRecord],
        language: str | None,
        report: AddReport,
        *,
        has_passwords: bool = False,
        folder_of: Callable[[Path], Path | None] = lambda path: None,
    ):
        self._store, self._known, self._report = store, known, report
        self._folder_of = folder_of
        pages = store.files.unread_pages()
        self._detection = ChangeDetection(known, pages, language, has_passwords=has_passwords)
        self._failures = group_failures(known.values(), pages)

    def failures(self, path: str) -> dict[str, Message]:
        """Return the failures of a known file and of its contents, by path."""
        return self._failures.get(path, {})

    def record(self, path: Path) -> FileRecord | None:
        """Return the record of a file to be read; ``None`` for an unchanged file."""
        folder = self._folder_of(path)
        if folder and has_link_below(path, folder):  # put there since the folder was scanned
            return None
        stored = encode_path(path)
        old = self._known.get(stored)
        language = self._detection.language_of(old)
        if old is None:
            new = _fingerprint(path, folder)
            return self._moved_from(replace(new, language=language))
        is_unchanged, found = self._detection.compare(old, path, folder)
        if is_unchanged:
            self._leave(old, found)
            return None
        if self._detection.needs_password(old):
            with self._store.transaction():
                self._store.files.mark_unread(old.path)
        return replace(_fingerprint(path, folder, found), language=language)

    def _leave(self, old: FileRecord, found: State) -> None:
        if found.sha256 is not None:  # written again, with the same content
            with self._store.transaction():
                self._store.files.touch_file(replace(old, modified=found.modified))
        if old.failure is None:  # a failed file counts as failed, not as unchanged
            self._report.unchanged += 1

    def _moved_from(self, record: FileRecord) -> FileRecord | None:
        """Return the record of a new file to be read; ``None`` for a renamed file."""
        old = None if record.is_unreadable else self._detection.missing.take(record.sha256)
        if old is None:
            return record
        record = replace(record, language=self._detection.language_of(old))
        name, new_name = _title(old.path), _title(record.path)
        is_named_by_file = name != new_name and self._store.files.title_of_file(old.path) == name
        may_state_it = is_named_by_file and self._has_line(old.path, name)
        with self._store.transaction():
            self._store.files.move_file(old.path, record.path)
            self._store.files.touch_file(record)
            if is_named_by_file and not may_state_it:
                self._store.files.retitle_file(record.path, new_name)
        self._known[record.path] = replace(old, path=record.path)
        if may_state_it or record.language != old.language:
            return record
        self._report.moved += 1
        return None

    def _has_line(self, path: str, line: str) -> bool:
        """Return true if the text of a file has such a line at the position of titles."""
        expression = self._store.files.expression_of_file(path)
        if expression is None:
            return False
        beginning = self._store.texts.text(expression, 0, _WHERE_TITLES_STAND)
        return any(text_line.strip() == line for text_line in beginning.splitlines())


def _title(path: str) -> str:
    return name_as_title(decode_path(path))


def _fingerprint(path: Path, folder: Path | None, found: State | None = None) -> FileRecord:
    stored = encode_path(path)
    if found is None:
        # Read the time before the hash: a change in between then has another time.
        size, modified = read_size_and_time(path) or (None, None)
        found = State(size, modified)
    digest = found.sha256 or compute_digest(path, folder)
    if digest is None:
        return FileRecord(stored, "", 0, PARSER_VERSION, is_unreadable=True)
    return FileRecord(stored, digest, found.size or 0, PARSER_VERSION, modified=found.modified)
