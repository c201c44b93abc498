"""Reading one word of a place with its numbers: ``Articles 13, 14 and 15(2)``, ``first subparagraph``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lexdesk.citations.eids import RANK, Path
from lexdesk.citations.grammar import (
    BRACKETS,
    CLOSE_BRACKETS,
    FORM_OF_LEVEL,
    VALUES,
    Grammar,
    is_quantity,
    number_of,
)
from lexdesk.citations.ranges import expand
from lexdesk.structure.numbers import roman_value

MOST_PLACES = 400
"""A list of more is cut; the longest real ones have about a hundred."""

DEEPEST = 8
_BEHIND_DASH = re.compile(r".(?P<number>\d{1,4}[a-z]{0,2})(?!\w)")
_ROMAN_SECTION = re.compile(r"\s(?:[IVX]{1,6}|[A-Z])\b(?!\.)")
_TO_AN_ACT = re.compile(r"\sto\s(?:the|that)\s[A-Z]")
_OWN_LEVELS = (
    "article",
    "section",
    "annex",
    "schedule",
    "recital",
    "regulation",
    "chapter",
    "part",
    "title",
    "book",
    "subdivision",
)


@dataclass(frozen=True, slots=True)
class Group:
    """A word with its numbers, as the places that they cite, and what it points at."""

    paths: tuple[Path, ...]
    end: int
    here: str = ""
    here_noun: str = ""

    @property
    def rank(self) -> int:
        """How far inside its outermost step is."""
        return RANK[self.paths[0][0][0]]

    @property
    def depth(self) -> int:
        """How far inside its innermost step is, sentences left out."""
        ranks = [RANK[level] for level, _ in self.paths[-1] if level != "sentence"]
        return max(ranks, default=RANK["paragraph"])


class GroupReader:
    """Reads groups at positions of a text, none beyond ``end``."""

    def __init__(self, text: str, grammar: Grammar) -> None:
        self.text = text
        self.grammar = grammar
        self.end = len(text)

    def group(self, start: int) -> Group | None:
        """A word with its numbers, or ordinals with their word."""
        if ordinal := self.grammar.ordinal.match(self.text, start, self.end):
            return self._ordinals(ordinal)
        word = self.grammar.keyword.match(self.text, start, self.end)
        if word is None:
            return None
        level = self._level(word[0])
        if word[0] == "Annex" or (word[0] == "Schedule" and self._is_only_one(word.end())):
            return self._numbers(level, word.end()) or Group((((level, "1"),),), word.end())
        return self._numbers(level, word.end())

    def _is_only_one(self, position: int) -> bool:
        """``the Schedule to the Act`` has no number."""
        return _TO_AN_ACT.match(self.text, position, self.end) is not None

    def _level(self, word: str) -> str:
        return self.grammar.levels.get(word) or self.grammar.levels[word.lower()]

    def _ordinals(self, match: re.Match[str]) -> Group:
        words = re.split(r"\W+", match["ordinals"].lower())
        stems = self.grammar.ordinals
        numbers = [
            str(stems.index(stem) + 1) for word in words for stem in stems if word.startswith(stem)
        ]
        noun = match["noun"].lower()
        level = "schedule" if noun.startswith("sched") else "subparagraph"
        if noun.startswith(("sentence", "indent", "halb", "satz", "altern", "phrase", "tiret")):
            level = "sentence"
        return Group(tuple(((level, number),) for number in dict.fromkeys(numbers)), match.end())

    def _numbers(self, level: str, position: int) -> Group | None:
        """``13, 14 and 15(2)`` behind the word of their level."""
        first = self._value(level, position)
        if first is None:
            return None
        paths, end = [first[0]], first[1]
        while len(paths) < MOST_PLACES:
            separator = self.grammar.separator.match(self.text, end, self.end)
            value = self._next_value(level, separator.end(), paths[-1]) if separator else None
            if separator is None or value is None:
                break
            names = separator.groupdict()
            is_range = any(names.get(name) for name in ("range", "r1", "dash"))
            paths += _between(paths[-1], value[0]) if is_range else [value[0]]
            end = value[1]
        return Group(tuple(paths[:MOST_PLACES]), end)

    def _value(self, level: str, position: int) -> tuple[Path, int] | None:
        """One number with what is in brackets behind it."""
        form = self._form(level, position)
        match = VALUES[form].match(self.text, position, self.end)
        if match is not None and not is_quantity(self.text, match.end()):
            return self._brackets(((level, number_of(match["number"])),), match.end(), form)
        if "letter" in form and (match := BRACKETS.match(self.text, position, self.end)):
            return self._brackets(((level, _bare(match[0])),), match.end(), form)
        return None

    def _form(self, level: str, position: int) -> str:
        """The form of the numbers; a section that is a division has Roman ones."""
        form = FORM_OF_LEVEL[level]
        if level == "section" and _ROMAN_SECTION.match(self.text, position, self.end):
            return "roman"
        bare = self.grammar.bare_letters or self.text.startswith("lit.", position - len("lit."))
        return "bare letter" if form == "letter" and bare else form

    def _brackets(self, path: Path, position: int, form: str) -> tuple[Path, int]:
        if form == "roman":
            return path, position
        while len(path) < DEEPEST and (
            match := CLOSE_BRACKETS.match(self.text, position, self.end)
        ):
            if path[0][0] in ("letter", "recital") and match[0][0] == " ":
                break
            path = (*path, ("bracket", _bare(match[0])))
            position = match.end()
        return path, position

    def _next_value(self, level: str, position: int, previous: Path) -> tuple[Path, int] | None:
        """The next of a list: a number like the first, or brackets that replace the last ones."""
        before = self.text[position - 1] if position else ""
        if self.text.startswith("(", position):
            return self._next_brackets(level, position, previous) if before != "\n" else None
        if not before.isspace() and before not in ("–", "-", ","):
            return None
        form = self._form(level, position - 1)
        match = VALUES[form].match(self.text, position - 1, self.end)
        if match is None and before in ("–", "-"):
            match = _BEHIND_DASH.match(self.text, position - 1, self.end)
        if match is None or not _alike(match["number"], previous[0][1]):
            return None
        begins_line = before == "\n" and self.text[match.end() : match.end() + 1] in (".", ")")
        if begins_line or is_quantity(self.text, match.end()):
            return None
        return self._brackets(((level, number_of(match["number"])),), match.end(), form)

    def _next_brackets(self, level: str, position: int, previous: Path) -> tuple[Path, int] | None:
        """``(2)`` behind ``Article 6(1) and``: it stands in the place of the like number before."""
        match = BRACKETS.match(self.text, position, self.end)
        if match is None or (len(previous) == 1 and FORM_OF_LEVEL[level] != "letter"):
            return None
        number = _bare(match[0])
        kept = _before_like(previous, number)
        if kept is None:
            return None
        return self._brackets((*kept, (previous[len(kept)][0], number)), match.end(), "letter")


def _between(first: Path, last: Path) -> list[Path]:
    """The places after ``first`` up to ``last``: ranges run over the innermost step of the last."""
    if len(last) != len(first) or last[:-1] != first[:-1]:
        return [last]
    level, number = last[-1]
    return [(*last[:-1], (level, each)) for each in expand(first[-1][1], number)[1:]]


def _before_like(previous: Path, number: str) -> Path | None:
    """The path up to the innermost step that is numbered like ``number``, ``None`` without one."""
    for index in reversed(range(len(previous))):
        if index == 0 and previous[0][0] in _OWN_LEVELS:
            break
        if _system(previous[index][1]) & _system(number):
            return previous[:index]
    return None


def _system(number: str) -> set[str]:
    if number[0].isdigit():
        return {"figure"}
    systems = {"upper" if number.isupper() else "letter"}
    if len(number) > 1 and roman_value(number) is not None:
        systems = {"roman" + ("U" if number.isupper() else "")}
    elif roman_value(number) is not None:
        systems.add("roman" + ("U" if number.isupper() else ""))
    return systems


def _alike(number: str, first: str) -> bool:
    """A list of figures goes on with figures, one of letters with letters."""
    return number[0].isdigit() == first[0].isdigit() or number.isupper()


def _bare(printed: str) -> str:
    return printed.strip(" ().")
