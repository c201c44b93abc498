"""Linking of pin cites with their acts: ``Article 6(1) of that Directive``, ``§ 823 Abs. 1 BGB``."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from lexdesk.citations import context_cues
from lexdesk.citations.citation import ActMention, Citation
from lexdesk.citations.grammar import BARE_LEVELS
from lexdesk.citations.grammars import GRAMMARS
from lexdesk.citations.names import STATUTE_ABBREVIATIONS
from lexdesk.citations.pin_cites import THEREOF, PinCites
from lexdesk.citations.works import foreign, german, irish_uk, treaties
from lexdesk.text.lazy_pattern import lazy_pattern

_BEFORE_ABBREVIATION = (" ", "\u00a0", ", ")  # and no end of a line: a heading may follow
_BARE = lazy_pattern(rf"(?:{'|'.join(BARE_LEVELS)})\s")
_JOINT_BEFORE = lazy_pattern(
    r"(?:\)?,(?:\s(?:insbesondere|namentlich|dort|in\sparticular|notably|notamment))?|\s?\([A-Z]\w{1,12}\),?)?\s$|\s\($"
)
_COMMA = lazy_pattern(r",\s")
_LONGEST_JOINT = 30
_PRESENT = lazy_pattern(r"presente\s")
_ABBREVIATION_BEHIND = lazy_pattern(
    r"\s(?:[A-ZÄÖÜ]{2}|[A-ZÄÖÜ][a-zäöüß]{1,8}[A-ZÄÖÜ])[\w-]*(?![\w.])"
)
_AFTER_ACT = lazy_pattern(
    r"Part\s[IVXLC\d]|(?:art|s|ss|arts|[Ss]ch|[Pp]t|paras?|regs?)\.?\s?(?:[LRDA]\.?\s?)?\d|(?:Art|Arts|§§?)\.?\s?(?:[LRDA]\.?\s?)?\d"
)
_NEXT_UNIT = lazy_pattern(
    r",?\s(?:sowie|und|and|et)\s(?=(?:[Aa]rt(?:icles?|ikeln?|s)?\.?|[Ss]ections?|ss?|§§?)\s?\d)"
)
_OF_ANOTHER_LAW = lazy_pattern(
    r",?\s(?:of\s(?:the\s)?(?:[A-Z][\w’'-]*\s){0,6}(?:Act|Law|Code|Statute|Ordinance)\b"
    r"|(?:(?:del(?:la)?|de\s(?:la)?|d[ao]|van\sde|uit\sde)\s)?(?:[Ll]egge|[Ll]ey|[Ll]ei|[Dd]ecreto|[Ll]oi|[Dd]écret|[Ww]et)\b"
    r"|(?:del\s|dello\s)?[Dd]\.?\s?(?:[Ll]gs|[Ll]|P\.?R)\b|[Ll]\.\s(?:n\.\s)?\d|ustaw[aąęy]\b|Wet\b)"
)
"""Behind a place, a law that is not known: ``art. 2043 c.c., art. 13 d.lgs. 196/2003``."""
_OF_NUMBERED_LAW = lazy_pattern(
    r"\sof\s(?:the\s)?(?:[A-Z]\w+\s){0,3}(?:Law|Decree|Decree-Law)\s(?:[Nn]o\.?\s)?\d"
)
"""``Article 3 of Law No 78-17``, ``Article 13 of Legislative Decree No 196/2003``: a law of a Member State."""
_OF_PLACES = lazy_pattern(r"\s(?:of|der|des|du)\s(?:the\s)?$")
_READ_WITH = (
    r",?\s(?:in\sconjunction|(?:when\s)?read(?:\stogether|\sin\sconjunction)?)\swith\s(?:the\s)?"
)
_SHARED_JOINT = lazy_pattern(
    _READ_WITH + r"|,\s|,?\s(?:and|und|sowie|et|or|oder|ou)\s(?:the\s|les\s|le\s)?"
)
_OF_THE = lazy_pattern(r"\sof\s(?:the\s)?")
_OF_STATUTES = ("section", "article", "paragraph")
_WITH_ARTICLES = ("DE-gg", "DE-bgbeg")
_TOGETHER = lazy_pattern(
    _READ_WITH + r"|(?:,?\sin\sVerbindung\smit"
    r"|\s(?:[an]\.\s?F\.|[an]F\b)(?:,|,?\s(?:und|sowie|oder|bzw\.|i\.?\s?V\.?\s?m\.?|in\sVerbindung\smit)))\s(?:de[mn]\s)?"
)
_SHARING = frozenset(("article", "recital", "annex"))
_IN_FULL = lazy_pattern(r"(?:[Aa]rticles?|[Ss]ections?|Annex|Artikel|Recitals?|Regulations?)\s")
_WORDS_IN_GERMAN = lazy_pattern(r"\s(?:Abs|UAbs|Unterabs|lit|Buchst)\.\s|\sAbsatz\s")


class Acts:
    """The acts named in a text, none inside another or inside a case, with their pin cites."""

    def __init__(
        self,
        text: str,
        language: str,
        acts: Iterable[ActMention],
        cases: Sequence[Citation],
        *,
        is_act: bool,
    ) -> None:
        self._text = text
        self._is_act = is_act  # the text is itself an act: its own places have no act
        self._language = language
        # A language without a grammar has German pin cites only.
        self._grammar = GRAMMARS.get(language, GRAMMARS["de"])
        self._cases = cases
        self._starts_of_cases = [case.start for case in cases]
        self.all: list[ActMention] = []
        for act in sorted(acts, key=lambda a: (a.start, -a.end, not a.work)):
            inside = self.all and act.start < self.all[-1].end
            if not (inside or self._is_in_case(act.start) or self._is_in_case(act.end - 1)):
                self.all.append(act)
        self._starts = [act.start for act in self.all]
        self._is_austrian = language == "de" and foreign.is_on_austrian_law(
            text, {act.kind for act in self.all}
        )
        self._by_start = {act.start: act for act in self.all}
        self._ends = {act.end for act in self.all}
        self._sorted_ends = sorted(self._ends)
        self._by_end = {act.end: act for act in self.all if act.work or act.name}

    def covers(self, places: PinCites) -> bool:
        """Return True if pin cites are part of a case's or an act's name: ``Article 7 Directive 2001/1/EC``."""
        if self._is_in_case(places.start):
            return True
        act = self._by_start.get(places.start)
        return act.end >= places.end if act else _covers(self.all, self._starts, places.start)

    def _is_in_case(self, position: int) -> bool:
        return _covers(self._cases, self._starts_of_cases, position)

    def act_of(self, places: PinCites) -> ActMention | None:
        """Return the act right after pin cites: ``act_of that Directive``, ``TFEU``, ``des Strafgesetzbuchs``.

        In French also an act before pin cites introduced by ``en liaison avec``.
        """
        text, end = self._text, places.end
        if places.pointer:
            return None
        if thereof := THEREOF.match(text, end):
            return ActMention(*thereof.span(), "eu", role="thereof")
        if context_cues.measure_possessive(text, places.start):
            return ActMention(places.start, end, "eu", role="thereof")
        if text[places.start] == "§" and (act := self._abbreviation_after(places)):
            return act
        if link := self._link_at(end):
            if link[0].strip() == "," and (before := self._find_act_before(places)):
                return before  # ``MiFIR Article 26(2), MiFID II Article 24(1)``
            linked = self._by_start.get(link.end()) or self._match_abbreviated(places, link)
            if linked and linked.kind == "treaty" and text[places.start] == "§":
                return None  # § 5 des Vertrages: a contract
            return linked or self._find_act_before(places, end)
        if before := self._find_act_before(places):
            return before
        # ``l'article 8 du règlement (UE) no 182/2011, en liaison avec l'article 5``: of that act
        if self._language == "en" and text[end - 1] == "°":
            return irish_uk.cite_constitution(end)
        is_together = context_cues.find_linked_act_end(text, places.start) in self._ends
        return ActMention(end, end, "eu", role="thereof") if is_together else None

    def is_of_unknown(self, places: PinCites) -> bool:
        """Return True for pin cites linked with an act that is not known: ``artículo 8 de la Ley Orgánica 3/2018``."""
        if places.pointer:
            return False
        if not self._grammar.names_all:
            return _OF_NUMBERED_LAW.match(self._text, places.end) is not None
        another = _OF_ANOTHER_LAW.match(self._text, places.end)
        if another and bisect_left(self._starts, another.start()) == bisect_right(
            self._starts, another.end()
        ):
            return True  # ``art. 6 GDPR, art. 13 d.lgs. 196/2003``
        link = self._grammar.link.match(self._text, places.end)
        return link is not None and _PRESENT.match(self._text, link.end()) is None

    def _link_at(self, end: int) -> re.Match[str] | None:
        """Return the words between pin cites and their act; a comma only before a well-known one."""
        if link := self._grammar.link.match(self._text, end):
            return link
        comma = _COMMA.match(self._text, end)
        return comma if comma and self._grammar.listed_acts.match(self._text, comma.end()) else None

    def boundary(self, places: PinCites) -> int | None:
        """Return where places of the act before end and those of the act behind begin, if both are named.

        ``DSGVO Art. 17 sowie Artikel 13 der Verordnung (EU) 2018/1725``.
        """
        if len(places.paths) < 2:  # a list has two places at least
            return None
        joint = _NEXT_UNIT.search(self._text, places.start, places.end)
        before = self._find_act_before(places) if joint else None
        if joint is None or before is None:
            return None
        if _OF_PLACES.search(self._text, max(0, before.start - 8), before.start):
            return None  # ``Article 28 of Regulation (EU) 2022/2554, Article 21 and Article 23 of Directive ...``
        act = self.act_of(places)
        return joint.start() if act is not None and act.start >= places.end else None

    def _abbreviation_after(self, places: PinCites) -> ActMention | None:
        named = self._by_start.get(places.end + 1)
        if named is not None and named.kind in foreign.KINDS:
            return named
        return self._shared(places.end + 1) or _abbreviation_after(self._text, places)

    def _shared(self, position: int) -> ActMention | None:
        return foreign.match_in_austria(self._text, position) if self._is_austrian else None

    def _find_act_before(self, places: PinCites, link: int | None = None) -> ActMention | None:
        """Return the act right before pin cites: ``Human Rights Act 1998, s 6``, ``HGB § 74a``, ``Rome I, art 4``.

        At ``link`` an act of the pin cites was expected; an abbreviation there, behind a comma before them, is one that
        is not known: ``DSGVO, Art. 5 BayDSG``.
        """
        text, start = self._text, places.start
        in_full = _IN_FULL.match(text, start) is not None
        if not (in_full and not self._is_act) and not _AFTER_ACT.match(text, start):
            return None
        if in_full and not self._ends_near(start):
            return None
        joint = _JOINT_BEFORE.search(text, max(0, start - _LONGEST_JOINT), start)
        if joint is None:
            return None
        if link is not None and joint[0] == ", " and _ABBREVIATION_BEHIND.match(text, link):
            return None
        if joint[0] == ", " and _OF_ANOTHER_LAW.match(text, places.end):
            return None
        closed = joint.start() + joint[0].startswith(")")  # a bracket ends the name or is around it
        act = self._by_end.get(joint.start()) or self._by_end.get(closed)
        if joint[0] == " " and in_full and not (act and _is_short(text, act)):
            return None
        if act is None and text[joint.start() : start] == " ":
            act = german.match_abbreviation_before(text, joint.start())
        if act is None or act.role != "named" or (act.continues_list and not act.work):
            return None
        return replace(act, end=places.end)

    def _ends_near(self, position: int) -> bool:
        """Return True if an act ends at most the longest joint, or its bracket, before a position."""
        at = bisect_left(self._sorted_ends, position - _LONGEST_JOINT)
        return at < len(self._sorted_ends) and self._sorted_ends[at] <= position

    def _match_abbreviated(self, places: PinCites, link: re.Match[str]) -> ActMention | None:
        """Return the act ``EC`` in ``Article 81 EC``, ``KSchG`` in ``Art. 1 KSchG``."""
        act = None
        as_in_german = self._language == "de" or is_german(self._text, places)
        if places.level == "article" and link[0] in _BEFORE_ABBREVIATION:
            language = "de" if as_in_german else self._language
            act = treaties.match_former_treaty(self._text, link.end(), language)
            act = act or (
                foreign.match_behind_article(self._text, link.end()) if as_in_german else None
            )
        if act is None and as_in_german:
            act = self._shared(link.end()) or german.match_abbreviation(self._text, link.end())
            if act is not None and not (
                link[0].isspace()
                or self._text[act.start : act.end] in STATUTE_ABBREVIATIONS  # der HeizkostenV
            ):
                act = None
        elif act is None and self._language == "en" and places.level in _OF_STATUTES:
            act = german.match_known(self._text, link.end())  # section 823(1) BGB
        return act

    def share(
        self, linked: Sequence[tuple[PinCites, ActMention | None]]
    ) -> list[tuple[PinCites, ActMention | None]]:
        """Give the act behind the last of listed articles, annexes and recitals to each.

        ``Art. 5, Erwägungsgrund 39 DSGVO``, ``Artikel 2 in Verbindung mit Artikel 1 GG``. ``linked`` is in text order.
        """
        shared = list(linked)
        for at in range(len(shared) - 1, 0, -1):
            (places, act), (following, behind) = shared[at - 1], shared[at]
            if (
                act is None
                and behind is not None
                and behind.role == "named"
                and behind.start >= following.end
                and not places.pointer
                and self._is_joined(places, following)
            ):
                shared[at - 1] = places, replace(behind, start=places.end, end=places.end)
        return shared

    def _is_joined(self, places: PinCites, following: PinCites) -> bool:
        """Return True if a list of unlike provisions continues, or like ones apply together."""
        levels = {places.level, following.level}
        joint = _SHARED_JOINT if len(levels) == 2 and levels <= _SHARING else _TOGETHER
        is_like = joint is not _TOGETHER or levels in ({"article"}, {"section"})
        end = max(places.end, following.start)
        return is_like and joint.fullmatch(self._text, places.end, end) is not None

    def starts_of(self, places: PinCites, act: ActMention) -> list[int]:
        """Return the starts of the act of pin cites and of its repetitions among them.

        ``Articles 101 TFEU and 102 TFEU``.
        """
        ends = (places.start, places.end)
        first, last = (bisect_right(self._starts, end) for end in ends)
        name = (act.work, act.name)
        repeated = (other for other in self.all[first:last] if (other.work, other.name) == name)
        return [act.start, *(other.start for other in repeated)]


def is_bare(text: str, start: int) -> bool:
    """Return True for pin cites that begin with ``s`` or ``art``, which count only beside an act."""
    return _BARE.match(text, start) is not None


def _is_short(text: str, act: ActMention) -> bool:
    """Return True for an act named by one word or an abbreviation with a number: ``MiFIR``, ``MiFID II``."""
    words = text[act.start : act.end].split()
    return act.kind == "eu" and not words[0].islower() and len(words) <= 1 + words[-1].isupper()


def _covers(
    spans: Sequence[ActMention] | Sequence[Citation], starts: Sequence[int], position: int
) -> bool:
    """Return True if one of the sorted, disjoint spans with these starts contains the position."""
    at = bisect_right(starts, position)
    return at > 0 and position < spans[at - 1].end


def is_german(text: str, places: PinCites) -> bool:
    """Return True for German pin cites: a § with a statute's abbreviation, an article with German words."""
    if text[places.start] == "§":
        return _abbreviation_after(text, places) is not None or _is_of_known(text, places)
    return _WORDS_IN_GERMAN.search(text, places.start, places.end) is not None


def as_section(places: PinCites, act: ActMention | None) -> PinCites:
    """Return the sections of a German statute that an English text calls paragraphs: ``Paragraph 26(1) of the BDSG``."""
    if act is None or act.kind != "german" or act.work in _WITH_ARTICLES:
        return places
    if places.level not in ("paragraph", "article"):
        return places
    paths = tuple((("section", path[0][1]), *path[1:]) for path in places.paths)
    return replace(places, paths=paths)


def _is_of_known(text: str, places: PinCites) -> bool:
    """Return True if a well-known statute is named beside a § of an English text: ``HGB § 377``, ``§ 242 of the BGB``."""
    if behind := _OF_THE.match(text, places.end):
        return german.match_known(text, behind.end()) is not None
    start = places.start
    act = (
        german.match_abbreviation_before(text, start - 1)
        if text[start - 1 : start] == " "
        else None
    )
    return act is not None and text[act.start : act.end] in STATUTE_ABBREVIATIONS


def _abbreviation_after(text: str, places: PinCites) -> ActMention | None:
    return (
        german.match_abbreviation(text, places.end + 1)
        if text.startswith(" ", places.end)
        else None
    )
