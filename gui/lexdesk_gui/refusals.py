"""Which of the files that were not read need attention: all of the window counts them alike."""

from __future__ import annotations

from collections.abc import Mapping

_NO_DOCUMENT = (
    "nothing is lost by leaving it out.",
    "is a data file, which Lexdesk does not read;",
    "is a program, which Lexdesk does not read;",
)
"""What the engine says of files that hold no document, so that nobody has to do anything about them."""


def holds_no_document(reason: str) -> bool:
    """Whether a file was left out for ``reason`` since there is no document in it, such as a record of data."""
    return any(each in reason for each in _NO_DOCUMENT)


def counted(refused: Mapping[str, str]) -> tuple[int, int]:
    """Of the paths with reasons, how many a person may make readable, and how many were only left out."""
    left_out = sum(map(holds_no_document, refused.values()))
    return len(refused) - left_out, left_out
