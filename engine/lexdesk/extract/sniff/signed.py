"""Files that hold what they sign: CMS (RFC 5652), in which S/MIME mails and ``contract.pdf.p7m`` are sealed.

What is signed is read without any key; signatures are not verified. The coding is BER (ITU-T X.690, 8.1), in
which pieces may have no stated length.
"""

from __future__ import annotations

import base64
import re
from typing import NamedTuple

from lexdesk.errors import FileCode, FileFailed

_SEQUENCE, _OBJECT_IDENTIFIER, _OCTETS, _PIECES_OF_OCTETS = 0x30, 0x06, 0x04, 0x24
_PKCS_7 = bytes.fromhex("2a864886f70d0107")  # 1.2.840.113549.1.7
_SMIME_CT = bytes.fromhex("2a864886f70d01091001")  # 1.2.840.113549.1.9.16.1
_SIGNED = _PKCS_7 + b"\x02"
_ENCRYPTED = {_PKCS_7 + b"\x03", _PKCS_7 + b"\x04", _PKCS_7 + b"\x06", _SMIME_CT + b"\x17"}
"""EnvelopedData, SignedAndEnvelopedData, EncryptedData and, by RFC 5083, AuthEnvelopedData."""
_HEAD = 64  # bytes, in which the type stands
_AS_TEXT = re.compile(
    rb"\s*(?:-----BEGIN (?:CMS|PKCS7)-----\s+)?(?P<code>MI[A-Za-z0-9+/\s]{10,}={0,2})\s*(?:-----END|\Z)"
)
_MIME = re.compile(rb"\s*(?:content-[\w-]+|mime-version):", re.IGNORECASE)


class _Element(NamedTuple):
    """A value with its tag: its content is ``data[start:end]``, what follows begins at ``after``."""

    tag: int
    start: int
    end: int
    after: int


def is_signed(head: bytes) -> bool:
    """Whether a file that begins so is signed."""
    return _type(head) == _SIGNED


def is_encrypted(head: bytes) -> bool:
    """Whether a file that begins so is encrypted for those who have the keys."""
    return _type(head) in _ENCRYPTED


def content(data: bytes) -> bytes | None:
    """What is signed; ``None`` where the signature stands alone. Raises ``ValueError`` where it is damaged."""
    try:
        data = _binary(data)
        found = _inside(data, _inside(data, _element(data, 0))[1])[0]  # [0], and SignedData in it
        parts = _inside(data, found)
        encapsulated = next(each for each in parts if each.tag == _SEQUENCE)
        wrapped = _inside(data, encapsulated)[1:2]
        return _octets(data, _inside(data, wrapped[0])[0]) if wrapped else None
    except (IndexError, StopIteration, RecursionError):
        raise ValueError("it ends in the middle") from None


def is_mail(signed: bytes) -> bool:
    """Whether what is signed is (the inner part of) a mail."""
    return _MIME.match(signed) is not None


def encrypted(name: str) -> FileFailed:
    """The refusal of a file that opens only with the key of those whom it is for."""
    return FileFailed(FileCode.ENCRYPTED_FOR_KEY, name=name)


def _type(head: bytes) -> bytes:
    """The content type (RFC 5652, 3) of a file that begins so; none where it is no CMS."""
    try:
        data = _binary(head[: 4 * _HEAD])[:_HEAD]
        outer = _header(data, 0)
        type_ = _header(data, outer.start)
    except (IndexError, ValueError):
        return b""
    if (outer.tag, type_.tag) != (_SEQUENCE, _OBJECT_IDENTIFIER):
        return b""
    return data[type_.start : type_.end]


def _binary(data: bytes) -> bytes:
    """The bytes of a file that may be written in base64."""
    if data[:1] == b"\x30":
        return data
    match = _AS_TEXT.match(data)
    if match is None:
        raise ValueError("it is no CMS")
    code = b"".join(match["code"].split())
    return base64.b64decode(code[: len(code) // 4 * 4])


def _header(data: bytes, at: int) -> _Element:
    """The element that begins at ``at``; without a stated length, ``end`` lies before ``start``."""
    tag, length = data[at], data[at + 1]
    start = at + 2
    if length == 0x80:
        return _Element(tag, start, -1, -1)
    if length > 0x80:
        many = length & 0x7F
        length = int.from_bytes(data[start : start + many])
        start += many
    return _Element(tag, start, start + length, start + length)


def _element(data: bytes, at: int) -> _Element:
    """The element that begins at ``at`` with its end."""
    element = _header(data, at)
    if element.end < 0:
        at = element.start
        while data[at : at + 2] != b"\0\0":
            at = _element(data, at).after
        return element._replace(end=at, after=at + 2)
    if element.end > len(data):
        raise IndexError
    return element


def _inside(data: bytes, element: _Element) -> list[_Element]:
    found, at = [], element.start
    while at < element.end:
        found.append(_element(data, at))
        at = found[-1].after
    return found


def _octets(data: bytes, element: _Element) -> bytes:
    if element.tag == _OCTETS:
        return data[element.start : element.end]
    if element.tag != _PIECES_OF_OCTETS:  # a value of PKCS #7 1.5, which no mail has
        raise ValueError("it signs no text")
    return b"".join(_octets(data, piece) for piece in _inside(data, element))
