"""Finding every citation of a text: acts, then places, then what belongs together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from lexdesk.citations import beside, courts, eu, german, german_courts, irish_uk, us
from lexdesk.citations.acts import Act
from lexdesk.citations.citation import Citation, Context, Stretch
from lexdesk.citations.eids import eid, is_relative
from lexdesk.citations.grammar import GRAMMARS, language_of, word_patterns
from lexdesk.citations.places import THEREOF, Places, find_places
from lexdesk.citations.quotes import Quotes
from lexdesk.citations.resolve import Frame, Resolver, Target, to_citation
from lexdesk.citations.scan import WordScan

_END_OF_SENTENCE = re.compile(r"\.\s(?=[A-Z])")
_BEFORE_ABBREVIATION = (" ", "\u00a0", ", ")  # and no end of a line: a heading may follow
_WORDS_IN_GERMAN = re.compile(r"\s(?:Abs|UAbs|Unterabs|lit|Buchst)\.\s|\sAbsatz\s")
_AS_IN_GERMAN = re.compile(
    r"§|A(?<=\sA)bs(?:\.|atz)\s|U(?<=\sU)(?:Abs|nterabs)\.\s|l(?<=\sl)it\.\s|B(?<=\sB)uchst\.\s"
)
"""A section sign, or one of these words, anywhere in a text; begun with letters, see ``scan``."""
_SECTION_HEADING = re.compile(r"(?:§+|Art(?:ikel|\.)?)\s*(\d+[a-z]*)")


def find(text: str, language: str | None = None, context: Context | None = None) -> list[Citation]:
    """Every citation in ``text``, by position; an outer one before those in its gloss.

    ``language`` is ISO 639-1, found by small words where not given; other languages than English,
    German and French are searched for numbers of acts and cases alone. ``context`` says where the
    text stands, and completes ``this Regulation`` and ``paragraph 1``.
    """
    context = context or Context()
    return find_in_provisions(text, language, context, (Stretch(0, len(text), context.eid),))


def find_in_provisions(
    text: str, language: str | None, context: Context, stretches: Sequence[Stretch]
) -> list[Citation]:
    """Like ``find``, for a document's text that is tiled by ``stretches`` of its provisions.

    No citation runs over the end of a stretch; each is completed from its own provision. What an
    introduction amends is known in the list below it.
    """
    return _Finder(text, language or language_of(text), context, stretches).citations()


class _Finder:
    def __init__(
        self, text: str, language: str, context: Context, stretches: Sequence[Stretch]
    ) -> None:
        self._text = text
        self._language = language
        self._context = context
        self._stretches = stretches
        self._starts = [stretch.start for stretch in stretches]
        self._grammar = GRAMMARS.get(language)
        self._scanned = _scan(language).of(text)
        american = us.find(text) if language == "en" and not context.work else ()
        decisions = german_courts.find(self._scanned) if language == "de" else ()
        self._cases = sorted([*courts.find(text), *decisions, *american], key=lambda c: c.start)
        self._acts = _longest(self._all_acts(), self._cases)
        self._by_start = {act.start: act for act in self._acts}
        self._resolver = Resolver(context)
        self._family = self._own_family()
        self._here = Stretch(0, 0, context.eid)
        self._quotes: Quotes | None = None
        self._mentioned = 0

    def citations(self) -> list[Citation]:
        """Acts and places in the order of the text, so that pointers find what was named before."""
        ends = [stretch.end for stretch in self._stretches]
        places = list(find_places(self._scanned, self._grammar, ends)) if self._grammar else []
        if self._language != "de" and _AS_IN_GERMAN.search(self._text):
            places = _instead(places, self._places_in_german(ends))
        places = [each for each in places if not self._is_elsewhere(each)]
        joined, used = self._joined(sorted(places, key=lambda place: place.start))
        alone = [(act.start, None, act) for act in self._acts if act.start not in used]
        events = sorted([*((p.start, p, a) for p, a in joined), *alone], key=lambda event: event[0])
        found = [c for start, place, act in events for c in self._citations(start, place, act)]
        return sorted([*found, *self._cases], key=lambda c: (c.start, -c.end))

    def _stretch(self, position: int) -> Stretch:
        return self._stretches[bisect_right(self._starts, position) - 1]

    def _enter(self, position: int) -> None:
        """Go on to the stretch of the position, where it is another one."""
        if position >= self._here.end:
            self._here = self._stretch(position)
            self._quotes = None
            self._resolver.enter(self._here.eid)

    def _quoted(self) -> Quotes:
        if self._quotes is None:
            here, union = self._here, self._family == "eu"
            self._quotes = Quotes(self._text, here.start, here.end, union=union)
        return self._quotes

    def _places_in_german(self, ends: Sequence[int]) -> list[Places]:
        """``§ 823 Abs. 1 BGB`` and ``Art. 6 Abs. 1 lit. f DSGVO`` in a text of another language."""
        found = find_places(_scan("de").of(self._text), GRAMMARS["de"], ends)
        return [each for each in found if self._is_german(each)]

    def _is_german(self, places: Places) -> bool:
        """A section has a statute's abbreviation behind it, an article words of German in it."""
        if self._text[places.start] == "§":
            return self._abbreviation_behind(places) is not None
        return _WORDS_IN_GERMAN.search(self._text, places.start, places.end) is not None

    def _abbreviation_behind(self, places: Places) -> Act | None:
        behind = self._text.startswith(" ", places.end)
        return german.abbreviation(self._text, places.end + 1) if behind else None

    def _all_acts(self) -> Iterable[Act]:
        yield from eu.acts(self._scanned, self._context.work)
        if self._language == "de":
            yield from german.acts(self._text)
        elif self._language == "en":
            aliases = {**self._context.aliases, **irish_uk.definitions(self._text)}
            yield from irish_uk.acts(self._scanned, aliases)

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
            if act is not None and act.end > self._stretch(place.start).end:
                act = None
            if act is not None:
                used.add(act.start)
                used.update(self._repeated(place, act))
            joined.append((place, act))
        return joined, used

    def _repeated(self, places: Places, act: Act) -> list[int]:
        """Where the act stands already behind the first ones: ``Articles 101 TFEU and 102 TFEU``."""
        ends = (places.start, places.end)
        first, last = (bisect_right(self._acts, end, key=lambda each: each.start) for end in ends)
        named = (act.work, act.name)
        return [each.start for each in self._acts[first:last] if (each.work, each.name) == named]

    def _act_behind(self, places: Places) -> Act | None:
        """``of that Directive``, ``TFEU``, ``des Bürgerlichen Gesetzbuchs`` right behind the places."""
        if places.here:
            return None
        if thereof := THEREOF.match(self._text, places.end):
            return Act(thereof.start(), thereof.end(), "eu", role="thereof")
        if beside.possessive(self._text, places.start):
            return Act(places.start, places.end, "eu", role="thereof")
        if self._text[places.start] == "§" and (found := self._abbreviation_behind(places)):
            return found
        # In a language without a grammar there are places as German law writes them alone.
        link = (self._grammar or GRAMMARS["de"]).link.match(self._text, places.end)
        if link is None:
            return self._read_together(places)
        act = self._by_start.get(link.end())
        if act is not None:
            return act
        as_in_german = self._language == "de" or self._is_german(places)
        if places.paths[0][0][0] == "article" and link[0] in _BEFORE_ABBREVIATION:
            act = eu.former_treaty(self._text, link.end(), "de" if as_in_german else self._language)
        if act is None and as_in_german and link[0].isspace():
            act = german.abbreviation(self._text, link.end())
        return act

    def _read_together(self, places: Places) -> Act | None:
        """``l'article 8 du règlement (UE) no 182/2011, en liaison avec l'article 5``: of that act."""
        joint = beside.read_together(self._text, places.start)
        if joint is None or all(act.end != joint for act in self._acts):
            return None
        return Act(places.end, places.end, "eu", role="thereof")

    def _citations(self, position: int, places: Places | None, act: Act | None) -> list[Citation]:
        """The citations of an event: one, or several where it points at several acts, or none."""
        self._enter(position)
        if places is not None:
            return [self._citation_of_places(places, act)]
        assert act is not None  # noqa: S101 - an event has one or the other
        if act.role == "those":
            return [
                to_citation(self._text, act.start, act.end, target, (), "")
                for target in self._those(act)
            ]
        citation = self._citation_of_act(act)
        return [citation] if citation else []

    def _those(self, act: Act) -> list[Target]:
        """The acts of ``those Directives``: of the nearest sentences that name several, else none."""
        first = self._here.start
        ends = [end.end() for end in _END_OF_SENTENCE.finditer(self._text, first, act.start)]
        for since in (*reversed(ends), first):
            if len(several := self._resolver.those(act.sort, since)) > 1:
                return several
        return []

    def _citation_of_places(self, places: Places, act: Act | None) -> Citation:
        quotes = self._quoted() if act is None or act.role in ("this", "thereof") else None
        quoted = quotes is not None and quotes.is_about(places.start)
        changes = act is None and not (quotes and quotes.holds(places.start))
        family = self._family_of(places)
        if act is None:
            act = self._said(places) or self._unknown(places)
        if act is not None and act.role == "this" and self._is_of_union(places, act):
            act = replace(act, role="that")
        start = self._start_of(places)
        end = max(places.end, act.end) if act is not None else places.end
        if act is not None and act.role == "thereof" and self._is_of_this(places):
            places, act = replace(places, here="this"), None
        target, eids = self._resolver.places(places, act, family, quoted=quoted, changes=changes)
        self._mentioned = end
        if act is not None and eids and beside.is_amended(self._text, end):
            self._resolver.frame = Frame(target, eids[0])
        return to_citation(
            self._text, start, end, target, eids, self._text[places.start : places.end]
        )

    def _citation_of_act(self, act: Act) -> Citation | None:
        """An act without places; ``None`` where it is only mentioned, for what points back at it."""
        eids = self._resolver.latest_eids if act.goes_on else ()
        quoted = act.role == "this" and self._quoted().holds(act.start)
        in_title = self._is_in_title(act)
        target = self._resolver.act(act, quoted=quoted, in_title=in_title)
        self._mentioned = self._mentioned if in_title else act.end
        if not act.alone:
            return None
        if act.role != "this" and self._begins_frame(act):
            self._resolver.frame = Frame(target, "", whole=True)
        return to_citation(self._text, act.start, act.end, target, eids, "")

    def _is_in_title(self, act: Act) -> bool:
        """Whether the act is named in another's title: ``Regulation A ... amending Regulation B``."""
        first = max(self._mentioned, self._here.start)
        return beside.is_in_title(self._text, first, act.start)

    def _is_of_this(self, places: Places) -> bool:
        """Whether ``thereof`` is of the text's own: ``This Section, except for Article 24 thereof``."""
        first = max(self._mentioned, self._here.start)
        return beside.names_this_division(self._text, first, places.start)

    def _start_of(self, places: Places) -> int:
        return places.start - beside.possessive(self._text, places.start)

    def _begins_frame(self, act: Act) -> bool:
        """Whether what follows is of this act: it is amended, or a list of its provisions begins.

        ``aus dem Strafgesetzbuch:``, ``the following provisions of the Act are repealed:``.
        """
        if beside.is_amended(self._text, act.end):
            return True
        here = self._here
        return beside.begins_list(self._text, act.start, act.end, here.start, here.end)

    def _unknown(self, places: Places) -> Act | None:
        """``Article 14 of the Constitution`` is not one of the text's own.

        Nor is ``paragraph (c) of the definition of “rent”`` one of the section that says so.
        """
        inside = is_relative(places.paths[0])
        start, end = places.start, places.end
        if places.here or not beside.are_elsewhere(
            self._text, start, end, self._here.end, inside=inside
        ):
            return None
        return Act(end, end, self._family_of(places))

    def _is_of_union(self, places: Places, act: Act) -> bool:
        """``Artikel 9 dieser Verordnung`` in a German statute of sections is of the Union's act."""
        article = places.paths[0][0][0] == "article"
        return article and act.kind == "eu" and self._family == "german"

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

    def _is_elsewhere(self, places: Places) -> bool:
        """Whether the places are no citation: a case, an act's own words, the text's own heading."""
        covering = _covers(self._cases, places.start)
        act = self._by_start.get(places.start)
        if covering or (act is not None and act.end >= places.end):
            return True
        if act is None and _covers(self._acts, places.start):
            return True
        return self._is_heading(places)

    def _is_heading(self, places: Places) -> bool:
        """Whether these are the number of the provision at whose beginning they stand."""
        here = self._stretch(places.start)
        if places.start != here.start or not here.eid:
            return False
        own = here.eid.split("__")
        heading = _SECTION_HEADING.match(self._text, places.start)
        if heading and (f"para_{heading[1]}" in own or f"art_{heading[1]}" in own):
            return True
        return len(places.paths) == 1 and eid(places.paths[0], self._family) == own[-1]


@cache
def _scan(language: str) -> WordScan:
    """The patterns that a text in the language is searched for and that begin words."""
    grammar = GRAMMARS.get(language)
    places = word_patterns(grammar) if grammar else ()
    national = {"en": irish_uk.WORD_PATTERNS, "de": german_courts.WORD_PATTERNS}.get(language, ())
    return WordScan(*eu.WORD_PATTERNS, *national, *places)


def _instead(places: list[Places], others: list[Places]) -> list[Places]:
    """``others``, and those of ``places`` that none of them overlaps."""
    return others + [
        each
        for each in places
        if not any(other.start < each.end and each.start < other.end for other in others)
    ]


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
