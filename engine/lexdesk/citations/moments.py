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
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import asdict

from lexdesk.structure.dates import find_date, find_numeric_date
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lexdesk.citations.citation import Citation

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
_CASE = lazy_pattern(r"\sv\.?\s|\d\s(?:[A-Z][\w.]*\s?){1,4}\s\d{1,4}$")
"""Parties, or a volume of reports: the year in brackets is that of the judgment, ``347 U.S. 483 (1954)``."""
_BEFORE_DAY = ("before", "prior to", "vor", "avant", *_ANTERIOR)
_FROM_DAY = ("since", "from", "seit", "ab", "depuis")
_IN_THE = r"(?:in (?:der|seiner|ihrer|the|its|their) )?"
_EARLIER = lazy_pattern(
    rf"{_BEFORE}{_IN_THE}(?:a\.\s?F\.|aF\b|alte[rn]? Fassung|frühere[rn]? Fassung|historische[rn]? Fassung"
    r"|(?:old|earlier|former|previous|prior|historic|historical) version|ancienne (?:version|rédaction))(?!\w)[\s,)]*"
    r"|^(?:[Ff]ormer|[Aa]ncien) (?=[Aa]rt|[Ss]ection|§)|(?<=\d) ancien (?=du\b)"
)
_EARLIER_BEHIND_CITATION = lazy_pattern(
    rf"{_BEFORE}(?:(?:as )?(?:originally |first )?(?:enacted|made|adopted)|{_IN_THE}(?:original (?:version|wording|text)"
    r"|ursprünglichen? Fassung|Ursprungsfassung|version (?:initiale|originale|d['’]origine))"
    r"|(?:before|prior to) (?:(?:its|the) )?amend.*"
    r"|vor (?:der|seiner|ihrer) (?:Änderung|Reform|Novelle|Neufassung).*|avant (?:sa|la) (?:modification|réforme).*)[\s)]*$"
)
_OF_ACT = lazy_pattern(
    rf"^(?:the )?(?:consolidated )?(?:version|text|wording|Fassung) (?:of|der|des|du) (?P<act>.+?)"
    rf" (?:of|vom|du|as of|at|on) {_DAY}$"
    rf"|^what did (?P<asked>.+?) (?:say|provide|state) (?:in|on|as of|at) (?P<then>{_NUMERIC_DAY}|.{{0,14}}\d{{4}})\?*$",
    re.IGNORECASE,
)
"""``consolidated version of CRR of 28 June 2021``, ``what did Article 92 CRR say in 2019``."""
_NEW = (
    rf"{_BEFORE}{_IN_THE}(?:n\.\s?F\.|nF\b|neue[rn]? Fassung|geltende[rn]? Fassung|current version|version en vigueur)"
    r"(?!\w)[\s,)]*"
)
_CURRENT = lazy_pattern(rf"{_NEW}(?=$|§|i\.?\s?V\.?\s?m|(?:in Verbindung|und|sowie|bzw\.|oder)\s)")
_CURRENT_BEHIND = lazy_pattern(_NEW)
_AMENDING = lazy_pattern(
    rf"{_BEFORE}(?:(?:as )?(?:(?:last|most recently|subsequently|later) )?(?:amended|modified|replaced|recast|inserted) by"
    r" (?P<english>.+)|(?:zuletzt )?(?:geändert|eingefügt|neu gefasst) durch (?P<german>.+)"
    r"|in der (?:zuletzt )?durch (?P<bracketed>.+?) geänderten Fassung|in der Fassung de[rs] (?!Bekanntmachung)(?P<wording>.+)"
    r"|(?:telle? que )?modifiée? (?:en dernier lieu )?par (?P<french>.+)"
    r"|dans sa (?:rédaction|version) (?:issue|résultant) d(?:e la |e l['’]|u |e )(?P<issued>.+))\)?$"
)
"""The act whose amendments a citation counts with: ``Directive 2002/58/EC as amended by Directive 2009/136/EC``."""
_CONSOLIDATED = lazy_pattern(
    r"(?<!\d)0(?P<act>(?:19|20)\d\d[A-Z]{1,2}\d{4})-(?P<celex>(?:19|20)\d{6})(?!\d)"
    r"|/eli/(?:reg|dir|dec)\w*/\d{4}/\d{1,5}(?:/[a-z]{2,4}_[\w-]+)*/(?P<eli>(?:19|20)\d\d-\d\d-\d\d)(?=/|\s|$)"
)
"""The day of a consolidated text in its CELEX number, ``02014L0065-20180103``, or in its ELI."""
_OF_AMENDMENT = "ed by ", " durch ", "Fassung de", " par ", "issue d", "résultant d"
"""Substrings of every match; most queries have none."""
_OF_WORDING = ("F", "version", "rédaction", "ormer ", "ncien ")
"""Substrings of every match of both patterns above; most queries have none and need no matching."""
_MOST_WORDINGS = 20


class Wording(NamedTuple):
    """The time stated at an offset in ``Moment.text``, of the citations before it: a day, else an earlier or today's."""

    at: int
    day: datetime.date | None
    is_earlier: bool


class Moment(NamedTuple):
    """A query without the words for its time: the day, or that an earlier wording is asked for.

    ``is_end`` is true if the query names a month or year; the day is its last one. ``wordings`` are the times stated for
    single citations, in order: ``§ 4 a. F. i. V. m. § 28 BDSG n. F.``. ``amending`` is the act whose amendments it counts
    with, as typed.
    """

    text: str
    day: datetime.date | None = None
    is_earlier: bool = False
    is_end: bool = False
    wordings: tuple[Wording, ...] = ()
    amending: str = ""


def read_moment(query: str, is_citation: Callable[[str], bool] = lambda _: False) -> Moment:
    """Return the time stated by ``query`` outside of quotation marks, and the other words.

    ``is_citation`` returns whether the other words are a citation.
    """
    if consolidated := _read_consolidated(query):
        return consolidated
    moment = _with_amending_act(Moment(query), is_citation)
    while len(moment.wordings) < _MOST_WORDINGS and (found := _next_wording(moment)):
        moment = found
    if moment.day is not None or not any(map(str.isdigit, moment.text)):
        return _behind_citation(moment, is_citation)
    text = moment.text
    behind = _BEHIND_CITATION.search(text)
    span = _span_of(behind["day"]) if behind else None
    if behind and span and is_citation(text[: behind.start()].lstrip("( ")):
        day, is_end = _day_by_preposition(behind["preposition"].lower(), span)
        return moment._replace(text=_without(text, behind), day=day, is_end=is_end)
    bracketed = _YEAR_IN_BRACKETS.search(text)
    span = _span_of(bracketed["day"]) if bracketed else None
    if (
        bracketed
        and span
        and not _CASE.search(text, 0, bracketed.start())
        and is_citation(text[: bracketed.start()])
    ):
        day, is_end = _end_of(span)
        return moment._replace(text=_without(text, bracketed), day=day, is_end=is_end)
    stated = _OF_ACT.search(text)
    span = _span_of(stated["day"] or stated["then"]) if stated else None
    if stated and span and is_citation(act := stated["act"] or stated["asked"]):
        day, is_end = _end_of(span)
        return moment._replace(text=act, day=day, is_end=is_end)
    return _behind_citation(moment, is_citation)


def _read_consolidated(query: str) -> Moment | None:
    """Return the day in the number or address of a consolidated text, and the query with the number of the act."""
    found = _CONSOLIDATED.search(query) if "-" in query else None
    if found is None or not _is_outside_quotes(query, found.start()):
        return None
    with contextlib.suppress(ValueError):
        day = datetime.date.fromisoformat(found["celex"] or found["eli"])
        is_address = "/" in query or not found["act"]
        return Moment(query if is_address else query.replace(found[0], f"3{found['act']}"), day)
    return None


def _with_amending_act(moment: Moment, is_citation: Callable[[str], bool]) -> Moment:
    """Return ``moment`` without the words for the act that amended the cited one."""
    text = moment.text
    found = _AMENDING.search(text) if any(word in text for word in _OF_AMENDMENT) else None
    if not (found and is_citation(text[: found.start()].lstrip("( "))):
        return moment
    act = next(filter(None, found.groups())).rstrip(") ")
    return moment._replace(text=text[: found.start()].lstrip("( "), amending=act)


def _behind_citation(moment: Moment, is_citation: Callable[[str], bool]) -> Moment:
    """Return ``moment`` without words for an earlier wording that count behind a citation only: ``as enacted``."""
    worded = None if moment.is_earlier else _EARLIER_BEHIND_CITATION.search(moment.text)
    if worded and is_citation(moment.text[: worded.start()].lstrip("( ")):
        return moment._replace(text=_without(moment.text, worded), is_earlier=True)
    return moment


def _next_wording(moment: Moment) -> Moment | None:
    """Return ``moment`` without its first words for a day or wording; ``None`` if it has none."""
    text = moment.text
    patterns = [_DATED, _YEAR_OF_VERSION] if any(map(str.isdigit, text)) else []
    for pattern in patterns:
        for match in pattern.finditer(text):
            span = _span_of(match["day"])
            if span and _is_outside_quotes(text, match.start()):
                day, is_end = _end_of(span)
                found = _with_wording(moment, match, day, is_earlier=False)
                is_first = found is not None and moment.day is None
                return found._replace(day=day, is_end=is_end) if found and is_first else found
    if not any(word in text for word in _OF_WORDING):
        return None
    for pattern in (_EARLIER, _CURRENT):
        is_earlier = pattern is _EARLIER
        worded = pattern.search(text)
        if worded and _is_outside_quotes(text, worded.start()):
            found = _with_wording(moment, worded, None, is_earlier=is_earlier)
            if found:
                return found._replace(is_earlier=moment.is_earlier or is_earlier)
    return None


def _with_wording(
    moment: Moment, match: re.Match[str], day: datetime.date | None, *, is_earlier: bool
) -> Moment | None:
    """Return ``moment`` without the words of ``match``; ``None`` if they are all of it."""
    rest = _without(moment.text, match)
    if rest == moment.text:
        return None
    removed = len(moment.text) - len(rest)
    kept = (w._replace(at=w.at - removed) if w.at > match.start() else w for w in moment.wordings)
    added = (*kept, Wording(match.start(), day, is_earlier))
    wordings = sorted(added, key=lambda wording: wording.at)
    return moment._replace(text=rest, wordings=tuple(wordings))


def list_earlier_eids(moment: Moment) -> frozenset[str]:
    """Return the eids in the query whose earlier wording is asked for; members of a list share the next wording."""
    from lexdesk.citations import find  # loads many patterns
    from lexdesk.citations.query_language import query_language

    earlier: set[str] = set()
    known: list[str] = []
    for wording in moment.wordings:
        before = moment.text[: wording.at]
        eids = [e for c in find(before, query_language(moment.text)) for e in c.eids]
        if wording.is_earlier:
            earlier.update(eids[len(known) :])
        known = eids
    return frozenset(earlier)


def names_several_times(moment: Moment) -> bool:
    """Return whether a query states unlike times for its citations."""
    times = {(wording.day, wording.is_earlier) for wording in moment.wordings}
    if len(times) < 2:  # the most frequent case
        return False
    from lexdesk.citations import find  # loads many patterns
    from lexdesk.citations.query_language import query_language

    found = find(moment.text, query_language(moment.text))
    return sum(max(1, len(citation.eids)) for citation in found) > 1


def read_wording_behind(text: str, end: int) -> str:
    """Return the time stated right behind a citation that ends at ``end`` of a running text.

    A day in ISO form, ``earlier`` (a. F.) or ``current`` (n. F.); ``""`` for none.
    """
    if (dated := _DATED.match(text, end)) and (span := _span_of(dated["day"])):
        return str(_end_of(span)[0])
    if _EARLIER.match(text, end):
        return "earlier"
    return "current" if _CURRENT_BEHIND.match(text, end) else ""


def as_printed(citation: Citation, text: str) -> dict[str, Any]:
    """Return the fields of a citation in ``text`` for JSON, with the time stated behind it (``wording``).

    ``today`` is the article of the treaties of today of one of a former treaty: Article 101 TFEU of Article 81 EC.
    """
    from lexdesk.citations.former_treaties import find_successor  # loads the names of acts

    later = find_successor(citation) if citation.kind == "treaty" else None
    today = {"work": later.work, "eids": later.eids} if later else None
    wording = read_wording_behind(text, citation.end)
    return asdict(citation) | {"wording": wording, "today": today}


def _day_by_preposition(preposition: str, span: _Span) -> tuple[datetime.date, bool]:
    """Return the day before, at the beginning or at the end of the days that a ``preposition`` precedes."""
    if preposition in _BEFORE_DAY:
        return span.first - datetime.timedelta(days=1), False
    return (span.first, False) if preposition in _FROM_DAY else _end_of(span)


def _end_of(span: _Span) -> tuple[datetime.date, bool]:
    """Return the last day of ``span``, at most today where it has begun, and whether it has several days."""
    today = datetime.date.today()
    last = today if span.first <= today <= span.last else span.last
    return last, span.first < span.last


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
    behind = query[match.end() :]
    comma = "," if "," in match[0] and behind.startswith(("§", "Art")) else ""
    rest = f"{query[: match.start()]}{closing}{comma} {behind}".strip()
    return rest or query
