"""The streams of a Word 97-2003 document: its characters by place (CP), and their properties ([MS-DOC] 2.4, 2.6, 2.8)."""

import io
import struct
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lexdesk.extract.sniff.ole import OleFile
from lexdesk.text.encodings import decode_windows_1252

Properties = dict[int, bytes]
"""Operands of properties by their code (sprm); of a paragraph, ``STYLE`` has the number of its style."""
STYLE = -1
_TABLES = 0x9A  # of the Fib: place and length of each structure in the table stream
_LENGTHS = 0x4C  # of the Fib: characters of each story
_OLDEST = 0xC1  # Word 97
_CHARACTERS, _PARAGRAPHS, _PIECES = 12, 13, 33
_PAGE = 512  # bytes of a page of properties (FKP)
_COMPRESSED = 0x40000000
_SIZES = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}
"""Bytes of an operand by the highest three bits of its code; for 6, the first byte has them."""
_TABLE_DEFINITION, _TABS, _ELSEWHERE = 0xD608, 0xC615, (0x6645, 0x6646)


class Run(NamedTuple):
    """Characters from ``start`` to ``end``, in places of the text, with the same properties."""

    start: int
    end: int
    properties: Properties


class _Piece(NamedTuple):
    """A piece of the text: characters from ``start`` to ``end``, of ``width`` bytes each from byte ``at`` of the stream."""

    start: int
    end: int
    at: int
    width: int


class Streams:
    """The opened streams of one document; damage raises exceptions of ``OLE_DAMAGE``."""

    def __init__(self, data: bytes) -> None:
        with OleFile(io.BytesIO(data)) as ole:
            self._main = ole.openstream("WordDocument").read()
            version, flags = struct.unpack_from("<2xH6xH", self._main)
            if version < _OLDEST:
                raise ValueError("older than Word 97")
            self._table = ole.openstream("1Table" if flags & 0x200 else "0Table").read()
            self.data = ole.openstream("Data").read() if ole.exists("Data") else b""
        self.lengths = struct.unpack_from("<8i", self._main, _LENGTHS)
        pieces = [*self._pieces()]
        self.text = "".join(map(self._characters, pieces))
        self.runs = self._in_text(pieces, self._runs(_CHARACTERS, _character_properties))
        in_data = self.data

        def of_paragraph(page: bytes, at: int) -> Properties:
            return _paragraph_properties(page, at, in_data)

        self.paragraphs = self._in_text(pieces, self._runs(_PARAGRAPHS, of_paragraph))

    def structure(self, number: int) -> bytes:
        """Return a structure of the table stream by its place in the Fib; no bytes for a missing one."""
        start, length = struct.unpack_from("<II", self._main, _TABLES + 8 * number)
        return self._table[start : start + length]

    def from_structure(self, number: int) -> bytes:
        """Return the table stream from a structure on, with what follows it; no bytes for a missing one."""
        start, length = struct.unpack_from("<II", self._main, _TABLES + 8 * number)
        return self._table[start:] if length else b""

    def _pieces(self) -> Iterator[_Piece]:
        clx, at = self.structure(_PIECES), 0
        while at < len(clx) and clx[at] == 1:  # properties of pieces
            at += 3 + struct.unpack_from("<H", clx, at + 1)[0]
        count = (len(clx) - at - 9) // 12
        places = struct.unpack_from(f"<{count + 1}I", clx, at + 5)
        left = len(self._main)  # pieces share no characters, but for an attack
        last = 0
        for piece in range(count):
            place = struct.unpack_from("<I", clx, at + 5 + 4 * (count + 1) + 8 * piece + 2)[0]
            width = 1 if place & _COMPRESSED else 2
            first = (place & ~_COMPRESSED) // 2 if width == 1 else place
            left -= width * (places[piece + 1] - places[piece])
            if places[piece] != last or places[piece + 1] < last or left < 0:
                raise ValueError("its pieces of text contradict each other")
            last = places[piece + 1]
            yield _Piece(places[piece], last, first, width)

    def _characters(self, piece: _Piece) -> str:
        """Return as many characters as the piece has places; those beyond the basic plane are two surrogates."""
        size = piece.width * (piece.end - piece.start)
        data = self._main[piece.at : piece.at + size].ljust(size, b"\0")
        if piece.width == 1:
            return decode_windows_1252(data)
        return "".join(map(chr, struct.unpack(f"<{size // 2}H", data)))

    def _runs(
        self, number: int, properties: Callable[[bytes, int], Properties]
    ) -> list[tuple[int, int, Properties]]:
        """Return runs by bytes of the stream, sorted, without those that overlap the one before."""
        table = self.structure(number)
        count = (len(table) - 4) // 8
        found: list[tuple[int, int, Properties]] = []
        item = 13 if number == _PARAGRAPHS else 1  # bytes of an entry of the page
        numbers = struct.unpack_from(f"<{count}I", table, 4 * (count + 1))
        for start in {_PAGE * (number & 0x3FFFFF) for number in numbers}:
            page = self._main[start : start + _PAGE]
            runs = page[-1] if len(page) == _PAGE else 0
            places = struct.unpack_from(f"<{runs + 1}I", page)
            for run in range(runs):
                at = 2 * page[4 * (runs + 1) + item * run]
                found.append((places[run], places[run + 1], properties(page, at) if at else {}))
        found.sort(key=lambda run: run[:2])
        apart: list[tuple[int, int, Properties]] = []
        for start, end, own in found:
            if start < end and (not apart or start >= apart[-1][1]):
                apart.append((start, end, own))
        return apart

    @staticmethod
    def _in_text(pieces: list[_Piece], runs: list[tuple[int, int, Properties]]) -> list[Run]:
        """Return the runs by places of the text, of which a piece may have a part."""
        starts = [run[0] for run in runs]
        found = []
        for piece in pieces:
            end = piece.at + piece.width * (piece.end - piece.start)
            at = max(bisect_right(starts, piece.at) - 1, 0)
            while at < len(runs) and runs[at][0] < end:
                first, last = max(runs[at][0], piece.at), min(runs[at][1], end)
                if first < last:
                    begin = piece.start + (first - piece.at) // piece.width
                    stop = piece.start + -(-(last - piece.at) // piece.width)
                    found.append(Run(begin, stop, runs[at][2]))
                at += 1
        return found


def properties_in(data: bytes, elsewhere: bytes = b"") -> Properties:
    """Return the properties listed in ``data``; a long list of a paragraph stands in the stream ``elsewhere``."""
    found: Properties = {}
    at = 0
    while at + 3 <= len(data):
        code = struct.unpack_from("<H", data, at)[0]
        at += 2
        size = _SIZES.get(code >> 13)
        if code == _TABLE_DEFINITION:
            size = struct.unpack_from("<H", data, at)[0] + 1 if at + 2 <= len(data) else 0
        elif code == _TABS and data[at] == 0xFF:  # of a length that its own items give
            break
        elif size is None:
            size = data[at] + 1
        if code in _ELSEWHERE and len(data) >= at + 4:
            place = struct.unpack_from("<I", data, at)[0]
            length = int.from_bytes(elsewhere[place : place + 2], "little")
            found |= properties_in(elsewhere[place + 2 : place + 2 + length])
        found[code] = data[at : at + size]
        at += size
    return found


def _character_properties(page: bytes, at: int) -> Properties:
    return properties_in(page[at + 1 : at + 1 + page[at]])


def _paragraph_properties(page: bytes, at: int, elsewhere: bytes) -> Properties:
    size = 2 * page[at] - 1
    if size < 0:
        at += 1
        size = 2 * page[at]
    data = page[at + 1 : at + 1 + size]
    return {STYLE: data[:2], **properties_in(data[2:], elsewhere)}
