"""Office 97 and Outlook: circular sector chains and directories, false sizes."""

import random
import struct
from collections.abc import Callable, Iterator

from tests.fuzz.hostile.packages import FIXTURES

_SIZES = (0, 1, 0x7FFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF)


def _at(place: int, form: str, *values: int) -> Callable[[bytearray], None]:
    return lambda data: struct.pack_into(form, data, place, *values)


def _tables_in_a_ring(data: bytearray) -> None:
    """Have a sector list the same sector of the table 127 times, and itself as the next list, a million times."""
    data += bytes(-len(data) % 512)
    (table,) = struct.unpack_from("<I", data, 76)
    own = len(data) // 512 - 1
    struct.pack_into("<I", data, 44, 109 + 127 * 1_000_000)
    struct.pack_into("<II", data, 68, own, 1_000_000)
    data += struct.pack("<128I", *[table] * 127, own)


_HEADER: dict[str, Callable[[bytearray], None]] = {
    "sector-of-2-bytes": _at(30, "<H", 1),
    "sector-of-32-bits": _at(30, "<H", 31),
    "sector-of-65535": _at(30, "<H", 65_535),
    "small-sector-of-2-bytes": _at(32, "<H", 1),
    "small-sector-of-32-bits": _at(32, "<H", 31),
    "byte-order": _at(28, "<H", 0xFEFF),
    "version-4": _at(26, "<H", 4),
    "cutoff-of-32-bits": _at(56, "<I", 0xFFFFFFFF),
    "cutoff-of-nothing": _at(56, "<I", 0),
    **{f"sectors-of-the-table-{n:x}": _at(44, "<I", n) for n in _SIZES},
    **{f"directory-at-{n:x}": _at(48, "<I", n) for n in _SIZES},
    **{f"small-table-at-{n:x}": _at(60, "<II", n, n) for n in _SIZES},
    **{f"list-of-tables-at-{n:x}": _at(68, "<II", n, n) for n in _SIZES},
    "tables-in-a-ring": _tables_in_a_ring,
    "tables-all-the-same": _at(76, "<109I", *[0] * 109),
}


def _chains(data: bytearray, next_: Callable[[int], int]) -> None:
    """Replace the table of chains of sectors."""
    size = 1 << struct.unpack_from("<H", data, 30)[0]
    count = struct.unpack_from("<I", data, 44)[0]
    for sector in struct.unpack_from(f"<{min(count, 109)}I", data, 76):
        start = (sector + 1) * size
        for place in range(min(size // 4, (len(data) - start) // 4)):
            struct.pack_into("<I", data, start + 4 * place, next_(place))


def _directory(data: bytearray, change: Callable[[bytearray, int], None]) -> None:
    """Change each entry of the first sector of the directory."""
    size = 1 << struct.unpack_from("<H", data, 30)[0]
    start = (struct.unpack_from("<I", data, 48)[0] + 1) * size
    for place in range(start, start + size, 128):
        change(data, place)


_CHAINS: dict[str, Callable[[int], int]] = {
    "to-itself": lambda at: at,
    "back": lambda at: max(at - 1, 0),
    "two": lambda at: at ^ 1,
    "far": lambda at: 0x7FFFFFFF,
    "end": lambda at: 0xFFFFFFFE,
    "free": lambda at: 0xFFFFFFFF,
}
_ENTRIES: dict[str, Callable[[bytearray, int], None]] = {
    "siblings-of-themselves": lambda d, p: struct.pack_into("<III", d, p + 68, 0, 0, 0),
    "siblings-in-a-ring": lambda d, p: struct.pack_into("<III", d, p + 68, 1, 2, 3),
    "far-children": lambda d, p: struct.pack_into(
        "<III", d, p + 68, 0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF
    ),
    "streams-of-64-bits": lambda d, p: struct.pack_into("<IQ", d, p + 116, 0, 2**63 - 1),
    "streams-of-32-bits": lambda d, p: struct.pack_into("<IQ", d, p + 116, 0, 2**32 - 1),
    "names-of-65535": lambda d, p: struct.pack_into("<H", d, p + 64, 65_535),
    "all-roots": lambda d, p: struct.pack_into("<B", d, p + 66, 5),
    "names-of-paths": lambda d, p: d.__setitem__(
        slice(p, p + 24), "../../etc/x\0".encode("utf-16-le")
    ),
}


def files() -> Iterator[tuple[str, bytes]]:
    for fixture in ("simple.doc", "email-with-attachment.msg", "locked.xlsx"):
        real = (FIXTURES / fixture).read_bytes()
        for name, change in _HEADER.items():
            data = bytearray(real)
            change(data)
            yield f"{name}-{fixture}", bytes(data)
        for name, next_ in _CHAINS.items():
            data = bytearray(real)
            _chains(data, next_)
            yield f"chains-{name}-{fixture}", bytes(data)
        for name, entry in _ENTRIES.items():
            data = bytearray(real)
            _directory(data, entry)
            yield f"{name}-{fixture}", bytes(data)
    yield from _streams()


def _streams() -> Iterator[tuple[str, bytes]]:
    """Numbers of the streams themselves, at many places."""
    chance = random.Random(46)
    for fixture in ("simple.doc", "email-with-attachment.msg"):
        real = (FIXTURES / fixture).read_bytes()
        for number in range(40):
            data = bytearray(real)
            for _ in range(20):
                struct.pack_into(
                    "<I", data, chance.randrange(512, len(data) - 4) & ~3, chance.choice(_SIZES)
                )
            yield f"numbers-{number}-{fixture}", bytes(data)
