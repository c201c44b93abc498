"""Reading one word of a place with its numbers: ``Articles 13, 14 and 15(2)``, ``first subparagraph``."""

from __future__ import annotations

import re
from typing import NamedTuple

from lexdesk.citations.eids import RANK, Path, is_relative
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
_LONGEST_GAP = 20
"""A list of Absätze, Nummern or Sätze of one § leaves out no more than so many."""

_YEAR = re.compile(r"1[89]\d\d|20\d\d")
_FIGURES = re.compile(r"\d+")
_BEHIND_DASH = re.compile(r".(?P<number>\d{1,4}[a-z]{0,2})(?!\w)")
_ROMAN_SECTION = re.compile(r"\s(?:[IVX]{1,6}|[A-Z])\b(?!\.)")
_TO_AN_ACT = re.compile(r"\sto\s(?:the|that)\s[A-Z]")
_REPEATED_ACT = re.compile(
    r"\s(?P<act>[A-Z]{2,6})(?=(?:,\s(?:and\s|or\s)?|\s(?:and|or|to|und|oder|bis|sowie|et|ou|à)\s)"
    r"\d{1,4}[a-z]?(?:\(\w{1,4}\)){0,4}\s(?P=act)(?!\w))"
)
"""In ``Articles 39 EC, 43 EC and 49 EC``: the act behind the last is that of all."""
_LETTER_APART = re.compile(r"(?<=\d)\s\([a-z]{1,2}\)(?=,?\s(?:of|to|and|or|there(?:of|to))\b)")
"""In ``points 5 (b) and (c) of Annex III``; what follows tells it from a gloss."""

_ROMAN_ALONE = {"i", "v", "x"}
"""Lists do not reach the fiftieth place: ``c`` and ``l`` alone are letters."""


Value = tuple[Path, int]
"""The place that one number cites, with what is in brackets behind it, and where that ends."""


class Group(NamedTuple):
    """A word with its numbers, as the places that they cite, and what it points at."""

    paths: tuple[Path, ...]
    end: int
    here: str = ""
    here_noun: str = ""

    @property
    def level(self) -> str:
        """That of the outermost step of its first place."""
        return self.paths[0][0][0]

    @property
    def rank(self) -> int:
        """How far inside its outermost step is."""
        return RANK[self.level]

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
        self.is_plural = False  # whether what is read begins with §§
        self.only_section: int | None = None  # behind §§, until a second one is read

    def group(self, start: int) -> Group | None:
        """A word with its numbers, or ordinals with their word."""
        if ordinal := self.grammar.ordinal.match(self.text, start, self.end):
            return self._ordinals(ordinal)
        word = self.grammar.keyword.match(self.text, start, self.end)
        if word is None:
            return None
        level = self._level(word[0])
        if word[0] == "§§":
            return self._sections(word.end())
        if word[0] == "Annex" or (word[0] == "Schedule" and self._is_only_one(word.end())):
            return self._numbers(level, word.end()) or Group((((level, "1"),),), word.end())
        return self._numbers(level, word.end())

    def _sections(self, position: int) -> Group | None:
        """What stands behind §§, which promises more than one."""
        self.only_section = None
        sections = self._numbers("section", position)
        if sections is not None and len(sections.paths) == 1:
            number = _FIGURES.match(sections.paths[0][0][1])
            self.only_section = int(number[0]) if number else None
        return sections

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
        paths, end = self._with_next(*first)
        while len(paths) < MOST_PLACES:
            separator = self.grammar.separator.match(
                self.text, self._behind_repeated_act(level, end), self.end
            )
            value = self._next_value(level, separator.end(), paths[-1]) if separator else None
            if separator is None or value is None or self._is_word(end, value):
                break
            names = separator.groupdict()
            is_range = any(names.get(name) for name in ("range", "r1", "dash"))
            if not is_range and self._is_outer(level, paths[-1], value):
                break
            further, end = self._with_next(*value)
            paths += between(paths[-1], value[0]) + further[1:] if is_range else further
        return Group(tuple(paths[:MOST_PLACES]), end)

    def _behind_repeated_act(self, level: str, position: int) -> int:
        repeated = _REPEATED_ACT.match(self.text, position, self.end)
        return repeated.end() if repeated and level in ("article", "section") else position

    def _is_word(self, before: int, value: Value) -> bool:
        """Whether a letter lacks the bracket of the one before: ``points e) ou f), y compris``."""
        is_letter = value[0][-1][1].isalpha() and self.text[value[1] - 1] != ")"
        return is_letter and self.text[before - 1] == ")"

    def _with_next(self, path: Path, position: int) -> tuple[list[Path], int]:
        """The place, and for ``433 f.`` the next one; where ``433 ff.`` ends is not told."""
        onward = self.grammar.onward.match(self.text, position, self.end)
        if onward is None:
            return [path], position
        level, number = path[-1]
        is_next = onward.groupdict().get("next") and number.isdigit()
        following = [(*path[:-1], (level, str(int(number) + 1)))] if is_next else []
        return [path, *following], onward.end()

    def _is_outer(self, level: str, previous: Path, value: Value) -> bool:
        """Whether a figure in a list of Absätze or what is narrower is the next § or article.

        ``280`` in ``§§ 437 Nr. 3, 280 Abs. 1`` has a word behind that is not narrower than the list,
        ``281`` in ``§§ 280 Abs. 1, 3, 281`` lies far behind the last number, ``9`` in ``§§ 8 Abs. 1, 9``
        is the second § that the sign promises.
        """
        if not self.grammar.inherits or RANK[level] < RANK["paragraph"]:
            return False
        number, before = _FIGURES.match(value[0][0][1]), _FIGURES.match(previous[0][1])
        if number is None or before is None:
            return False
        if self.only_section is not None and int(number[0]) > self.only_section:
            return True
        if (self.is_plural or level == "paragraph") and int(number[0]) > int(
            before[0]
        ) + _LONGEST_GAP:
            return True
        is_apart = self.text[value[1] : value[1] + 1].isspace()
        word = self.grammar.keyword.match(self.text, value[1] + 1, self.end) if is_apart else None
        # a sentence may be divided further by numbers and letters
        widest = RANK["paragraph"] if level == "sentence" else RANK[level]
        return word is not None and RANK["paragraph"] <= RANK[self._level(word[0])] <= widest

    def _value(self, level: str, position: int) -> Value | None:
        """One number with what is in brackets behind it."""
        form = self._form(level, position)
        match = VALUES[form].match(self.text, position, self.end)
        if level == "regulation" and match is not None and _YEAR.fullmatch(match["number"]):
            return None  # the end of a title: "Regulations 1996"
        if match is not None and not is_quantity(self.text, match.end()):
            return self._brackets(((level, number_of(match["number"])),), match.end(), form)
        if "letter" in form and (match := BRACKETS.match(self.text, position, self.end)):
            return self._brackets(((level, _bare(match[0])),), match.end(), form)
        return None

    def _form(self, level: str, position: int) -> str:
        """The form of the numbers; a section that is a division has Roman ones, as old Artikel have."""
        form = FORM_OF_LEVEL[level]
        if level == "article" and self.grammar.roman_article.match(self.text, position, self.end):
            return "roman"
        if level == "section" and _ROMAN_SECTION.match(self.text, position, self.end):
            return "roman"
        bare = self.grammar.bare_letters or self.text.startswith("lit.", position - len("lit."))
        return "bare letter" if form == "letter" and bare else form

    def _brackets(self, path: Path, position: int, form: str) -> Value:
        if form == "roman":
            return path, position
        if path[0][0] in ("section", "article") and (
            with_paragraph := self._roman_paragraph(path, position)
        ):
            paragraph, end = with_paragraph
            post = self.grammar.posts.match(self.text, end, self.end)
            return self._post(paragraph, post) if post else with_paragraph
        if path[-1][0] == "paragraph" and (
            post := self.grammar.posts.match(self.text, position, self.end)
        ):
            return self._post(path, post)
        while len(path) < DEEPEST and (
            match := CLOSE_BRACKETS.match(self.text, position, self.end)
        ):
            is_apart = path[0][0] in ("letter", "recital") and match[0][0] == " "
            if is_apart and not _LETTER_APART.match(self.text, position):
                break
            path = (*path, ("bracket", _bare(match[0])))
            position = match.end()
        return path, position

    def _roman_paragraph(self, outer: Path, position: int) -> Value | None:
        """``I`` in ``§ 280 I BGB``, with the figure of its sentence in ``§ 433 I 1 BGB``."""
        match = self.grammar.roman.match(self.text, position, self.end)
        paragraph = roman_value(match["number"]) if match else None
        if match is None or paragraph is None:
            return None
        sentence = [("sentence", match["sentence"])] if match["sentence"] else []
        return (*outer, ("paragraph", str(paragraph)), *sentence), match.end()

    def _post(self, paragraph: Path, match: re.Match[str]) -> Value:
        """``A. III. Nr. 1`` or ``A III 1`` behind ``§ 266 Abs. 2``, as balance sheets number."""
        numbers = [("number", match[name]) for name in ("roman", "figure") if match[name]]
        return (*paragraph, ("letter", match["letter"]), *numbers), match.end()

    def _next_value(self, level: str, position: int, previous: Path) -> Value | None:
        """The next of a list: a number like the first, or brackets that replace the last ones."""
        before = self.text[position - 1] if position else ""
        is_recital = level == "recital" and self.text[position + 1 : position + 2].isdigit()
        if self.text.startswith("(", position) and not is_recital:
            return self._next_brackets(level, position, previous) if before != "\n" else None
        if not before.isspace() and before not in ("–", "-", ","):
            return None
        if len(previous) > 1 and previous[1][0] == "paragraph":
            with_paragraph = self._roman_paragraph(previous[:1], position - 1)
            if with_paragraph is not None:
                return with_paragraph
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

    def _next_brackets(self, level: str, position: int, previous: Path) -> Value | None:
        """``(2)`` behind ``Article 6(1) and``: it stands in the place of the like number before."""
        match = BRACKETS.match(self.text, position, self.end)
        if match is None or (len(previous) == 1 and FORM_OF_LEVEL[level] != "letter"):
            return None
        number = _bare(match[0])
        kept = _before_like(previous, number)
        if kept is None:
            return None
        return self._brackets((*kept, (previous[len(kept)][0], number)), match.end(), "letter")


def between(first: Path, last: Path) -> list[Path]:
    """The places after ``first`` up to ``last``: ranges run over the innermost step of the last."""
    if len(last) != len(first) or last[:-1] != first[:-1]:
        return [last]
    level, number = last[-1]
    return [(*last[:-1], (level, each)) for each in expand(first[-1][1], number)[1:]]


def _before_like(previous: Path, number: str) -> Path | None:
    """The path up to the innermost step that is numbered like ``number``, ``None`` without one."""
    for index in reversed(range(len(previous))):
        if index == 0 and not is_relative(previous):
            break
        inside_letter = index > 0 and previous[index - 1][1].isalpha()
        if _system(previous[index][1], inside_letter=inside_letter) & _system(number):
            return previous[:index]
    return None


def _system(number: str, *, inside_letter: bool = False) -> set[str]:
    """The numberings that the number may be of; ``i`` behind ``a`` is a Roman one, ``(a)(i)``."""
    if number[0].isdigit():
        return {"figure"}
    letter, roman = ("upper", "upper roman") if number.isupper() else ("letter", "roman")
    if len(number) > 1:
        return {letter if roman_value(number) is None else roman}
    if number.lower() in _ROMAN_ALONE:
        return {roman} if inside_letter else {letter, roman}
    return {letter}


def _alike(number: str, first: str) -> bool:
    """A list of figures goes on with figures, one of letters with letters."""
    return number[0].isdigit() == first[0].isdigit() or number.isupper()


def _bare(printed: str) -> str:
    return printed.strip(" ().")
