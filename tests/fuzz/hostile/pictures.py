"""Pictures: false sizes, recursive tables, endless scans and frames."""

import struct
import zlib
from collections.abc import Iterator

_SIZES = (0, 1, 30_000, 65_535, 2**31 - 1, 2**32 - 1)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png(
    width: int, height: int, *chunks: bytes, depth: int = 8, colour: int = 0, interlaced: int = 0
) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + b"".join(chunks) + _chunk(b"IEND", b"")


def files() -> Iterator[tuple[str, bytes]]:
    yield from _pngs()
    yield from _jpegs()
    yield from _tiffs()
    yield from _others()


def _pngs() -> Iterator[tuple[str, bytes]]:
    rows = _chunk(b"IDAT", zlib.compress(bytes(10_100)))
    for size in _SIZES:
        yield f"width-{size}.png", _png(size & 0xFFFFFFFF, 100, rows)
        yield f"size-{size}.png", _png(size & 0xFFFFFFFF, size & 0xFFFFFFFF, rows)
    bomb = zlib.compress(bytes(300_000_000), 9)
    for kind in (b"zTXt", b"iTXt", b"iCCP"):
        head = b"a\0\0" if kind != b"iTXt" else b"a\0\1\0\0\0"
        yield f"{kind.decode()}.png", _png(100, 100, _chunk(kind, head + bomb), rows)
        yield (
            f"{kind.decode()}-many.png",
            _png(100, 100, *[_chunk(kind, head + zlib.compress(bytes(900_000)))] * 500, rows),
        )
    yield "rows-of-300-mb.png", _png(100, 100, _chunk(b"IDAT", bomb))
    yield "chunks-500000.png", _png(100, 100, *[_chunk(b"IDAT", b"")] * 500_000, rows)
    yield "long-chunk.png", _png(100, 100, struct.pack(">I", 2**31 - 1) + b"IDAT" + bytes(100))
    yield (
        "frames.png",
        _png(
            100,
            100,
            _chunk(b"acTL", struct.pack(">II", 2**31 - 1, 0)),
            *[_chunk(b"fcTL", bytes(26))] * 10_000,
            rows,
        ),
    )
    yield (
        "interlaced.png",
        _png(10_000, 10_000, _chunk(b"IDAT", zlib.compress(bytes(100_000_000))), interlaced=1),
    )
    yield "depth.png", _png(100, 100, rows, depth=255, colour=255)
    yield (
        "exif.png",
        _png(
            100,
            100,
            _chunk(
                b"eXIf",
                b"II*\0\x08\0\0\0"
                + struct.pack("<H", 65_535)
                + struct.pack("<HHII", 274, 3, 2**31, 8) * 5_000,
            ),
            rows,
        ),
    )


def _jpegs() -> Iterator[tuple[str, bytes]]:
    table = b"\xff\xdb\0\x43\0" + b"\1" * 64
    codes = b"\xff\xc4\0\x15\0\1" + bytes(15) + b"\0\0"
    for size in (0, 1, 10_000, 65_500, 65_535):
        for kind in (0xC0, 0xC2, 0xC9):
            frame = (
                b"\xff"
                + bytes([kind])
                + b"\0\x0b\x08"
                + struct.pack(">HH", size, size)
                + b"\1\1\x11\0"
            )
            scan = b"\xff\xda\0\x08\1\1\0\0\0\0" + bytes(100)
            yield (
                f"size-{size}-{kind:x}.jpg",
                b"\xff\xd8" + table + codes + frame + scan + b"\xff\xd9",
            )
    frame = b"\xff\xc2\0\x0b\x08" + struct.pack(">HH", 10_000, 10_000) + b"\1\1\x11\0"
    scan = b"\xff\xda\0\x08\1\1\0\0\0\0\0"
    yield "scans-3000.jpg", b"\xff\xd8" + table + codes + frame + scan * 3_000 + b"\xff\xd9"
    yield "markers.jpg", b"\xff\xd8" + b"\xff\xe1\0\2" * 500_000
    yield "fill.jpg", b"\xff\xd8" + b"\xff" * 20_000_000
    small = b"\xff\xc0\0\x0b\x08" + struct.pack(">HH", 100, 100) + b"\1\1\x11\0"
    picture = table + codes + small + scan + b"\xff\xd9"
    exif = (
        b"Exif\0\0II*\0\x08\0\0\0"
        + struct.pack("<H", 2)
        + struct.pack("<HHII", 0x8769, 4, 1, 8)
        + struct.pack("<HHII", 274, 3, 1, 99)
        + struct.pack("<I", 8)
    )
    yield ("exif-loop.jpg", b"\xff\xd8\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + picture)
    parts = (
        b"MPF\0II*\0\x08\0\0\0"
        + struct.pack("<H", 1)
        + struct.pack("<HHII", 0xB001, 4, 1, 2**32 - 1)
    )
    yield (
        "pictures-in-it.jpg",
        b"\xff\xd8\xff\xe2" + struct.pack(">H", len(parts) + 2) + parts + picture,
    )


def _tiff(*entries: tuple[int, int, int, int], after: int = 0, more: bytes = b"") -> bytes:
    table = (
        struct.pack("<H", len(entries))
        + b"".join(struct.pack("<HHII", *entry) for entry in entries)
        + struct.pack("<I", after)
    )
    return b"II*\0\x08\0\0\0" + table + more


def _tiffs() -> Iterator[tuple[str, bytes]]:
    def usual(width: int, height: int, packing: int = 1) -> tuple[tuple[int, int, int, int], ...]:
        return (
            (256, 4, 1, width),
            (257, 4, 1, height),
            (258, 3, 1, 1),
            (259, 3, 1, packing),
            (262, 3, 1, 1),
            (273, 4, 1, 8),
            (277, 3, 1, 1),
            (278, 4, 1, height),
            (279, 4, 1, 100),
        )

    for size in _SIZES:
        for packing in (1, 4, 5, 6, 7, 8, 32773, 34712, 50000):
            yield f"size-{size}-{packing}.tif", _tiff(*usual(size, size, packing), more=bytes(200))
    yield "pages-loop.tif", _tiff(*usual(100, 100), after=8, more=bytes(2_000))
    for kind in (273, 279, 324, 325, 330, 34665, 34853, 700, 34377, 33723, 34675):
        for count in (2**31 - 1, 2**32 - 1):
            yield (
                f"entry-{kind}-{count}.tif",
                _tiff(*usual(100, 100), (kind, 4, count, 8), more=bytes(2_000)),
            )
    yield (
        "tiles.tif",
        _tiff(
            (256, 4, 1, 60_000),
            (257, 4, 1, 60_000),
            (258, 3, 1, 1),
            (259, 3, 1, 1),
            (262, 3, 1, 1),
            (322, 4, 1, 1),
            (323, 4, 1, 1),
            (324, 4, 2**28, 8),
            (325, 4, 2**28, 8),
            more=bytes(200),
        ),
    )
    yield (
        "samples.tif",
        _tiff(
            (256, 4, 1, 100),
            (257, 4, 1, 100),
            (258, 3, 65_535, 8),
            (259, 3, 1, 1),
            (262, 3, 1, 2),
            (273, 4, 1, 8),
            (277, 3, 1, 65_535),
            more=bytes(200),
        ),
    )
    data = b""
    start = 8
    for number in range(30_000):
        table = (
            struct.pack("<H", 3)
            + struct.pack("<HHII", 256, 4, 1, 1)
            + struct.pack("<HHII", 257, 4, 1, 1)
            + struct.pack("<HHII", 273, 4, 1, 8)
        )
        start += len(table) + 4
        data += table + struct.pack("<I", start if number < 29_999 else 0)
    yield "pages-30000.tif", b"II*\0\x08\0\0\0" + data
    yield "big.tif", b"II+\0\x08\0\0\0" + struct.pack("<QQ", 16, 2**63) + bytes(100)


def _others() -> Iterator[tuple[str, bytes]]:
    for size in _SIZES:
        for depth, packing in ((1, 0), (8, 1), (4, 2), (24, 0), (32, 3), (24, 4), (255, 99)):
            yield (
                f"size-{size}-{depth}-{packing}.bmp",
                b"BM"
                + bytes(8)
                + struct.pack("<I", 54)
                + struct.pack("<IIIHHIIIIII", 40, size, size, 1, depth, packing, 0, 0, 0, size, 0)
                + b"\xff\1" * 500,
            )
    frame = b"!\xf9\4\0\0\0\0\0,\0\0\0\0\x10\0\x10\0\0\2\2\x44\1\0"
    yield "frames-100000.gif", b"GIF89a\x10\0\x10\0\x80\0\0" + bytes(6) + frame * 100_000 + b";"
    yield (
        "size-65535.gif",
        b"GIF89a\xff\xff\xff\xff\x80\0\0" + bytes(6) + b",\0\0\0\0\xff\xff\xff\xff\0\2\2\x44\1\0;",
    )
    yield (
        "comments.gif",
        b"GIF89a\x10\0\x10\0\0\0\0" + b"!\xfe\xff" + b"a" * 255 + b"\xffaaa" * 1_000_000,
    )
    for kind, body in {
        b"VP8 ": b"\0\0\0\x9d\1\x2a\xff\x3f\xff\x3f",
        b"VP8L": b"\x2f\xff\xff\xff\xff",
        b"VP8X": b"\xff\0\0\0" + b"\xff" * 6,
        b"ANMF": b"\xff" * 24,
    }.items():
        chunk = kind + struct.pack("<I", len(body) + 100) + body + bytes(100)
        yield (
            f"{kind.decode().strip()}.webp",
            b"RIFF" + struct.pack("<I", len(chunk) + 4) + b"WEBP" + chunk,
        )
