"""The day or the earlier wording that a query asks for in words: ``as of 1 May 2019``, ``a. F.``.

English, German and French. ``in der Fassung der Bekanntmachung vom ...`` names a text and no day.
"""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple

from lexdesk.errors import Message, NoteCode
from lexdesk.law.gaps import held_versions
from lexdesk.search.known_item.known_item import KnownItem
from lexdesk.search.retrieval.hybrid import Candidates
from lexdesk.storage import Store
from lexdesk.structure.dates import find_date, find_numeric_date
from lexdesk.text.lazy_pattern import lazy_pattern

_DAY = (
    r"(?P<day>\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|\d{1,2}(?:\.|st|nd|rd|th|er)?\s+[^\W\d]{3,}\s+\d{4}"
    r"|[A-Z][a-z]{2,8}\s+\d{1,2},?\s+\d{4})(?![\d.-]*\d)"
)
_LEADING = (
    r"as (?:of|at|it (?:stood|was) on)(?: the)?|(?:as )?in force (?:on|as of|at)|(?:in the )?version (?:of|as of|in force on)"
    r"|in der (?:am|bis zum)(?= .{6,25}geltenden Fassung)|in der (?:bis zum )?Fassung(?: vom| bis(?: zum)?)"
    r"|i\.\s?d\.\s?F\.\s?(?:v\.|vom)|i\.?d\.?F\.?\s(?:v\.|vom)|Fassung vom|Stand(?: vom)?:?|zum Stichtag|geltend am"
    r"|dans sa (?:version|rédaction) (?:du|en vigueur (?:au|le))|(?:version )?en vigueur (?:au|le)"
)
_BEFORE = r"(?<![\s,(])[\s,(]*+(?<!\w)"  # a run from its beginning alone, in linear time
_DATED = lazy_pattern(
    rf"{_BEFORE}(?:{_LEADING})\s+(?:den |dem )?{_DAY}(?:\s+geltenden? Fassung)?[\s,)]*",
    re.IGNORECASE,
)
_EARLIER = lazy_pattern(
    rf"{_BEFORE}(?:a\.\s?F\.|aF\b|alte[rn]? Fassung|frühere[rn]? Fassung|old version|earlier version|former version"
    r"|ancienne (?:version|rédaction))(?!\w)[\s,)]*"
)
_CURRENT = lazy_pattern(
    rf"{_BEFORE}(?:n\.\s?F\.|nF\b|neue[rn]? Fassung|geltende[rn]? Fassung|current version|version en vigueur)(?!\w)[\s,)]*$"
)
_OF_WORDING = ("F", "version", "rédaction")
"""One of them is in each earlier or current wording: most queries need neither pattern."""


class Moment(NamedTuple):
    """A query without the words for its time: the day, or that an earlier wording is asked for."""

    text: str
    day: datetime.date | None = None
    is_earlier: bool = False


def read_moment(query: str) -> Moment:
    """Return the time that ``query`` asks for outside of quotation marks, and the other words."""
    for match in _DATED.finditer(query) if any(map(str.isdigit, query)) else ():
        day = _day_of(match["day"])
        if day and _is_outside_quotes(query, match.start()):
            return Moment(_without(query, match), day)
    if not any(word in query for word in _OF_WORDING):
        return Moment(query)
    earlier = _EARLIER.search(query)
    if earlier and _is_outside_quotes(query, earlier.start()):
        return Moment(_without(query, earlier), is_earlier=True)
    current = _CURRENT.search(query)
    return Moment(_without(query, current) if current else query)


def _day_of(printed: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(printed)
    except ValueError:
        pass
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th|er)\b", "", printed)
    american = re.sub(r"^([^\W\d]+)\s+(\d{1,2}),?\s+(\d{4})$", r"\2 \1 \3", plain)
    return find_numeric_date(re.sub(r"\.\s", ".", plain)) or find_date(american)


def _is_outside_quotes(query: str, at: int) -> bool:
    return query[:at].count('"') % 2 == 0 and query[:at].count("„") == query[:at].count("“")


def _without(query: str, match: re.Match[str]) -> str:
    """Return ``query`` without the match; an empty rest stays as it was."""
    rest = f"{query[: match.start()]} {query[match.end() :]}".strip()
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
    moment: Moment, day: datetime.date, item: KnownItem, store: Store
) -> Message | None:
    """Return the notice of the day that the query names, or on the earlier wording that it asks for."""
    if moment.day is not None:
        return Message(NoteCode.AS_OF_QUERY, day=day)
    if not moment.is_earlier:
        return None
    if not item.located:
        return Message(NoteCode.EARLIER_WORDING_UNNAMED)
    located = item.located[0]
    texts = store.law.expressions_of(located.expression.work)
    versions = held_versions(
        store, [text for text in texts if text.language == located.expression.language]
    )
    eid = located.provision.eid if located.provision else ""
    place = f"{located.expression.work} {eid}".strip()
    code = NoteCode.EARLIER_WORDINGS if len(versions) > 1 else NoteCode.EARLIER_WORDING_MISSING
    return Message(code, place=place)
