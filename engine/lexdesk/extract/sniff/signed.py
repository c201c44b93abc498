"""Signed files with their content: CMS (RFC 5652), as in S/MIME mails and ``contract.pdf.p7m``.

The signed content is read without any key; signatures are not verified. The encoding is BER (ITU-T
X.690, 8.1); its elements may have indefinite length.
"""

import base64
import re
from typing import NamedTuple

from lexdesk.errors import FileCode, FileFailed
from lexdesk.text.lazy_pattern import lazy_pattern

_SEQUENCE, _OBJECT_IDENTIFIER, _OCTETS, _PIECES_OF_OCTETS = 0x30, 0x06, 0x04, 0x24
_PKCS_7 = bytes.fromhex("2a864886f70d0107")  # 1.2.840.113549.1.7
_SMIME_CT = bytes.fromhex("2a864886f70d01091001")  # 1.2.840.113549.1.9.16.1
_SIGNED = _PKCS_7 + b"\x02"
_ENCRYPTED = {_PKCS_7 + b"\x03", _PKCS_7 + b"\x04", _PKCS_7 + b"\x06", _SMIME_CT + b"\x17"}
"""EnvelopedData, SignedAndEnvelopedData, EncryptedData and, by RFC 5083, AuthEnvelopedData."""
_HEAD = 64  # first bytes, sufficient for the type
_AS_TEXT = lazy_pattern(
    rb"\s*(?:-----BEGIN (?:CMS|PKCS7)-----\s+)?(?P<code>MI[A-Za-z0-9+/\s]{10,}={0,2})\s*(?:-----END|\Z)"
)
_MIME = lazy_pattern(rb"\s*(?:content-[\w-]+|mime-version):", re.IGNORECASE)


class _Element(NamedTuple):
    """A value with its tag: content ``data[start:end]``, next element at ``after``."""

    tag: int
    start: int
    end: int
    after: int


def is_signed(head: bytes) -> bool:
    """Recognise a signed file by its first bytes."""
    return _type(head) == _SIGNED


def is_encrypted(head: bytes) -> bool:
    """Recognise a file encrypted for key holders by its first bytes."""
    return _type(head) in _ENCRYPTED


def content(data: bytes) -> bytes | None:
    """Return the signed content; ``None`` for a detached signature; raise ``ValueError`` if damaged."""
    try:
        data = _binary(data)
        found = _inside(data, _inside(data, _element(data, 0))[1])[0]  # [0], and SignedData in it
        parts = _inside(data, found)
        encapsulated = next(part for part in parts if part.tag == _SEQUENCE)
        wrapped = _inside(data, encapsulated)[1:2]
        return _octets(data, _inside(data, wrapped[0])[0]) if wrapped else None
    except (IndexError, StopIteration, RecursionError):
        raise ValueError("it ends in the middle") from None


def is_mail(signed: bytes) -> bool:
    """Recognise (the inner part of) a mail in signed content."""
    return _MIME.match(signed) is not None


def encrypted(name: str) -> FileFailed:
    """Return the failure of a file encrypted for the keys of its recipients."""
    return FileFailed(FileCode.ENCRYPTED_FOR_KEY, name=name)


def _type(head: bytes) -> bytes:
    """Return the content type (RFC 5652, 3) from a file's first bytes; empty for other files than CMS."""
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
    """Return the bytes of a file; decode base64 if necessary."""
    if data[:1] == b"\x30":
        return data
    match = _AS_TEXT.match(data)
    if match is None:
        raise ValueError("it is no CMS")
    code = b"".join(match["code"].split())
    return base64.b64decode(code[: len(code) // 4 * 4])


def _header(data: bytes, at: int) -> _Element:
    """Parse the header at ``at``; for an indefinite length, ``end`` is below ``start``."""
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
    """Parse the element at ``at``, including its end."""
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
    if element.tag != _PIECES_OF_OCTETS:  # a value of PKCS #7 1.5, absent from mails
        raise ValueError("it signs no text")
    return b"".join(_octets(data, piece) for piece in _inside(data, element))
