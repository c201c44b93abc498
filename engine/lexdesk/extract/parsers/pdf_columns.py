"""The columns of a page of PDF, put one below the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import pypdfium2


LINE_END = "\r\n"
CUT_WORD = "\ufffe"  # pdfium's mark in a word that a line break divides
_MIN_ROWS = 4  # of two columns
_MIN_GUTTER = 6.0  # points
_FAR = 3  # times the height of a row
_MIN_COLUMN = 100.0  # points; a narrower one holds numbers or labels
_FULL, _MOSTLY = 0.8, 0.6
"""A line of prose fills most of its column, and most lines do: not those of tables and captions."""
_HYPHENATED = lazy_pattern(rf"(?<=[^\W\d_])-\s*{LINE_END}(?=[^\W\d_])")


class Rect(NamedTuple):
    """A rectangle on a page, in points."""

    left: float
    bottom: float
    right: float
    top: float


_Row = list[Rect]


def in_columns(shown: pypdfium2.PdfTextPage, text: str) -> str | None:
    """Return the text with columns that are drawn row by row in order; ``None`` without such columns."""
    rows = list(_rows([Rect(*shown.get_rect(at)) for at in range(shown.count_rects())]))
    gutter = _gutter(rows)
    if gutter is None:
        return None
    found, above = [], None
    for block in _blocks(rows, gutter):
        top = max(rect.top for row in block for rect in row) + 1
        bottom = min(rect.bottom for row in block for rect in row) - 1
        found.append(shown.get_text_bounded(bottom=top, top=above))
        found += _sides(shown, block, gutter, Rect(0, bottom, shown.page.get_width(), top))
        above = bottom
    if above is None:
        return None
    found.append(shown.get_text_bounded(top=above))
    in_order = _ended(LINE_END.join(part for part in found if part.strip()))
    return in_order if _letters(in_order) == _letters(text) else None


def _sides(
    shown: pypdfium2.PdfTextPage, block: Sequence[_Row], gutter: float, within: Rect
) -> Iterator[str]:
    """Yield the text of the columns of a block, from left to right."""
    for side in (within._replace(right=gutter), within._replace(left=gutter)):
        rows = [[r for r in row if side.left <= r.left and r.right <= side.right] for row in block]
        rows = [row for row in rows if row]
        inner = _gutter(rows)
        if inner is not None and _is_prose(rows, inner):
            yield from _sides(shown, rows, inner, side)
        else:
            yield _ended(shown.get_text_bounded(*side))


def _rows(rects: Sequence[Rect]) -> Iterator[_Row]:
    """Group rectangles of text, in the order of drawing, to rows of the page."""
    row: _Row = []
    for rect in rects:
        if rect.right <= rect.left or rect.top <= rect.bottom:
            continue
        if row and not on_one_line(row[-1], rect):
            yield row
            row = []
        row.append(rect)
    if row:
        yield row


def on_one_line(a: Rect, b: Rect) -> bool:
    """Return True if two rectangles share more than half of the height of the lower one."""
    common = min(a.top, b.top) - max(a.bottom, b.bottom)
    return common > 0.5 * min(a.top - a.bottom, b.top - b.bottom)


def _gutter(rows: Sequence[_Row]) -> float | None:
    """Return the place of the gap that most rows have in common; ``None`` if few have one."""
    gaps = [
        (a.right, b.left)
        for row in rows
        for a, b in pairwise(sorted(row))
        if b.left - a.right >= _MIN_GUTTER
    ]
    if len(gaps) < _MIN_ROWS:
        return None
    events = sorted(event for a, b in gaps for event in ((a, 1), (b - _MIN_GUTTER, -1)))
    counts = list(accumulate(change for _, change in events))
    most = max(counts)
    return events[counts.index(most)][0] + _MIN_GUTTER / 2 if most >= _MIN_ROWS else None


def _blocks(rows: Sequence[_Row], gutter: float) -> Iterator[list[_Row]]:
    """Yield the runs of close rows without text across the gutter that are columns of prose."""
    block: list[_Row] = []
    for row in rows:
        is_across = any(rect.left < gutter < rect.right for rect in row)
        if block and (is_across or _is_far_below(block[-1], row)):
            if _is_prose(block, gutter):
                yield block
            block = []
        if not is_across:
            block.append(row)
    if _is_prose(block, gutter):
        yield block


def _is_far_below(above: _Row, row: _Row) -> bool:
    first, last = row[0], above[0]
    return last.bottom - first.top > _FAR * (first.top - first.bottom)


def _is_prose(block: Sequence[_Row], gutter: float) -> bool:
    if len(block) < _MIN_ROWS:
        return False
    left = [[rect for rect in row if rect.right <= gutter] for row in block]
    right = [[rect for rect in row if rect.left >= gutter] for row in block]
    both = sum(bool(a and b) for a, b in zip(left, right, strict=True))
    if both < _MIN_ROWS or both < _MOSTLY * len(block):
        return False
    return all(_fills_column([line for line in side if line]) for side in (left, right))


def _fills_column(lines: Sequence[_Row]) -> bool:
    start = min(rect.left for line in lines for rect in line)
    width = max(rect.right for line in lines for rect in line) - start
    full = sum(sum(rect.right - rect.left for rect in line) >= _FULL * width for line in lines)
    return width >= _MIN_COLUMN and full >= _MOSTLY * len(lines)


def _ended(column: str) -> str:
    """Mark words divided at the ends of lines, which pdfium sees only at the end of a row."""
    return _HYPHENATED.sub(CUT_WORD, column)


def _letters(text: str) -> Counter[str]:
    return Counter(c for c in text if c.isalnum())
