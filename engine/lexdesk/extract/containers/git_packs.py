"""Packs of git, measured before any of their objects is kept in memory (gitformat-pack(5))."""

import hashlib
import zlib
from collections.abc import Callable

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.limits import MAX_FILE_BYTES

_MOST_OBJECTS = 5_000_000
LARGEST_OBJECT = MAX_FILE_BYTES
_MOST_UNPACKED = 2 * 1024**4
# Maximum ratio of unpacked to packed bytes; versions of one law differ little: 65 for two French codes.
_MOST_RATIO = 5_000
_RATIO_APPLIES_FROM = 64 * 1024 * 1024
_PIECE = 64 * 1024


def damaged(name: str, reason: object) -> FileFailed:
    """Return the failure of a damaged repository."""
    return FileFailed(FileCode.GIT_DAMAGED, name=name, reason=" ".join(f"{reason}".split())[:200])


def require_bounded(data: bytes, name: str, beat: Callable[[], None]) -> None:
    """Raise ``FileFailed`` for a pack whose objects are too many or too large, before any is kept in memory."""
    if data[:4] != b"PACK" or int.from_bytes(data[4:8]) not in (2, 3):
        raise damaged(name, "its pack has no header")
    if hashlib.sha1(memoryview(data)[:-20], usedforsecurity=False).digest() != data[-20:]:
        raise damaged(name, "its checksum differs")
    count = int.from_bytes(data[8:12])
    if count > _MOST_OBJECTS:
        raise FileFailed(FileCode.TOO_MANY_MEMBERS, name=name, limit=_MOST_OBJECTS)
    at, unpacked, end = 12, 0, len(data) - 20
    view = memoryview(data)
    for _ in range(count):
        beat()
        kind, stated, at = _object_header(data, at, end, name)
        if kind == 6:  # a delta by offset
            while data[at] & 0x80:
                at += 1
            at += 1
        elif kind == 7:  # a delta by id
            at += 20
        elif kind not in (1, 2, 3, 4):
            raise damaged(name, f"an object has the unknown kind {kind}")
        _require_size(stated, name)  # before any of it is unpacked
        head, at = _skip(view, at, stated, name)
        size = _target_size(head) if kind in (6, 7) else stated
        _require_size(size, name)
        unpacked += size
        if unpacked > max(_RATIO_APPLIES_FROM, min(_MOST_RATIO * len(data), _MOST_UNPACKED)):
            raise FileFailed(FileCode.ZIP_BOMB_OF_ALL, name=name, ratio=_MOST_RATIO)


def _require_size(size: int, name: str) -> None:
    if size > LARGEST_OBJECT:
        raise FileFailed(FileCode.GIT_OBJECT_TOO_LARGE, name=name, limit=LARGEST_OBJECT / 2**20)


def _object_header(data: bytes, at: int, end: int, name: str) -> tuple[int, int, int]:
    """Return (kind, stated size, start of the rest) of the object at a byte (gitformat-pack(5))."""
    if at >= end:
        raise damaged(name, "it ends too early")
    byte = data[at]
    kind, size, shift = byte >> 4 & 7, byte & 15, 4
    at += 1
    while byte & 0x80:
        if shift > 60 or at >= end:
            raise damaged(name, "an object has no size")
        byte = data[at]
        size |= (byte & 0x7F) << shift
        shift += 7
        at += 1
    return kind, size, at


def _skip(view: memoryview, at: int, stated: int, name: str) -> tuple[bytes, int]:
    """Return the first bytes of a packed object of a stated size, and where the next one begins."""
    unpacker = zlib.decompressobj()
    head, size = b"", 0
    while not unpacker.eof:
        piece = view[at : at + _PIECE]
        if not piece:
            raise damaged(name, "it ends too early")
        pending: bytes | memoryview = piece
        while pending and not unpacker.eof:
            unpacked = unpacker.decompress(pending, _PIECE)
            head = head or unpacked[:32]
            size += len(unpacked)
            if size > stated:
                raise damaged(name, "an object is larger than it states")
            pending = unpacker.unconsumed_tail
            if not unpacked and not pending:
                break
        at += len(piece) - len(unpacker.unused_data)
    if size != stated:
        raise damaged(name, "an object is smaller than it states")
    return head, at


def _target_size(delta: bytes) -> int:
    """Return the size that a delta states for its result: the second number at its beginning."""
    at, size = 0, 0
    for _ in range(2):
        size, shift = 0, 0
        while at < len(delta):
            byte = delta[at]
            size |= (byte & 0x7F) << shift
            shift += 7
            at += 1
            if not byte & 0x80:
                break
    return size
