"""Cuts a query into words, phrases, operators and brackets, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lexdesk.errors import QueryError
from lexdesk.query.tree import FIELDS
from lexdesk.text import tokens

Kind = Literal["word", "phrase", "prefix", "(", ")", "AND", "OR", "NOT", "field", "end"]


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A piece of a query and its characters ``start`` to ``end``; a field's text is its name."""

    kind: Kind
    text: str
    start: int
    end: int


# A pair of brackets belongs to a word where it follows a letter or digit at once and holds one
# short number or letter: 6(1)(f) is one word, (child OR minor) is a group.
_WORD = re.compile(r"§§?\s*(?=[\w])|(?:[^\s\"“”„()]|(?<=[\w)])\(\w{1,5}\)(?!\w))+")
_FIELD = re.compile(r"([A-Za-z][A-Za-z-]*):(?=[^\s/:])")
_QUOTES = {'"': '"', "“": "”", "„": "“”"}


def lex(text: str) -> Iterator[Lexeme]:
    """The pieces of ``text``, and an ``end``. Raises ``QueryError`` for what can be no piece."""
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
    yield Lexeme("end", "", len(text), len(text))


def _lexeme(text: str, at: int) -> Lexeme:
    character = text[at]
    if character in _QUOTES:
        return _quoted(text, at)
    if character in "()":
        return Lexeme("(" if character == "(" else ")", character, at, at + 1)
    if field := _FIELD.match(text, at):
        name = field.group(1).lower()
        if name in FIELDS[1:]:
            return Lexeme("field", name, at, field.end())
        if not _is_plain_word_with_colon(field.group(1)):
            known = ", ".join(f"{name}:" for name in FIELDS[1:])
            raise QueryError(
                f"unknown field {field.group(1)}: at character {at + 1} (known: {known}); quote it to search for it as text",
                text, at, field.end() - at,
            )  # fmt: skip
    word = _WORD.match(text, at)
    if word is None:  # a closing typographic quote on its own
        return Lexeme("word", "", at, at + 1)
    return _word(text, word)


def _is_plain_word_with_colon(name: str) -> bool:
    """ECLI:EU:C:2020:559 and the like are addresses, not fields."""
    return name.isupper()


def _quoted(text: str, at: int) -> Lexeme:
    closing = _QUOTES[text[at]]
    for end in range(at + 1, len(text)):
        if text[end] in closing or text[end] == '"':
            return Lexeme("phrase", text[at + 1 : end], at, end + 1)
    raise QueryError(
        f"the quotation mark at character {at + 1} is not closed; add one at the end",
        text, at, len(text) - at, text + '"',
    )  # fmt: skip


def _word(text: str, match: re.Match[str]) -> Lexeme:
    typed, start, end = match.group(), match.start(), match.end()
    if typed.startswith("§"):  # § and the number after it are one address
        number = _WORD.match(text, end)
        return Lexeme("word", text[start : (end := number.end())] if number else typed, start, end)
    if typed in ("AND", "OR", "NOT"):
        return Lexeme(typed, typed, start, end)  # type: ignore[arg-type]
    stars = typed.rstrip(".,;:!?").find("*")
    if stars < 0:
        return Lexeme("word", typed if tokens(typed) else "", start, end)
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
    return Lexeme("prefix", stem[:-1], start, end)
