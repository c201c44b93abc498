"""A difference as it is set on paper: both versions in one text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtGui import QFont

from lexdesk_gui.compare.rows import Fold, Row
from lexdesk_gui.compare.setting import in_style_of, told
from lexdesk_gui.language import translate
from lexdesk_gui.style.pages import Section
from lexdesk_gui.style.paper import Paper
from lexdesk_gui.style.tokens import LIGHT

_TOGETHER = 20  # rows that are set in one step, some milliseconds' work


def sections(citation: str, old: str, new: str, shown: Sequence[Row | Fold]) -> Iterator[Section]:
    """What is ``shown`` of the difference, with folds as they stand there; ``old`` and ``new`` are the days of each."""
    yield partial(_set_head, citation=citation, days=(("A", old), ("B", new)))
    for at in range(0, len(shown), _TOGETHER):
        yield partial(_set_rows, shown=shown[at : at + _TOGETHER])


def _set_head(paper: Paper, *, citation: str, days: Sequence[tuple[str, str]]) -> list[int]:
    """Where its headings begin: all of it is one."""
    headings = [paper.block(28, 4)]
    paper.write(citation, paper.style(20, weight=QFont.Weight.Bold))
    for letter, held in days:
        headings.append(paper.block(20, 2))
        paper.write(f"{letter}  {held}", paper.style(13))
    headings.append(paper.block(17, 14, above=4))
    for text, kind in (
        (translate("Compare", "removed"), "deleted"),
        ("  ·  ", "same"),
        (translate("Compare", "added"), "inserted"),
    ):
        paper.write(text, in_style_of(kind, paper.style(12), LIGHT))
    return headings


def _set_rows(paper: Paper, *, shown: Sequence[Row | Fold]) -> list[int]:
    for row in shown:
        if isinstance(row, Fold) and row.is_open:
            continue
        paper.block(20, 8)
        if isinstance(row, Fold):
            paper.write(told(row), paper.style(12, LIGHT.secondary))
            continue
        for text, kind in row.both:
            paper.write(text, in_style_of(kind, paper.style(13, statute=True), LIGHT))
    return []
