"""Excerpts as a PDF, with their hits marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont

from lexdesk.law.citation_styles import Style, cite
from lexdesk.text.line_unwrapping import unwrap_lines
from lexdesk_gui.style.pages import pdf
from lexdesk_gui.style.paper import Paper
from lexdesk_gui.style.tokens import LIGHT

if TYPE_CHECKING:
    from lexdesk.annotations.excerpt_export import Excerpt


def pdf_of(
    excerpts: Sequence[Excerpt], target: Path, style: Style, family: str, foot: str = ""
) -> Iterator[None]:
    """Write ``excerpts`` to ``target``, A4, ``foot`` below each page, resting after each step.

    Raises ``OSError`` where it cannot be written; what was there stays then.
    """
    return pdf([partial(_set, each=each, style=style) for each in excerpts], target, family, foot)


def _set(paper: Paper, each: Excerpt, style: Style) -> list[int]:
    """Where its headings begin."""
    headings = [paper.block(20, 2, above=12)]
    paper.write(cite(each.place, style), paper.style(13, weight=QFont.Weight.DemiBold))
    if each.heading:
        headings.append(paper.block(18, 4))
        paper.write(each.heading, paper.style(12, LIGHT.secondary))
    at = 0
    for line in unwrap_lines(each.text).split("\n"):  # which keeps where everything stands
        if line.strip():
            paper.block(20, 4)
            marks = [(start - at, end - at) for start, end in each.highlights]
            paper.write_marked(line, paper.style(13, statute=True), marks)
        at += len(line) + 1
    for note in each.notes:
        paper.block(18, 4, left=16)
        paper.write(note, paper.style(12, LIGHT.notice.text))
    if each.tags:
        paper.block(18, 4, left=16)
        paper.write(" · ".join(each.tags), paper.style(12, LIGHT.secondary))
    return headings
