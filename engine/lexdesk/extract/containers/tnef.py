"""The files inside ``winmail.dat``, in which Outlook sends attachments to others ([MS-OXTNEF])."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from lexdesk.extract.containers.compressed_rtf import decompress

SIGNATURE = b"\x78\x9f\x3e\x22"
_MOST_FILES = 10_000
_DEEPEST = 8  # messages inside each other
_NEW_FILE, _TITLE, _DATA, _PROPERTIES = 0x9002, 0x8010, 0x800F, 0x9005  # of an attachment
_OF_MESSAGE = 0x9003
_LONG_NAME, _OBJECT, _RTF = 0x3707, 0x3701, 0x1009
_SIZES = {
    0x2: 2,
    0x3: 4,
    0x4: 4,
    0x5: 8,
    0x6: 8,
    0x7: 8,
    0xA: 4,
    0xB: 4,
    0x14: 8,
    0x40: 8,
    0x48: 16,
}
_MESSAGE = "message.rtf"  # the text of a message inside another
_TEXT, _UNICODE, _BINARY, _EMBEDDED = 0x1E, 0x1F, 0x102, 0xD
_MULTIPLE = 0x1000


class File(NamedTuple):
    """A file with its name, ``""`` for the text of the mail itself (RTF)."""

    name: str
    data: bytes


def read_files(data: bytes, depth: int = 0) -> list[File]:
    """Return the files of a package, and the text of each message in it; those before damage if it is damaged."""
    found: list[File] = []
    for id_, value in _attributes(data):
        if id_ == _NEW_FILE:
            found.append(File("", b""))
        elif id_ == _OF_MESSAGE:
            texts = (decompress(text) for name, text in _properties(value) if name == _RTF)
            found[:0] = [File(_MESSAGE * (depth > 0), text) for text in texts]
        elif found and id_ == _TITLE:
            found[-1] = found[-1]._replace(name=_text(value, _TEXT))
        elif found and id_ == _DATA:
            found[-1] = found[-1]._replace(data=value)
        elif found and id_ == _PROPERTIES:
            _complete(found, value, depth)
        if len(found) > _MOST_FILES:
            break
    return [file for file in found if file.data]


def _complete(found: list[File], properties: bytes, depth: int) -> None:
    """Give the last file its long name, or replace it by those of the message that it is."""
    for name, value in _properties(properties):
        if name == _LONG_NAME and value:
            found[-1] = found[-1]._replace(name=_text(value, _UNICODE))
        elif name == _OBJECT and value[16:20] == SIGNATURE and depth < _DEEPEST:
            found += read_files(value[16:], depth + 1)
            return


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 6  # behind the signature and the key
    while at + 9 <= len(data):
        id_, length = struct.unpack_from("<xHxxI", data, at)
        yield id_, data[at + 9 : at + 9 + length]
        at += length + 11  # with the checksum


def _properties(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the identifiers and values of MAPI properties; texts in UTF-16."""
    at = 4
    try:
        for _ in range(min(struct.unpack_from("<I", data)[0], _MOST_FILES)):
            type_, id_ = struct.unpack_from("<HH", data, at)
            at += 4
            if id_ >= 0x8000:
                kind, length = struct.unpack_from("<II", data, at + 16)
                at += 24 + (_padded(length) if kind else 0)
            at, values = _values(data, at, type_)
            yield from ((id_, value) for value in values)
    except (struct.error, KeyError):  # cut off, or a type that is not known
        return


def _values(data: bytes, at: int, type_: int) -> tuple[int, list[bytes]]:
    """Return the end of a property, and its values; none for numbers."""
    plain = type_ & ~_MULTIPLE
    if plain in (_TEXT, _UNICODE, _BINARY, _EMBEDDED):
        values = []
        count, at = struct.unpack_from("<I", data, at)[0], at + 4
        for _ in range(min(count, _MOST_FILES)):
            (length,) = struct.unpack_from("<I", data, at)
            value = data[at + 4 : at + 4 + length]
            values.append(_text(value, plain).encode("utf-16-le") if plain == _TEXT else value)
            at += 4 + _padded(length)
        return at, values
    count = 1
    if type_ & _MULTIPLE:
        count, at = struct.unpack_from("<I", data, at)[0], at + 4
    return at + count * _padded(_SIZES[plain]), []


def _padded(length: int) -> int:
    return length + -length % 4


def _text(value: bytes, type_: int) -> str:
    decoded = value.decode("utf-16-le" if type_ == _UNICODE else "cp1252", errors="replace")
    return decoded.partition("\0")[0]
