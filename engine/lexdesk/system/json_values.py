"""JSON from untrusted sources: parsed, and checked for an expected shape."""

from __future__ import annotations

import json
import math
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict


def parsed(data: str | bytes, shape: Any = object) -> Any:
    """Parse ``data`` as ``shape``.

    A shape is a type, ``X | None``, ``list[X]``, ``dict[str, X]``, a ``TypedDict`` or a dataclass. The fields of the
    last two must be there, further ones may be. A text is Unicode without a null character, a number is finite;
    ``object`` is any value. Raises ``ValueError`` for malformed JSON or another shape.
    """
    try:
        value = json.loads(data if isinstance(data, str) else data.decode(), parse_constant=_reject)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not _has(value, shape):
        raise ValueError("a value is missing or of another kind")
    return value


def _reject(name: str) -> None:
    raise ValueError(f"{name} is no number in JSON")


def _has(value: Any, shape: Any) -> bool:
    if isinstance(shape, UnionType):
        return any(_has(value, member_shape) for member_shape in get_args(shape))
    if is_typeddict(shape) or is_dataclass(shape):
        optional = getattr(shape, "__optional_keys__", ())
        return isinstance(value, dict) and all(
            _has(value[name], field) if name in value else name in optional
            for name, field in get_type_hints(shape).items()
        )
    origin, inner = get_origin(shape) or shape, get_args(shape)
    if origin is object:
        return True
    if not _is(value, origin):
        return False
    if origin is dict and inner:
        return all(_has(name, inner[0]) and _has(item, inner[1]) for name, item in value.items())
    return all(_has(item, inner[0]) for item in value) if origin is list and inner else True


def _is(value: Any, kind: type) -> bool:
    if kind is float:
        return type(value) in (int, float) and abs(value) < 2**1000 and math.isfinite(value)
    if kind is str:
        return type(value) is str and "\0" not in value and _is_unicode(value)
    return type(value) is (NoneType if kind is None else kind)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
