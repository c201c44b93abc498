"""Which act the places are of in front of it: ``Article 6(1) of that Directive``, ``§ 823 Abs. 1 BGB``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lexdesk.citations import beside, eu, german
from lexdesk.citations.acts import Act
from lexdesk.citations.citation import Citation
from lexdesk.citations.grammar import GRAMMARS
from lexdesk.citations.places import THEREOF, Places

_BEFORE_ABBREVIATION = (" ", "\u00a0", ", ")  # and no end of a line: a heading may follow
_WORDS_IN_GERMAN = re.compile(r"\s(?:Abs|UAbs|Unterabs|lit|Buchst)\.\s|\sAbsatz\s")


class Acts:
    """The acts and cases that a text names, none inside another."""

    def __init__(self, acts: Iterable[Act], cases: Sequence[Citation]) -> None:
        self._cases = cases
        self.all: list[Act] = []
        for act in sorted(acts, key=lambda a: (a.start, -a.end, not a.work)):
            inside = self.all and act.start < self.all[-1].end
            if not (inside or _covers(cases, act.start) or _covers(cases, act.end - 1)):
                self.all.append(act)
        self._by_start = {act.start: act for act in self.all}
        self._ends = {act.end for act in self.all}

    def at(self, start: int) -> Act | None:
        """The act whose name begins here."""
        return self._by_start.get(start)

    def has_end(self, position: int) -> bool:
        """Whether the name of one ends here."""
        return position in self._ends

    def between(self, first: int, last: int) -> list[Act]:
        """Those that begin behind ``first``, up to ``last``."""
        low, high = (bisect_right(self.all, end, key=lambda a: a.start) for end in (first, last))
        return self.all[low:high]

    def cover(self, places: Places) -> bool:
        """Whether the places stand in the name of a case or an act: ``Article 7 Directive 2001/1/EC``."""
        if _covers(self._cases, places.start):
            return True
        act = self.at(places.start)
        return act.end >= places.end if act else _covers(self.all, places.start)


def _covers(spans: Sequence[Act] | Sequence[Citation], position: int) -> bool:
    """Whether one of the spans, sorted and apart from each other, holds the position."""
    at = bisect_right(spans, position, key=lambda span: span.start)
    return at > 0 and position < spans[at - 1].end


def is_german(text: str, places: Places) -> bool:
    """Whether the places are written as in German: a section with a statute's abbreviation, an article with words."""
    if text[places.start] == "§":
        return _abbreviation_behind(text, places) is not None
    return _WORDS_IN_GERMAN.search(text, places.start, places.end) is not None


def _abbreviation_behind(text: str, places: Places) -> Act | None:
    behind = text.startswith(" ", places.end)
    return german.abbreviation(text, places.end + 1) if behind else None


@dataclass(frozen=True, slots=True)
class Joiner:
    """Joins the places of one text to the acts in it."""

    text: str
    language: str
    acts: Acts

    def joined(self, places: Places) -> Act | None:
        """``of that Directive``, ``TFEU``, ``des Bürgerlichen Gesetzbuchs`` right behind the places.

        In French also an act in front of places that are read together with it.
        """
        if places.here:
            return None
        if thereof := THEREOF.match(self.text, places.end):
            return Act(thereof.start(), thereof.end(), "eu", role="thereof")
        if beside.possessive(self.text, places.start):
            return Act(places.start, places.end, "eu", role="thereof")
        if self.text[places.start] == "§" and (found := _abbreviation_behind(self.text, places)):
            return found
        # In a language without a grammar there are places as German law writes them alone.
        grammar = GRAMMARS.get(self.language, GRAMMARS["de"])
        link = grammar.link.match(self.text, places.end)
        if link is None:
            return self._read_together(places)
        return self.acts.at(link.end()) or self._abbreviated(places, link)

    def _abbreviated(self, places: Places, link: re.Match[str]) -> Act | None:
        """``EC`` in ``Article 81 EC``, ``KSchG`` in ``Art. 1 KSchG``."""
        act = None
        as_in_german = self.language == "de" or is_german(self.text, places)
        if places.level == "article" and link[0] in _BEFORE_ABBREVIATION:
            language = "de" if as_in_german else self.language
            act = eu.former_treaty(self.text, link.end(), language)
        if act is None and as_in_german and link[0].isspace():
            act = german.abbreviation(self.text, link.end())
        return act

    def _read_together(self, places: Places) -> Act | None:
        """``l'article 8 du règlement (UE) no 182/2011, en liaison avec l'article 5``: of that act."""
        joint = beside.read_together(self.text, places.start)
        if joint is None or not self.acts.has_end(joint):
            return None
        return Act(places.end, places.end, "eu", role="thereof")

    def taken(self, places: Places, act: Act) -> list[int]:
        """Where the act begins that the places are of, and where it stands behind the first of them already.

        ``Articles 101 TFEU and 102 TFEU``.
        """
        inside = self.acts.between(places.start, places.end)
        named = (act.work, act.name)
        return [act.start, *(each.start for each in inside if (each.work, each.name) == named)]
