"""Ranges of numbers: ``12 to 22``, ``(a) to (e)``, ``25a bis 25d``."""

from __future__ import annotations

import re

from lexdesk.structure.numbers import roman_value, to_roman

LONGEST = 200
"""A range of more is cited by its two ends; no real one is that long."""

_NUMBER = re.compile(r"(\d+)([a-z]{0,2})", re.IGNORECASE)


def expand(first: str, last: str) -> tuple[str, ...]:
    """All numbers from ``first`` to ``last``; the two alone where what lies between is unknown."""
    numerals = set(first + last) <= set("ivx") or set(first + last) <= set("IVX")
    letters, romans = _letters(first, last), _romans(first, last)
    between = _figures(first, last) or ((romans or letters) if numerals else (letters or romans))
    return between if between else (first, last)


def _figures(first: str, last: str) -> tuple[str, ...]:
    """``12`` to ``15``; ``22`` to ``22c``; ``25a`` to ``25d``."""
    begin, end = _NUMBER.fullmatch(first), _NUMBER.fullmatch(last)
    if begin is None or end is None:
        return ()
    low, high = int(begin[1]), int(end[1])
    if low == high and len(end[2]) == 1:
        letters = _letters(begin[2] or "a", end[2])
        return (*([] if begin[2] else [first]), *(f"{begin[1]}{letter}" for letter in letters))
    if low < high <= low + LONGEST and not begin[2] and not end[2]:
        return tuple(str(number) for number in range(low, high + 1))
    return ()


def _letters(first: str, last: str) -> tuple[str, ...]:
    """``a`` to ``d``; ``aa`` to ``dd``."""
    times = len(first)
    if not (first + last).isalpha() or first > last:
        return ()
    if first != first[0] * times or last != last[0] * times:
        return ()
    return tuple(chr(code) * times for code in range(ord(first[0]), ord(last[0]) + 1))


def _romans(first: str, last: str) -> tuple[str, ...]:
    low, high = roman_value(first), roman_value(last)
    if low is None or high is None or not low < high <= low + LONGEST:
        return ()
    upper = first.isupper()
    return tuple(
        to_roman(value).upper() if upper else to_roman(value) for value in range(low, high + 1)
    )
