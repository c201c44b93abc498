"""OLE files made for tests ([MS-CFB])."""

import struct
from collections.abc import Mapping

_SECTOR = 512
_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_LARGE = 4096  # bytes, from which on a stream has sectors of its own

Storage = Mapping[str, "bytes | Storage"]


def ole(root: Storage) -> bytes:
    """Return an OLE file; shorter streams are filled with zeros to 4,096 bytes."""
    entries: list[list[int | str | bytes]] = []  # name, kind, next, first child, content

    def add(name: str, content: bytes | Storage, kind: int) -> int:
        at = len(entries)
        entries.append([name, kind, _FREE, _FREE, content if isinstance(content, bytes) else b""])
        before = None
        for child, inside in () if isinstance(content, bytes) else content.items():
            own = add(child, inside, 2 if isinstance(inside, bytes) else 1)
            if before is None:
                entries[at][3] = own
            else:
                entries[before][2] = own
            before = own
        return at

    add("Root Entry", root, 5)
    sectors: list[bytes] = []
    table: list[int] = []

    def place(data: bytes) -> int:
        first = len(sectors)
        sectors.extend(
            data[i : i + _SECTOR].ljust(_SECTOR, b"\0") for i in range(0, len(data), _SECTOR)
        )
        table.extend([*range(first + 1, len(sectors)), _END])
        return first

    directory = b""
    for name, kind, after, child, content in entries:
        assert isinstance(name, str)
        assert isinstance(content, bytes)
        data = content.ljust(_LARGE, b"\0") if kind == 2 else b""
        written = name.encode("utf-16-le")
        directory += struct.pack(
            "<64sHBBIII36xIQ", written, len(written) + 2, kind, 1, _FREE, after, child,
            place(data) if data else _END, len(data),
        )  # fmt: skip
    first_of_directory = place(directory)
    count = 1
    while count * 128 < len(sectors) + count:
        count += 1
    first_of_table = len(sectors)
    table += [_TABLE] * count
    table += [_FREE] * (count * 128 - len(table))
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII", bytes.fromhex("d0cf11e0a1b11ae1"), 0x3E, 3, 0xFFFE, 9, 6, 0, count,
        first_of_directory, 0, _LARGE, _END, 0, _END, 0,
    )  # fmt: skip
    lists = [*range(first_of_table, first_of_table + count)]
    header += struct.pack("<109I", *lists, *[_FREE] * (109 - count))
    return header + b"".join(sectors) + struct.pack(f"<{count * 128}I", *table)
