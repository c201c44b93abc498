"""Excerpts as a PDF, with their hits marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont

from lexdesk.law.citation_styles import Style, cite
from lexdesk.text.line_unwrapping import unwrap_lines
from lexdesk_gui.style.document_writer import DocumentWriter
from lexdesk_gui.style.pagination import pdf
from lexdesk_gui.style.tokens import LIGHT

if TYPE_CHECKING:
    from lexdesk.annotations.excerpt_export import Excerpt


def pdf_of(
    excerpts: Sequence[Excerpt], target: Path, style: Style, family: str, foot: str = ""
) -> Iterator[None]:
    """Write ``excerpts`` to ``target`` on A4 pages with the footer ``foot``; yield after each step.

    Raises ``OSError`` for an unwritable target and leaves an existing file intact.
    """
    return pdf(
        [partial(_set, excerpt=excerpt, style=style) for excerpt in excerpts], target, family, foot
    )


def _set(writer: DocumentWriter, excerpt: Excerpt, style: Style) -> list[int]:
    """Write one excerpt and return the positions of its headings."""
    headings = [writer.block(20, 2, above=12)]
    writer.write(cite(excerpt.place, style), writer.style(13, weight=QFont.Weight.DemiBold))
    if excerpt.heading:
        headings.append(writer.block(18, 4))
        writer.write(excerpt.heading, writer.style(12, LIGHT.secondary))
    at = 0
    for line in unwrap_lines(excerpt.text).split("\n"):  # which keeps where everything stands
        if line.strip():
            writer.block(20, 4)
            marks = [(start - at, end - at) for start, end in excerpt.highlights]
            writer.write_marked(line, writer.style(13, statute=True), marks)
        at += len(line) + 1
    for note in excerpt.notes:
        writer.block(18, 4, left=16)
        writer.write(note, writer.style(12, LIGHT.notice.text))
    if excerpt.tags:
        writer.block(18, 4, left=16)
        writer.write(" · ".join(excerpt.tags), writer.style(12, LIGHT.secondary))
    return headings
