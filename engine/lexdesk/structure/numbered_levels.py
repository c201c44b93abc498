"""Nested numbering of common-law statutes, where nothing but the numbers shows the nesting.

``(1)`` is a subsection, ``(a)`` a paragraph, ``(i)`` a subparagraph, ``(I)`` a clause; and ``(i)``
may be the ninth paragraph, too. What a number follows decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.structure.numbers import next_letter, roman_value
from lexdesk.structure.outline import Outline

_NAMES = {
    "figure": ("subsection", "subsec"),
    "letter": ("paragraph", "para"),
    "roman": ("subparagraph", "subpara"),
    "capital": ("clause", "clause"),
    "capital roman": ("clause", "clause"),
}


_MOST_LEVELS = 8  # statutes have up to five; a row of numbers is no nesting without end


@dataclass(frozen=True, slots=True)
class OpenLevel:
    """A numbered provision that is open inside a section: the system that its ``number`` is of, its eid and label."""

    system: str
    number: str
    eid: str
    label: str


class Levels:
    """The open levels of one section; opens the section itself.

    ``ends_open`` says that the last line ended in a dash or colon: a list must follow.
    """

    def __init__(
        self, outline: Outline, eid: str, kind: str, number: str, heading: str, label: str
    ) -> None:
        self._outline = outline
        self._eid = outline.open(eid, kind, number, heading, label)
        self._label = label
        self._levels: list[OpenLevel] = []
        self._left: list[OpenLevel] = []  # by a line without a number
        self._kept = 0  # how many levels stayed open then
        self._defining = 0  # how many levels are around the definitions that are being listed
        self.ends_open = False

    def enter(self, number: str, *, after_marker: bool = False) -> None:
        """Open the provision of this number, after closing what it follows.

        ``after_marker``: it stands right behind another number, ``(2) (a)``, so it is nested.
        """
        systems = systems_of(number)
        if after_marker:
            at, system = len(self._levels), self._fresh(systems)
        else:
            at, system = self._place(number, systems)
        if at < self._kept or any(each.system == system for each in self._left):
            self._left = []
        self._close_from(min(at, _MOST_LEVELS - 1))
        self._open(system, number)

    def leave_lists(self, *, defines: bool = False) -> None:
        """A line without a number goes on with the subsection, or the section, unless the next number goes on with a list.

        One that ``defines`` a term goes on with what introduced the definitions: ``(a) In this
        section—``.
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
        """The depth at which the number belongs, and the numbering that it then is of."""
        first = [s for s in systems if is_first(number, s)]
        if first and self.ends_open and not self._follows_at_innermost_figure(number):
            return len(self._levels), first[-1]
        for index in reversed(range(len(self._levels))):
            level = self._levels[index]
            if level.system in systems and follows(number, level.number, level.system):
                return index, level.system
        if (system := self._resumed(number, systems)) is not None:
            return len(self._levels), system
        if first:
            return len(self._levels), self._fresh(first)
        plausible = systems if len(number) == 1 else systems[:1]
        for index in reversed(range(len(self._levels))):  # numbers were left out or inserted
            if self._levels[index].system in plausible:
                return index, self._levels[index].system
        return len(self._levels), systems[0]

    def _resumed(self, number: str, systems: list[str]) -> str | None:
        """The numbering of a list that was left and goes on, once what is around it is open again; else ``None``.

        What stood between, ``in a case where such consent has been withheld,``, is of what the list is in.
        """
        for index in reversed(range(len(self._left))):
            level = self._left[index]
            if level.system in systems and follows(number, level.number, level.system):
                self._close_from(self._kept)
                for each in self._left[:index]:
                    self._outline.reopen(each.eid)
                    self._levels.append(each)
                return level.system
        return None

    def _follows_at_innermost_figure(self, number: str) -> bool:
        """``(2)`` follows ``(1) ...:`` even where that ends in a dash."""
        return any(
            level.system == "figure" and follows(number, level.number, "figure")
            for level in self._levels
        )

    def _fresh(self, systems: list[str]) -> str:
        """Of the numberings that may begin here, the one not open yet: ``(i)`` below ``(a)``."""
        taken = {level.system for level in self._levels}
        return next((s for s in reversed(systems) if s not in taken), systems[0])

    def _open(self, system: str, number: str) -> None:
        kind, abbreviation = _NAMES[system]
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


def systems_of(number: str) -> list[str]:
    """The numberings that a number may be of, the likelier first."""
    if number[0].isdigit():
        return ["figure"]
    letters = ["letter", "roman"] if number.islower() else ["capital", "capital roman"]
    if _roman(number) is None:
        return letters[:1]
    return letters if len(number) == 1 else letters[::-1]


def _roman(number: str) -> tuple[int, str] | None:
    """The value of a Roman number and the letter of one inserted behind it: ``iia`` -> 2, ``a``."""
    if (value := roman_value(number)) is not None:
        return value, ""
    before = number[:-1].lower()
    value = roman_value(before) if set(before) <= set("ivx") else None
    return None if value is None else (value, number[-1].lower())


def place_in_lists(
    number: str, systems: Sequence[str], lists: Sequence[tuple[str, str]]
) -> tuple[int, str] | None:
    """How deep a number that may be of ``systems`` lies in lists that are open, and its system.

    It goes on in the innermost list that it follows in, or begins one inside all; ``None`` where it is text.
    ``lists`` are the system and last number of each, from the outside in.
    """
    for depth in reversed(range(len(lists))):
        system, last = lists[depth]
        if system in systems and follows(number, last, system):
            return depth, system
    taken = {system for system, _ in lists}
    fresh = [each for each in systems if is_first(number, each) and each not in taken]
    return (len(lists), fresh[-1]) if fresh else None


def is_first(number: str, system: str) -> bool:
    """Whether the number begins a list of its system: ``1``, ``a``, ``i``, and ``aa`` where letters are doubled."""
    firsts = {"figure": "1", "roman": "i", "capital roman": "i", "doubled": "aa"}
    return number.lower() == firsts.get(system, "a")


def follows(number: str, previous: str, system: str) -> bool:
    """Whether the number comes next: ``2`` or ``1A`` after ``1``, ``j`` after ``i``, ``iia`` after ``ii``."""
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
    return number == next_letter(previous) or (
        number.startswith(previous[0]) and len(number) == len(previous) + 1
    )
