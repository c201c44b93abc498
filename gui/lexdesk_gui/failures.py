"""The failures of files that need attention, counted alike by all of the window, and what helps with them."""

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
        FileCode.HTML_UNREADABLE, FileCode.TOO_MANY_SCANNED_PAGES,
        FileCode.PICTURE_WITHOUT_TEXT, FileCode.PACKAGE_TRUNCATED,
        FileCode.NOT_A_PDF, FileCode.TOO_MANY_CRASHES, FileCode.WORKER_FAILED,
        FileCode.AKN_WITHOUT_DOCUMENT, FileCode.CLML_WITHOUT_ACT, FileCode.HTML_TRUNCATED,
        FileCode.UTF8_TRUNCATED, FileCode.DECISION_UNNAMED, FileCode.HTML_WITHOUT_BODY,
        FileCode.DATE_IMPOSSIBLE_DOWNLOAD, FileCode.FORMEX_WITHOUT_TEXT,
        FileCode.STATUTE_UNNAMED, FileCode.LEX_ID_INVALID, FileCode.VALIDITY_REVERSED,
        FileCode.SCHEMA_UNKNOWN, FileCode.KEY_MISSING, FileCode.NO_PROVISIONS,
        FileCode.JSON_INVALID, FileCode.KEY_NOT_TEXT, FileCode.ANCHOR_INVALID,
        FileCode.ANCHOR_HASH, FileCode.ANCHOR_PATH, FileCode.XML_ENTITIES, FileCode.XML_INVALID,
        FileCode.DATE_IMPOSSIBLE,
    }
)  # fmt: skip
"""Failures that may be gone when the file, or a better copy in its place, is read again."""


def opens_with_password(failure: Message) -> bool:
    """Return whether a password opens the file."""
    return failure.code in NEEDS_PASSWORD


def withstood_passwords(failure: Message) -> bool:
    """Return whether passwords were tried on a file that ``opens_with_password``."""
    return failure.code in (FileCode.PASSWORD_WRONG, FileCode.PASSWORDS_WRONG)


def holds_no_document(failure: Message) -> bool:
    """Return whether a file was left out since there is no document in it, such as a record of data."""
    return failure.code in HOLDS_NO_DOCUMENT


class Counted(NamedTuple):
    """How many files a person may make readable, how many of these were not read at all rather than without some pages,
    and how many were only left out."""

    needing: int
    unread: int
    left_out: int


def counted(failures: Mapping[str, Message]) -> Counted:
    """Count failures by path of each sort.

    Several parts of the window ask every two seconds while files are added; of tens of thousands that takes a while.
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
    """Return what helps with a file; ``can_recognise`` is whether text recognition is there."""
    if holds_no_document(failure):
        return ""
    if failure.code in NEEDS_RECOGNITION:
        return "recognise" if can_recognise else "show"
    if opens_with_password(failure):
        return "password"
    return "again" if failure.code in _READ_AGAIN else "show"
