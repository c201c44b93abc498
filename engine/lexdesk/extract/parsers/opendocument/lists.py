"""Automatic numbers of list items and headings (OpenDocument 1.3, part 3, 5.3, 16.30 and 19.500)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdesk.extract.parsers.list_numbers import write_number
from lexdesk.structure.xml_blocks import read_attribute, read_local_name

if TYPE_CHECKING:
    from lxml.etree import _Element

_FORMATS = {
    "1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lowerRoman", "I": "upperRoman",
    "1st": "ordinal", "One, Two, Three, ...": "cardinalText", "First, Second, Third, ...": "ordinalText",
    "01, 02, 03, ...": "decimalZero", "①, ②, ③, ...": "decimalEnclosedCircle", "１, ２, ３, ...": "decimalFullWidth",
    "一, 二, 三, ...": "taiwaneseCountingThousand", "壹, 贰, 叁, ...": "chineseLegalSimplified",
    "甲, 乙, 丙, ...": "ideographTraditional", "子, 丑, 寅, ...": "ideographZodiac", "ア, イ, ウ, ...": "aiueoFullWidth",
    "イ, ロ, ハ, ...": "irohaFullWidth", "가, 나, 다, ...": "ganada", "일, 이, 삼, ...": "koreanCounting",
    "א, י, ק, ...": "hebrew1", "א, ב, ג, ...": "hebrew2", "أ, ب, ت, ...": "arabicAlpha", "ก, ข, ค, ...": "thaiLetters",
    "Α, Β, Γ, ...": "upperGreek", "α, β, γ, ...": "lowerGreek", "А, Б, .., Аа, Аб, ... (ru)": "cyrillic-upper",
    "а, б, .., аа, аб, ... (ru)": "cyrillic-lower", "А, Б, .., Аа, Бб, ... (ru)": "russianUpper",
    "а, б, .., аа, бб, ... (ru)": "russianLower",
}  # fmt: skip
"""The others as LibreOffice names them."""
_IN_STEP = {"lower-alpha": "lowerLetter", "upper-alpha": "upperLetter"}  # bb behind aa
_OUTLINE = "outline-style"
_LONGEST_AFFIX = 250  # characters before and behind the number of each item
Counts = dict[int, int]
"""The last number of each level."""


@dataclass(frozen=True, slots=True)
class _Level:
    format: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int = 1
    shown_levels: int = 1


class Lists:
    """List styles, and the numbers of the lists read so far."""

    def __init__(self, roots: Sequence[_Element] = ()) -> None:
        self._styles: dict[str, dict[int, _Level]] = {}
        for root in roots:
            for style in root.iter("{*}list-style", "{*}outline-style"):
                is_outline = read_local_name(style) == _OUTLINE
                self._styles[_OUTLINE if is_outline else read_attribute(style, "name")] = _levels(
                    style
                )
        self._headings: Counts = {}
        self._by_id: dict[str, Counts] = {}
        self._by_style: dict[str, Counts] = {}

    def counts(self, element: _Element, style: str) -> Counts:
        """Return the numbers that a list begins with: those of the list that it continues, or none."""
        counts: Counts = {}
        if (continued := read_attribute(element, "continue-list")) in self._by_id:
            counts = self._by_id[continued]
        elif read_attribute(element, "continue-numbering") == "true":
            counts = self._by_style.get(style, counts)
        if id_ := read_attribute(element, "id"):
            self._by_id[id_] = counts
        self._by_style[style] = counts
        return counts

    def next_item(self, item: _Element, style: str, level: int, counts: Counts) -> str:
        """Count an item of a list; return its number, ``""`` for none."""
        return _next(
            self._styles.get(style, {}), level, counts, read_attribute(item, "start-value")
        )

    def next_heading(self, heading: _Element) -> str:
        """Count a heading outside of lists; return its number, ``""`` for none."""
        level = _whole(read_attribute(heading, "outline-level"))
        if read_attribute(heading, "is-list-header") == "true" or not 0 < level <= _MOST_LEVELS:
            return ""
        start = read_attribute(heading, "start-value")
        return _next(self._styles.get(_OUTLINE, {}), level, self._headings, start)


_MOST_LEVELS = 10


def _levels(style: _Element) -> dict[int, _Level]:
    return {
        _whole(read_attribute(level, "level")): _Level(
            _format(level),
            read_attribute(level, "num-prefix")[:_LONGEST_AFFIX],
            read_attribute(level, "num-suffix")[:_LONGEST_AFFIX],
            _whole(read_attribute(level, "start-value") or "1"),
            _whole(read_attribute(level, "display-levels") or "1"),
        )
        for level in style
        if read_local_name(level) in ("list-level-style-number", "outline-level-style")
    }


def _format(level: _Element) -> str:
    stated = read_attribute(level, "num-format")
    known = _FORMATS.get(stated, "decimal" if stated else "")
    return (
        _IN_STEP.get(known, known) if read_attribute(level, "num-letter-sync") == "true" else known
    )


def _next(levels: Mapping[int, _Level], level: int, counts: Counts, start: str) -> str:
    if level > _MOST_LEVELS:
        return ""
    for above in range(1, level):
        counts.setdefault(above, levels.get(above, _Level()).start)
    own = levels.get(level, _Level())
    counts[level] = _whole(start) if start else counts.get(level, own.start - 1) + 1
    for below in [count for count in counts if count > level]:
        del counts[below]
    if not own.format:
        return ""
    first = max(level - own.shown_levels + 1, 1)
    shown = ((levels.get(at, _Level()).format, counts[at]) for at in range(first, level + 1))
    numbers = [write_number(count, format_) for format_, count in shown if format_]
    if None in numbers:
        return ""
    return f"{own.prefix}{'.'.join(map(str, numbers))}{own.suffix}".strip()


def _whole(value: str) -> int:
    return int(value) if value.isdecimal() and len(value) < 9 else 0
