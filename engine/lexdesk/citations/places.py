"""Reading the places that a text cites: ``Article 6(1), first subparagraph, point (f)``.

A place is read as a group (a word and its numbers), which what follows may put inside another
(``point (a) of Article 6``) or narrow (``Article 6, point (a)``); groups joined by commas and
"and" are one citation.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

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

_DEEPEST = 8
_BEHIND_DASH = re.compile(r".(?P<number>\d{1,4}[a-z]{0,2})(?!\w)")
_ROMAN_SECTION = re.compile(r"\s(?:[IVX]{1,6}|[A-Z])\b(?!\.)")
_TO_AN_ACT = re.compile(r"\sto\s(?:the|that)\s[A-Z]")
_GLOSS = re.compile(
    r"\s\((?:[^()\n]|\([^()\n]{0,80}\)){8,240}\)(?=,?\s(?:of|to)\s|,?\s(?:of|to)\s)"
)
_DIVISIONS = ("annex", "schedule", "book", "part", "title", "chapter", "section", "subdivision")
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
class Places:
    """Places cited in one expression, and what it points at: ``of this Article``, ``that section``."""

    start: int
    end: int
    paths: tuple[Path, ...]
    here: str = ""
    here_noun: str = ""
    nested: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
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
        levels = [level for level, _ in self.paths[-1] if level != "sentence"]
        return RANK[levels[-1]] if levels else RANK["paragraph"]


def find_places(text: str, grammar: Grammar, ends: Sequence[int]) -> Iterator[Places]:
    """Every expression that cites places, in order; none overlaps another but within a gloss.

    None runs over one of the ``ends``, positions in ascending order.
    """
    reader = _Reader(text, grammar, ends)
    position = 0
    while (start := reader.next_start(position)) is not None:
        places = reader.expression(start)
        if places is None:
            position = start + 1
            continue
        yield places
        yield from _inside_glosses(places, reader)
        position = max(places.end, start + 1)


def _inside_glosses(places: Places, reader: _Reader) -> Iterator[Places]:
    """Citations within ``(inserted by section 77 of the Finance Act, 1998)``."""
    for start, end in reader.glosses:
        position = start
        while (at := reader.next_start(position)) is not None and at < end:
            inner = reader.expression(at)
            if inner is not None and inner.end <= end:
                yield replace(inner, nested=True)
            position = max(inner.end if inner else 0, at + 1)
    reader.glosses.clear()


class _Reader:
    """Reads groups at positions of a text."""

    def __init__(self, text: str, grammar: Grammar, ends: Sequence[int]) -> None:
        self.text = text
        self.grammar = grammar
        self.glosses: list[tuple[int, int]] = []
        self._starts = _merged_starts(text, grammar)
        self._at = 0
        self._ends = ends
        self._end = len(text)

    def next_start(self, position: int) -> int | None:
        """Where the next word stands that may begin a place, from ``position`` on."""
        while self._at > 0 and self._starts[self._at - 1] >= position:
            self._at -= 1
        while self._at < len(self._starts) and self._starts[self._at] < position:
            self._at += 1
        return self._starts[self._at] if self._at < len(self._starts) else None

    def expression(self, start: int) -> Places | None:
        """The whole expression from here: items joined by commas and "and"."""
        at = bisect_right(self._ends, start)
        self._end = self._ends[at] if at < len(self._ends) else len(self.text)
        item = self._item(start)
        if item is None:
            return None
        paths, last = list(item.paths), item
        end, here, noun = item.end, item.here, item.here_noun
        while len(paths) < MOST_PLACES and not here:
            joint = self.grammar.further.match(self.text, end, self._end)
            following = self._item(joint.end()) if joint else None
            if joint is None or following is None or not self._goes_on(last, following, joint[0]):
                break
            following = self._inherit(last, following)
            paths += following.paths
            last, end, here, noun = following, following.end, following.here, following.here_noun
        if not any(path for path in paths):
            return None
        return Places(start, end, tuple(path for path in paths if path)[:MOST_PLACES], here, noun)

    def _goes_on(self, last: _Group, following: _Group, joint: str) -> bool:
        """Whether a list goes on: § and Artikel are of different acts; a comma joins like to like."""
        level = following.paths[0][0][0]
        if {last.paths[0][0][0], level} == {"section", "article"}:
            return False
        if joint.strip(", "):
            return True
        known = last.paths[-1] if self.grammar.inherits else last.paths[0][:1]
        return any(level == each for each, _ in known)

    def _inherit(self, last: _Group, following: _Group) -> _Group:
        """``Absatz 4`` behind ``Artikel 56 Absatz 1 oder`` is of Article 56."""
        if not self.grammar.inherits or following.rank <= last.rank:
            return following
        outer = tuple(step for step in last.paths[-1] if RANK[step[0]] < following.rank)
        return replace(following, paths=tuple(outer + path for path in following.paths))

    def _item(self, start: int) -> _Group | None:
        """A group with what narrows it and what it is part of."""
        group = self._group(start)
        if group is None or self.text.startswith("part", start):
            return None
        for _ in range(_DEEPEST):
            group, before = self._grown(group), group
            if group == before:
                break
        if all(step[0] == "sentence" for path in group.paths for step in path):
            return None
        return group

    def _grown(self, group: _Group) -> _Group:
        if group.here:
            return group
        if here := self.grammar.here.match(self.text, group.end, self._end):
            return self._here(group, here)
        return self._narrowed(group) or self._inside(group) or self._behind_gloss(group) or group

    def _here(self, group: _Group, here: re.Match[str]) -> _Group:
        pointed = here.groupdict()
        which = "that" if pointed.get("that") else "this"
        return replace(group, end=here.end(), here=which, here_noun=here["noun"])

    def _narrowed(self, group: _Group) -> _Group | None:
        """``Article 6, point (a)``: what is narrower applies to the last place."""
        joint = self.grammar.down.match(self.text, group.end, self._end)
        inner = self._group(joint.end()) if joint else None
        if inner is None or not _is_inside(inner, group):
            return None
        last = group.paths[-1]
        paths = (*group.paths[:-1], *(last + path for path in inner.paths))
        return replace(group, paths=paths, end=inner.end)

    def _inside(self, group: _Group) -> _Group | None:
        """``point (a) of Article 6``: the group is part of a wider one."""
        joint = self.grammar.up.match(self.text, group.end, self._end)
        outer = self._group(joint.end()) if joint else None
        if outer is None or outer.rank >= group.rank:
            return None
        if outer.rank == RANK["annex"] and group.paths[0][0][0] == "article":
            return None
        paths = tuple(wide + path for wide in outer.paths for path in group.paths)
        return replace(outer, paths=paths[:MOST_PLACES])

    def _behind_gloss(self, group: _Group) -> _Group | None:
        """``section 49 (tax treatment of trusts) of``: the gloss is passed over."""
        gloss = _GLOSS.match(self.text, group.end, self._end)
        if gloss is None or (gloss.start(), gloss.end()) in self.glosses:
            return None
        self.glosses.append((gloss.start(), gloss.end()))
        return replace(group, end=gloss.end())

    def _group(self, start: int) -> _Group | None:
        """A word with its numbers, or ordinals with their word."""
        if ordinal := self.grammar.ordinal.match(self.text, start, self._end):
            return self._ordinals(ordinal)
        word = self.grammar.keyword.match(self.text, start, self._end)
        if word is None:
            return None
        level = self._level(word[0])
        if word[0] == "Annex" or (word[0] == "Schedule" and self._is_only_one(word.end())):
            return self._numbers(level, word.end()) or _Group((((level, "1"),),), word.end())
        return self._numbers(level, word.end())

    def _is_only_one(self, position: int) -> bool:
        """``the Schedule to the Act`` has no number."""
        return _TO_AN_ACT.match(self.text, position, self._end) is not None

    def _level(self, word: str) -> str:
        return self.grammar.levels.get(word) or self.grammar.levels[word.lower()]

    def _ordinals(self, match: re.Match[str]) -> _Group:
        words = re.split(r"\W+", match["ordinals"].lower())
        stems = self.grammar.ordinals
        numbers = [
            str(stems.index(stem) + 1) for word in words for stem in stems if word.startswith(stem)
        ]
        noun = match["noun"].lower()
        level = "schedule" if noun.startswith("sched") else "subparagraph"
        if noun.startswith(("sentence", "indent", "halb", "satz", "altern", "phrase", "tiret")):
            level = "sentence"
        return _Group(tuple(((level, number),) for number in dict.fromkeys(numbers)), match.end())

    def _numbers(self, level: str, position: int) -> _Group | None:
        """``13, 14 and 15(2)`` behind the word of their level."""
        first = self._value(level, position)
        if first is None:
            return None
        paths, end = [first[0]], first[1]
        while len(paths) < MOST_PLACES:
            separator = self.grammar.separator.match(self.text, end, self._end)
            value = self._next_value(level, separator.end(), paths[-1]) if separator else None
            if separator is None or value is None:
                break
            names = separator.groupdict()
            is_range = any(names.get(name) for name in ("range", "r1", "dash"))
            paths += _between(paths[-1], value[0]) if is_range else [value[0]]
            end = value[1]
        return _Group(tuple(paths[:MOST_PLACES]), end)

    def _value(self, level: str, position: int) -> tuple[Path, int] | None:
        """One number with what is in brackets behind it."""
        form = self._form(level, position)
        match = VALUES[form].match(self.text, position, self._end)
        if match is not None and not is_quantity(self.text, match.end()):
            return self._brackets(((level, number_of(match["number"])),), match.end(), form)
        if "letter" in form and (match := BRACKETS.match(self.text, position, self._end)):
            return self._brackets(((level, _bare(match[0])),), match.end(), form)
        return None

    def _form(self, level: str, position: int) -> str:
        """The form of the numbers; a section that is a division has Roman ones."""
        form = FORM_OF_LEVEL[level]
        if level == "section" and _ROMAN_SECTION.match(self.text, position, self._end):
            return "roman"
        return "bare letter" if form == "letter" and self.grammar.bare_letters else form

    def _brackets(self, path: Path, position: int, form: str) -> tuple[Path, int]:
        if form == "roman":
            return path, position
        while len(path) < _DEEPEST and (
            match := CLOSE_BRACKETS.match(self.text, position, self._end)
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
        match = VALUES[form].match(self.text, position - 1, self._end)
        if match is None and before in ("–", "-"):
            match = _BEHIND_DASH.match(self.text, position - 1, self._end)
        if match is None or not _alike(match["number"], previous[0][1]):
            return None
        begins_line = before == "\n" and self.text[match.end() : match.end() + 1] in (".", ")")
        if begins_line or is_quantity(self.text, match.end()):
            return None
        return self._brackets(((level, number_of(match["number"])),), match.end(), form)

    def _next_brackets(self, level: str, position: int, previous: Path) -> tuple[Path, int] | None:
        """``(2)`` behind ``Article 6(1) and``: it stands in the place of the like number before."""
        match = BRACKETS.match(self.text, position, self._end)
        if match is None or (len(previous) == 1 and FORM_OF_LEVEL[level] != "letter"):
            return None
        number = _bare(match[0])
        kept = _before_like(previous, number)
        if kept is None:
            return None
        return self._brackets((*kept, (previous[len(kept)][0], number)), match.end(), "letter")


def _merged_starts(text: str, grammar: Grammar) -> list[int]:
    """Positions of all words that may begin a place, in order."""
    words = {m.start() for m in grammar.keyword.finditer(text)}
    ordinals = {m.start() for m in grammar.ordinal.finditer(text)}
    return sorted(words | ordinals)


def _is_inside(inner: _Group, group: _Group) -> bool:
    """Whether what follows narrows the group.

    Divisions nest in different orders (Titel in Abschnitt); German introductory acts have sections
    in articles.
    """
    last, first = group.paths[-1][-1][0], inner.paths[0][0][0]
    if {last, first} == {"article", "section"}:
        return last == "article"
    if first in _DIVISIONS and last in _DIVISIONS:
        return first != last
    return inner.rank > group.depth


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
