"""Lookup of a work or provision by identifier or name, in the requested language and version."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from lexdesk.citations.names import GERMAN_ABBREVIATIONS
from lexdesk.citations.work_lookup import (
    find_by_short_name,
    index_names,
    list_usual_names,
    map_usual_names,
    normalize_name,
    statute_identifiers,
    with_foreign_names,
)
from lexdesk.document.eid import is_recital
from lexdesk.document.model import LAW_KINDS
from lexdesk.errors import LawCode, Message, NotFound, PhraseCode
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.gaps import (
    WHOLE,
    is_amended_by,
    is_in_parts,
    is_named_in_gap,
    list_held_versions,
    select_part,
)
from lexdesk.law.inception import find_inception, make_missing_text_error
from lexdesk.law.lost_provisions import is_annex, leaves_out_annexes
from lexdesk.law.provision_addresses import (
    find_heading_eid,
    find_subparagraph_eid,
    list_cited_addresses,
)
from lexdesk.law.versions import (
    ProvisionText,
    State,
    Version,
    build_states,
    find_nearest_period,
    is_valid_on,
)
from lexdesk.law.work_names import list_other_names, list_user_names, names_of_works
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow
from lexdesk.system.paths import encode_path, make_absolute
from lexdesk.text.lazy_pattern import lazy_pattern

_FIND_CASE_LAW = lazy_pattern(
    r"(?:https?://)?caselaw\.nationalarchives\.gov\.uk/(?:id/)?(?P<path>[a-z]+(?:/[a-z]\w*)?/\d{4}/\d+)(?!\w)"
)
"""The address of a judgment, of its page or its file."""
_YEAR_OF_STATUTE = lazy_pattern(r"_(?:18|19|20)\d\d$")
_DIVISION = lazy_pattern(r"\s\(\w+\)$")


def locate(
    store: Store,
    work: str,
    eid: str | None,
    language: str | None,
    preferred: Sequence[str],
    as_of: datetime.date | None = None,
) -> tuple[State, Version, ProvisionText]:
    """Return the state of a work or provision on a day, the version that holds, and its text.

    For the arguments see ``lexdesk.law.display.show``. Raises ``NotFound`` with the available
    alternatives.
    """
    by_language = sort_by_language(store, work, language, preferred)
    located = _locate_first(store, by_language, eid, as_of)
    if located is None:
        raise make_missing_error(store, by_language, eid, as_of)
    return located


def find_latest_provision(
    store: Store, work: str, eid: str, preferred: Sequence[str]
) -> ProvisionText | None:
    """Return a provision as of today, or its last text; ``None`` if no version has it."""
    located = _locate_first(store, sort_by_language(store, work, None, preferred), eid, None)
    return located and located[2]


def _locate_first(
    store: Store,
    by_language: Iterable[list[ExpressionRow]],
    eid: str | None,
    as_of: datetime.date | None,
) -> tuple[State, Version, ProvisionText] | None:
    states = (_state(store, expressions, eid, as_of) for expressions in by_language)
    held = [state for state in states if state is not None]
    if not held:
        return None
    day = as_of or datetime.date.today()
    of_day = (s for s in held if as_of and not (s.known_until and s.known_until < as_of))
    state = next(of_day, held[0])  # of the day in another language, rather than an earlier text
    version = next((v for v in state.versions if is_valid_on(v, day)), state.versions[-1])
    eid_there = state.found.eid
    found = (
        find_in_version(store, version, eid_there)
        or find_in_version(store, version, eid)
        or _whole_text(store, version, eid_there)
    )
    return state, version, found


def sort_by_language(
    store: Store, work: str, language: str | None, preferred: Sequence[str]
) -> list[list[ExpressionRow]]:
    """Return the expressions of a work by language, the preferred ones first.

    ``work`` is an identifier, a short name such as ``BGB``, the path of a file, or a title. Raises
    ``NotFound``.
    """
    work = encode_path(work)
    language = language and language.lower()
    by_language: dict[str | None, list[ExpressionRow]] = {}
    for row in _expressions_named(store, work):
        by_language.setdefault(row.language, []).append(row)
    if language is not None and language not in by_language:
        available = ", ".join(sorted(filter(None, by_language)))
        raise NotFound(LawCode.LANGUAGE_MISSING, work=work, language=language, languages=available)
    requested = [language] if language is not None else list(by_language)
    return [
        by_language[code]
        for code in sorted(
            requested, key=lambda c: preferred.index(c) if c in preferred else len(preferred)
        )
    ]


def _expressions_named(store: Store, work: str) -> list[ExpressionRow]:
    """Return the expressions of a work under any name. Raises ``NotFound``."""
    for identifier in _identifiers(store, work):
        if identifier and (found := store.law.expressions_of(identifier)):
            return found
    raise make_missing_work_error(store, work)


def make_missing_work_error(store: Store, work: str) -> NotFound:
    """Return the error of a work that the library lacks: with names like it, and that files are being added."""
    if store.is_unfinished():
        hint = Message(PhraseCode.UNFINISHED)
    elif alike := store.law.works_like(work):
        hint = Message(PhraseCode.THERE_ARE, names=", ".join(alike))
    else:
        hint = Message(PhraseCode.SEARCH_FOR_IT)
    return NotFound(LawCode.WORK_MISSING, work=work, hint=hint)


def _identifiers(store: Store, work: str) -> Iterator[str]:
    """Yield the works named by ``work``: an identifier, a short name, a file or a title; ``""`` for none.

    Fast lookups come first; titles are searched last.
    """
    yield work
    yield find_by_short_name(work)
    yield store.files.work_of_file(str(make_absolute(work))) or ""
    yield store.files.work_of_file_named(work) or ""
    yield map_works_by_name(store).get(normalize_name(work), "")
    yield find_equivalent(store, find_by_short_name(work) or work)


@until_changed
def map_works_by_name(store: Store) -> Mapping[str, str]:
    """Return the works of the library by the keys of their titles and usual names (``citations.work_lookup.index_names``)."""
    names = names_of_works(store)
    held = (work for work in map_usual_names() if work in names.works_with_identifier(work))
    usual = index_names(
        (*list_usual_names(held), *list_user_names(store), *list_other_names(store))
    )
    return with_foreign_names({**usual, **names.by_title})


@until_changed
def map_works_by_undated(store: Store) -> Mapping[str, str]:
    """Return the German statutes of the library by identifiers without a year, the latest: ``DE-owig``."""
    titles = names_of_works(store).short_titles
    works = sorted(work for work, _ in titles if work.startswith("DE-"))
    return {_YEAR_OF_STATUTE.sub("", work).lower(): work for work in works}


def find_equivalent(store: Store, work: str) -> str:
    """Return the work of the library that ``work`` means by another identifier; ``""`` for none.

    ``DE-owig`` and ``DE-owig_1968`` are one statute, ``DE-asylg`` and ``DE-asylvfg_1992`` as well. A
    judgment identified by an address is meant by its neutral citation, ``[2021] UKSC 50``.
    """
    if address := _FIND_CASE_LAW.match(work):
        identifier = f"https://caselaw.nationalarchives.gov.uk/id/{address['path']}"
        return identifier if store.law.expressions_of(identifier) else ""
    if work.startswith("["):
        key = normalize_name(work)
        return map_works_by_name(store).get(key, "") or _judgments_by_number(store).get(key, "")
    if not work.startswith("DE-"):
        return ""
    by_undated = map_works_by_undated(store)
    undated = (
        _YEAR_OF_STATUTE.sub("", identifier).lower() for identifier in statute_identifiers(work)
    )
    found = next((by_undated[act] for act in undated if act in by_undated), "")
    return "" if _is_of_another_year(work, found) else found


@until_changed
def _judgments_by_number(store: Store) -> dict[str, str]:
    """Return judgments by the keys of their neutral citations without the division: ``[2011] EWHC 3553``."""
    titles = names_of_works(store).short_titles
    cited = [(work, _DIVISION.sub("", title)) for work, title in titles if title[:1] == "["]
    return index_names(cited)


def _is_of_another_year(work: str, held: str) -> bool:
    """Return True for an act with a year that a text names and the table does not, such as ``BDSG 2009``, held as another."""
    years = [_YEAR_OF_STATUTE.search(identifier) for identifier in (work, held)]
    if not all(years) or work in GERMAN_ABBREVIATIONS.values():
        return False
    return len({year[0] for year in years if year}) > 1


def find_states(store: Store, expressions: Iterable[ExpressionRow], eid: str | None) -> list[State]:
    """Return the states of a provision, or of the whole text, in the versions of a work.

    ``document`` is a provision if some version has one of this name, as in the archive of dated
    versions; else it is the whole text.
    """
    versions = list_held_versions(store, expressions, eid and eid.lower())
    states = build_states(
        versions,
        lambda version: find_in_version(store, version, eid),
        lambda before, version: is_named_in_gap(store, eid or "", before, version),
    )
    if states or (eid and eid.lower() != WHOLE):
        return states
    return build_states(versions, lambda version: _whole_text(store, version, eid))


def cite_state(store: Store, state: State) -> str:
    """Return the citation of the provision of ``state``, or of its work if it is the whole text."""
    expression, eid = state.found.expression, state.found.eid
    provision = store.texts.provision(expression.id, eid) if eid else None
    return label_citation(provision.label if provision else "", expression, None)


def find_in_version(store: Store, version: Version, eid: str | None) -> ProvisionText | None:
    """Return a provision in a version, from the first of its files that has it, else ``None``."""
    for expression in version.expressions if eid is not None else ():
        for form in list_cited_addresses(eid or ""):
            if (text := store.texts.provision_text(expression.id, form)) is not None:
                return ProvisionText(expression, form, text)
    for expression in version.expressions if eid is not None else ():
        deeper = find_subparagraph_eid(store, expression, eid or "")
        if deeper and (text := store.texts.provision_text(expression.id, deeper)) is not None:
            return ProvisionText(expression, deeper, text)
        named = (
            "" if expression.kind in LAW_KINDS else find_heading_eid(store, expression, eid or "")
        )
        if named and (text := store.texts.provision_text(expression.id, named)) is not None:
            return ProvisionText(expression, named, text)
    return None


def _whole_text(store: Store, version: Version, eid: str | None) -> ProvisionText:
    expression = version.expressions[0]

    def read() -> str:
        return store.texts.text(expression.id).strip()

    if store.revisions.base_of(expression.id) is not None:
        return ProvisionText(expression, eid and WHOLE, read, is_version=True)
    return ProvisionText(expression, eid and WHOLE, read())


def _state(
    store: Store, expressions: list[ExpressionRow], eid: str | None, as_of: datetime.date | None
) -> State | None:
    versions = list_held_versions(store, expressions, eid and eid.lower())
    states = find_states(store, expressions, eid)
    if as_of is None:
        return find_nearest_period(states, datetime.date.today()) if states else None
    if not any(is_valid_on(version, as_of) for version in versions):
        return None
    found = next((state for state in states if is_valid_on(state, as_of)), None)
    return found or _recital(states, eid, as_of)


def _recital(states: list[State], eid: str | None, day: datetime.date) -> State | None:
    """Return the state of a recital: recitals are never amended, so their text is valid on all later days."""
    if not is_recital(eid and eid.lower()):
        return None
    earlier = [s for s in states if s.valid_from is None or s.valid_from <= day]
    return next(iter(earlier[::-1] or states), None)


def make_missing_error(
    store: Store,
    by_language: Sequence[list[ExpressionRow]],
    eid: str | None,
    as_of: datetime.date | None,
) -> NotFound:
    """Return the error of a text that the library lacks for a day, with the available alternatives."""
    work = label_citation("", by_language[0][0], None)
    versions = [
        version
        for e in by_language
        for version in list_held_versions(store, e, eid and eid.lower())
    ]
    states = [state for e in by_language for state in find_states(store, e, eid)]
    on_day = next((v for v in versions if as_of and is_valid_on(v, as_of)), None)
    if as_of and on_day is None:
        rows = (row for e in by_language for row in select_part(store, e, eid))
        inception = find_inception(store, rows)
        if error := make_missing_text_error(inception, work, as_of):
            return error
        is_part = states and is_in_parts(store, by_language[0])
        name = cite_state(store, states[0]) if is_part else work
        return NotFound(LawCode.NO_TEXT_BUT, name=name, day=as_of, spans=_spans(versions))
    if as_of and on_day and states:
        name = cite_state(store, states[0])
        known = on_day.valid_from
        if is_amended_by(on_day, as_of):
            return NotFound(LawCode.TEXT_NOT_HELD, name=name, day=as_of, known=known)
        is_left_out = is_annex(states[0].found.eid) and leaves_out_annexes(store, on_day)
        code = LawCode.ANNEX_LEFT_OUT if is_left_out else LawCode.NOT_IN_TEXT
        return NotFound(code, name=name, begin=known, day=as_of, spans=_spans(states))
    hint = Message(PhraseCode.NO_STRUCTURE)
    if nearest := _provisions_like(store, by_language, eid or ""):
        hint = Message(PhraseCode.FOR_EXAMPLE, names=", ".join(nearest))
    return NotFound(LawCode.PROVISION_MISSING_BUT, work=work, eid=eid, hint=hint)


def _provisions_like(
    store: Store, by_language: Sequence[list[ExpressionRow]], eid: str
) -> list[str]:
    """Return the names of three provisions with eids most similar to ``eid``."""
    provisions = (
        p for expressions in by_language for p in store.texts.provisions(expressions[0].id)
    )
    names: dict[str, str] = {}
    for p in provisions:
        names.setdefault(p.eid, f"{name} ({p.eid})" if (name := p.label or p.heading) else p.eid)
    nearest = sorted(names, key=lambda name: -_shared_start(name, eid))[:3]
    return [names[name] for name in nearest]


def _spans(periods: Iterable[Version | State]) -> Message:
    """Format periods: ``from 1 May 2014 to 2 May 2015 and from 1 July 2016 on``."""
    undated = Message(PhraseCode.OPEN_DATE)
    spans: list[tuple[datetime.date | None, datetime.date | None]] = []
    for period in sorted(periods, key=lambda p: p.valid_from or datetime.date.min):
        if not spans or _is_apart(spans[-1][1], period.valid_from):
            spans.append((period.valid_from, period.known_to))
        else:
            begin, end = spans[-1]
            spans[-1] = (begin, max(end, period.known_to) if end and period.known_to else None)
    shown = [
        Message(PhraseCode.FROM_TO, first=a or undated, last=b)
        if b
        else Message(PhraseCode.FROM_ON, first=a or undated)
        for a, b in spans
    ]
    return reduce(lambda a, b: Message(PhraseCode.AND, first=a, second=b), shown)


def _is_apart(end: datetime.date | None, begin: datetime.date | None) -> bool:
    """Return True if a day lies between the end of a period and the begin of another; ``None`` is open."""
    return bool(end and begin and begin - end > datetime.timedelta(days=1))


def _shared_start(first: str, second: str) -> int:
    """Return the length of the common prefix of two texts."""
    differing = (at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
    return next(differing, min(len(first), len(second)))
