"""The query language: from the typed text to a tree of conditions.

    withdraw consent            rank by all words
    "withdraw consent"          these words in this order
    consent AND (child OR minor) NOT advertising
    Widerruf UND NICHT Frist    the same in German: UND, ODER, NICHT
    consent w/5 withdraw        within 5 words; also /5, +5 (in this order), /s, /p, not w/5
    supervis*  supervis!        words that begin so; organi?ation one letter, supervison~1 misspelt
    title:directive             in the title of the work
    kind:regulation after:2016  documents of a kind, from a time; work: lang: folder: authority: before: in-force: cites:
    6(1)(f)   C-311/18   § 823  found as written

Connectors bind closest (those of words, then /s, then /p), then a space, AND, OR; NOT takes the one
word, phrase, group or pair of neighbours after it. Words ask to be ranked; all else are conditions
that every hit fulfils.

Modules: lexer, parser and tree; lexeme of the lexer; other_systems: signs of Westlaw, Lexis and others;
dates of filters; binding: the operands bound by a filter, and by a connector.
"""

from lexdesk.errors import QueryCode, QueryError
from lexdesk.query.parser import Parser
from lexdesk.query.tree import (
    And,
    Filter,
    Fuzzy,
    Leaf,
    Near,
    Node,
    Or,
    Prefix,
    Query,
    Rank,
    Scope,
    Term,
    Wild,
    has_connector,
    holds_for,
    is_plain_word,
    parts_of,
    ranking_parts,
    walk,
)
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import token_spans

__all__ = [
    "And", "Filter", "Fuzzy", "Leaf", "Near", "Node", "Or", "Prefix", "Query", "Rank", "Scope", "Term",
    "Wild", "has_connector", "holds_for", "is_plain_word", "parse", "parts_of", "plain", "walk",
]  # fmt: skip


MOST_CHARACTERS = 10_000
"""Of a query: five pages; texts that are longer are compared by ``lexdesk similar``."""

_MOST_MISTAKES = 3  # that one suggestion repairs
_HALF_CHARACTERS = lazy_pattern("[\ud800-\udfff]+")


def plain(text: str) -> Query:
    """Return ``text`` as ranking words without operators: a pasted passage, or a question of a collection.

    Raises ``QueryError`` for a text without words.
    """
    _check_characters(text)
    words = tuple(
        part
        for start, end, folded in token_spans(text)
        if folded
        for part in ranking_parts(Term(folded, typed=text[start:end]))
    )
    if not words:
        raise QueryError(QueryCode.NO_WORD, text, 0, max(len(text), 1))
    return Query(text, Rank(words), text, demanding=False)


def parse(text: str) -> Query:
    """Parse ``text``; raise ``QueryError`` with the position of a mistake."""
    try:
        return _parse(text)
    except QueryError as error:
        error.suggestion = _repair(error.suggestion)
        raise


def _parse(text: str) -> Query:
    if len(text) > MOST_CHARACTERS:
        raise QueryError(
            QueryCode.TOO_LONG,
            text,
            MOST_CHARACTERS,
            len(text) - MOST_CHARACTERS,
            limit=MOST_CHARACTERS,
        )
    _check_characters(text)
    return Parser(text).query()


def _repair(suggestion: str) -> str:
    """Return ``suggestion`` if it parses, else its own suggestion; ``""`` if neither parses."""
    for _ in range(_MOST_MISTAKES):
        try:
            _parse(suggestion)
        except QueryError as error:
            suggestion = error.suggestion
        else:
            return suggestion
    return ""


def _check_characters(text: str) -> None:
    """Reject surrogates, which stand for bytes of arguments that are not UTF-8."""
    if half := _HALF_CHARACTERS.search(text):
        raise QueryError(
            QueryCode.CHARACTER_DAMAGED,
            text,
            half.start(),
            len(half[0]),
            _HALF_CHARACTERS.sub("", text),
        )
