"""The query language: from what was typed to a tree of conditions.

    withdraw consent            rank by all words
    "withdraw consent"          these words in this order
    consent AND (child OR minor) NOT advertising
    title:directive             in the title of the work
    supervis*                   words that begin so
    6(1)(f)   C-311/18   § 823  found as written

A space binds closer than AND, AND closer than OR; NOT takes the one word, phrase or group after it.
Words ask to be ranked; quotes, AND, NOT and ``title:`` are conditions that every hit fulfils.
"""

from __future__ import annotations

from lexdesk.errors import QueryError
from lexdesk.query.parser import Parser
from lexdesk.query.tree import And, Node, Or, Prefix, Query, Rank, Term
from lexdesk.text import token_spans

__all__ = ["And", "Node", "Or", "Prefix", "Query", "Rank", "Term", "parse", "plain"]


def plain(text: str) -> Query:
    """``text`` as words to rank by and no operators: a pasted passage, a question of a collection.

    Raises ``QueryError`` where it holds no word.
    """
    words = tuple(
        Term(folded, typed=text[start:end]) for start, end, folded in token_spans(text) if folded
    )
    if not words:
        raise QueryError(
            "the query holds no word: type one, such as consent", text, 0, max(len(text), 1)
        )
    return Query(text, Rank(words), text, demanding=False)


def parse(text: str) -> Query:
    """The query that ``text`` says. Raises ``QueryError`` with the position of a mistake."""
    return Parser(text).query()
