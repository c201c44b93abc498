"""What kreuzberg 4.10 leaves out of RTF texts, or keeps although it was taken out of them (RTF 1.9.1).

It passes over the numbers of paragraphs, which writers state as text for readers without lists (``\\listtext``), so
that clauses that Word or LibreOffice numbers had none. It keeps what tracked changes took out: ``\\deleted`` is a
property of characters, so that it holds to the end of its group, to ``\\deleted0`` or to ``\\plain``. And of a blank
and a hyphen that do not break it keeps the second sign.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    rb"\\(?P<word>[A-Za-z]+)(?P<value>-?\d+)? ?|(?P<brace>[{}])|\\'[0-9A-Fa-f]{2}|\\.|[^\\{}]+|\\",
    re.DOTALL,
)
_TEXT = {
    b"par", b"line", b"tab", b"page", b"u", b"emdash", b"endash", b"bullet", b"lquote", b"rquote",
    b"ldblquote", b"rdblquote", b"emspace", b"enspace", b"qmspace", b"softline", b"lbr",
}  # fmt: skip
"""Control words that stand for characters."""
_WORDS = b"|".join(sorted(_TEXT | {b"cell", b"row", b"sect", b"deleted"}))
_NUMBER = re.compile(
    rb"\{\\(?:listtext|pntext)(?![A-Za-z])(?P<text>(?:[^{}\\]|\\.)*)\}"
    rb"(?P<properties>(?:[\r\n]|\\(?!(?:%b)(?![A-Za-z]))[A-Za-z]+(?:-?\d+)? ?)*)" % _WORDS,
    re.DOTALL,
)
"""A number, and what is said of the paragraph behind it: ``\\pard`` there begins the text anew."""
_SAYS_SOMETHING = re.compile(rb"[0-9A-Za-z]|\\u\d")
_SYMBOL = re.compile(rb"\\[\\~_]")  # first, a backslash that stands for itself begins none
_SYMBOLS = {rb"\~": rb"\'20", rb"\_": rb"\'2d"}
"""A blank and a hyphen that do not break, as codes of characters."""


def as_shown(data: bytes) -> bytes:
    """The file with the text that a reader is shown; as it is where it holds raw bytes, which are counted."""
    if b"\\bin" in data:
        return data
    numbered = _NUMBER.sub(_number_as_text, _without_deletions(data))
    return _SYMBOL.sub(lambda symbol: _SYMBOLS.get(symbol[0], symbol[0]), numbered)


def _without_deletions(data: bytes) -> bytes:
    """The file without text that is marked as deleted; as it is where none is."""
    if b"\\deleted" not in data:
        return data
    groups: list[bool] = []  # whether text was deleted where each that is open began
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
    """The number as text of its paragraph; bullets are none, and what was deleted is gone."""
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
