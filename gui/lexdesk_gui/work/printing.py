"""Excerpts as a PDF, set by Qt in the program's own typefaces."""

from __future__ import annotations

from collections.abc import Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
    QTextLayout,
    QTextLine,
)

from lexdesk.atomic import write_atomically
from lexdesk.law.citation_styles import Style, cite
from lexdesk.printed_lines import paragraphs_of
from lexdesk_gui.look.look import Look
from lexdesk_gui.look.paper import Paper
from lexdesk_gui.look.tokens import LIGHT

if TYPE_CHECKING:
    from lexdesk.work.export import Excerpt

_DOTS = 96  # an inch, so that the design's pixels keep their size on paper
_MARGIN = 20.0  # mm
_Line = tuple[QTextLayout, QTextLine]
_FOOT = 28  # dots, of the page's number and the space above it


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


def write_pdf(excerpts: Sequence[Excerpt], target: Path, style: Style, family: str) -> None:
    """Write ``excerpts`` to ``target``, A4. Raises ``OSError`` where it cannot be written; what was there stays then."""
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(made)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(
        QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN), QPageLayout.Unit.Millimeter
    )
    writer.setResolution(_DOTS)
    document = QTextDocument()
    document.setDocumentMargin(0)
    look = _Printed(LIGHT, 1.0, family)
    paper = Paper(document, look)
    headings = {at for each in excerpts for at in _set(paper, each, style)}
    area = writer.pageLayout().paintRectPixels(_DOTS)
    document.setTextWidth(area.width())
    document.size()  # has all of it laid out
    pages = _pages(document, headings, area.height() - _FOOT)
    painter = QPainter(writer)
    foot = QRectF(0, 0, area.width(), area.height())
    for number, lines in enumerate(pages, start=1):
        if number > 1:
            writer.newPage()
        for layout, line in lines:
            line.draw(painter, layout.position() - QPointF(0, _top(lines[0])))
        painter.save()
        painter.setFont(look.interface(11))
        painter.setPen(LIGHT.secondary)
        corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        painter.drawText(foot, corner, f"{number} / {len(pages)}")
        painter.restore()
    painter.end()
    write_atomically(target, bytes(made.data().data()))


def _pages(document: QTextDocument, headings: Set[int], height: float) -> list[list[_Line]]:
    """The lines of each page. Pages of Qt's own have no number, and leave headings behind at their end."""
    pages: list[list[_Line]] = [[]]
    held: list[_Line] = []  # headings, until there is a line to go with them
    block = document.begin()
    while block.isValid():
        layout = block.layout()
        for number in range(layout.lineCount()):
            held.append((layout, layout.lineAt(number)))
            if block.position() in headings:
                continue
            page = pages[-1]
            if page and _top(held[-1]) + held[-1][1].height() > _top(page[0]) + height:
                pages.append(page := [])
            page += held
            held = []
        block = block.next()
    pages[-1] += held
    return pages


def _top(each: _Line) -> float:
    layout, line = each
    return layout.position().y() + line.y()


def _set(paper: Paper, each: Excerpt, style: Style) -> list[int]:
    """Where its headings begin."""
    headings = [paper.block(20, 2, above=12)]
    paper.write(cite(each.place, style), paper.style(13, weight=QFont.Weight.DemiBold))
    if each.heading:
        headings.append(paper.block(18, 4))
        paper.write(each.heading, paper.style(12, LIGHT.secondary))
    for line in paragraphs_of(each.text):
        paper.block(20, 4)
        paper.write(line, paper.style(13, statute=True))
    for note in each.notes:
        paper.block(18, 4, left=16)
        paper.write(note, paper.style(12, LIGHT.notice.text))
    if each.tags:
        paper.block(18, 4, left=16)
        paper.write(" · ".join(each.tags), paper.style(12, LIGHT.secondary))
    return headings
