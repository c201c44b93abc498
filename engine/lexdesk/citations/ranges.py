"""Ranges of numbers: ``12 to 22``, ``(a) to (e)``, ``25a bis 25d``."""

import re

from lexdesk.structure.numbers import read_roman, to_roman
from lexdesk.text.lazy_pattern import lazy_pattern

LONGEST = 200
"""Longer ranges are cited by their two ends; no real one is that long."""

_LETTERS = frozenset("lcdm")
"""Single letters that are never Roman numbers: no list begins with fifty or a hundred."""
_ROMAN_WITH_LETTER = lazy_pattern(r"([IVXLC]+)([a-z])")
_NUMBER = lazy_pattern(r"(\d+)([a-z]{0,2})", re.IGNORECASE)


def expand_range(first: str, last: str) -> tuple[str, ...]:
    """Return all numbers from ``first`` to ``last``; only these two if the range is unknown."""
    numerals = set(first + last) <= set("ivx") or set(first + last) <= set("IVX")
    letters, romans = _letters(first, last), _romans(first, last)
    between = _figures(first, last) or ((romans or letters) if numerals else (letters or romans))
    return between if between else (first, last)


def _figures(first: str, last: str) -> tuple[str, ...]:
    """Expand ``12`` to ``15``; ``22`` to ``22c``; ``25a`` to ``25d``; ``5`` to ``7a``: 5, 6, 7 and 7a."""
    begin, end = _NUMBER.fullmatch(first), _NUMBER.fullmatch(last)
    if begin is None or end is None:
        return ()
    low, high = int(begin[1]), int(end[1])
    if low == high and end[2]:
        letters = _letters(begin[2] or "aA"[end[2].isupper()], end[2])
        return (*([] if begin[2] else [first]), *(f"{high}{letter}" for letter in letters))
    if not low < high <= low + LONGEST:
        return ()
    whole = (first, *(str(number) for number in range(low + 1, high + 1)))
    return (*whole, *_figures(str(high), last)[1:]) if end[2] else whole


def _letters(first: str, last: str) -> tuple[str, ...]:
    """Expand ``a`` to ``d``; ``aa`` to ``dd``; ``sb`` to ``sf``; ``a`` to ``ca``; ``y`` to ``ab``."""
    both = first + last
    if (
        not both.isalpha()
        or not (both.islower() or both.isupper())
        or not 1 <= len(first) <= len(last)
    ):
        return ()
    if len(first) == len(last):
        times = len(first)
        if first == first[0] * times and last == last[0] * times:
            return tuple(letter * times for letter in _alphabet(first[0], last[0]))
        return tuple(
            first[:-1] + e for e in _alphabet(first[-1], last[-1]) if first[:-1] == last[:-1]
        )
    if len(first) != 1 or len(last) != 2:
        return ()
    begun, inside = last[0], last[1]
    if begun != inside and begun >= first:  # "ca" was inserted after "c"
        return (
            *_alphabet(first, begun),
            *(begun + e for e in _alphabet("aA"[last.isupper()], inside)),
        )
    a, z = "AZ" if last.isupper() else "az"
    if begun < first and begun in {inside, a}:  # after "z" comes "aa", then "bb" or "ab"
        following = (e * 2 if begun == inside else a + e for e in _alphabet(a, inside))
        return (*_alphabet(first, z), *following)
    return ()


def _alphabet(first: str, last: str) -> list[str]:
    """Return the letters from one to another, ``b`` to ``d``; none in the wrong order."""
    return [chr(code) for code in range(ord(first), ord(last) + 1)]


def _romans(first: str, last: str) -> tuple[str, ...]:
    """Expand ``ii`` to ``vi``; ``I`` to ``Va``."""
    if with_letter := _ROMAN_WITH_LETTER.fullmatch(last):
        letters = tuple(with_letter[1] + letter for letter in _alphabet("a", with_letter[2]))
        whole = _romans(first, with_letter[1])
        return (*whole, *letters) if whole else ()
    low, high = read_roman(first), read_roman(last)
    if first.lower() in _LETTERS or low is None or high is None or not low < high <= low + LONGEST:
        return ()
    upper = first.isupper()
    return tuple(
        to_roman(value).upper() if upper else to_roman(value) for value in range(low, high + 1)
    )
