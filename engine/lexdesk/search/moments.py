"""The day or the earlier wording that a query asks for in words: ``as of 1 May 2019``, ``a. F.``.

English, German and French. ``in der Fassung der Bekanntmachung vom ...`` names a text and no day. Of a month or year, the
law at its end counts. Behind a citation, prepositions suffice: ``Article 16 MiFID II in 2019``.
"""

from __future__ import annotations

import calendar
import contextlib
import datetime
import re
from collections.abc import Callable
from typing import NamedTuple

from lexdesk.errors import Message, NoteCode, both
from lexdesk.law.gaps import held_versions
from lexdesk.search.known_item.known_item import KnownItem
from lexdesk.search.retrieval.hybrid import Candidates
from lexdesk.storage import Store
from lexdesk.structure.dates import find_date, find_numeric_date
from lexdesk.text.lazy_pattern import lazy_pattern

_NUMERIC_DAY = r"\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/\d{4}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}"
_DAY = (
    rf"(?P<day>{_NUMERIC_DAY}"
    r"|\d{1,2}(?:\.|st|nd|rd|th|er)?\s+[^\W\d]{3,}\s+\d{4}"
    r"|[A-Z][a-z]{2,8}\s+\d{1,2},?\s+\d{4}|(?:[^\W\d]{3,9}\s+)?(?:19|20)\d\d)(?![\d./-]*\d)"
)
_LEADING = (
    r"as (?:of|at|it (?:stood|was) (?:on|in))(?: the)?(?: end of)?|(?:as )?in force (?:on|as of|at|in)"
    r"|(?:in the )?(?:consolidated )?version(?: of| as of| in force on| du| au| applicable (?:au|le))?"
    r"|in der (?:am|bis zum)(?= .{6,25}geltenden Fassung)|(?:in der (?:bis zum )?)?Fassung(?: vom| von| bis(?: zum)?)?"
    r"|i\.?\s?d\.?\s?F\.?(?:\sv\.|\svom|\sbis(?: zum)?)?|(?:Rechts)?stand(?: vom)?:?|zum Stichtag|geltend am"
    r"|(?:gültig|in Kraft) (?:am|ab)"
    r"|dans sa (?:version|rédaction) (?:du|de|en vigueur (?:au|le|en))|(?:version )?en vigueur (?:au|le|en)"
)
_ANTERIOR = "dans sa rédaction antérieure au", "dans sa version antérieure au"
_UNTIL = rf"{'|'.join(_ANTERIOR)}|before|prior to|vor|avant|until|till|up to|bis|jusqu[’']au"
_PREPOSITIONS = rf"(?:effective|applicable|valid)(?: on| at)?|on|in|at|since|from|am|im Jahre?|seit|ab|au|en|depuis|{_UNTIL}"
_BEFORE = r"(?<![\s,(])[\s,(]*+(?<!\w)"  # matches blanks from their first one only, for linear time
_DATED = lazy_pattern(
    rf"{_BEFORE}(?:{_LEADING})\s+(?:den |dem )?{_DAY}(?:\s+geltenden? Fassung)?[\s,)]*",
    re.IGNORECASE,
)
_YEAR_OF_VERSION = lazy_pattern(
    rf"{_BEFORE}(?P<day>(?:19|20)\d\d)\s(?:version|Fassung|wording)(?:\s+of\s+(?:the\s+)?|\s*$)"
)
_BEHIND_CITATION = lazy_pattern(
    rf"{_BEFORE}(?P<preposition>{_PREPOSITIONS})\s+(?:the |dem |zum |le )?{_DAY}(?:[\s)]*$|(?=\)\s+AND\s))",
    re.IGNORECASE,
)
_YEAR_IN_BRACKETS = lazy_pattern(
    rf"(?<!\bAct)(?<!\bActs)(?<!\bOrder)(?<!\bRules)(?<!Regulations)(?<!Instrument)\s\((?P<day>(?:19|20)\d\d|{_NUMERIC_DAY})\)\s*$"
)
"""The year after a citation: ``Art. 92 CRR (2021)``; in the name of an Act, it is the year of the Act."""
_BEFORE_DAY = ("before", "prior to", "vor", "avant", *_ANTERIOR)
_FROM_DAY = ("since", "from", "seit", "ab", "depuis")
_EARLIER = lazy_pattern(
    rf"{_BEFORE}(?:a\.\s?F\.|aF\b|alte[rn]? Fassung|frühere[rn]? Fassung|historische[rn]? Fassung"
    r"|(?:old|earlier|former|previous|prior|historic|historical) version|ancienne (?:version|rédaction))(?!\w)[\s,)]*"
    r"|^(?:[Ff]ormer|[Aa]ncien) (?=[Aa]rt|[Ss]ection|§)|(?<=\d) ancien (?=du\b)"
)
_CURRENT = lazy_pattern(
    rf"{_BEFORE}(?:n\.\s?F\.|nF\b|neue[rn]? Fassung|geltende[rn]? Fassung|current version|version en vigueur)(?!\w)[\s,)]*$"
)
_OF_WORDING = ("F", "version", "rédaction", "ormer ", "ncien ")
"""Substrings of every match of both patterns above; most queries have none and need no matching."""


class Moment(NamedTuple):
    """A query without the words for its time: the day, or that an earlier wording is asked for.

    ``is_end`` is true if the query names a month or year; the day is its last one.
    """

    text: str
    day: datetime.date | None = None
    is_earlier: bool = False
    is_end: bool = False


def read_moment(query: str, is_citation: Callable[[str], bool] = lambda _: False) -> Moment:
    """Return the time stated by ``query`` outside of quotation marks, and the other words.

    ``is_citation`` returns whether the other words are a citation.
    """
    if any(map(str.isdigit, query)):
        for pattern in (_DATED, _YEAR_OF_VERSION):
            for match in pattern.finditer(query):
                span = _span_of(match["day"])
                if span and _is_outside_quotes(query, match.start()):
                    return _at_end_of(span, _without(query, match))
        behind = _BEHIND_CITATION.search(query)
        span = _span_of(behind["day"]) if behind else None
        if behind and span and is_citation(query[: behind.start()].lstrip("( ")):
            return _moment_by_preposition(
                behind["preposition"].lower(), span, _without(query, behind)
            )
        bracketed = _YEAR_IN_BRACKETS.search(query)
        span = _span_of(bracketed["day"]) if bracketed else None
        if bracketed and span and is_citation(query[: bracketed.start()]):
            return _at_end_of(span, _without(query, bracketed))
    if not any(word in query for word in _OF_WORDING):
        return Moment(query)
    earlier = _EARLIER.search(query)
    if earlier and _is_outside_quotes(query, earlier.start()):
        return Moment(_without(query, earlier), is_earlier=True)
    current = _CURRENT.search(query)
    return Moment(_without(query, current) if current else query)


def _moment_by_preposition(preposition: str, span: _Span, rest: str) -> Moment:
    """Return the moment before, at the beginning or at the end of the days that a ``preposition`` precedes."""
    if preposition in _BEFORE_DAY:
        return Moment(rest, span.first - datetime.timedelta(days=1))
    return Moment(rest, span.first) if preposition in _FROM_DAY else _at_end_of(span, rest)


def _at_end_of(span: _Span, rest: str) -> Moment:
    """Return the moment of the last day of ``span``, at most today where it has begun."""
    today = datetime.date.today()
    last = today if span.first <= today <= span.last else span.last
    return Moment(rest, last, is_end=span.first < span.last)


class _Span(NamedTuple):
    """The first and the last day of a stated day, month or year."""

    first: datetime.date
    last: datetime.date


def _span_of(printed: str) -> _Span | None:
    """Return the days of ``1 May 2019``, ``May 2019`` or ``2019``."""
    if day := _day_of(printed):
        return _Span(day, day)
    if printed.isdecimal():
        return _Span(datetime.date(int(printed), 1, 1), datetime.date(int(printed), 12, 31))
    if first := find_date(f"1 {printed}"):
        return _Span(first, first.replace(day=calendar.monthrange(first.year, first.month)[1]))
    return None


def _day_of(printed: str) -> datetime.date | None:
    if printed.count("-") == 2:
        with contextlib.suppress(ValueError):
            return datetime.date.fromisoformat(printed)
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th|er)\b", "", printed)
    american = re.sub(r"^([^\W\d]+)\s+(\d{1,2}),?\s+(\d{4})$", r"\2 \1 \3", plain)
    return find_numeric_date(re.sub(r"\.\s|/", ".", plain)) or find_date(american)


def _is_outside_quotes(query: str, at: int) -> bool:
    return query[:at].count('"') % 2 == 0 and query[:at].count("„") == query[:at].count("“")


def _without(query: str, match: re.Match[str]) -> str:
    """Return ``query`` without the match, except brackets opened before it; an empty rest stays as it was."""
    closing = ")" * (match[0].count(")") - match[0].count("("))
    rest = f"{query[: match.start()]}{closing} {query[match.end() :]}".strip()
    return rest or query


def law_of_the_day_first(found: Candidates, store: Store, day: datetime.date) -> Candidates:
    """Return the candidates with those of works that had no text yet on ``day`` last."""
    extents = store.passages.extents(candidate.passage for candidate in found.best)
    rows = store.law.expression_rows({extent.expression for extent in extents.values()})
    later = {
        passage
        for passage, extent in extents.items()
        if extent.expression in rows and (rows[extent.expression].valid_from or "") > str(day)
    }
    return found._replace(best=sorted(found.best, key=lambda candidate: candidate.passage in later))


def moment_notice(
    moment: Moment, day: datetime.date, item: KnownItem, store: Store, *, is_empty: bool
) -> Message | None:
    """Return the notices of the day or the earlier wording in the query, and of law that is not known.

    That is law of a future day and, for an answer that ``is_empty``, that of files that are still being added.
    """
    return both(
        _notice_of_query(moment, day, item, store), _notice_of_unknown(store, day, is_empty)
    )


def _notice_of_query(
    moment: Moment, day: datetime.date, item: KnownItem, store: Store
) -> Message | None:
    if moment.day is not None:
        code = NoteCode.AS_OF_END_OF_QUERY if moment.is_end else NoteCode.AS_OF_QUERY
        return Message(code, day=day)
    if not moment.is_earlier:
        return None
    if not item.located:
        return Message(NoteCode.EARLIER_WORDING_UNNAMED)
    located = item.located[0]
    texts = store.law.expressions_of(located.expression.work)
    eid = located.provision.eid if located.provision else ""
    in_language = [text for text in texts if text.language == located.expression.language]
    versions = held_versions(store, in_language, eid or None)
    place = f"{located.expression.work} {eid}".strip()
    code = NoteCode.EARLIER_WORDINGS if len(versions) > 1 else NoteCode.EARLIER_WORDING_MISSING
    return Message(code, place=place)


def _notice_of_unknown(store: Store, day: datetime.date, is_empty: bool) -> Message | None:
    if day > datetime.date.today():
        return Message(NoteCode.FUTURE_DAY, day=day)
    is_unfinished = is_empty and store.setting("unfinished", list[str], [])
    return Message(NoteCode.FILES_UNFINISHED) if is_unfinished else None
