"""Search as of a day: the version of each work to search, and its legal status on that day.

No work is hidden: a work without a text on the day is searched in its nearest version and labelled.
The filter ``in-force:`` restricts a query.
"""

import datetime
import itertools
from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from lexdesk.document.eid import is_recital
from lexdesk.document.model import LAW_KINDS, STATE
from lexdesk.errors import Message, NoteCode, PhraseCode, StatusCode, both, join_list
from lexdesk.index.conditions import Exclusion
from lexdesk.law.amendments import find_repeals
from lexdesk.law.application_days import OwnDay, find_own_day
from lexdesk.law.gaps import (
    describe_gap,
    list_held_parts,
    list_held_versions,
    select_part,
    with_text,
    without_notices,
)
from lexdesk.law.german_commencement import OwnForce, find_other_force
from lexdesk.law.inception import describe_later_wording, find_inception, parse_property_date
from lexdesk.law.insertion import Insertion, find_insertion, is_inserted
from lexdesk.law.national_commencement import Commencement, find_commencement
from lexdesk.law.provision_status import decide_provision_status, without_end
from lexdesk.law.versions import (
    LegalStatus,
    Repeal,
    Version,
    build_versions,
    derive_times,
    find_nearest_period,
    is_valid_on,
)
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow, PassageRow


@until_changed
def exclude_expressions(store: Store, day: datetime.date) -> Exclusion:
    """Return the expressions left out of a search as of ``day``: all but one version per work and language.

    Passages that the version of the day shares with earlier ones are kept, and recitals of the act as adopted if
    the version of the day has none.
    """
    expressions: set[int] = set()
    spared: set[int] = set()
    rows = store.law.expressions_with_versions()
    bases = store.revisions.bases()
    with_recitals = store.law.with_recitals(row.id for row in rows)
    parts = list_held_parts(store)
    by_work = sorted(rows, key=lambda e: (e.work, e.language or "", parts.get(e.id, "")))
    for _, group in itertools.groupby(by_work, lambda e: (e.work, e.language, parts.get(e.id))):
        texts = without_notices(store, with_text(store, of_work := list(group)))
        versions = build_versions(texts)
        chosen = find_nearest_period(versions, day)
        kept = {row.id for row in chosen.expressions}
        others = [row.id for row in of_work if row.id not in kept]
        expressions.update(others)
        for version in kept & bases.keys():
            spared.update(store.revisions.shared_passages(version))
        if others and not any(map(store.law.recitals_in, kept & with_recitals)):
            adopted = (version.expressions[0].id for version in versions)
            spared.update(_first_recitals(store, filter(with_recitals.__contains__, adopted)))
    return Exclusion(frozenset(expressions), frozenset(spared))


@until_changed
def _versions_of_laws(store: Store, day: datetime.date) -> dict[int, ExpressionRow]:
    """Map the first version of each law in git to the version searched as of ``day``."""
    bases = store.revisions.bases()
    if not bases:
        return {}
    excluded = exclude_expressions(store, day).expressions
    found = store.law.expression_rows([version for version in bases if version not in excluded])
    return {bases[version]: row for version, row in found.items()}


def select_rows_as_of(
    store: Store, day: datetime.date, rows: Mapping[int, PassageRow]
) -> dict[int, PassageRow]:
    """Return passages with the version of their law searched as of ``day``, in place of the version that stores them."""
    versions = _versions_of_laws(store, day)
    if not versions:
        return dict(rows)
    found: dict[int, PassageRow] = {}
    for passage, row in rows.items():
        stored = row.expression.id
        version = versions.get(store.revisions.base_of(stored) or 0)
        at = store.revisions.position_in_version(version.id, stored, row.start) if version else None
        found[passage] = (
            row if version is None or at is None else row._replace(expression=version, start=at)
        )
    return found


def find_version_as_of(
    store: Store, day: datetime.date, expression: ExpressionRow
) -> ExpressionRow:
    """Return the version searched as of ``day`` of the law in git of ``expression``; another expression is returned itself."""
    base = store.revisions.base_of(expression.id)
    return expression if base is None else _versions_of_laws(store, day).get(base, expression)


def _first_recitals(store: Store, expressions: Iterable[int]) -> list[int]:
    """Return the recitals of the first of ``expressions`` with recitals."""
    return next(filter(None, map(store.law.recitals_in, expressions)), [])


def _is_undated(row: ExpressionRow) -> bool:
    """Return True for a text without dates, such as a letter, which has no status."""
    return not (
        row.valid_from or row.valid_to or row.in_force_from or row.in_force_to or row.applies_from
    )


_MOST_STATUSES = 20_000
"""Maximum number of cached statuses; beyond it, each search derives its own."""

_Key = tuple[int, bool, bool, OwnDay | None, OwnForce | None, Insertion | None, Commencement | None]
"""Provisions of an expression with equal keys (recital, inserted, own day of application) share one status."""

_IN_FORCE = "in force", "applies"


class _Cache(Struct, frozen=True):
    """Data on works as of a day."""

    statuses: dict[_Key, LegalStatus | None] = field(default_factory=dict)
    expressions: dict[str, list[ExpressionRow]] = field(default_factory=dict)
    repeals: dict[str, Repeal] = field(default_factory=dict)


@until_changed
def _cache(_store: Store, _day: datetime.date) -> _Cache:
    return _Cache()


class StatusLookup:
    """The legal status of works on a day, cached until the library changes; ``look_up`` loads several works at once."""

    def __init__(self, store: Store, day: datetime.date):
        self._store = store
        self._day = day
        cache = _cache(store, day)
        if len(cache.statuses) > _MOST_STATUSES:
            cache = _Cache()
        self._statuses = cache.statuses
        self._expressions = cache.expressions
        self._repeals = cache.repeals

    def look_up(self, works: Iterable[str]) -> None:
        """Load the data of these works, one query for all of them."""
        if new := {work for work in works if work not in self._expressions}:
            self._expressions |= self._store.law.expressions_by_work(new)
            self._repeals |= find_repeals(self._store, *new)

    def __call__(self, expression: ExpressionRow, eid: str | None) -> LegalStatus | None:
        """Return the status of the provision or work on the day, and the age of the text of ``expression``.

        ``None`` if both are unknown. Recitals are valid from their adoption on.
        """
        force = find_other_force(self._store, expression).days.get(eid or "")
        own_day = find_own_day(self._store, expression, eid)
        inserted = find_insertion(self._store, expression, eid)
        commencement = find_commencement(self._store, expression, eid)
        kind = is_recital(eid), is_inserted(eid)
        key = (expression.id, *kind, own_day, force, inserted, commencement)
        if key not in self._statuses:
            self._statuses[key] = self._status(expression, eid)
        return self._statuses[key]

    def _of_other_state(self, expression: ExpressionRow) -> LegalStatus | None:
        """Return the status of a statute whose one text has another stated state than the day asked for."""
        if expression.kind != "statute" or self._day == datetime.date.today():
            return None
        state = self._state_of(expression)
        if state is None or state == self._day:
            return None
        note = Message(NoteCode.STATE_BEFORE_OR_AFTER, state=state, day=self._day)
        return LegalStatus("text not known", note)

    def _state_of(self, expression: ExpressionRow) -> datetime.date | None:
        return parse_property_date(self._store.files.properties(expression.id).get(STATE))

    def _of_unknown_day(self, expression: ExpressionRow) -> LegalStatus | None:
        """Return the status of a statute without dates on a day asked for."""
        if expression.kind != "statute" or self._day == datetime.date.today():
            return None
        return LegalStatus("text not known", Message(NoteCode.DATES_UNKNOWN, day=self._day))

    def _of_later_wording(self, expression: ExpressionRow) -> Message | None:
        """Return the notice of a text that is later than the day it is dated."""
        return (
            describe_later_wording(self._store, expression)
            if expression.kind in LAW_KINDS
            else None
        )

    def _status(self, expression: ExpressionRow, eid: str | None) -> LegalStatus | None:
        self.look_up([expression.work])
        rows = self._expressions[expression.work]
        part = list_held_parts(self._store).get(expression.id, "")
        is_alone = (
            select_part(self._store, rows, part) == [expression]
            and expression.work not in self._repeals
        )
        times = derive_times(rows, expression, self._day, self._repeals.get(expression.work))
        status = decide_provision_status(times, self._day, self._store, expression, eid)
        if is_alone and not expression.valid_from:
            other = self._of_other_state(expression)
            if _is_undated(expression):
                return other or status or self._of_unknown_day(expression)
            if other and status and status.name in _IN_FORCE:
                known = self._state_of(expression)
                name = status.name if known and known < self._day else other.name
                return LegalStatus(name, both(other.sentence, status.sentence))
        if not is_recital(eid) and (later := self._of_later_wording(expression)):
            known_status = None if is_inserted(eid) else status
            if known_status is None or known_status.name in _IN_FORCE:
                sentence = known_status.sentence if known_status else None
                return LegalStatus("text not known", both(later, sentence))
            return LegalStatus(known_status.name, both(later, known_status.sentence))
        version = self._version_of(expression, rows)
        text = self._status_of_text(version, rows, eid)
        if text is None:
            return status
        if is_valid_on(version, self._day):  # its text has changed since, or may have
            if times.are_over_on(self._day):
                return status
            if version.is_open and status:
                return LegalStatus(status.name, join_list(status.sentence, text.sentence))
        status = without_end(status, text.sentence)
        return LegalStatus(text.name, both(text.sentence, status.sentence if status else None))

    def _version_of(self, expression: ExpressionRow, rows: list[ExpressionRow]) -> Version:
        """Return the version with the file of ``expression``, among the ``rows`` of its work."""
        part = list_held_parts(self._store).get(expression.id)
        in_language = [row for row in rows if row.language == expression.language]
        if part:
            in_language = select_part(self._store, in_language, part)
        versions = (
            *list_held_versions(self._store, in_language, part),
            *build_versions(in_language),
        )
        return next(v for v in versions if any(row.id == expression.id for row in v.expressions))

    def _status_of_text(
        self, version: Version, rows: list[ExpressionRow], eid: str | None
    ) -> LegalStatus | None:
        """Return the status if the text of ``version`` is not that of the day, or is not known to be; else ``None``."""
        if version.valid_from and self._day < version.valid_from:
            note = Message(StatusCode.TEXT_DATES_FROM, first=version.valid_from)
            if find_inception(self._store, rows).lacks_text_of(self._day):
                return LegalStatus("text not known", Message(StatusCode.TEXT_UNKNOWN, note=note))
            return LegalStatus("no text yet", note)
        if is_recital(eid):
            return None
        if not is_valid_on(version, self._day):
            last = version.valid_to or Message(PhraseCode.OPEN_DATE)
            return LegalStatus("no text any more", Message(StatusCode.TEXT_HELD_TO, last=last))
        gap = describe_gap(version, self._day)
        if gap and gap.code is NoteCode.PROVISION_REPEALED:
            return LegalStatus("no longer in force", gap)
        return LegalStatus("text not known", gap) if gap else None
