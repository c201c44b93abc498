"""Entry into force of national law that states no day for itself as a whole.

The day comes from commencement orders in the library (Ireland, United Kingdom) or from the law's own clause, for single
provisions, too. Where neither has it, the status says what decides: an order that the library lacks, a publication of
unknown day, or another event.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from lexdesk.citations.work_lookup import index_names, list_usual_names, normalize_name
from lexdesk.document.model import COMMENCES, COMMENCES_PARTLY, COMMENCES_REST, STATE, Provision
from lexdesk.errors import Message, PhraseCode, StatusCode
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.findings import Finding
from lexdesk.law.german_commencement import find_stated_force
from lexdesk.law.inception import parse_property_date
from lexdesk.law.versions import LegalStatus, Times, decide_status_on
from lexdesk.law.work_names import names_of_works
from lexdesk.metadata.commencement_clauses import Clause, find_clause
from lexdesk.metadata.commencement_orders import AppointedDay, Appointment, read_appointment
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow
from lexdesk.text.lazy_pattern import lazy_pattern

_KINDS = frozenset({"statute", "regulation"})
_BY_ORDERS = ("IE-", "UK-")
_ORDER = lazy_pattern(r"\bcommencement\b|\bappointed\s+day\b", re.IGNORECASE)
_COMMENCEMENTS = frozenset({COMMENCES, COMMENCES_REST, COMMENCES_PARTLY})
_INSTRUMENT = lazy_pattern(r"(?P<country>IE|UK)-(?P<year>\d{4})-(?:uk)?si-(?P<number>\d+)")
_LONGEST_ORDER = 50_000  # characters


class Commencement(NamedTuple):
    """What is known of the entry into force of a provision, or of the law.

    ``day`` is its first day, with ``is_latest`` possibly an earlier one; ``source`` names the order or section that states it,
    for parts or some purposes alone if there is no ``day``. ``has_others``: a part of it has another day.
    """

    day: datetime.date | None = None
    is_latest: bool = False
    source: str = ""
    has_others: bool = False
    clause: Clause | None = None


class _KnownDays(NamedTuple):
    by_eid: Mapping[str, Commencement]
    whole: Commencement | None


def find_commencement(
    store: Store, expression: ExpressionRow, eid: str | None
) -> Commencement | None:
    """Return what orders and the clause of a law say of ``eid`` or, for ``None``, of the law; ``None`` if they say nothing."""
    if not _has_no_day(expression):
        return None
    known = _read_days(store, expression)
    return known.by_eid.get(eid, known.by_eid.get("")) if eid else known.whole


def has_days_of_provisions(store: Store, expression: ExpressionRow) -> bool:
    """Return True if an order or the clause states days for single provisions of a law."""
    return _has_no_day(expression) and bool(_read_days(store, expression).by_eid.keys() - {""})


def set_commencement(
    times: Times, store: Store, expression: ExpressionRow, eid: str | None
) -> Times:
    """Return ``times`` with the certain day of an order or clause, if they have no day in force."""
    if times.in_force_from or times.applies_from:
        return times
    found = find_commencement(store, expression, eid)
    is_certain = found is not None and not found.is_latest
    return replace(times, in_force_from=found.day) if found and is_certain else times


def decide_commencement_status(
    times: Times, day: datetime.date, store: Store, expression: ExpressionRow, eid: str | None
) -> LegalStatus | None:
    """Return the status on ``day`` by orders and the clause; ``None`` if the law has days of its own, or has ended."""
    if times.in_force_from or times.applies_from or times.are_over_on(day):
        return None
    found = find_commencement(store, expression, eid)
    if found is None:
        return None
    if found.day and found.is_latest and day >= found.day:
        earliest = Message(StatusCode.IN_FORCE_BY, first=found.day)
        return LegalStatus("in force", _cite_source(earliest, found))
    if found.day and not found.is_latest:
        dated = replace(times, in_force_from=found.day)
        status = decide_status_on(dated, day)
        if status and status.sentence:
            return LegalStatus(status.name, _cite_source(status.sentence, found))
    return LegalStatus("commencement unknown", _describe_open_day(found))


def _cite_source(sentence: Message, found: Commencement) -> Message:
    code = StatusCode.OTHER_DAYS if found.has_others else StatusCode.STATED_BY_ARTICLE
    return Message(code, status=sentence, article=found.source)


def _describe_open_day(found: Commencement) -> Message:
    """Return what decides the day, and where the days of parts are."""
    clause = found.clause
    if found.source and not (clause and found.source == clause.label):
        return Message(StatusCode.COMMENCED_IN_PART, acts=found.source)
    if clause is None:
        return Message(StatusCode.COMMENCEMENT_NOT_STATED)
    if clause.ground == "order":
        return Message(StatusCode.COMMENCEMENT_BY_ORDER, article=clause.label)
    if clause.ground == "publication":
        return Message(StatusCode.COMMENCEMENT_BY_PUBLICATION, article=clause.label)
    if not clause.days:
        return Message(StatusCode.COMMENCEMENT_IN, article=clause.label)
    days = list_days(clause.days)
    return Message(StatusCode.COMMENCEMENT_DAYS_IN, article=clause.label, days=days)


def list_days(days: Sequence[datetime.date]) -> Message | datetime.date:
    """Return one or more days as a list."""
    listed: Message | datetime.date = days[0]
    for following in days[1:]:
        listed = Message(PhraseCode.LIST, first=listed, second=following)
    return listed


class StatedClause(NamedTuple):
    """The commencement clause of a text, and the days that it states by eid, ``""`` for the law as a whole."""

    clause: Clause | None
    days: Mapping[str, datetime.date | None]


def _has_no_day(expression: ExpressionRow) -> bool:
    """Return True for national law that states no day in force as a whole."""
    is_national = expression.kind in _KINDS and not expression.work[:1].isdigit()
    return is_national and not expression.in_force_from


def _read_clause(store: Store, expression: ExpressionRow) -> StatedClause:
    sections = store.texts.sections(expression.id)

    def text_of(section: Provision) -> str:
        return store.texts.text(expression.id, section.start, section.end)

    clause = find_clause(sections, text_of, expression.language)
    if clause is None:
        return StatedClause(None, {})
    section = next(p for p in sections if p.eid == clause.eid)
    return StatedClause(clause, _own_days(expression, clause, text_of(section)))


CLAUSE = Finding("commencement clause", StatedClause, _has_no_day, _read_clause)
"""The commencement clause, as stored for national law without a day in force."""


@until_changed
def _read_days(store: Store, expression: ExpressionRow) -> _KnownDays:
    clause, days = CLAUSE.of(store, expression)
    sources: list[tuple[str, Appointment]] = []
    if clause:
        own = {eid: AppointedDay(day) for eid, day in days.items()}
        sources.append((clause.label, Appointment(own, frozenset())))
    if expression.work.startswith(_BY_ORDERS):
        sources += [*_orders(store, expression), *_notes(store, expression, clause)]
    stating = [(source, appointed) for source, appointed in sources if appointed.days]
    found = _merge(stating, store.texts.parents(expression.id)) if stating else {}
    rest = _days_of_others(store, expression, clause) if clause else None
    whole = found.pop("", None)
    if clause and (whole is None or whole.day is None):
        whole = Commencement(source=whole.source if whole else "", clause=clause)
        if rest and rest.day:
            whole = rest
    by_eid = {eid: one._replace(clause=clause) for eid, one in found.items()}
    return _KnownDays(by_eid | ({"": rest} if rest else {}), whole)


def _days_of_others(store: Store, expression: ExpressionRow, clause: Clause) -> Commencement:
    """Return what is known of the provisions that no order and no sentence names."""
    state = parse_property_date(store.files.properties(expression.id).get(STATE))
    if (
        clause.ground == "publication"
        and clause.is_next_day
        and state
        and not clause.has_exceptions
    ):
        # Amended on that day, so published before.
        return Commencement(state, is_latest=True, source=clause.label, clause=clause)
    return Commencement(clause=clause)


def _own_days(
    expression: ExpressionRow, clause: Clause, text: str
) -> dict[str, datetime.date | None]:
    """Return the days that the clause itself states, for the law as a whole under ``""``."""
    if expression.language == "en":
        return {}  # stored as relations
    if not expression.work.startswith("DE-"):
        return {"": clause.day} if _is_plain(clause) else {}
    is_plain = not (clause.has_exceptions or clause.days)
    stated = {} if is_plain else find_stated_force(text, expression.work)
    days = {eid: own.begins for eid, own in stated.items()}
    if clause.day and (stated or not clause.has_exceptions):
        days[""] = clause.day
    return days


def _is_plain(clause: Clause) -> bool:
    return clause.day is not None and not clause.has_exceptions


def _orders(store: Store, expression: ExpressionRow) -> Iterator[tuple[str, Appointment]]:
    """Yield the name and the days of each commencement order in the library that cites the Act."""
    held = _find_orders(store, expression.work[:3])
    if not held:
        return
    names = [(expression.work, name) for name in (expression.title, expression.short_title) if name]
    cited_as = {expression.work, *index_names([*names, *list_usual_names([expression.work])])}
    for row, cited in held:
        if not cited_as.isdisjoint(cited):
            text = store.texts.text(row.id, 0, _LONGEST_ORDER)
            title = expression.short_title or expression.title
            name = _cite(row.work) or label_citation("", row, None)
            yield name, read_appointment(text, expression.work, title)


@until_changed
def _find_orders(store: Store, jurisdiction: str) -> list[tuple[ExpressionRow, set[str]]]:
    """Return the commencement orders of the jurisdiction (``IE-``), with the works and keys of names that they cite."""
    works = _orders_named(names_of_works(store).short_titles)
    of_jurisdiction = [work for work in works if work.startswith(jurisdiction)]
    rows = [rows[0] for rows in store.law.expressions_by_work(of_jurisdiction).values() if rows]
    return [
        (row, {r.work or normalize_name(r.name) for r in store.law.own_references(row.id)})
        for row in sorted(rows, key=lambda row: (row.valid_from or "", row.work))
    ]


@lru_cache(maxsize=2)  # most changes of a library leave the names as they are
def _orders_named(titles: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """Return the works that a short title names as commencement orders."""
    return frozenset(work for work, title in titles if _ORDER.search(title))


def _notes(
    store: Store, expression: ExpressionRow, clause: Clause | None
) -> Iterator[tuple[str, Appointment]]:
    """Yield the days that an Act or its publisher's notes state, by instrument; of the Act under its clause or own name."""
    by_instrument: dict[str, dict[str, AppointedDay]] = {}
    for relation in store.law.relations_in(expression.id):
        work, mark, eid = relation.object.partition("#")
        if relation.kind in _COMMENCEMENTS and mark and work == expression.work:
            day = None if relation.kind == COMMENCES_PARTLY else relation.date
            is_latest = relation.kind == COMMENCES_REST
            by_instrument.setdefault(relation.subject, {})[eid] = AppointedDay(day, is_latest)
    for instrument, days in by_instrument.items():
        if instrument != expression.work:
            yield _cite(instrument) or instrument, Appointment(days, frozenset())
            continue
        unknown = {eid: appointed for eid, appointed in days.items() if appointed.day is None}
        yield "", Appointment(unknown, frozenset())
        dated = {eid: appointed for eid, appointed in days.items() if appointed.day}
        own = clause.label if clause else expression.short_title or expression.title
        yield own, Appointment(dated, frozenset())


def _cite(work: str) -> str:
    """Return the number of an instrument: ``S.I. No. 512 of 2022`` in Ireland, else ``S.I. 2010/2317``."""
    number = _INSTRUMENT.fullmatch(work)
    if number is None:
        return ""
    if number["country"] == "IE":
        return f"S.I. No. {number['number']} of {number['year']}"
    return f"S.I. {number['year']}/{number['number']}"


def _merge(
    sources: Iterable[tuple[str, Appointment]], parents: Mapping[str, str | None]
) -> dict[str, Commencement]:
    """Return the earliest day of each provision (``""``: of the law), or the sources that deal with it in part."""
    found: dict[str, Commencement] = {}
    for source, appointment in sources:
        by_eid = appointment.by_provision(parents)
        if "" in appointment.days:
            by_eid[""] = appointment.days[""]
        parts = {
            around
            for eid in (*appointment.days, *appointment.excepted)
            for around in _self_and_ancestors(eid, parents)
        }
        for eid in by_eid.keys() | parts:
            new = by_eid.get(eid, AppointedDay(None))
            one = Commencement(new.day, new.is_latest, source, has_others=eid in parts)
            found[eid] = _earlier(found.get(eid), one)
    return found


def _earlier(known: Commencement | None, one: Commencement) -> Commencement:
    if known is None:
        return one
    if known.day is None and one.day is None:
        sources = dict.fromkeys(filter(None, (known.source, one.source)))
        return known._replace(source="; ".join(sources))
    return min((c for c in (known, one) if c.day), key=lambda c: c.day or datetime.date.max)


def _self_and_ancestors(eid: str, parents: Mapping[str, str | None]) -> Iterator[str]:
    """Yield the provisions around ``eid``, and ``""`` for the law."""
    if not eid:
        return
    around = parents.get(eid, eid.rpartition("__")[0] or None)
    while around:
        yield around
        around = parents.get(around, around.rpartition("__")[0] or None)
    yield ""
