"""Mails and mailboxes: endless parts, headers, encodings and calendars; signed files."""

import base64
from collections.abc import Iterator

TEXT = "The tenant shall pay the rent."
_HEAD = "From: a@example.org\nTo: b@example.org\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: rent\nMIME-Version: 1.0\n"


def _mail(headers: str, body: str | bytes = TEXT) -> bytes:
    return (_HEAD + headers + "\n\n").encode("latin-1", "replace") + (
        body.encode() if isinstance(body, str) else body
    )


def _multipart(*parts: str, kind: str = "mixed", boundary: str = "b") -> bytes:
    return _mail(
        f'Content-Type: multipart/{kind}; boundary="{boundary}"',
        "".join(f"--{boundary}\n{part}\n" for part in parts) + f"--{boundary}--\n",
    )


def files() -> Iterator[tuple[str, bytes]]:
    yield from _parts()
    yield from _headers()
    yield from _encodings()
    yield from _calendars()
    yield from _mailboxes()
    yield from _signed()


def _parts() -> Iterator[tuple[str, bytes]]:
    plain = f"Content-Type: text/plain\n\n{TEXT}"
    yield "parts-100000.eml", _multipart(*[plain] * 100_000)
    yield "empty-parts-200000.eml", _multipart(*[""] * 200_000)
    yield (
        "attachments-50000.eml",
        _multipart(*[f"Content-Disposition: attachment; filename=a.txt\n\n{TEXT}"] * 50_000),
    )
    yield (
        "alternatives-50000.eml",
        _multipart(*[f"Content-Type: text/html\n\n<p>{TEXT}"] * 50_000, kind="alternative"),
    )
    yield "digest.eml", _multipart(*[f"\nFrom: a@b.c\nDate: x\n\n{TEXT}"] * 5_000, kind="digest")
    for name, boundary in {
        "empty": "",
        "blank": " ",
        "dashes": "--",
        "long": "x" * 100_000,
        "pattern": "(a+)+$",
        "newline": "b\\nb",
        "colon": ":",
        "quote": '\\"',
    }.items():
        yield f"boundary-{name}.eml", _multipart(*[plain] * 100, boundary=boundary)
    same = "".join("Content-Type: multipart/mixed; boundary=b\n\n--b\n" for _ in range(3_000))
    yield "same-boundary-nested.eml", (_HEAD + same).encode()
    prefixes = "".join(
        f"Content-Type: multipart/mixed; boundary={'b' * n}\n\n--{'b' * n}\n" for n in range(1, 400)
    )
    yield "boundaries-that-begin-alike.eml", (_HEAD + prefixes + plain).encode()
    related = "".join(
        f"Content-Type: multipart/related; boundary=r{n}; start=x\n\n--r{n}\n" for n in range(99)
    )
    yield "related-deep.eml", (_HEAD + related + plain).encode()
    yield "partial.eml", _mail("Content-Type: message/partial; id=a; number=1; total=2147483647")
    for access in ("local-file", "url", "ftp", "mail-server"):
        yield (
            f"external-{access}.eml",
            _mail(
                f'Content-Type: message/external-body; access-type={access}; name="/etc/passwd"; URL="http://192.0.2.1/"; site=192.0.2.1',
                "Content-Type: text/plain\n\n",
            ),
        )
    yield "status.eml", _mail("Content-Type: message/delivery-status", "a: b\n\n" * 50_000)
    yield (
        "message-of-itself.eml",
        _multipart(
            *[
                "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
                + base64.encodebytes(_mail("")).decode()
            ]
            * 1_000
        ),
    )
    yield (
        "page-with-parts.mht",
        _multipart(
            f"Content-Type: text/html\nContent-Location: file:///etc/passwd\n\n<img src=cid:a><iframe src=file:///etc/passwd></iframe>{TEXT}",
            "Content-ID: <a>\nContent-Type: image/png\n\nx",
            kind="related",
        ),
    )
    yield (
        "tnef.eml",
        _multipart(
            plain,
            "Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n"
            + base64.encodebytes(b"\x78\x9f\x3e\x22\1\0" + b"\2\xff\xff\xff\x7f" * 2_000).decode(),
        ),
    )


def _headers() -> Iterator[tuple[str, bytes]]:
    for name, header in {
        "100000": "\n".join(f"X-{n}: a" for n in range(100_000)),
        "same-100000": "\n".join(["Received: from a by b; x"] * 100_000),
        "folded": "X-A: " + "a\n " * 300_000,
        "without-colon": "a" * 100_000,
        "no-name": ": a\n" * 50_000 + "X: y",
        "subject-words": "Subject: " + "=?utf-8?b?" + "QUFB" * 200_000 + "?=",
        "subject-charsets": "Subject: "
        + " ".join(
            f"=?{c}?q?=41?="
            for c in ("zlib", "idna", "punycode", "hex", "unicode_escape", "x" * 9_000, "utf-7")
        ),
        "references": "References: " + "<a@b.c> " * 100_000,
        "groups": "To: " + "a:" * 100_000 + ";" * 100_000,
        "angles": "To: " + "<" * 100_000,
        "at-signs": "To: " + "@" * 100_000,
        "domains": "To: a@" + "[" * 100_000,
        "routes": "To: <" + "@a," * 50_000 + ":b@c>",
        "dots": "To: " + "." * 200_000,
        "content-id": "Content-ID: " + "<" * 100_000,
        "version": "MIME-Version: " + "(" * 100_000,
        "type-comments": "Content-Type: text/plain" + "(a" * 50_000,
        "type-parameters": "Content-Type: text/plain; " + "a=b; " * 100_000,
        "disposition": "Content-Disposition: attachment; filename*=" + "utf-8''" + "%41" * 200_000,
        "continuations": "Content-Disposition: attachment; "
        + "; ".join(f"filename*{n}=a" for n in range(20_000)),
        "huge-continuation": "Content-Disposition: attachment; filename*99999999999999999999=a; filename*0=b",
        "wrong-continuations": "Content-Disposition: attachment; filename*-1=a; filename**=b; filename*²*=c",
        "charset-of-a-name": "Content-Disposition: attachment; filename*=zlib''%78%9c",
        "escapes": 'Content-Type: text/plain; name="' + "\\" * 100_001 + '"',
    }.items():
        yield f"header-{name}.eml", _mail(header)
    for at, date in enumerate(
        (
            "99999999999999999999",
            "Mon, 99 Foo 99999 99:99:99 +9999",
            "1 Jan 0000 00:00:00",
            "1 Jan 99999999999999999999",
            "²",
            "Mon, 1 Jan 2024 00:00:00 +99999999999999999999",
            "1 Jan 2024 00:00:00 " + "(" * 100_000,
            "1 Jan -1",
            "31 Dec 9999 23:59:59 -2359",
            "1 Jan 1 00:00:00 +2359",
            "9" * 10_000,
            "",
        )
    ):
        yield (
            f"date-{at}.eml",
            f"From: a@b.c\nTo: d@e.f\nSubject: x\nDate: {date}\nReceived: from a by b; {date}\n\n{TEXT}".encode(),
        )


def _encodings() -> Iterator[tuple[str, bytes]]:
    for charset in (
        "zlib",
        "bz2",
        "hex",
        "base64",
        "uu",
        "quopri",
        "rot13",
        "idna",
        "punycode",
        "unicode_escape",
        "raw_unicode_escape",
        "undefined",
        "utf-7",
        "utf-16",
        "utf-32",
        "mbcs",
        "utf-8-sig",
        "iso-2022-jp-ext",
        "hz",
        "x\0y",
        "x" * 5_000,
        "*",
    ):
        yield (
            f"charset-{charset[:12].replace(chr(0), 'nul').replace('*', 'star')}.eml",
            _mail(
                f'Content-Type: text/plain; charset="{charset}"',
                f"{TEXT} \\ud800 ~{{+/v8 =41".encode(),
            ),
        )
    for name, (encoding, body) in {
        "uu": (
            "x-uuencode",
            b"begin 644 ../../etc/passwd\n" + b"M" + b"`" * 60 + b"\n" * 100_000 + b"`\nend\n",
        ),
        "base64-blank": ("base64", b"\n" * 5_000_000),
        "base64-noise": ("base64", b"!@#$" * 500_000 + base64.b64encode(TEXT.encode())),
        "quoted": ("quoted-printable", b"=\n" * 1_000_000 + TEXT.encode()),
        "quoted-hex": ("quoted-printable", b"=zz=4=" * 300_000),
        "binhex": (
            "x-binhex40",
            b"(This file must be converted with BinHex 4.0)\n:" + b"!" * 100_000,
        ),
        "unknown": ("x" * 5_000, TEXT.encode()),
        "nested": ("base64", base64.b64encode(base64.b64encode(TEXT.encode() * 1000))),
    }.items():
        yield (
            f"encoding-{name}.eml",
            _mail(f"Content-Type: text/plain\nContent-Transfer-Encoding: {encoding}", body),
        )
    yield (
        "flowed.eml",
        _mail(
            "Content-Type: text/plain; format=flowed; delsp=yes",
            ">" * 200_000 + " \n" + "> \n" * 200_000 + TEXT,
        ),
    )
    yield "quotes.eml", _mail("", ("> " * 5_000 + "law\n") * 500)
    yield (
        "forwards.eml",
        _mail("", "-----Original Message-----\nFrom: a\nSent: b\nTo: c\nSubject: d\n\n" * 20_000),
    )
    yield "enriched.eml", _mail("Content-Type: text/enriched", "<<" * 200_000 + TEXT)
    yield "pem.eml", _mail("", "-----BEGIN PGP SIGNED MESSAGE-----\n" * 50_000 + TEXT)


def _calendars() -> Iterator[tuple[str, bytes]]:
    event = "BEGIN:VEVENT\nDTSTART:20240101T000000Z\nSUMMARY:The tenant shall pay\n{}\nEND:VEVENT\n"
    for name, inside in {
        "daily": "RRULE:FREQ=SECONDLY;COUNT=2147483647",
        "never-ends": "RRULE:FREQ=SECONDLY;INTERVAL=0",
        "dates": "RDATE:" + ",".join(["20240101"] * 100_000),
        "alarms": "BEGIN:VALARM\nREPEAT:2147483647\nATTACH:file:///etc/passwd\nEND:VALARM\n"
        * 20_000,
        "folds": "DESCRIPTION:" + "a\n " * 300_000,
        "parameters": "DESCRIPTION;" + ";".join(f"X{n}=a" for n in range(100_000)) + ":b",
        "escapes": "DESCRIPTION:" + "\\n\\;\\," * 200_000,
        "begins": "BEGIN:VEVENT\n" * 100_000,
        "ends": "END:VCALENDAR\n" * 100_000,
        "date": "DTEND:99999999T999999Z\nDURATION:P" + "9" * 5_000 + "D",
        "zones": "DTEND;TZID=../../etc/passwd:20240101T000000\nDTEND;TZID="
        + "x" * 100_000
        + ":20240101T000000",
        "attached": "ATTACH;ENCODING=BASE64;VALUE=BINARY:" + "QUFB" * 300_000,
    }.items():
        calendar = "BEGIN:VCALENDAR\nVERSION:2.0\n" + event.format(inside) + "END:VCALENDAR\n"
        yield f"calendar-{name}.eml", _mail("Content-Type: text/calendar; method=REQUEST", calendar)
        yield f"{name}.ics", calendar.encode()
    yield (
        "cards.vcf",
        ("BEGIN:VCARD\nVERSION:3.0\nN:a\nPHOTO;ENCODING=b:QUFB\nEND:VCARD\n" * 50_000).encode(),
    )


def _mailboxes() -> Iterator[tuple[str, bytes]]:
    begin = b"From a@b.c Mon Jan  1 00:00:00 2024\n"
    yield "begins-500000.mbox", begin + _mail("") + b"\n\n" + b"From a\n" * 500_000
    yield "mails-30000.mbox", (begin + b"From: a@b.c\nDate: x\nSubject: y\n\nlaw\n\n") * 30_000
    yield "one-line.mbox", begin + _mail("") + b"x" * 10_000_000
    yield (
        "lengths.mbox",
        (begin + b"From: a@b.c\nDate: x\nContent-Length: 99999999999999999999\n\nlaw\n\n") * 100,
    )
    yield "escapes.mbox", begin + _mail("", ">" * 5_000 + "From a\n" + (">From x\n" * 300_000))


def _length(size: int) -> bytes:
    return b"\x84" + size.to_bytes(4, "big")


def _signed() -> Iterator[tuple[str, bytes]]:
    oid = bytes.fromhex("06092a864886f70d010702")
    for name, data in {
        "long-length": b"\x30\xff" + b"\xff" * 127,
        "length-of-64-bits": b"\x30\x88" + b"\x7f" + b"\xff" * 7 + oid,
        "length-of-nothing": b"\x30\0" + oid,
        "endless-identifier": b"\x30\x80" + b"\x1f" + b"\xff" * 100_000,
        "endless-number": b"\x30\x80" + oid + b"\x02\x84\x7f\xff\xff\xff",
        "deep": b"\x30\x80" * 100_000,
        "deep-and-closed": b"\x30\x80" * 20_000 + b"\0\0" * 20_000,
        "ends": b"\x30\x80" + oid + b"\xa0\x80" + b"\0\0" * 100_000,
    }.items():
        yield f"signed-{name}.p7m", data
        yield (
            f"signed-{name}-of-a-mail.eml",
            _multipart(
                "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n"
                + base64.encodebytes(data).decode()
            ),
        )
    inner = TEXT.encode()
    for _ in range(40):
        octets = b"\x04" + _length(len(inner)) + inner
        content = bytes.fromhex("06092a864886f70d010701") + b"\xa0" + _length(len(octets)) + octets
        signed = b"\x02\x01\x01\x31\x00\x30" + _length(len(content)) + content
        body = b"\x30" + _length(len(signed)) + signed
        outer = oid + b"\xa0" + _length(len(body)) + body
        inner = b"\x30" + _length(len(outer)) + outer
    yield "signed-40-deep.p7m", inner
