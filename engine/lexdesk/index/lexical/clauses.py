"""Boolean combinations of Tantivy queries."""

from collections.abc import Collection, Iterable

import tantivy

MUST, SHOULD, MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot

_LOOKED_UP = 1_000  # numbers that are found faster one by one than as a set


def disjunction(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    """Return the disjunction of ``queries``; scores are added."""
    return boolean((SHOULD, query) for query in queries)


def conjunction(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    """Return the conjunction of ``queries``; scores are added."""
    return boolean((MUST, query) for query in queries)


def exclusion(query: tantivy.Query, excluded: tantivy.Query) -> tantivy.Query:
    """Return ``query`` without the matches of ``excluded``."""
    return boolean([(MUST, query), (MUST_NOT, excluded)])


def boolean(parts: Iterable[tuple[tantivy.Occur, tantivy.Query]]) -> tantivy.Query:
    """Combine ``parts`` in one query: a single part stays itself, no part matches nothing."""
    listed = list(parts)
    if len(listed) == 1 and listed[0][0] != MUST_NOT:
        return listed[0][1]
    return tantivy.Query.boolean_query(listed) if listed else tantivy.Query.empty_query()


def boost(query: tantivy.Query, boost: float) -> tantivy.Query:
    """Multiply the scores of ``query`` by ``boost``."""
    return query if boost == 1 else tantivy.Query.boost_query(query, float(boost))


def without_score(query: tantivy.Query) -> tantivy.Query:
    """Return ``query`` with a constant score of 0."""
    return tantivy.Query.const_score_query(query, 0.0)


def build_number_query(
    schema: tantivy.Schema, name: str, numbers: Collection[int]
) -> tantivy.Query:
    """Return a query for passages with one of ``numbers`` in the field ``name``."""
    if len(numbers) <= _LOOKED_UP:
        return without_score(
            disjunction(tantivy.Query.term_query(schema, name, n, "basic") for n in set(numbers))
        )
    return without_score(tantivy.Query.term_set_query(schema, name, list(numbers)))
