"""Which of the files that were not read need attention: all of the window counts them alike."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, cast

Help = Literal["recognise", "password", "again", "show", ""]
"""What helps with a file that was not read: to recognise its text, to give its password, to read it again, to see where it
lies; or nothing."""

PAGES = re.compile(r"pages? ([\d, -]+)(?: and (\d+) more)?")
"""What stands for a file's name where only pages of it could not be read (lexdesk.ingest.unread_pages)."""

_NO_DOCUMENT = (
    "nothing is lost by leaving it out.",
    "is a data file, which Lexdesk does not read;",
    "is a program, which Lexdesk does not read;",
)
"""What the engine says of files that hold no document, so that nobody has to do anything about them."""

_TO_RECOGNISE = "has to be recognised (OCR)"
"""What it says of pictures of text where recognition was missing (lexdesk.extract.ocr)."""

_TO_UNLOCK = "lexdesk add --passwords FILE"
"""What it says of files that open with a password (lexdesk.extract.sniff)."""


def opens_with_password(reason: str) -> bool:
    """Whether a file was refused for ``reason`` since its password is lacking, or none that was tried is the right one."""
    return _TO_UNLOCK in reason


def withstood_passwords(reason: str) -> bool:
    """Whether passwords were tried on a file that ``opens_with_password``."""
    return "tried" in reason.rpartition(" is protected by a password")[2]


def holds_no_document(reason: str) -> bool:
    """Whether a file was left out for ``reason`` since there is no document in it, such as a record of data."""
    return any(each in reason for each in _NO_DOCUMENT)


class Counted(NamedTuple):
    """How many files a person may make readable, how many of these were not read at all rather than pages of them, and
    how many were only left out."""

    needing: int
    unread: int
    left_out: int


def counted(refused: Mapping[str, str]) -> Counted:
    """Of paths with reasons, how many there are of each sort.

    Several parts of the window ask every two seconds while files are added; of tens of thousands that takes a while.
    """
    if refused != _last[0]:
        needing = [path for path, reason in refused.items() if not holds_no_document(reason)]
        names = map(os.path.basename, needing)
        pages = sum(PAGES.fullmatch(name) is not None for name in names)
        left_out = len(refused) - len(needing)
        _last[:] = dict(refused), Counted(len(needing), len(needing) - pages, left_out)
    return cast(Counted, _last[1])


_last: list[Any] = [{}, Counted(0, 0, 0)]
"""What was counted last."""


def what_helps(reason: str, *, can_recognise: bool) -> Help:
    """What helps with a file that was refused for ``reason``; ``can_recognise`` is whether text recognition is there.

    The engine ends with what a person may do. What asks for another copy of it is done where the file lies.
    """
    if holds_no_document(reason):
        return ""
    if _TO_RECOGNISE in reason:
        return "recognise" if can_recognise else "show"
    if opens_with_password(reason):
        return "password"
    *_, advice = reason.split("; ")
    asks_for_copy = "add " in advice or "save it again" in advice
    is_final = advice.startswith(("there is nothing", "it was left out"))
    return "show" if asks_for_copy or is_final else "again"
