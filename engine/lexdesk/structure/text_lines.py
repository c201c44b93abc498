"""The lines of an existing text, without the furniture of its pages."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from lexdesk.document.model import Document, Page
from lexdesk.text.lazy_pattern import lazy_pattern

_EDGE = 3  # lines at the top and at the bottom of a page with headers and footers
_LONGEST_FURNITURE = 120
_PAGE_NUMBER = lazy_pattern(
    r"[-–—\s]*(?:page\s+)?(?:\d{1,4}|[ivxl]{1,5}|[A-Z]-\d+)(?:\s*(?:of|/)\s*\d+)?[-–—\s]*", re.I
)
_JOURNAL = lazy_pattern(
    r".*\b(Official Journal of the European (Union|Communities)|Amtsblatt der Europäischen|"
    r"Journal officiel de)\b.*|(?:OJ|ABl\.) L, \d.*|ELI: http\S*.*|[LC] \d+/\d+",
    re.IGNORECASE,
)


class Line(NamedTuple):
    """A non-blank line: its span without surrounding white space, and its text."""

    start: int
    end: int
    text: str


def list_content_lines(document: Document) -> list[Line]:
    """Return the lines of the text without page numbers, headers and footers."""
    lines = _split(document.text)
    furniture = _furniture(lines, document.pages)
    return [line for line in lines if line.start not in furniture]


def list_first_content_lines(document: Document, most: int) -> list[Line]:
    """Return the first ``most`` of the content lines; fast for long texts without pages."""
    lines = list_content_lines(document) if document.pages else _split(document.text)
    return list(islice(lines, most))


def find_edge_numbers(document: Document) -> list[Line]:
    """Return the numbers alone at page edges, which may be page numbers or paragraph numbers."""
    lines = _split(document.text)
    at_edges = (
        line for of_page in _group_by_page(lines, document.pages) for line in _edges(of_page)
    )
    return [line for line in at_edges if line.text.isdecimal()]


def is_wrapped(lines: Sequence[Line]) -> bool:
    """Return True for the lines of a printed page, False for whole paragraphs."""
    return bool(lines) and measure_width(lines) < 160


def measure_width(lines: Sequence[Line]) -> int:
    """Return the length of a full line: the 95th percentile."""
    lengths = sorted(len(line.text) for line in lines)
    return lengths[int(0.95 * (len(lengths) - 1))] if lengths else 0


@lru_cache(maxsize=1)  # all recognisers read the same text
def _split(text: str) -> tuple[Line, ...]:
    lines, start = [], 0
    for printed in text.split("\n"):
        if bare := printed.strip():
            first = start if bare is printed else start + printed.index(bare)
            is_spaced = "  " not in bare and bare.isprintable()  # no other white space is printable
            words = bare if is_spaced else " ".join(bare.split())
            lines.append(Line(first, first + len(bare), words))
        start += len(printed) + 1
    return tuple(lines)


def _furniture(lines: Sequence[Line], pages: tuple[Page, ...]) -> set[int]:
    """Return the starts of the lines that belong to the page."""
    edges = [_edges(lines_) for lines_ in _group_by_page(lines, pages)]
    repeated = Counter(form for edge in edges for form in {_form(line) for line in edge})
    enough = max(3, len(pages) // 4)
    return {
        line.start
        for edge in edges
        for line in edge
        if _PAGE_NUMBER.fullmatch(line.text)
        or _JOURNAL.fullmatch(line.text)
        or (len(line.text) <= _LONGEST_FURNITURE and repeated[_form(line)] >= enough)
    }


def _edges(lines: list[Line]) -> list[Line]:
    return lines if len(lines) <= 2 * _EDGE else lines[:_EDGE] + lines[-_EDGE:]


def _group_by_page(lines: Sequence[Line], pages: tuple[Page, ...]) -> list[list[Line]]:
    by_page: list[list[Line]] = []
    index = 0
    for page in pages:
        page_lines = []
        while index < len(lines) and lines[index].start < page.end:
            page_lines.append(lines[index])
            index += 1
        by_page.append(page_lines)
    return by_page


def _form(line: Line) -> str:
    """Mask the digits of a line, so that ``L 119/35`` and ``L 119/36`` are the same header.

    A line with hardly more than a number keeps its digits: ``1.``, ``Article 6``.
    """
    letters = sum(map(str.isalpha, line.text))
    return re.sub(r"\d+", "#", line.text) if letters > 12 else line.text


class QuotationMarks:
    """A tracker of one pair of quotation marks from line to line, as around provisions quoted by an amending act.

    The paragraphs of one quotation may each open again and close once, so the last mark of a line
    decides, not the count.
    """

    def __init__(self, opening: str, closing: str) -> None:
        self._opening = opening
        self._closing = closing
        self.inside = False

    def enter(self, line: str) -> bool:
        """Process a line; return True if it begins inside a quotation or opens one."""
        quoted = self.inside or line.startswith(self._opening)
        opened, closed = line.rfind(self._opening), line.rfind(self._closing)
        if opened != closed:
            self.inside = opened > closed
        return quoted

    def reset(self) -> None:
        """End all open quotations, at a heading of the act itself."""
        self.inside = False
