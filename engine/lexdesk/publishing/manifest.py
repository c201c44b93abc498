"""The manifests of a Lance table, checked before Lance opens it.

A manifest may name other places for data, indexes and large values, and Lance would connect to them at once. Only
the output of ``lexdesk publish`` is accepted: files of the table's own folder, and columns with inline values.
Field numbers are those of ``table.proto`` and ``file.proto`` of the Lance format (lance.org/format/table).
"""

import struct
from collections.abc import Iterator
from typing import Any

from lexdesk.text.lazy_pattern import lazy_pattern

MAX_BYTES = 4 * 1024 * 1024
"""A manifest of a publication has 0.1 KB for each of its data files and 0.3 KB for each of its indexes.

A megabyte of the shortest fields takes half a second.
"""

_FOOTER = struct.Struct("<QHH4s")  # position of the manifest, version of the format, magic
_LENGTH = struct.Struct("<I")
_NAME = lazy_pattern(rb"\w[\w-]*(\.\w+)*")  # a plain file name: no separator, no ``..``
_COLUMN = lazy_pattern(rb"int64|string|bool|fixed_size_list:halffloat:\d{1,5}")
_INDEX_TYPE = lazy_pattern(
    rb"(?:.*/)?lance\.(?:table\.BTree|index\.pb\.Vector|table\.Vector)IndexDetails"
)

_Value = int | bytes
_Message = dict[int, Any]
"""The fields of a message that publications have: ``None``, the fields of one inside it, or what checks the value."""


class OutsideTableError(ValueError):
    """A manifest entry that ``lexdesk publish`` never writes."""


def check(data: bytes) -> None:
    """Raise ``OutsideTableError`` unless the manifest file ``data`` names nothing outside of its table."""
    try:
        (position, _, _, magic) = _FOOTER.unpack(data[-_FOOTER.size :])
        if magic != b"LANC":
            raise OutsideTableError("a file that is no manifest")
        manifest = _section(data, position)
        _require(manifest, _MANIFEST, numbers_are_fine=True)
        sections = [value for number, value in _fields(manifest) if number == _INDEX_SECTION]
        if len(sections) > 1:  # each may be as long as the file
            raise OutsideTableError("a second list of indexes")
        for section in sections:
            _require(_section(data, section), {1: _INDEX})
    except (struct.error, IndexError, TypeError) as error:
        raise OutsideTableError("a manifest that is not whole") from error


def _section(data: bytes, position: _Value) -> bytes:
    """Return a message with its length before it."""
    (length,) = _LENGTH.unpack_from(data, position)  # type: ignore[arg-type]
    start = position + _LENGTH.size  # type: ignore[operator]
    if start + length > len(data):
        raise OutsideTableError("a manifest that is not whole")
    return data[start : start + length]


def _fields(message: _Value) -> Iterator[tuple[int, _Value]]:
    """Return the fields of a message as (number, value)."""
    if isinstance(message, int):
        raise OutsideTableError("a number in the place of a message")
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        value: _Value
        match key & 7:
            case 0:
                value, at = _varint(message, at)
            case 1:
                value, at = message[at : at + 8], at + 8
            case 2:
                length, at = _varint(message, at)
                value, at = message[at : at + length], at + length
            case 5:
                value, at = message[at : at + 4], at + 4
            case _:
                raise OutsideTableError("a field of an unknown kind")
        if at > len(message):
            raise OutsideTableError("a manifest that is not whole")
        yield key >> 3, value


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Read a number in base 128; return it and its end."""
    if message[at] < 0x80:
        return message[at], at + 1
    value = 0
    for shift in range(0, 70, 7):
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at
    raise OutsideTableError("a number that is too long")


def _require(message: _Value, known: _Message, *, numbers_are_fine: bool = False) -> None:
    """Raise ``OutsideTableError`` for an unknown field, a possible place, and for a forbidden value."""
    for number, value in _fields(message):
        if number not in known:
            if numbers_are_fine and isinstance(value, int):  # as where a section begins
                continue
            raise OutsideTableError(f"field {number}, which publications do not have")
        wanted = known[number]
        if isinstance(wanted, dict):
            _require(value, wanted)
        elif wanted is not None:
            wanted(value)


def _base(_: _Value) -> None:
    raise OutsideTableError("another place that holds its files")


def _name(value: _Value) -> None:
    if isinstance(value, int) or not _NAME.fullmatch(value):
        raise OutsideTableError(f"a file {_shown(value)} outside of its folder")


def _column_type(value: _Value) -> None:
    if isinstance(value, int) or not _COLUMN.fullmatch(value):
        raise OutsideTableError(f"a column of type {_shown(value)}")


def _index_type(value: _Value) -> None:
    if isinstance(value, int) or not _INDEX_TYPE.fullmatch(value):
        raise OutsideTableError(f"an index of type {_shown(value)}")


def _shown(value: _Value) -> str:
    return repr(value if isinstance(value, int) else value[:80].decode("utf-8", "replace"))


_INDEX_SECTION = 6
_PLAIN = dict.fromkeys
# Fields: kind, name, ids, encoding.
_COLUMN_FIELDS: _Message = {**_PLAIN((1, 2, 3, 4, 6, 7)), 5: _column_type}
_DATA_FILE: _Message = {1: _name, **_PLAIN((2, 3, 4, 5, 6)), 7: _base}  # columns, format, size
_DELETION_FILE: _Message = {**_PLAIN((1, 2, 3, 4)), 7: _base}
_FRAGMENT: _Message = {
    2: _DATA_FILE,
    3: _DELETION_FILE,
    **_PLAIN((1, 4, 5, 7, 9)),  # id, rows, and numbers of rows that stand in the manifest itself
}
_INDEX: _Message = {
    **_PLAIN((1, 2, 3, 4, 5, 7, 8)),  # id, columns, name, versions, fragments, time
    6: {1: _index_type, 2: None},
    9: _base,
    10: {1: _name, 2: None},
}
_MANIFEST: _Message = {
    1: _COLUMN_FIELDS,
    2: _FRAGMENT,
    **_PLAIN((3, 4, 7, 8, 13, 15)),  # version, time, tag, what wrote it, format of the data
    12: _name,
    18: _base,
}
