"""The bookmarks of a PDF document, as the headings that they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from lexdesk.document.model import Page
from lexdesk.structure.headings import Heading

if TYPE_CHECKING:
    import pypdfium2

Bookmark = tuple[int, str, int]
"""Level from 1, title, and index of the page."""
_MOST = 5_000
_LONGEST = 1_000  # characters of a title; some are whole paragraphs
_DEPTH = 9
_MOST_SEARCHED = 200_000_000  # characters times words
_NUMBER = r"(?:[^\w\n]{0,2}(?:[\d.]{1,9}|[ivxlcIVXLC]{1,7}|[A-Za-z])[.):]{0,2}\s+)?"
"""A number before a heading that its bookmark leaves out."""


def read_bookmarks(pdf: pypdfium2.PdfDocument) -> list[Bookmark]:
    """Return the first bookmarks of a document that lead to a page and have a title."""
    import pypdfium2

    found: list[Bookmark] = []
    try:
        for mark in islice(pdf.get_toc(max_depth=_DEPTH), _MOST):
            page = destination.get_index() if (destination := mark.get_dest()) else None
            title = " ".join(mark.get_title().split())
            if page is not None and title:
                found.append((mark.level + 1, title[:_LONGEST], page))
    except (pypdfium2.PdfiumError, ValueError):  # damaged ones
        pass
    return found


def find_headings(text: str, pages: Sequence[Page], bookmarks: Sequence[Bookmark]) -> list[Heading]:
    """Return the lines that bookmarks lead to, those that follow each other in the text.

    A bookmark without its title on lines of its page, such as the name of a file, is left out with those below it.
    """
    return list(_headings(text, pages, bookmarks))


def _headings(text: str, pages: Sequence[Page], bookmarks: Sequence[Bookmark]) -> Iterator[Heading]:
    left = _MOST_SEARCHED
    last, missing = (
        0,
        _DEPTH + 1,
    )  # the end of the last heading; the level of a title without a line
    for level, title, at in bookmarks:
        if level > missing or not 0 <= at < len(pages):
            continue
        words, page = title.split(), pages[at]
        left -= (page.end - page.start) * len(words)
        if left < 0:
            return
        printed = r"\s+".join(map(re.escape, words))
        line = re.compile(rf"^[ \t]*({_NUMBER}{printed})[ \t]*$", re.IGNORECASE | re.MULTILINE)
        if found := line.search(text, max(page.start, last), page.end):
            start, last, missing = found.start(1), found.end(1), _DEPTH + 1
            yield Heading(level, "", " ".join(found[1].split()), start, last)
        else:
            missing = level
