"""Files of two formats, nested containers, unsupported formats, and other cases."""

import base64
import bz2
import gzip
import io
import json
import lzma
import sqlite3
import struct
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.fuzz.hostile.archives import tarred, zipped
from tests.fuzz.hostile.crossed_parts import TEXT, packages, pages, pictures
from tests.fuzz.hostile.pdf_objects import pdf, stream

_RAW = TEXT.encode()
_MAIL = "From: a@example.org\nTo: b@example.org\nSubject: rent\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nMIME-Version: 1.0\n"


def files() -> Iterator[tuple[str, bytes]]:
    yield from _two_formats()
    yield from _nested()
    yield from _entries()
    yield from packages()
    yield from pages()
    yield from pictures()
    yield from _letters()
    yield from _mails()
    yield from _unread()


def _two_formats() -> Iterator[tuple[str, bytes]]:
    """Yield files that two parsers accept, by their beginning and their end."""
    archive = zipped(("a.txt", _RAW))
    document = pdf({4: stream("BT /F1 9 Tf 9 9 Td (rent) Tj ET")})
    yield "pdf-then-zip.pdf", document + archive
    yield "zip-then-pdf.zip", archive + document
    yield "zip-with-a-pdf-as-its-comment.zip", _commented(archive, document[:60_000])
    yield "mail-then-zip.eml", f"{_MAIL}\n{TEXT}".encode() + archive
    yield "picture-then-zip.png", b"\x89PNG\r\n\x1a\n" + bytes(100) + archive
    yield "page-then-zip.html", b"<html><body>" + _RAW + archive
    yield "rtf-then-pdf.rtf", b"{\\rtf1 " + _RAW + b"}" + document
    yield "gzip-then-zip.gz", gzip.compress(_RAW) + archive
    yield "tar-of-a-zip-at-once.tar", tarred(("a.txt", _RAW)) + archive
    yield "xml-then-mail.xml", b"<?xml version='1.0'?><x>law</x>\n" + f"{_MAIL}\n{TEXT}".encode()
    yield "mail-that-is-a-mailbox.mbox", b"From a\n" * 9 + f"{_MAIL}\n{TEXT}".encode() * 2_000
    yield "git-bundle-in-a-mail.eml", f"{_MAIL}\n# v2 git bundle\n{'0' * 40} HEAD\n\nPACK".encode()


def _commented(archive: bytes, comment: bytes) -> bytes:
    return archive[:-2] + struct.pack("<H", len(comment)) + comment


def _nested() -> Iterator[tuple[str, bytes]]:
    """Containers in containers of every kind, each packed well."""

    def seven(data: bytes) -> bytes:
        import py7zr

        buffer = io.BytesIO()
        with py7zr.SevenZipFile(buffer, "w") as archive:
            archive.writef(io.BytesIO(data), "inner")
        return buffer.getvalue()

    def mailed(data: bytes) -> bytes:
        part = "Content-Type: application/octet-stream\nContent-Disposition: attachment; filename=inner\nContent-Transfer-Encoding: base64\n\n"
        return (
            f'{_MAIL}Content-Type: multipart/mixed; boundary="b"\n\n--b\n{part}'.encode()
            + base64.encodebytes(data)
            + b"\n--b--\n"
        )

    def boxed(data: bytes) -> bytes:
        return b"From a@b.c Mon Jan  1 00:00:00 2024\n" + mailed(data) + b"\n"

    def embedded(data: bytes) -> bytes:
        names = "/Names<</EmbeddedFiles<</Names[(inner)6 0 R]>>>>"
        body = data.decode("latin-1")
        return pdf(
            {
                1: f"<</Type/Catalog/Pages 2 0 R{names}>>",
                6: "<</Type/Filespec/F(inner)/EF<</F 7 0 R>>>>",
                7: f"<</Type/EmbeddedFile/Length {len(data)}>>stream\n{body}\nendstream",
            }
        )

    def worded(data: bytes) -> bytes:
        return zipped(("[Content_Types].xml", b"<Types/>"), ("word/embeddings/a.bin", data))

    wrappers: dict[str, Callable[[bytes], bytes]] = {
        "zip": lambda data: zipped(("inner", data)),
        "tar": lambda data: tarred(("inner", data)),
        "gz": gzip.compress,
        "bz2": bz2.compress,
        "xz": lzma.compress,
        "7z": seven,
        "eml": mailed,
        "mbox": boxed,
        "pdf": embedded,
        "docx": worded,
    }
    for name, wrap in wrappers.items():
        deep = _RAW
        for _ in range(30 if name in ("7z", "pdf") else 60):
            deep = wrap(deep)
            if len(deep) > 30_000_000:
                break
        yield f"60-deep.{name}", deep
    every = _RAW
    for wrap in wrappers.values():
        every = wrap(every)
    yield "one-of-each.docx", every
    zeros = bytes(40_000_000)
    for name in ("gz", "bz2", "xz", "7z", "zip"):
        twice = wrappers[name](wrappers[name](zeros))
        yield f"zeros-twice.{name}", twice
        yield f"zeros-twice-in-a-mail-{name}.eml", mailed(twice)
        yield f"zeros-twice-in-a-pdf-{name}.pdf", embedded(twice)
    fan = zipped(*((f"{n}.txt", _RAW * 1_000) for n in range(50)))
    for _ in range(4):
        fan = zipped(*((f"{n}.zip", fan) for n in range(12)))
    yield "fan-of-1000000-files.zip", fan
    itself = mailed(mailed(zipped(*((f"{n}.eml", mailed(_RAW)) for n in range(5_000)))))
    yield "mails-in-a-zip-in-mails.eml", itself


def _entries() -> Iterator[tuple[str, bytes]]:
    """Yield archives with contradictory directories, and names with another meaning to a file system."""
    data = bytearray(zipped(("a.txt", _RAW), ("b.txt", _RAW)))
    data[30:35] = b"x.exe"
    yield "local-name-differs.zip", bytes(data)
    kernel = zlib.compress(bytes(21_000_000), 9)[2:-4]
    yield "overlapping-quoted.zip", _overlapping(kernel, 3_000)
    yield (
        "names-of-all-systems.zip",
        zipped(
            *((name, _RAW) for name in _NAMES),
            *((name.encode().decode("cp437"), _RAW) for name in _NAMES),
        ),
    )
    yield "names-of-all-systems.tar", tarred(*((name.replace("\0", "0"), _RAW) for name in _NAMES))
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for at in range(2_000):
            info = tarfile.TarInfo(f"l{at}")
            info.type, info.linkname = (tarfile.LNKTYPE, f"l{(at + 1) % 2_000}")
            archive.addfile(info)
    yield "hard-links-in-a-ring.tar", buffer.getvalue()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        archive.addfile(tarfile.TarInfo("n" * 5_000_000))
        folder = tarfile.TarInfo("folder")
        folder.type, folder.linkname = tarfile.SYMTYPE, "/etc"
        archive.addfile(folder)
        inside = tarfile.TarInfo("folder/passwd")
        inside.size = len(_RAW)
        archive.addfile(inside, io.BytesIO(_RAW))
    yield "name-of-5-mb-and-file-behind-a-link.tar", buffer.getvalue()
    blocks = tarred(("a.txt", _RAW))[:512]
    yield "headers-without-contents.tar", blocks * 30_000
    many = lzma.compress(_RAW) * 50_000
    yield "50000-streams.xz", many
    yield "members-of-nothing.gz", gzip.compress(b"") * 500_000
    yield "name-without-an-end.gz", b"\x1f\x8b\x08\x08" + bytes(6) + b"n" * 20_000_000
    index = bytearray(lzma.compress(_RAW))
    index[-8:-4] = b"\xff\xff\xff\x7f"
    yield "index-of-8-gb.xz", bytes(index)
    yield (
        "window-of-128-tb.zst",
        b"\x28\xb5\x2f\xfd\x04\xf8" + bytes(3) + b"\x02\x00\x00" * 100_000,
    )


_NAMES = (
    "a\0.txt", "../a.txt", "..\\..\\a.txt", "/etc/passwd", "C:/a.txt", "\\\\host\\share\\a.txt", "con.txt", "a.txt.", "a.txt ", "a:b.txt", "./././a.txt",
    "a//b.txt", "\u202etxt.exe", "a\nb.txt", "\ud7ff\uffff.txt", "e\u0301.txt", "é.txt", "A.TXT", "a.txt", "~/.ssh/a", "-rf", "$(x).txt", "`x`.txt", "..", ".",
)  # fmt: skip


def _overlapping(kernel: bytes, count: int) -> bytes:
    """Yield entries that unpack the same bytes (Fifield's bomb)."""
    local = struct.pack(
        "<IHHHHHIIIHH", 0x04034B50, 20, 0, 8, 0, 0, 0, len(kernel), 21_000_000, 1, 0
    )
    body = local + b"a" + kernel
    directory = b"".join(
        struct.pack(
            "<IHHHHHHIIIHHHHHII",
            0x02014B50, 20, 20, 0, 8, 0, 0, 0, len(kernel), 21_000_000, 4, 0, 0, 0, 0, 0, 0,
        )
        + f"{at:04}".encode()
        for at in range(count)
    )  # fmt: skip
    return (
        body
        + directory
        + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(directory), len(body), 0)
    )


def _letters() -> Iterator[tuple[str, bytes]]:
    """Yield letters that normalisation moves, joins or counts repeatedly."""
    for name, text in {
        "marks-in-disorder": "a" + "\u0315\u0300\u05ae\u0f71\u3099" * 300_000,
        "marks-after-each-letter": ("a" + "\u0300" * 31) * 60_000,
        "hangul-in-parts": "\u1100\u1161\u11a8" * 400_000,
        "excluded-from-composition": "\u0958\u2adc\ufb1d" * 300_000,
        "joiners": ("a\u200d" * 400_000) + TEXT,
        "isolates-without-an-end": "\u2066" * 500_000 + TEXT,
        "blanks-of-all-scripts": "\u00a0\u1680\u2000\u2028\u202f\u205f\u3000\u180e" * 200_000
        + TEXT,
        "minus-signs-and-dashes": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212" * 200_000 + TEXT,
        "digits-of-40-scripts": "".join(chr(c) for c in range(0x110000) if chr(c).isdigit()) * 500,
        "case-without-an-end": "ŉǰΐΰẞßſK" * 150_000,
        "article-of-letters-alike": "Аrtісlе 1\n\nlaw\n\n" * 30_000,
        "sections-of-signs": "§§§ 1 ff. i.V.m. " * 60_000,
        "numbers-joined": "1.1.1.1.1.1.1.1.1." * 60_000,
        "roman-numbers": "IVXLCDM" * 200_000,
        "citations-joined": "C-1/20,C-1/20," * 80_000,
        "one-paragraph-of-acts": "Regulation (EU) 2016/679, Article 6(1)(f), " * 30_000,
    }.items():
        yield f"{name}.txt", text.encode("utf-8", "surrogatepass")
    rows = "\n".join(json.dumps({"text": TEXT, "n": n}) for n in range(60_000))
    yield "lines.jsonl", rows.encode()
    yield "deep-objects.json", b'{"a":' * 300_000
    yield "number-of-5-mb.json", b"[" + b"9" * 5_000_000 + b"]"
    yield "table-of-one-quote.csv", b'a,"' + b"x\n" * 4_000_000
    yield "deep-list.yaml", b"- " * 200_000 + b"law"
    yield "unread.rtf", b"{\\rtf1" + b"{\\*\\x" * 200_000 + _RAW
    yield "binary-of-2-gb.rtf", b"{\\rtf1 \\bin2147483647 " + _RAW * 100 + b"}"
    yield "unicode-skips.rtf", b"{\\rtf1\\uc999999999 \\u8217 " + _RAW + b"\\uc-1\\u-99999999 }"
    yield (
        "objects.rtf",
        b"{\\rtf1" + b"{\\object\\objdata " * 30_000 + b"d0cf11e0" * 30_000 + b"}" + _RAW,
    )
    yield "upr.rtf", b"{\\rtf1" + b"{\\upr{a}{\\*\\ud{" * 30_000 + _RAW


def _mails() -> Iterator[tuple[str, bytes]]:
    """Yield mails with many, deep or contradictory parts."""
    plain = f"Content-Type: text/plain\n\n{TEXT}"
    for name, count in {"2000-in-each-other": 2_000, "200-in-each-other": 200}.items():
        inner = plain
        for at in range(count):
            inner = (
                f"Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n{inner}\n--b{at}--\n"
            )
            if len(inner) > 2_000_000:
                break
        yield f"{name}.eml", (_MAIL + inner).encode()
    parts = "".join(
        f"--b\nContent-Type: text/plain; charset=utf-8; a{at}=b\n\n{TEXT}" for at in range(100_000)
    )
    yield (
        "parts-that-differ-100000.eml",
        f"{_MAIL}Content-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n".encode(),
    )
    attached = "".join(
        f"--b\nContent-Type: message/rfc822\n\n{_MAIL}Message-ID: <{at}@b>\n\n{TEXT}\n"
        for at in range(21_000)
    )
    yield (
        "messages-21000.eml",
        f"{_MAIL}Content-Type: multipart/mixed; boundary=b\n\n{attached}--b--\n".encode(),
    )
    yield (
        "signed-and-encrypted.eml",
        f'{_MAIL}Content-Type: multipart/encrypted; protocol="x"; boundary=b\n\n--b\n{plain}\n--b\n{plain}\n--b--'.encode(),
    )
    for name, head in {
        "two-boundaries": "Content-Type: multipart/mixed; boundary=a; boundary=b",
        "two-types": "Content-Type: text/plain\nContent-Type: multipart/mixed; boundary=b",
        "two-encodings": "Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 8bit\nContent-Type: text/plain",
        "name-by-words": "Content-Type: text/plain; name==?utf-8?b?Li4vLi4vZXRjL3Bhc3N3ZA==?=",
        "name-of-nul": "Content-Disposition: attachment; filename*=utf-8''a%00.txt%0a%0d..%2f..%2fx",
    }.items():
        yield f"{name}.eml", f"{_MAIL}{head}\n\n--b\n{plain}\n--a\n{plain}\n--b--\n".encode()
    begins = "".join(f"begin 644 {'x' * 200}{at}\n#86)C\n`\nend\n" for at in range(30_000))
    yield "files-in-the-text-30000.eml", f"{_MAIL}\n{begins}".encode()
    related = f"{_MAIL}Content-Type: multipart/related; boundary=b\n\n"
    part = "--b\nContent-Type: text/html\n\n<p>law\n"
    yield "parts-of-a-page.mht", (related + part * 5_000).encode()


def _unread() -> Iterator[tuple[str, bytes]]:
    """Yield formats that Lexdesk does not support: named as such, and not opened."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.sqlite"
        connection = sqlite3.connect(path)
        connection.execute(
            "CREATE VIEW a AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) SELECT x FROM n"
        )
        connection.commit()
        connection.close()
        yield "database.txt", path.read_bytes()
    yield from {
        "table.parquet": b"PAR1" + b"\xff" * 5_000 + struct.pack("<I", 2**31 - 1) + b"PAR1",
        "table.arrow": b"ARROW1\0\0" + b"\xff\xff\xff\xff\xff\xff\xff\x7f" * 1_000 + b"ARROW1",
        "font.ttf": b"\0\1\0\0\xff\xff" + b"glyf\xff\xff\xff\xff" * 5_000,
        "font.woff2": b"wOF2" + b"\xff" * 5_000,
        "links.lnk": b"L\0\0\0\1\x14\2\0\0\0\0\0\xc0\0\0\0\0\0\0F" + b"\xff" * 5_000,
        "link.url": b"[InternetShortcut]\nURL=file://192.0.2.1/x\nIconFile=\\\\192.0.2.1\\x\n",
        "entry.desktop": b"[Desktop Entry]\nType=Application\nExec=sh -c true\n",
        "program.elf": b"\x7fELF" + b"\xff" * 5_000,
        "class.class": b"\xca\xfe\xba\xbe" + b"\xff" * 5_000,
        "pickle.pkl": b"\x80\x04cos\nsystem\n(S'true'\ntR." * 50,
        "array.npy": b"\x93NUMPY\1\0v\0{'descr': '|O', 'fortran_order': False, 'shape': (2147483647,)}"
        + bytes(500),
        "model.onnx": b"\x08\x07\x12\x05" + b"\xff" * 5_000,
        "image.iso": bytes(32_768) + b"\1CD001\1" + b"\xff" * 5_000,
        "disk.vmdk": b"KDMV" + b"\xff" * 5_000,
        "package.deb": b"!<arch>\ndebian-binary   " + b"9" * 5_000,
        "cabinet.cab": b"MSCF" + b"\xff" * 5_000,
        "outlook.pst": b"!BDN" + b"\xff" * 5_000,
        "help.chm": b"ITSF" + b"\xff" * 5_000,
        "book.mobi": bytes(60) + b"BOOKMOBI" + b"\xff" * 5_000,
        "book.djvu": b"AT&TFORM\xff\xff\xff\xffDJVU" + b"\xff" * 5_000,
        "script.ps": b"%!PS\n" + b"{ } loop\n" * 20_000,
        "library.sqlite": b"SQLite format 3\0" + b"\xff" * 50_000,
        "core.wasm": b"\0asm\1\0\0\0" + b"\xff" * 5_000,
    }.items()
