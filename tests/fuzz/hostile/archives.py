"""Zip, tar, 7z and compressed files: overlapping or escaping entries, false sizes."""

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator

TEXT = b"The tenant shall pay the rent."


def zipped(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of duplicate names, which some kinds are about
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return buffer.getvalue()


def tarred(
    *members: tuple[str, bytes],
    format_: int = tarfile.PAX_FORMAT,
    pax: dict[str, str] | None = None,
) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=format_) as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size, info.pax_headers = len(data), pax or {}
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def files() -> Iterator[tuple[str, bytes]]:
    yield from _zips()
    yield from _directories()
    yield from _tars()
    yield from _packed()
    yield from _seven_zips()
    yield "rar.rar", b"Rar!\x1a\x07\1\0" + bytes(200)


def _zips() -> Iterator[tuple[str, bytes]]:
    plain = zipped(("a.txt", TEXT), ("b.txt", TEXT))
    directory = plain.index(b"PK\1\2")
    fields = {
        "version": (4, "H"),
        "needed": (6, "H"),
        "flags": (8, "H"),
        "method": (10, "H"),
        "time": (12, "H"),
        "day": (14, "H"),
        "checksum": (16, "I"),
        "packed": (20, "I"),
        "size": (24, "I"),
        "name": (28, "H"),
        "extra": (30, "H"),
        "comment": (32, "H"),
        "disk": (34, "H"),
        "place": (42, "I"),
    }
    for name, (at, form) in fields.items():
        for value in (
            0,
            1,
            0xFFFF if form == "H" else 0xFFFFFFFF,
            0x7FFF if form == "H" else 0x7FFFFFFF,
        ):
            data = bytearray(plain)
            struct.pack_into(f"<{form}", data, directory + at, value)
            yield f"entry-{name}-{value:x}.zip", bytes(data)
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        yield f"zeros-{method}.zip", zipped(("a.txt", bytes(150_000_000)), method=method)
    large = bytearray(zipped(("a.txt", TEXT * 100), method=zipfile.ZIP_LZMA))
    at = large.index(b"a.txt") + 5
    large[at + 5 : at + 9] = b"\xff\xff\xff\xff"  # the dictionary
    yield "dictionary-of-4-gb.zip", bytes(large)
    for extra in (
        b"\1\0\xff\xff",
        b"\1\0\x20\0" + b"\xff" * 32,
        b"\1\0\0\0" * 16_000,
        b"up\xff\xff",
        b"\x01\x99\7\0\1\0AE\3\0\0",
    ):
        info = zipfile.ZipInfo("a.txt")
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr(info, TEXT)
        one = buffer.getvalue()
        place = one.index(b"PK\1\2")
        entry = bytearray(one[place : one.index(b"PK\5\6")])
        struct.pack_into("<H", entry, 30, len(extra))
        end = bytearray(one[one.index(b"PK\5\6") :])
        struct.pack_into("<I", end, 12, len(entry) + len(extra))
        yield (
            f"extra-{extra[:4].hex()}-{len(extra)}.zip",
            one[:place] + bytes(entry) + extra + bytes(end),
        )
    letters = [f"{chr(0x1F600 + n % 50)}/{n}.txt" for n in range(15_000)]
    yield "long-names.zip", zipped(*((f"{'n' * 4_000}/{n}.txt", TEXT) for n in range(5_000)))
    yield "names-alike.zip", zipped(*((name, TEXT) for name in letters))
    yield ("same-name-10000-times.zip", _same_name())
    yield (
        "name-is-a-folder-and-a-file.zip",
        zipped(
            ("a", TEXT),
            ("a/b.txt", TEXT),
            ("a/", b""),
            ("/", b""),
            ("", TEXT),
            (".", TEXT),
            ("..", TEXT),
            ("con.txt", TEXT),
            ("a.txt:stream", TEXT),
            ("a.txt.", TEXT),
            ("a.txt ", TEXT),
        ),
    )
    links = io.BytesIO()
    with zipfile.ZipFile(links, "w") as archive:
        for name, target in (("a", "/etc/passwd"), ("b.txt", "../../etc/passwd"), ("c", "c")):
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o120777 << 16
            archive.writestr(info, target)
        archive.writestr("d.txt", TEXT)
    yield "links.zip", links.getvalue()
    yield "before-and-behind.zip", b"MZ" + bytes(100_000) + plain + bytes(60_000)
    yield "two-archives.zip", plain + plain.replace(b"a.txt", b"c.txt")
    yield "quine-like.zip", zipped(*((f"{n}.zip", plain) for n in range(3_000)))
    level = plain
    for _ in range(9):
        level = zipped(*((f"{n}.zip", level) for n in range(6)))
    yield "fan-of-archives.zip", level


def _same_name() -> bytes:
    data = zipped(*((f"{n:05}.txt", TEXT) for n in range(10_000)))
    for n in range(10_000):
        data = data if n % 2_000 else data.replace(b"%05d.txt" % n, b"00001.txt")
    return data


def _directories() -> Iterator[tuple[str, bytes]]:
    plain = zipped(("a.txt", TEXT))
    end = plain.index(b"PK\5\6")
    for name, (at, form) in {
        "disk": (4, "H"),
        "entries": (10, "H"),
        "size": (12, "I"),
        "place": (16, "I"),
        "comment": (20, "H"),
    }.items():
        for value in (0xFFFF, 0x7FFF) if form == "H" else (0xFFFFFFFF, 0x7FFFFFFF, 0):
            data = bytearray(plain)
            struct.pack_into(f"<{form}", data, end + at, value)
            yield f"end-{name}-{value:x}.zip", bytes(data)
    for number, (entries, size, place) in enumerate(
        ((2**63, 46, 0), (1, 2**63, 0), (1, 46, 2**63), (2**64 - 1, 2**64 - 1, 2**64 - 1))
    ):
        record = struct.pack(
            "<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, entries, entries, size, place
        )
        locator = struct.pack("<4sIQI", b"PK\6\7", 0, end, 1)
        tail = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
        yield f"zip64-{number}.zip", plain[:end] + record + locator + tail
    yield (
        "locator-of-itself.zip",
        plain[:end] + struct.pack("<4sIQI", b"PK\6\7", 0, end, 1) + plain[end:],
    )
    yield "ends-10000.zip", plain + b"PK\5\6" * 10_000


def _tars() -> Iterator[tuple[str, bytes]]:
    for name, pax in {
        "size": {"size": "99999999999999999999"},
        "negative": {"size": "-1"},
        "no-number": {"size": "²"},
        "digits": {"size": "9" * 5_000},
        "path": {"path": "../" * 100_000 + "etc/passwd"},
        "link": {"linkpath": "x" * 1_000_000},
        "time": {"mtime": "1e308"},
        "no-time": {"mtime": "NaN"},
        "charset": {"hdrcharset": "zlib"},
        "sparse": {
            "GNU.sparse.major": "1",
            "GNU.sparse.minor": "0",
            "GNU.sparse.realsize": "1099511627776",
            "GNU.sparse.name": "a.txt",
        },
        "sparse-map": {
            "GNU.sparse.map": "0,1099511627776," * 20_000 + "0,0",
            "GNU.sparse.size": "1099511627776",
        },
        "sparse-blocks": {
            "GNU.sparse.numblocks": "99999999999",
            "GNU.sparse.offset": "-1",
            "GNU.sparse.numbytes": "²",
        },
        "many": {f"a{n}": "b" for n in range(50_000)},
        "user": {
            "uid": "9" * 5_000,
            "uname": "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
        },
    }.items():
        yield f"header-{name}.tar", tarred(("a.txt", TEXT), ("b.txt", TEXT), pax=pax)
    base = tarred(("a.txt", TEXT), format_=tarfile.GNU_FORMAT)
    for kind in b"LKSgxXVMN7":
        for size in (TEXT, b"9" * 11 + b" a=b\n", bytes(20_000)):
            info = tarfile.TarInfo("a")
            info.type, info.size = bytes([kind]), len(size)
            yield (
                f"type-{chr(kind)}-{len(size)}.tar",
                info.tobuf() + size + bytes(-len(size) % 512) + base,
            )
    for at, value in enumerate((b"-1", b"0", b"99999999999", b"1 a=b\n", b"\xff")):
        body = value + b" path=a.txt\n" * 100
        info = tarfile.TarInfo("a")
        info.type, info.size = b"x", len(body)
        yield f"record-{at}.tar", info.tobuf() + body + bytes(-len(body) % 512) + base
    yield "hard-links.tar.gz", gzip.compress(_links())
    yield "hard-links-in-a-ring.tar", _ring()
    yield "members-100000.tar.gz", gzip.compress(b"".join(base[:1024] for _ in range(100_000)), 1)
    yield "empty-headers.tar.gz", gzip.compress(base[:1024] + bytes(100_000_000), 1)
    sparse = tarfile.TarInfo("a.txt")
    sparse.type = b"S"
    block = bytearray(sparse.tobuf())
    block[386:] = (b"00000000000\0" * 8 + b"\1" + b"77777777777\0").ljust(126, b"\0")
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    yield (
        "old-sparse.tar",
        bytes(block) + (b"00000000000\0" * 42 + b"\1").ljust(512, b"\0") * 5_000 + base,
    )
    level = base
    for depth in range(15):
        level = gzip.compress(tarred((f"{depth}.tar.gz", level)), 1)
    yield "tars-in-tars.tar.gz", level


def _links() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        info = tarfile.TarInfo("a.txt")
        text = b"law " * 250_000
        info.size = len(text)
        archive.addfile(info, io.BytesIO(text))
        for number in range(5_000):
            link = tarfile.TarInfo(f"{number}.txt")
            link.type, link.linkname = tarfile.LNKTYPE, "a.txt"
            archive.addfile(link)
    return buffer.getvalue()


def _ring() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, target, kind in (
            ("a", "b", tarfile.LNKTYPE),
            ("b", "a", tarfile.LNKTYPE),
            ("c", "c", tarfile.SYMTYPE),
            ("d", "../../etc/passwd", tarfile.LNKTYPE),
            ("e/f", "/etc/passwd", tarfile.SYMTYPE),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            archive.addfile(info)
    return buffer.getvalue() + bytes(1024)


def _packed() -> Iterator[tuple[str, bytes]]:
    text = TEXT * 10
    yield "empty-members-300000.gz", gzip.compress(b"") * 300_000 + gzip.compress(text)
    yield "members-100000.gz", gzip.compress(TEXT) * 100_000
    yield (
        "name-of-20-mb.gz",
        b"\x1f\x8b\x08\x08" + bytes(6) + b"n" * 20_000_000 + b"\0" + gzip.compress(text)[10:],
    )
    yield (
        "extra-of-64-kb.gz",
        b"\x1f\x8b\x08\x04" + bytes(6) + b"\xff\xff" + bytes(65_535) + gzip.compress(text)[10:],
    )
    yield "all-flags.gz", b"\x1f\x8b\x08\xff" + bytes(100_000)
    yield (
        "name-of-a-path.txt.gz",
        b"\x1f\x8b\x08\x08" + bytes(6) + b"../../etc/passwd\0" + gzip.compress(text)[10:],
    )
    yield "behind.gz", gzip.compress(text) + bytes(10_000_000)
    blocks = zlib.compressobj(0, wbits=-15)
    yield (
        "stored-blocks.gz",
        b"\x1f\x8b\x08"
        + bytes(7)
        + b"\0\0\0\xff\xff" * 2_000_000
        + blocks.compress(text)
        + blocks.flush(),
    )
    yield "streams-50000.bz2", bz2.compress(TEXT) * 50_000
    yield "empty-streams.bz2", bz2.compress(b"") * 500_000 + bz2.compress(text)
    yield "streams-30000.xz", lzma.compress(TEXT) * 30_000
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 29}]
    plain = bytearray(lzma.compress(text, filters=[{"id": lzma.FILTER_LZMA2, "preset": 0}]))
    at = plain.index(b"\x21\x01") + 2
    plain[at] = 40  # 4 GB
    block = 12
    size = (plain[block] + 1) * 4
    struct.pack_into("<I", plain, block + size - 4, zlib.crc32(plain[block : block + size - 4]))
    yield "dictionary-of-4-gb.xz", bytes(plain)
    yield "padding.xz", lzma.compress(text) + bytes(4 * 1_000_000)
    for chained in ([{"id": lzma.FILTER_DELTA, "dist": 256}] * 3, [{"id": lzma.FILTER_X86}] * 3):
        yield (
            f"filters-{chained[0]['id']}.xz",
            lzma.compress(text, filters=[*chained, {"id": lzma.FILTER_LZMA2, "preset": 0}]),
        )
    del filters
    zeros: Callable[[bytes], bytes] = lambda data: bz2.compress(bz2.compress(data))  # noqa: E731
    yield "zeros-twice.bz2", zeros(bytes(200_000_000))
    yield "zeros-of-three-kinds.gz", gzip.compress(bz2.compress(lzma.compress(bytes(150_000_000))))


def _seven_zips() -> Iterator[tuple[str, bytes]]:
    def archive(header: bytes, packed: bytes = b"") -> bytes:
        start = struct.pack("<QQI", len(packed), len(header), zlib.crc32(header))
        return (
            b"7z\xbc\xaf\x27\x1c\0\4"
            + struct.pack("<I", zlib.crc32(start))
            + start
            + packed
            + header
        )

    number = b"\xff" + b"\xff" * 7 + b"\x7f"
    for name, header in {
        "files": b"\1\5" + number,
        "streams": b"\1\4\6\0" + number,
        "folders": b"\1\4\7\x0b" + number,
        "coders": b"\1\4\7\x0b\1\0\xff\xff\xff\xff",
        "names": b"\1\5\1\x11" + number,
        "archive-properties": b"\1\2" + b"\1" + number,
        "empty": b"\1\0",
        "unknown": b"\x7f" * 1_000,
        "encoded": b"\x17\6\0\1\x09\1\0\7\x0b\1\0\1\0\0\x0c\1\0\0",
        "encoded-deep": b"\x17\6\0\1\x09\x20\0\7\x0b\1\0\1\1\0\x0c\x20\0\0",
        "attributes": b"\1\5\1\x15\6\0\0" + b"\xff" * 4,
        "dummy": b"\1\5\1\x19" + number,
        "empty-streams": b"\1\5\x80\xff\xff\x0e" + number,
    }.items():
        yield f"{name}.7z", archive(header, header * 4)
    coder = b"\x23\3\1\1\5\x5d\xff\xff\xff\xff"
    header = (
        b"\1\4\6\0\1\x09\x10\0\7\x0b\1\0\1"
        + coder
        + b"\x0c\x20\0\0\5\1\x11\x0d\0a\0.\0t\0x\0t\0\0\0\0\0"
    )
    yield "dictionary-of-4-gb.7z", archive(header, bytes(16))
    prediction = b"\x23\3\4\1\5\x40\xff\xff\xff\xff"
    yield "prediction-of-4-gb.7z", archive(header.replace(coder, prediction), bytes(16))
    start = b"7z\xbc\xaf\x27\x1c\0\4"
    for at, value in enumerate((0, 2**63 - 1, 2**64 - 1)):
        body = struct.pack("<QQI", value, value, 0)
        yield (
            f"header-elsewhere-{at}.7z",
            start + struct.pack("<I", zlib.crc32(body)) + body + bytes(100),
        )
