"""Painting of result rows: citation, badge, heading and two lines of highlighted text."""

from __future__ import annotations

import datetime
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from lexdesk.law.citation_labels import label_usual_citation
from lexdesk.search.results.snippet import Run, make_snippet
from lexdesk_gui import wording
from lexdesk_gui.reader.paragraphs import separate_cells
from lexdesk_gui.search.result_model import DuplicateRole, HitRole
from lexdesk_gui.style.document_writer import count_units
from lexdesk_gui.style.rows import (
    Index,
    LineBox,
    draw_line,
    measure_badge,
    paint_badge,
    paint_row_background,
)
from lexdesk_gui.style.theme import Look, Theme

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Hit

_CACHED = 400  # rows; a few hundred KB
_LINES = 2
_LABEL = 40  # characters of a provision's label before its heading

# The design's measures of a row, in pixels at 100 %.
_HEIGHT = 94
_SIDE, _TOP = 16, 8
_CITATION, _HEADING, _GAP, _LINE = 20, 16, 3, 18
# Type sizes at which the long citation of an act breaks between words, and within words.
_WHOLE, _SMALLER = (13, 12, 11, 10, 9), (11, 10, 9, 8, 7)

_Key = tuple[str, tuple[tuple[int, int], ...], int, int]
"""Text, highlights, line width and maximum number of lines."""


@dataclass(slots=True)
class _TextLayout:
    """Laid-out text of a result; ``marks`` are UTF-16 positions."""

    layout: QTextLayout
    marks: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Head:
    """Positions of citation, badge and heading of a result; a long citation replaces the heading.

    ``text`` is the citation, of which only the name of a file may be elided.
    """

    text: str
    citation: QRect
    font: QFont
    flags: int
    heading: QRect | None
    badge: wording.Badge | None
    badge_box: QRect | None


class ResultDelegate(QStyledItemDelegate):
    """A delegate that paints each ``Hit`` in a row of uniform height."""

    def __init__(self, theme: Theme, parent: QObject | None = None):
        super().__init__(parent)
        self._theme = theme
        self._layouts: OrderedDict[_Key, _TextLayout] = OrderedDict()
        theme.changed.connect(self._layouts.clear)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Return the uniform size of all rows."""
        return QSize(option.rect.width(), self._theme.look.px(_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row ``index``."""
        hit = index.data(HitRole)
        if hit is None:
            return
        look, rect = self._theme.look, option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_background(painter, look, option, look.tokens.surface)
        inner = rect.adjusted(look.px(_SIDE), look.px(_TOP), -look.px(_SIDE), 0)
        badge = wording.badge(hit, datetime.date.today())
        file = wording.file_name(hit.path)
        head = layout_head(look, label_usual_citation(hit), badge, inner, file, look.px(_LINE))
        _paint_head(painter, look, hit, head)
        text = inner.adjusted(0, look.px(_CITATION) + look.px(_HEADING) + look.px(_GAP), 0, 0)
        lines = _LINES
        if head.citation.bottom() > text.top():
            text.translate(0, look.px(_LINE))
            lines -= 1
        if head.badge_box is not None and head.badge_box.bottom() > text.top():
            text.setRight(head.badge_box.left() - look.px(8))
        if like := index.data(DuplicateRole):
            if lines > 1:
                self._paint_text(painter, look, text, hit, lines - 1)
            last = QRect(text.topLeft(), QSize(text.width(), look.px(_LINE)))
            last.translate(0, (lines - 1) * look.px(_LINE))
            same = wording.nearly_the_same(like)
            draw_line(painter, last, same, look.interface(12), look.tokens.secondary)
        else:
            self._paint_text(painter, look, text, hit, lines)
        painter.restore()

    def _paint_text(self, painter: QPainter, look: Look, room: QRect, hit: Hit, lines: int) -> None:
        origin = QPointF(room.topLeft())
        layout = self._text_layout(look, hit, room.width(), lines)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.tokens.hit.ground))
        for start, end in layout.marks:
            for box in _boxes(layout.layout, start, end, look):
                painter.drawRoundedRect(box.translated(origin), look.px(2), look.px(2))
        painter.setPen(QColor(look.tokens.text))
        layout.layout.draw(painter, origin)

    def _text_layout(self, look: Look, hit: Hit, width: int, lines: int) -> _TextLayout:
        key = (hit.text, tuple(hit.highlights), width, lines)
        layout = self._layouts.get(key)
        if layout is None:
            text, highlights = find_body(hit)
            layout = self._layouts[key] = layout_text(look, text, highlights, width, lines)
            if len(self._layouts) > _CACHED:
                self._layouts.popitem(last=False)
        self._layouts.move_to_end(key)
        return layout


def find_body(hit: Hit) -> tuple[str, list[tuple[int, int]]]:
    """Return the text and highlights of ``hit`` without the label and heading that the row has above.

    They stay if nothing else is highlighted.
    """
    opening = hit.text[: len(hit.heading) + _LABEL]
    at = opening.find(hit.heading) if hit.heading else -1
    label = " ".join(opening[: max(at, 0)].split())
    start = at + len(hit.heading)
    marks = [(first - start, last - start) for first, last in hit.highlights if first >= start]
    is_above = at >= 0 and hit.citation.casefold().startswith(label.casefold())
    if not is_above or not hit.text[start:].strip() or (hit.highlights and not marks):
        return separate_cells(hit.text), hit.highlights
    return separate_cells(hit.text[start:]), marks


def layout_head(
    look: Look,
    citation: str,
    badge: wording.Badge | None,
    inner: QRect,
    file: str = "",
    spare: int = 0,
) -> Head:
    """Lay out ``citation`` in ``inner``: next to its badge, above it, or on two lines.

    It is complete, except for the name of ``file``; a longer one takes ``spare`` pixels below.
    """
    font = look.interface(13, QFont.Weight.DemiBold)
    line = QRect(inner.left(), inner.top(), inner.width(), look.px(_CITATION))
    below = QRect(line.left(), line.bottom() + 1, line.width(), look.px(_HEADING))
    wide = QFontMetrics(font).horizontalAdvance(citation)
    if wide > inner.width():
        return _long_head(look, citation, badge, line.united(below), file, spare)
    flags = int(Qt.AlignmentFlag.AlignVCenter)
    if badge is None:
        return Head(citation, line, font, flags, below, None, None)
    taken = measure_badge(look, badge) + look.px(8)
    if wide + taken <= inner.width():
        return Head(citation, line, font, flags, below, badge, _badge_box(look, badge, line))
    box = _badge_box(look, badge, below)
    return Head(citation, line, font, flags, below.adjusted(0, 0, -taken, 0), badge, box)


def _long_head(
    look: Look, citation: str, badge: wording.Badge | None, inner: QRect, file: str, spare: int
) -> Head:
    """Lay out a citation wider than the row on two lines.

    That of a file is cut. For that of an act, the badge moves to the text below; else the citation takes a third line,
    of ``spare`` pixels; else its type gets smaller.
    """
    room = inner.adjusted(0, 0, 0, -2)
    if badge is not None and badge.tone == "kind":
        badge = None  # the file name shows it
    if badge is not None:
        room.setRight(room.right() - measure_badge(look, badge) - look.px(8))
    line = QRect(inner.topLeft(), QSize(inner.width(), look.px(_CITATION)))
    box = _badge_box(look, badge, line) if badge else None
    if file and file in citation:
        font = look.interface(13, QFont.Weight.DemiBold)
        text, wrap = LineBox(QFontMetrics(font), room.width(), _LINES).cut(citation, file)
        flags = wrap | int(Qt.AlignmentFlag.AlignVCenter)
        return Head(text, room, font, flags, None, badge, box)
    words, anywhere = Qt.TextFlag.TextWordWrap, Qt.TextFlag.TextWrapAnywhere
    if badge is not None:
        font = look.interface(13, QFont.Weight.DemiBold)
        beside, above = (
            LineBox(QFontMetrics(font), width, _LINES).fits(citation, int(words))
            for width in (room.width(), inner.width())
        )
        if above and not beside:
            flags = int(words | Qt.AlignmentFlag.AlignVCenter)
            below = line.translated(0, inner.height() + look.px(_GAP))
            return Head(
                citation, inner.adjusted(0, 0, 0, -2), font, flags, None, badge, _badge_box(look, badge, below)
            )  # fmt: skip
    deeper, font = room.adjusted(0, 0, 0, spare), look.interface(13, QFont.Weight.DemiBold)
    three = LineBox(QFontMetrics(font), deeper.width(), _LINES + 1)
    if spare and three.fits(citation, int(words)):
        flags = int(words | Qt.AlignmentFlag.AlignVCenter)
        return Head(citation, deeper, font, flags, None, badge, box)
    for size, wrap in (*((s, words) for s in _WHOLE), *((s, anywhere) for s in _SMALLER)):
        font = look.interface(size, QFont.Weight.DemiBold)
        flags = int(wrap | Qt.AlignmentFlag.AlignVCenter)
        taken = QFontMetrics(font).boundingRect(room, flags, citation)
        if taken.height() <= room.height() and taken.width() <= room.width():
            break
    return Head(citation, room, font, flags, None, badge, box)


def layout_text(
    look: Look, text: str, highlights: list[tuple[int, int]], width: int, most: int = _LINES
) -> _TextLayout:
    """Lay out as much of ``text`` around its densest hits as fits ``most`` lines of ``width`` pixels."""
    font = look.interface(13)
    room = max(8, round(most * width / _character_width(font.family(), font.pixelSize())))
    characters = max(8, len(text) + 2)
    if len(text) > 2 * room or QFontMetrics(font).horizontalAdvance(text) > most * width:
        characters = room
    while True:
        lines = make_snippet(text, highlights, characters, 1)
        layout = _lay_out(look, font, lines[0] if lines else [], width)
        if layout.layout.lineCount() <= most or characters <= 8:
            return layout
        last = layout.layout.lineAt(most - 1)
        # The ellipsis may be wider than the text it replaces.
        fitting = last.textStart() + last.textLength()
        characters = max(8, min(characters - max(1, characters // 40), fitting))


@cache
def _character_width(family: str, size: int) -> float:
    """Return a low estimate of the pixels per character, to start with too long a text."""
    sample = "the right to withdraw his or her consent"
    font = QFont(family)
    font.setPixelSize(size)
    return 0.92 * QFontMetricsF(font).horizontalAdvance(sample) / len(sample)


def _lay_out(look: Look, font: QFont, runs: list[Run], width: int) -> _TextLayout:
    layout = QTextLayout("".join(text for text, _ in runs), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    top = 0.0
    while layout.lineCount() <= _LINES and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, top + (look.px(_LINE) - line.height()) / 2))
        top += look.px(_LINE)
    layout.endLayout()
    return _TextLayout(layout, _marks(runs))


def _marks(runs: list[Run]) -> list[tuple[int, int]]:
    at, marks = 0, []
    for text, is_match in runs:
        length = count_units(text)
        if is_match:
            marks.append((at, at + length))
        at += length
    return marks


def _boxes(layout: QTextLayout, start: int, end: int, look: Look) -> list[QRectF]:
    """Return the boxes of the text from ``start`` to ``end``, one per line."""
    lines = [layout.lineAt(number) for number in range(layout.lineCount())]
    spans = [
        (line, max(start, line.textStart()), min(end, line.textStart() + line.textLength()))
        for line in lines
    ]
    return [_box(line, a, b, look) for line, a, b in spans if a < b]


def _box(line: QTextLine, start: int, end: int, look: Look) -> QRectF:
    left, right = _x(line, start), _x(line, end)
    middle = line.position().y() + line.height() / 2
    height = look.px(_LINE) - 2
    return QRectF(left - 2, middle - height / 2, right - left + 4, height)


def _x(line: QTextLine, position: int) -> float:
    x: Any = line.cursorToX(position)  # a number or, contrary to its stub, a pair with the position
    return float(x[0] if isinstance(x, tuple) else x)


def _paint_head(painter: QPainter, look: Look, hit: Hit, head: Head) -> None:
    painter.setFont(head.font)
    painter.setPen(QColor(look.tokens.text))
    painter.drawText(head.citation, head.flags, head.text)
    if head.badge is not None and head.badge_box is not None:
        paint_badge(painter, look, head.badge_box, head.badge)
    if head.heading is not None:
        second = wording.second_line(hit)
        draw_line(painter, head.heading, second, look.interface(12), look.tokens.secondary)


def _badge_box(look: Look, badge: wording.Badge, line: QRect) -> QRect:
    """Return the badge's box at the right end of ``line``."""
    width, height = measure_badge(look, badge), look.px(18)
    return QRect(line.right() - width + 1, line.center().y() - height // 2 + 1, width, height)
