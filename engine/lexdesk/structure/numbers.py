"""Provision numbers: parsing, Roman numerals, eid parts and succession."""

import re

from lexdesk.text.lazy_pattern import lazy_pattern

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN_FORM = lazy_pattern(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_ROMAN_INSERTED = lazy_pattern(r"([ivxlcdm]+?)[\s-]?([a-h]?)")
_EDGES = "()[]{}.:;,°º–—-•·'\"‘’“”„«»\u00a0 "


def strip_punctuation(printed: str) -> str:
    """Strip the punctuation around a printed number: ``(f)`` -> ``f``, ``1.`` -> ``1``."""
    return printed.strip(_EDGES)


def read_roman(text: str) -> int | None:
    """Return the value of a Roman number in either case, or ``None``: ``XIV`` -> 14."""
    text = text.lower()
    if not text or not _ROMAN_FORM.fullmatch(text):
        return None
    values = [_ROMAN[c] for c in text]
    return sum(-v if i + 1 < len(values) and v < values[i + 1] else v for i, v in enumerate(values))


def to_roman(value: int) -> str:
    """Format a Roman number in lower case: 14 -> ``xiv``."""
    signs = "m:1000 cm:900 d:500 cd:400 c:100 xc:90 l:50 xl:40 x:10 ix:9 v:5 iv:4 i:1"  # fmt: skip
    out = ""
    for sign in signs.split():
        letters, _, worth = sign.partition(":")
        while value >= int(worth):
            out += letters
            value -= int(worth)
    return out


def format_eid_number(number: str) -> str:
    """Format a number for an eid: lower case, other signs as hyphens: ``II.1`` -> ``ii-1``."""
    return re.sub(r"[^\w]+", "-", number.lower()).strip("-")


def format_division_number(number: str) -> str:
    """Format a number like ``format_eid_number``, with Roman numbers as Arabic: ``III`` -> ``3``, ``IIIa`` -> ``3a``.

    A single C, D, L or M is a letter: sections are numbered A to D, not 100 to 500.
    """
    lowered = number.lower()
    if lowered in ("c", "d", "l", "m"):
        return lowered
    match = _ROMAN_INSERTED.fullmatch(lowered)
    if match:
        value = read_roman(match[1])
        if value is not None:
            return f"{value}{match[2]}"
    return format_eid_number(number)


def find_next_letter(letter: str) -> str:
    """Return the next letter of a list: ``a`` -> ``b``, ``z`` -> ``aa``, ``aa`` -> ``bb``."""
    following = "a" if letter[-1] == "z" else chr(ord(letter[-1]) + 1)
    return following * (len(letter) + (letter[-1] == "z"))
