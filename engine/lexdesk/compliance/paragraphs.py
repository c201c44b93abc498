"""Paragraphs of texts without provisions and of sections, split at blank lines; a heading belongs to the next paragraph.

PDF and Word documents have few blank lines. Long stretches without one are split at line ends other
than those of wrapped lines.
"""

import re
from collections.abc import Iterator

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.line_unwrapping import unwrap_lines

_SECTION = lazy_pattern(r"(?:^|__)(?:heading|sec)_[^_]+\Z")
_BLANK_LINE = lazy_pattern(r"\n\s*\n")
_SHORTEST = 60  # characters of a paragraph: a shorter one is the heading of the next
_LONG = 600  # characters without a blank line: more than one paragraph, if lines end among them


def split_paragraphs(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the paragraphs between two character positions of ``text``, as (start, end) in ``text``."""
    found, at = [], start
    for stop, following in _breaks(text, start, end):
        if stop - at >= _SHORTEST:
            found.append((at, stop))
            at = following
    if not found or text[at:end].strip():
        found.append((at, end))
    return found


def split_passage(
    text: str, start: int, end: int, eid: str | None, kind: str, *, in_provisions: bool = False
) -> list[tuple[int, int]]:
    """Return a passage of ``text``, of the document kind ``kind``, whole or as its ``paragraphs``.

    A section of prose and a text outside provisions have paragraphs; a provision of a law or contract is whole.
    ``in_provisions`` is whether the text has provisions and, outside of these, whole passages.
    """
    is_prose = kind == "document" and bool(_SECTION.search(eid or ""))
    if is_prose or (eid is None and not in_provisions):
        return split_paragraphs(text, start, end)
    return [(start, end)]


def _breaks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield each paragraph break as (end of a paragraph, start of the next)."""
    at = start
    for blank in _BLANK_LINE.finditer(text, start, end):
        yield from _line_ends(text, at, blank.start())
        yield blank.span()
        at = blank.end()
    yield from _line_ends(text, at, end)


def _line_ends(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    if end - start > _LONG:
        for line_end in re.finditer("\n", unwrap_lines(text[start:end])):
            yield start + line_end.start(), start + line_end.end()
