"""TOML from untrusted sources, in linear time."""

from __future__ import annotations

import re
import tomllib
from typing import Any

_MOST_PARTS = 16
"""Of a key such as ``readers.anna.tokens``; tomllib takes the square of their number for each line."""

# Each alternative takes what it began, also an unclosed string, so that no character is read twice.
_TEXT = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""){0,1}+'
    r"|'''(?:[^']|'(?!''))*+(?:'''){0,1}+"
    r'|"(?:[^"\\\n]|\\.)*+"?+'
    r"|'[^'\n]*+'?+"
    r"|#[^\n]*+",
    re.DOTALL,
)
_PIECE = re.compile(r"[^\n,=\[{]++")


def parsed(text: str) -> dict[str, Any]:
    """Decode ``text``.

    Raises ``ValueError`` for malformed TOML, for a key of more parts than 16, and for tables nested too deep.
    """
    bare = _TEXT.sub(lambda found: "\n" * found[0].count("\n"), text)
    for piece in _PIECE.finditer(bare):
        if piece[0].count(".") >= _MOST_PARTS:
            line = bare.count("\n", 0, piece.end()) + 1
            raise ValueError(f"a key has more than {_MOST_PARTS} parts (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
