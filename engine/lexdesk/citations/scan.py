"""Looking at little of a long text: patterns that begin with a letter, and stretches around signs.

``re`` skips at once to the next letter that may begin a match, but only where a pattern begins with
letters; before a look-behind or a word boundary it stops at every character (ten times slower). Where
these letters are frequent, twenty such patterns take as long as all the rest of finding citations: those
whose matches begin a word are tried where a ``WordScan`` has found its first letters, in one pass for all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter

_SLASH = re.compile(r"/\d")


@dataclass(frozen=True, slots=True, eq=False)  # looked up by itself: its heads are many
class WordPattern:
    """A pattern each match of which begins where a word does, with one of ``heads``."""

    pattern: re.Pattern[str]
    heads: tuple[str, ...]


def words(*alternatives: str, behind: str = r"\b") -> WordPattern:
    """Any of the words, or of several words with spaces between them, with the pattern ``behind`` them.

    For a space, a line may end.
    """
    any_of = "|".join(re.escape(each).replace(r"\ ", r"\s") for each in alternatives)
    return WordPattern(
        re.compile(f"(?:{any_of}){behind}"), tuple(each.split()[0] for each in alternatives)
    )


class WordScan:
    """Finds in one pass where each of several patterns may match."""

    def __init__(self, *patterns: WordPattern) -> None:
        heads: list[str] = []
        for head in sorted({head for each in patterns for head in each.heads}):
            if not heads or not head.startswith(heads[-1]):  # what begins another stands before it
                heads.append(head)
        self._heads = {
            each: {head for head in heads if any(own.startswith(head) for own in each.heads)}
            for each in patterns
        }
        self._search = re.compile(rf"\W(?:{_by_letter(heads)})")

    def of(self, text: str) -> ScannedText:
        """The text with the places of all heads."""
        starts: defaultdict[str, list[int]] = defaultdict(list)
        for match in self._search.finditer(f"\n{text}"):  # something stands before its first word
            starts[match[0][1:]].append(match.start())
        return ScannedText(text, self._heads, starts)


@dataclass(frozen=True, slots=True)
class ScannedText:
    """A text, and where the heads of patterns stand in it."""

    text: str
    _heads: Mapping[WordPattern, Set[str]]
    _starts: Mapping[str, list[int]]

    def matches(self, pattern: WordPattern) -> Iterator[re.Match[str]]:
        """What ``pattern.pattern.finditer`` finds, for a pattern of the scan."""
        end = 0
        heads = self._heads[pattern]
        starts = (at for head, at in self._starts.items() if head in heads)
        for start in sorted(chain.from_iterable(starts)):
            match = pattern.pattern.match(self.text, start) if start >= end else None
            if match:
                end = match.end()
                yield match


def _by_letter(words: Iterable[str]) -> str:
    """A pattern for any of the words, in which each first letter is tried once."""
    by_letter = {
        letter: "|".join(re.escape(word[1:]) for word in group)
        for letter, group in groupby(sorted(words), key=itemgetter(0))
    }
    return "|".join(f"{re.escape(letter)}(?:{rests})" for letter, rests in by_letter.items())


def one_of(words: Iterable[str], beside: str = r"[\w-]") -> str:
    """A pattern for any of the words, the longest first, where no character ``beside`` touches it.

    It means ``(?<!beside)(?:word|word...)(?!beside)`` and begins with letters. What follows an
    abbreviation's dot may touch it, but for another word: ``Art.6``, ``lit.f``. For a space in a word, a
    line may end.
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
        escaped = re.escape(rest).replace(r"\ ", r"\s")
        (dotted if rest.endswith(".") else plain).append(escaped)
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
