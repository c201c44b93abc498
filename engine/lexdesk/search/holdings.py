"""The catalogue of a library: its works, listed by name and filters."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from lexdesk.citations.work_lookup import short_names
from lexdesk.document.model import ENACTED, OWN_DATE_PROPERTIES, StatusName
from lexdesk.errors import OptionalMessage, QueryCode, QueryError
from lexdesk.index.conditions import AllowedIds
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.law.as_of import StatusLookup, exclude_expressions
from lexdesk.law.citation_labels import label_citation, label_usual_citation
from lexdesk.law.gaps import list_held_parts
from lexdesk.law.inception import TextDates, derive_first_day
from lexdesk.law.versions import LegalStatus
from lexdesk.query import Filter, Leaf, Query, Term, has_connector, holds_for
from lexdesk.search.filters import resolve_filters
from lexdesk.search.library_state import languages
from lexdesk.search.proximity.word_matchers import make_word_matcher
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.text.tokens import fold, tokens


@dataclass(frozen=True, slots=True)
class Holding:
    """A work of a library as of a day.

    ``languages`` are in ISO 639-1; ``versions`` counts its texts of different days in the language with most of them (of a law
    held in parts, those of one part);
    ``dated`` is the day (ISO) of its making, if one is stated; ``path`` is the file of the shown text; ``status`` and
    ``status_sentence`` are those of a hit.
    """

    work: str
    citation: str
    title: str
    kind: str
    languages: tuple[str, ...]
    versions: int
    dated: str | None
    path: str | None
    status: StatusName | None
    status_sentence: OptionalMessage


def list_holdings(
    store: Store, fulltext: FullText, query: Query | None, day: datetime.date
) -> list[Holding]:
    """Return the works that match ``query``, or all, by name; each with the text of ``day`` in the main language.

    Each word begins a word of the citation, a short name, the title or the path. Raises ``QueryError`` for a connector,
    and for a filter value missing from the library.
    """
    if query is not None and has_connector(query.root):
        raise QueryError(QueryCode.CONNECTOR_IN_CATALOGUE, query.text, 0, len(query.text))
    resolved = resolve_filters(query, store, fulltext) if query else {}
    citing = {condition: _expressions_of(store, allowed) for condition, allowed in resolved.items()}
    preferred, left_out = languages(store), exclude_expressions(store, day).expressions
    by_work = store.law.expressions_by_work(work for work, *_ in store.law.names_of_works())
    texts: dict[str, list[ExpressionRow]] = {}  # in force on the day, by listed work
    for work, expressions in by_work.items():
        current = [expression for expression in expressions if expression.id not in left_out]
        if query is None or any(
            holds_for(query.root, _test(expression, resolved, citing)) for expression in current
        ):
            texts[work] = current
    properties = store.files.properties_named((ENACTED, *OWN_DATE_PROPERTIES))
    status_of = StatusLookup(store, day)
    status_of.look_up(texts)
    parts = list_held_parts(store)
    found = []
    for work, current in texts.items():
        expressions = by_work[work]
        shown = min(current, key=lambda expression: _order(expression.language, preferred))
        dated = derive_first_day(
            TextDates(work, e.in_force_from, e.valid_from, properties.get(e.id, {}))
            for e in expressions
        )
        versions = _versions(expressions, parts)
        found.append(_holding(shown, expressions, versions, dated, status_of(shown, None)))
    return sorted(found, key=_by_name)


def _holding(
    shown: ExpressionRow,
    expressions: Iterable[ExpressionRow],
    versions: int,
    dated: datetime.date | None,
    status: LegalStatus | None,
) -> Holding:
    languages_of_work = {e.language for e in expressions if e.language}
    return Holding(
        work=shown.work,
        citation=label_citation("", shown, None),
        title=shown.title,
        kind=shown.kind,
        languages=tuple(sorted(languages_of_work)),
        versions=versions,
        dated=dated.isoformat() if dated else None,
        path=shown.path,
        status=status.name if status else None,
        status_sentence=(status and status.sentence) or "",
    )


def _by_name(holding: Holding) -> tuple[str, str]:
    return fold(label_usual_citation(holding)), holding.work


def _order(language: str | None, preferred: Iterable[str]) -> int:
    known = list(preferred)
    return known.index(language) if language in known else len(known)


def _versions(expressions: Iterable[ExpressionRow], parts: Mapping[int, str]) -> int:
    """Count the texts of different days in one language, of a law held in parts those of one part."""
    days: dict[tuple[str | None, str | None], set[str | None]] = {}
    for expression in expressions:
        of = (expression.language, parts.get(expression.id))
        days.setdefault(of, set()).add(expression.valid_from)
    return max(map(len, days.values()))


def _expressions_of(store: Store, allowed: AllowedIds) -> frozenset[int]:
    """Return the expressions of the passages of a filter; empty for a filter on documents."""
    if allowed.of != "passage":
        return frozenset()
    return frozenset(store.passages.expressions_with(allowed.ids))


def _test(
    expression: ExpressionRow,
    resolved: Mapping[Filter, AllowedIds],
    citing: Mapping[Filter, frozenset[int]],
) -> Callable[[Filter | Leaf], bool]:
    """Return a test of an expression against a filter, or of its names against a word."""
    name, file = label_citation("", expression, None), expression.path or ""
    words = tokens(" ".join((name, expression.title, file, *short_names(expression.work))))

    def test(node: Filter | Leaf) -> bool:
        if isinstance(node, Filter):
            is_let_through = resolved[node].allows(expression.id, None)
            return expression.id in citing[node] or is_let_through
        if not isinstance(node, Term):
            return any(map(make_word_matcher(node), words))
        if node.quoted:
            return any(
                tuple(words[at : at + len(node.tokens)]) == node.tokens for at in range(len(words))
            )
        return all(any(word.startswith(token) for word in words) for token in node.tokens)

    return test
