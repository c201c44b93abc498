"""Terms of art and lay words, and their wordings in acts: ``SCC`` are *standard data protection clauses* in Article 46 GDPR.

Such a term is searched with the words of the act as well. The terms are data with their sources: ``thesaurus.tsv`` beside
this module, and the file of that name that a user adds to the folder of a library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TypeGuard

from msgspec.structs import replace

from lexdesk.query import Node, Or, Query, Rank, Term
from lexdesk.text.tables import listed, read_table
from lexdesk.text.tokens import tokens

_ALSO_WORDS = frozenset(
    ("tom", "pep", "toms", "peps", "lol", "ld", "lds", "mac", "mae", "spa", "sow", "sows", "sha", "apa", "cp", "cps")
)  # fmt: skip
"""Terms that are other words in small letters."""

THESAURUS = Path(__file__).parent / "thesaurus.tsv"
"""The terms of the program."""

_LONGEST = 6  # words of a term
_MOST_WORDS = 20  # of a query; a longer one explains its terms
_MOST_SEMANTIC_WORDS = 12  # of a query whose semantic text takes the wording


class Terms(dict[tuple[str, ...], tuple[str, ...]]):
    """Terms by their tokens -> the wording of acts for them; semantic search takes the first."""

    @cached_property
    def beginnings(self) -> frozenset[tuple[str, ...]]:
        """Return the first token of each."""
        return frozenset(term[:1] for term in self)


def with_wordings(query: Query, terms: Terms, language_of: Callable[[Node], str | None]) -> Query:
    """Add the wordings of acts to the ``terms`` in ``query`` that passages have.

    ``language_of`` returns the language of the best passage with a term, ``""`` for an unknown one, ``None`` without
    any. Quoted and required words stay unchanged.
    """
    length = len(query.semantic_text.split())
    if length > _MOST_WORDS:
        return query
    root, semantic_text = query.root, query.semantic_text
    words = root.optional if isinstance(root, Rank) else (root,)
    expanded: list[Node] = []
    while len(words) > 0:
        term, wordings = _term_of(words, terms) if _begins(words, terms) else ((), ())
        found = {wording: language_of(_expression_query(wording)) for wording in wordings}
        if held := [wording for wording in wordings if found[wording] is not None]:
            typed = " ".join(word.typed for word in term)
            own = language_of(_expression_query(typed))
            others = [
                _expression_query(wording) for wording in held if own and found[wording] != own
            ]
            said = _distinct((_expression_query(typed), *map(_expression_query, held)))
            expanded.append(Or(said, frozenset(others)))
            if length <= _MOST_SEMANTIC_WORDS:
                semantic_text = semantic_text.replace(typed, held[0], 1)
        else:
            expanded += words[: len(term) or 1]
        words = words[len(term) or 1 :]
    if not any(isinstance(node, Or) for node in expanded):
        return query
    if isinstance(root, Rank):
        root = replace(root, optional=tuple(expanded))
    else:
        (root,) = expanded
    return replace(query, root=root, semantic_text=semantic_text)


def is_term(word: str) -> bool:
    """Return whether ``word`` alone is a term of art."""
    return word not in _ALSO_WORDS and tuple(tokens(word)) in program_terms()


def _begins(words: Sequence[Node], terms: Terms) -> bool:
    """Return whether a term may begin with the first of ``words``."""
    first = words[0]
    return _is_typed(first) and first.tokens[:1] in terms.beginnings


def _term_of(words: Sequence[Node], terms: Terms) -> tuple[tuple[Term, ...], tuple[str, ...]]:
    """Return the longest term at the beginning of ``words``, and its wordings; two empty tuples for none."""
    for length in range(min(_LONGEST, len(words)), 0, -1):
        term = tuple(word for word in words[:length] if _is_typed(word))
        if len(term) < length:
            continue
        wordings = terms.get(tuple(token for word in term for token in word.tokens), ())
        if wordings and not (length == 1 and term[0].typed in _ALSO_WORDS):
            return term, wordings
    return (), ()


def _is_typed(node: Node) -> TypeGuard[Term]:
    return isinstance(node, Term) and not node.quoted and node.field == "any"


def _distinct(said: Sequence[Term]) -> tuple[Term, ...]:
    """Return one term of each wording: ``tipping-off`` is ``tipping off``."""
    return tuple({term.tokens: term for term in reversed(said)}.values())[::-1]


def _expression_query(words: str) -> Term:
    """Return a word in any form, or several as a phrase."""
    found = tuple(tokens(words))
    return Term(found, quoted=len(found) > 1, typed=words)


@cache
def program_terms() -> Terms:
    """Return the terms of the program."""
    rows = read_table(THESAURUS, ("terms", "wordings", "source"))
    return indexed_terms((row["terms"], row["wordings"]) for row in rows)


def indexed_terms(rows: Iterable[tuple[str, str]]) -> Terms:
    """Return the wordings of each term by its tokens, from pairs of listed terms and listed wordings."""
    found = Terms()
    for terms, wordings in rows:
        said = tuple(listed(wordings))
        for term in listed(terms):
            key = tuple(tokens(term))
            found[key] = found.get(key, ()) + said
    return found
