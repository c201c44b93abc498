"""File failures that need attention, their counts and remedies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, cast

from lexdesk.errors import (
    HOLDS_NO_DOCUMENT,
    NEEDS_PASSWORD,
    NEEDS_RECOGNITION,
    OF_PAGES,
    Code,
    FileCode,
    Message,
)

Help = Literal["recognise", "password", "again", "show", ""]
"""What helps with a file that was not read: to recognise its text, to give its password, to read it again, to see where it
lies; or nothing."""

_READ_AGAIN: frozenset[Code] = frozenset(
    {
        FileCode.EARLIER, FileCode.NOT_OPENED, FileCode.FOLDER_NOT_LISTED, FileCode.FOLDER_LOST,
        FileCode.TIMEOUT, FileCode.OCR_TIMEOUT, FileCode.WAITED, FileCode.PASSWORDS_EMPTY,
        FileCode.PASSWORDS_NOT_UTF8, FileCode.NO_TEXT_TO_COMPARE, FileCode.NOT_A_DOCUMENT,
        FileCode.TOO_MUCH_TEXT, FileCode.ARCHIVE_ALIAS_MISSING, FileCode.ARCHIVE_TRUNCATED,
        FileCode.ARCHIVE_MEMBER_DAMAGED, FileCode.NOT_A_REGULAR_FILE, FileCode.TOO_MUCH_MEMORY,
        FileCode.EMBEDDED_OBJECT, FileCode.TOO_LARGE, FileCode.TOO_MANY_MEMBERS,
        FileCode.UNPACKS_TOO_LARGE, FileCode.CONTRADICTORY, FileCode.DRM,
        FileCode.HTML_UNREADABLE, FileCode.TOO_MANY_SCANNED_PAGES, FileCode.TOO_LONG_IN_ALL, FileCode.RECOGNITION_TOO_LONG,
        FileCode.PICTURE_WITHOUT_TEXT, FileCode.PACKAGE_TRUNCATED,
        FileCode.NOT_A_PDF, FileCode.TOO_MANY_CRASHES, FileCode.WORKER_FAILED,
        FileCode.AKN_WITHOUT_DOCUMENT, FileCode.CLML_WITHOUT_ACT, FileCode.HTML_TRUNCATED,
        FileCode.UTF8_TRUNCATED, FileCode.DECISION_UNNAMED, FileCode.HTML_WITHOUT_BODY,
        FileCode.DATE_IMPOSSIBLE_DOWNLOAD, FileCode.FORMEX_WITHOUT_TEXT,
        FileCode.STATUTE_UNNAMED, FileCode.LEX_ID_INVALID, FileCode.VALIDITY_REVERSED,
        FileCode.SCHEMA_UNKNOWN, FileCode.KEY_MISSING, FileCode.NO_PROVISIONS,
        FileCode.JSON_INVALID, FileCode.KEY_NOT_TEXT, FileCode.ANCHOR_INVALID,
        FileCode.ANCHOR_HASH, FileCode.ANCHOR_PATH, FileCode.XML_ENTITIES, FileCode.XML_INVALID,
        FileCode.DATE_IMPOSSIBLE, FileCode.GIT_DAMAGED, FileCode.GIT_INCOMPLETE,
        FileCode.GIT_VERSION_LOST,
    }
)  # fmt: skip
"""Failures that may be gone when the file, or a better copy in its place, is read again."""


def opens_with_password(failure: Message) -> bool:
    """Return True if a password opens the file."""
    return failure.code in NEEDS_PASSWORD


def withstood_passwords(failure: Message) -> bool:
    """Return True if all passwords tried on the file failed."""
    return failure.code in (FileCode.PASSWORD_WRONG, FileCode.PASSWORDS_WRONG)


def holds_no_document(failure: Message) -> bool:
    """Return True for a file without a document, such as a data record."""
    return failure.code in HOLDS_NO_DOCUMENT


class Counted(NamedTuple):
    """Numbers of files: readable with help, of these entirely unread, and left out."""

    needing: int
    unread: int
    left_out: int


def counted(failures: Mapping[str, Message]) -> Counted:
    """Count failures by kind.

    Cached: several widgets ask every two seconds during indexing, and counting tens of thousands takes long.
    """
    if failures != _last[0]:
        codes = [failure.code for failure in failures.values()]
        left_out = sum(code in HOLDS_NO_DOCUMENT for code in codes)
        pages = sum(code in OF_PAGES for code in codes)
        needing = len(codes) - left_out
        _last[:] = dict(failures), Counted(needing, needing - pages, left_out)
    return cast(Counted, _last[1])


_last: list[Any] = [{}, Counted(0, 0, 0)]
"""What was counted last."""


def what_helps(failure: Message, *, can_recognise: bool) -> Help:
    """Return the remedy for a file; ``can_recognise`` if text recognition is installed."""
    if holds_no_document(failure):
        return ""
    if failure.code in NEEDS_RECOGNITION:
        return "recognise" if can_recognise else "show"
    if opens_with_password(failure):
        return "password"
    return "again" if failure.code in _READ_AGAIN else "show"
