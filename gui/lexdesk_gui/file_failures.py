"""File failures that need attention, their counts and remedies."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, cast

from lexdesk.errors import (
    CAUSED_OUTSIDE,
    HOLDS_NO_DOCUMENT,
    NEEDS_PASSWORD,
    NEEDS_RECOGNITION,
    OF_PAGES,
    FileCode,
    Message,
)
from lexdesk_gui.language import translate

Help = Literal["recognise", "password", "again", "show", ""]
"""Remedy for a file that was not read: recognise its text, give its password, read it again, show where it lies, or none."""


def opens_with_password(failure: Message) -> bool:
    """Return True if a password opens the file."""
    return failure.code in NEEDS_PASSWORD


def withstood_passwords(failure: Message) -> bool:
    """Return True if all passwords tried on the file failed."""
    return failure.code in (FileCode.PASSWORD_WRONG, FileCode.PASSWORDS_WRONG)


def holds_no_document(failure: Message) -> bool:
    """Return True for a file without a document, such as a data record."""
    return failure.code in HOLDS_NO_DOCUMENT


def lost_folders(failures: Mapping[str, Message]) -> bool:
    """Return True if a folder could not be listed, so that the number of its files is unknown."""
    lost = (FileCode.FOLDER_LOST, FileCode.FOLDER_NOT_LISTED)
    return any(failure.code in lost for failure in failures.values())


class FailureCounts(NamedTuple):
    """Numbers of files: failed with a remedy, of these entirely unread, and left out."""

    needing: int
    unread: int
    left_out: int


def count_failures(failures: Mapping[str, Message]) -> FailureCounts:
    """Count failures by kind.

    Cached: several widgets ask every two seconds during indexing, and counting tens of thousands takes long.
    """
    if failures != _last[0]:
        codes = [failure.code for failure in failures.values()]
        left_out = sum(code in HOLDS_NO_DOCUMENT for code in codes)
        pages = sum(code in OF_PAGES for code in codes)
        needing = len(codes) - left_out
        _last[:] = dict(failures), FailureCounts(needing, needing - pages, left_out)
    return cast(FailureCounts, _last[1])


_last: list[Any] = [{}, FailureCounts(0, 0, 0)]
"""The last count."""


def find_remedy(failure: Message, *, can_recognise: bool) -> Help:
    """Return the remedy for a file; ``can_recognise`` if text recognition is installed."""
    if holds_no_document(failure):
        return ""
    if failure.code in NEEDS_RECOGNITION:
        return "recognise" if can_recognise else "show"
    if opens_with_password(failure):
        return "password"
    return "again" if failure.code in CAUSED_OUTSIDE else "show"


def name_remedy(help_with: Help) -> str:
    """Return the button label of a remedy."""
    return {
        "recognise": translate("Index", "Read by OCR"),
        "password": translate("Index", "Enter password"),
        "again": translate("Index", "Try again"),
        "show": translate("Index", "Show in folder"),
        "": "",
    }[help_with]


def name_remedy_with_key(help_with: Help) -> str:
    """Return the same for screen readers, with its key."""
    text = translate("Index", "Enter: {what}").format(what=name_remedy(help_with))
    return text if help_with else ""
