"""TOML from untrusted sources, in linear time."""

import re
import tomllib
from typing import Any

_MOST_PARTS = 16
"""Of a key such as ``readers.anna.tokens``; tomllib takes the square of their number for each line."""

_MOST_BITS = 63  # without the sign (toml.io/en/v1.0.0#integer)

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


def parse(text: str) -> dict[str, Any]:
    """Decode ``text``.

    Raises ``ValueError`` for malformed TOML, for a key of more parts than 16, for tables nested too deep, a text with a
    null character, and a number beyond 64 bits.
    """
    bare = _TEXT.sub(lambda found: "\n" * found[0].count("\n"), text)
    for piece in _PIECE.finditer(bare):
        if piece[0].count(".") >= _MOST_PARTS:
            line = bare.count("\n", 0, piece.end()) + 1
            raise ValueError(f"a key has more than {_MOST_PARTS} parts (at line {line})")
    try:
        values = tomllib.loads(text)
        _require_usable(values)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    return values


def _require_usable(value: Any) -> None:
    """Raise ``ValueError`` for what no name, path or setting can be, and Python cannot open or print."""
    if isinstance(value, str) and "\0" in value:
        raise ValueError("a text has a null character")
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError("a number has more than 64 bits")
    inner = [*value, *value.values()] if isinstance(value, dict) else value
    for each in inner if isinstance(inner, list) else ():
        _require_usable(each)
