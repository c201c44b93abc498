"""Print layout of a difference, with both versions in one text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtGui import QFont

from lexdesk_gui.compare.difference_layout import fold_label, in_style_of
from lexdesk_gui.compare.difference_rows import Fold, Row
from lexdesk_gui.language import translate
from lexdesk_gui.style.document_writer import DocumentWriter
from lexdesk_gui.style.pagination import Section
from lexdesk_gui.style.tokens import LIGHT

_TOGETHER = 20  # rows that are set in one step, some milliseconds' work


def sections(citation: str, old: str, new: str, shown: Sequence[Row | Fold]) -> Iterator[Section]:
    """Yield the sections of ``shown`` with its current folds; ``old`` and ``new`` are the periods of the versions."""
    yield partial(_set_head, citation=citation, days=(("A", old), ("B", new)))
    for at in range(0, len(shown), _TOGETHER):
        yield partial(_set_rows, shown=shown[at : at + _TOGETHER])


def _set_head(
    writer: DocumentWriter, *, citation: str, days: Sequence[tuple[str, str]]
) -> list[int]:
    """Write the heading and return its positions."""
    headings = [writer.block(28, 4)]
    writer.write(citation, writer.style(20, weight=QFont.Weight.Bold))
    for letter, period in days:
        headings.append(writer.block(20, 2))
        writer.write(f"{letter}  {period}", writer.style(13))
    headings.append(writer.block(17, 14, above=4))
    for text, kind in (
        (translate("Compare", "removed"), "deleted"),
        ("  ·  ", "same"),
        (translate("Compare", "added"), "inserted"),
    ):
        writer.write(text, in_style_of(kind, writer.style(12), LIGHT))
    return headings


def _set_rows(writer: DocumentWriter, *, shown: Sequence[Row | Fold]) -> list[int]:
    for row in shown:
        if isinstance(row, Fold) and row.is_open:
            continue
        writer.block(20, 8)
        if isinstance(row, Fold):
            writer.write(fold_label(row), writer.style(12, LIGHT.secondary))
            continue
        for text, kind in row.both:
            writer.write(text, in_style_of(kind, writer.style(13, statute=True), LIGHT))
    return []
