"""Detection of ONNX tensors in external files, and of parts of a graph without bounds.

In a model of Lexdesk, only the graph for GPUs has external tensors. The graph names such a file, so it could be any file,
and no manifest covers its bytes. Versions of onnxruntime differ in the names they accept. The fields are those of
onnx.proto3 (github.com/onnx/onnx).
"""

import mmap
from collections.abc import Iterator
from pathlib import Path

_EXTERNAL, _LOCATION = 13, 14
"""Fields of a tensor: the location of its external data, and the flag for external data."""

_OPERATOR = 4
_ENDLESS = {b"Loop", b"Scan", b"SequenceMap", b"BeamSearch", b"GreedySearch", b"Sampling", b"WhisperBeamSearch"}  # fmt: skip
"""Field of a node with the name of its operator, and the operators that may never end."""

_KEY, _VALUE = 1, 2
"""Fields of an entry of external data."""

_MESSAGES: dict[str, dict[int, str]] = {
    "model": {7: "graph"},
    "graph": {1: "node", 5: "tensor"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph"},
    "tensor": {},
}
"""Fields of a message leading to tensors, with the message in each."""

_UNBOUNDED = {
    ("model", 20): "training",
    ("model", 25): "functions",
    ("graph", 15): "sparse tensors",
    ("attribute", 22): "sparse tensors",
    ("attribute", 23): "sparse tensors",
}
"""Fields that onnxruntime unfolds while loading: 200 bytes of a sparse tensor took 3.9 GB, functions that call each other
twice never ended. No model of Lexdesk has any."""

_VARINT, _EIGHT_BYTES, _LENGTH, _FOUR_BYTES = 0, 1, 2, 5
_DEEPEST = 100  # as in protobuf itself


def has_external_data(path: Path) -> bool:
    """Return whether a tensor of the graph at ``path`` lies in another file. Raise ``ValueError`` for no graph."""
    return bool(find_outside_files(path))


def find_outside_files(path: Path) -> set[str]:
    """Return the other files that tensors of the graph at ``path`` name; ``""`` for one that names none.

    Raise ``ValueError`` for no graph, and for one with loops, functions or sparse tensors.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return set(_external_files(data, 0, len(data), "model", 0))


def _external_files(
    data: mmap.mmap, start: int, end: int, message: str, depth: int
) -> Iterator[str]:
    if depth > _DEEPEST:
        raise ValueError("its graph is nested too deep")
    inner = _MESSAGES[message]
    is_outside, files = False, []
    for number, wire, at, value in _fields(data, start, end):
        if message == "tensor" and (number == _EXTERNAL or (number == _LOCATION and value)):
            is_outside = True
            if number == _EXTERNAL and wire == _LENGTH:
                files.append(_location(data, at, at + value))
        elif message == "node" and number == _OPERATOR and data[at : at + value] in _ENDLESS:
            raise ValueError("its graph has a loop")
        elif wire == _LENGTH and (message, number) in _UNBOUNDED:
            raise ValueError(f"its graph has {_UNBOUNDED[message, number]}")
        elif wire == _LENGTH and number in inner:
            yield from _external_files(data, at, at + value, inner[number], depth + 1)
    if is_outside:
        yield from [file for file in files if file is not None] or [""]


def _location(data: mmap.mmap, start: int, end: int) -> str | None:
    """Return the file of an entry of external data; ``None`` for an entry with another key."""
    entry = {
        number: data[at : at + value]
        for number, wire, at, value in _fields(data, start, end)
        if wire == _LENGTH
    }
    if entry.get(_KEY) != b"location":
        return None
    return entry.get(_VALUE, b"").decode("utf-8", "replace")


def _fields(data: mmap.mmap, at: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the fields of a message: number, wire type, position of the content, and its length or value."""
    while at < end:
        tag, at = _varint(data, at)
        if tag >> 32:  # protobuf drops these bits and reads another field
            raise ValueError("it has a field beyond 32 bits")
        wire = tag & 7
        if wire == _VARINT:
            value, at = _varint(data, at)
            yield tag >> 3, wire, at, value
            continue
        if wire == _LENGTH:
            length, at = _varint(data, at)
        elif wire in (_EIGHT_BYTES, _FOUR_BYTES):
            length = 8 if wire == _EIGHT_BYTES else 4
        else:
            raise ValueError(f"it has the wire type {wire}")
        if at + length > end:
            raise ValueError("a field ends behind its message")
        yield tag >> 3, wire, at, length
        at += length


def _varint(data: mmap.mmap, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 70:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise ValueError("a number does not end")
