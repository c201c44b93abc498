"""A work or a provision as it is read: found by its identifier, in the version that is wanted."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lexdesk.citations.cited_eids import cited_forms
from lexdesk.citations.lookup import name_key, names_of_works, work_of_short_name
from lexdesk.days import from_iso, iso
from lexdesk.document import Provision
from lexdesk.eids import is_recital
from lexdesk.errors import NotFound
from lexdesk.law.amendments import Amendment, amended_by, times_of_work
from lexdesk.law.beginning import beginning, consolidated, without_text_on
from lexdesk.law.naming import citation
from lexdesk.law.versions import (
    Found,
    State,
    Times,
    Version,
    holds_on,
    nearest_to,
    printed,
    states_of,
    status_on,
    versions_of,
)
from lexdesk.paths import absolute, stored_path
from lexdesk.store import Store
from lexdesk.store.schema import ExpressionRow

WHOLE = "document"
"""The eid that stands for the whole text of a work, as the archive of dated versions has it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A work or a provision with its text.

    ``valid_from`` and ``valid_to`` are those of its state, the days through which it said this;
    ``version`` holds the dates of the version that it was read from. All dates are inclusive and in
    ISO form. ``status`` is that of the work on the day asked for, else today. ``page`` is that of the
    file on which a provision begins, ``attached_to`` the path of the mail in which the file lies,
    ``properties`` what the file says of itself. ``notice`` says what is not known of the text: what a
    consolidated one said before, or whether one without dates is that of the day asked for.
    """

    work: str
    eid: str | None
    citation: str
    title: str
    heading: str
    text: str
    language: str | None
    path: str | None
    page: int | None
    attached_to: str | None
    properties: dict[str, str]
    valid_from: str | None
    valid_to: str | None
    version: dict[str, str | None]
    amended_by: list[Amendment]
    in_force_from: str | None
    in_force_to: str | None
    applies_from: str | None
    status: str | None
    status_sentence: str
    provisions: list[dict[str, Any]]
    notice: str = ""

    @property
    def is_repeal(self) -> bool:
        """Whether what made this text repealed the work, rather than amended it."""
        times = Times(in_force_to=from_iso(self.in_force_to))
        return times.are_over_on(from_iso(self.valid_from))


def show(
    store: Store,
    work: str,
    eid: str | None,
    language: str | None,
    preferred: Sequence[str],
    as_of: datetime.date | None = None,
) -> Shown:
    """The text of ``work`` or of its provision ``eid``, in ``language`` or the first of ``preferred``.

    With ``as_of`` as it was on that day, else as it is today, or was last: a text that begins to hold
    later has to be asked for by its day. ``document`` is the whole text.
    Recitals, which consolidated texts leave out, come from the version that has them. Raises
    ``NotFound``, naming what there is instead.
    """
    return _shown(store, *locate(store, work, eid, language, preferred, as_of), as_of)


def wordings(
    store: Store,
    work: str,
    eid: str,
    language: str | None,
    preferred: Sequence[str],
    as_of: datetime.date | None = None,
) -> frozenset[str]:
    """What the provision that ``show`` shows says: its whole text, and each passage that it was cut into.

    As the files of its version have it. Raises ``NotFound``.
    """
    _, version, found = locate(store, work, eid, language, preferred, as_of)
    pieces = (piece for of in version.expressions for piece in store.pieces_in(of.id))
    own = (piece.text.strip() for piece in pieces if piece.eid == found.eid)
    return frozenset((found.text.strip(), *own))


def locate(
    store: Store,
    work: str,
    eid: str | None,
    language: str | None,
    preferred: Sequence[str],
    as_of: datetime.date | None = None,
) -> tuple[State, Version, Found]:
    """The state that ``show`` shows, the version of it that holds, and the text there.

    Raises ``NotFound``.
    """
    by_language = languages_of(store, work, language, preferred)
    for expressions in by_language:
        state = _state(store, expressions, eid, as_of)
        if state is not None:
            day = as_of or datetime.date.today()
            holding = (v for v in state.versions if holds_on(v, day))
            version = next(holding, state.versions[-1])
            eid_there = state.found.eid
            found = found_in(store, version, eid_there) or _whole(store, version, eid_there)
            return state, version, found
    raise NotFound(_missing(store, by_language, eid, as_of))


def languages_of(
    store: Store, work: str, language: str | None, preferred: Sequence[str]
) -> list[list[ExpressionRow]]:
    """The expressions of a work by language, those wanted most first.

    ``work`` is an identifier, a short name such as ``BGB``, the path of a file, or a title. Raises
    ``NotFound``.
    """
    work = stored_path(work)
    expressions = store.expressions_of(work) or store.expressions_of(work_of_short_name(work))
    if not expressions and (of_file := store.work_of_file(str(absolute(work)))):
        expressions = store.expressions_of(of_file)
    if not expressions and (entitled := names_of_works(store.titles()).get(name_key(work))):
        expressions = store.expressions_of(entitled)
    if not expressions:
        alike = store.works_like(work)
        hint = (
            f"; there are: {', '.join(alike)}" if alike else "; search for it, hits name their work"
        )
        raise NotFound(f"the library has no work {work}{hint}")
    language = language and language.lower()
    by_language: dict[str | None, list[ExpressionRow]] = {}
    for each in expressions:
        by_language.setdefault(each.language, []).append(each)
    if language is not None and language not in by_language:
        known = ", ".join(sorted(filter(None, by_language)))
        raise NotFound(f"{work} is not there in the language {language}; it is in: {known}")
    wanted = [language] if language is not None else list(by_language)
    return [
        by_language[each]
        for each in sorted(
            wanted, key=lambda c: preferred.index(c) if c in preferred else len(preferred)
        )
    ]


def states(store: Store, expressions: Iterable[ExpressionRow], eid: str | None) -> list[State]:
    """The states of a provision, or of the whole text, in the versions of a work.

    ``document`` is a provision where one is called so in some version, as in the archive of dated
    versions; else it is the whole text.
    """
    versions = versions_of(expressions)
    known = states_of(versions, lambda version: found_in(store, version, eid))
    if known or (eid and eid.lower() != WHOLE):
        return known
    return states_of(versions, lambda version: _whole(store, version, eid))


def cited(store: Store, state: State) -> str:
    """How the provision of ``state``, or its work where that is all of it, is named to a person."""
    of, eid = state.found.expression, state.found.eid
    provision = store.provision(of.id, eid) if eid else None
    return citation(provision.label if provision else "", of, None)


def found_in(store: Store, version: Version, eid: str | None) -> Found | None:
    """A provision in a version, in the first of its files that has it; ``None`` where none does."""
    for expression in version.expressions:
        if eid is not None and (p := _provision(store, expression.id, eid)):
            return Found(expression, p.eid, store.text(expression.id, p.start, p.end))
    return None


def _whole(store: Store, version: Version, eid: str | None) -> Found:
    expression = version.expressions[0]
    return Found(expression, eid and WHOLE, store.text(expression.id).strip())


def _provision(store: Store, expression: int, eid: str) -> Provision | None:
    """The provision, also by another eid that people cite it by: Annex II is ``anx_2`` or ``anx_ii``."""
    steps = eid.count("__")  # a form with fewer of them may be of another division
    forms = (each for each in cited_forms(eid.lower()) if each.count("__") == steps)
    found = (store.provision(expression, form) for form in dict.fromkeys((eid, *forms)))
    return next(filter(None, found), None)


def _state(
    store: Store, expressions: list[ExpressionRow], eid: str | None, as_of: datetime.date | None
) -> State | None:
    versions = versions_of(expressions)
    known = states(store, expressions, eid)
    if as_of is None:
        return nearest_to(known, datetime.date.today()) if known else None
    if not any(holds_on(version, as_of) for version in versions):
        return None
    found = next((state for state in known if holds_on(state, as_of)), None)
    return found or _recital(known, eid, as_of)


def _recital(known: list[State], eid: str | None, day: datetime.date) -> State | None:
    """Recitals stand in the act as adopted and are never amended: its text holds on every later day."""
    if not is_recital(eid and eid.lower()):
        return None
    earlier = [s for s in known if s.valid_from is None or s.valid_from <= day]
    return next(iter(earlier[::-1] or known), None)


def _shown(
    store: Store, state: State, version: Version, found: Found, as_of: datetime.date | None
) -> Shown:
    chosen = found.expression
    provision = store.provision(chosen.id, found.eid) if found.eid else None
    day = as_of or datetime.date.today()
    times = times_of_work(store, chosen, day)
    status = status_on(times, day)
    listed = (
        store.provisions_in(chosen.id, provision.eid) if provision else store.provisions(chosen.id)
    )
    return Shown(
        work=chosen.work,
        eid=found.eid,
        citation=citation(provision.label if provision else "", chosen, None),
        title=chosen.title,
        heading=provision.heading if provision else "",
        text=found.text,
        language=chosen.language,
        path=chosen.path,
        page=_page(store, chosen, provision) if provision else None,
        attached_to=store.enclosing(chosen.path) if chosen.path else None,
        properties=store.properties(chosen.id),
        valid_from=iso(state.valid_from),
        valid_to=iso(None if is_recital(found.eid) else state.valid_to),
        version={"valid_from": iso(version.valid_from), "valid_to": iso(version.valid_to)},
        amended_by=amended_by(store, chosen.work, found.eid, state),
        in_force_from=iso(times.in_force_from),
        in_force_to=iso(times.in_force_to),
        applies_from=iso(times.applies_from),
        status=status.name if status else None,
        status_sentence=status.sentence if status else "",
        provisions=[
            {"eid": p.eid, "label": p.label, "heading": p.heading, "parent": p.parent}
            for p in listed
        ],
        notice=_notice(store, chosen, state, as_of),
    )


def _notice(store: Store, chosen: ExpressionRow, state: State, as_of: datetime.date | None) -> str:
    """What is not known of a text: its earlier wording, or its days."""
    if state.valid_from is not None:
        begun = beginning(store, store.expressions_of(chosen.work))
        return consolidated(begun, state.valid_from)
    if as_of is None:
        return ""
    return f"the dates of this text are not known; it may not be the text of {printed(as_of)}"


def _page(store: Store, expression: ExpressionRow, provision: Provision) -> int | None:
    """The page on which ``provision`` begins, where the text has pages."""
    begun = [each for each in store.pages(expression.id) if each.start <= provision.start]
    return begun[-1].number if begun else None


def _missing(
    store: Store,
    by_language: list[list[ExpressionRow]],
    eid: str | None,
    as_of: datetime.date | None,
) -> str:
    """The sentence that says what there is instead."""
    work = citation("", by_language[0][0], None)
    versions = [version for e in by_language for version in versions_of(e)]
    if as_of and not any(holds_on(version, as_of) for version in versions):
        begun = beginning(store, (row for e in by_language for row in e))
        if told := without_text_on(begun, work, as_of):
            return told
        return f"{work} had no text on {printed(as_of)}; {_spans(versions)}"
    known = [state for e in by_language for state in states(store, e, eid)]
    if as_of and known:
        return f"{cited(store, known[0])} had no text on {printed(as_of)}; {_spans(known)}"
    there = (p for e in by_language for row in e[:1] for p in store.provisions(row.id))
    names: dict[str, str] = {}
    for p in there:
        names.setdefault(p.eid, f"{p.label} ({p.eid})" if p.label else p.eid)
    nearest = sorted(names, key=lambda each: -_shared_start(each, eid or ""))[:3]
    alike = [names[each] for each in nearest]
    hint = f"; there are, for example: {', '.join(alike)}" if alike else "; it has no structure"
    return f"{work} has no provision {eid}{hint}"


def _spans(periods: Iterable[Version | State]) -> str:
    """``it was there from 1 May 2014 to 2 May 2015 and from 1 July 2016 on``; languages overlap."""
    spans: list[tuple[datetime.date | None, datetime.date | None]] = []
    for each in sorted(periods, key=lambda p: p.valid_from or datetime.date.min):
        if not spans or _is_apart(spans[-1][1], each.valid_from):
            spans.append((each.valid_from, each.valid_to))
        else:
            begin, end = spans[-1]
            spans[-1] = (begin, max(end, each.valid_to) if end and each.valid_to else None)
    shown = [
        f"from {printed(a)} to {printed(b)}" if b else f"from {printed(a)} on" for a, b in spans
    ]
    return f"it was there {' and '.join(shown)}"


def _is_apart(end: datetime.date | None, begin: datetime.date | None) -> bool:
    """Whether a day lies between a period that ends and one that begins then; ``None`` is open."""
    return bool(end and begin and begin - end > datetime.timedelta(days=1))


def _shared_start(first: str, second: str) -> int:
    """How many characters two texts begin with in common."""
    differing = (at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
    return next(differing, min(len(first), len(second)))
