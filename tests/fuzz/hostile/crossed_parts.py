"""Office packages, e-books, PDF and pictures with circular or duplicate parts."""

import struct
import zlib
from collections.abc import Iterator

from tests.fuzz.hostile.archives import zipped
from tests.fuzz.hostile.pdf_objects import pdf, stream

TEXT = "The tenant shall pay the rent on the first day of each month.\n"
_RAW = TEXT.encode()


def packages() -> Iterator[tuple[str, bytes]]:
    """Yield Office packages with circular or duplicate parts."""
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


def pages() -> Iterator[tuple[str, bytes]]:
    """Yield PDF files with streams of objects and cross references in a circle."""
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


def pictures() -> Iterator[tuple[str, bytes]]:
    """Yield pictures with enormous stated sizes."""
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
