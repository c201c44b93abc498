"""The works that amended a provision, as far as known in the library."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec import Struct

from lexdesk.citations.work_lookup import index_names, list_usual_names
from lexdesk.document.dates import from_iso, iso
from lexdesk.document.eid import is_within
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.versions import Repeal, State, Times, derive_times
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow
from lexdesk.text.lazy_pattern import lazy_pattern

_CHANGES = frozenset({"amends", "corrects", "repeals"})
_ENDS = frozenset({"repeals", "annuls"})
_CELEX_YEAR = lazy_pattern(r"3(\d{4})[A-Z]{1,2}\d")


@dataclass(frozen=True, slots=True)
class Amendment:
    """An amending work, the date of its effect, and its citation.

    ``possibly`` is True if its effect on the text is not certain: it amends the provision, or the
    work, on an unknown day or before the text, and one or more of the listed works made the text.
    """

    work: str
    date: str | None
    citation: str
    possibly: bool = False


def format_amendments(amendments: Sequence[Amendment]) -> str:
    """Format amendments: ``by A, B``; ``perhaps by one or more of: A, B`` for possible ones; ``""`` for none."""
    listed = ", ".join(amendment.citation for amendment in amendments)
    if not amendments or not amendments[0].possibly:
        return f"by {listed}" if listed else ""
    return f"perhaps by {'one or more of: ' * (len(amendments) > 1)}{listed}"


class _Claim(Struct, frozen=True):
    """A statement that ``work`` amends or corrects, with the possible days of its effect."""

    work: str
    days: frozenset[datetime.date]
    is_correction: bool = False

    def may_have_made(self, text_of: datetime.date) -> bool:
        """Return True if the act may have amended a text of this day: an earlier act, no corrigendum."""
        if self.is_correction:
            return False
        earliest = min(self.days, default=first_day_of_year(self.work))
        return earliest is None or earliest < text_of


def first_day_of_year(work: str) -> datetime.date | None:
    """Return 1 January of the year in a CELEX number: an act has no effect before it; else ``None``."""
    year = _CELEX_YEAR.match(work)
    return datetime.date(int(year[1]), 1, 1) if year else None


def find_amendments(store: Store, work: str, eid: str | None, state: State) -> list[Amendment]:
    """Return the works that made ``state`` of a provision: those with effect on its first day.

    If no such day is known, or texts before it are missing, so that others may have made it earlier: the works that
    amend the provision, else those that amend the work, unless they are corrigenda, adopted or effective later, or
    left out of those that the files of the text incorporate. Empty for a text as adopted.
    """
    if state.valid_from is None:
        return []
    language = state.found.expression.language
    named = store.law.amendments_to(work)
    of_provision = [_claim(store, by) for target, by in named if eid and is_within(target, eid)]
    of_work = [_claim(store, by) for target, by in named if not target]
    of_work += _relations(store, work)
    on_the_day = [c for c in (*of_provision, *of_work) if state.valid_from in c.days]
    if on_the_day and state.versions[0].earliest is None:
        return _amendments(store, on_the_day, state.valid_from, language)
    if _is_first(store, work, state):
        return []
    incorporated = _find_incorporated(store, work, state)
    for claims in filter(None, (of_provision, of_work)):
        possible = [c for c in claims if c.may_have_made(state.valid_from)] + on_the_day
        if incorporated:
            possible = [c for c in possible if c.work in incorporated]
        if possible:
            return _amendments(store, possible, None, language)
    return []


def _find_incorporated(store: Store, work: str, state: State) -> set[str]:
    """Return the acts whose amendments the files of a text state to hold."""
    return {
        relation.subject
        for expression in state.versions[0].expressions
        for relation in store.law.relations_in(expression.id)
        if relation.object == work and relation.kind == "amends"
    }


def find_corrections(store: Store, expression: ExpressionRow) -> list[str]:
    """Return the citations of the works that correct the act of ``expression`` and that its text does not incorporate."""
    work = expression.work
    rows = store.law.expressions_of(work)
    names = [(row.work, name) for row in rows for name in (row.title, row.short_title)]
    keys = index_names([*names, *list_usual_names([work])])
    works = store.law.corrections_to(work, keys)
    if not works:
        return []
    held = {relation.subject for relation in store.law.relations_in(expression.id)}
    return [_cite_work(store, by, expression.language) for by in works if by not in held]


def _is_first(store: Store, work: str, state: State) -> bool:
    """Return True if the state begins with the first text of the work."""
    return state.valid_from is not None and state.valid_from.isoformat() == _first_text_day(
        store, work
    )


@until_changed
def _first_text_day(store: Store, work: str) -> str | None:
    """Return the first day of the texts of a work (ISO 8601)."""
    return min((e.valid_from for e in store.law.expressions_of(work) if e.valid_from), default=None)


def _relations(store: Store, work: str) -> Iterable[_Claim]:
    for relation in store.law.relations_to(work):
        if relation.kind in _CHANGES:
            days = {relation.date} if relation.date else _days_of(store, relation.subject)
            yield _Claim(relation.subject, frozenset(days), relation.kind == "corrects")


def _claim(store: Store, work: str) -> _Claim:
    return _Claim(work, frozenset(_days_of(store, work)))


def _days_of(store: Store, work: str) -> set[datetime.date]:
    """Return the days of entry into force and of application of a work."""
    return {
        datetime.date.fromisoformat(day)
        for e in store.law.expressions_of(work)
        for day in (e.in_force_from, e.applies_from)
        if day
    }


def _amendments(
    store: Store, claims: Iterable[_Claim], day: datetime.date | None, language: str | None
) -> list[Amendment]:
    """Return one amendment for each work, with its date if known.

    ``day`` is that of the amended text; works are cited in ``language`` if available.
    """
    by_work: dict[str, Amendment] = {}
    for claim in claims:
        effect = day or min(claim.days, default=None)
        by_work.setdefault(
            claim.work,
            Amendment(
                claim.work,
                iso(effect),
                _cite_work(store, claim.work, language),
                possibly=day is None,
            ),
        )
    return sorted(by_work.values(), key=lambda a: (a.date is None, a.date, a.work))


def _cite_work(store: Store, work: str, language: str | None) -> str:
    expressions = sorted(
        store.law.expressions_of(work), key=lambda expression: expression.language != language
    )
    return label_citation("", expressions[0], None) if expressions else work


def derive_times_of_work(store: Store, expression: ExpressionRow, on: datetime.date) -> Times:
    """Return the periods of the work of ``expression``, by its texts and repealing acts, as of ``on``."""
    work = expression.work
    return derive_times(
        store.law.expressions_of(work), expression, on, find_repeals(store, work).get(work)
    )


def find_repeals(store: Store, *works: str) -> dict[str, Repeal]:
    """Return the works of ``works`` repealed by another act, or annulled by a judgment, with the first day if one is stated."""
    repeals: dict[str, Repeal] = {}
    for relation in store.law.relations_to(*works):
        if relation.kind not in _ENDS:
            continue
        known = repeals.get(relation.object)
        if relation.date and not (known and known.day and known.day <= relation.date):
            repeals[relation.object] = Repeal(relation.subject, relation.date)
        elif known is None:
            adopted = _first_day(store, relation.subject)
            by = _cite_work(store, relation.subject, None)
            repeals[relation.object] = Repeal(by, None, adopted)
    return repeals


def _first_day(store: Store, work: str) -> datetime.date | None:
    days = (from_iso(row.valid_from) for row in store.law.expressions_of(work))
    return min(filter(None, days), default=first_day_of_year(work))
