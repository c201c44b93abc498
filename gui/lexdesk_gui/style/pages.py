"""Text on numbered pages of paper, for a PDF or a printer, set by Qt in the program's own typefaces."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
    QTextLayout,
)

from lexdesk.system.atomic import write_atomically
from lexdesk_gui.style.look import Look
from lexdesk_gui.style.paper import Paper
from lexdesk_gui.style.tokens import LIGHT

_DOTS = 96  # an inch, so that the design's pixels keep their size on paper
_MARGIN = 20.0  # mm
_FOOT = 28  # dots, of the page's number and the space above it

Section = Callable[[Paper], Iterable[int]]
"""Sets some paragraphs, few enough for one step, and tells where its headings begin."""


class PrinterRefused(Exception):  # noqa: N818 - as the window tells it
    """The printer takes no pages."""


class _Printed(Look):
    """A look whose fonts set each letter as itself.

    Of ligatures, such as fi, and of brackets that stand higher among capitals, Qt leaves out of a PDF which letters
    they are: they could neither be searched nor copied.
    """

    def _font(self, family: str, design: float, weight: QFont.Weight) -> QFont:
        font = super()._font(family, design, weight)
        for form in ("liga", "calt"):
            font.setFeature(QFont.Tag(form), 0)
        return font


class _Line(NamedTuple):
    """A line of text, and where its top is on a page without end; Qt's own are more work for Python to keep."""

    document: QTextDocument  # which lives as long as one of its lines is to be painted
    layout: QTextLayout
    number: int
    top: float
    height: float
    is_heading: bool


def pdf(sections: Iterable[Section], target: Path, family: str, foot: str = "") -> Iterator[None]:
    """Write ``sections`` to ``target``, A4, resting after each step.

    Raises ``OSError`` where it cannot be written; what was there stays then.
    """
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(made)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setResolution(_DOTS)
    yield from paint(sections, writer, family, foot)
    write_atomically(target, bytes(made.data().data()))


def paint(
    sections: Iterable[Section], device: QPagedPaintDevice, family: str, foot: str = ""
) -> Iterator[None]:
    """Paint ``sections`` on the pages of ``device``, ``foot`` below each, resting after each step.

    A printer gets the pages that were chosen in its dialog. Raises ``PrinterRefused``.
    """
    margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    device.setPageMargins(margins, QPageLayout.Unit.Millimeter)
    area = device.pageLayout().paintRectPixels(_DOTS)
    look = _Printed(LIGHT, 1.0, family)
    pages: deque[list[_Line]] = deque()
    for _ in _paged(_lines(sections, look, area.width()), area.height() - _FOOT, pages):
        yield
    painter = QPainter()
    if not painter.begin(device):
        raise PrinterRefused
    try:
        painter.scale(device.logicalDpiX() / _DOTS, device.logicalDpiY() / _DOTS)
        box, font = QRectF(0, 0, area.width(), area.height()), look.interface(11)
        named = QFontMetricsF(font).elidedText(
            foot, Qt.TextElideMode.ElideRight, area.width() * 0.8
        )
        ranges, total, is_first = device.pageRanges(), len(pages), True
        for number in range(1, total + 1):
            lines = pages.popleft()
            if not (ranges.isEmpty() or ranges.contains(number)):
                continue
            if not (is_first or device.newPage()):
                raise PrinterRefused
            is_first = False
            for each in lines:
                line = each.layout.lineAt(each.number)
                left, top = each.layout.position().x(), each.top - lines[0].top
                line.draw(painter, QPointF(left, top - line.y()))
            painter.save()
            painter.setFont(font)
            painter.setPen(LIGHT.secondary)
            bottom = Qt.AlignmentFlag.AlignBottom
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | bottom, named)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | bottom, f"{number} / {total}")
            painter.restore()
            yield
    finally:
        painter.end()


def _lines(sections: Iterable[Section], look: Look, width: float) -> Iterator[list[_Line]]:
    """The lines of each section, one below the other."""
    below = gap = (
        0.0  # gap: what its last paragraph leaves, of which Qt knows nothing across documents
    )
    is_first = True
    for set_section in sections:
        document = QTextDocument()
        document.setDocumentMargin(0)
        document.setUndoRedoEnabled(False)
        headings = set(set_section(Paper(document, look)))
        document.setTextWidth(width)
        high = document.size().height()  # has all of it laid out
        block = document.begin()
        below += 0.0 if is_first else max(gap, block.blockFormat().topMargin())
        gap, is_first = document.lastBlock().blockFormat().bottomMargin(), False
        found: list[_Line] = []
        while block.isValid():
            layout, is_heading = block.layout(), block.position() in headings
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                top = below + layout.position().y() + line.y()
                found.append(_Line(document, layout, number, top, line.height(), is_heading))
            block = block.next()
        below += high
        yield found


def _paged(
    lines: Iterable[list[_Line]], height: float, pages: deque[list[_Line]]
) -> Iterator[None]:
    """Add the lines of each page to ``pages``.

    Pages of Qt's own have no number, and leave headings behind at their end.
    """
    page: list[_Line] = []
    pages.append(page)
    held: list[_Line] = []  # headings, until there is a line to go with them
    for some in lines:
        for each in some:
            held.append(each)
            if each.is_heading:
                continue
            if page and each.top + each.height > page[0].top + height:
                pages.append(page := [])
            page += held
            held = []
        yield
    page += held
