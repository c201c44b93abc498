"""Which of the files that were not read need attention: all of the window counts them alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Literal

Help = Literal["recognise", "again", "show", ""]
"""What helps with a file that was not read: to recognise its text, to read it again, to see where it lies; or nothing."""

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


def holds_no_document(reason: str) -> bool:
    """Whether a file was left out for ``reason`` since there is no document in it, such as a record of data."""
    return any(each in reason for each in _NO_DOCUMENT)


def counted(refused: Mapping[str, str]) -> tuple[int, int]:
    """Of the paths with reasons, how many a person may make readable, and how many were only left out."""
    left_out = sum(map(holds_no_document, refused.values()))
    return len(refused) - left_out, left_out


def unread_files(refused: Mapping[str, str]) -> int:
    """How many files need attention that were not read at all: of others, pages alone were not."""
    return sum(
        not holds_no_document(reason) and not PAGES.fullmatch(PurePath(path).name)
        for path, reason in refused.items()
    )


def what_helps(reason: str, *, can_recognise: bool) -> Help:
    """What helps with a file that was refused for ``reason``; ``can_recognise`` is whether text recognition is there.

    The engine ends with what a person may do. What asks for another copy of it is done where the file lies.
    """
    if holds_no_document(reason):
        return ""
    if _TO_RECOGNISE in reason:
        return "recognise" if can_recognise else "show"
    *_, advice = reason.split("; ")
    asks_for_copy = "add " in advice or "save it again" in advice
    return "show" if asks_for_copy or advice.endswith("it was left out.") else "again"
