"""Union acts with provisions that apply from other days than the act as a whole.

Article 113 of the AI Act: "It shall apply from 2 August 2026. However: (a) Chapters I and II shall
apply from 2 February 2025". In English, a provision has the day of such a sentence if it says
nothing else about it, and the act's day if it is an exception. For conditions, a second sentence
and other languages, only the possible days are known.
"""

from __future__ import annotations

import datetime
import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from lexdesk.document.dates import from_iso
from lexdesk.document.eid import is_within
from lexdesk.law.findings import Finding
from lexdesk.law.german_commencement import apply_own_force, find_other_force
from lexdesk.law.insertion import apply_insertion
from lexdesk.law.national_commencement import set_commencement
from lexdesk.law.versions import Times
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.structure.dates import find_date, find_dates
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lexdesk.citations import Citation

_LAST = 4  # articles of an act, one of which states its application
_APPLIES = lazy_pattern(
    r",?(?: which)? shall apply (?:from|as of|as from|with effect from) (\d{1,2} [A-Z][a-z]+ \d{4})"
)
_EXCEPT = lazy_pattern(r"(?<![\s,])[\s,]*+(?:with the exception of|except for) ")
_BEFORE_PLACES = lazy_pattern(
    r"^[\s,;]*(?:\d+\.\s|\([a-z]{1,4}\)\s)?(?:and )?(?:However, |Nevertheless, |Notwithstanding [^,]{1,60}, "
    r"|By way of derogation from [^,]{1,60}, |with the exception of |except for )?"
)
_END = lazy_pattern(r"[.;,]?(?: and| or)?\s*$|, with the exception of |,? except for ")
_BETWEEN_PLACES = lazy_pattern(
    r"[\s,]*(?:and)?[\s,]*|[\s,]*and the corresponding obligations in this (?:Regulation|Directive)\s*"
)
_CONDITION = lazy_pattern(
    r"^[\s(]*(?:\d+\.\s)?(?:However|Nevertheless)?,?\s*(?:if|where|unless)\b", re.IGNORECASE
)
_SENTENCE_END = lazy_pattern(r"(?<=[.;])\s+(?=[A-Z(])|(?<=[.;:])(?=\([a-z]{1,2}\) [A-Z])")
_DIVISION = lazy_pattern(
    r"\b(?:Titles?|Chapters?|Sections?|Parts?)\s[IVXLC\d]+\s\((?P<articles>Articles?\s[^()]{1,80})\)"
)
"""``Chapter IV (Articles 35 to 51)``: its articles alone say the same of a text without divisions."""
_DIVISIONS = ("title_", "chp_", "part_", "sec_")
_CONTINUED = lazy_pattern(r"(?<=:)\n(?=\(i\))|;?(?: and| or)?\n(?=\((?:i{2,3}|i?v|vi{0,3})\))")
"""Line breaks inside one sentence: ``shall apply from:`` / ``(i) 2 December 2027 as regards ...``."""


class OwnDay(NamedTuple):
    """The possible first days of application of a provision.

    One certain day, or the ``days`` that a conditional sentence or its parts state (``is_certain``
    is False). ``has_others``: a part of it has another day.
    """

    days: tuple[datetime.date, ...]
    is_certain: bool = True
    has_others: bool = False

    @property
    def day(self) -> datetime.date | None:
        """Return the certain day."""
        return self.days[0] if self.is_certain else None


class OtherDays(NamedTuple):
    """The label of the article with other days of application, and the days by eid."""

    article: str
    days: Mapping[str, OwnDay]


_NONE = OtherDays("", {})


def find_own_day(store: Store, expression: ExpressionRow, eid: str | None) -> OwnDay | None:
    """Return a provision's own days of application, ``None`` if the act's day counts."""
    return find_other_days(store, expression).days.get(eid or "")


def set_own_day(
    times: Times, store: Store, expression: ExpressionRow, eid: str | None
) -> tuple[Times, str]:
    """Return ``times`` with the day of application of ``eid``, and the label of the article that sets it.

    The label is ``""`` if a part of ``eid`` has another day. Without an own day, ``times`` are
    returned unchanged with ``""``. An earlier text is ignored if a later one moved the act's day.
    """
    stated = set_commencement(times, store, expression, eid)
    times, has_own_force = apply_own_force(stated, store, expression, eid)
    if has_own_force:
        return times, find_other_force(store, expression).section
    own = find_own_day(store, expression, eid)
    if own is None or times.applies_from != from_iso(expression.applies_from):
        return apply_insertion(times, store, expression, eid), ""
    own_times = apply_insertion(replace(times, applies_from=own.day), store, expression, eid)
    has_article = own.is_certain and not own.has_others and own_times.applies_from is not None
    article = find_other_days(store, expression).article if has_article else ""
    return own_times, article


def find_other_days(store: Store, expression: ExpressionRow) -> OtherDays:
    """Return the days stated in ``expression``."""
    return _NONE if expression.applies_from is None else OTHER_DAYS.cached(store, expression)


def read_other_days(store: Store, expression: ExpressionRow) -> OtherDays:
    """Return the days of the article that states ``applies_from`` and another day after it."""
    from lexdesk.metadata.commencement_patterns import WORDINGS

    wording, day = WORDINGS.get(expression.language or ""), from_iso(expression.applies_from)
    if wording is None or day is None:
        return _NONE
    for article in store.texts.last_articles(expression.id, _LAST):
        text = store.texts.text(expression.id, article.start, article.end)
        for stated in wording.application.finditer(text):
            if find_date(stated[0]) == day:
                if {*find_dates(text[stated.start() :])} == {day}:
                    break  # and so behind each later one
                own = article.eid
                articles = _DIVISION.sub(r"\g<articles>", text)
                stated_at = find_stated_days(
                    articles, expression.work, day, expression.language or "", own
                )
                parents = store.texts.parents(expression.id) if stated_at else {}
                days = find_days_by_provision(stated_at, parents, day)
                days |= _days_of_unknown_divisions(stated_at, parents, days, day)
                return OtherDays(
                    article.label, {e: o for e, o in days.items() if not is_within(e, own)}
                )
    return _NONE


OTHER_DAYS = Finding(
    "days of application", OtherDays, lambda row: row.applies_from is not None, read_other_days
)
"""The days of application of single provisions, as stored for an act with a day of application."""


class _StatedDays:
    """The days that an article states for a provision, and whether one of them is certain."""

    def __init__(self) -> None:
        self.certain: set[datetime.date] = set()
        self.possible: set[datetime.date] = set()
        self.is_open = False

    def own_day(self) -> OwnDay:
        """Return the certain day, else all possible ones."""
        if len(self.certain) == 1 and not self.is_open:
            return OwnDay((*self.certain,))
        return OwnDay((*sorted(self.certain | self.possible),), is_certain=False)


def find_stated_days(
    text: str, work: str, act_day: datetime.date, language: str, own: str
) -> dict[str, OwnDay]:
    """Return the provisions of ``work`` about which ``text``, its provision ``own``, says a day of application."""
    found: dict[str, _StatedDays] = defaultdict(_StatedDays)
    for line in _CONTINUED.sub(" ", text).split("\n"):
        for sentence in _SENTENCE_END.split(line):
            if language == "en":
                _read_sentence(sentence, work, act_day, found)
            elif any(day != act_day for day in find_dates(sentence)):
                _leave_open(_find_citations(sentence, work, language), sentence, found)
    return {eid: of.own_day() for eid, of in found.items() if not is_within(eid, own)}


def _find_citations(text: str, work: str, language: str = "en") -> list[Citation]:
    from lexdesk.citations import Context, find

    return [c for c in find(text, language, Context(work=work)) if c.work == work and c.eids]


def _leave_open(citations: list[Citation], sentence: str, found: dict[str, _StatedDays]) -> None:
    for eid in itertools.chain.from_iterable(c.eids for c in citations):
        found[eid].is_open = True
        found[eid].possible.update(find_dates(sentence))


def _read_sentence(
    sentence: str, work: str, act_day: datetime.date, found: dict[str, _StatedDays]
) -> None:
    """Read the places of one English sentence, and the day behind each list of them."""
    if "appl" not in sentence:
        return
    if _CONDITION.search(sentence):
        _leave_open(_find_citations(sentence, work), sentence, found)
        return
    stated = list(_APPLIES.finditer(sentence))
    begins = [0, *(match.end() for match in stated)]
    ends = [*(match.start() for match in stated), len(sentence)]
    is_plain_end = not stated or _END.match(sentence, begins[-1]) is not None
    places = [
        _ListedPlaces(work, sentence[begin:end]) for begin, end in zip(begins, ends, strict=True)
    ]
    for n, part in enumerate(places):
        part.add_exceptions(act_day, found, is_last=n == len(stated))
        following = places[n + 1].is_list if n + 1 < len(stated) else is_plain_end
        if n < len(stated) and part.is_list and following:
            for eid in part.eids:
                found[eid].certain.add(_day(stated[n][1]))
        else:
            _leave_open(part.citations, sentence, found)


class _ListedPlaces:
    """The provisions listed in a part of a sentence, and those excepted."""

    def __init__(self, work: str, part: str) -> None:
        self._begins_with_exception = _EXCEPT.match(part) is not None
        listed, exception, excepted = _divide(_BEFORE_PLACES.sub("", part))
        self.citations = _find_citations(listed, work)
        self.is_list = _is_list(listed, self.citations)
        self._excepted = _find_citations(excepted, work) if exception else []
        self._is_list_of_exceptions = _is_list(excepted.rstrip(" .;,"), self._excepted)

    @property
    def eids(self) -> list[str]:
        return [eid for citation in self.citations for eid in citation.eids]

    def add_exceptions(
        self, act_day: datetime.date, found: dict[str, _StatedDays], *, is_last: bool
    ) -> None:
        """Give the excepted provisions the day of the act; those behind the last day are exceptions to it."""
        if is_last and self._begins_with_exception and self.is_list:
            excepted, self.citations = self.citations, []
        else:
            excepted = self._excepted if self._is_list_of_exceptions else []
        for eid in itertools.chain.from_iterable(c.eids for c in excepted):
            found[eid].certain.add(act_day)


def _divide(part: str) -> tuple[str, str, str]:
    """Return the listed provisions, the words of an exception, and the excepted provisions."""
    match = _EXCEPT.search(part)
    if match is None:
        return part, "", ""
    return part[: match.start()], match[0], part[match.end() :].partition(" shall apply")[0]


def _day(printed: str) -> datetime.date:
    return find_date(printed) or datetime.date.max  # no day of the calendar


def _is_list(text: str, citations: list[Citation]) -> bool:
    """Return True if ``text`` consists of ``citations`` and their connectives."""
    text = text.rstrip(" .;,")
    ends = [0, *(citation.end for citation in citations)]
    starts = [*(citation.start for citation in citations), len(text)]
    gaps = zip(ends, starts, strict=True)
    return bool(citations) and all(_BETWEEN_PLACES.fullmatch(text[a:b]) for a, b in gaps)


def find_days_by_provision(
    places: Mapping[str, OwnDay], parents: Mapping[str, str | None], act_day: datetime.date
) -> dict[str, OwnDay]:
    """Return the days of each provision that is one of ``places``, lies in one or has parts there.

    ``parents`` lists each provision after its parent.
    """
    days: dict[str, OwnDay] = {}
    for eid, parent in parents.items():
        if own := places.get(eid) or days.get(parent or ""):
            days[eid] = own
    parts: dict[str, set[OwnDay]] = defaultdict(set)
    for eid in places:
        around = parents.get(eid, eid.rpartition("__")[0] or None)
        while around is not None:
            parts[around].add(places[eid])
            around = parents.get(around, around.rpartition("__")[0] or None)
    inside: dict[str | None, list[str]] = defaultdict(list)
    for eid, parent in parents.items():
        inside[parent].append(eid)
    for eid, others in parts.items():
        if eid in parents and others != {days.get(eid)}:
            days[eid] = _days_of_parts(eid, days, inside[eid], act_day)
    return {eid: own for eid, own in days.items() if own != OwnDay((act_day,)) or eid in places}


def _days_of_unknown_divisions(
    places: Mapping[str, OwnDay],
    parents: Mapping[str, str | None],
    days: Mapping[str, OwnDay],
    act_day: datetime.date,
) -> dict[str, OwnDay]:
    """Return the possible days of all other provisions if a text has no titles or chapters, and some have a day."""
    held = {step for eid in parents for step in _DIVISIONS if f"__{step}" in f"__{eid}"}
    unknown = [
        own
        for eid, own in places.items()
        if eid.startswith(_DIVISIONS) and not eid.startswith((*held,))
    ]
    possible = {act_day, *itertools.chain.from_iterable(own.days for own in unknown)}
    if len(possible) == 1:
        return {}
    open_ = OwnDay((*sorted(possible),), is_certain=False)
    found = {eid: open_ for eid in parents if eid not in days and not eid.startswith("rec_")}
    around = (eid for eid in parents if eid in days and not _is_stated(eid, places))
    for eid in around:  # a part of it has a day; that of the rest is unknown
        each = (*sorted({*days[eid].days, *possible}),)
        found[eid] = OwnDay(each, is_certain=False, has_others=True)
    return found


def _is_stated(eid: str, places: Mapping[str, OwnDay]) -> bool:
    """Return True if a day is stated for a provision itself, or for one around it."""
    return any(
        around in places for around in itertools.accumulate(eid.split("__"), "{}__{}".format)
    )


def _days_of_parts(
    eid: str, days: Mapping[str, OwnDay], inside: Iterable[str], act_day: datetime.date
) -> OwnDay:
    """Return the own day of ``eid``, whose parts ``inside`` have others; without one, the days of all parts."""
    rules = map(days.get, inside)
    own_days = {day for rule in rules for day in (rule.days if rule else (act_day,))}
    if own := days.get(eid):
        listed_days = own.days if own.is_certain else (*sorted({*own.days, *own_days}),)
        return own._replace(days=listed_days, has_others=True)
    return OwnDay((*sorted(own_days),), is_certain=False, has_others=True)
