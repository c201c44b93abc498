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

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lexdesk.errors import QueryError
from lexdesk.text import SECTION_SIGN, token_spans, tokens

Field = Literal["any", "title"]
FIELDS: tuple[Field, ...] = ("any", "title")


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase: its folded tokens in order, and as ``typed``.

    ``quoted`` where it stood in quotes. Several tokens are a phrase either way: ``C-311/18``.
    """

    tokens: tuple[str, ...]
    field: Field = "any"
    quoted: bool = False
    typed: str = dataclasses.field(default="", compare=False)

    def __str__(self) -> str:
        words = " ".join(self.tokens).replace(SECTION_SIGN, "§")
        text = f'"{words}"' if self.quoted or len(self.tokens) > 1 else words
        return text if self.field == "any" else f"{self.field}:{text}"


@dataclass(frozen=True, slots=True)
class Prefix:
    """Words that begin with ``token``."""

    token: str
    field: Field = "any"

    def __str__(self) -> str:
        return f"{self.token}*" if self.field == "any" else f"{self.field}:{self.token}*"


@dataclass(frozen=True, slots=True)
class Rank:
    """Hits are ranked by ``optional``; those of ``required`` are conditions as well."""

    optional: tuple[Node, ...]
    required: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(_grouped, (*self.required, *self.optional)))


@dataclass(frozen=True, slots=True)
class And:
    """All of ``parts``, none of ``excluded``."""

    parts: tuple[Node, ...]
    excluded: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return " AND ".join(
            [*map(_grouped, self.parts), *(f"NOT {_grouped(x)}" for x in self.excluded)]
        )


@dataclass(frozen=True, slots=True)
class Or:
    """Any of ``parts``."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " OR ".join(map(_grouped, self.parts))


Node = Term | Prefix | Rank | And | Or


def _grouped(node: Node) -> str:
    single = isinstance(node, Term | Prefix) or (
        isinstance(node, Rank) and len(node.optional + node.required) == 1
    )
    return str(node) if single else f"({node})"


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    ``root`` is the tree, ``meaning`` the text that is encoded for search by meaning (what was typed,
    without operators and exclusions), ``demanding`` whether hits must fulfil conditions, so that
    neighbours by meaning have to be held against the tree as well.
    """

    text: str
    root: Node
    meaning: str
    demanding: bool

    def __str__(self) -> str:
        return str(self.root)

    def positive(self) -> Iterator[Term | Prefix]:
        """The words and phrases that a hit may contain, for highlighting."""
        yield from _positive(self.root)


def _positive(node: Node) -> Iterator[Term | Prefix]:
    match node:
        case Term() | Prefix():
            yield node
        case Rank():
            for part in (*node.required, *node.optional):
                yield from _positive(part)
        case And() | Or():
            for part in node.parts:
                yield from _positive(part)


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
    return _Parser(text).query()


_Kind = Literal["word", "phrase", "prefix", "(", ")", "AND", "OR", "NOT", "field", "end"]


@dataclass(frozen=True, slots=True)
class _Lexeme:
    kind: _Kind
    text: str
    start: int
    end: int


# A pair of brackets belongs to a word where it follows a letter or digit at once and holds one
# short number or letter: 6(1)(f) is one word, (child OR minor) is a group.
_WORD = re.compile(r"§§?\s*(?=[\w])|(?:[^\s\"“”„()]|(?<=[\w)])\(\w{1,5}\)(?!\w))+")
_FIELD = re.compile(r"([A-Za-z][A-Za-z-]*):(?=[^\s/:])")
_QUOTES = {'"': '"', "“": "”", "„": "“”"}


def _lex(text: str) -> Iterator[_Lexeme]:
    at = 0
    while at < len(text):
        character = text[at]
        if character.isspace():
            at += 1
            continue
        lexeme = _lexeme(text, at)
        if lexeme.text or lexeme.kind != "word":
            yield lexeme
        at = lexeme.end
    yield _Lexeme("end", "", len(text), len(text))


def _lexeme(text: str, at: int) -> _Lexeme:
    character = text[at]
    if character in _QUOTES:
        return _quoted(text, at)
    if character in "()":
        return _Lexeme("(" if character == "(" else ")", character, at, at + 1)
    if field := _FIELD.match(text, at):
        name = field.group(1).lower()
        if name in FIELDS[1:]:
            return _Lexeme("field", name, at, field.end())
        if not _is_plain_word_with_colon(field.group(1)):
            known = ", ".join(f"{name}:" for name in FIELDS[1:])
            raise QueryError(
                f"unknown field {field.group(1)}: at character {at + 1} (known: {known}); quote it to search for it as text",
                text, at, field.end() - at,
            )  # fmt: skip
    word = _WORD.match(text, at)
    if word is None:  # a closing typographic quote on its own
        return _Lexeme("word", "", at, at + 1)
    return _word(text, word)


def _is_plain_word_with_colon(name: str) -> bool:
    """ECLI:EU:C:2020:559 and the like are addresses, not fields."""
    return name.isupper()


def _quoted(text: str, at: int) -> _Lexeme:
    closing = _QUOTES[text[at]]
    for end in range(at + 1, len(text)):
        if text[end] in closing or text[end] == '"':
            return _Lexeme("phrase", text[at + 1 : end], at, end + 1)
    raise QueryError(
        f"the quotation mark at character {at + 1} is not closed; add one at the end",
        text, at, len(text) - at, text + '"',
    )  # fmt: skip


def _word(text: str, match: re.Match[str]) -> _Lexeme:
    typed, start, end = match.group(), match.start(), match.end()
    if typed.startswith("§"):  # § and the number after it are one address
        number = _WORD.match(text, end)
        return _Lexeme("word", text[start : (end := number.end())] if number else typed, start, end)
    if typed in ("AND", "OR", "NOT"):
        return _Lexeme(typed, typed, start, end)  # type: ignore[arg-type]
    stars = typed.rstrip(".,;:!?").find("*")
    if stars < 0:
        return _Lexeme("word", typed if tokens(typed) else "", start, end)
    stem = typed.rstrip(".,;:!?")
    if not stem.endswith("*") or stars != len(stem) - 1:
        raise QueryError(
            f"the * at character {start + stars + 1} stands inside a word; it is understood at the end only, as in supervis*",
            text, start + stars, 1, text[: start + stars] + text[start + stars :].replace("*", "", 1),
        )  # fmt: skip
    if len(tokens(stem)) != 1:
        raise QueryError(
            f"the * at character {start + stars + 1} needs the beginning of one word before it, as in supervis*",
            text, start + stars,
        )  # fmt: skip
    return _Lexeme("prefix", stem[:-1], start, end)


def _is_ranking(node: Node) -> bool:
    """Whether a part of a sequence only ranks; quotes, fields and operators make conditions."""
    match node:
        case Term():
            return node.field == "any" and not node.quoted
        case Prefix():
            return node.field == "any"
    return False


class _Parser:
    """Recursive descent over the lexemes: or_expression > and_expression > sequence > primary."""

    def __init__(self, text: str):
        self._text = text
        self._lexemes = list(_lex(text))
        self._at = 0
        self._demanding = False
        self._meaning: list[str] = []
        self._excluding = 0

    def query(self) -> Query:
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
    def _next(self) -> _Lexeme:
        return self._lexemes[self._at]

    def _next_is(self, *kinds: _Kind) -> bool:
        return self._next.kind in kinds

    def _take(self) -> _Lexeme:
        lexeme = self._next
        self._at += 1
        return lexeme

    def _error(self, message: str, lexeme: _Lexeme | None = None) -> QueryError:
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

    def _need_operand(self, operator: _Lexeme) -> None:
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

    def _group(self, opening: _Lexeme) -> Node:
        if self._next_is(")"):
            empty = _Lexeme("(", "()", opening.start, self._next.end)
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

    def _fielded(self, field: _Lexeme) -> Node:
        self._demanding = True
        if not self._next_is("word", "phrase", "prefix"):
            raise self._error(
                f"{field.text}: at character {{}} needs a word or a phrase right after it, as in {field.text}:directive",
                field,
            )
        return self._leaf(self._take(), "title")

    def _leaf(self, lexeme: _Lexeme, field: Field) -> Node:
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
