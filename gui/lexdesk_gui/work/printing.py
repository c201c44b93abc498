"""Excerpts as a PDF, set by Qt in the program's own typefaces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QIODevice, QMarginsF, QSaveFile, QSizeF
from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from lexdesk.law.citation_styles import Style, cite
from lexdesk.printed_lines import paragraphs_of
from lexdesk_gui.look.look import Look
from lexdesk_gui.look.paper import Paper
from lexdesk_gui.look.tokens import LIGHT

if TYPE_CHECKING:
    from lexdesk.work.export import Excerpt

_DOTS = 96  # an inch, so that the design's pixels keep their size on paper
_MARGIN = 20.0  # mm


def write_pdf(excerpts: Sequence[Excerpt], target: Path, style: Style, family: str) -> None:
    """Write ``excerpts`` to ``target``, A4. Raises ``OSError`` where it cannot be written; what was there stays then."""
    file = QSaveFile(str(target))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise OSError(file.errorString())
    writer = QPdfWriter(file)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(
        QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN), QPageLayout.Unit.Millimeter
    )
    writer.setResolution(_DOTS)
    document = QTextDocument()
    paper = Paper(document, Look(LIGHT, 1.0, family))
    for each in excerpts:
        _set(paper, each, style)
    area = writer.pageLayout().paintRectPixels(_DOTS)
    document.setPageSize(QSizeF(area.size()))
    document.print_(writer)
    if not file.commit():  # the disk is full
        raise OSError(file.errorString())


def _set(paper: Paper, each: Excerpt, style: Style) -> None:
    paper.block(20, 2, above=12)
    paper.write(cite(each.place, style), paper.style(13, weight=QFont.Weight.DemiBold))
    if each.heading:
        paper.block(18, 4)
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
