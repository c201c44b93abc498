"""SQLite files with trees that lead to one page many times, each page with the checksum that it should have."""

import array
import struct
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from lexdesk.storage import page_checksums

_TABLE, _INDEX, _LEAF = 5, 2, 8
"""The kinds of inner pages, and what a leaf's kind has more."""
_MOST_CELLS = 2_500


class Pages:
    """The pages of a file that reserves eight bytes of each for its checksum; numbers start at 1."""

    def __init__(self, path: Path):
        self._path, stored = path, path.read_bytes()
        self.size = struct.unpack_from(">H", stored, 16)[0] or 65_536
        self.pages = [
            bytearray(stored[at : at + self.size]) for at in range(0, len(stored), self.size)
        ]

    def add(self, content: bytes | bytearray) -> int:
        """Append a page and return its number."""
        self.pages.append(bytearray(content))
        return len(self.pages)

    def root_of(self, name: str) -> int:
        """Return the first page of a table or an index."""
        with closing(page_checksums.connect(self._path)) as connection:
            (found,) = connection.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)
            ).fetchone()
        return int(found)

    def inner(self, kind: int, cells: Sequence[bytes], last: int) -> bytearray:
        """Return an inner page of ``cells``, and the number of its last child."""
        page, end = bytearray(self.size), self.size - 8
        for number, cell in enumerate(cells):
            end -= len(cell)
            page[end : end + len(cell)] = cell
            struct.pack_into(">H", page, 12 + 2 * number, end)
        struct.pack_into(">BHHHBI", page, 0, kind, 0, len(cells), end, 0, last)
        return page

    def save(self) -> None:
        """Write all pages with their checksums."""
        head = self.pages[0]
        struct.pack_into(">I", head, 28, len(self.pages))
        head[92:96] = head[24:28]
        for page in self.pages:
            page[-8:] = _checksum(page)
        self._path.write_bytes(b"".join(self.pages))


def _checksum(page: bytes | bytearray) -> bytes:
    first = second = 0
    words = array.array("I", bytes(page[:-8]))
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & 0xFFFF_FFFF
        second = (second + words[at + 1] + first) & 0xFFFF_FFFF
    return struct.pack("<II", first, second)


def _number(value: int) -> bytes:
    """Encode a number as SQLite does: seven bits a byte, the highest first."""
    encoded = bytearray([value & 0x7F])
    while value := value >> 7:
        encoded.insert(0, value & 0x7F | 0x80)
    return bytes(encoded)


def _read_number(page: bytes | bytearray, at: int) -> tuple[int, int]:
    value = 0
    while True:
        value = value << 7 | page[at] & 0x7F
        at += 1
        if page[at - 1] < 0x80:
            return value, at


def _first_cell(pages: Pages, root: int) -> bytes:
    """Return the first entry of an index, without a child."""
    page = pages.pages[root - 1]
    while page[0] == _INDEX:
        (at,) = struct.unpack_from(">H", page, 12)
        page = pages.pages[struct.unpack_from(">I", page, at)[0] - 1]
    (at,) = struct.unpack_from(">H", page, 8)
    length, start = _read_number(page, at)
    return bytes(page[at : start + length])


def endless(path: Path, name: str, levels: int = 3) -> None:
    """Give a table or an index in the file ``path`` more than a billion rows by three pages."""
    pages = Pages(path)
    root = pages.root_of(name)
    child = pages.add(pages.pages[root - 1])
    kind = pages.pages[root - 1][0] & ~_LEAF
    for level in range(levels):
        to_child = struct.pack(">I", child)
        if kind == _TABLE:
            cells = [to_child + _number(row) for row in range(1, _MOST_CELLS)]
        else:
            cell = to_child + _first_cell(pages, root if level == 0 else child)
            cells = [cell] * min(_MOST_CELLS, (pages.size - 500) // (len(cell) + 2))
        page = pages.inner(kind, cells, child)
        if level == levels - 1:
            pages.pages[root - 1] = page
        else:
            child = pages.add(page)
    pages.save()


def one_text_for_all(path: Path, rows: int, characters: int) -> None:
    """Add ``rows`` passages that share the pages of one text."""
    with closing(page_checksums.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        (last,) = connection.execute("SELECT max(id) FROM passage").fetchone()
        connection.execute(
            "INSERT INTO passage SELECT id + 1, expression, 0, ?1, NULL, '', '', NULL, 1, ?2 FROM passage WHERE id = ?3",
            (characters, "consent " * (characters // 8), last),
        )
    pages = Pages(path)
    root = pages.root_of("passage")
    leaf = pages.pages[root - 1]
    while leaf[0] == _TABLE:
        leaf = pages.pages[struct.unpack_from(">I", leaf, 8)[0] - 1]
    (count,) = struct.unpack_from(">H", leaf, 3)
    (at,) = struct.unpack_from(">H", leaf, 8 + 2 * (count - 1))
    length, start = _read_number(leaf, at)
    _, start = _read_number(leaf, start)
    room = pages.size - 8
    least = (room - 12) * 32 // 255 - 23
    local = least + (length - least) % (room - 4)
    stored = bytes(leaf[start : start + (local if local <= room - 35 else least) + 4])
    cells, number = [], last + 1
    before = pages.add(pages.pages[root - 1])
    cells.append(struct.pack(">I", before) + _number(number))
    while number < last + rows:
        page, end, held = bytearray(pages.size), room, 0
        while end - len(stored) - 20 > 8 + 2 * held + 2:
            number += 1
            cell = _number(length) + _number(number) + stored
            end -= len(cell)
            page[end : end + len(cell)] = cell
            struct.pack_into(">H", page, 8 + 2 * held, end)
            held += 1
        struct.pack_into(">BHHHB", page, 0, _TABLE | _LEAF, 0, held, end, 0)
        cells.append(struct.pack(">I", pages.add(page)) + _number(number))
    (last_child,) = struct.unpack_from(">I", cells[-1])
    pages.pages[root - 1] = pages.inner(_TABLE, cells[:-1], last_child)
    pages.save()
