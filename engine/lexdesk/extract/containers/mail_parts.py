"""The content of a part of a message: its bytes, its text, and the name of its file."""

import base64
import codecs
import email.header
import quopri
import re
from contextlib import suppress
from email.message import MIMEPart
from pathlib import Path
from urllib.parse import unquote

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.sniff import signed
from lexdesk.structure import Source
from lexdesk.text.encodings import decode, decode_any, decode_as
from lexdesk.text.lazy_pattern import lazy_pattern

_BASE64 = lazy_pattern(r"\s*(?:[A-Za-z0-9+/]{60,76}\r?\n)*[A-Za-z0-9+/]{4,76}={0,2}\s*\n(?=\r?\n)")
_ALL_BASE64 = lazy_pattern(r"[A-Za-z0-9+/=\s]*")
_ONE_BASE64 = lazy_pattern(r"[A-Za-z0-9+/]+={0,2}")
_SEVERAL_BASE64 = lazy_pattern(
    r"(?:(?:[A-Za-z0-9+/]{4})*[A-Za-z0-9+/]{2,3}={1,2}){1,1000}(?:[A-Za-z0-9+/]{2,})={0,2}"
)
_ONLY_BASE64 = lazy_pattern(rb"[A-Za-z0-9+/\s]+")
_ENCODED = lazy_pattern(
    r"=\?[^\s?*]{1,40}(?:\*[^\s?]{0,40})?\?(?P<encoding>[BbQq])\?(?P<text>[^?\s]*)\?="
)
_WORDS = lazy_pattern(
    r"=\?(?P<charset>[^\s?*]{1,40})(?:\*[^\s?]{0,40})?\?[BbQq]\?[^?\s]*\?="
    r"(?:\s+=\?(?P=charset)(?:\*[^\s?]{0,40})?\?[BbQq]\?[^?\s]*\?=)+",
    re.I,
)
SMIME_TYPES = {"application/pkcs7-mime", "application/x-pkcs7-mime"}
_RAW_NAME = lazy_pattern(
    r'\b(?:file)?name\s*=\s*(?:"(?P<quoted>[^"\r\n]{1,400})"|(?P<word>=\?[^\s;]{1,400}\?=))', re.I
)
_EXTENDED_NAME = lazy_pattern(
    r"\b(?:file)?name\*\s*=\s*\"?(?P<charset>[\w.:-]{1,40})'[^']{0,40}'(?P<value>[^;\"\s]{1,900})",
    re.I,
)
_BARE_NAME = lazy_pattern(
    r"\b(?:file)?name\s*=\s*(?P<bare>[^\";=\r\n]{1,400}\.\w{2,5})\s*(?:;|$)", re.I
)
_NAMING = ("content-disposition", "content-type")
_PLACEHOLDER = lazy_pattern(
    r"\bhtml\b|https?://|\b(?:browser|webbrowser|navigateur|navegador|navigatore|przeglądar\w+|prohlížeč\w*)\b",
    re.I,
)
_WORD = lazy_pattern(r"\w+")
_LONGEST_PLACEHOLDER = 500  # characters
_MOST_MISSING, _MOST_SHARE = 2, 0.15
"""Words of a page that its plain text may leave out, and their share, such as names of pictures and buttons."""
_MIN_SHARED = 0.4  # of the words of a page that its plain text repeats
MALFORMED = (ValueError, TypeError, LookupError, AttributeError, OverflowError)
"""Exceptions of the standard library on some malformed headers."""


def decode_attachment(part: MIMEPart, name: str) -> bytes | FileFailed:
    """Return the bytes of an attached part ``name``, a page in UTF-8, or why it has none."""
    payload = _decoded(part)
    if payload is None:
        return FileFailed(FileCode.EMPTY, name=name)
    type_ = part.get_content_type()
    smime = str(part.get_param("smime-type") or "enveloped-data")
    if type_ in SMIME_TYPES and smime == "enveloped-data" and not signed.is_signed(payload):
        return signed.encrypted(name)
    if type_ == "text/html" or (type_ == "text/plain" and not read_file_name(part)):
        return _recode(payload, _charset(part))
    return payload


def decode_html(part: MIMEPart) -> str:
    """Return the text of a page; ``""`` for one that cannot be read."""
    from lexdesk.extract.parsers.html import read as read_html

    data = _decoded(part) or b""
    try:
        return read_html(Source(Path("body.html"), _recode(data, _charset(part)))).text
    except FileFailed:
        return ""


def decode_rtf(part: MIMEPart) -> str:
    """Return the text of a part in RTF; ``""`` for one that cannot be read."""
    from lexdesk.extract.one_document import read_text

    try:
        return read_text(Source(Path("body.rtf"), decode_payload(part))).text
    except FileFailed:
        return ""


def _recode(data: bytes, charset: str) -> bytes:
    """Recode a page to UTF-8 with BOM: the message's charset overrides the page's own declaration."""
    text = decode_as(data, charset)
    return data if text is None else codecs.BOM_UTF8 + text.encode(errors="replace")


def decode_text(part: MIMEPart) -> str:
    """Return the text of a part in its stated encoding, else in the detected one."""
    payload = decode_payload(part)
    text = decode_as(payload, _charset(part))
    text = decode(payload) if text is None else text
    if str(part.get_param("format") or "").lower() != "flowed":
        return text
    return _unflowed(text, deletes_space=str(part.get_param("delsp") or "").lower() == "yes")


def _unflowed(text: str, *, deletes_space: bool) -> str:
    """Join the lines of paragraphs that end in a blank (RFC 3676), which may stand inside a word."""
    lines: list[str] = []
    quoted: int | None = None  # depth of the open paragraph
    for line in text.replace("\r\n", "\n").split("\n"):
        words = line.lstrip(">")
        depth = len(line) - len(words)
        words = words.removeprefix(" ")
        is_signature = words == "-- "
        if words and quoted == depth and not is_signature:
            lines[-1] += words
        else:
            lines.append(f"{'>' * depth} {words}" if depth else words)
        is_flowed = words.endswith(" ") and not is_signature
        if is_flowed and deletes_space:
            lines[-1] = lines[-1][:-1]
        quoted = depth if is_flowed else None
    return "\n".join(lines)


def join_words(header: str) -> str:
    """Join neighbouring encoded words of one charset (RFC 2047), also those that divide a character."""
    return _WORDS.sub(_joined, header) if header.count("=?") > 1 else header


def _joined(run: re.Match[str]) -> str:
    data, open_ = b"", ""
    with suppress(ValueError):
        for word in _ENCODED.finditer(run[0]):
            if word["encoding"] in "Qq":
                data += quopri.decodestring(word["text"].replace("_", " "), header=False)
            else:
                open_ += word["text"]
                if len(open_) % 4 == 0:
                    data, open_ = data + base64.b64decode(open_, validate=True), ""
        data += base64.b64decode(_padded(open_), validate=True)
        return f"=?{run['charset']}?B?{base64.b64encode(data).decode()}?="
    return run[0]


def _padded(text: str) -> str:
    return text + "=" * (-len(text) % 4)


def decode_payload(part: MIMEPart) -> bytes:
    """Decode the bytes of a text part; keep plain lines below base64, as mailing lists append them."""
    if str(part.get("Content-Transfer-Encoding")).lower() == "base64":
        with suppress(ValueError):
            raw = str(part.get_payload())
            body = _BASE64.match(raw)
            if body and not _ALL_BASE64.fullmatch(raw, body.end()):
                below = raw[body.end() :].encode(errors="surrogateescape")
                stated = "".join(body[0].split()).rstrip("=")
                return base64.b64decode(_padded(stated)) + b"\n" + below
    return _decoded(part) or b""


def _decoded(part: MIMEPart) -> bytes | None:
    """Decode the bytes of a part, also of base64 that ends in the middle; ``None`` without any."""
    decoded = part.get_payload(decode=True)
    if not isinstance(decoded, bytes):
        return None
    is_base64 = str(part.get("Content-Transfer-Encoding")).strip().lower() == "base64"
    stored = "".join(str(part.get_payload()).split()) if is_base64 else ""
    if _SEVERAL_BASE64.fullmatch(stored):  # of which the standard library decodes the first
        return b"".join(map(base64.b64decode, map(_padded, _ONE_BASE64.findall(stored))))
    if is_base64 and _ONLY_BASE64.fullmatch(decoded):
        code = b"".join(decoded.split())
        is_as_stored = code == stored.encode(errors="replace")
        if is_as_stored and len(code) % 4 == 1:  # which the standard library does not decode
            return base64.b64decode(code[:-1])
    return decoded


def _charset(part: MIMEPart) -> str:
    return part.get_content_charset() or ""


def read_file_name(part: MIMEPart) -> str:
    """Return the name of the file that a part holds, without folders; ``""`` for none."""
    try:
        name = part.get_filename() or ""
        if not name or "\ufffd" in name:
            name = _raw_file_name(part) or name
        name = (name and _better_file_name(part, name)) or name
        return name.replace("\\", "/").rpartition("/")[2]
    except MALFORMED:
        return "attachment"


def _raw_file_name(part: MIMEPart) -> str:
    """Return a name that is an encoded word without quotes, or has bytes beyond ASCII; ``""`` for none."""
    for header, value in part.raw_items():
        named = _RAW_NAME.search(str(value)) if header.lower() in _NAMING else None
        if named:
            raw = (named["quoted"] or named["word"] or "").encode("ascii", "surrogateescape")
            return str(email.header.make_header(email.header.decode_header(decode_any(raw))))
    return ""


def _better_file_name(part: MIMEPart, name: str) -> str:
    """Return the name in an encoding (RFC 2231) beside a plain one, or one with blanks and without quotes."""
    for header, value in part.raw_items():
        if header.lower() not in _NAMING:
            continue
        if found := _EXTENDED_NAME.search(str(value)):
            with suppress(LookupError):
                return unquote(found["value"], found["charset"])
        bare = _BARE_NAME.search(" ".join(str(value).split()))
        if bare and bare["bare"].startswith(f"{name} "):
            return bare["bare"]
    return ""


def leaves_out(plain: str, page: str) -> bool:
    """Return whether a plain text leaves out words of the page beside it, or only says to open that."""
    said, shown = (set(_WORD.findall(text.lower())) for text in (plain, page))
    missing = len(shown - said)
    if missing > max(_MOST_MISSING, _MOST_SHARE * len(shown)) and len(said - shown) < missing:
        return True
    if len(plain) > _LONGEST_PLACEHOLDER or not _PLACEHOLDER.search(plain):
        return False
    return bool(shown) and len(said & shown) < _MIN_SHARED * len(shown)
