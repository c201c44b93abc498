"""Which act the places are of in front of it: ``Article 6(1) of that Directive``, ``§ 823 Abs. 1 BGB``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from lexdesk.citations import beside
from lexdesk.citations.acts import ActMention
from lexdesk.citations.citation import Citation
from lexdesk.citations.grammar import GRAMMARS
from lexdesk.citations.places import THEREOF, Places
from lexdesk.citations.works import german, treaties

_BEFORE_ABBREVIATION = (" ", "\u00a0", ", ")  # and no end of a line: a heading may follow
_WORDS_IN_GERMAN = re.compile(r"\s(?:Abs|UAbs|Unterabs|lit|Buchst)\.\s|\sAbsatz\s")


class Acts:
    """The acts that a text names, none inside another or a case, and which of them places are of."""

    def __init__(
        self, text: str, language: str, acts: Iterable[ActMention], cases: Sequence[Citation]
    ) -> None:
        self._text = text
        self._language = language
        # In a language without a grammar there are places as German law writes them alone.
        self._link = GRAMMARS.get(language, GRAMMARS["de"]).link
        self._cases = cases
        self.all: list[ActMention] = []
        for act in sorted(acts, key=lambda a: (a.start, -a.end, not a.work)):
            inside = self.all and act.start < self.all[-1].end
            if not (inside or _covers(cases, act.start) or _covers(cases, act.end - 1)):
                self.all.append(act)
        self._by_start = {act.start: act for act in self.all}
        self._ends = {act.end for act in self.all}

    def cover(self, places: Places) -> bool:
        """Whether the places stand in the name of a case or an act: ``Article 7 Directive 2001/1/EC``."""
        if _covers(self._cases, places.start):
            return True
        act = self._by_start.get(places.start)
        return act.end >= places.end if act else _covers(self.all, places.start)

    def of(self, places: Places) -> ActMention | None:
        """``of that Directive``, ``TFEU``, ``des Bürgerlichen Gesetzbuchs`` right behind the places.

        In French also an act in front of places that are read together with it.
        """
        text, end = self._text, places.end
        if places.here:
            return None
        if thereof := THEREOF.match(text, end):
            return ActMention(*thereof.span(), "eu", role="thereof")
        if beside.possessive(text, places.start):
            return ActMention(places.start, end, "eu", role="thereof")
        if text[places.start] == "§" and (found := _abbreviation_behind(text, places)):
            return found
        if link := self._link.match(text, end):
            return self._by_start.get(link.end()) or self._abbreviated(places, link)
        # ``l'article 8 du règlement (UE) no 182/2011, en liaison avec l'article 5``: of that act
        is_together = beside.read_together(text, places.start) in self._ends
        return ActMention(end, end, "eu", role="thereof") if is_together else None

    def _abbreviated(self, places: Places, link: re.Match[str]) -> ActMention | None:
        """``EC`` in ``Article 81 EC``, ``KSchG`` in ``Art. 1 KSchG``."""
        act = None
        as_in_german = self._language == "de" or is_german(self._text, places)
        if places.level == "article" and link[0] in _BEFORE_ABBREVIATION:
            language = "de" if as_in_german else self._language
            act = treaties.former_treaty(self._text, link.end(), language)
        if act is None and as_in_german and link[0].isspace():
            act = german.abbreviation(self._text, link.end())
        return act

    def taken(self, places: Places, act: ActMention) -> list[int]:
        """Where the act begins that the places are of, and where it stands behind the first of them already.

        ``Articles 101 TFEU and 102 TFEU``.
        """
        ends = (places.start, places.end)
        first, last = (bisect_right(self.all, end, key=lambda each: each.start) for end in ends)
        named = (act.work, act.name)
        repeated = (each for each in self.all[first:last] if (each.work, each.name) == named)
        return [act.start, *(each.start for each in repeated)]


def _covers(spans: Sequence[ActMention] | Sequence[Citation], position: int) -> bool:
    """Whether one of the spans, sorted and apart from each other, holds the position."""
    at = bisect_right(spans, position, key=lambda span: span.start)
    return at > 0 and position < spans[at - 1].end


def is_german(text: str, places: Places) -> bool:
    """Whether the places are written as in German: a section with a statute's abbreviation, an article with words."""
    if text[places.start] == "§":
        return _abbreviation_behind(text, places) is not None
    return _WORDS_IN_GERMAN.search(text, places.start, places.end) is not None


def _abbreviation_behind(text: str, places: Places) -> ActMention | None:
    return german.abbreviation(text, places.end + 1) if text.startswith(" ", places.end) else None
