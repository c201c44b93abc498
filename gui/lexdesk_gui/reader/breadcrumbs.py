"""Breadcrumbs of a reading: act, chapters and provision."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk_gui.reader.readings import Reading

_LONG = 28  # characters of a heading in a path
_NUMBER = re.compile(r"(?:[IVXLC]+|[A-Z]|\d+)[a-z]?\.?")


def paths(reading: Reading, above: Sequence[str]) -> list[tuple[str, ...]]:
    """Return paths to ``reading``, longest first, or nothing unless its citation ends with the act.

    ``above`` are labels and headings of its ancestors, outermost first.
    """
    place = reading.place
    if place is None or place.eid is None:
        return []
    named = [name for name in (reading.source, place.title) if name]
    act = next((name for name in named if reading.citation.endswith(f" {name}")), "")
    if not act:
        return []
    provision = reading.citation.removesuffix(act).strip()
    parts = [_split_label(label) for label in above]
    between = [
        [f"{number} {heading}".strip() for number, heading in parts],
        [f"{number} {_cut(heading)}".strip() for number, heading in parts],
        [number or _cut(heading) for number, heading in parts],
        [],
    ]
    return list(dict.fromkeys((reading.act or act, *middle, provision) for middle in between))


def _split_label(text: str) -> tuple[str, str]:
    """Split ``Chapter II  Principles`` into ``II`` and ``Principles``; keep a label without a number."""
    label, _, heading = text.partition("  ")
    number = label.rpartition(" ")[2]
    return (number if _NUMBER.fullmatch(number) else label), heading


def _cut(heading: str) -> str:
    if len(heading) <= _LONG:
        return heading
    return f"{heading[:_LONG].rpartition(' ')[0] or heading[:_LONG]}…"
