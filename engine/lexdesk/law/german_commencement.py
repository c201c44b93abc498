"""German statutes with provisions in force from, or up to, other days than the statute as a whole.

§ 33 DHRV: "(1) Diese Verordnung tritt am 1. August 2019 in Kraft. (2) Abschnitt 5 tritt am 30. September 2021 außer
Kraft." Only sentences that begin with provisions, or have them behind the verb, are read.
"""

import datetime
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from lexdesk.law.findings import Finding
from lexdesk.law.versions import Times
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.structure.dates import find_date
from lexdesk.text.lazy_pattern import lazy_pattern

_DAY = datetime.timedelta(days=1)
_PLACES = (
    r"(?:[Dd](?:ie|er|as)\s)?(?P<places>(?:§§?|Artikel|Abschnitte?|Teile?|Kapitel|Anlagen?)\s"
    r"(?:[^.;\n]|(?<=Abs)\.|(?<=Nr)\.){1,120}?)"
)
_KRAFT = r"(?P<day>[^.;\n]{0,60}?(?:\d{1,2}\.\s[^\W\d]+\s\d{4}|Verkündung)?[^.;\n]{0,60}?)\s(?P<what>in|außer)\sKraft"
_SENTENCES = (
    lazy_pattern(rf"(?:^|[.;\n)]\s?|\d\s){_PLACES}\s(?:tritt|treten)\s{_KRAFT}"),
    lazy_pattern(
        rf"\b(?:tritt|treten)\s{_PLACES}\s(?=(?:erst\s|bereits\s)?(?:am|mit|zum)\s){_KRAFT}"
    ),
)
_ON = lazy_pattern(
    r"(?:erst\s|bereits\s|rückwirkend\s)?(?P<how>am|zum|mit\sWirkung\svom|mit\sAblauf\sdes)\s\d{1,2}\.\s[^\W\d]+\s\d{4}"
)


class OwnForce(NamedTuple):
    """The days in force of a provision, ``None`` for those of its statute; ``is_open``: the day is not stated as a date."""

    begins: datetime.date | None
    ends: datetime.date | None
    is_open: bool = False


class OtherForce(NamedTuple):
    """The label of the section with other days in force, and the days by eid."""

    section: str
    days: Mapping[str, OwnForce]


_NONE = OtherForce("", {})


def _is_dated(expression: ExpressionRow) -> bool:
    return bool(expression.in_force_from) and expression.work.startswith("DE-")


def find_other_force(store: Store, expression: ExpressionRow) -> OtherForce:
    """Return the days in force that a German statute states for single provisions."""
    return OTHER_FORCE.cached(store, expression) if _is_dated(expression) else _NONE


def apply_own_force(
    times: Times, store: Store, expression: ExpressionRow, eid: str | None
) -> tuple[Times, bool]:
    """Return ``times`` with the days in force of ``eid``, and whether it has days of its own."""
    own = find_other_force(store, expression).days.get(eid or "")
    if own is None:
        return times, False
    if own.is_open:
        return replace(times, in_force_from=None, in_force_to=None), True
    ends = [day for day in (own.ends, times.in_force_to) if day]
    begins = own.begins or times.in_force_from
    return replace(times, in_force_from=begins, in_force_to=min(ends, default=None)), True


def _read_entry_clause(store: Store, expression: ExpressionRow) -> OtherForce:
    from lexdesk.metadata.commencement import GERMAN_ENTRY

    for section in reversed(store.texts.provisions(expression.id)):
        if section.kind not in ("section", "article"):
            continue
        text = store.texts.text(expression.id, section.start, section.end)
        if GERMAN_ENTRY.search(text):
            stated = find_stated_force(text, expression.work)
            days: dict[str, OwnForce] = {}
            for eid, parent in store.texts.parents(expression.id).items() if stated else ():
                if own := stated.get(eid) or days.get(parent or ""):
                    days[eid] = own
            return OtherForce(section.label, days) if stated else _NONE
    return _NONE


OTHER_FORCE = Finding("days in force", OtherForce, _is_dated, _read_entry_clause)
"""The days in force of single provisions, as stored for a German statute."""


def find_stated_force(text: str, work: str) -> dict[str, OwnForce]:
    """Return the days in force that ``text``, the commencement section of ``work``, states for its provisions, by eid."""
    from lexdesk.citations import Context, find

    found: dict[str, OwnForce] = {}
    for sentence in _SENTENCES:
        for match in sentence.finditer(text):
            own = _own_force(match["day"], match["what"])
            for citation in find(match["places"], "de", Context(work=work)):
                if citation.work == work:
                    for eid in citation.eids:
                        found[eid] = _merge(found.get(eid), own)
    return found


def _own_force(written: str, what: str) -> OwnForce:
    on, day = _ON.fullmatch(written.strip()), find_date(written)
    if on is None or day is None:
        return OwnForce(None, None, is_open=True)
    if what == "in":
        return OwnForce(day, None)
    return OwnForce(None, day if on["how"].startswith("mit Ablauf") else day - _DAY)


def _merge(known: OwnForce | None, own: OwnForce) -> OwnForce:
    if known is None:
        return own
    is_open = known.is_open or own.is_open
    return OwnForce(known.begins or own.begins, known.ends or own.ends, is_open)
