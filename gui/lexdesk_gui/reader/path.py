"""The path to what is read: its act, the chapters that it lies in, and the provision itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lexdesk_gui.reader.reading import Reading

_LONG = 28  # characters of a heading in a path
_NUMBER = re.compile(r"(?:[IVXLC]+|[A-Z]|\d+)[a-z]?\.?")


def paths(reading: Reading, above: Sequence[str]) -> list[tuple[str, ...]]:
    """Paths to ``reading``, the longest first; none where it is no provision of a work that is named behind it.

    ``above`` has label and heading of what it lies in, from the outermost on.
    """
    place = reading.place
    if place is None or place.eid is None:
        return []
    named = [name for name in (reading.source, place.title) if name]
    act = next((name for name in named if reading.citation.endswith(f" {name}")), "")
    if not act:
        return []
    provision = reading.citation.removesuffix(act).strip()
    parts = [_parted(each) for each in above]
    between = [
        [f"{number} {heading}".strip() for number, heading in parts],
        [f"{number} {_cut(heading)}".strip() for number, heading in parts],
        [number or _cut(heading) for number, heading in parts],
        [],
    ]
    found = [(reading.act or act, *each, provision) for each in between]
    return list(dict.fromkeys(found))


def _parted(text: str) -> tuple[str, str]:
    """``Chapter II  Principles`` as ``II`` and ``Principles``; a label without a number stays."""
    label, _, heading = text.partition("  ")
    number = label.rpartition(" ")[2]
    return (number if _NUMBER.fullmatch(number) else label), heading


def _cut(heading: str) -> str:
    if len(heading) <= _LONG:
        return heading
    return f"{heading[:_LONG].rpartition(' ')[0] or heading[:_LONG]}…"
