"""Example queries with results in the open library, one for each kind of query; without Qt."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple

from lexdesk.errors import QueryError

if TYPE_CHECKING:
    from lexdesk.library.library import Library
    from lexdesk.search.results.hits import Hit

Way = Literal["citation", "near", "semantic", "beginning", "filters"]
_CITED = ("Art. 7(3) GDPR", "Art. 17 GDPR", "§ 433 BGB", "§ 1 BDSG")
_NEAR = {
    "en": (
        '"change of control" /10 consent', "withdraw* /10 consent", "tenant /10 rent", "notice /10 terminat*",
        "damage /10 compensation",
    ),
    "de": (
        "Einwilligung /10 widerruf*", "Mieter /10 Miete", "Frist /10 Kündigung", "Schaden /10 Ersatz",
    ),
}  # fmt: skip
_QUESTIONS = {
    "en": ("may I change my mind", "who pays if delivery is late"),
    "de": ("darf ich es mir anders überlegen", "wer zahlt, wenn zu spät geliefert wird"),
}
"""By language: for libraries with the GDPR, and for others."""
_BEGINNINGS = {"en": ("supervis*", "contract*", "agree*"), "de": ("Vertrag*", "Aufsicht*")}
_WORD = re.compile(r"[^\W\d_]{6,}")
_FIRST_WORDS = 10
"""Long words at the beginning of a passage, of which two are drawn."""


class Example(NamedTuple):
    """A query and the kind of query it demonstrates."""

    query: str
    way: Way


def find_examples(library: Library, *, semantic: bool) -> list[Example]:
    """Return at most one query for each kind; a ``semantic`` one in place of a truncation where asked."""
    shown_languages = [
        language for language in library.admin.status().languages if language in _NEAR
    ] or ["en"]
    cited = _first(library, chain(_CITED, _citations(library)), is_cited=True)
    near = _first(library, chain(_queries_of(_NEAR, shown_languages), _pairs(library)))
    has_gdpr = _first(library, _CITED[:1], is_cited=True)
    question = _QUESTIONS[shown_languages[0]][0 if has_gdpr else 1] if semantic else None
    beginning = None if semantic else _first(library, _queries_of(_BEGINNINGS, shown_languages))
    filtered = _first(library, _filters(library))
    found: list[tuple[str | None, Way]] = [
        (cited, "citation"), (near, "near"), (question, "semantic"), (beginning, "beginning"), (filtered, "filters"),
    ]  # fmt: skip
    return [Example(query, way) for query, way in found if query]


def _queries_of(by_language: dict[str, tuple[str, ...]], languages: Sequence[str]) -> list[str]:
    return [query for language in languages for query in by_language[language]]


def _first(library: Library, queries: Iterable[str], *, is_cited: bool = False) -> str | None:
    """Return the first of ``queries`` with a result or, with ``is_cited``, with its cited text as a result."""
    for query in queries:
        hits = _hits(library, query, 1)
        if hits and (not is_cited or hits[0].named or hits[0].query_cites):
            return query
    return None


def _hits(library: Library, query: str, top: int) -> Sequence[Hit]:
    try:
        return library.search(query, mode="keyword", top=top).hits
    except QueryError:
        return ()


def _sample(library: Library) -> Iterator[Hit]:
    """Yield a few passages of documents of each kind."""
    for kind in library.catalogue.kinds():
        yield from _hits(library, _of_kind(kind), 3)


def _citations(library: Library) -> Iterator[str]:
    from lexdesk.law.citation_labels import label_usual_citation  # not at the start of the window

    return (label_usual_citation(hit) for hit in _sample(library) if hit.eid)


def _pairs(library: Library) -> Iterator[str]:
    """Yield pairs of long neighbouring words from a few passages."""
    for hit in _sample(library):
        words = _WORD.findall(hit.text)[:_FIRST_WORDS]
        rarest = sorted(dict.fromkeys(map(str.lower, words)), key=len, reverse=True)[:2]
        if len(rarest) == 2:
            yield f"{rarest[0]} /20 {rarest[1]}"


def _filters(library: Library) -> list[str]:
    """Return filters by kind and date, then those by kind alone."""
    year = datetime.date.today().year
    kinds = [_of_kind(kind) for kind in library.catalogue.kinds()]
    dated = [f"{kind} before:{year}-06" for kind in kinds]
    return [*dated, *kinds]


def _of_kind(kind: str) -> str:
    from lexdesk.query import Filter  # not at the start of the window

    return str(Filter("kind", kind))
