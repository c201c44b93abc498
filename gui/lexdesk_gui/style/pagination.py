"""Pagination of text for PDF files and printers, set by Qt in the program's own typefaces."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
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
from lexdesk_gui.style.document_writer import DocumentWriter
from lexdesk_gui.style.look import LIGHT, Look

_DOTS = 96  # an inch, so that the design's pixels keep their size on paper
_MARGIN = 20.0  # mm
_FOOT = 28  # dots, of the page's number and the space above it

Section = Callable[[DocumentWriter], Iterable[int]]
"""Writes some paragraphs, few enough for one step, and returns the positions of their headings."""


class PrinterError(Exception):
    """An error of a printer without pages."""


class _Printed(Look):
    """A look with fonts free of ligatures and contextual forms.

    Qt's PDF files lose the letters of ligatures such as fi and of raised brackets among capitals,
    so readers could neither search nor copy them.
    """

    def _font(self, family: str, design: float, weight: QFont.Weight) -> QFont:
        font = super()._font(family, design, weight)
        for form in ("liga", "calt"):
            font.setFeature(QFont.Tag(form), 0)
        return font


class _Line(NamedTuple):
    """A line of text and its top on an endless page; cheaper for Python to keep than Qt's own objects."""

    document: QTextDocument  # which lives as long as one of its lines is to be painted
    layout: QTextLayout
    number: int
    left: float
    top: float
    height: float
    is_heading: bool


def pdf(sections: Iterable[Section], target: Path, family: str, foot: str = "") -> Iterator[None]:
    """Write ``sections`` to ``target`` as PDF (A4), yielding after each step.

    Raise ``OSError`` if writing fails; an earlier file then stays.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setResolution(_DOTS)
    yield from paint(sections, writer, family, foot)
    write_atomically(target, bytes(buffer.data().data()))


def paint(
    sections: Iterable[Section], device: QPagedPaintDevice, family: str, foot: str = ""
) -> Iterator[None]:
    """Paint ``sections`` on the pages of ``device`` with the footer ``foot``, yielding after each step.

    A printer gets the pages selected in its dialog. Raise ``PrinterError`` if the printer rejects
    one.
    """
    margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    device.setPageMargins(margins, QPageLayout.Unit.Millimeter)
    area = device.pageLayout().paintRectPixels(_DOTS)
    look = _Printed(LIGHT, 1.0, family)
    pages: deque[list[_Line]] = deque()
    for _ in _append_pages(_lines(sections, look, area.width()), area.height() - _FOOT, pages):
        yield
    painter = QPainter()
    if not painter.begin(device):
        raise PrinterError
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
                raise PrinterError
            is_first = False
            for entry in lines:
                line = entry.layout.lineAt(entry.number)
                top = entry.top - lines[0].top
                line.draw(painter, QPointF(entry.left, top - line.y()))
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
    """Yield the lines of each section, one below the other."""
    below = gap = (
        0.0  # gap: what its last paragraph leaves, of which Qt knows nothing across documents
    )
    is_first = True
    for set_section in sections:
        document = QTextDocument()
        document.setDocumentMargin(0)
        document.setUndoRedoEnabled(False)
        headings = set(set_section(DocumentWriter(document, look)))
        document.setTextWidth(width)
        high = document.size().height()  # has all of it laid out
        block = document.begin()
        below += 0.0 if is_first else max(gap, block.blockFormat().topMargin())
        gap, is_first = document.lastBlock().blockFormat().bottomMargin(), False
        found: list[_Line] = []
        while block.isValid():
            layout, is_heading = block.layout(), block.position() in headings
            # The position of a layout in a table is that in its cell; this one is on the page.
            origin = document.documentLayout().blockBoundingRect(block).topLeft()
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                top = below + origin.y() + line.y()
                found.append(
                    _Line(document, layout, number, origin.x(), top, line.height(), is_heading)
                )
            block = block.next()
        below += high
        found.sort(key=attrgetter("top"))  # the cells of a row are side by side
        yield found


def _append_pages(
    lines: Iterable[list[_Line]], height: float, pages: deque[list[_Line]]
) -> Iterator[None]:
    """Append the lines of each page to ``pages``, yielding after each section.

    Qt's own pagination has no page numbers and separates headings from their text.
    """
    page: list[_Line] = []
    pages.append(page)
    pending: list[_Line] = []  # headings, until their first line of text
    for section in lines:
        for line in section:
            pending.append(line)
            if line.is_heading:
                continue
            if page and line.top + line.height > page[0].top + height:
                pages.append(page := [])
            page += pending
            pending = []
        yield
    page += pending
