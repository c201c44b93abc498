"""Paragraphs of a displayed text: their numbers, indentation and highlights."""

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from lexdesk.text.line_unwrapping import unwrap_lines

_TITLE = 120  # characters of the title of a chapter
_AROUND = 6_000  # characters on either side of a passage in a text without provisions
_NUMBER = re.compile(  # bold in Markdown archives
    r"(?P<bold>\*\*)?(?P<number>\d{1,3}[a-z]{0,2}\.|\(\d{1,4}[a-z]?\)|\([a-z]{1,4}\)|(?P<letter>[a-z])(?P=letter){0,2}\)|[ivx]{2,5}\)|\d{1,3}\))(?(bold)\*\*)\s+"
)
_BORDER = re.compile(r"(?:^|(?<=\s))\|(?=\s|$)")  # between two cells; the engine writes tables so
_CELLS = 1_200  # Qt takes 30 microseconds for each, and lays out tables as a whole
_ROMAN = re.compile(r"[ivx]+")
_DOUBLED = re.compile(r"([a-z])\1{1,2}\)")
_SECOND_DOUBLED = re.compile(r"^\s*bb\)\s", re.MULTILINE)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph without its number; ``marks`` are spans of ``text`` (characters, end exclusive).

    ``level`` is the indentation, from 0; ``is_hit`` marks paragraphs of the passage, ``is_heading``
    the first paragraph of another provision in a whole text. ``cells`` are the spans of ``text`` in the columns
    of a table, none outside tables.
    """

    number: str
    text: str
    level: int
    marks: tuple[Span, ...]
    is_hit: bool
    is_heading: bool = False
    cells: tuple[Span, ...] = ()


def cut_text_around(text: str, passage: str) -> str:
    """Return whole lines of ``text`` around ``passage``."""
    at = text.find(passage)
    if at < 0:
        return passage
    start = text.rfind("\n", 0, max(at - _AROUND, 0)) + 1 if at > _AROUND else 0
    end = text.find("\n", at + len(passage) + _AROUND)
    return text[start : end if end >= 0 else len(text)]


def separate_cells(text: str) -> str:
    """Return ``text``, of the same length, with a middle dot in place of each border between cells."""
    return _BORDER.sub("·", text) if "|" in text else text


def make_paragraphs(text: str, marks: Sequence[Span], passage: Span) -> Iterator[Paragraph]:
    """Yield the paragraphs of ``text`` with their ``marks``; those that overlap ``passage`` are hits."""
    text = unwrap_lines(text)
    lines = text.split("\n")
    at, letter, in_table = 0, "", _rows_of_tables(lines)
    has_doubled = _SECOND_DOUBLED.search(text) is not None  # else aa) was inserted after a)
    for place, line in enumerate(lines):
        start, at = at, at + len(line) + 1
        if not line.strip():
            continue
        match = None if place in in_table else _NUMBER.match(line)
        number = match["number"] if match else ""
        doubled = has_doubled and _DOUBLED.fullmatch(number)
        level = len(number) - 1 if doubled else _level(number, letter)
        letter = {0: "", 1: number.strip("()")}.get(level, letter)
        begin, end = start + (match.end() if match else 0), start + len(line.rstrip())
        inside = tuple((a - begin, b - begin) for a, b in marks if begin <= a and b <= end)
        is_hit = passage[0] < end and start < passage[1]
        cells = _cells(line) if place in in_table else ()
        shown = text[begin:end] if cells else separate_cells(text[begin:end])
        yield Paragraph(number, shown, level, inside, is_hit, cells=cells)


def _rows_of_tables(lines: Sequence[str]) -> set[int]:
    """Return the places of the lines in tables: of two or more lines with as many cells."""
    rows: list[int] = []
    shown = 0
    numbered = [(place, line) for place, line in enumerate(lines) if line.strip()]
    for columns, group in groupby(numbered, key=lambda row: len(_cells(row[1]))):
        places = [place for place, _ in group]
        if columns > 1 and len(places) > 1 and shown + columns * len(places) <= _CELLS:
            shown += columns * len(places)
            rows += places
    return set(rows)


def read_tables(paragraphs: Iterable[Paragraph]) -> Iterator[tuple[int, list[Paragraph]]]:
    """Yield each table as its number of columns and its rows, and each other paragraph with 0."""
    for columns, group in groupby(paragraphs, key=lambda paragraph: len(paragraph.cells)):
        if columns:
            yield columns, list(group)
        else:
            yield from ((0, [paragraph]) for paragraph in group)


def find_longest_cells(rows: Sequence[Paragraph]) -> list[str]:
    """Return the longest text of each column of a table."""
    columns = zip(*([row.text[a:b] for a, b in row.cells] for row in rows), strict=True)
    return [max(column, key=len) for column in columns]


def _cells(line: str) -> tuple[Span, ...]:
    """Return the spans of the cells of ``line`` without the spaces around them; of one cell outside tables."""
    if "|" not in line:
        return ((0, len(line)),)
    borders = [match.start() for match in _BORDER.finditer(line)]
    spans = zip([0, *(border + 1 for border in borders)], [*borders, len(line)], strict=True)
    return tuple(
        (a + len(line[a:b]) - len(line[a:b].lstrip()), a + len(line[a:b].rstrip()))
        if line[a:b].strip()
        else (a, a)
        for a, b in spans
    )


def _level(number: str, last_letter: str) -> int:
    """Return the indentation of ``number``: digits 0, letters 1, roman numerals 2, in context."""
    bare = number.strip("().")
    if not bare or bare[0].isdigit():
        return 0
    follows = last_letter[:1] and ord(bare[0]) == ord(last_letter[0]) + 1
    return 2 if _ROMAN.fullmatch(bare) and not follows else 1


def with_headings(
    paragraphs: Sequence[Paragraph], provisions: Sequence[tuple[str, str]]
) -> tuple[Paragraph, ...]:
    """Mark the titles of ``provisions`` (label and heading) among ``paragraphs``, and names of parts above them."""
    titles = {title for label, heading in provisions for title in _titles(label, heading)}
    begins = [
        _is_title(p.text, titles) or _is_title(f"{p.number} {p.text}", titles) for p in paragraphs
    ]
    for at in range(len(begins) - 1, 0, -1):
        begins[at - 1] |= begins[at] and _names_a_part(paragraphs[at - 1])
    return tuple(
        dataclasses.replace(p, is_heading=is_heading)
        for p, is_heading in zip(paragraphs, begins, strict=True)
    )


def _is_title(line: str, titles: Set[str]) -> bool:
    return " ".join(line.split()).rstrip(".") in titles


def _names_a_part(paragraph: Paragraph) -> bool:
    """Report whether a paragraph above a heading may be ``CHAPTER III`` or its title."""
    text = paragraph.text.rstrip()
    return not paragraph.number and len(text) <= _TITLE and not text.endswith((".", ",", ";", ":"))


def _titles(label: str, heading: str) -> Iterator[str]:
    """Yield possible first lines of a provision, such as ``Article 7``, ``§ 26 Title``, ``3. Functions``."""
    if heading:
        yield from (label, heading.rstrip("."), f"{label} {heading}".rstrip("."))
