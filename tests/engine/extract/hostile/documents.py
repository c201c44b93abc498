"""Hostile PDF, Office files and pictures, and damaged files of each format."""

import gzip
import random
import struct
import zipfile
import zlib
from collections.abc import Iterator

from tests.engine.extract.hostile.cases import FIXTURES, READ, TEXT, Case
from tests.engine.extract.hostile.containers import entry, seven_zip, tarred, zipped

from lexdesk.errors import FileCode

SHEET = b"<worksheet><dimension ref='A1:XFD1048576'/></worksheet>"


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


WITHOUT_OCR = {FileCode.TEXT_IN_PICTURES}


def pdf(*objects: str, trailer: str = "/Root 1 0 R") -> bytes:
    body = "".join(f"{n} 0 obj {item} endobj\n" for n, item in enumerate(objects, 1))
    return f"%PDF-1.7\n{body}trailer <<{trailer}>>\n%%EOF".encode("latin-1")


def pdfs() -> Iterator[Case]:
    catalog = "<</Type /Catalog /Pages 2 0 R>>"
    page = "<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R>>"
    one = "<</Type /Pages /Kids [3 0 R] /Count 1>>"
    packed = zlib.compress(bytes(200_000_000), 1).decode("latin-1")
    bomb = f"<</Filter /FlateDecode /Length {len(packed)}>> stream\n{packed}\nendstream"
    twice = zlib.compress(zlib.compress(bytes(300_000_000), 1), 1).decode("latin-1")
    nested = (
        f"<</Filter [/FlateDecode /FlateDecode] /Length {len(twice)}>> stream\n{twice}\nendstream"
    )
    huge = page.replace("200 200", "1e9 1e9")
    yield "only-header.pdf", b"%PDF-1.4", FileCode.PDF_DAMAGED
    yield "circular-pages.pdf", pdf(catalog, "<</Type /Pages /Kids [2 0 R] /Count 1>>"), None
    yield (
        "circular-page.pdf",
        pdf(catalog, one, "<</Type /Page /Parent 3 0 R /Contents 3 0 R>>"),
        None,
    )
    yield (
        "circular-length.pdf",
        pdf(catalog, one, page, "<</Length 4 0 R>> stream\nx\nendstream"),
        None,
    )
    yield "circular-root.pdf", pdf("1 0 R"), None
    yield (
        "many-pages-claimed.pdf",
        pdf(catalog, "<</Type /Pages /Kids [] /Count 2000000000>>"),
        None,
    )
    yield "stream-bomb.pdf", pdf(catalog, one, page, bomb), None
    yield "nested-stream-bomb.pdf", pdf(catalog, one, page, nested), None
    yield (
        "huge-page.pdf",
        pdf(catalog, one, huge, "<</Length 20>> stream\n0 0 9 9 re f\nendstream"),
        None,
    )
    yield "no-trailer.pdf", b"%PDF-1.7\n1 0 obj <<>> endobj", None
    yield "deep-array.pdf", pdf("[" * 100_000), None
    yield "deep-dictionary.pdf", pdf("<</A " * 50_000), None
    yield "negative-xref.pdf", pdf(catalog, one, page) + b"\nstartxref\n-1\n%%EOF", None
    yield (
        "script.pdf",
        pdf("<</Type /Catalog /OpenAction <</S /JavaScript /JS (while(1);)>>>>"),
        None,
    )
    yield "text-called.pdf", TEXT.encode(), FileCode.NOT_A_PDF


def office() -> Iterator[Case]:
    types = ("[Content_Types].xml", b"<Types/>")
    laughs = (
        b'<!DOCTYPE x [<!ENTITY a "law"><!ENTITY b "&a;&a;&a;&a;">]><w:document>&b;</w:document>'
    )
    wide = (
        b"<w:document xmlns:w='w'><w:body>"
        + b"<w:p><w:r><w:t>law </w:t></w:r></w:p>" * 100_000
        + b"</w:body></w:document>"
    )
    yield "bomb.docx", zipped(types, ("word/document.xml", bytes(150_000_000))), None
    yield "entities.docx", zipped(types, ("word/document.xml", laughs)), None
    yield "wide.docx", zipped(types, ("word/document.xml", wide)), None
    yield "deep.docx", zipped(types, ("word/document.xml", b"<w:p>" * 100_000)), None
    yield "no-document.docx", zipped(types, ("word/other.xml", b"<x/>")), None
    yield (
        "dimension.xlsx",
        zipped(types, ("xl/workbook.xml", b"<workbook/>"), ("xl/worksheets/sheet1.xml", SHEET)),
        None,
    )
    yield "empty.pptx", zipped(types, ("ppt/presentation.xml", b"<p/>")), None
    manifest = b"<manifest:encryption-data/>"
    kind = b"application/vnd.oasis.opendocument.text"
    yield (
        "locked.odt",
        zipped(("mimetype", kind), ("META-INF/manifest.xml", manifest), ("content.xml", b"x")),
        FileCode.PASSWORD_PROTECTED,
    )
    yield "locked.xlsx", (FIXTURES / "locked.xlsx").read_bytes(), FileCode.PASSWORD_NEEDED
    word = bytearray((FIXTURES / "simple.doc").read_bytes())
    word[word.index(b"\xec\xa5") + 11] |= 1  # [MS-DOC] 2.5.2, fEncrypted
    yield "locked.doc", bytes(word), FileCode.PASSWORD_UNSUPPORTED
    yield "only-signature.doc", OLE, FileCode.OLD_OFFICE_UNKNOWN
    yield "zeros.doc", OLE + bytes(4000), FileCode.OLD_OFFICE_UNKNOWN
    yield (
        "names-only.msg",
        OLE + bytes(504) + "__properties_version1.0".encode("utf-16-le"),
        FileCode.OUTLOOK_DAMAGED,
    )
    yield "deep.rtf", b"{\\rtf1 " + b"{" * 100_000 + b"law", None
    yield "object.rtf", b"{\\rtf1 law {\\object\\objdata " + b"41" * 100_000 + b"}}", None
    yield "wrong.docx", (FIXTURES / "three-pages.pdf").read_bytes(), READ
    yield "wrong.pdf", (FIXTURES / "simple.docx").read_bytes(), READ
    yield "wrong.txt", (FIXTURES / "email-with-attachment.msg").read_bytes(), READ


def png(width: int, height: int, rows: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def pictures() -> Iterator[Case]:
    yield "one-pixel.png", png(1, 1, b"\0\0"), {FileCode.PICTURE_WITHOUT_TEXT, *WITHOUT_OCR}
    yield (
        "100000-x-100000.png",
        png(100_000, 100_000, bytes(1000)),
        {FileCode.PICTURE_TOO_LARGE, *WITHOUT_OCR},
    )
    yield (
        "100000-x-1.png",
        png(100_000, 1, bytes(12_501)),
        {FileCode.PICTURE_WITHOUT_TEXT, *WITHOUT_OCR},
    )
    yield (
        "no-pixels.png",
        png(0, 0, b""),
        {FileCode.PICTURE_DAMAGED, FileCode.PICTURE_WITHOUT_TEXT, *WITHOUT_OCR},
    )
    yield "bomb.png", png(1000, 1000, bytes(126_000)), {FileCode.PICTURE_WITHOUT_TEXT, *WITHOUT_OCR}
    yield "only-signature.png", b"\x89PNG\r\n\x1a\n", {FileCode.PICTURE_DAMAGED, *WITHOUT_OCR}
    yield "only-signature.jpg", b"\xff\xd8\xff\xe0", {FileCode.PICTURE_DAMAGED, *WITHOUT_OCR}
    yield (
        "only-signature.gif",
        b"GIF89a\0\0\0\0\0\0\0",
        {FileCode.PICTURE_DAMAGED, FileCode.PICTURE_WITHOUT_TEXT, *WITHOUT_OCR},
    )
    loop = (
        b"II*\0\x08\0\0\0"
        + struct.pack("<H", 1)
        + struct.pack("<HHII", 256, 3, 1, 1)
        + struct.pack("<I", 8)
    )
    yield "circular.tif", loop, {FileCode.PICTURE_DAMAGED, *WITHOUT_OCR}
    yield (
        "huge.bmp",
        b"BM" + bytes(12) + struct.pack("<IiiHH", 40, 2**30, 2**30, 1, 24) + bytes(24),
        {FileCode.PICTURE_TOO_LARGE, *WITHOUT_OCR},
    )
    yield "text-called.png", TEXT.encode(), READ
    yield (
        "picture.svg",
        b"<svg xmlns='http://www.w3.org/2000/svg'><text>law of the land</text></svg>",
        None,
    )


def damaged() -> Iterator[Case]:
    """Real files cut at places and with bits turned over, of each format."""
    names = ("three-pages.pdf", "simple.docx", "simple.doc", "simple.odt", "simple.pptx", "simple.rtf",
             "two-sheets.xlsx", "email-with-attachment.eml", "email-with-attachment.msg",
             "gdpr-excerpt-en.xml", "gdpr-excerpt-oj.xhtml", "stipg.md")  # fmt: skip
    files = {name: (FIXTURES / name).read_bytes() for name in names}
    letters = [(f"{n}.txt", f"{TEXT} {n}".encode()) for n in range(20)]
    files["letters.zip"] = zipped(*letters)
    files["letters.7z"] = seven_zip(dict(letters))
    files["letters.tar.gz"] = gzip.compress(tarred(*((entry(n), d) for n, d in letters)))
    chance = random.Random(20261121)
    for name, data in files.items():
        for share in (0.1, 0.5, 0.9):
            yield f"cut-{share}-{name}", data[: int(len(data) * share)], None
        for number in range(2):
            flipped = bytearray(data)
            for _ in range(max(1, len(data) // 500)):
                flipped[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            yield f"flipped-{number}-{name}", bytes(flipped), None


def declared() -> Iterator[Case]:
    """Yield sizes and depths that are declared only, or lie in a part."""
    with zipfile.ZipFile(FIXTURES / "simple.pptx") as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    slide = "ppt/slides/slide1.xml"
    parts[slide] = parts[slide].replace(b"<p:spTree>", b"<p:spTree>" + b"<p:grpSp>" * 50_000)
    parts[slide] = parts[slide].replace(b"</p:spTree>", b"</p:grpSp>" * 50_000 + b"</p:spTree>")
    yield "deep-groups.pptx", zipped(*parts.items()), FileCode.NESTED_TOO_DEEPLY
    plain = bytearray(tarred((entry("a.txt"), TEXT.encode())))
    plain[124:136] = b"\x80" + b"\xff" * 11  # the size in base 256
    plain[148:156] = b" " * 8
    plain[148:156] = b"%06o\0 " % sum(plain[:512])
    yield "size-of-88-bits.tar", bytes(plain), None
    spaces = b"<text:p>law<text:s text:c='2000000000'/>of the land</text:p>"
    with zipfile.ZipFile(FIXTURES / "simple.odt") as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    content = parts["content.xml"]
    at = content.index(b">", content.index(b"<office:text")) + 1
    parts["content.xml"] = content[:at] + spaces + content[at:]
    yield "blanks.odt", zipped(*parts.items()), None
