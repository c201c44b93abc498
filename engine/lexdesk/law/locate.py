"""Finding a work or a provision: by its identifier or name, in the language and the version that are wanted."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lexdesk.citations.cited_eids import cited_forms
from lexdesk.citations.clauses import parse_clause
from lexdesk.citations.lookup import find_by_short_name, index_names, name_key
from lexdesk.document.eid import is_recital
from lexdesk.document.model import Provision
from lexdesk.errors import NotFound
from lexdesk.law.beginning import beginning, without_text_on
from lexdesk.law.naming import citation
from lexdesk.law.versions import (
    ProvisionText,
    State,
    Version,
    holds_on,
    nearest_to,
    printed,
    states_of,
    versions_of,
)
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow
from lexdesk.system.paths import absolute, stored_path

WHOLE = "document"
"""The eid that stands for the whole text of a work, as the archive of dated versions has it."""


def locate(
    store: Store,
    work: str,
    eid: str | None,
    language: str | None,
    preferred: Sequence[str],
    as_of: datetime.date | None = None,
) -> tuple[State, Version, ProvisionText]:
    """The state of a work or its provision on a day, the version of it that holds, and the text there.

    What each argument means is told in ``lexdesk.law.show.show``. Raises ``NotFound``, naming what there is instead.
    """
    by_language = languages_of(store, work, language, preferred)
    located = _located(store, by_language, eid, as_of)
    if located is None:
        raise NotFound(_missing(store, by_language, eid, as_of))
    return located


def provision_now_or_last(
    store: Store, work: str, eid: str, preferred: Sequence[str]
) -> ProvisionText | None:
    """A provision of a work that is there, as it is today or was last; ``None`` where no version has it."""
    located = _located(store, languages_of(store, work, None, preferred), eid, None)
    return located and located[2]


def _located(
    store: Store,
    by_language: Iterable[list[ExpressionRow]],
    eid: str | None,
    as_of: datetime.date | None,
) -> tuple[State, Version, ProvisionText] | None:
    for expressions in by_language:
        state = _state(store, expressions, eid, as_of)
        if state is not None:
            day = as_of or datetime.date.today()
            holding = (v for v in state.versions if holds_on(v, day))
            version = next(holding, state.versions[-1])
            eid_there = state.found.eid
            found = found_in(store, version, eid_there) or _whole(store, version, eid_there)
            return state, version, found
    return None


def languages_of(
    store: Store, work: str, language: str | None, preferred: Sequence[str]
) -> list[list[ExpressionRow]]:
    """The expressions of a work by language, those wanted most first.

    ``work`` is an identifier, a short name such as ``BGB``, the path of a file, or a title. Raises
    ``NotFound``.
    """
    work = stored_path(work)
    language = language and language.lower()
    by_language: dict[str | None, list[ExpressionRow]] = {}
    for each in _expressions_named(store, work):
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


def _expressions_named(store: Store, work: str) -> list[ExpressionRow]:
    """The expressions of a work, however it is named. Raises ``NotFound``."""
    for identifier in _identifiers(store, work):
        if identifier and (found := store.expressions_of(identifier)):
            return found
    alike = store.works_like(work)
    hint = f"; there are: {', '.join(alike)}" if alike else "; search for it, hits name their work"
    raise NotFound(f"the library has no work {work}{hint}")


def _identifiers(store: Store, work: str) -> Iterator[str]:
    """The works that ``work`` may name as an identifier, a short name, a file or a title; ``""`` for none.

    What is told at once comes first: titles are gone through for what is nothing else.
    """
    yield work
    yield find_by_short_name(work)
    yield store.work_of_file(str(absolute(work))) or ""
    yield store.work_of_file_named(work) or ""
    yield works_by_name(store).get(name_key(work), "")


@until_changed
def works_by_name(store: Store) -> Mapping[str, str]:
    """The works of the library by the keys of their titles (``citations.lookup.names_of_works``)."""
    return index_names(store.titles())


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


def found_in(store: Store, version: Version, eid: str | None) -> ProvisionText | None:
    """A provision in a version, in the first of its files that has it; ``None`` where none does."""
    for expression in version.expressions:
        if eid is not None and (p := _provision(store, expression.id, eid)):
            return ProvisionText(expression, p.eid, store.text(expression.id, p.start, p.end))
    return None


def _whole(store: Store, version: Version, eid: str | None) -> ProvisionText:
    expression = version.expressions[0]
    return ProvisionText(expression, eid and WHOLE, store.text(expression.id).strip())


def _provision(store: Store, expression: int, eid: str) -> Provision | None:
    """The provision, also by another eid that people cite it by: Annex II is ``anx_2`` or ``anx_ii``, a clause its number."""
    steps = eid.count("__")  # a form with fewer of them may be of another division
    forms = (each for each in cited_forms(eid.lower()) if each.count("__") == steps)
    named = dict.fromkeys((eid, *forms, *parse_clause(eid)))
    return next(filter(None, (store.provision(expression, form) for form in named)), None)


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
    nearest = _provisions_like(store, by_language, eid or "")
    hint = f"; there are, for example: {', '.join(nearest)}" if nearest else "; it has no structure"
    return f"{work} has no provision {eid}{hint}"


def _provisions_like(store: Store, by_language: list[list[ExpressionRow]], eid: str) -> list[str]:
    """Three provisions whose eids begin most like ``eid``, as a person reads them."""
    there = (p for expressions in by_language for p in store.provisions(expressions[0].id))
    names: dict[str, str] = {}
    for p in there:
        names.setdefault(p.eid, f"{p.label} ({p.eid})" if p.label else p.eid)
    nearest = sorted(names, key=lambda each: -_shared_start(each, eid))[:3]
    return [names[each] for each in nearest]


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
