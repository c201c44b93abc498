"""More than 200 inputs made to break a reader, each a file with what is expected of it.

Nothing here is a file of the repository: bombs stay in the code that makes them.
"""

from __future__ import annotations

import gzip
import io
import os
import random
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import py7zr
import pytest
from tests.fuzz import hostile

from lexdesk.errors import FileCode

FIXTURES = Path(__file__).parents[2] / "fixtures"
PATHS = ("../../../etc/passwd", "/etc/passwd", "C:\\Windows\\x", "..\\..\\x", "a/" * 500 + "b", "CON",
         "\u202egpj.exe", "x\ny")  # fmt: skip
SHEET = b"<worksheet><dimension ref='A1:XFD1048576'/></worksheet>"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
TEXT = "The tenant shall pay the rent on the first day of each month."
READ: set[FileCode] = set()
WITHOUT_OCR = {FileCode.TEXT_IN_PICTURES}


class Hostile(NamedTuple):
    """A file, with the codes of which one is expected as a failure.

    ``READ`` where each document in it must be read; ``None`` where text and failure are both right.
    """

    name: str
    data: bytes
    expected: set[FileCode] | None


@pytest.fixture(scope="session")
def corpus() -> list[Hostile]:
    """All of them, under names that differ."""
    parts = (
        texts(), markup(), pdfs(), mails(), archives(), office(), pictures(), damaged(), repeated(), headers(), declared(),
        generated(),
    )  # fmt: skip
    return [item for part in parts for item in part]


def generated() -> Iterator[Hostile]:
    """Some of the kinds of ``tests.fuzz.hostile``; all are read by ``python -m tests.fuzz.hostile``."""
    share = 1 if os.environ.get("LEXDESK_CRAFTED") == "all" else 60
    for number, (name, data) in enumerate(hostile.files()):
        if number % share == 0:
            yield Hostile(name, data, None)


def texts() -> Iterator[Hostile]:
    line = TEXT + " "
    yield Hostile("empty.txt", b"", {FileCode.EMPTY})
    yield Hostile("blank.txt", b" \t\r\n" * 1000, {FileCode.NO_TEXT})
    yield Hostile("only-nul.txt", bytes(5000), {FileCode.KIND_UNKNOWN})
    yield Hostile("some-nul.txt", (line + "\0").encode() * 50, READ)
    yield Hostile("one-line-of-10-mb.txt", (line * 170_000).encode(), READ)
    yield Hostile("a-million-lines.txt", b"x\n" * 1_000_000, READ)
    yield Hostile("random.bin", random.Random(1).randbytes(100_000), {FileCode.KIND_UNKNOWN})
    yield Hostile("random.txt", random.Random(2).randbytes(10_000), {FileCode.KIND_UNKNOWN})
    yield Hostile("bidi.txt", "\u202edrow\u202c \u2066law\u2069 ".encode() * 100, READ)
    yield Hostile("combining.txt", ("a" + "\u0301" * 5000).encode() * 20, READ)
    yield Hostile("unassigned.txt", "\U000e0001\ufdd0\U0010ffff law ".encode() * 50, READ)
    yield Hostile("utf-7.txt", b"+ADw-script+AD4- is the law of the land", READ)
    yield Hostile("half-utf-16.txt", TEXT.encode("utf-16")[:-1], READ)
    yield Hostile("utf-32-cut.txt", TEXT.encode("utf-32")[:-3], READ)
    yield Hostile("overlong.txt", b"law \xc0\xaf\xe0\x80\xaf law " * 10, READ)
    yield Hostile("surrogates.txt", b"law \xed\xa0\x80 law " * 10, READ)
    yield Hostile("only-marks.txt", b"\xef\xbb\xbf", {FileCode.NO_TEXT})
    yield Hostile(
        "front-matter.md", b"---\n" + b"a: &a [*a]\n" * 5 + b"---\n" + line.encode(), READ
    )
    yield Hostile("yaml-bomb.md", yaml_bomb(), READ)
    yield Hostile("deep-list.md", b"\n".join(b"  " * i + b"- x" for i in range(2000)), READ)
    yield Hostile("many-hashes.md", b"#" * 100_000 + b" Title\n", READ)
    yield Hostile("wide.csv", b"a," * 500_000, READ)
    yield Hostile("quotes.csv", b'"' * 200_001, READ)
    yield Hostile("deep.json", b"[" * 100_000, {FileCode.NO_DOCUMENT})
    yield Hostile("numbered.txt", b"".join(b"%d. Clause\n" % i for i in range(50_000)), READ)
    yield Hostile("backtracking.txt", b"1." * 100_000, READ)
    yield Hostile("section-signs.txt", "§".encode() * 200_000, READ)


def yaml_bomb() -> bytes:
    lines = ["---", 'a: &a ["law","law"]']
    for letter, before in zip("bcdefghi", "abcdefgh", strict=True):
        lines.append(f"{letter}: &{letter} [{','.join(['*' + before] * 9)}]")
    return "\n".join([*lines, "---", TEXT]).encode()


def markup() -> Iterator[Hostile]:
    laughs = '<!ENTITY a "law">' + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">'
        for name, before in zip("bcdefghij", "abcdefghi", strict=True)
    )
    declared = {
        "billion-laughs": f"<!DOCTYPE x [{laughs}]><x>&j;</x>",
        "xxe": '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>law &e;</x>',
        "xxe-network": '<!DOCTYPE x [<!ENTITY e SYSTEM "http://192.0.2.1/">]><x>law &e;</x>',
        "parameter-entity": '<!DOCTYPE x [<!ENTITY % e SYSTEM "file:///etc/passwd"> %e;]><x>law</x>',
        "external-dtd": '<!DOCTYPE x SYSTEM "http://192.0.2.1/x.dtd"><x>law</x>',
        "quadratic": f'<!DOCTYPE x [<!ENTITY e "{"a" * 50_000}">]><x>{"&e;" * 5000}</x>',
        "entity-loop": '<!DOCTYPE x [<!ENTITY a "&b;"><!ENTITY b "&a;">]><x>&a;</x>',
    }
    for name, text in declared.items():
        yield Hostile(f"{name}.xml", f'<?xml version="1.0"?>{text}'.encode(), None)
        act = (
            text.replace("<x>", "<ACT>")
            .replace("</x>", "</ACT>")
            .replace("DOCTYPE x", "DOCTYPE ACT")
        )
        yield Hostile(f"{name}-formex.xml", f'<?xml version="1.0"?>{act}'.encode(), None)
    deep = 200_000
    yield Hostile("deep.xml", b"<a>" * deep + b"law" + b"</a>" * deep, None)
    yield Hostile("deep.html", b"<html>" + b"<div>" * deep + b"law", None)
    yield Hostile("deep-table.html", b"<table><tr><td>" * 5000 + b"law", None)
    yield Hostile("attributes.html", b"<html " + b"a='b' " * 100_000 + b">law</html>", None)
    yield Hostile("unclosed.html", b"<html><body><p>law <b <i <u", None)
    yield Hostile("script.html", b"<html><script>while(1){}</script><body>law of the land", READ)
    yield Hostile("image.html", b"<html><img src='http://192.0.2.1/x.png'>law of the land", READ)
    yield Hostile("wrong-charset.html", b"<meta charset='rot13'><p>law of the land", READ)
    yield Hostile("nul.html", b"<html>\0<body>\0law of the land\0", None)
    yield Hostile("wrong-encoding.xml", b'<?xml version="1.0" encoding="utf-16"?><x>law</x>', None)
    yield Hostile("unknown-encoding.xml", b'<?xml version="1.0" encoding="x-law"?><x>law</x>', None)
    yield Hostile(
        "invalid-formex.xml", b"<ACT><ARTICLE><PARAG><ARTICLE/></PARAG></ARTICLE>law</ACT>", None
    )
    yield Hostile(
        "many-articles.xml", b"<ACT>" + b"<ARTICLE>law</ARTICLE>" * 30_000 + b"</ACT>", None
    )


def pdf(*objects: str, trailer: str = "/Root 1 0 R") -> bytes:
    body = "".join(f"{n} 0 obj {item} endobj\n" for n, item in enumerate(objects, 1))
    return f"%PDF-1.7\n{body}trailer <<{trailer}>>\n%%EOF".encode("latin-1")


def pdfs() -> Iterator[Hostile]:
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
    yield Hostile("only-header.pdf", b"%PDF-1.4", {FileCode.PDF_DAMAGED})
    yield Hostile(
        "circular-pages.pdf", pdf(catalog, "<</Type /Pages /Kids [2 0 R] /Count 1>>"), None
    )
    yield Hostile(
        "circular-page.pdf",
        pdf(catalog, one, "<</Type /Page /Parent 3 0 R /Contents 3 0 R>>"),
        None,
    )
    yield Hostile(
        "circular-length.pdf",
        pdf(catalog, one, page, "<</Length 4 0 R>> stream\nx\nendstream"),
        None,
    )
    yield Hostile("circular-root.pdf", pdf("1 0 R"), None)
    yield Hostile(
        "many-pages-claimed.pdf", pdf(catalog, "<</Type /Pages /Kids [] /Count 2000000000>>"), None
    )
    yield Hostile("stream-bomb.pdf", pdf(catalog, one, page, bomb), None)
    yield Hostile("nested-stream-bomb.pdf", pdf(catalog, one, page, nested), None)
    yield Hostile(
        "huge-page.pdf",
        pdf(catalog, one, huge, "<</Length 20>> stream\n0 0 9 9 re f\nendstream"),
        None,
    )
    yield Hostile("no-trailer.pdf", b"%PDF-1.7\n1 0 obj <<>> endobj", None)
    yield Hostile("deep-array.pdf", pdf("[" * 100_000), None)
    yield Hostile("deep-dictionary.pdf", pdf("<</A " * 50_000), None)
    yield Hostile("negative-xref.pdf", pdf(catalog, one, page) + b"\nstartxref\n-1\n%%EOF", None)
    yield Hostile(
        "script.pdf", pdf("<</Type /Catalog /OpenAction <</S /JavaScript /JS (while(1);)>>>>"), None
    )
    yield Hostile("text-called.pdf", TEXT.encode(), {FileCode.NOT_A_PDF})


def message(subject: str, body: str = TEXT) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", subject
    mail.set_content(body)
    return mail


def mails() -> Iterator[Hostile]:
    yield Hostile("nested-100-deep.eml", nested_mail(100), {FileCode.CONTAINED_TOO_DEEPLY})
    yield Hostile(
        "nested-1000-deep.eml", b"Content-Type: message/rfc822\nFrom: a@b.c\n\n" * 1000, None
    )
    boundary = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n"
    multiparts = b"From: a@b.c\nSubject: x\n" + b"".join(boundary % (i, i) for i in range(500))
    yield Hostile("nested-multiparts.eml", multiparts, None)
    parts = b"--b\nContent-Type: text/plain\n\nlaw\n" * 5000
    yield Hostile(
        "many-parts.eml",
        b"From: a@b.c\nDate: x\nContent-Type: multipart/mixed; boundary=b\n\n" + parts,
        None,
    )
    yield Hostile(
        "no-boundary.eml",
        b"From: a@b.c\nDate: x\nContent-Type: multipart/mixed\n\n" + TEXT.encode(),
        None,
    )
    yield Hostile(
        "bad-headers.eml",
        b"From: <@@>\nTo: =?utf-8?q?=ff?=\nDate: never\nSubject: =?x?b?!?=\n\n" + TEXT.encode(),
        READ,
    )
    yield Hostile(
        "long-header.eml",
        b"From: a@b.c\nSubject: " + b"x" * 1_000_000 + b"\n\n" + TEXT.encode(),
        READ,
    )
    yield Hostile(
        "many-headers.eml", b"From: a@b.c\n" + b"To: x@y.z\n" * 50_000 + b"\n" + TEXT.encode(), None
    )
    yield Hostile("nul.eml", b"From: a@b.c\nSubject: \0\n\nlaw \0 of the land", None)
    yield Hostile(
        "bad-base64.eml",
        b"From: a@b.c\nDate: x\nContent-Transfer-Encoding: base64\n\n!!!!====",
        None,
    )
    yield Hostile(
        "unknown-charset.eml",
        b"From: a@b.c\nDate: x\nContent-Type: text/plain; charset=law\n\n" + TEXT.encode(),
        READ,
    )
    for number, name in enumerate(
        ("../../etc/passwd", "a\0b.txt", "\u202etxt.exe", "/etc/x", "x" * 5000, "C:\\x.txt")
    ):
        mail = message("path")
        mail.add_attachment(TEXT, filename=name.replace("\0", "%00"))
        yield Hostile(f"attachment-name-{number}.eml", mail.as_bytes(), READ)
    mail = message("encrypted")
    mail.add_attachment(b"0", maintype="application", subtype="pkcs7-mime", filename="smime.p7m")
    yield Hostile("encrypted.eml", mail.as_bytes(), {FileCode.ENCRYPTED_FOR_KEY})
    mail = message("pgp")
    mail.add_attachment("-----BEGIN PGP MESSAGE-----\n\nxx", filename="x.asc")
    yield Hostile("pgp.eml", mail.as_bytes(), {FileCode.ENCRYPTED_FOR_KEY})
    nested = b"\x04\x01x"
    for _ in range(3000):
        nested = b"\x24\x80" + nested + b"\0\0"
    head = bytes.fromhex(
        "308006092a864886f70d010702a08030800201013100308006092a864886f70d010701a080"
    )
    yield Hostile("nested.p7m", head + nested + bytes(12), {FileCode.ARCHIVE_TRUNCATED})
    yield Hostile("endless.p7m", head + b"\x24\x80" * 200_000, {FileCode.ARCHIVE_TRUNCATED})
    mail = message("bomb")
    mail.add_attachment(
        zipped(("zeros.txt", bytes(50_000_000))),
        maintype="application",
        subtype="zip",
        filename="z.zip",
    )
    yield Hostile("bomb.eml", mail.as_bytes(), {FileCode.ZIP_BOMB})
    many = b"".join(b"From a@b.c x\nFrom: a@b.c\nDate: x\n\nlaw %d\n\n" % i for i in range(300))
    yield Hostile("many.mbox", many, READ)
    yield Hostile("only-start.mbox", b"From a@b.c x\nFrom: a@b.c\nDate: x\n", None)


def nested_mail(depth: int) -> bytes:
    """Written by hand: to make it with the library takes quadratic time."""
    text = TEXT.encode()
    for level in range(depth):
        boundary = b"b%d" % level
        text = (
            b"From: a@example.org\nSubject: level %d\nContent-Type: multipart/mixed; boundary=%b\n\n"
            b"--%b\nContent-Type: text/plain\n\nbody %d\n--%b\nContent-Type: message/rfc822\n\n%b\n--%b--\n"
            % (level, boundary, boundary, level, boundary, text, boundary)
        )
    return text


def zipped(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data, method, compresslevel=1)
    return buffer.getvalue()


def tarred(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for info, data in members:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def entry(name: str, type_: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = type_, link
    return info


def archives() -> Iterator[Hostile]:
    text = TEXT.encode()
    bomb = zipped(("zeros.txt", bytes(210_000_000)))
    yield Hostile("bomb.zip", bomb, {FileCode.TOO_LARGE})
    yield Hostile(
        "nested-bomb.zip", zipped(*((f"{i}.zip", bomb) for i in range(10))), {FileCode.TOO_LARGE}
    )
    level = text
    for depth in range(30):
        level = zipped((f"level-{depth}.zip" if depth else "a.txt", level))
    yield Hostile("nested-30-deep.zip", level, {FileCode.CONTAINED_TOO_DEEPLY})
    yield Hostile("overlapping.zip", overlapping(), {FileCode.ZIP_BOMB_OF_ALL})
    for number, name in enumerate(PATHS):
        yield Hostile(f"member-name-{number}.zip", zipped((name, text)), READ)
    yield Hostile(
        "same-names.zip", zipped(("a.txt", text), ("b.txt", text)).replace(b"b.txt", b"a.txt"), READ
    )
    yield Hostile(
        "many-members.zip",
        zipped(*((f"{i}.bin", b"") for i in range(20_100))),
        {FileCode.TOO_MANY_MEMBERS},
    )
    yield Hostile(
        "not-utf-8-name.zip", zipped(("caf_.txt", text)).replace(b"caf_", b"caf\xe9"), READ
    )
    yield Hostile("empty.zip", zipped(), None)
    yield Hostile("only-folders.zip", zipped(("a/", b"")), None)
    yield Hostile("encrypted.zip", encrypted_zip(), {FileCode.PASSWORD_NEEDED})
    yield Hostile("one-encrypted.zip", encrypted_zip(others=True), {FileCode.PASSWORD_NEEDED})
    yield Hostile(
        "wrong-checksum.zip",
        zipped(("a.txt", text), method=zipfile.ZIP_STORED).replace(b"tenant", b"TENANT"),
        {FileCode.ARCHIVE_MEMBER_DAMAGED},
    )
    yield Hostile(
        "unknown-method.zip",
        zipped(("a.txt", text)).replace(b"\x14\0\0\0\x08\0", b"\x14\0\0\0\x63\0"),
        None,
    )
    yield Hostile(
        "wrong-size.zip",
        zipped(("a.txt", text)).replace(struct.pack("<I", len(text)), b"\xff\xff\xff\x7f"),
        None,
    )
    yield Hostile("zip-called.pdf", zipped(("a.txt", text)), READ)
    yield Hostile(
        "package.zip",
        zipped(("[Content_Types].xml", b"<x/>"), ("visio/a.xml", b"<x/>")),
        {FileCode.KIND_UNREADABLE},
    )
    yield Hostile(
        "traversal.tar", tarred((entry("../../etc/x.txt"), text), (entry("/etc/y.txt"), text)), READ
    )
    yield Hostile(
        "links.tar",
        tarred(
            (entry("a", tarfile.SYMTYPE, "/etc/passwd"), b""),
            (entry("b", tarfile.LNKTYPE, "a"), b""),
            (entry("c.txt"), text),
        ),
        READ,
    )
    yield Hostile(
        "devices.tar",
        tarred(
            (entry("a", tarfile.CHRTYPE), b""),
            (entry("b", tarfile.FIFOTYPE), b""),
            (entry("c.txt"), text),
        ),
        READ,
    )
    yield Hostile(
        "bomb.tar.gz",
        gzip.compress(tarred((entry("zeros.txt"), bytes(210_000_000))), 1),
        {FileCode.TOO_LARGE},
    )
    yield Hostile("bomb.txt.gz", gzip.compress(bytes(50_000_000), 1), {FileCode.ZIP_BOMB})
    yield Hostile("gzip-in-gzip.gz", gzip.compress(gzip.compress(text)), READ)
    yield Hostile(
        "negative-size.tar",
        tarred((entry("a.txt"), text)).replace(b"00000000075", b"-0000000075"),
        None,
    )
    yield Hostile(
        "huge-size.tar",
        tarred((entry("a.txt"), text)).replace(b"00000000075", b"77777777777"),
        None,
    )
    yield Hostile("seven.7z", seven_zip({"letters/a.txt": text}), READ)
    yield Hostile("encrypted.7z", seven_zip({"a.txt": text}, "secret"), {FileCode.PASSWORD_NEEDED})
    yield Hostile(
        "encrypted-header.7z",
        seven_zip({"a.txt": text}, "secret", header=True),
        {FileCode.PASSWORD_NEEDED},
    )
    yield Hostile("bomb.7z", seven_zip({"zeros.txt": bytes(60_000_000)}), {FileCode.ZIP_BOMB})
    yield Hostile(
        "only-signature.7z", b"7z\xbc\xaf\x27\x1c" + bytes(40), {FileCode.SEVEN_ZIP_DAMAGED}
    )
    yield Hostile("text-called.zip", text, READ)


def seven_zip(
    files: dict[str, bytes], password: str | None = None, *, header: bool = False
) -> bytes:
    buffer = io.BytesIO()
    fast = [{"id": py7zr.FILTER_LZMA2, "preset": 0}]
    filters = [*fast, {"id": py7zr.FILTER_CRYPTO_AES256_SHA256}] if password else fast
    with py7zr.SevenZipFile(
        buffer, "w", filters=filters, password=password, header_encryption=header
    ) as archive:
        for name, data in files.items():
            archive.writef(io.BytesIO(data), name)
    return buffer.getvalue()


def encrypted_zip(*, others: bool = False) -> bytes:
    """Marked as encrypted, in the local header and in the directory."""
    data = bytearray(
        zipped(("a.txt", TEXT.encode()), *([("b.txt", TEXT.encode())] if others else []))
    )
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def overlapping() -> bytes:
    """A thousand entries for the same packed bytes, as the best bombs have (Fifield 2019)."""
    data = zipped(("zeros.txt", bytes(2_000_000)))
    at, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    directory = data[at:end] * 1000
    counts = struct.pack("<HHII", 1000, 1000, len(directory), at)
    return data[:at] + directory + data[end : end + 8] + counts + data[end + 20 :]


def office() -> Iterator[Hostile]:
    types = ("[Content_Types].xml", b"<Types/>")
    laughs = (
        b'<!DOCTYPE x [<!ENTITY a "law"><!ENTITY b "&a;&a;&a;&a;">]><w:document>&b;</w:document>'
    )
    wide = (
        b"<w:document xmlns:w='w'><w:body>"
        + b"<w:p><w:r><w:t>law </w:t></w:r></w:p>" * 100_000
        + b"</w:body></w:document>"
    )
    yield Hostile("bomb.docx", zipped(types, ("word/document.xml", bytes(150_000_000))), None)
    yield Hostile("entities.docx", zipped(types, ("word/document.xml", laughs)), None)
    yield Hostile("wide.docx", zipped(types, ("word/document.xml", wide)), None)
    yield Hostile("deep.docx", zipped(types, ("word/document.xml", b"<w:p>" * 100_000)), None)
    yield Hostile("no-document.docx", zipped(types, ("word/other.xml", b"<x/>")), None)
    yield Hostile(
        "dimension.xlsx",
        zipped(
            types,
            ("xl/workbook.xml", b"<workbook/>"),
            ("xl/worksheets/sheet1.xml", SHEET),
        ),
        None,
    )
    yield Hostile("empty.pptx", zipped(types, ("ppt/presentation.xml", b"<p/>")), None)
    manifest = b"<manifest:encryption-data/>"
    kind = b"application/vnd.oasis.opendocument.text"
    yield Hostile(
        "locked.odt",
        zipped(("mimetype", kind), ("META-INF/manifest.xml", manifest), ("content.xml", b"x")),
        {FileCode.PASSWORD_PROTECTED},
    )
    yield Hostile(
        "locked.xlsx", (FIXTURES / "locked.xlsx").read_bytes(), {FileCode.PASSWORD_NEEDED}
    )
    word = bytearray((FIXTURES / "simple.doc").read_bytes())
    word[word.index(b"\xec\xa5") + 11] |= 1  # [MS-DOC] 2.5.2, fEncrypted
    yield Hostile("locked.doc", bytes(word), {FileCode.PASSWORD_UNSUPPORTED})
    yield Hostile("only-signature.doc", OLE, {FileCode.OLD_OFFICE_UNKNOWN})
    yield Hostile("zeros.doc", OLE + bytes(4000), {FileCode.OLD_OFFICE_UNKNOWN})
    yield Hostile(
        "names-only.msg",
        OLE + bytes(504) + "__properties_version1.0".encode("utf-16-le"),
        {FileCode.OUTLOOK_DAMAGED},
    )
    yield Hostile("deep.rtf", b"{\\rtf1 " + b"{" * 100_000 + b"law", None)
    yield Hostile("object.rtf", b"{\\rtf1 law {\\object\\objdata " + b"41" * 100_000 + b"}}", None)
    yield Hostile("wrong.docx", (FIXTURES / "three-pages.pdf").read_bytes(), READ)
    yield Hostile("wrong.pdf", (FIXTURES / "simple.docx").read_bytes(), READ)
    yield Hostile("wrong.txt", (FIXTURES / "email-with-attachment.msg").read_bytes(), READ)


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


def pictures() -> Iterator[Hostile]:
    yield Hostile(
        "one-pixel.png", png(1, 1, b"\0\0"), {FileCode.PICTURE_WITHOUT_TEXT, *WITHOUT_OCR}
    )
    yield Hostile(
        "100000-x-100000.png",
        png(100_000, 100_000, bytes(1000)),
        {FileCode.PICTURE_TOO_LARGE, *WITHOUT_OCR},
    )
    yield Hostile(
        "100000-x-1.png",
        png(100_000, 1, bytes(12_501)),
        {FileCode.PICTURE_WITHOUT_TEXT, *WITHOUT_OCR},
    )
    yield Hostile(
        "no-pixels.png",
        png(0, 0, b""),
        {FileCode.PICTURE_DAMAGED, FileCode.PICTURE_WITHOUT_TEXT, *WITHOUT_OCR},
    )
    yield Hostile(
        "bomb.png", png(1000, 1000, bytes(126_000)), {FileCode.PICTURE_WITHOUT_TEXT, *WITHOUT_OCR}
    )
    yield Hostile(
        "only-signature.png", b"\x89PNG\r\n\x1a\n", {FileCode.PICTURE_DAMAGED, *WITHOUT_OCR}
    )
    yield Hostile(
        "only-signature.jpg", b"\xff\xd8\xff\xe0", {FileCode.PICTURE_DAMAGED, *WITHOUT_OCR}
    )
    yield Hostile(
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
    yield Hostile("circular.tif", loop, {FileCode.PICTURE_DAMAGED, *WITHOUT_OCR})
    yield Hostile(
        "huge.bmp",
        b"BM" + bytes(12) + struct.pack("<IiiHH", 40, 2**30, 2**30, 1, 24) + bytes(24),
        {FileCode.PICTURE_TOO_LARGE, *WITHOUT_OCR},
    )
    yield Hostile("text-called.png", TEXT.encode(), READ)
    yield Hostile(
        "picture.svg",
        b"<svg xmlns='http://www.w3.org/2000/svg'><text>law of the land</text></svg>",
        None,
    )


def damaged() -> Iterator[Hostile]:
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
            yield Hostile(f"cut-{share}-{name}", data[: int(len(data) * share)], None)
        for number in range(2):
            flipped = bytearray(data)
            for _ in range(max(1, len(data) // 500)):
                flipped[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            yield Hostile(f"flipped-{number}-{name}", bytes(flipped), None)


PIECES = {
    "absatz": "(1) ", "article": "Article 1\n\nlaw\n\n", "section": "§ 1 law\n", "dots": ". . . ", "stars": "* ", "bracket": "[",
    "link": "[a](", "strong": "*a **b ", "code": "```\n", "quote": "> " * 50 + "\n", "table": "|a|b|\n|-|-|\n", "blank": " " * 80,
    "break": "\n", "tab": "\t", "letters": "a) b) c) ", "decimal": "1.1.1.1.1.1.1.1 ", "whereas": "Whereas: (1) ",
    "chapter": "CHAPTER I\n", "date": "1 January 2020 ", "parties": "A v B v ", "ecli": "ECLI:EU:C:", "sections": "§§ 1, 2, 3, ",
    "page": "Page 1 of 9\n",
    "hyphen": "exam-\nple ", "definition": "“Term” means ", "passive": "§ 1 BGB wird durch die x durch die ",
    "clause": "1. DEFINITIONS\n1.1 In this Agreement\n(a) x\n(i) y\n",
}  # fmt: skip


def repeated() -> Iterator[Hostile]:
    """Short pieces over and over, which show steps of more than linear time."""
    for name, piece in PIECES.items():
        text = piece * (200_000 // len(piece)) + TEXT
        yield Hostile(f"repeated-{name}.txt", text.encode(), None)
    for name in ("strong", "link", "code", "quote", "table"):
        text = PIECES[name] * (200_000 // len(PIECES[name])) + TEXT
        yield Hostile(f"repeated-{name}.md", f"# Title\n\n{text}".encode(), None)


def headers() -> Iterator[Hostile]:
    """Headers of mails that the standard library parses in quadratic time or much memory."""
    parameters = "; ".join(f"name*{n}*=utf-8''%41" for n in range(20_000))
    for name, header in {
        "addresses": "To: " + ", ".join(["\"a b\" <a@b.c>"] * 30_000), "quotes": "To: " + '"\\"' * 50_000,
        "comments": "To: " + "(" * 50_000, "words": "To: " + "a b " * 50_000,
        "encoded words": "Subject: " + "=?utf-8?q?=41?= " * 50_000, "parameters": f"Content-Type: text/plain; {parameters}",
        "boundary": f"Content-Type: multipart/mixed; boundary={'x' * 1_000_000}", "lines": "X-A: " + "\n " * 200_000 + "x",
    }.items():  # fmt: skip
        yield Hostile(f"{name}.eml", f"From: a@b.c\n{header}\n\n{TEXT}".encode(), None)


def declared() -> Iterator[Hostile]:
    """Sizes and depths that are only declared, or lie in a part."""
    with zipfile.ZipFile(FIXTURES / "simple.pptx") as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    slide = "ppt/slides/slide1.xml"
    parts[slide] = parts[slide].replace(b"<p:spTree>", b"<p:spTree>" + b"<p:grpSp>" * 50_000)
    parts[slide] = parts[slide].replace(b"</p:spTree>", b"</p:grpSp>" * 50_000 + b"</p:spTree>")
    yield Hostile("deep-groups.pptx", zipped(*parts.items()), {FileCode.NESTED_TOO_DEEPLY})
    plain = bytearray(tarred((entry("a.txt"), TEXT.encode())))
    plain[124:136] = b"\x80" + b"\xff" * 11  # the size in base 256
    plain[148:156] = b" " * 8
    plain[148:156] = b"%06o\0 " % sum(plain[:512])
    yield Hostile("size-of-88-bits.tar", bytes(plain), None)
    spaces = b"<text:p>law<text:s text:c='2000000000'/>of the land</text:p>"
    with zipfile.ZipFile(FIXTURES / "simple.odt") as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    content = parts["content.xml"]
    at = content.index(b">", content.index(b"<office:text")) + 1
    parts["content.xml"] = content[:at] + spaces + content[at:]
    yield Hostile("blanks.odt", zipped(*parts.items()), None)
