"""Which pages of a document have no text here although there is some on them, and why."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from lexdesk.document.model import Document
from lexdesk.errors import FileRefused
from lexdesk.extract import ocr
from lexdesk.system.extras import how_to_get

_MOST_NAMED = 12  # ranges of pages; a path has an end
_NAME = re.compile(r"pages? [\d, -]+(?: and \d+ more)?")


def unread_pages(document: Document) -> dict[str, FileRefused]:
    """``pages 2, 5-7`` of a file, with the reason why they are not read."""
    found = {}
    if document.damaged_pages:
        name = _named(document.damaged_pages)
        found[name] = FileRefused(
            f"{name} cannot be read, since the PDF is damaged there; open it in the program that made it,"
            " save it again and add that."
        )
    pictures = [page.number for page in document.pages if page.confidence == 0]
    if pictures and not ocr.available():
        name = _named(pictures)
        found[name] = FileRefused(
            f"{name} cannot be read, since text in pictures has to be recognised (OCR);"
            f" {how_to_get('ocr')}, then add the file again."
        )
    return found


def names_pages(name: str) -> bool:
    """Whether ``unread_pages`` gives such a ``name``."""
    return _NAME.fullmatch(name) is not None


def _named(numbers: Iterable[int]) -> str:
    """``page 2``, ``pages 2, 5-7``."""
    ranges = list(_ranges(numbers))
    shown = ", ".join(f"{a}-{b}" if b > a else f"{a}" for a, b in ranges[:_MOST_NAMED])
    more = sum(b - a + 1 for a, b in ranges[_MOST_NAMED:])
    one = len(ranges) == 1 and ranges[0][0] == ranges[0][1]
    return f"page{'s' * (not one)} {shown}{f' and {more} more' if more else ''}"


def _ranges(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of numbers, which are in order."""
    for _, run in itertools.groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        pages = [number for _, number in run]
        yield pages[0], pages[-1]
