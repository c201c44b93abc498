"""Tracked deletions of Word 97-2003 documents, marked in the properties of characters ([MS-DOC] 2.6.1, sprmCFRMarkDel)."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator

from lexdesk.extract.sniff.ole import OleFile
from lexdesk.extract.sniff.packages import OLE_DAMAGE

_CHPX_TABLE, _PIECES = 0xFA, 0x1A2  # places of fcPlcfBteChpx and fcClx in the Fib
_PAGE = 512  # bytes of a page of properties (ChpxFkp)
_DELETED = 0x0800  # sprmCFRMarkDel
_SIZES = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}
"""Bytes of an operand by the highest three bits of its code; for 6, the first byte has them."""
_MOST = 20_000_000  # pairs of pieces and deletions
_COMPRESSED = 0x40000000
# Ends of cells and paragraphs, and the parts of fields.
_KEPT = frozenset({0x07, 0x0D, 0x13, 0x14, 0x15})
_REMOVED = 0x01  # the place of a picture, which is no text


def without_deletions(data: bytes) -> bytes:
    """Return a Word 97-2003 file with its deleted characters blanked; unchanged if it is damaged or has none."""
    try:
        with OleFile(io.BytesIO(data)) as ole:
            stream = ole.openstream("WordDocument").read()
            flags = struct.unpack_from("<H", stream, 10)[0]
            table = ole.openstream("1Table" if flags & 0x200 else "0Table").read()
        deleted = [*_deleted(stream, table)]
        pieces = [*_pieces(stream, table)] if deleted else []
        if not pieces or len(pieces) * len(deleted) > _MOST:
            return data
        blanked = _blanked(stream, pieces, deleted)
        file = io.BytesIO(data)
        with OleFile(file, write_mode=True) as ole:
            ole.write_stream("WordDocument", blanked)
        return file.getvalue()
    except (*OLE_DAMAGE, NotImplementedError):
        return data


def _deleted(stream: bytes, table: bytes) -> Iterator[tuple[int, int]]:
    """Yield the deleted places in the stream, as first and last + 1."""
    start, length = struct.unpack_from("<II", stream, _CHPX_TABLE)
    count = (min(length, len(table)) - 4) // 8
    for number in struct.unpack_from(f"<{count}I", table, start + 4 * (count + 1)):
        page = stream[(number & 0x3FFFFF) * _PAGE :][:_PAGE]
        runs = page[-1] if len(page) == _PAGE else 0
        places = struct.unpack_from(f"<{runs + 1}I", page)
        for run in range(runs):
            at = 2 * page[4 * (runs + 1) + run]
            if at and _is_deleted(page[at + 1 : at + 1 + page[at]]):
                yield places[run], places[run + 1]


def _is_deleted(properties: bytes) -> bool:
    at, is_deleted = 0, False
    while at + 3 <= len(properties):
        code = struct.unpack_from("<H", properties, at)[0]
        if code == _DELETED:
            is_deleted = properties[at + 2] == 1
        at += 2 + _SIZES.get(code >> 13, properties[at + 2] + 1)
    return is_deleted


def _pieces(stream: bytes, table: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the first place and the end of each piece of text in the stream, and the bytes of its characters."""
    start, length = struct.unpack_from("<II", stream, _PIECES)
    clx, at = table[start : start + length], 0
    while at < len(clx) and clx[at] == 1:  # properties of pieces
        at += 3 + struct.unpack_from("<H", clx, at + 1)[0]
    size = struct.unpack_from("<I", clx, at + 1)[0]
    count = (min(size, len(clx)) - 4) // 12
    characters = struct.unpack_from(f"<{count + 1}I", clx, at + 5)
    for piece in range(count):
        place = struct.unpack_from("<I", clx, at + 5 + 4 * (count + 1) + 8 * piece + 2)[0]
        length = characters[piece + 1] - characters[piece]
        width = 1 if place & _COMPRESSED else 2
        first = (place & ~_COMPRESSED) // 2 if width == 1 else place
        yield first, first + width * length, width


def _blanked(
    stream: bytes, pieces: list[tuple[int, int, int]], deleted: list[tuple[int, int]]
) -> bytes:
    found = bytearray(stream)
    for first, end, width in pieces:
        for start, stop in deleted:
            for at in range(max(first, start), min(end, stop, len(found) - width + 1), width):
                character = int.from_bytes(found[at : at + width], "little")
                if character not in _KEPT:
                    found[at : at + width] = _REMOVED.to_bytes(width, "little")
    return bytes(found)
