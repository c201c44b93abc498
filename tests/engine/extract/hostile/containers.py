"""Hostile mails and archives."""

import gzip
import io
import struct
import tarfile
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage

import py7zr
from tests.engine.extract.hostile.cases import READ, TEXT, Case

from lexdesk.errors import FileCode

PATHS = ("../../../etc/passwd", "/etc/passwd", "C:\\Windows\\x", "..\\..\\x", "a/" * 500 + "b", "CON",
         "\u202egpj.exe", "x\ny")  # fmt: skip


def message(subject: str, body: str = TEXT) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", subject
    mail.set_content(body)
    return mail


def mails() -> Iterator[Case]:
    yield "nested-100-deep.eml", nested_mail(100), FileCode.CONTAINED_TOO_DEEPLY
    yield "nested-1000-deep.eml", b"Content-Type: message/rfc822\nFrom: a@b.c\n\n" * 1000, None
    boundary = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n"
    multiparts = b"From: a@b.c\nSubject: x\n" + b"".join(boundary % (i, i) for i in range(500))
    yield "nested-multiparts.eml", multiparts, None
    parts = b"--b\nContent-Type: text/plain\n\nlaw\n" * 5000
    yield (
        "many-parts.eml",
        b"From: a@b.c\nDate: x\nContent-Type: multipart/mixed; boundary=b\n\n" + parts,
        None,
    )
    yield (
        "no-boundary.eml",
        b"From: a@b.c\nDate: x\nContent-Type: multipart/mixed\n\n" + TEXT.encode(),
        None,
    )
    yield (
        "bad-headers.eml",
        b"From: <@@>\nTo: =?utf-8?q?=ff?=\nDate: never\nSubject: =?x?b?!?=\n\n" + TEXT.encode(),
        READ,
    )
    yield (
        "long-header.eml",
        b"From: a@b.c\nSubject: " + b"x" * 1_000_000 + b"\n\n" + TEXT.encode(),
        READ,
    )
    yield (
        "many-headers.eml",
        b"From: a@b.c\n" + b"To: x@y.z\n" * 50_000 + b"\n" + TEXT.encode(),
        None,
    )
    yield "nul.eml", b"From: a@b.c\nSubject: \0\n\nlaw \0 of the land", None
    yield (
        "bad-base64.eml",
        b"From: a@b.c\nDate: x\nContent-Transfer-Encoding: base64\n\n!!!!====",
        None,
    )
    yield (
        "unknown-charset.eml",
        b"From: a@b.c\nDate: x\nContent-Type: text/plain; charset=law\n\n" + TEXT.encode(),
        READ,
    )
    for number, name in enumerate(
        ("../../etc/passwd", "a\0b.txt", "\u202etxt.exe", "/etc/x", "x" * 5000, "C:\\x.txt")
    ):
        mail = message("path")
        mail.add_attachment(TEXT, filename=name.replace("\0", "%00"))
        yield f"attachment-name-{number}.eml", mail.as_bytes(), READ
    mail = message("encrypted")
    mail.add_attachment(b"0", maintype="application", subtype="pkcs7-mime", filename="smime.p7m")
    yield "encrypted.eml", mail.as_bytes(), FileCode.ENCRYPTED_FOR_KEY
    mail = message("pgp")
    mail.add_attachment("-----BEGIN PGP MESSAGE-----\n\nxx", filename="x.asc")
    yield "pgp.eml", mail.as_bytes(), FileCode.ENCRYPTED_FOR_KEY
    nested = b"\x04\x01x"
    for _ in range(3000):
        nested = b"\x24\x80" + nested + b"\0\0"
    head = bytes.fromhex(
        "308006092a864886f70d010702a08030800201013100308006092a864886f70d010701a080"
    )
    yield "nested.p7m", head + nested + bytes(12), FileCode.ARCHIVE_TRUNCATED
    yield "endless.p7m", head + b"\x24\x80" * 200_000, FileCode.ARCHIVE_TRUNCATED
    mail = message("bomb")
    mail.add_attachment(
        zipped(("zeros.txt", bytes(50_000_000))),
        maintype="application",
        subtype="zip",
        filename="z.zip",
    )
    yield "bomb.eml", mail.as_bytes(), FileCode.ZIP_BOMB
    many = b"".join(b"From a@b.c x\nFrom: a@b.c\nDate: x\n\nlaw %d\n\n" % i for i in range(300))
    yield "many.mbox", many, READ
    yield "only-start.mbox", b"From a@b.c x\nFrom: a@b.c\nDate: x\n", None


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


def headers() -> Iterator[Case]:
    """Yield headers of mails that the standard library parses in quadratic time or much memory."""
    parameters = "; ".join(f"name*{n}*=utf-8''%41" for n in range(20_000))
    for name, header in {
        "addresses": "To: " + ", ".join(["\"a b\" <a@b.c>"] * 30_000), "quotes": "To: " + '"\\"' * 50_000,
        "comments": "To: " + "(" * 50_000, "words": "To: " + "a b " * 50_000,
        "encoded words": "Subject: " + "=?utf-8?q?=41?= " * 50_000, "parameters": f"Content-Type: text/plain; {parameters}",
        "boundary": f"Content-Type: multipart/mixed; boundary={'x' * 1_000_000}", "lines": "X-A: " + "\n " * 200_000 + "x",
    }.items():  # fmt: skip
        yield f"{name}.eml", f"From: a@b.c\n{header}\n\n{TEXT}".encode(), None


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


def archives() -> Iterator[Case]:
    text = TEXT.encode()
    bomb = zipped(("zeros.txt", bytes(210_000_000)))
    yield "bomb.zip", bomb, FileCode.TOO_LARGE
    yield "nested-bomb.zip", zipped(*((f"{i}.zip", bomb) for i in range(10))), FileCode.TOO_LARGE
    level = text
    for depth in range(30):
        level = zipped((f"level-{depth}.zip" if depth else "a.txt", level))
    yield "nested-30-deep.zip", level, FileCode.CONTAINED_TOO_DEEPLY
    yield "overlapping.zip", overlapping(), FileCode.ZIP_BOMB_OF_ALL
    for number, name in enumerate(PATHS):
        yield f"member-name-{number}.zip", zipped((name, text)), READ
    yield (
        "same-names.zip",
        zipped(("a.txt", text), ("b.txt", text)).replace(b"b.txt", b"a.txt"),
        READ,
    )
    yield (
        "many-members.zip",
        zipped(*((f"{i}.bin", b"") for i in range(20_100))),
        FileCode.TOO_MANY_MEMBERS,
    )
    yield "not-utf-8-name.zip", zipped(("caf_.txt", text)).replace(b"caf_", b"caf\xe9"), READ
    yield "empty.zip", zipped(), None
    yield "only-folders.zip", zipped(("a/", b"")), None
    yield "encrypted.zip", encrypted_zip(), FileCode.PASSWORD_NEEDED
    yield "one-encrypted.zip", encrypted_zip(others=True), FileCode.PASSWORD_NEEDED
    yield (
        "wrong-checksum.zip",
        zipped(("a.txt", text), method=zipfile.ZIP_STORED).replace(b"tenant", b"TENANT"),
        FileCode.ARCHIVE_MEMBER_DAMAGED,
    )
    yield (
        "unknown-method.zip",
        zipped(("a.txt", text)).replace(b"\x14\0\0\0\x08\0", b"\x14\0\0\0\x63\0"),
        None,
    )
    yield (
        "wrong-size.zip",
        zipped(("a.txt", text)).replace(struct.pack("<I", len(text)), b"\xff\xff\xff\x7f"),
        None,
    )
    yield "zip-called.pdf", zipped(("a.txt", text)), READ
    yield (
        "package.zip",
        zipped(("[Content_Types].xml", b"<x/>"), ("visio/a.xml", b"<x/>")),
        FileCode.KIND_UNREADABLE,
    )
    yield (
        "traversal.tar",
        tarred((entry("../../etc/x.txt"), text), (entry("/etc/y.txt"), text)),
        READ,
    )
    yield (
        "links.tar",
        tarred(
            (entry("a", tarfile.SYMTYPE, "/etc/passwd"), b""),
            (entry("b", tarfile.LNKTYPE, "a"), b""),
            (entry("c.txt"), text),
        ),
        READ,
    )
    yield (
        "devices.tar",
        tarred(
            (entry("a", tarfile.CHRTYPE), b""),
            (entry("b", tarfile.FIFOTYPE), b""),
            (entry("c.txt"), text),
        ),
        READ,
    )
    yield (
        "bomb.tar.gz",
        gzip.compress(tarred((entry("zeros.txt"), bytes(210_000_000))), 1),
        FileCode.TOO_LARGE,
    )
    yield "bomb.txt.gz", gzip.compress(bytes(50_000_000), 1), FileCode.ZIP_BOMB
    yield "gzip-in-gzip.gz", gzip.compress(gzip.compress(text)), READ
    yield (
        "negative-size.tar",
        tarred((entry("a.txt"), text)).replace(b"00000000075", b"-0000000075"),
        None,
    )
    yield (
        "huge-size.tar",
        tarred((entry("a.txt"), text)).replace(b"00000000075", b"77777777777"),
        None,
    )
    yield "seven.7z", seven_zip({"letters/a.txt": text}), READ
    yield "encrypted.7z", seven_zip({"a.txt": text}, "secret"), FileCode.PASSWORD_NEEDED
    yield (
        "encrypted-header.7z",
        seven_zip({"a.txt": text}, "secret", header=True),
        FileCode.PASSWORD_NEEDED,
    )
    yield "bomb.7z", seven_zip({"zeros.txt": bytes(60_000_000)}), FileCode.ZIP_BOMB
    yield "only-signature.7z", b"7z\xbc\xaf\x27\x1c" + bytes(40), FileCode.SEVEN_ZIP_DAMAGED
    yield "text-called.zip", text, READ


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
