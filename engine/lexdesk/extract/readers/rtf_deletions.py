"""What tracked changes took out of an RTF text, which kreuzberg 4.10 keeps.

RTF 1.9.1, "Track Changes": ``\\deleted`` is a property of characters, so that it holds to the end of its group,
to ``\\deleted0`` or to ``\\plain``.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    rb"\\(?P<word>[A-Za-z]+)(?P<value>-?\d+)? ?|(?P<brace>[{}])|\\'[0-9A-Fa-f]{2}|\\.|[^\\{}]+|\\",
    re.DOTALL,
)
TEXT = {
    b"par", b"line", b"tab", b"page", b"u", b"emdash", b"endash", b"bullet", b"lquote", b"rquote",
    b"ldblquote", b"rdblquote", b"emspace", b"enspace", b"qmspace", b"softline", b"lbr",
}  # fmt: skip
"""Control words that stand for characters."""


def without_deletions(data: bytes) -> bytes:
    """The file without text that is marked as deleted; as it is where none is, or where it holds raw bytes."""
    if b"\\deleted" not in data or b"\\bin" in data:
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
        elif deleted and (word is None or word in TEXT) and token[0] != rb"\*":
            continue
        kept.append(token[0])
    return b"".join(kept)
