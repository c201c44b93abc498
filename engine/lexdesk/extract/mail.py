"""E-mail (RFC 5322 and MIME), walked with the standard library; attachments go to their readers.

kreuzberg cuts nested messages at depth 4 and repeats inner bodies, so it sees only the leaves.
"""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage, MIMEPart
from pathlib import Path, PurePath

from lexdesk.document import Document
from lexdesk.errors import FileRefused
from lexdesk.extract.assemble import assemble
from lexdesk.extract.encodings import _decode, decode
from lexdesk.structure import Source

Part = MIMEPart  # of which an EmailMessage is one
_SHOWN = ("Subject", "From", "To", "Cc", "Date")
_DEEPEST = 20  # messages inside messages; real chains end long before
_MOST_PARTS = 500


def read(source: Source) -> Document:
    """Header lines, body, then each attachment's text under its name."""
    message = _parse(source.data)
    lines = list(_message_lines(message, 0))
    return assemble(
        ["\n".join(lines)],
        name=source.path.name,
        titles=(_header(message, "Subject"),),
        kind="email",
    )


def _parse(data: bytes) -> EmailMessage:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in data[:200]:
        data = _decode(data).encode()
    return email.message_from_bytes(data.lstrip(b"\r\n \t"), policy=email.policy.default)


def _message_lines(message: Part, depth: int) -> Iterator[str]:
    for name in _SHOWN:
        if value := _header(message, name):
            yield f"{name}: {value}"
    yield ""
    yield from _part_lines(message, depth)


def _part_lines(part: Part, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        yield f"(Messages nested more than {_DEEPEST} deep are left out.)"
    elif part.get_content_type() == "message/rfc822":
        for inner in part.iter_parts():
            yield ""
            yield from _message_lines(inner, depth + 1)
    elif part.get_content_type() == "multipart/alternative":
        yield from _alternative_lines(part, depth)
    elif part.is_multipart():
        for inner in list(part.iter_parts())[:_MOST_PARTS]:
            yield from _part_lines(inner, depth + 1)
    else:
        yield from _leaf_lines(part)


def _alternative_lines(part: Part, depth: int) -> Iterator[str]:
    """The plain version where it holds text, else the last, which RFC 2046 calls the best."""
    versions = list(part.iter_parts())
    plain = [v for v in versions if v.get_content_type() == "text/plain" and _content(v).strip()]
    for version in plain[:1] or versions[-1:]:
        yield from _part_lines(version, depth + 1)


def _leaf_lines(part: Part) -> Iterator[str]:
    name = _file_name(part)
    type_ = part.get_content_type()
    if not name and type_ == "text/plain":
        yield _content(part)
    elif not name and type_ == "text/html":
        yield _read_leaf(part, "body.html")
    elif name and "signature" not in type_:
        yield f"\nAttachment: {name}"
        yield _read_leaf(part, name)


def _read_leaf(part: Part, name: str) -> str:
    from lexdesk.extract import read_source

    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    if part.get_content_type() == "text/html":
        charset = part.get_content_charset() or ""
        data = _recode(data, charset)
    try:
        return read_source(Source(Path(name), data)).text
    except (FileRefused, RecursionError) as refusal:
        return f"(Not read: {refusal})" if name != "body.html" else ""


def _recode(data: bytes, charset: str) -> bytes:
    try:
        return data.decode(charset).encode() if charset else data
    except (LookupError, UnicodeDecodeError):
        return data


def _content(part: Part) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    try:
        return payload.decode(part.get_content_charset() or "utf-8")
    except (LookupError, UnicodeDecodeError):
        return decode(payload)


def _file_name(part: Part) -> str:
    try:
        return PurePath((part.get_filename() or "").replace("\\", "/")).name
    except (ValueError, TypeError, IndexError, AttributeError):
        return "attachment"


def _header(message: Part, name: str) -> str:
    try:
        return " ".join(str(message.get(name) or "").split())
    except (ValueError, TypeError, IndexError, AttributeError):
        return ""  # the standard library stumbles over some malformed headers
