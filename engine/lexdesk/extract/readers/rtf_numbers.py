"""The numbers of paragraphs in RTF, which writers state as text for readers without lists (RTF 1.9.1, ``\\listtext``).

kreuzberg 4.10 passes them over, so that clauses that Word or LibreOffice numbers had no numbers.
"""

from __future__ import annotations

import re

from lexdesk.extract.readers.rtf_deletions import TEXT

_WORDS = "|".join(
    sorted({each.decode() for each in TEXT} | {"cell", "row", "sect", "deleted"})
).encode()
_NUMBER = re.compile(
    rb"\{\\(?:listtext|pntext)(?![A-Za-z])(?P<text>(?:[^{}\\]|\\.)*)\}"
    rb"(?P<properties>(?:[\r\n]|\\(?!(?:%b)(?![A-Za-z]))[A-Za-z]+(?:-?\d+)? ?)*)" % _WORDS,
    re.DOTALL,
)
"""A number, and what is said of the paragraph behind it: ``\\pard`` there begins the text anew."""
_TOKEN = re.compile(
    rb"\\(?P<word>[A-Za-z]+)(?P<value>-?\d+)? ?|\\'[0-9A-Fa-f]{2}|\\.|[^\\]+", re.DOTALL
)
_SAYS_SOMETHING = re.compile(rb"[0-9A-Za-z]|\\u\d")


def with_numbers(data: bytes) -> bytes:
    """The file with the numbers as text of their paragraphs; bullets are none, and what was deleted is gone."""
    return _NUMBER.sub(_as_text, data)


def _as_text(number: re.Match[bytes]) -> bytes:
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
