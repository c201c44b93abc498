"""The parser: a query tree from lexemes, with the positions of mistakes."""

from collections.abc import Iterable, Sequence

from lexdesk.errors import ImpossibleDate, QueryCode, QueryError
from lexdesk.query.binding import (
    as_phrase,
    bind_connectors,
    bind_filters,
    make_phrase,
    split_filters,
)
from lexdesk.query.dates import read_days
from lexdesk.query.lexeme import Kind, Lexeme
from lexdesk.query.lexer import find_patterns, lex, normalize
from lexdesk.query.tree import (
    And,
    Field,
    Filter,
    Fuzzy,
    Near,
    Node,
    Or,
    Prefix,
    Query,
    Rank,
    Term,
    Wild,
    ranking_parts,
)
from lexdesk.text.tokens import LONGEST_WORD, tokens

MOST_BRACKETS = 40
"""Brackets inside brackets."""

MOST_CONNECTORS = 30
"""Connectors in one query, with those that stand for words side by side where one is a pattern."""

MOST_PATTERNS = 40
"""Words with ``*``, ``!``, ``?`` or ``~``, each of which the index looks up among all its words."""

MOST_WORDS = 2_000
"""Words, those of phrases and patterns among them."""

_STOPS: tuple[Kind, ...] = ("AND", "OR", "NOT", ")", "end")
_PATTERNS: tuple[Kind, ...] = ("prefix", "joined", "wild", "fuzzy")
_WORDS: tuple[Kind, ...] = ("word", "phrase", *_PATTERNS)


def _is_ranking(node: Node) -> bool:
    """Return whether a part of a sequence only ranks; quotes, fields and operators are conditions."""
    match node:
        case Term():
            return node.field == "any" and not node.quoted
        case Prefix() | Wild() | Fuzzy():
            return node.field == "any"
    return False


def _unwrap(node: Node) -> Node:
    """Return the node of a single ranking word, as the operand of an operator."""
    alone = isinstance(node, Rank) and len(node.optional) == 1 and not node.required
    return node.optional[0] if isinstance(node, Rank) and alone else node


class Parser:
    """A recursive-descent parser of lexemes: or > and > sequence > proximity > primary."""

    def __init__(self, text: str):
        self._text = text
        self._lexemes = list(lex(text))
        self._at = 0
        self._demanding = False
        self._semantic_text: list[str] = []
        self._excluding = 0
        self._depth = 0
        self._plain_until = -1
        self._connectors = 0

    def query(self) -> Query:
        """Parse the whole text; raise ``QueryError``."""
        self._check_connectors()
        self._check_words()
        if self._next_is("end"):
            raise QueryError(QueryCode.NO_WORD, self._text, 0, max(len(self._text), 1))
        root = bind_filters(self._or())
        if self._next_is(")"):
            raise self._unopened_error()
        semantic_text = " ".join(self._semantic_text) if self._demanding else self._text.strip()
        return Query(self._text, root, semantic_text, self._demanding)

    def _check_connectors(self) -> None:
        connectors = [lexeme for lexeme in self._lexemes if lexeme.kind == "connector"]
        if len(connectors) > MOST_CONNECTORS:
            raise self._error(
                QueryCode.TOO_MANY_CONNECTORS, connectors[MOST_CONNECTORS], limit=MOST_CONNECTORS
            )
        self._connectors = len(connectors)

    def _check_words(self) -> None:
        words = patterns = 0
        for lexeme in self._lexemes:
            is_pattern = lexeme.kind in _PATTERNS
            if is_pattern and len(lexeme.text) > LONGEST_WORD:
                raise self._error(QueryCode.PATTERN_TOO_LONG, lexeme, limit=LONGEST_WORD)
            words += len(tokens(lexeme.text)) if lexeme.kind in _WORDS else 0
            patterns += is_pattern
            if patterns > MOST_PATTERNS:
                raise self._error(QueryCode.TOO_MANY_WILDCARDS, lexeme, limit=MOST_PATTERNS)
            if words > MOST_WORDS:
                raise self._error(QueryCode.TOO_MANY_WORDS, lexeme, limit=MOST_WORDS)

    @property
    def _next(self) -> Lexeme:
        return self._lexemes[self._at]

    def _next_is(self, *kinds: Kind) -> bool:
        return self._next.kind in kinds

    def _take(self) -> Lexeme:
        lexeme = self._next
        self._at += 1
        return lexeme

    def _error(
        self, code: QueryCode, lexeme: Lexeme | None = None, **parameters: object
    ) -> QueryError:
        """Return the error at ``lexeme``; its suggestion is the query without the lexeme."""
        lexeme = lexeme or self._next
        repaired = " ".join((self._text[: lexeme.start] + self._text[lexeme.end :]).split())
        length = max(lexeme.end - lexeme.start, 1)
        return QueryError(code, self._text, lexeme.start, length, repaired, **parameters)

    def _unopened_error(self) -> QueryError:
        return self._error(QueryCode.BRACKET_UNOPENED)

    # Words that rank, and conditions.

    def _or(self) -> Node:
        parts = [self._and()]
        while self._next_is("OR"):
            self._demanding = True
            operator = self._take()
            self._require_operand(operator)
            parts.append(self._and())
        return _disjunction(parts)

    def _and(self) -> Node:
        first = self._next
        self._require_operand(first)
        parts: list[Node] = []
        excluded: list[Node] = []
        self._sequence(parts, excluded)
        while self._next_is("AND"):
            self._demanding = True
            operator = self._take()
            self._require_operand(operator)
            self._sequence(parts, excluded)
        if not parts and not excluded:
            raise self._unopened_error()
        if not parts:
            raise self._error(QueryCode.ONLY_EXCLUDED, first)
        if len(parts) == 1 and not excluded:
            return parts[0]
        free = _distinct(inner for part in parts for inner in split_filters(part))
        return free[0] if len(free) == 1 and not excluded else And(free, _distinct(excluded))

    def _require_operand(self, operator: Lexeme) -> None:
        if operator.kind in ("AND", "OR") and (
            operator is self._next or self._next_is("AND", "OR", ")", "end")
        ):
            raise self._error(QueryCode.CONNECTOR_ONE_SIDED, operator, operator=operator.text)

    def _sequence(self, parts: list[Node], excluded: list[Node]) -> None:
        optional: list[Node] = []
        required: list[Node] = []
        while not self._next_is("AND", "OR", ")", "end"):
            if self._next_is("NOT"):
                excluded.append(self._not())
                continue
            if self._has_connector():
                required.append(self._proximity(required))
                continue
            node = self._primary()
            if isinstance(node, Rank):  # a group that only ranks, as if it had no brackets
                optional += node.optional
                required += node.required
            elif _is_ranking(node):
                optional += ranking_parts(node) if isinstance(node, Term) else (node,)
            else:
                required.append(node)
        conditions = _distinct(required)
        if len(conditions) == 1 and not optional:
            parts.append(conditions[0])
        elif optional or conditions:
            parts.append(Rank(tuple(optional), conditions))

    def _not(self) -> Node:
        operator = self._take()
        self._demanding = True
        if self._next_is("connector", *_STOPS):
            raise self._error(QueryCode.OPERATOR_WITHOUT_WORD, operator, operator=operator.text)
        self._excluding += 1
        node = self._proximity(None) if self._is_left_operand() else self._primary()
        self._excluding -= 1
        return _unwrap(node)

    def _primary(self) -> Node:
        lexeme = self._take()
        match lexeme.kind:
            case "(":
                return self._group(lexeme)
            case "field":
                return self._title_field(lexeme)
            case "filter":
                return self._filter(lexeme)
            case "phrase" | "joined":
                self._demanding = True
        return self._leaf(lexeme, "any")

    def _group(self, opening: Lexeme, *, operand: bool = False) -> Node:
        """Parse the inside of brackets; an ``operand`` of a connector holds words, OR and connectors."""
        if self._next_is(")"):
            empty = Lexeme("(", "()", opening.start, self._next.end)
            raise self._error(QueryCode.BRACKETS_EMPTY, empty)
        if self._next_is("end"):
            raise self._error(QueryCode.BRACKET_UNCLOSED_HERE, opening)
        self._depth += 1
        if self._depth > MOST_BRACKETS:
            raise self._error(QueryCode.TOO_MANY_BRACKETS, opening, limit=MOST_BRACKETS)
        outside, self._plain_until = self._plain_until, -1
        node = self._alternatives() if operand else self._or()
        self._plain_until = outside
        self._depth -= 1
        if not self._next_is(")"):
            closed = self._text.rstrip() + ")" * (self._depth + 1)
            raise QueryError(QueryCode.BRACKET_UNCLOSED, self._text, opening.start, 1, closed)
        self._take()
        return node

    def _title_field(self, field: Lexeme) -> Node:
        self._demanding = True
        if not self._next_is("word", "phrase", "prefix", "wild", "fuzzy"):
            raise self._error(QueryCode.FIELD_WITHOUT_WORD, field, field=field.text)
        return self._leaf(self._take(), "title")

    def _filter(self, lexeme: Lexeme) -> Filter:
        self._demanding = True
        name, value, first, last = lexeme.text, lexeme.value, "", ""
        length = lexeme.end - lexeme.start
        if name in ("kind", "lang", "authority"):
            value = normalize(value)
        elif name == "doc":
            if not tokens(value):
                raise self._error(QueryCode.DOC_WITHOUT_WORD, lexeme)
        elif name not in ("work", "cites", "folder"):
            try:
                first, last = read_days(name, value)
            except ImpossibleDate as error:
                before, after = self._text[: lexeme.start], self._text[lexeme.end :]
                suggestion = error.suggestion and f"{before}{name}:{error.suggestion}{after}"
                raise QueryError(
                    QueryCode.FIELD_DATE_INVALID,
                    self._text,
                    lexeme.start,
                    length,
                    suggestion,
                    field=name,
                    reason=error,
                ) from error
        return Filter(name, value, first, last, lexeme.start, length)

    def _leaf(self, lexeme: Lexeme, field: Field) -> Node:
        if lexeme.kind == "phrase" and field == "any":
            inside = (lexeme.start + 1, lexeme.start + 1 + len(lexeme.text))
            if patterns := find_patterns(self._text, *inside):
                words_of = [as_phrase(self._leaf(pattern, "any")) for pattern in patterns]
                return self._side_by_side(words_of, lexeme)
        words = tokens(lexeme.text)
        if not words:
            raise self._error(QueryCode.QUOTE_EMPTY, lexeme)
        if not self._excluding and field == "any" and lexeme.kind != "wild":
            self._semantic_text.append(lexeme.text)
        match lexeme.kind:
            case "prefix":
                return Prefix(lexeme.text, field)
            case "joined":
                *before, last = words
                begun: list[Node] = [Term((word,), typed=word) for word in before]
                return self._side_by_side([*begun, Prefix(last)], lexeme)
            case "wild":
                return Wild(lexeme.text, field)
            case "fuzzy":
                return Fuzzy(lexeme.text, int(lexeme.reach), field)
        return Term(tuple(words), field, lexeme.kind == "phrase", lexeme.text)

    # Connectors: words close to each other.

    def _has_connector(self) -> bool:
        """Return whether a connector comes before the next AND, OR, NOT or closing bracket."""
        if self._at < self._plain_until:
            return False
        at, depth = self._at, 0
        while depth or self._lexemes[at].kind not in _STOPS:
            kind = self._lexemes[at].kind
            if kind == "end":
                break
            if kind == "connector" and not depth:
                return True
            depth += (kind == "(") - (kind == ")")
            at += 1
        self._plain_until = at
        return False

    def _is_left_operand(self) -> bool:
        """Return whether a connector follows the next word, phrase or group."""
        at, depth = self._at, 0
        while self._lexemes[at].kind != "end":
            kind = self._lexemes[at].kind
            depth += (kind == "(") - (kind == ")")
            at += 1
            if depth <= 0:
                break
        return self._lexemes[min(at, len(self._lexemes) - 1)].kind == "connector"

    def _proximity(self, conditions: list[Node] | None) -> Node:
        """Parse runs of words with connectors between them.

        Fields among them become ``conditions`` on the whole; ``None`` makes them an error.
        """
        self._demanding = True
        operands = [self._run(conditions)]
        connectors: list[Lexeme] = []
        while self._next_is("connector"):
            connector = self._take()
            self._excluding += connector.negated
            operands.append(self._run(conditions, connector))
            self._excluding -= connector.negated
            connectors.append(connector)
        return bind_connectors(operands, connectors)

    def _run(self, conditions: list[Node] | None, connector: Lexeme | None = None) -> Node:
        """Parse the words up to the next connector or operator as a phrase."""
        run: list[Node] = []
        first = self._next
        while not self._next_is("connector", *_STOPS):
            lexeme = self._next
            if lexeme.kind in ("field", "filter"):
                if conditions is None:
                    raise self._error(QueryCode.FIELD_NEAR, lexeme, field=lexeme.text)
                conditions.append(self._primary())
            elif lexeme.kind == "(":
                run.append(self._group(self._take(), operand=True))
            else:
                run.append(self._leaf(self._take(), "any"))
        if not run:
            missing = connector or self._next
            raise self._error(QueryCode.CONNECTOR_ONE_SIDED, missing, operator=missing.text)
        return self._side_by_side(run, first)

    def _side_by_side(self, run: Sequence[Node], first: Lexeme) -> Node:
        """Return the consecutive nodes of ``run`` as one node; they begin at ``first``."""
        node = make_phrase(run)
        if isinstance(node, Near) and len(run) > 1:
            self._connectors += len(run) - 1
            if self._connectors > MOST_CONNECTORS:
                raise self._error(QueryCode.TOO_MANY_PATTERNS, first, limit=MOST_CONNECTORS + 1)
        return node

    def _alternatives(self) -> Node:
        """Parse the inside of brackets beside a connector: runs and connectors, joined by OR."""
        parts = [self._proximity(None)]
        while self._next_is("OR"):
            self._take()
            parts.append(self._proximity(None))
        if self._next_is("AND", "NOT"):
            raise self._error(QueryCode.CONNECTOR_IN_BRACKETS, operator=self._next.text)
        return _disjunction(parts)


def _disjunction(parts: Iterable[Node]) -> Node:
    distinct = _distinct(parts)
    return distinct[0] if len(distinct) == 1 else Or(distinct)


def _distinct(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Drop repeated conditions: each of a thousand equal phrases would be searched for."""
    return tuple(dict.fromkeys(nodes))
