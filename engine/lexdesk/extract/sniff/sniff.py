"""Format detection, by content first, by extension as a fallback."""

import contextlib
import io
import re
from pathlib import PurePath
from typing import IO

from lexdesk.errors import FileCode, FileFailed, PhraseCode
from lexdesk.extract.sniff import ARCHIVES, Format, not_read
from lexdesk.extract.sniff.packages import OPENDOCUMENT, ole_format, zip_format
from lexdesk.extract.sniff.signed import encrypted, is_encrypted, is_signed
from lexdesk.structure import lex_articles
from lexdesk.structure.eu.eurlex import parser as eurlex
from lexdesk.text.encodings import decode_head
from lexdesk.text.lazy_pattern import lazy_pattern

HEAD = 64 * 1024  # bytes inspected; a Formex or mail header is far shorter

_READ: tuple[tuple[int, bytes, Format], ...] = (
    (0, b"7z\xbc\xaf\x27\x1c", Format.SEVEN_ZIP),
    (0, b"\x1f\x8b", Format.PACKED),
    (0, b"BZh", Format.PACKED),
    (0, b"# v2 git bundle\n", Format.GIT),
    (0, b"# v3 git bundle\n", Format.GIT),
    (0, b"\xfd7zXZ\x00", Format.PACKED),
    (257, b"ustar\0", Format.TAR),
    (257, b"ustar  \0", Format.TAR),  # GNU
    (0, b"\x89PNG\r\n\x1a\n", Format.PICTURE),
    (0, b"\xff\xd8\xff", Format.PICTURE),
    (0, b"GIF87a", Format.PICTURE),
    (0, b"GIF89a", Format.PICTURE),
    (0, b"II*\x00", Format.PICTURE),
    (0, b"MM\x00*", Format.PICTURE),
    (0, b"BM", Format.PICTURE),
    (8, b"WEBP", Format.PICTURE),
)
_MAGIC: tuple[tuple[int, bytes, PhraseCode], ...] = (
    (0, b"Rar!\x1a\x07", PhraseCode.ARCHIVE),
    (0, b"\x28\xb5\x2f\xfd", PhraseCode.ARCHIVE),
    (0, b"\x78\x9f\x3e\x22", PhraseCode.TNEF),  # [MS-OXTNEF] 2.1.3.1
    (0, b"RIFF", PhraseCode.RECORDING),
    (0, b"ID3", PhraseCode.RECORDING),
    (0, b"OggS", PhraseCode.RECORDING),
    (0, b"fLaC", PhraseCode.RECORDING),
    (0, b"\x1aE\xdf\xa3", PhraseCode.RECORDING),
    *((4, b"ftyp" + brand, PhraseCode.PHOTOGRAPH) for brand in (
        b"heic", b"heix", b"heim", b"heis", b"mif1", b"avif")),  # ISO/IEC 23008-12
    (4, b"ftyp", PhraseCode.RECORDING),
    (0, b"\xffWPC", PhraseCode.WORDPERFECT),
    (0, b"!BDN", PhraseCode.OUTLOOK_DATA),  # [MS-PST] 2.2.2.6
    (0, b"L\x00\x00\x00\x01\x14\x02\x00", PhraseCode.SHORTCUT),  # [MS-SHLLINK] 2.1
    (0, bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3"), PhraseCode.ONENOTE),  # [MS-ONESTORE] 2.3.1
    (0, b"\x7fELF", PhraseCode.PROGRAM),
    (0, b"MZ", PhraseCode.PROGRAM),
    (0, b"SQLite format 3\x00", PhraseCode.DATABASE),
)  # fmt: skip
_BY_EXTENSION = {
    ".md": Format.MARKDOWN, ".markdown": Format.MARKDOWN, ".csv": Format.CSV, ".tsv": Format.CSV,
    ".eml": Format.MAIL, ".mht": Format.MAIL, ".mhtml": Format.MAIL, ".html": Format.HTML,
    ".htm": Format.HTML, ".xhtml": Format.HTML,
}  # fmt: skip
_JSON_HEAD = 4096  # characters inspected for the type of a version
_NO_DOCUMENTS = {
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".geojson"), PhraseCode.DATA),
    ".webloc": PhraseCode.SHORTCUT,
}

_XML_FORMATS = (
    (Format.CLML, ("Legislation",), ("legislation.gov.uk/namespaces",)),
    (Format.GII_NORM, ("dokumente",), ("<norm",)),
    (Format.RII_DECISION, ("dokument",), ("<doknr", "<gertyp")),
    (
        Format.USLM,
        ("uscDoc", "lawDoc", "pLaw", "bill", "resolution", "statuteCompilation"),
        ("uslm",),
    ),
    (Format.BOE, ("documento", "response", "legislacion-consolidada"), ("BOE-",)),
    (Format.BOE, ("response", "legislacion-consolidada", "texto"), ("<bloque",)),
    (Format.LEGI, ("ARTICLE",), ("META_ARTICLE",)),
    (Format.RIS, ("risdok",), ()),
    (Format.OFFICE_XML, ("package",), ("schemas.microsoft.com/office/2006/xmlPackage",)),
    (Format.OFFICE_XML, ("wordDocument",), ("schemas.microsoft.com/office/word/2003/wordml",)),
    (Format.EXCEL_2003, ("Workbook",), ("urn:schemas-microsoft-com:office:spreadsheet",)),
)
"""Formats of law and of Office by the root of the file and marks near its beginning."""
_PROLOGUE = lazy_pattern(r"\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\])?\s*>)", re.DOTALL)
_ROOT = lazy_pattern(r"\s*<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
_NAMESPACE = lazy_pattern(r"\s*<[^<>]{1,400}\sxmlns[:=]")
_FLAT_OPENDOCUMENT = lazy_pattern(
    r"\soffice:mimetype=[\"'](application/vnd\.oasis\.[\w.-]{1,60})[\"']"
)
"""The kind of OpenDocument in one XML file (OpenDocument 1.2, part 1, 3.1.2)."""
_MAIL_HEADER = lazy_pattern(
    r"^(return-path|received|from|to|cc|bcc|subject|date|message-id|mime-version|reply-to|"
    r"content-type|delivered-to|x-[\w-]+|content-transfer-encoding|dkim-signature|"
    r"arc-[\w-]+|authentication-results|received-spf|importance|thread-[\w-]+|user-agent):",
    re.IGNORECASE,
)
_MULTIPART = lazy_pattern(
    r"content-type:\s*multipart/[^\n]+(?:\n[ \t][^\n]*)*boundary=", re.IGNORECASE
)
"""Beginning of a mail without headers, as Outlook attaches signed content."""
_COUNT = lazy_pattern(r"\A\d{1,9}[ \t]*\r?\n")
"""The length of a mail, as Apple Mail writes it in front (.emlx)."""
_TEXT_KINDS = (
    (lazy_pattern(r"%!PS-Adobe"), PhraseCode.POSTSCRIPT),
    (lazy_pattern(r"\[(?:InternetShortcut|Desktop Entry)\]"), PhraseCode.SHORTCUT),
    (
        lazy_pattern(
            r"-----BEGIN (?:[A-Z0-9]+ ){0,3}(?:CERTIFICATE|KEY|PGP SIGNATURE|(?:PUBLIC|PRIVATE) KEY BLOCK)(?: REQUEST)?-----"
        ),
        PhraseCode.KEY,
    ),
)
"""Kinds of files that are text and no documents."""
_DECISIVE = {"from", "date", "message-id", "mime-version", "received", "return-path"}
_END_OF_DOS_FILE = lazy_pattern("\\x1a[\\x1a\\0]{0,127}\\Z")  # what fills its last block
_BLOCK = 4096  # zeros that may fill the last one of a disk, as in recovered files
_MAX_CONTROL_SHARE = 0.05  # prose has none, compressed or random data has 0.11 and more
_CONTROL = lazy_pattern("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")


def sniff(data: bytes, name: str) -> Format:
    """Detect the format; raise ``FileFailed`` with the reason for an unsupported one.

    ``name`` is the file's name, for the extension and for the message.
    """
    if not data:
        raise FileFailed(FileCode.EMPTY, name=name)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return zip_format(io.BytesIO(data), name)
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return ole_format(data, name)
    if data.startswith(b"{\\rtf"):
        return Format.RTF
    if is_signed(data[:HEAD]):
        return Format.SIGNED
    for offset, magic, format_ in _READ:
        if _has_magic(data, offset, magic):
            return format_
    # May follow other bytes; checked after archives, as they may contain a PDF uncompressed.
    if b"%PDF-" in data[:1024]:
        return Format.PDF
    _reject_known(data, name)
    return _text_format(decode_head(data[:HEAD]), name)


def _has_magic(data: bytes, offset: int, magic: bytes) -> bool:
    """Return whether data has a signature; one of letters may be the first word of a text."""
    return data.startswith(magic, offset) and not (
        magic.isalnum() and _is_text(decode_head(data[:HEAD]))
    )


def _reject_known(data: bytes, name: str) -> None:
    for offset, magic, what in _MAGIC:
        if _has_magic(data, offset, magic):
            raise not_read(name, what)
    if is_encrypted(data[:HEAD]):
        raise encrypted(name)


def _text_format(text: str, name: str) -> Format:
    extension = PurePath(name).suffix.lower()
    if extension == ".pdf":
        raise FileFailed(FileCode.NOT_A_PDF, name=name)
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        if lex_articles.claims(text[:_JSON_HEAD]):
            return Format.LEX_ARTICLES
        if lex_articles.claims_register(text[:_JSON_HEAD]):
            return Format.LEX_REGISTER
    if extension in _NO_DOCUMENTS:
        raise not_read(name, _NO_DOCUMENTS[extension])
    if not _is_text(text):
        raise FileFailed(FileCode.KIND_UNKNOWN, name=name)
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("<") and (marked_up := _markup_format(start, extension)):
        return marked_up
    if start.startswith("-----BEGIN PGP MESSAGE-----"):
        raise encrypted(name)
    for pattern, kind in _TEXT_KINDS:
        if pattern.match(start):
            raise not_read(name, kind)
    if _is_mail(_COUNT.sub("", start, count=1)) or _MULTIPART.match(start):
        return Format.MAIL
    if start.startswith("From ") and _is_mail(start.partition("\n")[2]):
        return Format.MBOX
    return _BY_EXTENSION.get(extension, Format.TEXT)


def _markup_format(text: str, extension: str) -> Format | None:
    whole = text
    while match := _PROLOGUE.match(text):
        text = text[match.end() :]
    match = _ROOT.match(text)
    root = match[1] if match else ""
    if root in ("ACT", "ANNEX", "CONS.ACT", "CONS.ANNEX"):
        return Format.FORMEX
    if root == "document" and (flat := _FLAT_OPENDOCUMENT.search(text[:8192])):
        return OPENDOCUMENT.get(flat[1].removesuffix("-template"))
    if root == "akomaNtoso":
        return Format.AKOMA_NTOSO
    for format_, roots, marks in _XML_FORMATS:
        if root in roots and all(mark in text[:4096] for mark in marks):
            return format_
    if root == "DOC":
        return Format.FORMEX_RECORD
    if root.lower() in ("html", "head", "body", "div", "p", "table", "title", "meta"):
        return Format.EURLEX_HTML if eurlex.claims(whole) else Format.HTML
    is_xml = extension == ".xml" or whole.startswith("<?xml") or _NAMESPACE.match(text)
    return Format.XML if root and is_xml else None


def _is_mail(text: str) -> bool:
    names: list[str] = []
    for line in text.splitlines()[:200]:
        if not line.strip():
            break
        if line[0] in " \t" and names:
            continue
        match = _MAIL_HEADER.match(line)
        if not match:
            if re.match(r"^[A-Za-z][\w-]*:\s", line) and names:
                continue
            return False
        names.append(match[1].lower())
    return len(names) >= 2 and bool(_DECISIVE & set(names))


def _is_text(text: str) -> bool:
    text = _END_OF_DOS_FILE.sub("", text)
    bare = text.rstrip("\0")
    if len(text) - len(bare) <= _BLOCK and len(bare.split()) > 1:  # no signature such as GIF89a
        text = bare
    return len(_CONTROL.findall(text)) <= _MAX_CONTROL_SHARE * len(text)


def sniff_archive(file: IO[bytes], name: str, size: int) -> Format:
    """Detect the format of an archive too large for memory, by its first bytes.

    Raises ``FileFailed`` for all other files of that ``size``, since documents are smaller, and for
    larger archives.
    """
    from lexdesk.extract.limits import MAX_ARCHIVE_BYTES, archive_too_large, too_large

    head = file.read(HEAD)
    file.seek(0)
    format_: Format | None = None
    if head.startswith(b"PK\x03\x04"):
        format_ = zip_format(file, name)
    else:
        with contextlib.suppress(FileFailed):
            format_ = sniff(head, name)
    file.seek(0)
    if format_ not in ARCHIVES:
        _reject_known(head, name)  # for a more specific reason
        raise too_large(name, size)
    if size > MAX_ARCHIVE_BYTES:
        raise archive_too_large(name, size)
    return format_
