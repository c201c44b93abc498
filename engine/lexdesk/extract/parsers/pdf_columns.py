"""The columns of a page of PDF, put one below the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import pypdfium2


LINE_END = "\r\n"
CUT_WORD = "\ufffe"  # pdfium's mark in a word that a line break divides
_MIN_ROWS = 4  # of two columns
_MIN_NOTES = 2  # rows at the side of a block of prose
_MIN_GUTTER = 6.0  # points
_FAR = 3  # times the height of a row
_MIN_COLUMN = 100.0  # points; a narrower one holds numbers or labels
_SMALLER = 0.85  # times the height of prose: that of the notes at its side
_FULL, _MOSTLY = 0.8, 0.6
"""A line of prose fills most of its column, and most lines do: not those of tables and captions."""
_WORD_OF_NOTE = lazy_pattern(r"[^\W\d_]{3,}")
_HYPHENATED = lazy_pattern(rf"(?<=[^\W\d_])-\s*{LINE_END}(?=[^\W\d_])")


class Rect(NamedTuple):
    """A rectangle on a page, in points."""

    left: float
    bottom: float
    right: float
    top: float


_Row = list[Rect]
_PartsOf = Callable[["pypdfium2.PdfTextPage", Sequence[_Row], float, Rect], Iterable[str]]


def in_columns(shown: pypdfium2.PdfTextPage, text: str) -> str | None:
    """Return the text with columns, or notes at the side, that are drawn row by row in order; ``None`` without such."""
    rows = list(_rows([Rect(*shown.get_rect(at)) for at in range(shown.count_rects())]))
    gap = _gap(rows)
    if gap is None:
        return None
    left, right = gap  # lines without a note beside them may end near it
    found = _in_order(shown, rows, left, _columns) or _in_order(shown, rows, right, _with_notes)
    in_order = _ended(LINE_END.join(part for part in found if part.strip()))
    return in_order if found and _letters(in_order) == _letters(text) else None


def _in_order(
    shown: pypdfium2.PdfTextPage, rows: Sequence[_Row], gutter: float, parts_of: _PartsOf
) -> list[str]:
    """Return the text of a page with the ``parts_of`` its blocks in order; nothing if no block has parts."""
    found, above = [], None
    for block in _blocks(rows, gutter):
        top = max(rect.top for row in block for rect in row) + 1
        bottom = min(rect.bottom for row in block for rect in row) - 1
        within = Rect(0, bottom, shown.page.get_width(), top)
        if parts := [*parts_of(shown, block, gutter, within)]:
            found += [shown.get_text_bounded(bottom=top, top=above), *parts]
            above = bottom
    return [*found, shown.get_text_bounded(top=above)] if found else []


def _columns(
    shown: pypdfium2.PdfTextPage, block: Sequence[_Row], gutter: float, within: Rect
) -> Iterator[str]:
    if _is_prose(block, gutter):
        yield from _sides(shown, block, gutter, within)


def _sides(
    shown: pypdfium2.PdfTextPage, block: Sequence[_Row], gutter: float, within: Rect
) -> Iterator[str]:
    """Yield the text of the columns of a block, from left to right."""
    for side in (within._replace(right=gutter), within._replace(left=gutter)):
        rows = [[r for r in row if side.left <= r.left and r.right <= side.right] for row in block]
        rows = [row for row in rows if row]
        inner = _gap(rows)
        if inner is not None and _is_prose(rows, inner[0]):
            yield from _sides(shown, rows, inner[0], side)
        else:
            yield _ended(shown.get_text_bounded(*side))


def _with_notes(
    shown: pypdfium2.PdfTextPage, block: Sequence[_Row], gutter: float, within: Rect
) -> Iterator[str]:
    """Yield the prose of a block, and below it the notes at its side, in smaller type, as statutes have them."""
    left, right = _halves(block, gutter)
    areas = within._replace(right=gutter), within._replace(left=gutter)
    for prose, notes, order in ((left, right, areas), (right, left, areas[::-1])):
        if len(notes) < _MIN_NOTES or len(prose) < len(block) - 1 or not _fills_column(prose):
            continue
        rects = [rect for row in notes for rect in row]
        width = max(rect.right for rect in rects) - min(rect.left for rect in rects)
        if width >= _MIN_COLUMN or _height(notes) >= _SMALLER * _height(prose):
            continue
        with_words = sum(
            any(_WORD_OF_NOTE.search(shown.get_text_bounded(*rect)) for rect in row)
            for row in notes
        )
        if with_words >= _FULL * len(notes):  # no numbers of clauses or lines
            yield from (_ended(shown.get_text_bounded(*area)) for area in order)
            return


def _halves(block: Sequence[_Row], gutter: float) -> tuple[list[_Row], list[_Row]]:
    """Return the rows left and right of the gutter."""
    left = [[rect for rect in row if rect.right <= gutter] for row in block]
    right = [[rect for rect in row if rect.left >= gutter] for row in block]
    return [row for row in left if row], [row for row in right if row]


def _height(rows: Sequence[_Row]) -> float:
    return median(rect.top - rect.bottom for row in rows for rect in row)


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


def _gap(rows: Sequence[_Row]) -> tuple[float, float] | None:
    """Return the first and the last place of a gutter in the gap that most rows have in common; ``None`` if few have one."""
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
    at = counts.index(most := max(counts))
    if most < _MIN_ROWS:
        return None
    return events[at][0] + _MIN_GUTTER / 2, events[at + 1][0] + _MIN_GUTTER / 2


def _blocks(rows: Sequence[_Row], gutter: float) -> Iterator[list[_Row]]:
    """Yield the runs of close rows without text across the gutter."""
    block: list[_Row] = []
    for row in rows:
        is_across = any(rect.left < gutter < rect.right for rect in row)
        if block and (is_across or _is_far_below(block[-1], row)):
            yield block
            block = []
        if not is_across:
            block.append(row)
    if block:
        yield block


def _is_far_below(above: _Row, row: _Row) -> bool:
    first, last = row[0], above[0]
    return last.bottom - first.top > _FAR * (first.top - first.bottom)


def _is_prose(block: Sequence[_Row], gutter: float) -> bool:
    left, right = _halves(block, gutter)
    both = sum(
        any(r.right <= gutter for r in row) and any(r.left >= gutter for r in row) for row in block
    )
    if both < _MIN_ROWS or both < _MOSTLY * len(block):
        return False
    return _fills_column(left) and _fills_column(right)


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
