"""Parsing of one level word with its numbers: ``Articles 13, 14 and 15(2)``, ``first subparagraph``."""

import re

from msgspec import Struct

from lexdesk.citations.eids import RANK, Path, is_relative
from lexdesk.citations.grammar import (
    BRACKETS,
    CLOSE_BRACKETS,
    FORM_OF_LEVEL,
    VALUES,
    Grammar,
    is_quantity,
    normalise_number,
)
from lexdesk.citations.ranges import expand_range
from lexdesk.structure.numbers import read_roman
from lexdesk.text.lazy_pattern import lazy_pattern

MOST_PLACES = 400
"""Maximum number of places in a list; the longest real ones have about a hundred."""

DEEPEST = 8
_LONGEST_GAP = 20
"""The widest gap in a list of Absätze, Nummern or Sätze of one §."""

_LONGEST_GAP_OF_SENTENCES = 4
_SECTION_AHEAD = lazy_pattern(r"(?:,\s\d{1,4}[a-z]?){0,8}\s[IVX]{1,5}(?!\w)")
"""Behind a figure that is a section: ``22, 23 I`` in ``§§ 224 I Nr. 2, 22, 23 I StGB``."""
_OF_SEVERAL = ("§§", "Articles", "articles")
_YEAR = lazy_pattern(r"1[89]\d\d|20\d\d")
_FIGURES = lazy_pattern(r"\d+")
_BEHIND_DASH = lazy_pattern(r".(?P<number>\d{1,4}[a-z]{0,2})(?!\w)")
_HYPHENATED = lazy_pattern(r"(?P<first>\d+)-(?P<second>\d+)")
_ROMAN_SECTION = lazy_pattern(r"\s(?:[IVX]{1,6}|[A-Z])\b(?!\.)")
_TO_AN_ACT = lazy_pattern(r"\sto\s(?:the|that)\s[A-Z]")
_REPEATED_ACT = lazy_pattern(
    r"\s(?P<act>[A-Z]{2,6})(?=(?:,\s(?:and\s|or\s)?|\s(?:and|or|to|und|oder|bis|sowie|et|ou|à)\s)"
    r"\d{1,4}[a-z]?(?:\(\w{1,4}\)){0,4}\s(?P=act)(?!\w))"
)
"""In ``Articles 39 EC, 43 EC and 49 EC``: the last act is that of all."""
_LETTER_APART = lazy_pattern(r"(?<=\d)\s\([a-z]{1,2}\)(?=,?\s(?:of|to|and|or|there(?:of|to))\b)")
"""In ``points 5 (b) and (c) of Annex III``; the next word distinguishes it from a gloss."""

_HALF = lazy_pattern(
    r",?\s\d{1,2}\.\s(?:Halbsatz|Halbs\.|Hs\.|HS|Alternative|Alt\.|Var\.|Variante|Fall)(?!\w)"
)
_WITH_HALF = ("sentence", "number", "paragraph")
"""Behind a Satz, its half or alternative: ``Satz 1, 1. Halbsatz``, ``Nr. 1 2. Alt.``; eids have none."""
_BARE_LETTERS = lazy_pattern(
    r"\s[a-z]{1,2}\)(?:(?:,\s|\s(?:und|oder|bis)\s)[a-z]{1,2}\))*(?=\s[A-ZÄÖÜ])"
)
"""Behind a Nummer, its letters: ``Nr. 3 a) und b) BGB``; cited is the Nummer."""

_LETTER_BEHIND = lazy_pattern(r",\s(?P<letter>[a-z])\)(?=[,;.\s])")
"""In ``article 6, § 1, b), du RGPD``."""

_ROMAN_ALONE = {"i", "v", "x"}
"""Lists do not reach the fiftieth place: ``c`` and ``l`` alone are letters."""


Value = tuple[Path, int]
"""The place cited by one number with its brackets, and its end."""


class Group(Struct, frozen=True):
    """A level word with its numbers, as cited places, and its pointer (``of this Article``)."""

    paths: tuple[Path, ...]
    end: int
    pointer: str = ""
    pointer_noun: str = ""

    @property
    def level(self) -> str:
        """Return the level of the outermost step of the first place."""
        return self.paths[0][0][0]

    @property
    def rank(self) -> int:
        """Return the depth of the outermost step."""
        return RANK[self.level]

    @property
    def depth(self) -> int:
        """Return the depth of the innermost step, without sentences."""
        ranks = [RANK[level] for level, _ in self.paths[-1] if level != "sentence"]
        return max(ranks, default=RANK["paragraph"])


class GroupParser:
    """A parser of groups at positions of a text, up to ``end``."""

    def __init__(self, text: str, grammar: Grammar) -> None:
        self.text = text
        self.grammar = grammar
        self.end = len(text)
        self.is_plural = False  # the citation begins with §§
        self.only_section: int | None = None  # after §§, until a second one is parsed
        self.is_several = False  # the citation has a word for several articles

    def group(self, start: int) -> Group | None:
        """Parse a level word with its numbers, or ordinals with their word."""
        if ordinal := self.grammar.ordinal.match(self.text, start, self.end):
            return self._ordinals(ordinal)
        word = self.grammar.keyword.match(self.text, start, self.end)
        if word is None:
            return None
        level = self._level(word[0])
        if word[0] in _OF_SEVERAL:
            return self._several(level, word.end())
        if word[0] == "Annex" or (word[0] == "Schedule" and self._is_only_one(word.end())):
            return self._numbers(level, word.end()) or Group((((level, "1"),),), word.end())
        return self._numbers(level, word.end())

    def _several(self, level: str, position: int) -> Group | None:
        """Parse the numbers after §§ or ``Articles``, which stand before several."""
        self.only_section, self.is_several = None, True
        sections = self._numbers(level, position)
        if sections is not None and len(sections.paths) == 1:
            number = _FIGURES.match(sections.paths[0][0][1])
            self.only_section = int(number[0]) if number else None
        return sections

    def _is_only_one(self, position: int) -> bool:
        """Return True for ``the Schedule to the Act``, without a number."""
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
        if noun in ("lid", "leden"):
            level = "paragraph"
        if noun.startswith(("sentence", "indent", "halb", "satz", "altern", "phrase", "tiret")):
            level = "sentence"
        return Group(tuple(((level, number),) for number in dict.fromkeys(numbers)), match.end())

    def _numbers(self, level: str, position: int) -> Group | None:
        """Parse ``13, 14 and 15(2)`` after the word of their level."""
        first = self._value(level, position)
        if first is None:
            return None
        paths, end = self._extend_onward(*first)
        while len(paths) < MOST_PLACES:
            if level in _WITH_HALF and (half := _HALF.match(self.text, end, self.end)):
                end = half.end()
                break
            separator = self.grammar.separator.match(
                self.text, self._skip_repeated_act(level, end), self.end
            )
            value = self._next_value(level, separator.end(), paths[-1]) if separator else None
            if separator is None or value is None or self._is_word(end, value):
                break
            names = separator.groupdict()
            is_range = any(names.get(name) for name in ("range", "r1", "dash"))
            if not is_range and self._is_outer(level, paths[-1], value):
                break
            further, end = self._extend_onward(*value)
            paths += list_places_between(paths[-1], value[0]) + further[1:] if is_range else further
        return Group(tuple(paths[:MOST_PLACES]), end)

    def _skip_repeated_act(self, level: str, position: int) -> int:
        if level not in ("article", "section"):
            return position
        repeated = _REPEATED_ACT.match(self.text, position, self.end)
        return repeated.end() if repeated else position

    def _is_word(self, before: int, value: Value) -> bool:
        """Return True if a letter lacks the bracket of the one before: ``points e) ou f), y compris``."""
        is_letter = value[0][-1][1].isalpha() and self.text[value[1] - 1] != ")"
        return is_letter and self.text[before - 1] == ")"

    def _extend_onward(self, path: Path, position: int) -> tuple[list[Path], int]:
        """Return the place, and for ``433 f.`` the next one; the end of ``433 ff.`` is unknown."""
        onward = self.grammar.onward.match(self.text, position, self.end)
        if onward is None:
            return [path], position
        level, number = path[-1]
        is_next = onward.groupdict().get("next") and number.isdigit()
        following = [(*path[:-1], (level, str(int(number) + 1)))] if is_next else []
        return [path, *following], onward.end()

    def _is_outer(self, level: str, previous: Path, value: Value) -> bool:
        """Return True if a figure in a list of narrow levels is the next § or article.

        ``280`` in ``§§ 437 Nr. 3, 280 Abs. 1`` is followed by a wider level than the list, ``281``
        in ``§§ 280 Abs. 1, 3, 281`` is far from the last number, ``9`` in ``§§ 8 Abs. 1, 9`` is the
        second §.
        """
        if RANK[level] < RANK["paragraph"]:
            return False
        if not self.grammar.inherits:
            is_figure = value[0][0][1].isdigit() and self.only_section is not None
            return is_figure and int(value[0][0][1]) > (self.only_section or 0)
        number, before = _FIGURES.match(value[0][0][1]), _FIGURES.match(previous[0][1])
        if number is None or before is None:
            return False
        if self.only_section is not None and int(number[0]) > self.only_section:
            return True
        longest = _LONGEST_GAP_OF_SENTENCES if level == "sentence" else _LONGEST_GAP
        if (self.is_plural or level == "paragraph") and int(number[0]) > int(before[0]) + longest:
            return True
        if self.is_plural and _SECTION_AHEAD.match(self.text, value[1], self.end):
            return True
        is_apart = self.text[value[1] : value[1] + 1].isspace()
        word = self.grammar.keyword.match(self.text, value[1] + 1, self.end) if is_apart else None
        # a sentence may be divided further by numbers and letters
        widest = RANK["paragraph"] if level == "sentence" else RANK[level]
        return word is not None and RANK["paragraph"] <= RANK[self._level(word[0])] <= widest

    def _value(self, level: str, position: int) -> Value | None:
        """Parse one number with the brackets after it."""
        form = self._form(level, position)
        match = VALUES[form].match(self.text, position, self.end)
        if level == "regulation" and match is not None and _YEAR.fullmatch(match["number"]):
            return None  # the end of a title: "Regulations 1996"
        if match is not None and not is_quantity(self.text, match.end()):
            number, end = self._with_letter(level, match)
            return self._brackets(((level, number),), end, form)
        if "letter" in form and (match := BRACKETS.match(self.text, position, self.end)):
            return self._brackets(((level, _strip_brackets(match[0])),), match.end(), form)
        return None

    def _form(self, level: str, position: int) -> str:
        """Return the form of the numbers; sections as divisions and old Artikel have Roman ones."""
        form = FORM_OF_LEVEL[level]
        if level == "article" and self._is_of_code(position):
            return "code article"
        if level == "article" and self.grammar.roman_article.match(self.text, position, self.end):
            return "roman"
        if level == "section" and _ROMAN_SECTION.match(self.text, position, self.end):
            return "roman"
        bare = self.grammar.bare_letters or self.text.startswith("lit.", position - len("lit."))
        return "bare letter" if form == "letter" and bare else form

    def _is_of_code(self, position: int) -> bool:
        """Return True for ``L. 1242-1`` and ``16-1``, which is no range, since it does not ascend."""
        if not self.grammar.code_article.match(self.text, position, self.end):
            return False
        plain = _HYPHENATED.match(self.text, position + 1, self.end)
        return plain is None or int(plain["second"]) <= int(plain["first"])

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
        if (
            self.grammar.inherits
            and path[-1][0] == "number"
            and (match := _BARE_LETTERS.match(self.text, position, self.end))
        ):
            return path, match.end()
        if (
            self.grammar.bare_letters
            and path[-1][0] == "paragraph"
            and (match := _LETTER_BEHIND.match(self.text, position, self.end))
        ):
            return (*path, ("letter", match["letter"])), match.end()
        while len(path) < DEEPEST and (
            match := CLOSE_BRACKETS.match(self.text, position, self.end)
        ):
            is_apart = path[0][0] in ("letter", "recital") and match[0][0] == " "
            if is_apart and not _LETTER_APART.match(self.text, position):
                break
            path = (*path, ("bracket", match["dotted"] or _strip_brackets(match[0])))
            position = match.end()
        return path, position

    def _roman_paragraph(self, outer: Path, position: int) -> Value | None:
        """Parse ``I`` in ``§ 280 I BGB``, with the sentence number in ``§ 433 I 1 BGB``."""
        match = self.grammar.roman.match(self.text, position, self.end)
        paragraph = read_roman(match["number"]) if match else None
        if match is None or paragraph is None:
            return None
        sentence = [("sentence", match["sentence"])] if match["sentence"] else []
        return (*outer, ("paragraph", str(paragraph)), *sentence), match.end()

    def _post(self, paragraph: Path, match: re.Match[str]) -> Value:
        """Parse ``A. III. Nr. 1`` or ``A III 1`` after ``§ 266 Abs. 2``, an item of a balance sheet."""
        numbers = [("number", match[name]) for name in ("roman", "figure") if match[name]]
        return (*paragraph, ("letter", match["letter"]), *numbers), match.end()

    def _next_value(self, level: str, position: int, previous: Path) -> Value | None:
        """Parse the next item of a list: a number like the first, or brackets that replace the last ones."""
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
        if match is None and before in ("–", "-", ","):
            match = _BEHIND_DASH.match(self.text, position - 1, self.end)
        if match is None or not _is_same_type(match["number"], previous[0][1]):
            return None
        begins_line = before == "\n" and self.text[match.end() : match.end() + 1] in (".", ")")
        if begins_line or is_quantity(self.text, match.end()):
            return None
        number, end = self._with_letter(level, match)
        return self._brackets(((level, number),), end, form)

    def _with_letter(self, level: str, match: re.Match[str]) -> tuple[str, int]:
        """Return the number with its letter apart, ``74 a``, and the end of both."""
        number = normalise_number(match["number"])
        apart = (
            self.grammar.letter_apart.match(self.text, match.end(), self.end)
            if level == "section" and number.isdigit()
            else None
        )
        return (f"{number}{apart['letter']}", apart.end()) if apart else (number, match.end())

    def _next_brackets(self, level: str, position: int, previous: Path) -> Value | None:
        """Parse ``(2)`` after ``Article 6(1) and``: it replaces the last number of the same type."""
        match = BRACKETS.match(self.text, position, self.end)
        if match is None or (len(previous) == 1 and FORM_OF_LEVEL[level] != "letter"):
            return None
        number = _strip_brackets(match[0])
        kept = _outer_of_same_type(previous, number)
        if kept is None:
            return None
        return self._brackets((*kept, (previous[len(kept)][0], number)), match.end(), "letter")


def list_places_between(first: Path, last: Path) -> list[Path]:
    """Return the places after ``first`` up to ``last``, over the innermost step of the range."""
    if len(last) != len(first) or last[:-1] != first[:-1]:
        return [last]
    level, number = last[-1]
    return [(*last[:-1], (level, step)) for step in expand_range(first[-1][1], number)[1:]]


def _outer_of_same_type(previous: Path, number: str) -> Path | None:
    """Return the path up to the innermost step numbered like ``number``, or ``None``."""
    for index in reversed(range(len(previous))):
        if index == 0 and not is_relative(previous):
            break
        inside_letter = index > 0 and previous[index - 1][1].isalpha()
        if _system(previous[index][1], inside_letter=inside_letter) & _system(number):
            return previous[:index]
    return None


def _system(number: str, *, inside_letter: bool = False) -> set[str]:
    """Return the possible numbering systems of a number; ``i`` after ``a`` is Roman, ``(a)(i)``."""
    if number[0].isdigit():
        return {"figure"}
    letter, roman = ("upper", "upper roman") if number.isupper() else ("letter", "roman")
    if len(number) > 1:
        return {letter if read_roman(number) is None else roman}
    if number.lower() in _ROMAN_ALONE:
        return {roman} if inside_letter else {letter, roman}
    return {letter}


def _is_same_type(number: str, first: str) -> bool:
    """Return True if the number continues the list: figures follow figures, letters letters."""
    return number[0].isdigit() == first[0].isdigit() or number.isupper()


def _strip_brackets(printed: str) -> str:
    return printed.strip(" ().°")
