"""Finding every citation of a text: acts, then places, then what belongs together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from lexdesk.citations import courts, eu, german, irish_uk, us
from lexdesk.citations.acts import Act
from lexdesk.citations.citation import Citation, Context
from lexdesk.citations.grammar import GRAMMARS, language_of
from lexdesk.citations.places import Places, find_places
from lexdesk.citations.resolve import Frame, Resolver, to_citation

_AMENDED = re.compile(
    r"\s?,?(?:\s\([^()]{1,120}\))?,?\s(?:is|are|shall be)(?:\shereby)?(?:\sfurther)?\samended\b"
)
_QUOTED_AMENDMENT = re.compile(
    r"(?:replaced|added|inserted|substitut\w+|amended)\b[^‘“;]{0,120}[:‘“]"
)
_LONGEST_SENTENCE = 2000
_QUOTATION = re.compile(r"“[^“”]*”|„[^„“]*“|\"[^\"]*\"")
_THEREOF = re.compile(r"\s?thereof\b")
_POSSESSIVE = re.compile(r"(?:\b(?:deren|dessen|ses|son|sa|leurs?)\s)$")
_SECTION_HEADING = re.compile(r"(?:§+|Art(?:ikel|\.)?)\s*(\d+[a-z]*)")


def find(text: str, language: str | None = None, context: Context | None = None) -> list[Citation]:
    """Every citation in ``text``, by position; an outer one before those in its gloss.

    ``language`` is ISO 639-1, found by small words where not given; other languages than English,
    German and French are searched for numbers of acts and cases alone. ``context`` says where the
    text stands, and completes ``this Regulation`` and ``paragraph 1``.
    """
    return _Finder(text, language or language_of(text), context or Context()).citations()


class _Finder:
    def __init__(self, text: str, language: str, context: Context) -> None:
        self._text = text
        self._language = language
        self._context = context
        self._grammar = GRAMMARS.get(language)
        american = us.find(text) if language == "en" and not context.work else ()
        self._cases = sorted([*courts.find(text), *american], key=lambda c: c.start)
        self._acts = _longest(self._all_acts(), self._cases)
        self._by_start = {act.start: act for act in self._acts}
        self._resolver = Resolver(context)
        self._family = self._own_family()
        self._quotes = _quoted_amendments(text) if self._family == "eu" else _quotations(text)

    def citations(self) -> list[Citation]:
        """Acts and places in the order of the text, so that pointers find what was named before."""
        places = list(find_places(self._text, self._grammar)) if self._grammar else []
        if self._language != "de" and "§" in self._text:
            places += self._german_sections()
        places = [each for each in places if not self._is_elsewhere(each)]
        joined, used = self._joined(sorted(places, key=lambda place: place.start))
        alone = [
            (act.start, None, act) for act in self._acts if act.start not in used and act.alone
        ]
        events = sorted([*((p.start, p, a) for p, a in joined), *alone], key=lambda event: event[0])
        found = [self._citation(place, act) for _, place, act in events]
        return sorted([*found, *self._cases], key=lambda c: (c.start, -c.end))

    def _german_sections(self) -> list[Places]:
        """``§ 823 Abs. 1 BGB`` in a text of another language, by the statute's abbreviation alone."""
        found = find_places(self._text, GRAMMARS["de"])
        return [p for p in found if self._text[p.start] == "§" and self._abbreviation_behind(p)]

    def _abbreviation_behind(self, places: Places) -> Act | None:
        behind = self._text.startswith(" ", places.end)
        return german.abbreviation(self._text, places.end + 1) if behind else None

    def _all_acts(self) -> Iterable[Act]:
        yield from eu.acts(self._text, self._context.work)
        if self._language == "de":
            yield from german.acts(self._text)
        elif self._language == "en":
            aliases = {**self._context.aliases, **irish_uk.definitions(self._text)}
            yield from irish_uk.acts(self._text, aliases)

    def _own_family(self) -> str:
        work = self._context.work
        if work.startswith("DE-"):
            return "german"
        return "irish_uk" if work.startswith(("IE-", "UK-", "GB-")) else "eu"

    def _joined(self, places: list[Places]) -> tuple[list[tuple[Places, Act | None]], set[int]]:
        """Places with the act that follows them, and the starts of those acts."""
        joined, used = [], set()
        for place in places:
            act = self._act_behind(place)
            if act is not None:
                used.add(act.start)
            joined.append((place, act))
        return joined, used

    def _act_behind(self, places: Places) -> Act | None:
        """``of that Directive``, ``TFEU``, ``des Bürgerlichen Gesetzbuchs`` right behind the places."""
        if places.here:
            return None
        if thereof := _THEREOF.match(self._text, places.end):
            return Act(thereof.start(), thereof.end(), "eu", role="that")
        possessive = _POSSESSIVE.search(self._text[max(0, places.start - 10) : places.start])
        if possessive:
            return Act(places.start, places.end, "eu", role="that")
        if self._text[places.start] == "§" and (found := self._abbreviation_behind(places)):
            return found
        assert self._grammar is not None  # noqa: S101 - there are places
        link = self._grammar.link.match(self._text, places.end)
        if link is None:
            return None
        act = self._by_start.get(link.end())
        if act is None and self._language == "de" and link[0].isspace():
            act = german.abbreviation(self._text, link.end())
        return act

    def _citation(self, places: Places | None, act: Act | None) -> Citation:
        if places is None:
            assert act is not None  # noqa: S101 - an event has one or the other
            eids = self._resolver.latest_eids if act.goes_on else ()
            target = self._resolver.act(act)
            if act.role != "this" and _AMENDED.match(self._text, act.end):
                self._resolver.frame = Frame(target, "", whole=True)
            return to_citation(self._text, act.start, act.end, target, eids, "")
        quoted = act is None and self._is_quoted(places.start)
        family = self._family_of(places)
        if act is None and (said := self._said(places)):
            act = said
        target, eids = self._resolver.places(places, act, family, quoted=quoted)
        start = self._start_of(places)
        end = max(places.end, act.end) if act is not None else places.end
        if act is not None and _AMENDED.match(self._text, end) and eids:
            self._resolver.frame = Frame(target, eids[0])
        return to_citation(
            self._text, start, end, target, eids, self._text[places.start : places.end]
        )

    def _start_of(self, places: Places) -> int:
        possessive = _POSSESSIVE.search(self._text[max(0, places.start - 10) : places.start])
        return places.start - len(possessive[0]) if possessive else places.start

    def _said(self, places: Places) -> Act | None:
        """``subsection (5) of the said section 81`` is of the act whose section 81 was cited."""
        near = self._text[max(0, places.start - 5) : places.end]
        if not near.startswith("said ") and "said section" not in near:
            return None
        target = self._resolver.same_section(places)
        return (
            Act(places.end, places.end, target.kind, target.work, target.name) if target else None
        )

    def _family_of(self, places: Places) -> str:
        """Whose places these look like, where no act is named and the context does not tell."""
        if self._context.work:
            return self._family
        level = places.paths[0][0][0]
        if self._language == "de" and level == "section":
            return "german"
        printed = self._text[places.start]
        return (
            "irish_uk" if level == "subsection" or (level == "section" and printed == "s") else "eu"
        )

    def _is_quoted(self, position: int) -> bool:
        at = bisect_right(self._quotes, (position, len(self._text)))
        return at > 0 and position < self._quotes[at - 1][1]

    def _is_elsewhere(self, places: Places) -> bool:
        """Whether the places are no citation: a case, an act's own words, the text's own heading."""
        covering = _covers(self._cases, places.start)
        act = self._by_start.get(places.start)
        if covering or (act is not None and act.end >= places.end):
            return True
        if act is None and _covers(self._acts, places.start):
            return True
        heading = _SECTION_HEADING.match(self._text) if places.start == 0 else None
        own = self._context.eid.split("__")
        return heading is not None and (f"para_{heading[1]}" in own or f"art_{heading[1]}" in own)


def _quoted_amendments(text: str) -> list[tuple[int, int]]:
    """Stretches in which places are those of an act that is amended, not of the text itself."""
    found: list[tuple[int, int]] = []
    for match in _QUOTED_AMENDMENT.finditer(text):
        if found and match.start() < found[-1][1]:
            continue
        near = max(0, match.start() - _LONGEST_SENTENCE)
        before = max(
            text.rfind(". ", near, match.start()), text.rfind("\n", near, match.start()), 0
        )
        end = text.find("’;", match.end())
        found.append((before, end if end >= 0 else len(text)))
    return found


def _quotations(text: str) -> list[tuple[int, int]]:
    """What stands in quotation marks: words that an amending act inserts into another or takes out."""
    return [match.span() for match in _QUOTATION.finditer(text)]


def _longest(acts: Iterable[Act], cases: list[Citation]) -> list[Act]:
    """Acts without those inside a longer one or a case."""
    kept: list[Act] = []
    for act in sorted(acts, key=lambda a: (a.start, -a.end, not a.work)):
        inside = kept and act.start < kept[-1].end
        if not inside and not _covers(cases, act.start) and not _covers(cases, act.end - 1):
            kept.append(act)
    return kept


def _covers(spans: Sequence[Act] | Sequence[Citation], position: int) -> bool:
    """Whether one of the spans, sorted and apart from each other, holds the position."""
    at = bisect_right(spans, position, key=lambda span: span.start)
    return at > 0 and position < spans[at - 1].end
