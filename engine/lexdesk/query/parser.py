"""Builds the tree of a query from its lexemes, and says where that fails."""

from __future__ import annotations

from lexdesk.errors import QueryError
from lexdesk.query.lexer import Kind, Lexeme, lex
from lexdesk.query.tree import And, Field, Node, Or, Prefix, Query, Rank, Term
from lexdesk.text import tokens


def _is_ranking(node: Node) -> bool:
    """Whether a part of a sequence only ranks; quotes, fields and operators make conditions."""
    match node:
        case Term():
            return node.field == "any" and not node.quoted
        case Prefix():
            return node.field == "any"
    return False


class Parser:
    """Recursive descent over the lexemes: or_expression > and_expression > sequence > primary."""

    def __init__(self, text: str):
        self._text = text
        self._lexemes = list(lex(text))
        self._at = 0
        self._demanding = False
        self._meaning: list[str] = []
        self._excluding = 0

    def query(self) -> Query:
        """The whole text as a query. Raises ``QueryError``."""
        if self._next_is("end"):
            raise QueryError(
                "the query holds no word: type one, such as consent",
                self._text,
                0,
                max(len(self._text), 1),
            )
        root = self._or()
        if self._next_is(")"):
            raise self._error("the closing bracket at character {} has no opening one; remove it")
        if not self._next_is("end"):
            raise self._error("cannot go on at character {}")
        meaning = " ".join(self._meaning) if self._demanding else self._text.strip()
        return Query(self._text, root, meaning, self._demanding)

    @property
    def _next(self) -> Lexeme:
        return self._lexemes[self._at]

    def _next_is(self, *kinds: Kind) -> bool:
        return self._next.kind in kinds

    def _take(self) -> Lexeme:
        lexeme = self._next
        self._at += 1
        return lexeme

    def _error(self, message: str, lexeme: Lexeme | None = None) -> QueryError:
        lexeme = lexeme or self._next
        repaired = " ".join((self._text[: lexeme.start] + self._text[lexeme.end :]).split())
        length = max(lexeme.end - lexeme.start, 1)
        return QueryError(
            message.format(lexeme.start + 1), self._text, lexeme.start, length, repaired
        )

    def _or(self) -> Node:
        parts = [self._and()]
        while self._next_is("OR"):
            self._demanding = True
            operator = self._take()
            self._need_operand(operator)
            parts.append(self._and())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _and(self) -> Node:
        self._need_operand(self._next)
        parts: list[Node] = []
        excluded: list[Node] = []
        self._sequence(parts, excluded)
        while self._next_is("AND"):
            self._demanding = True
            operator = self._take()
            self._need_operand(operator)
            self._sequence(parts, excluded)
        if not parts:
            raise self._error(
                "the query only says what to leave out, at character {}; add a word to find",
                self._lexemes[0],
            )
        return parts[0] if len(parts) == 1 and not excluded else And(tuple(parts), tuple(excluded))

    def _need_operand(self, operator: Lexeme) -> None:
        if operator.kind in ("AND", "OR") and (
            operator is self._next or self._next_is("AND", "OR", ")", "end")
        ):
            raise self._error(
                f"{operator.kind} at character {{}} has nothing on one side; add a word, or quote it to search for it",
                operator,
            )

    def _sequence(self, parts: list[Node], excluded: list[Node]) -> None:
        optional: list[Node] = []
        required: list[Node] = []
        while not self._next_is("AND", "OR", ")", "end"):
            if self._next_is("NOT"):
                excluded.append(self._not())
                continue
            node = self._primary()
            if isinstance(node, Rank):  # a group that only ranks, as if it had no brackets
                optional += node.optional
                required += node.required
            else:
                (optional if _is_ranking(node) else required).append(node)
        if len(required) == 1 and not optional:
            parts.append(required[0])
        elif optional or required:
            parts.append(Rank(tuple(optional), tuple(required)))

    def _not(self) -> Node:
        operator = self._take()
        self._demanding = True
        if self._next_is("AND", "OR", "NOT", ")", "end"):
            raise self._error(
                "NOT at character {} has nothing after it; add a word, or quote it to search for it",
                operator,
            )
        self._excluding += 1
        node = self._primary()
        self._excluding -= 1
        return node

    def _primary(self) -> Node:
        lexeme = self._take()
        match lexeme.kind:
            case "(":
                return self._group(lexeme)
            case "field":
                return self._fielded(lexeme)
            case "phrase":
                self._demanding = True
        return self._leaf(lexeme, "any")

    def _group(self, opening: Lexeme) -> Node:
        if self._next_is(")"):
            empty = Lexeme("(", "()", opening.start, self._next.end)
            raise self._error("the brackets at character {} hold nothing; remove them", empty)
        if self._next_is("end"):
            raise self._error("the bracket at character {} is not closed", opening)
        node = self._or()
        if not self._next_is(")"):
            raise self._error(
                "the bracket at character {} is not closed; add one at the end", opening
            )
        self._take()
        return node

    def _fielded(self, field: Lexeme) -> Node:
        self._demanding = True
        if not self._next_is("word", "phrase", "prefix"):
            raise self._error(
                f"{field.text}: at character {{}} needs a word or a phrase right after it, as in {field.text}:directive",
                field,
            )
        return self._leaf(self._take(), "title")

    def _leaf(self, lexeme: Lexeme, field: Field) -> Node:
        if not self._excluding and field == "any":
            self._meaning.append(lexeme.text)
        words = tokens(lexeme.text)
        if not words:
            raise self._error(
                "the quotation marks at character {} hold no word; remove them", lexeme
            )
        if lexeme.kind == "prefix":
            return Prefix(words[0], field)
        return Term(tuple(words), field, lexeme.kind == "phrase", lexeme.text)
