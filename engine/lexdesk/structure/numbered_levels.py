"""Nested numbering of common-law statutes, inferred from the numbers alone.

``(1)`` is a subsection, ``(a)`` a paragraph, ``(i)`` a subparagraph, ``(I)`` a clause; but ``(i)``
may also be the ninth paragraph. The preceding number decides.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lexdesk.structure.numbers import find_next_letter, read_roman
from lexdesk.structure.outline import ProvisionTree
from lexdesk.text.lazy_pattern import lazy_pattern

SECTION_LEVELS = {
    "figure": ("subsection", "subsec"),
    "letter": ("paragraph", "para"),
    "roman": ("subparagraph", "subpara"),
    "capital": ("clause", "clause"),
    "capital roman": ("clause", "clause"),
}
"""The kinds of the levels inside a section, and the steps of their eids, by numbering system."""

DEFINITION = lazy_pattern(r"“[^“”]{1,120}”,?\s+(?!(?:and|or|but)\b)[\w(]")
"""A line that defines a term: ``“the Minister” means``."""
CONNECTIVE = lazy_pattern(r"(and|or|but)\b[,;—–-]*$", re.IGNORECASE)
"""A line between two items of a list."""
_MAX_LEVELS = 8  # statutes have up to five


@dataclass(frozen=True, slots=True)
class OpenLevel:
    """An open numbered provision inside a section: numbering system, number, eid and label."""

    system: str
    number: str
    eid: str
    label: str


class Levels:
    """The open levels of one section; opens the section itself.

    ``ends_open`` is True if the last line ended with a dash or colon, so that a list must follow.
    """

    def __init__(
        self,
        outline: ProvisionTree,
        eid: str,
        kind: str,
        number: str,
        heading: str,
        label: str,
        names: Mapping[str, tuple[str, str]] = SECTION_LEVELS,
    ) -> None:
        self._names = names
        self._outline = outline
        self._eid = outline.open(eid, kind, number, heading, label)
        self._label = label
        self._levels: list[OpenLevel] = []
        self._left: list[OpenLevel] = []  # closed by a line without a number
        self._kept = 0  # number of levels kept open then
        self._defining = 0  # number of levels around the open list of definitions
        self.ends_open = False

    def enter(self, number: str, *, after_marker: bool = False) -> None:
        """Open the provision of this number, after closing its predecessors.

        ``after_marker``: the number directly follows another, ``(2) (a)``, so it is nested.
        """
        systems = list_numbering_systems(number)
        if after_marker:
            at, system = len(self._levels), self._unused_system(systems)
        else:
            at, system = self._place(number, systems)
        if at < self._kept or any(level.system == system for level in self._left):
            self._left = []
        self._close_from(min(at, _MAX_LEVELS - 1))
        self._open(system, number)

    def leave_lists(self, *, defines: bool = False) -> None:
        """Close open lists: an unnumbered line continues the subsection or section.

        The next number may resume a list. A line with ``defines`` continues the text that
        introduced the definitions: ``(a) In this section—``.
        """
        if defines and self.ends_open:
            self._defining = len(self._levels)
        keep = 1 if self._levels and self._levels[0].system == "figure" else 0
        keep = max(keep, self._defining)
        if defines or len(self._levels) > keep:
            self._left, self._kept = [] if defines else self._levels[keep:], keep
        self._close_from(keep)

    def end(self) -> None:
        """Close the section."""
        self._levels.clear()
        self._outline.close(self._eid)

    def _place(self, number: str, systems: list[str]) -> tuple[int, str]:
        """Return the depth of the number and its numbering system."""
        first = [s for s in systems if is_first(number, s)]
        if first and self.ends_open and not self._follows_at_innermost_figure(number):
            return len(self._levels), first[-1]
        for index in reversed(range(len(self._levels))):
            level = self._levels[index]
            if level.system in systems and follows(number, level.number, level.system):
                return index, level.system
        if (system := self._resume(number, systems)) is not None:
            return len(self._levels), system
        if first:
            return len(self._levels), self._unused_system(first)
        plausible = systems if len(number) == 1 else systems[:1]
        for index in reversed(range(len(self._levels))):  # numbers were left out or inserted
            if self._levels[index].system in plausible:
                return index, self._levels[index].system
        return len(self._levels), systems[0]

    def _resume(self, number: str, systems: list[str]) -> str | None:
        """Return the system of an interrupted list that the number resumes, else ``None``.

        The text in between, ``in a case where such consent has been withheld,``, belongs to the
        enclosing provision.
        """
        for index in reversed(range(len(self._left))):
            level = self._left[index]
            if level.system in systems and follows(number, level.number, level.system):
                self._close_from(self._kept)
                for outer in self._left[:index]:
                    self._outline.reopen(outer.eid)
                    self._levels.append(outer)
                return level.system
        return None

    def _follows_at_innermost_figure(self, number: str) -> bool:
        """Return True if ``(2)`` follows ``(1) ...:``, even after a dash."""
        return any(
            level.system == "figure" and follows(number, level.number, "figure")
            for level in self._levels
        )

    def _unused_system(self, systems: list[str]) -> str:
        """Return the possible system that is not open yet: ``(i)`` below ``(a)``."""
        taken = {level.system for level in self._levels}
        return next((s for s in reversed(systems) if s not in taken), systems[0])

    def _open(self, system: str, number: str) -> None:
        kind, abbreviation = self._names[system]
        inner = self._levels[-1] if self._levels else None
        eid = f"{inner.eid if inner else self._eid}__{abbreviation}_{number.lower()}"
        label = f"{inner.label if inner else self._label}({number})"
        eid = self._outline.open(eid, kind, number, "", label)
        self._levels.append(OpenLevel(system, number, eid, label))

    def _close_from(self, index: int) -> None:
        self._defining = min(self._defining, index)
        if index < len(self._levels):
            self._outline.close(self._levels[index].eid)
            del self._levels[index:]


def list_numbering_systems(number: str) -> list[str]:
    """Return the possible numbering systems of a number, the likelier first."""
    if number[0].isdigit():
        return ["figure"]
    letters = ["letter", "roman"] if number.islower() else ["capital", "capital roman"]
    if _roman(number) is None:
        return letters[:1]
    return letters if len(number) == 1 else letters[::-1]


def _roman(number: str) -> tuple[int, str] | None:
    """Return the value of a Roman number and an inserted letter: ``iia`` -> 2, ``a``."""
    if (value := read_roman(number)) is not None:
        return value, ""
    before = number[:-1].lower()
    value = read_roman(before) if set(before) <= set("ivx") else None
    return None if value is None else (value, number[-1].lower())


def place_in_lists(
    number: str, systems: Sequence[str], lists: Sequence[tuple[str, str]]
) -> tuple[int, str] | None:
    """Return the depth and the system of a number in the open lists.

    It continues the innermost list it follows in, or begins a nested one; ``None`` if it is text.
    ``lists`` are the system and last number of each open list, from the outside in.
    """
    for depth in reversed(range(len(lists))):
        system, last = lists[depth]
        if system in systems and follows(number, last, system):
            return depth, system
    taken = {system for system, _ in lists}
    fresh = [system for system in systems if is_first(number, system) and system not in taken]
    return (len(lists), fresh[-1]) if fresh else None


def is_first(number: str, system: str) -> bool:
    """Return True if the number begins a list: ``1``, ``a``, ``i``, ``aa`` for doubled letters."""
    firsts = {"figure": "1", "roman": "i", "capital roman": "i", "doubled": "aa"}
    return number.lower() == firsts.get(system, "a")


def follows(number: str, previous: str, system: str) -> bool:
    """Return True if the number comes next: ``2`` or ``1A`` after ``1``, ``j`` after ``i``, ``iia`` after ``ii``."""
    number, previous = number.lower(), previous.lower()
    if system == "figure":
        if not number[0].isdigit():
            return False
        value, before = (int("".join(c for c in n if c.isdigit())) for n in (number, previous))
        return value == before + 1 or (value == before and number > previous)
    if "roman" in system:
        this, last = _roman(number), _roman(previous)
        if this is None or last is None:
            return False
        return this == (last[0] + 1, "") or (this[0] == last[0] and this[1] > last[1])
    if len(number) == len(previous) > 1 and number[:-1] == previous[:-1]:
        return number > previous
    return number == find_next_letter(previous) or (
        number.startswith(previous[0]) and len(number) == len(previous) + 1
    )
