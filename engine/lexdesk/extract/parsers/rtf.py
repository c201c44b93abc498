"""Corrections to the RTF text of kreuzberg 4.10 (RTF 1.9.1).

kreuzberg skips paragraph numbers, written as text for programs without lists (``\\listtext``), so
clauses numbered by Word or LibreOffice had none. It keeps deletions of tracked changes:
``\\deleted`` is a character property, valid to the end of its group, to ``\\deleted0`` or to
``\\plain``. Of a no-break space or hyphen it keeps the second character.
"""

from __future__ import annotations

import re

from lexdesk.text.lazy_pattern import lazy_pattern

_TOKEN = lazy_pattern(
    rb"\\(?P<word>[A-Za-z]+)(?P<value>-?\d+)? ?|(?P<brace>[{}])|\\'[0-9A-Fa-f]{2}|\\.|[^\\{}]+|\\",
    re.DOTALL,
)
_TEXT = {
    b"par", b"line", b"tab", b"page", b"u", b"emdash", b"endash", b"bullet", b"lquote", b"rquote",
    b"ldblquote", b"rdblquote", b"emspace", b"enspace", b"qmspace", b"softline", b"lbr",
}  # fmt: skip
"""Control words for characters."""
_WORDS = b"|".join(sorted(_TEXT | {b"cell", b"row", b"sect", b"deleted"}))
_NUMBER = lazy_pattern(
    rb"\{\\(?:listtext|pntext)(?![A-Za-z])(?P<text>(?:[^{}\\]|\\.)*)\}"
    rb"(?P<properties>(?:[\r\n]|\\(?!(?:%b)(?![A-Za-z]))[A-Za-z]+(?:-?\d+)? ?)*)" % _WORDS,
    re.DOTALL,
)
"""A number and the paragraph properties after it; ``\\pard`` among them resets the paragraph."""
_SAYS_SOMETHING = lazy_pattern(rb"[0-9A-Za-z]|\\u\d")
_SYMBOL = lazy_pattern(rb"\\[\\~_]")  # includes the escaped backslash, which begins no symbol
_SYMBOLS = {rb"\~": rb"\'20", rb"\_": rb"\'2d"}
"""No-break space and hyphen, as character codes."""


def as_shown(data: bytes) -> bytes:
    """Return the file with the visible text; leave files with raw bytes unchanged, as those are counted."""
    if b"\\bin" in data:
        return data
    numbered = _NUMBER.sub(_number_as_text, _without_deletions(data))
    return _SYMBOL.sub(lambda symbol: _SYMBOLS.get(symbol[0], symbol[0]), numbered)


def _without_deletions(data: bytes) -> bytes:
    """Remove text marked as deleted."""
    if b"\\deleted" not in data:
        return data
    groups: list[bool] = []  # one per open group: deletion state at its start
    deleted = False
    kept = []
    for token in _TOKEN.finditer(data):
        word, brace = token.group("word", "brace")
        if brace == b"{":
            groups.append(deleted)
        elif brace:
            deleted = groups.pop() if groups else False
        elif word == b"deleted":
            deleted = token["value"] != b"0"
        elif word == b"plain":
            deleted = False
        elif deleted and (word is None or word in _TEXT) and token[0] != rb"\*":
            continue
        kept.append(token[0])
    return b"".join(kept)


def _number_as_text(number: re.Match[bytes]) -> bytes:
    """Convert a number to text of its paragraph; bullets and deleted numbers are dropped."""
    kept, properties = [], number["properties"]
    for token in _TOKEN.finditer(number["text"]):
        word = token["word"]
        if word == b"deleted":
            return properties
        if word in (None, b"u"):
            kept.append(token[0])
        elif word == b"tab":
            kept.append(b" ")
    text = b"".join(kept).strip(b" \r\n")
    plain = re.sub(rb"\\'[0-9A-Fa-f]{2}", b"", text)
    return properties + b"{" + text + b" }" if _SAYS_SOMETHING.search(plain) else properties
