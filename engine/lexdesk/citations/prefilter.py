"""Prefiltering of long texts: candidate positions of patterns, and windows around signs.

``re`` skips quickly to the next letter that may begin a match, but only for patterns that begin
with letters; a look-behind or word boundary makes it stop at every character (ten times slower).
For frequent letters, twenty such patterns take as long as all other extraction, so patterns that
begin words are tried only at the positions of their first letters, found by a ``WordScan`` in one
pass.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache, wraps
from itertools import chain
from typing import TypeVar

from lexdesk.text.lazy_pattern import lazy_pattern

_Key = TypeVar("_Key", bound=Hashable)
_Made = TypeVar("_Made")
_SLASH = lazy_pattern(r"/\n?\d")


@dataclass(frozen=True, slots=True, eq=False)  # hashed by identity: comparing heads is slow
class WordPattern:
    """A pattern with matches only at the start of a word that begins with one of ``heads``."""

    pattern: re.Pattern[str] | NamePattern
    heads: tuple[str, ...]


def cache_once(make: Callable[[_Key], _Made]) -> Callable[[_Key], _Made]:
    """Cache ``make``; threads that ask at the same time get one result, unlike from ``functools.cache``.

    For results with patterns: a scan does not know another pattern of the same words.
    """
    cached, lock = cache(make), threading.RLock()

    @wraps(make)
    def get(key: _Key) -> _Made:
        with lock:
            return cached(key)

    return get


def build_word_pattern(*alternatives: str, behind: str = r"\b") -> WordPattern:
    """Return a pattern for any of the words or phrases, followed by the pattern ``behind``.

    A space also matches a line break.
    """
    any_of = "|".join(re.escape(word).replace(r"\ ", r"\s") for word in alternatives)
    return WordPattern(
        lazy_pattern(f"(?:{any_of}){behind}"), tuple(word.split()[0] for word in alternatives)
    )


class WordScan:
    """A one-pass search for the candidate positions of several patterns."""

    def __init__(self, *patterns: WordPattern) -> None:
        heads: list[str] = []
        for head in sorted({head for pattern in patterns for head in pattern.heads}):
            if not heads or not head.startswith(heads[-1]):  # prefixes sort before longer heads
                heads.append(head)
        known = frozenset(heads)
        self._heads = {
            pattern: {
                prefix for head in pattern.heads for prefix in _prefixes(head) if prefix in known
            }
            for pattern in patterns
        }
        large = [head for head in heads if not "a" <= head[0] <= "z"]
        small = [head for head in heads if "a" <= head[0] <= "z"]
        groups = [by_letter(group) for group in (large, small) if group]
        self._search = lazy_pattern(rf"\W(?:{'|'.join(groups)})")

    def of(self, text: str) -> ScannedText:
        """Find the positions of all heads in a text."""
        starts: defaultdict[str, list[int]] = defaultdict(list)
        for match in self._search.finditer(f"\n{text}"):  # the pattern needs a character before
            starts[match[0][1:]].append(match.start())
        return ScannedText(text, self._heads, starts)


@dataclass(frozen=True, slots=True)
class ScannedText:
    """A text with the positions of the patterns' heads."""

    text: str
    _heads: Mapping[WordPattern, Set[str]]
    _starts: Mapping[str, list[int]]

    def matches(self, pattern: WordPattern) -> Iterator[re.Match[str]]:
        """Yield the matches of ``pattern.pattern.finditer``, for a pattern of the scan."""
        end = 0
        heads = self._heads[pattern]
        starts = [at for head, at in self._starts.items() if head in heads]
        text, match_at = self.text, pattern.pattern.match
        for start in sorted(chain.from_iterable(starts)):
            match = match_at(text, start) if start >= end else None
            if match:
                end = match.end()
                yield match


def _prefixes(word: str) -> Iterator[str]:
    return (word[:length] for length in range(1, len(word) + 1))


def by_letter(words: Iterable[str]) -> str:
    """Return a pattern for any of the words that tries each first letter once; a space also matches a line break.

    Words that share their first letters are tried by the next one, so that few are tried in full.
    """
    rests: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(words):
        rests[word[0]].append(word[1:])
    letters = [_literal(letter) for letter in rests]
    tried = "|".join(
        letter + _rest(rest) for letter, rest in zip(letters, rests.values(), strict=True)
    )
    return f"(?=[{''.join(letters)}])(?:{tried})" if len(letters) > _FEW else tried


_FEW = 3
"""Up to so many alternatives are tried without a look at the next letter."""


def _rest(words: list[str]) -> str:
    if "" in words or len(words) == 1:
        return f"(?:{'|'.join(map(_literal, words))})"
    return f"(?:{by_letter(words)})"


def _literal(text: str) -> str:
    return re.escape(text).replace(r"\ ", r"\s")


def any_word(words: Iterable[str], word_characters: str = r"[\w-]") -> str:
    """Return a pattern for any of the words, the longest first, not touched by one of ``word_characters``.

    It is equivalent to ``(?<!word_characters)(?:word|word...)(?!word_characters)`` but begins with letters. A single
    character may follow an abbreviation's dot, but not another word: ``Art.6``, ``lit.f``. A space
    also matches a line break.
    """
    by_letter: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(words, key=len, reverse=True):
        by_letter[word[0]].append(word[1:])
    return "|".join(
        f"{letter}(?<!{word_characters}{letter})(?:{_with_endings(rests, word_characters)})"
        for letter, rests in by_letter.items()
    )


def _with_endings(rests: Iterable[str], word_characters: str) -> str:
    """Return the rests of words, each with its forbidden continuation."""
    dotted: list[str] = []
    plain: list[str] = []
    for rest in rests:
        escaped = re.escape(rest).replace(r"\ ", r"\s")
        (dotted if rest.endswith(".") else plain).append(escaped)
    groups = ((dotted, r"(?![^\W\d_]{2})"), (plain, f"(?!{word_characters})"))
    return "|".join(f"(?:{'|'.join(group)}){end}" for group, end in groups if group)


class NamePattern:
    """The pattern ``any_word`` of many names, compiled by their first two characters, where a text has these.

    All names of Union acts take 0.05 s to compile, and a text has few of them. No name has a space among the two.
    Those of ``first`` are tried first, and are followed by the pattern ``behind``.
    """

    def __init__(self, names: Iterable[str], first: Iterable[str] = (), behind: str = "") -> None:
        self._names, self._first = _by_initials(names), _by_initials(first)
        self._behind = behind
        self._patterns: dict[str, re.Pattern[str]] = {}

    def match(self, text: str, position: int) -> re.Match[str] | None:
        """Return the match of the pattern at a position."""
        initials = text[position : position + 2]
        if initials not in self._patterns:
            if initials not in self._names and initials not in self._first:
                return None
            self._patterns[initials] = self._compiled(initials)
        return self._patterns[initials].match(text, position)

    def _compiled(self, initials: str) -> re.Pattern[str]:
        names, first = self._names.get(initials), self._first.get(initials)
        alternatives = [f"(?:{any_word(first)}){self._behind}"] if first else []
        return re.compile("|".join([*alternatives, any_word(names)] if names else alternatives))


def _by_initials(names: Iterable[str]) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        found[name[:2]].append(name)
    return dict(found)


def any_case_word(words: Iterable[str]) -> str:
    """Return a pattern for any of the words, capitalised or not, that begins with letters."""
    return "|".join(
        f"{first}(?i:{re.escape(word[1:])})"
        for word in words
        for first in (word[0].lower(), word[0].upper())
    )


def find_slash_windows(text: str) -> list[tuple[int, int]]:
    """Return windows around slashed numbers: ``Regulation (EU) 2016/679``."""
    return find_windows(text, _SLASH.finditer(text), before=160, after=60)


def find_windows(
    text: str, signs: Iterable[re.Match[str]], *, before: int, after: int
) -> list[tuple[int, int]]:
    """Return windows of the given size around each sign, merged if they overlap."""
    windows: list[tuple[int, int]] = []
    for match in signs:
        start, end = max(0, match.start() - before), min(len(text), match.end() + after)
        if windows and start <= windows[-1][1]:
            start = windows.pop()[0]
        windows.append((start, end))
    return windows


def find_matches(
    pattern: re.Pattern[str], text: str, windows: Iterable[tuple[int, int]]
) -> Iterator[re.Match[str]]:
    """Yield the pattern's matches within the windows."""
    for start, end in windows:
        yield from pattern.finditer(text, start, end)


def find_after_words(
    pattern: re.Pattern[str], words: Iterable[str], text: str, start: int, end: int
) -> Iterator[re.Match[str]]:
    """Yield the matches of ``pattern.finditer``, for a pattern of which each match begins with one of ``words``.

    Faster for rare words: the search for a word does not stop at each of its first letters.
    """
    done = start
    for at in sorted(chain.from_iterable(_occurrences(text, word, start, end) for word in words)):
        match = pattern.match(text, at, end) if at >= done else None
        if match:
            done = match.end()
            yield match


def _occurrences(text: str, word: str, start: int, end: int) -> Iterator[int]:
    at = text.find(word, start, end)
    while at >= 0:
        yield at
        at = text.find(word, at + 1, end)
