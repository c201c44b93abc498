"""Messages between a program and its worker processes, over their standard streams.

A message is four bytes of length, big-endian, one byte of kind, and the content: JSON of an expected shape from
workers that read files (``lexdesk.extract.workers``), pickled data between the window and its engine processes
(``lexdesk_gui.engine``), which read none. In the process, messages go over copies of the streams, and the streams
point at the null device: prints of a native library cannot garble them.
"""

import enum
import io
import json
import os
import pickle
import struct
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any, BinaryIO, NamedTuple

from lexdesk.system.json_values import Record, convert

LENGTH = struct.Struct(">I")
MAX_FRAME_BYTES = 512 * 1024**2
"""Above what the largest text with all its provisions takes (200 MB and 60 MB); more is no honest reply."""


class Frame(NamedTuple):
    """A message: its kind, one byte, and its content."""

    kind: bytes
    content: bytes = b""


def send(stream: BinaryIO, frame: Frame) -> None:
    """Write one message."""
    stream.write(LENGTH.pack(1 + len(frame.content)) + frame.kind)
    stream.write(frame.content)
    stream.flush()


def receive(
    stream: BinaryIO, kinds: bytes, admit: Callable[[int], bool] = lambda size: True
) -> Frame | None:
    """Read one message; return ``None`` after the end of the other side, even in the middle of one.

    ``admit`` is called before the message is taken off the stream, and may wait; if it returns false, or if the
    message is too long or of none of ``kinds``, the other side counts as ended.
    """
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    if not 0 < length <= MAX_FRAME_BYTES or not admit(length):
        return None
    kind, content = stream.read(1), stream.read(length - 1)
    if len(content) < length - 1 or kind not in kinds:
        return None
    return Frame(kind, content)


def encode_json_frame(kind: bytes, value: object) -> Frame:
    """Return a message with ``value`` as JSON."""
    return Frame(kind, json.dumps(value).encode())


def decode_plain_value(content: bytes, shape: Any) -> Any:
    """Return the value of a ``encode_json_frame``, of the ``shape`` (``json_values``). Raises ``ValueError``.

    Unlike other JSON, it may have half characters, as the names of files do.
    """
    try:
        value = json.loads(content)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    return convert(value, shape)


def encode_object_frame(kind: bytes, value: object) -> Frame:
    """Return a message with a pickled object."""
    return Frame(kind, pickle.dumps(value))


def decode_plain_object(content: bytes) -> Any:
    """Return the object of an ``encode_object_frame`` made of data and of classes of Lexdesk.

    No function is called but those that rebuild errors and members of enumerations. Raises
    ``pickle.UnpicklingError`` for others, and what damaged pickles raise.
    """
    return _DataUnpickler(io.BytesIO(content)).load()


class _DataUnpickler(pickle.Unpickler):
    """An unpickler without functions and without classes of other programs."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of data. Raise ``pickle.UnpicklingError`` for others."""
        if (module, name) == ("builtins", "getattr"):
            return _member
        found = super().find_class(module, name)
        if f"{module}.{name}" in _DATA or _is_record(found):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no data")


def _is_record(found: Any) -> bool:
    """Return whether ``found`` is an exception, or a class of Lexdesk that only holds values."""
    if not isinstance(found, type):
        return False
    if found.__module__.partition(".")[0] not in ("lexdesk", "lexdesk_gui"):
        return found.__module__ == "builtins" and issubclass(found, Exception)
    return is_dataclass(found) or issubclass(found, tuple | str | Exception | enum.Enum | Record)


def _member(enumeration: Any, name: str) -> enum.Enum:
    """Return the member of an enumeration, as Python 3.11 pickles it."""
    if not (isinstance(enumeration, type) and issubclass(enumeration, enum.Enum)):
        raise pickle.UnpicklingError("an attribute is no data")
    return enumeration[name]


_DATA = frozenset(
    {
        "lexdesk.errors.message._message", "lexdesk.errors.tree._restore",  # both rebuild an error
        "builtins.bytearray", "builtins.complex", "builtins.frozenset", "builtins.range", "builtins.set",
        "builtins.slice", "collections.Counter", "collections.OrderedDict", "collections.deque", "datetime.date",
        "datetime.datetime", "datetime.time", "datetime.timedelta", "datetime.timezone", "pathlib.Path",
        "pathlib.PosixPath", "pathlib.PurePath", "pathlib.PurePosixPath", "pathlib.PureWindowsPath",
        "pathlib.WindowsPath",
    }
)  # fmt: skip


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return copies of the standard streams for frames; the streams themselves lead to nowhere from now on."""
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.close(null)
    return requests, replies
