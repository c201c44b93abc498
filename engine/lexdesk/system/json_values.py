"""JSON from untrusted sources, decoded by msgspec into an expected shape."""

import re
from typing import Annotated, Any

import msgspec

_NULL = b"\\u0000"
_NULL_CHARACTER = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # behind no other backslash

Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 48)]
"""A number of bytes or of things; no library has more."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of records that are stored as JSON objects without further fields."""


def parse(data: str | bytes, shape: Any = object) -> Any:
    """Decode ``data`` as ``shape``.

    A shape is a type, ``X | None``, ``list[X]``, ``dict[str, X]``, a ``TypedDict``, a dataclass or a ``Record``. Fields
    without a default must be there; further ones are dropped, except for a ``Record``. A number is finite, a text is
    Unicode and, for any shape but ``object``, without a null character. Raises ``ValueError`` for malformed JSON, and
    ``msgspec.ValidationError``, one of them, for another shape.
    """
    try:
        found = msgspec.json.decode(data, type=shape)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    content = data.encode() if isinstance(data, str) else data
    if shape is not object and _NULL in content and _NULL_CHARACTER.search(content):
        raise ValueError("a text has a null character")
    return found


def convert(value: object, shape: Any) -> Any:
    """Return the parsed ``value`` as ``shape``. Raises ``msgspec.ValidationError``, a ``ValueError``, for another."""
    return msgspec.convert(value, shape)
