"""The lexer: a query split into words, phrases, operators and brackets, with their positions."""

import re
from collections.abc import Iterator

from lexdesk.errors import QueryCode, QueryError
from lexdesk.query import other_systems
from lexdesk.query.lexeme import Kind, Lexeme, find_enumerating_brackets, mark_alternatives
from lexdesk.query.tree import FIELDS, FILTERS, Scope
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import fold, tokens

OPERATORS: dict[str, Kind] = {
    "AND": "AND", "OR": "OR", "NOT": "NOT", "UND": "AND", "ODER": "OR", "NICHT": "NOT", "OHNE": "NOT", "ANDNOT": "NOT",
}  # fmt: skip
"""Operators as typed, in English and in German; French ones: ``other_systems``."""

MOST_DISTANCE = 1000
"""The longest reach of ``w/n`` in words."""


_MARKS = '"“”„«»'  # of quotations
# A pair of brackets belongs to a word where it follows a letter or digit at once and holds one
# short number or letter: 6(1)(f) is one word, (child OR minor) is a group.
_WORD = lazy_pattern(rf"§§?\s*(?=[\w])|(?:[^\s{_MARKS}()]|(?<=[\w)])\(\w{{1,5}}\)(?!\w))+")
_FIELD = lazy_pattern(
    r"([^\W\d_](?:[^\W\d_]|-)*):(?=[^\s/:]|(?<=folder:)/|(?<=regex:)/|(?<=regexp:)/)", re.IGNORECASE
)
_PLAIN_WORD = lazy_pattern(r"[A-Za-z]+(?=\s|\Z)")  # most of a query, and nothing but a word
_NEGATIONS = ("not", "nicht")  # of connectors
_BARE_FIELD = lazy_pattern(rf"({'|'.join(FIELDS)}):(?=\s|$)")  # as typed: "Date: 5 May" is text
_VALUE = lazy_pattern(rf"(?:[^\s(){_MARKS}]|(?<=\w)\(\d{{1,3}}\)(?!\w))+")  # work:32016R0679R(02)
_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "”": "”"}
_CLOSING_ELSEWHERE = "»”"  # in other languages: they open where what closes them follows
_CONNECTOR = lazy_pattern(
    rf"(?:(?P<not>not|(?-i:NICHT))\s+)?(?:(?P<form>within|w|n(?=/\d)|pre|near|onear|adj|prox|(?-i:NEXT|PROCHE|NAHE))/|(?P<bare>(?-i:NEAR|ONEAR|ADJ)|adj)(?=\d)|(?P<around>(?-i:AROUND)\((?=\d+\)))|(?P<sign>[/+])(?:n(?=\d))?)(?P<reach>\w*(?:-\d+)?)(?(around)\))(?=[\s(){_MARKS}]|$)",
    re.IGNORECASE,
)
_ORDERED = ("pre", "onear", "adj", "next")
_REQUIRED_OR_EXCLUDED = lazy_pattern(r"[+!-](?=[^\W\d_]{2,})")
_EXCLUDED_FIELD = lazy_pattern(rf"[!-](?=(?:{'|'.join(FIELDS)}):\S)", re.IGNORECASE)
_JOINS_WORDS = lazy_pattern(r"(?:[,;/&–-]|\b(?:und|oder|sowie|bzw\.|and|or))\s$")
"""Before ``-pflichten`` in ``Rechte und -pflichten``."""
_NO_PLAIN_WORDS = {
    *OPERATORS, "BUT", "NEAR", "ONEAR", "ADJ", "PROX", "PROCHE", "SAME", "and", "or", "but", "aft", "bef", "geq", "leq",
    *other_systems.OPERATORS,
    *other_systems.FRENCH_OPERATORS,
}  # fmt: skip
_WITHOUT_REACH = lazy_pattern(r"(?:NEAR|ONEAR|ADJ|PROX|PROCHE)(?=\s)")
_SAME = lazy_pattern(r"SAME(?=\s)")
"""*In the same paragraph* in Westlaw."""
_ADDRESS = lazy_pattern(rf"(?:https?://|www\.)[^\s{_MARKS}()<>]+", re.IGNORECASE)
_BUT = lazy_pattern(r"BUT(?=\s+NOT\b)|but(?=\s+not\b)")
_PHRASE_DISTANCE = lazy_pattern(r"~(?P<distance>\d{1,4})(?!\w)")
_SWISS_CODE = lazy_pattern(
    r"\b[Aa]rt(?:ikel|\.)?\s?\d+[a-z]*(?:\s(?:Abs|al|Ziff|lit|bis|ter)\.?(?:\s?\w+)?)*\s$"
)
_BEHIND_OPERATOR = lazy_pattern(r"\s*(?:[Aa]rt|§|[\"“„(])")
"""``Art. 41 OR`` is of the Swiss Obligationenrecht; in ``Art. 41 OR Art. 97`` the word combines."""
_SWISS_PLACE = lazy_pattern(r"\s(?:[Aa]rt(?:ikel|\.)?\s?)?\d")
_SCOPES: dict[str, Scope] = {
    **dict.fromkeys(("s", "sent", "sentence", "sz", "satz"), "sentence"),
    **dict.fromkeys(("p", "para", "paragraph", "abs", "absatz"), "paragraph"),
}
_OF_FRENCH_CODE = lazy_pattern(r"[LRDA]\.?\*{1,2}\d{1,4}(?:-\d{1,3}){0,4}")
"""``R*423-1``: an article of a decree in the Conseil d'Etat."""
_PUNCTUATION = ".,;:?"  # at the end of a word; a ? there ends a question and stands for nothing


def lex(text: str) -> Iterator[Lexeme]:
    """Yield the lexemes of ``text``, and an ``end``; raise ``QueryError`` for invalid syntax."""
    lexemes = mark_alternatives(list(_lexemes(text)))
    enumerating = find_enumerating_brackets(lexemes)
    return (lexeme for lexeme in lexemes if lexeme.start not in enumerating or lexeme.kind != ")")


def _lexemes(text: str) -> Iterator[Lexeme]:
    at = other_systems.find_start_of_terms(text)
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        plain = _PLAIN_WORD.match(text, at)
        if plain and plain[0] not in _NO_PLAIN_WORDS and plain[0].lower() not in _NEGATIONS:
            yield Lexeme("word", plain[0], at, plain.end())
            at = plain.end()
            continue
        lexeme = _lexeme(text, at)
        if lexeme.text or lexeme.kind != "word":
            yield lexeme
        at = lexeme.end
    yield Lexeme("end", "", len(text), len(text))


def find_patterns(text: str, start: int, end: int) -> list[Lexeme]:
    """Return the words of a phrase with a pattern such as ``supervis*``; an empty list without a pattern.

    In quotes, other operators, and ``!``, are punctuation. Raises ``QueryError`` for a ``*`` alone or inside a word.
    """
    lexemes: list[Lexeme] = []
    for match in re.compile(r"\S+").finditer(text, start, end):
        try:
            lexeme = _word(text, match) if "!" not in match.group() else None
        except QueryError:
            if "*" in match.group():  # of which a phrase without it would say nothing
                raise
            lexeme = None
        is_pattern = lexeme is not None and lexeme.kind in ("prefix", "joined", "wild", "fuzzy")
        if lexeme is not None and is_pattern:
            lexemes.append(lexeme)
        elif match.group() == "?" and text[match.end() : end].lstrip()[:1].islower():
            raise _question_mark_error(text, match.start())
        elif tokens(match.group()):
            lexemes.append(Lexeme("word", match.group(), *match.span()))
    return lexemes if any(lexeme.kind != "word" for lexeme in lexemes) else []


def _lexeme(text: str, at: int) -> Lexeme:
    character = text[at]
    if _opens_quotation(text, at):
        return _phrase(text, at)
    if whole := _address(text, at) or _same_paragraph(text, at):
        return whole
    if error := other_systems.make_function_error(text, at):
        raise error
    if character in "()":
        return Lexeme("(" if character == "(" else ")", character, at, at + 1)
    if (match := _CONNECTOR.match(text, at)) and (connector := _connector(text, match)):
        return connector
    if (bare := _WITHOUT_REACH.match(text, at)) and not text.isupper():
        raise _distance_error(text, at, bare.end(), f"{bare[0].lower()}/5")
    if field := _FIELD.match(text, at) or other_systems.find_label(text, at):
        name = field.group(1).lower()
        if name in FILTERS:
            return _filter(text, name, at, field.end())
        if name in FIELDS:
            return Lexeme("field", name, at, field.end())
        if not _is_address(text, field):
            raise _field_error(text, field)
    if bare := _BARE_FIELD.match(text, at):
        raise _missing_value_error(text, bare)
    word = _WORD.match(text, at)
    if word is None:  # a closing quote on its own
        return Lexeme("word", "", at, at + 1)
    return _word(text, word)


def _missing_value_error(text: str, field: re.Match[str]) -> QueryError:
    """Return the error of a field with a space before its value; the suggestion joins both."""
    start, end = field.span()
    value = text[end:].lstrip()
    suggestion = text[:end] + value if value else ""
    return QueryError(
        QueryCode.VALUE_AFTER_SPACE, text, start, end - start, suggestion, operator=field.group()
    )


def _address(text: str, at: int) -> Lexeme | None:
    """Return an address of the web as one word: its ``?`` and ``:`` mean nothing else."""
    address = _ADDRESS.match(text, at)
    return Lexeme("word", address[0], at, address.end()) if address else None


def _same_paragraph(text: str, at: int) -> Lexeme | None:
    same = _SAME.match(text, at)
    if not same or not text[:at].strip() or text.isupper():
        return None
    return Lexeme("connector", same[0], at, same.end(), reach="paragraph")


def _field_error(text: str, field: re.Match[str]) -> QueryError:
    typed, at = field.group(1), field.start()
    from difflib import get_close_matches

    same = other_systems.FIELDS.get(typed.lower())
    near = [same] if same else get_close_matches(typed.lower(), FIELDS, 1)
    known = ", ".join(f"{name}:" for name in FIELDS)
    suggestion = f"{text[:at]}{near[0]}:{text[field.end() :]}" if near else ""
    return QueryError(
        QueryCode.FIELD_UNKNOWN, text, at, field.end() - at, suggestion, field=typed, known=known
    )


def _is_address(text: str, field: re.Match[str]) -> bool:
    """Return whether a colon belongs to ECLI:EU:C:2020:559 or the like, also in lower case, or to celex:32016R0679."""
    value = _VALUE.match(text, field.end())
    if value is None or value[0][0] in "§<>":
        return False
    name = field.group(1)
    return name.isupper() or name.lower() == "celex" or ":" in value.group().rstrip(":")


def _connector(text: str, match: re.Match[str]) -> Lexeme | None:
    """Return a connector; ``None`` for text such as ``/etc``."""
    typed, reach = match["reach"], match["reach"].lower()
    named = (match["form"] or match["bare"] or "").lower()
    ordered = match["sign"] == "+" or named in _ORDERED
    distance: int | Scope | None = _SCOPES.get(reach)
    if (
        reach.isdecimal()
        and reach.isascii()
        and len(reach) < 10
        and 1 <= int(reach) <= MOST_DISTANCE
    ):
        distance = int(reach)
    if distance is not None:
        return Lexeme(
            "connector", match.group(), match.start(), match.end(),
            reach=distance, ordered=ordered, negated=match["not"] is not None,
        )  # fmt: skip
    if match["form"] is None and not (
        reach.isdecimal() or (match["sign"] == "/" and len(reach) == 1)
    ):
        return None
    start = match.end() - len(typed) - (len(match["form"] or "") + 1)
    repaired = f"{match['form'] or ''}{match['sign'] or '/'}{MOST_DISTANCE if reach.isdecimal() and reach.strip('0') else 5}"
    raise _distance_error(text, start, match.end(), repaired)


def _distance_error(text: str, start: int, end: int, repaired: str) -> QueryError:
    """Return the error of a connector without a distance from ``start`` to ``end``."""
    return QueryError(
        QueryCode.DISTANCE_MISSING,
        text,
        start,
        end - start,
        text[:start] + repaired + text[end:],
        operator=text[start:end],
        limit=MOST_DISTANCE,
    )


def _filter(text: str, name: str, at: int, value_at: int) -> Lexeme:
    if _opens_quotation(text, value_at):
        quoted = _phrase(text, value_at)
        value, end = quoted.text.strip(), quoted.end
    else:
        match = _VALUE.match(text, value_at)
        value = match.group().rstrip(",;") if match else ""
        end = match.end() if match else value_at
    if not value:
        raise QueryError(QueryCode.FIELD_WITHOUT_VALUE, text, at, end - at, field=name)
    return Lexeme("filter", name, at, end, value)


def _opens_quotation(text: str, at: int) -> bool:
    """Return whether the character at ``at`` opens a quotation."""
    mark = text[at]
    return mark in _QUOTES and (mark not in _CLOSING_ELSEWHERE or _QUOTES[mark] in text[at + 1 :])


def _phrase(text: str, at: int) -> Lexeme:
    closing = _QUOTES[text[at]]
    for end in range(at + 1, len(text)):
        if text[end] in closing or text[end] == '"':
            if distance := _PHRASE_DISTANCE.match(text, end + 1):
                raise _phrase_distance_error(text, at, end, distance)
            return Lexeme("phrase", text[at + 1 : end], at, end + 1)
    raise QueryError(QueryCode.QUOTE_UNCLOSED, text, at, len(text) - at, text + '"')


def _phrase_distance_error(text: str, at: int, end: int, distance: re.Match[str]) -> QueryError:
    """Return the error of a distance behind a quotation, with the same words and connectors."""
    near = f" w/{distance['distance']} ".join(text[at + 1 : end].split())
    return QueryError(
        QueryCode.PHRASE_DISTANCE,
        text,
        distance.start(),
        len(distance[0]),
        text[:at] + near + text[distance.end() :],
        distance=distance["distance"],
    )


def _signed_word(text: str, typed: str, start: int, end: int) -> Lexeme | None:
    """Return a word with the sign of Lucene and of search engines: ``+consent`` as written, ``-child`` excluded."""
    if not _REQUIRED_OR_EXCLUDED.match(text, start) or _JOINS_WORDS.search(
        text, max(0, start - 6), start
    ):
        return None
    if typed[0] == "+":
        core = typed[1:].rstrip(_PUNCTUATION)
        is_pattern = bool({*"*!?~"} & {*core})
        return (
            Lexeme("word", "", start, start + 1)
            if is_pattern
            else Lexeme("phrase", core, start, end)
        )
    is_behind = text[:start].strip() or typed[0] == "!" or _EXCLUDED_FIELD.match(text, start)
    return Lexeme("NOT", typed[0], start, start + 1) if is_behind else None


def _is_swiss_code(text: str, typed: str, start: int, end: int) -> bool:
    """Return whether ``OR`` is the Swiss code: ``Art. 41 OR``, ``OR 41``."""
    if typed != "OR":
        return False
    if not text[:start].strip():  # an operator stands between words
        return _SWISS_PLACE.match(text, end) is not None
    return _SWISS_CODE.search(
        text, max(0, start - 60), start
    ) is not None and not _BEHIND_OPERATOR.match(text, end)


def _word(text: str, match: re.Match[str]) -> Lexeme:
    typed, start, end = match.group(), match.start(), match.end()
    if typed.startswith("§"):  # § and the number after it are one address
        number = _WORD.match(text, end)
        return Lexeme("word", text[start : (end := number.end())] if number else typed, start, end)
    if signed := _signed_word(text, typed, start, end):
        return signed
    alone = text[:start].endswith("(") and text.startswith(")", end)  # FRANKFURT (ODER)
    if operator := other_systems.find_operator(
        text, typed, start
    ) or other_systems.find_french_operator(text, typed, start):
        return Lexeme(operator, typed, start, end)
    if typed in OPERATORS and not alone and not _is_swiss_code(text, typed, start, end):
        return Lexeme(OPERATORS[typed], typed, start, end)
    core = typed.rstrip(_PUNCTUATION)
    if _BUT.match(text, start) and (typed == "BUT" or other_systems.has_root(text)):
        return Lexeme("word", "", start, end)
    if "~" in core and re.search(r"~[\d.]*$", core) and tokens(core[: core.rfind("~")]):
        return _fuzzy(text, core, start, end)
    if _OF_FRENCH_CODE.fullmatch(core):
        return Lexeme("word", core.replace("*", ""), start, end)
    if "*" in core or (core.endswith("!") and tokens(core)):
        return _prefix(text, core, start, end)
    if "?" in core and tokens(core):
        return _wild(text, core, "", start, end)
    return Lexeme("word", typed if tokens(typed) else "", start, end)


def _fuzzy(text: str, core: str, start: int, end: int) -> Lexeme:
    word, _, distance = core.rpartition("~")
    at = start + len(word)
    if distance not in ("", "1", "2"):
        raise QueryError(
            QueryCode.TYPOS_LIMIT,
            text,
            at,
            len(distance) + 1,
            f"{text[:at]}~2{text[start + len(core) :]}",
            distance=distance,
        )
    if len(tokens(word)) != 1 or set("*!?") & set(word):
        raise QueryError(QueryCode.TYPOS_WITHOUT_WORD, text, at)
    return Lexeme("fuzzy", tokens(word)[0], start, end, reach=int(distance or 1))


def _prefix(text: str, core: str, start: int, end: int) -> Lexeme:
    sign = "*" if "*" in core else "!"
    at = core.find(sign)
    if at != len(core) - 1 and sign == "*":
        repaired = text[: start + at] + text[start + at :].replace("*", "", 1)
        raise QueryError(QueryCode.STAR_INSIDE_WORD, text, start + at, 1, repaired)
    if "?" in core:
        return _wild(text, core[:-1], "*", start, end)
    if len(tokens(core)) > 1:  # non-compet!, as "non compet*"
        return Lexeme("joined", core[:-1], start, end)
    if not tokens(core):
        at = len(core) - 1
        raise QueryError(QueryCode.STAR_WITHOUT_WORD, text, start + at, sign=sign)
    return Lexeme("prefix", tokens(core)[0], start, end)


def _wild(text: str, core: str, ending: str, start: int, end: int) -> Lexeme:
    at = start + core.find("?")
    stem = core.rstrip("!")
    if len(tokens(stem.replace("?", "x"))) != 1 or not tokens(stem):
        raise _question_mark_error(text, at)
    pieces = ["".join(tokens(piece)) for piece in stem.split("?")]
    return Lexeme("wild", "?".join(pieces) + ending, start, end)


def _question_mark_error(text: str, at: int) -> QueryError:
    return QueryError(QueryCode.QUESTION_MARK_WITHOUT_WORD, text, at, 1, text[:at] + text[at + 1 :])


def normalize(value: str) -> str:
    """Return a filter's value without case and accents."""
    return " ".join(fold(value).split())
