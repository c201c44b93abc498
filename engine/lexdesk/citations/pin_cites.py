"""Parsing of pin cites: ``Article 6(1), first subparagraph, point (f)``.

A place is parsed as a group (a level word and its numbers); the following text may nest it (``point
(a) of Article 6``) or narrow it (``Article 6, point (a)``). Groups joined by commas and "and" are
one citation.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from lexdesk.citations import context_cues
from lexdesk.citations.eids import DIVISIONS, RANK, Path
from lexdesk.citations.grammar import Grammar, build_word_patterns
from lexdesk.citations.groups import DEEPEST, MOST_PLACES, Group, GroupParser, list_places_between
from lexdesk.citations.prefilter import ScannedText
from lexdesk.text.lazy_pattern import lazy_pattern

_WORD_BEHIND = lazy_pattern(
    r"\s(?!premier|one|two|three|four|five|six|seven|eight|nine|ten)[a-z]{3}"
)
"""No number behind a level: ``this section applies``; points may be cited as ``a)`` or ``aa)``."""
_NEXT_OF_SEVERAL = lazy_pattern(r"\d{1,4}[a-z]{0,2}(?:\(\d|\sof\s(?:the\s|that\s)?[A-Z])")
"""In ``Articles 25(2), third subparagraph, and 27(7) of MiFID II``."""
_WITHOUT_NUMBER = ("Annex", "Schedule")
THEREOF = lazy_pattern(r",?\s?there(?:of|to)\b|\sde\scel(?:ui|le)-ci\b")
_GLOSS = lazy_pattern(
    r"\s\((?:[^()\n]|\([^()\n]{0,80}\)){8,240}\)(?=,?\s(?:of|to)\s|,?\s(?:of|to)\s)"
)


class PinCites(Struct, frozen=True):
    """The places cited in one expression, with their pointer: ``of this Article``, ``that section``."""

    start: int
    end: int
    paths: tuple[Path, ...]
    pointer: str = ""
    pointer_noun: str = ""
    nested: bool = False

    @property
    def level(self) -> str:
        """Return the level of the outermost step of the first place: ``article``."""
        return self.paths[0][0][0]


def find_pin_cites(text: ScannedText, grammar: Grammar, ends: Sequence[int]) -> Iterator[PinCites]:
    """Yield every expression that cites places, in order; they overlap only within a gloss.

    None crosses one of the ``ends``, positions in ascending order. ``text`` was scanned for the
    ``build_word_patterns`` of the grammar.
    """
    parser = _ExpressionParser(text, grammar, ends)
    position = 0
    while (start := parser.next_start(position)) is not None:
        places = parser.expression(start)
        if places is None:
            position = start + 1
            continue
        yield places
        yield from _pin_cites_in_glosses(parser)
        position = max(places.end, start + 1)


def _pin_cites_in_glosses(parser: _ExpressionParser) -> Iterator[PinCites]:
    """Yield the pin cites within ``(inserted by section 77 of the Finance Act, 1998)``."""
    for start, end in parser.glosses:
        position = start
        while (at := parser.next_start(position)) is not None and at < end:
            inner = parser.expression(at)
            if inner is not None and inner.end <= end:
                yield replace(inner, nested=True)
            position = max(inner.end if inner else 0, at + 1)
    parser.glosses.clear()


class _ExpressionParser(GroupParser):
    """A parser that combines groups into expressions."""

    def __init__(self, text: ScannedText, grammar: Grammar, ends: Sequence[int]) -> None:
        super().__init__(text.text, grammar)
        self.glosses: list[tuple[int, int]] = []
        self._starts = _candidate_starts(text, grammar)
        self._ends = ends

    def next_start(self, position: int) -> int | None:
        """Return the next candidate start of a pin cite, from ``position`` on."""
        at = bisect_left(self._starts, position)
        return self._starts[at] if at < len(self._starts) else None

    def expression(self, start: int) -> PinCites | None:
        """Parse a whole expression: items joined by commas and "and"."""
        at = bisect_right(self._ends, start)
        self.end = self._ends[at] if at < len(self._ends) else len(self.text)
        self.is_plural = self.text.startswith("§§", start)
        self.only_section, self.is_several = None, False
        item = self._item(start)
        if item is None:
            return None
        paths, last = list(item.paths), item
        is_possessive = context_cues.measure_possessive(self.text, start) > 0
        while len(paths) < MOST_PLACES and not last.pointer and not is_possessive:
            connective = self.grammar.further.match(self.text, last.end, self.end)
            following = self._next_item(item, last, connective) if connective else None
            if (
                connective is None
                or following is None
                or not self._continues_list(last, following, connective[0])
            ):
                break
            paths = self._complete_earlier(paths, following, connective.end())
            following = self._inherit(last, self._complete_thereof(last, following))
            is_range = connective.groupdict().get("range")
            first = (
                list_places_between(paths[-1], following.paths[0])
                if is_range
                else following.paths[:1]
            )
            paths += (*first, *following.paths[1:])
            last = following
        cited = tuple(path for path in paths if path)[:MOST_PLACES]
        return PinCites(start, last.end, cited, last.pointer, last.pointer_noun) if cited else None

    def _continues_list(self, last: Group, following: Group, joint: str) -> bool:
        """Return True if the list continues: no mix of § and Artikel; after a comma only equal levels."""
        level = following.level
        if self._is_next_point(last, following):
            return True
        if {last.level, level} == {"section", "article"}:
            return False
        if joint.strip(", "):
            return True
        known = last.paths[-1] if self.grammar.inherits else last.paths[0][:1]
        return any(level == step for step, _ in known)

    def _is_next_point(self, last: Group, following: Group) -> bool:
        """Return True for a sibling point: ``point (c)`` in ``Article 6(1), point (a), point (c)``."""
        if self.grammar.inherits:
            return False
        levels = [level for level, _ in last.paths[-1]]
        return following.level == "letter" and "letter" in levels[1:]

    def _complete_earlier(self, paths: list[Path], following: Group, start: int) -> list[Path]:
        """Complete earlier items: ``points (a) to (g) and point (l) of Article 36(1)``.

        Not in ``subsection (1) or subsection (1) of section 15``, two different provisions.
        """
        word = self.grammar.keyword.match(self.text, start, self.end)
        outer = following.paths[0]
        levels = [level for level, _ in outer]
        if word is None or self._level(word[0]) == levels[0]:
            return paths
        tails = {path[at:] for path in following.paths for at in range(1, len(path))}
        if any(path in tails for path in paths):
            return paths
        inside = {level: outer[:at] for at, level in enumerate(levels) if at}
        return [inside.get(path[0][0], ()) + path if path else path for path in paths]

    def _complete_thereof(self, last: Group, following: Group) -> Group:
        """Complete ``the second subparagraph thereof`` after ``paragraph 1 and``."""
        thereof = THEREOF.match(self.text, following.end, self.end)
        outer = _wider_steps(last, following)
        if thereof is None or not outer or following.pointer:
            return following
        paths = tuple(outer + path for path in following.paths)
        return replace(following, paths=paths, end=thereof.end())

    def _inherit(self, last: Group, following: Group) -> Group:
        """Complete ``Absatz 4`` after ``Artikel 56 Absatz 1 oder`` with Article 56."""
        if self._is_next_point(last, following):
            levels = [level for level, _ in last.paths[-1]]
            outer = last.paths[-1][: levels.index("letter")]
        elif self.grammar.inherits and following.rank > last.rank:
            outer = _wider_steps(last, following)
        else:
            return following
        return replace(following, paths=tuple(outer + path for path in following.paths))

    def _item(self, start: int) -> Group | None:
        """Parse a group with its narrowing and enclosing groups."""
        group = self.group(start)
        if group is None or self.text.startswith("part", start):
            return None
        return self._extend_fully(group)

    def _next_item(self, first: Group, last: Group, joint: re.Match[str]) -> Group | None:
        """Parse the next item; the bare ``281`` of ``§§ 280 Abs. 1, 3, 281`` has the level of the first.

        ``III`` in ``§ 80 II 1 Nr. 4, III VwGO`` is a paragraph of the last section.
        """
        level = first.level
        is_one_of_several = self.only_section is not None or (
            self.is_several and _NEXT_OF_SEVERAL.match(self.text, joint.end()) is not None
        )
        may_be_bare = level in ("section", "article") and (
            self.grammar.inherits or is_one_of_several
        )
        is_list = joint[0] in ("; ", ",") or self.grammar.separator.fullmatch(joint[0])
        if may_be_bare and is_list and joint[0].endswith((" ", ",")):
            number = joint.end() - joint[0].endswith(" ")
            if paragraph := self._roman_paragraph(last.paths[-1][:1], number):
                return self._extend_fully(Group((paragraph[0],), paragraph[1]))
            bare = self._numbers(level, number)
            if bare is not None:
                self.only_section = None
                is_ordinal = self.text.startswith(".", bare.end) and not self.is_plural
                return None if is_ordinal else self._extend_fully(bare)
        return self._item(joint.end())

    def _extend_fully(self, group: Group) -> Group | None:
        for _ in range(DEEPEST):
            group, before = self._extend(group), group
            if group == before:
                break
        if group.paths and group.paths[0] and group.level != "sentence":  # as a rule
            return group
        is_sentence = all(step[0] == "sentence" for path in group.paths for step in path)
        return None if is_sentence else group

    def _extend(self, group: Group) -> Group:
        if group.pointer:
            return group
        if match := self.grammar.pointer.match(self.text, group.end, self.end):
            return self._add_pointer(group, match)
        return self._narrow(group) or self._nest(group) or self._skip_gloss(group) or group

    def _add_pointer(self, group: Group, match: re.Match[str]) -> Group:
        groups = match.groupdict()
        pointer = "that" if groups.get("that") else "this"
        return replace(group, end=match.end(), pointer=pointer, pointer_noun=match["noun"])

    def _narrow(self, group: Group) -> Group | None:
        """Parse ``Article 6, point (a)``: the narrower group applies to the last place.

        Divisions may be cited from the inside out: ``Section II, Chapter 3, Title VII``. A repeated
        level begins the next item of a list: ``Chapter III, Section 4, Chapter V``. Swiss letters
        have numerals: ``Art. 271a Abs. 1 lit. e Ziff. 1 OR``.
        """
        joint = self.grammar.down.match(self.text, group.end, self.end)
        inner = self.group(joint.end()) if joint else None
        if joint is None or inner is None:
            return None
        is_numeral = (
            self.text.startswith("Ziff", joint.end()) and group.paths[-1][-1][0] == "letter"
        )
        if not (is_numeral or _is_inside(inner, group)):
            return None
        last = group.paths[-1]
        levels = {level for level, _ in last}
        if not self.grammar.inherits and inner.level in levels:
            return None
        if not self.grammar.inherits and inner.rank < group.rank:
            nested = tuple(path + last for path in inner.paths)
        else:
            nested = tuple(last + path for path in inner.paths)
        paths = (*group.paths[:-1], *nested)
        return replace(group, paths=paths, end=inner.end)

    def _nest(self, group: Group) -> Group | None:
        """Parse ``point (a) of Article 6``: the group lies in a wider one.

        ``Section 5 of Title II, Chapter 6``: levels between the two belong to the wider one.
        """
        joint = self.grammar.up.match(self.text, group.end, self.end)
        outer = self.group(joint.end()) if joint else None
        if outer is None or outer.rank >= group.rank:
            return None
        narrowed = self._narrow(outer)
        if narrowed is not None and _lie_between(narrowed, outer, group):
            outer = narrowed
        paths = tuple(wide + path for wide in outer.paths for path in group.paths)
        return replace(outer, paths=paths[:MOST_PLACES])

    def _skip_gloss(self, group: Group) -> Group | None:
        """Skip the gloss in ``section 49 (tax treatment of trusts) of``."""
        gloss = _GLOSS.match(self.text, group.end, self.end)
        if gloss is None or (gloss.start(), gloss.end()) in self.glosses:
            return None
        self.glosses.append((gloss.start(), gloss.end()))
        return replace(group, end=gloss.end())


def _candidate_starts(text: ScannedText, grammar: Grammar) -> list[int]:
    """Return the candidate starts of pin cites, in order."""
    keyword, ordinal = build_word_patterns(grammar)
    starts = {m.start() for m in text.matches(ordinal)}
    starts.update(
        m.start()
        for m in text.matches(keyword)
        if not _WORD_BEHIND.match(text.text, m.end()) or m[0].startswith(_WITHOUT_NUMBER)
    )
    if grammar.glued:
        starts.update(m.start() for m in grammar.glued.finditer(text.text))
    return sorted(starts)


def _is_inside(inner: Group, group: Group) -> bool:
    """Return True if ``inner`` narrows the group.

    Divisions nest in different orders (Titel in Abschnitt); German introductory acts have sections
    in articles.
    """
    last, first = group.paths[-1][-1][0], inner.level
    if {last, first} == {"article", "section"}:
        return last == "article"
    if first in DIVISIONS and last in DIVISIONS:
        return first != last
    return inner.rank > group.depth


def _lie_between(narrowed: Group, outer: Group, group: Group) -> bool:
    """Return True if ``outer`` was narrowed by divisions wider than the group."""
    steps = set(narrowed.paths[-1]) - set(outer.paths[-1])
    return all(level in DIVISIONS and RANK[level] < group.rank for level, _ in steps)


def _wider_steps(last: Group, following: Group) -> Path:
    """Return the steps of the last place that are wider than ``following``."""
    return tuple(step for step in last.paths[-1] if RANK[step[0]] < following.rank)
