"""Looking at little of a long text: patterns that begin with a letter, and stretches around signs.

``re`` skips at once to the next letter that may begin a match, but only where a pattern begins with
letters; before a look-behind or a word boundary it stops at every character (ten times slower).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

_SLASH = re.compile(r"/\d")


def one_of(words: Iterable[str], beside: str = r"[\w-]") -> str:
    """A pattern for any of the words, the longest first, where no character ``beside`` touches it.

    It means ``(?<!beside)(?:word|word...)(?!beside)`` and begins with letters. What follows an
    abbreviation's dot may touch it, but for another word: ``Art.6``, ``lit.f``.
    """
    by_letter: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(words, key=len, reverse=True):
        by_letter[word[0]].append(word[1:])
    return "|".join(
        f"{letter}(?<!{beside}{letter})(?:{_ended(rests, beside)})"
        for letter, rests in by_letter.items()
    )


def _ended(rests: Iterable[str], beside: str) -> str:
    """The rests of words, each with what may not stand behind it."""
    dotted: list[str] = []
    plain: list[str] = []
    for rest in rests:
        (dotted if rest.endswith(".") else plain).append(re.escape(rest))
    groups = ((dotted, r"(?![^\W\d_]{2})"), (plain, f"(?!{beside})"))
    return "|".join(f"(?:{'|'.join(group)}){end}" for group, end in groups if group)


def any_case(words: Iterable[str]) -> str:
    """A pattern for any of the words, capital or not, that begins with letters."""
    return "|".join(
        f"{first}(?i:{re.escape(word[1:])})"
        for word in words
        for first in (word[0].lower(), word[0].upper())
    )


def around_slashes(text: str) -> list[tuple[int, int]]:
    """Where a number with a slash may be part of a citation: ``Regulation (EU) 2016/679``."""
    return near(text, _SLASH, before=160, after=60) if "/" in text else []


def near(text: str, sign: re.Pattern[str], *, before: int, after: int) -> list[tuple[int, int]]:
    """The stretches of so many characters around each sign, one where they meet."""
    found: list[tuple[int, int]] = []
    for match in sign.finditer(text):
        start, end = max(0, match.start() - before), min(len(text), match.end() + after)
        if found and start <= found[-1][1]:
            start = found.pop()[0]
        found.append((start, end))
    return found


def matches(
    pattern: re.Pattern[str], text: str, stretches: Iterable[tuple[int, int]]
) -> Iterator[re.Match[str]]:
    """The pattern's matches within the stretches."""
    for start, end in stretches:
        yield from pattern.finditer(text, start, end)
