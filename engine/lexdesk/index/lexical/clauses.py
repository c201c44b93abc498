"""Queries of Tantivy put together: any of them, every one, one but not another."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import tantivy

MUST, SHOULD, MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot

_LOOKED_UP = 1_000  # numbers that are found faster one by one than as a set


def any_of(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    """Finds what one of ``queries`` finds; their scores are added up."""
    return boolean((SHOULD, query) for query in queries)


def every_of(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    """Finds what all of ``queries`` find; their scores are added up."""
    return boolean((MUST, query) for query in queries)


def but_not(query: tantivy.Query, excluded: tantivy.Query) -> tantivy.Query:
    """Finds what ``query`` finds and ``excluded`` does not."""
    return boolean([(MUST, query), (MUST_NOT, excluded)])


def boolean(parts: Iterable[tuple[tantivy.Occur, tantivy.Query]]) -> tantivy.Query:
    """One query of all ``parts``; of a single one that part itself, of none one that finds nothing."""
    listed = list(parts)
    if len(listed) == 1 and listed[0][0] != MUST_NOT:
        return listed[0][1]
    return tantivy.Query.boolean_query(listed) if listed else tantivy.Query.empty_query()


def boosted(query: tantivy.Query, boost: float) -> tantivy.Query:
    """``query`` with its scores times ``boost``."""
    return query if boost == 1 else tantivy.Query.boost_query(query, float(boost))


def without_score(query: tantivy.Query) -> tantivy.Query:
    """``query`` as a condition alone."""
    return tantivy.Query.const_score_query(query, 0.0)


def with_number(schema: tantivy.Schema, name: str, numbers: Collection[int]) -> tantivy.Query:
    """The passages with one of ``numbers`` in the field ``name``; a set goes through all numbers that there are."""
    if len(numbers) <= _LOOKED_UP:
        return without_score(
            any_of(tantivy.Query.term_query(schema, name, n, "basic") for n in set(numbers))
        )
    return without_score(tantivy.Query.term_set_query(schema, name, list(numbers)))
