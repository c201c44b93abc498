"""The lines of a text that stands already, and what on them belongs to the page, not the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from lexdesk.document.model import Document, Page

_AT_THE_EDGE = 3  # lines at the top and at the bottom of a page where headers and footers stand
_LONGEST_FURNITURE = 120
_PAGE_NUMBER = re.compile(
    r"[-–—\s]*(?:page\s+)?(?:\d{1,4}|[ivxl]{1,5}|[A-Z]-\d+)(?:\s*(?:of|/)\s*\d+)?[-–—\s]*", re.I
)
_JOURNAL = re.compile(
    r".*\b(Official Journal of the European (Union|Communities)|Amtsblatt der Europäischen|"
    r"Journal officiel de)\b.*|(?:OJ|ABl\.) L, \d.*|ELI: http\S*.*|[LC] \d+/\d+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line with something on it: its span without the white space around it, and its text."""

    start: int
    end: int
    text: str


def lines_of(document: Document) -> list[Line]:
    """The lines of the text, without page numbers and without what every page repeats."""
    lines = list(_split(document.text))
    furniture = _furniture(lines, document.pages)
    return [line for line in lines if line.start not in furniture]


def first_lines_of(document: Document, most: int) -> list[Line]:
    """The first of ``lines_of``, for which no long text is gone through that has no pages."""
    lines = lines_of(document) if document.pages else _split(document.text)
    return list(islice(lines, most))


def numbers_at_edges(document: Document) -> list[Line]:
    """What ``lines_of`` takes for page numbers and may be another number that stands alone, as of a paragraph."""
    lines = list(_split(document.text))
    at_edges = (line for of_page in _by_page(lines, document.pages) for line in _edges(of_page))
    return [line for line in at_edges if line.text.isdecimal()]


def is_wrapped(lines: Sequence[Line]) -> bool:
    """Whether lines are those of a printed page, not whole paragraphs."""
    return bool(lines) and width(lines) < 160


def width(lines: Sequence[Line]) -> int:
    """How long a full line is: only one in twenty is longer."""
    lengths = sorted(len(line.text) for line in lines)
    return lengths[int(0.95 * (len(lengths) - 1))] if lengths else 0


def _split(text: str) -> Iterator[Line]:
    for match in re.finditer(r"[^\s](?:[^\n]*[^\s])?", text):
        yield Line(match.start(), match.end(), " ".join(match[0].split()))


def _furniture(lines: list[Line], pages: tuple[Page, ...]) -> set[int]:
    """Where the lines begin that belong to the page."""
    edges = [_edges(lines_) for lines_ in _by_page(lines, pages)]
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
    return lines if len(lines) <= 2 * _AT_THE_EDGE else lines[:_AT_THE_EDGE] + lines[-_AT_THE_EDGE:]


def _by_page(lines: list[Line], pages: tuple[Page, ...]) -> list[list[Line]]:
    found: list[list[Line]] = []
    at = 0
    for page in pages:
        of_page = []
        while at < len(lines) and lines[at].start < page.end:
            of_page.append(lines[at])
            at += 1
        found.append(of_page)
    return found


def _form(line: Line) -> str:
    """A line with its digits alike, so that ``L 119/35`` and ``L 119/36`` are the same header.

    A line that holds hardly more than a number is a form of its own: ``1.``, ``Article 6``.
    """
    letters = sum(map(str.isalpha, line.text))
    return re.sub(r"\d+", "#", line.text) if letters > 12 else line.text
