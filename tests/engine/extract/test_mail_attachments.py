"""Mails: attachments in winmail.dat and as uuencoded text, and signed content."""

import base64
import binascii
import struct
from email.message import EmailMessage
from pathlib import Path

import pytest
from tests.engine.extract.crafted_containers import TEXT, document, mail, read

from lexdesk.document.model import Document
from lexdesk.extract.containers.compressed_rtf import decompress


def test_uuencoded_files_in_mail_body_are_attachments(tmp_path: Path) -> None:
    encoded = [binascii.b2a_uu(piece.encode()).decode() for piece in (TEXT[:20], TEXT[20:])]
    lines = "".join(encoded)
    shortened = lines.replace(" ", "`")
    body = f"""To begin with, see below.

begin 644 C:\\letters\\Lease Müller.txt
{lines}`
end

In between.
begin 0644 second.txt
{shortened}
end
begin 644 no file
this is prose
end
"""
    head = "From: a@b.c\nSubject: s\nContent-Type: text/plain; charset=utf-8\n\n"
    found = read(tmp_path, "a.eml", (head + body).encode())
    assert {name: document(item).text for name, item in found.items() if name} == {
        "Lease Müller.txt": TEXT,
        "second.txt": TEXT,
    }
    text = document(found[""]).text
    assert "see below.\n\nIn between.\nbegin 644 no file\nthis is prose\nend" in text.replace(
        "\n\n\n", "\n\n"
    )
    assert text.endswith("Attachment: Lease Müller.txt\nAttachment: second.txt")


def tnef(*attributes: tuple[int, int, bytes]) -> bytes:
    """A package of Outlook with these attributes: level, identifier, value."""
    records = (
        struct.pack("<BII", level, id_, len(v)) + v + b"\0\0" for level, id_, v in attributes
    )
    return b"\x78\x9f\x3e\x22\x01\x00" + b"".join(records)


def mapi(*properties: tuple[int, int, bytes]) -> bytes:
    """MAPI properties of variable length: type, identifier, value."""
    values = (
        struct.pack("<HHII", type_, id_, 1, len(v)) + v + bytes(-len(v) % 4)
        for type_, id_, v in properties
    )
    return (
        struct.pack("<I", len(properties) + 1)
        + struct.pack("<HHI", 3, 0x3705, 1)
        + b"".join(values)
    )


def test_files_in_winmail_dat_are_attachments(tmp_path: Path) -> None:
    rtf = b"{\\rtf1 Text of the mail}"
    compressed = struct.pack("<II4sI", len(rtf) + 12, len(rtf), b"MELA", 0) + rtf
    name = "Kündigung.txt".encode("utf-16-le") + b"\0\0"
    inner = tnef((1, 0x00069003, mapi((0x102, 0x1009, compressed))))
    package = tnef(
        (1, 0x00069003, mapi((0x102, 0x1009, compressed))),
        (2, 0x00069002, bytes(14)), (2, 0x00018010, b"KUNDIG~1.TXT\0"), (2, 0x0006800F, TEXT.encode()),
        (2, 0x00069005, mapi((0x1F, 0x3707, name))),
        (2, 0x00069002, bytes(14)), (2, 0x00069005, mapi((0xD, 0x3701, bytes(16) + inner))),
    )  # fmt: skip
    message = mail("offer", ("winmail.dat", package))
    found = read(tmp_path, "a.eml", message.as_bytes())
    assert set(found) == {"", "Kündigung.txt", "message.rtf"}
    assert document(found["Kündigung.txt"]).text == TEXT.strip()
    assert "Text of the mail" in document(found["message.rtf"]).text
    for cut in range(6, len(package), 7):
        assert "" in read(
            tmp_path, "b.eml", mail("offer", ("winmail.dat", package[:cut])).as_bytes()
        )


def test_winmail_dat_is_rejected_with_advice(tmp_path: Path) -> None:
    message = mail("offer", ("winmail.dat", b"\x78\x9f\x3e\x22\x01\x00\x01\x06\x90\x08"))
    found = read(tmp_path, "a.eml", message.as_bytes())
    assert found["winmail.dat"] == (
        "winmail.dat is a package of Outlook (TNEF), which Lexdesk does not read; open the mail in "
        "Outlook, save what is attached there and add that."
    )


def ber(tag: int, *parts: bytes, stated: bool = True) -> bytes:
    """An element of X.690, its length stated or not."""
    content = b"".join(parts)
    if not stated:
        return bytes([tag, 0x80]) + content + b"\0\0"
    if len(content) < 0x80:
        return bytes([tag, len(content)]) + content
    return bytes([tag, 0x82]) + len(content).to_bytes(2) + content


def cms(content: bytes | None, type_: int = 2, *, stated: bool = True) -> bytes:
    """Make unsigned CMS content; in two pieces without stated lengths."""
    pkcs_7 = bytes.fromhex("2a864886f70d0107")
    text: list[bytes] = []
    if content is not None:
        pieces = (ber(4, content[:50]), ber(4, content[50:]))
        octets = ber(4, content) if stated else ber(0x24, *pieces, stated=False)
        text = [ber(0xA0, octets, stated=stated)]
    encapsulated = ber(0x30, ber(6, pkcs_7, b"\1"), *text, stated=stated)
    signed = ber(0x30, ber(2, b"\1"), ber(0x31), encapsulated, ber(0x31), stated=stated)
    return ber(
        0x30, ber(6, pkcs_7, bytes([type_])), ber(0xA0, signed, stated=stated), stated=stated
    )


@pytest.mark.parametrize("stated", [True, False])
def test_signed_mail_is_read_as_its_content(tmp_path: Path, stated: bool) -> None:
    inner = EmailMessage()
    inner.set_content("The tenant gives notice.")
    inner.add_attachment(TEXT, filename="lease.txt")
    outer = b"From: a@b.c\nSubject: notice\nContent-Type: application/pkcs7-mime; smime-type=signed-data\n"
    encoded = base64.encodebytes(cms(inner.as_bytes(), stated=stated))
    data = outer + b"Content-Transfer-Encoding: base64\n\n" + encoded
    forwarded = b"From: d@e.f\nSubject: Fwd\nContent-Type: message/rfc822\n\n" + data
    for name, mail_, inside in (("a.eml", data, ""), ("b.eml", forwarded, "notice.eml/")):
        found = read(tmp_path, name, mail_)
        message = found[inside.removesuffix("/")]
        assert isinstance(found[f"{inside}lease.txt"], Document)
        assert isinstance(message, Document)
        assert message.text == (
            "Subject: notice\nFrom: a@b.c\n\nThe tenant gives notice.\n\nAttachment: lease.txt"
        )


@pytest.mark.parametrize("as_text", [False, True])
def test_signed_file_is_container_of_its_content(tmp_path: Path, as_text: bool) -> None:
    text = f"{TEXT} " * 9
    data = cms(cms(text.encode()))
    found = read(tmp_path, "a.txt.p7m.P7M", base64.encodebytes(data) if as_text else data)
    assert list(found) == ["a.txt.p7m/a.txt"]
    document = found["a.txt.p7m/a.txt"]
    assert isinstance(document, Document)
    assert document.text == text.strip()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (cms(None), "a.p7m is a signature or a certificate alone; add the file that it belongs to."),
        (cms(b"x" * 500)[:300], "a.p7m is damaged and cannot be unpacked to its end (it ends in the middle); copy or "
                "download it again."),
        (cms(b"x", 3), "a.p7m is encrypted for those who have the key; open it in the program that has it, save "
                "what it holds and add that."),
    ],
)  # fmt: skip
def test_detached_signature_is_rejected_with_reason(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    assert read(tmp_path, "a.p7m", data) == {"": reason}


def test_signed_outlook_mail_is_mail(tmp_path: Path) -> None:
    signed = b"Content-Type: multipart/signed;\n\tprotocol=x; boundary=b\n\n--b\nContent-Type: text/plain\n\nThe rent.\n--b--\n"
    document = read(tmp_path, "smime.p7m", signed)[""]
    assert isinstance(document, Document)
    assert (document.kind, document.text) == ("email", "The rent.")


def test_compressed_rtf_of_the_specification() -> None:
    """The example of [MS-OXRTFCP] 4.1.1, and the one with a reference into itself, 4.1.2."""
    simple = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232"
        "0af32068656c090020627705b06c647d0a800fa0"
    )
    assert decompress(simple) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    crossing = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")
    assert decompress(crossing) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"


def test_message_in_quoted_printable_is_decoded(tmp_path: Path) -> None:
    data = (
        b"From: a@b.c\nSubject: FW\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=X\n\n--X\n"
        b"Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
        b"From: d@b.c\nSubject: Inner\nContent-Type: text/plain; charset=3Dutf-8\n\nThe ten=\nant f=C3=BCr\n--X--\n"
    )
    assert "The tenant für" in document(read(tmp_path, "a.eml", data)["Inner.eml"]).text
