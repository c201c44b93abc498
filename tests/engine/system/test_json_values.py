"""JSON of others is accepted only in the expected shape."""

from dataclasses import dataclass
from typing import Any, TypedDict

import pytest

from lexdesk.system.json_values import parse


class Named(TypedDict):
    name: str
    size: int | None


class Sized(TypedDict, total=False):
    size: int


@dataclass
class Place:
    at: float


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("5", int),
        ("null", int | None),
        ("5", float),
        ('["a", "ä"]', list[str]),
        ('{"a": {"b": 1}}', dict[str, dict[str, int]]),
        ('{"name": "a", "size": null, "more": 1}', Named),
        ("{}", Sized),
        ('{"at": 0.5}', Place),
        ('[{"x": [1]}]', object),
        ('"\\\\u0000"', str),  # a backslash, and no null character
    ],
)
def test_matching_shape_is_parsed(text: str, shape: Any) -> None:
    assert parse(text, shape) == parse(text.encode(), shape)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("", object),
        ("{", object),
        (b"\xff", object),
        ("NaN", object),
        ("[" * 100_000, object),
        ("9" * 5_000, object),
        ("true", int),
        ("1.0", int),
        ("1e999", float),
        ('"5"', float),
        ("5", str),
        ('"\\u0000"', str),
        ('"\\\\\\u0000"', str),
        ('"\\ud800"', str),
        ("{}", list[str]),
        ("[1]", list[str]),
        ('{"\\ud800": 1}', dict[str, int]),
        ('{"name": "a"}', Named),
        ('{"name": "a", "size": "5"}', Named),
        ('{"size": null}', Sized),
        ("[]", Place),
    ],
)
def test_other_shapes_raise_value_error(text: str | bytes, shape: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(text, shape)
