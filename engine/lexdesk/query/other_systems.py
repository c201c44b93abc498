"""Signs and functions of other systems: Westlaw, Lexis, dtSearch, juris, Lucene.

What means the same in Lexdesk is understood; the rest is rejected at its character, never searched for as text.
"""

from __future__ import annotations

import functools
import re
from typing import Literal

from lexdesk.errors import QueryCode, QueryError
from lexdesk.text.lazy_pattern import lazy_pattern

OPERATORS = ("andany", "xfirstword", "xlastword", "FBY", "XOR")
"""Words of dtSearch and others that are operators and no words of a language."""
FRENCH_OPERATORS: dict[str, Literal["AND", "OR", "NOT"]] = {"ET": "AND", "OU": "OR", "SAUF": "NOT"}
"""Of Dalloz and Lexis 360. In an English query, ET is the Employment Tribunal."""
FIELDS = {
    "gericht": "authority", "court": "authority", "behörde": "authority", "spruchkörper": "authority", "ct": "authority",
    "norm": "cites", "normen": "cites", "normenkette": "cites", "vorschrift": "cites", "zitat": "cites", "citing": "cites",
    "datum": "date", "entscheidungsdatum": "date", "jahr": "date", "year": "date", "titel": "title", "überschrift": "title",
    "sprache": "lang", "language": "lang", "dokumenttyp": "kind", "type": "kind", "typ": "kind", "gesetz": "work", "act": "work",
}  # fmt: skip
"""Fields of juris, beck-online and others -> those of Lexdesk that mean the same."""
_LABEL = lazy_pattern(
    r"(?P<name>Gericht|Spruchkörper|Entscheidungsdatum|Dokumenttyp|Court):\s+(?=\S)", re.IGNORECASE
)
"""A field with a space behind the colon at the start of a query, as databases print it: ``Gericht: BGH``."""
_TERMS_AND_CONNECTORS = lazy_pattern(r"\s*adv(?:anced)?:\s*(?=\S)", re.IGNORECASE)
_FUNCTION = lazy_pattern(
    r"(?<!\w)(?:atleast\d*|allcaps|nocaps|caps|plural|singular|ti|title|da|date|co|court|sy|di|to|ju|judge|he|headline|pr|na"
    r"|name|hlead|lead|ci|cite|cit|wp|au|judges|writtenby|concurredby|dissentby|(?:opinion|written|concur|dissent)-by|counsel|opinions?|mentions|terms|body|text|segment|heading|header|first|citation|summary|regex|regexp|near"
    r"|dn|cn|hn|sg|op|sy,di|[a-z]{2},[a-z]{2}(?:,[a-z]{2})*|(?:syn|dig|hn|headnote|synopsis|topic)(?:,[a-z]{2,8})*)\((?=[^()]*[\s\"“<>=]|[^()]{4,})|(?<!\w)(?:atl(?:east)?\d+|allcaps|nocaps|plural|singular)\("
    rf"|(?<!\w)(?:{'|'.join(OPERATORS[:-1])}|(?-i:{OPERATORS[-1]}))(?!\w)",
    re.IGNORECASE,
)
"""Fields and functions of Westlaw and Lexis: ``TI("data protection")``, ``da(aft 2018)``, ``atleast5(consent)``."""
_SIGN = lazy_pattern(
    r"[^\W\d]{2,}(?P<boost>\^\d)|[^\W\d]{2,}(?P<fuzzy>%+)[^\W\d]|[^\W\d]{4,}(?P<ending>\$)(?!\w)"
    r"|[A-Za-z]{3,}(?P<equal>=)[A-Z\d]|(?<=date\s)(?P<compared>[<>]=?)(?=\s?\d)|(?P<phonic>\#)[^\W\d]{2,}"
    r"|[^\W\d]{3,}(?P<sound>\#)(?![\w#])|[^\W\d]{2,}(?P<one>\#)[^\W\d]|(?<!\S)(?P<like>~)[^\W\d]{2}|(?<=\S\s)(?P<tilde>~\d+)(?=\s|$)"
    r"|(?P<expression>\#\#\S+)|(?<!\S)(?P<slashed>/[^\s/\d][^\s/]*/)(?!\S)|[^\W\d]+(?P<repeated>\{\d*,?\d*\})"
    r"|(?P<range>\[\S+\sTO\s[^\s\]]+\])|(?<=date\s)(?P<dated>(?:aft|bef|geq|leq)\b)(?=\s?\(?\d)"
    r"|(?P<bracketed><(?:near|and|or|not|in|order|phrase|sentence|paragraph)(?:/\d+)?>)"
    r"|(?<=\S\s)(?P<near>/(?:[A-Za-z]{2,4}\d{1,3}|\+\d{1,3}|\d{1,3}/|seg)|(?:EN|NP)/?\d{1,2})(?=\s+\S)"
)
"""Signs of Lucene, dtSearch, juris and Lexis: ``consent^2``, ``appl%e``, ``Kündig$``, ``date > 2018``, ``#smith``, ``smith#``,
``organi#ation``, ``~consent``, ``##cons.*``, ``[2018 TO 2020]``, ``date aft 2019``, ``consent /EN5 minors``, ``/5/``."""
_IN_CAPITALS: dict[str, Literal["AND", "OR", "NOT"]] = {"and": "AND", "or": "OR", "not": "NOT"}
_ROOT = lazy_pattern(r"(?<![^\W\d_])[^\W\d_]{3,}!(?=[\s)]|$)")
_AMPERSAND_IS_AND = lazy_pattern(
    r"\s%\s|(?<![A-Z])(?-i:\b[a-zäöü]+\s&\s[a-zäöü])"
    r"|\w!(?=[\s)]|$)|(?:^|\s)(?:/|\+|w/|pre/)(?:\d|[sp]\b)|\((?:[^()&]|(?<!\s)&|&(?!\s))*+(?<=\s)&\s[^()]*+\)(?!\sAct\b)"
)
"""Other signs of Westlaw, or words in lower case: without any, ``&`` belongs to a name, ``Marks & Spencer``,
``Criminal Justice (Theft & Fraud) Act``."""


def find_start_of_terms(text: str) -> int:
    """Return the start of a query behind ``adv:``, by which Westlaw reads terms and connectors."""
    prefix = _TERMS_AND_CONNECTORS.match(text)
    return prefix.end() if prefix else 0


def find_label(text: str, at: int) -> re.Match[str] | None:
    """Return the field of another system, with a space behind its colon, at the start ``at`` of a query."""
    return None if text[:at].strip() else _LABEL.match(text, at)


def make_function_error(text: str, at: int) -> QueryError | None:
    """Return the error of a function or sign of another system at ``at``."""
    if function := _FUNCTION.match(text, at):
        name = function[0].rstrip("(")
        return QueryError(QueryCode.FOREIGN_FUNCTION, text, at, len(name), operator=name)
    sign = _SIGN.match(text, at)
    return _sign_error(text, sign) if sign else None


def _sign_error(text: str, match: re.Match[str]) -> QueryError:
    """Return the error of a sign of another system, with Lexdesk's equivalent if there is one."""
    start, end = match.span(match.lastgroup or 0)
    own = {"boost": "", "ending": "*", "phonic": "", "sound": "", "one": "?", "like": ""}.get(
        match.lastgroup or ""
    )
    if match.lastgroup == "near" and (reach := re.search(r"\d+", match["near"])):
        own = f"/{reach[0]}"
    suggestion = "" if own is None else text[:start] + own + text[end:]
    return QueryError(
        QueryCode.FOREIGN_FUNCTION,
        text,
        start,
        end - start,
        suggestion,
        operator=text[start:end].strip(),
    )


_ENGLISH = lazy_pattern(
    r"\b(?:the|an|of|from|to|in|for|by|before|at|on|is|was|and|or|appeal|tribunal|decision|claims?|hearing|rules)\b",
    re.IGNORECASE,
)


def find_french_operator(text: str, typed: str, start: int) -> Literal["AND", "OR", "NOT"] | None:
    """Return the operator of ET, OU and SAUF between words of a query that is not in English."""
    operator = FRENCH_OPERATORS.get(typed)
    is_between = bool(text[:start].strip() and text[start + len(typed) :].strip())
    if operator is None or not is_between or (typed == "ET" and _is_english(text)):
        return None
    return operator


def find_operator(text: str, typed: str, start: int) -> Literal["AND", "OR", "NOT"] | None:
    """Return the operator of the sign at ``start``: ``&``, ``%``, ``||``, and ``and`` beside ``terminat!``."""
    if typed in ("and", "or", "not") and has_root(text):
        before, behind = text[:start].split(), text[start + len(typed) :].strip()
        if before and behind and (typed != "not" or before[-1].lower() in ("and", "but", "&")):
            return _IN_CAPITALS[typed]
    if typed == "%" and text[:start].strip() and not text[:start].rstrip()[-1:].isdigit():
        return "NOT"
    if typed == "&&" or (typed == "&" and _is_westlaw(text)):
        return "AND"
    # A text that begins or ends with a bar is a row of a table.
    if typed in ("|", "||") and not {text.strip()[0], text.strip()[-1]} & {"|"}:
        return "OR"
    return None


# Each sign of a query asks these of the whole query: 3,300 times ET searched it for 13 s.
@functools.lru_cache(maxsize=4)
def has_root(text: str) -> bool:
    """Return whether a query has roots of Westlaw and dtSearch, ``terminat!``, whose operators are in lower case."""
    return "!" in text and _ROOT.search(text) is not None


@functools.lru_cache(maxsize=4)
def _is_english(text: str) -> bool:
    return _ENGLISH.search(text) is not None


@functools.lru_cache(maxsize=4)
def _is_westlaw(text: str) -> bool:
    return _AMPERSAND_IS_AND.search(text) is not None
