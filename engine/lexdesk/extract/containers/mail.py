"""E-mail (RFC 5322 and MIME) and mailboxes (mbox), parsed with the standard library.

A message is a document of its own headers and body. Its attachments, other messages too, are
separate documents: kreuzberg cuts nested messages at depth 4 and repeats inner bodies.
"""

import base64
import binascii
import codecs
import email.errors
import email.header
import email.policy
import email.utils
import functools
import mimetypes
import mmap
import quopri
import re
from collections.abc import Iterator
from contextlib import suppress
from email.feedparser import BytesFeedParser
from email.message import EmailMessage, MIMEPart
from typing import IO, Any, NamedTuple

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.containers import tnef
from lexdesk.extract.containers.mail_parts import (
    MALFORMED,
    SMIME_TYPES,
    decode_attachment,
    decode_html,
    decode_payload,
    decode_rtf,
    decode_text,
    join_words,
    leaves_out,
    read_file_name,
)
from lexdesk.extract.parsers.calendar_text import calendar_text
from lexdesk.extract.parsers.plain_text import without_signature
from lexdesk.extract.sniff import signed
from lexdesk.structure import Source
from lexdesk.text.encodings import decode_any, decode_as
from lexdesk.text.lazy_pattern import lazy_pattern

Part = MIMEPart  # the base class of EmailMessage
_SHOWN = ("Subject", "From", "To", "Cc", "Date")
_KEPT = ("From", "To", "Cc", "Bcc", "Subject", "Message-ID")
_MBOX_START = lazy_pattern(rb"(?:\A|\n\r?\n)(From [^\n]*\n)(?=[\x21-\x39\x3b-\x7e]+:)")
_QUOTED_FROM = lazy_pattern(rb"(?m)^>(>*From )")
"""Quoting of mboxrd, the most common: one ``>`` added to each."""
_CHARSET = lazy_pattern(rb"charset=\"?([\w.:-]{1,40})", re.IGNORECASE)
_BEGINNING = 20_000
_COUNTED = lazy_pattern(rb"(\d{1,9})[ \t]*\r?\n(?=[A-Za-z-]{1,80}:)")
_BLANK_LINE = lazy_pattern(rb"\r?\n\r?\n")
_UUENCODED = lazy_pattern(
    r"(?m)^begin [0-7]{3,4} (?P<name>[^\r\n]*[^\s])[^\S\n]*\r?\n(?P<lines>(?:[ -`]*\r?\n)*)end[^\S\n]*$\n?"
)
"""A file inside a body, as before MIME (POSIX, uuencode)."""
MAX_PARTS = 40_000
"""Parts of a message, those inside each other included; twice the files of a file, as each may have a text."""
_PIECE = 1 << 16
_LONGEST_HEADER = 30_000
"""Characters of a header that is parsed; 500 recipients have some 25,000."""
_NO_PROSE = {"text/css", "text/javascript"}
"""Text parts of saved pages (MHTML) without prose."""
_CALENDAR = "text/calendar"
_STATUS_TYPES = {"message/delivery-status", "message/disposition-notification"}
_ELSEWHERE = "message/external-body"
_ENRICHED_TYPES = {"text/enriched", "text/richtext"}

_PARAMETER = lazy_pattern(r"<param>(?:[^<]|<(?!/?param>))*+</param>", re.IGNORECASE)
_NO_FILL = lazy_pattern(r"</?nofill>", re.IGNORECASE)
_COMMAND = lazy_pattern(r"(?<!<)</?[A-Za-z0-9-]{1,60}>")


class Attachment(NamedTuple):
    """An attachment of a message; an attached message stays parsed."""

    name: str
    content: bytes | Part | FileFailed


def parse(data: bytes) -> Part:
    """Parse the message in ``data``; read malformed ones as far as possible."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in data[:200]:
        data = decode_any(data).encode()
    data = data.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n \t")
    if counted := _COUNTED.match(data):  # of Apple Mail (.emlx), with its own properties behind
        data = data[counted.end() : counted.end() + int(counted[1])]
    end = match.start() if (match := _BLANK_LINE.search(data)) else len(data)
    head = _decoded_head(data[:end], data[:_BEGINNING]).encode()
    return _opened(_parsed(memoryview(head + data[end:])))


def _decoded_head(head: bytes, beginning: bytes) -> str:
    """Decode headers, whose non-ASCII characters old programs left unencoded: in the charset of the text below, if any."""
    with suppress(UnicodeDecodeError):
        return head.decode()
    stated = _CHARSET.search(beginning)
    charset = stated[1].decode().lower() if stated else ""
    text = None if charset in ("", "utf-8", "us-ascii") else decode_as(head, charset)
    if text is not None:
        return text
    both = decode_any(beginning) if not charset and len(head) <= len(beginning) else ""
    is_single_byte = len(both) == len(beginning)  # in the code page of the text's language
    return both[: len(head)] if is_single_byte else decode_any(head)


def _parsed(data: memoryview) -> Part:
    """Parse the first ``MAX_PARTS`` parts and little more."""
    count = 0

    def counted(policy: Any = None) -> Any:
        nonlocal count
        count += 1
        return EmailMessage(policy)

    parser = BytesFeedParser(policy=_POLICY.clone(message_factory=counted))
    for at in range(0, len(data), _PIECE):
        parser.feed(bytes(data[at : at + _PIECE]))
        if count > MAX_PARTS:
            break
    message: Any = parser.close()
    if count > MAX_PARTS:
        message.defects.append(_TooManyParts())
    return message  # type: ignore[no-any-return]


class _TooManyParts(email.errors.MessageDefect):
    """A message cut after ``MAX_PARTS``."""


def _opened(message: Part) -> Part:
    """Replace an opaque signature by its signed content (RFC 8551, 3.5.2)."""
    if message.get_content_type() not in SMIME_TYPES:
        return message
    payload = decode_payload(message)
    try:
        content = signed.content(payload) if signed.is_signed(payload) else None
    except ValueError:  # reported as a damaged attachment
        return message
    if content is None:
        return message
    inner = parse(content)
    for name, value in message.raw_items():
        if name not in inner and not name.lower().startswith("content-"):
            inner.set_raw(name, value)
    return inner


class _Policy(email.policy.EmailPolicy):
    """Headers parsed by the standard library; raw values for headers it cannot parse, or only in quadratic time."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        with suppress(*MALFORMED):
            if len(value) <= _LONGEST_HEADER:
                return _parsed_header(name, join_words(value))
        if name.lower().startswith("content-"):  # the type without its parameters
            return self.header_factory(name, value.partition(";")[0][:_LONGEST_HEADER])
        return value.encode(errors="surrogateescape").decode(errors="replace")


_POLICY = _Policy()
_parsed_header = functools.lru_cache(256)(email.policy.EmailPolicy().header_fetch_parse)
"""Headers of the latest parts: each is asked for its type some ten times."""


def read(source: Source) -> Document:
    """Read the message itself: header lines, body, names of attachments."""
    return read_message(parse(source.data), source.path.name)


def read_message(message: Part, name: str) -> Document:
    """Read a parsed message; see ``read``."""
    lines = [f"{shown}: {value}" for shown in _SHOWN if (value := _header(message, shown))]
    lines += ["", *_body(message), ""]
    lines += [f"Attachment: {attached.name}" for attached in read_attachments(message)]
    titles, stated = (_header(message, "Subject"),), _properties(message)
    return assemble(["\n".join(lines)], name=name, titles=titles, kind="email", properties=stated)


def read_attachments(message: Part) -> Iterator[Attachment]:
    """Yield all attachments in order: named files, other messages, parts other than text."""
    for number, part in enumerate(_leaves(message), 1):
        if part.get_content_type() == "message/rfc822":
            for inner in _inner_messages(part):
                yield Attachment(f"{_header(inner, 'Subject')[:80] or 'message'}.eml", inner)
        elif _is_attached(part):
            extension = mimetypes.guess_extension(part.get_content_type()) or ""
            name = read_file_name(part) or f"attachment-{number}{extension}"
            yield from _opened_package(message, Attachment(name, decode_attachment(part, name)))
        elif part.get_content_type() == "text/plain":
            yield from _uuencoded(decode_text(part))[1]
    if any(isinstance(defect, _TooManyParts) for defect in message.defects):
        name = _header(message, "Subject")[:80] or "message"
        failure = FileFailed(FileCode.TOO_MANY_MEMBERS, name=name, limit=MAX_PARTS)
        yield Attachment("more parts", failure)


def _opened_package(message: Part, attachment: Attachment) -> Iterator[Attachment]:
    """Yield the files in a package of Outlook (winmail.dat) in its place; itself if it has none.

    Its text counts if the message has none of its own.
    """
    content = attachment.content
    inside = (
        tnef.read_files(content)
        if isinstance(content, bytes) and content[:4] == tnef.SIGNATURE
        else []
    )
    for file in inside:
        if not file.name and any(text.strip() for text in _body(message)):
            continue
        name = file.name.replace("\\", "/").rpartition("/")[2]
        yield Attachment(name or f"{attachment.name}.rtf", file.data)
    if not inside:
        yield attachment


def read_messages(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the messages of a mailbox; each begins with ``From `` after a blank line (RFC 4155).

    Their own lines beginning with ``From `` are quoted as ``>From ``.
    """
    data: bytes | mmap.mmap
    try:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # not a file on disk
        data = file.read()
    start = None
    for match in _MBOX_START.finditer(data):
        if start is not None:
            yield _QUOTED_FROM.sub(rb"\1", data[start : match.start(1)])
        start = match.end(1)
    if start is not None:
        yield _QUOTED_FROM.sub(rb"\1", data[start:])


def _inner_messages(part: Part) -> Iterator[Part]:
    """Yield the message in a part, also one in quoted-printable, against RFC 2046, 5.2.1."""
    is_quoted = str(part.get("Content-Transfer-Encoding")).strip().lower() == "quoted-printable"
    for inner in part.iter_parts():
        yield parse(quopri.decodestring(inner.as_bytes())) if is_quoted else _unpacked(inner)


def _unpacked(message: Part) -> Part:
    """Decode a message encoded as a whole, against RFC 2046, 5.2.1."""
    if message.keys() or message.is_multipart():
        return _opened(message)
    try:
        data = base64.b64decode("".join(str(message.get_payload()).split()), validate=True)
    except ValueError:
        return message
    unpacked = parse(data)
    return unpacked if unpacked.keys() else message


def _leaves(part: Part) -> Iterator[Part]:
    """Yield the non-multipart parts of one message, without those of nested messages."""
    if part.get_content_type() == "message/rfc822" or not part.is_multipart():
        yield part
    elif part.get_content_type() != _ELSEWHERE:
        for inner in part.iter_parts():
            yield from _leaves(inner)


def _body(part: Part) -> Iterator[str]:
    """Yield the text of a message's own parts."""
    if part.get_content_type() == "message/rfc822":
        return
    if part.get_content_type() == "multipart/alternative":
        for version in _best_versions(list(part.iter_parts())):
            yield from _body(version)
    elif part.get_content_type() == _ELSEWHERE:
        places = (str(part.get_param(key) or "") for key in ("url", "name", "site", "server"))
        yield f"Attachment elsewhere: {next(filter(None, places), '')}"
    elif part.get_content_type() in _STATUS_TYPES and part.is_multipart():
        for inner in part.iter_parts():
            yield from (f"{name}: {_header(inner, name)}" for name in inner)
    elif part.is_multipart():
        for inner in part.iter_parts():
            yield from _body(inner)
    elif _is_text(part):
        yield _shown(part)


def _best_versions(versions: list[Part]) -> list[Part]:
    """Return the parts to read of alternative ``versions``.

    The plain one is taken if it has text, unless the page beside it says much more; else the last, the best by
    RFC 2046. An invitation (RFC 6047) says more than the text beside it, and is taken, too.
    """
    plain = [v for v in versions if v.get_content_type() == "text/plain" and decode_text(v).strip()]
    calendars = [v for v in versions if v.get_content_type() == _CALENDAR]
    readable = [v for v in versions if v not in calendars]
    pages = [v for v in versions if v.get_content_type() == "text/html"]
    if plain and pages and leaves_out(decode_text(plain[0]), decode_html(pages[-1])):
        plain = []
    return [*(plain[:1] or readable[-1:]), *calendars]


def _shown(part: Part) -> str:
    type_ = part.get_content_type()
    if type_ == "text/html":
        return decode_html(part)
    if type_ == "text/rtf":
        return decode_rtf(part)
    if type_ == _CALENDAR:
        return calendar_text(decode_text(part))
    if type_ in _ENRICHED_TYPES:
        return plain_text(decode_text(part), type_)
    return without_signature(_uuencoded(decode_text(part))[0])


def _uuencoded(text: str) -> tuple[str, list[Attachment]]:
    """Split the text of a body from the uuencoded files in it."""
    found = []

    def take(file: re.Match[str]) -> str:
        try:
            data = b"".join(map(_from_uu, file["lines"].splitlines()))
        except ValueError:  # not uuencoded after all
            return file[0]
        if not data:
            return file[0]
        found.append(Attachment(file["name"].replace("\\", "/").rpartition("/")[2], data))
        return ""

    return (_UUENCODED.sub(take, text) if "begin " in text else text), found


def _from_uu(line: str) -> bytes:
    """Decode a line; its first character is the byte count, and excess characters are ignored."""
    if not line:
        return b""
    signs = ((ord(line[0]) - 32 & 63) * 4 + 5) // 3
    return binascii.a2b_uu(line[:signs])


def _is_text(part: Part) -> bool:
    """Return whether to show a part; a signature is neither shown nor attached."""
    is_prose = _has_text_type(part) and part.get_content_type() not in _NO_PROSE
    return is_prose and not _is_attached(part)


def _has_text_type(part: Part) -> bool:
    """Return True for a type of text, and for several parts without the boundary between them."""
    return part.get_content_maintype() in ("text", "multipart")


def _is_attached(part: Part) -> bool:
    """Return whether to treat a part as a file; signatures are not."""
    type_ = part.get_content_type()
    if "signature" in type_ or type_ == "application/pgp-encrypted":
        return False
    if not _has_text_type(part) or read_file_name(part):
        return True
    try:
        return part.get_content_disposition() == "attachment"
    except MALFORMED:
        return False


def _properties(message: Part) -> dict[str, str]:
    date = _header(message, "Date")
    with suppress(ValueError, TypeError, IndexError, OverflowError):  # else the raw value
        date = email.utils.parsedate_to_datetime(date).isoformat()
    return {**{name.lower(): _header(message, name) for name in _KEPT}, "date": date}


def _header(message: Part, name: str) -> str:
    return " ".join(str(message.get(name) or "").split())


def plain_text(text: str, type_: str) -> str:
    """Return the text of text/enriched (RFC 1896), or of the older text/richtext (RFC 1341, 7.1.3)."""
    if type_ == "text/richtext":
        text = re.sub(r"(?i)<(?:nl|np|paragraph)>", "\n", re.sub(r"\s+", " ", text))
        return _COMMAND.sub("", text.replace("<lt>", "<<")).replace("<<", "<")
    pieces = _NO_FILL.split(text)  # every second one keeps its lines
    pieces[::2] = [re.sub(r"\n+", _unfolded, piece) for piece in pieces[::2]]
    return _COMMAND.sub("", _PARAMETER.sub("", "".join(pieces))).replace("<<", "<")


def _unfolded(breaks: re.Match[str]) -> str:
    return breaks[0][1:] or " "
