"""Days whose text the library lacks: between two stored versions of a work, or after the last one.

A version applies to the end stated in its file. Without one, it applies to the day before the next
version, unless the next one incorporates several acts, or an act in the library has amended the
work meanwhile. Corrections and repeals are no amendments.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from lexdesk.document.dates import from_iso
from lexdesk.document.eid import is_within
from lexdesk.document.model import AMENDED, ENDED, PART, STATE, TEXTLESS
from lexdesk.errors import Message, NoteCode
from lexdesk.law.amendments import derive_times_of_work, first_day_of_year
from lexdesk.law.inception import parse_property_date
from lexdesk.law.versions import Limit, State, Version, build_versions
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow

_DAY = datetime.timedelta(days=1)

WHOLE = "document"
"""The eid of the whole text of a work in the archive of dated versions."""

_NOTES = {
    Limit.AMENDED: NoteCode.AMENDED_SINCE,
    Limit.AMENDED_ON_UNKNOWN_DAY: NoteCode.AMENDED_ON_UNKNOWN_DAY,
    Limit.STATED_END: NoteCode.TEXT_ENDED,
    Limit.UNDATED: NoteCode.UNDATED_TEXT_HELD,
    Limit.PROVISION_REPEALED: NoteCode.PROVISION_REPEALED,
    Limit.ENDED: NoteCode.ENDED_SINCE,
    Limit.STATE_OF_REPOSITORY: NoteCode.STATE_OF_REPOSITORY,
}


def list_held_versions(
    store: Store, expressions: Iterable[ExpressionRow], eid: str | None = None
) -> list[Version]:
    """Return the versions of a work in one language, oldest first, with the last day that each is known for.

    The days after ``known_until`` belong to a version up to the next one. Files without the text of
    the act are no versions, except for the eid ``document``; of another ``eid``, a notice of repeal
    is none either. A work whose files hold single provisions has no versions as a whole.
    """
    rows = select_part(store, list(expressions), eid)
    if eid in (None, WHOLE) and is_in_parts(store, rows):
        return [Version(None, None, tuple(rows))]
    texts = rows if eid == WHOLE else with_text(store, rows)
    over = _first_day_of_repeal(store, texts) if eid != WHOLE else None
    versions = build_versions(
        row for row in texts if not (over and _is_notice(store, row, over, of_work=eid is None))
    )
    if not versions or versions[0].valid_from is None:
        return versions or build_versions(texts)
    changes = _find_changes(store, versions[0].expressions[0].work)
    before: list[Version] = [
        _limit(version, following, changes) for version, following in pairwise(versions)
    ]
    last = _limit_in_repository(store, _limit_last(versions, changes))
    if over and len(versions) < len(build_versions(texts)):
        known = min(filter(None, (over - _DAY, last.stated_end)))
        last = _known_until(replace(last, valid_to=None), known, last.limit or Limit.AMENDED)
    last = _limit_repealed_part(store, last)
    held = [*before, last]
    for at, version in enumerate(before, 1):
        if version.known_until:
            held[at] = replace(held[at], earliest=version.known_until + _DAY)
    if any(row.valid_from is None for row in texts):
        held = [_known_until(v, v.known_until, Limit.UNDATED) if _ends(v) else v for v in held]
    return [replace(v, elsewhere=_find_elsewhere(store, v)) if v.known_until else v for v in held]


def _ends(version: Version) -> bool:
    """Return True if the text is known up to a day only, for another reason than its repeal."""
    return version.known_until is not None and version.limit is not Limit.PROVISION_REPEALED


def _limit_repealed_part(store: Store, last: Version) -> Version:
    """Return the last text of a provision as ended by its repeal, if its file states this."""
    stated = store.files.properties(last.expressions[0].id)
    if last.known_until and PART in stated and ENDED in stated:
        return _known_until(last, last.known_until, Limit.PROVISION_REPEALED)
    return last


@until_changed
def list_held_parts(store: Store) -> dict[int, str]:
    """Return the eid of each expression that holds a single provision of its work."""
    return {number: of[PART] for number, of in store.files.properties_named((PART,)).items()}


def is_in_parts(store: Store, rows: Iterable[ExpressionRow]) -> bool:
    """Return True if the files of a work hold single provisions, each with its own dates."""
    return any(row.id in list_held_parts(store) for row in rows)


def select_part(store: Store, rows: list[ExpressionRow], eid: str | None) -> list[ExpressionRow]:
    """Return the files of the part with ``eid`` of a work held in parts; else all ``rows``."""
    parts, named = list_held_parts(store), (eid or "").partition("__")[0]
    return [row for row in rows if named and parts.get(row.id) == named] or rows


def is_named_in_gap(store: Store, eid: str, before: Version, following: Version) -> bool:
    """Return True if an act amends the provision ``eid`` on one of the days between two versions without a known text."""
    known, made = before.known_until, following.valid_from
    if known is None or made is None:
        return False
    work = before.expressions[0].work
    changes = _find_changes(store, work)
    acts = (
        changes.acts[name]
        for target, name in store.law.amendments_to(work)
        if target and (is_within(target, eid) or is_within(eid, target))
        if name in changes.acts and name not in changes.of(before)
    )
    return any(
        act.earliest < made
        and made not in act.days
        and (known < act.earliest if act.days else known.year <= act.earliest.year)
        for act in acts
    )


def _find_elsewhere(store: Store, version: Version) -> tuple[tuple[datetime.date, str], ...]:
    """Return the first day and the language of each text in another language for days on which ``version`` is unknown."""
    own, known = version.expressions[0], version.known_until or datetime.date.max
    last, textless = version.valid_to or datetime.date.max, _textless(store)
    rows = (row for row in store.law.expressions_of(own.work) if row.id not in textless)
    begun = ((from_iso(row.valid_from), row) for row in rows if row.language != own.language)
    return tuple(
        (day, row.language)
        for day, row in sorted(begun, key=lambda pair: (pair[0] or datetime.date.min, pair[1].id))
        if day and row.language and day <= last
        if day > known or (from_iso(row.valid_to) or day) > known
    )


def with_text(store: Store, expressions: list[ExpressionRow]) -> list[ExpressionRow]:
    """Return the expressions whose files hold a text of the act; all if none does."""
    textless = _textless(store)
    return [row for row in expressions if row.id not in textless] or expressions


@until_changed
def _textless(store: Store) -> frozenset[int]:
    return frozenset(store.files.properties_named((TEXTLESS,)))


def _first_day_of_repeal(store: Store, rows: list[ExpressionRow]) -> datetime.date | None:
    if not rows:
        return None
    times = derive_times_of_work(store, rows[0], datetime.date.max)
    return times.in_force_to + _DAY if times.in_force_to else None


def without_notices(store: Store, rows: list[ExpressionRow]) -> list[ExpressionRow]:
    """Return the texts of a work without notices of its repeal: a search reads the last text, and labels it."""
    if len(rows) < 2 or _stating_own_repeal(store).isdisjoint(row.id for row in rows):
        return rows
    over = _first_day_of_repeal(store, rows)
    return [
        row for row in rows if not (over and _is_notice(store, row, over, of_work=False))
    ] or rows


@until_changed
def _stating_own_repeal(store: Store) -> set[int]:
    return store.law.stating_own_repeal()


def _is_notice(store: Store, row: ExpressionRow, over: datetime.date, *, of_work: bool) -> bool:
    """Return True for a notice of repeal: a text of at most one article that begins after the end of its work.

    So is one that states the repeal and begins before it has effect, as that of Directive 76/207/EEC; among the versions of
    a work (``of_work``), only this one.
    """
    begin = from_iso(row.valid_from)
    if begin is None or len(store.texts.last_articles(row.id, 2)) > 1:
        return False
    if begin >= over:
        return not of_work
    stated = store.law.relations_in(row.id)
    return any(found.kind == "repeals" and found.object == row.work for found in stated)


def describe_gap(period: Version | State, day: datetime.date) -> Message | None:
    """Return the notice that the library lacks the text of ``day``; ``None`` if it has it."""
    version = period if isinstance(period, Version) else period.versions[-1]
    known = version.known_until
    if known is None or version.limit is None or day <= known:
        return None
    if elsewhere := [(begin, code) for begin, code in version.elsewhere if begin <= day]:
        begin, language = elsewhere[-1]
        return Message(NoteCode.IN_OTHER_LANGUAGE, known=known, begin=begin, language=language)
    return Message(_NOTES[version.limit], known=known, day=day)


def is_amended_by(version: Version, day: datetime.date) -> bool:
    """Return True if an amendment by ``day`` is known whose text the library lacks."""
    is_behind = version.known_until is not None and day > version.known_until
    return is_behind and version.limit is Limit.AMENDED


def _known_until(version: Version, day: datetime.date | None, limit: Limit) -> Version:
    """Return ``version`` with its text known up to ``day`` by ``limit``, or to its end for ``None``.

    An end stated in its file is the limit before an amendment.
    """
    if day is None:
        return replace(version, known_until=None, limit=None)
    if limit in (Limit.AMENDED, Limit.AMENDED_ON_UNKNOWN_DAY) and version.stated_end:
        limit = Limit.STATED_END
    return replace(version, known_until=day, limit=limit)


class _Act(Struct, frozen=True):
    """An amending act with the possible days of its effect, and the earliest one: without such days, that of its adoption.

    ``adopted`` is set if its texts state the day of application only: it may have had effect before.
    """

    days: frozenset[datetime.date]
    earliest: datetime.date
    adopted: datetime.date | None = None

    def may_have_made(self, version: Version) -> bool:
        """Return True if a version of the time between its adoption and its application may stem from it."""
        begin = version.valid_from
        return bool(self.adopted and begin and self.adopted <= begin < self.earliest)


class _Changes(Struct, frozen=True):
    """The amending acts of a work: all known ones, and those incorporated by id of the expression."""

    acts: dict[str, _Act]
    incorporated: dict[int, frozenset[str]]

    def of(self, version: Version) -> frozenset[str]:
        """Return the acts that the files of ``version`` list as incorporated."""
        none: frozenset[str] = frozenset()
        return none.union(*(self.incorporated.get(e.id, none) for e in version.expressions))


def _limit(version: Version, following: Version, changes: _Changes) -> Version:
    """Return ``version`` up to the day before ``following``, known as long as no other act changed it."""
    begin, last = version.valid_from, following.valid_from
    if begin is None or last is None:
        return version
    last -= _DAY
    change = _first_change(version, following, changes)
    unchanged = change.day - _DAY
    is_listed = bool(changes.of(following)) and unchanged >= last  # a new edition, no amendment
    known = (None if is_listed else version.stated_end) or unchanged
    known = max(min(known, last), begin)
    is_known = known >= last
    return _known_until(replace(version, valid_to=last), None if is_known else known, change.limit)


def _limit_last(versions: Sequence[Version], changes: _Changes) -> Version:
    version = versions[-1]
    begin = version.valid_from
    end = version.stated_end
    if end or begin is None:
        return _known_until(replace(version, valid_to=None), end, Limit.STATED_END)
    incorporated = changes.of(version)
    later = [
        act
        for name, act in changes.acts.items()
        if name not in incorporated
        and act.earliest > begin
        and not any(map(act.may_have_made, versions))
    ]
    if not later:
        return _known_until(version, None, Limit.AMENDED)
    is_dated = any(act.days for act in later)
    known = max(min(act.earliest for act in later) - _DAY, begin)
    return _known_until(version, known, Limit.AMENDED if is_dated else Limit.AMENDED_ON_UNKNOWN_DAY)


def _limit_in_repository(store: Store, version: Version) -> Version:
    """Return the last version of a law in git as known up to the day of its repository, or to its first amendment."""
    begin, expression = version.valid_from, version.expressions[0].id
    if begin is None or version.stated_end or store.revisions.base_of(expression) is None:
        return version
    stated = store.files.properties(expression)
    days = {name: parse_property_date(stated.get(name)) for name in (STATE, AMENDED)}
    if amended := days[AMENDED]:
        known = max(amended - _DAY, begin)
        first = min(filter(None, (known, version.known_until)))
        return _known_until(version, first, Limit.AMENDED)
    if version.known_until:
        return version
    if ENDED in stated:
        return _known_until(version, begin, Limit.ENDED)
    state = days[STATE]
    if state is None:
        return version
    return _known_until(version, max(state, begin), Limit.STATE_OF_REPOSITORY)


class _Change(NamedTuple):
    """The first possible day of an amendment, and the limit that it sets."""

    day: datetime.date
    limit: Limit


def _first_change(version: Version, following: Version, changes: _Changes) -> _Change:
    """Return the first possible amendment after ``version`` that did not make ``following``.

    On the day of ``following`` if there is none. One of several new acts of unknown days made it.
    """
    begin, made = version.valid_from or datetime.date.min, following.valid_from or datetime.date.max
    listed = changes.of(following)
    added = listed - changes.of(version)
    new = {name: changes.acts[name] for name in added if not _is_over(changes.acts[name], begin)}
    makers = [name for name, act in new.items() if made in act.days]
    others = [act for name, act in new.items() if name not in makers and not _is_later(act, made)]
    undated = [act for act in others if not act.days]
    if not makers and len(others) == 1 and undated:
        others = []
    between = [
        act
        for act in changes.acts.values()
        if not listed and begin < act.earliest < made and made not in act.days
    ]
    if len(between) == 1 and not between[0].days and not _is_made_on(changes, made):
        between = []
    is_undated = between and not any(act.days for act in (*others, *between))
    return _Change(
        min([made, *(act.earliest for act in (*others, *between))]),
        Limit.AMENDED_ON_UNKNOWN_DAY if is_undated else Limit.AMENDED,
    )


def _is_made_on(changes: _Changes, day: datetime.date) -> bool:
    return any(day in act.days for act in changes.acts.values())


def _is_over(act: _Act, begin: datetime.date) -> bool:
    """Return True if an act had its whole effect by ``begin``."""
    return max(act.days) <= begin if act.days else act.earliest.year < begin.year - 1


def _is_later(act: _Act, made: datetime.date) -> bool:
    return bool(act.days) and act.earliest > made


def is_correction(store: Store, version: Version) -> bool:
    """Return True if the files of ``version`` incorporate corrigenda, and no amendment of their work."""
    work = version.expressions[0].work
    kinds = {
        relation.kind
        for expression in version.expressions
        for relation in store.law.relations_in(expression.id)
        if relation.object == work and relation.kind in ("amends", "corrects")
    }
    return kinds == {"corrects"}


@until_changed
def _find_changes(store: Store, work: str) -> _Changes:
    incorporated: dict[int, set[str]] = {}
    names = {amending for _, amending in store.law.amendments_to(work)}
    stated: dict[str, set[datetime.date]] = {}
    for expression, own, relation in store.law.amending_relations(work):
        names.add(relation.subject)
        if own == work:
            incorporated.setdefault(expression, set()).add(relation.subject)
        if relation.date:
            stated.setdefault(relation.subject, set()).add(relation.date)
    texts = store.law.expressions_by_work(names)
    acts = {
        name: _act(name, stated.get(name, set()), texts.get(name, ())) for name in names - {work}
    }
    return _Changes(acts, {number: frozenset(found) for number, found in incorporated.items()})


def _act(name: str, stated: set[datetime.date], texts: Iterable[ExpressionRow]) -> _Act:
    rows = list(texts)
    days = stated or {
        day for e in rows for day in map(from_iso, (e.in_force_from, e.applies_from)) if day
    }
    first = first_day_of_year(name) or datetime.date.min + _DAY
    applies_only = not stated and not any(e.in_force_from for e in rows)
    adopted = min(filter(None, (from_iso(e.valid_from) for e in rows)), default=None)
    if adopted and adopted.year == first.year:  # else its first text is a later one
        first = adopted
    return _Act(frozenset(days), min(days, default=first), adopted if applies_only else None)
