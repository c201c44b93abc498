"""Detection of Office packages and archives, which share a magic number, by their members."""

import io
import lzma
import struct
import zipfile
import zlib
from pathlib import PurePath
from typing import IO

from lexdesk.errors import FileCode, FileFailed, PhraseCode
from lexdesk.extract.sniff import Format, locked, locked_for_good, not_read

_OOXML = (("word/", Format.DOCX), ("xl/", Format.XLSX), ("ppt/", Format.PPTX))
OPENDOCUMENT = {
    "application/vnd.oasis.opendocument.text": Format.ODT,
    "application/vnd.oasis.opendocument.spreadsheet": Format.ODS,
    "application/vnd.oasis.opendocument.presentation": Format.ODP,
    "application/epub+zip": Format.EPUB,
}
"""Formats by media type, with EPUB, which names its own in the same way."""
_APPLE_INDEXES = frozenset(
    {"Index.zip", "index.xml", "index.xml.gz", "index.apxl", "index.apxl.gz"}
)
_OLE = (
    ("EncryptedPackage", None),
    ("__properties_version1.0", Format.MSG),
    ("WordDocument", Format.DOC),
    ("PowerPoint Document", Format.PPT),
    ("Workbook", Format.XLS),
    ("Book", Format.XLS),
)
ZIP_DAMAGE = (OSError, EOFError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error,
              lzma.LZMAError, KeyError, IndexError)  # fmt: skip
"""Exceptions of zipfile on damaged or malicious files."""
OLE_DAMAGE = (OSError, ValueError, IndexError, KeyError, TypeError, AttributeError, struct.error)
"""Exceptions of olefile on damaged files."""


def zip_format(file: IO[bytes], name: str) -> Format:
    """Detect the format of a ZIP file; plain archives give ``ZIP``; raise ``FileFailed``."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            kind = ""
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 1000:
                kind = archive.read("mimetype").decode("ascii", "replace").strip()
            encrypted = kind.startswith("application/") and _is_encrypted_opendocument(archive)
    except ZIP_DAMAGE:
        raise FileFailed(FileCode.PACKAGE_TRUNCATED, name=name) from None
    if encrypted:
        raise locked_for_good(name)
    if kind.removesuffix("-template") in OPENDOCUMENT:
        return OPENDOCUMENT[kind.removesuffix("-template")]
    # Such as a drawing; files with a signature (ETSI EN 319 162) are an archive.
    if kind.startswith("application/") and "asic" not in kind:
        raise not_read(name, PhraseCode.PACKAGE)
    if _is_apple_document(names, name):
        raise not_read(name, PhraseCode.APPLE_DOCUMENT)
    if "[Content_Types].xml" in names:
        if "xl/workbook.bin" in names:
            return Format.XLSB
        for folder, format_ in _OOXML:
            if any(n.startswith(folder) for n in names):
                return format_
        raise not_read(name, PhraseCode.PACKAGE)
    return Format.ZIP


def _is_apple_document(names: list[str], name: str) -> bool:
    """Return whether members are those of Pages, Numbers or Keynote, of 2005 to 2009, of 2013, or of today."""
    if any(member.startswith("Index/") and member.endswith(".iwa") for member in names):
        return True
    is_named = PurePath(name).suffix.lower() in (".pages", ".key", ".numbers")
    return is_named and not _APPLE_INDEXES.isdisjoint(names)


def _is_encrypted_opendocument(archive: zipfile.ZipFile) -> bool:
    """Look for encryption data in the manifest (OpenDocument 1.2, part 3, 4.4)."""
    try:
        entry = archive.getinfo("META-INF/manifest.xml")
    except KeyError:
        return False
    return entry.file_size < 4 * 1024**2 and b"encryption-data" in archive.read(entry)


def ole_format(data: bytes, name: str) -> Format:
    """Detect the format of an OLE file: Office 97-2003 and Outlook; raise ``FileFailed``."""
    holds = _ole_entries(data)
    for stream, format_ in _OLE:
        if stream in holds if holds else stream.encode("utf-16-le") in data:
            if format_ is None or _is_locked(data, format_):
                raise locked(name)
            return format_
    raise FileFailed(FileCode.OLD_OFFICE_UNKNOWN, name=name)


def _ole_entries(data: bytes) -> set[str]:
    """Return the top-level entries, without those of attached files; none for a damaged file."""
    from lexdesk.extract.sniff.ole import OleFile

    try:
        with OleFile(io.BytesIO(data)) as ole:
            return {path[0] for path in ole.listdir(streams=True, storages=True)}
    except OLE_DAMAGE:
        return set()


def _is_locked(data: bytes, format_: Format) -> bool:
    """Check the encryption flag of an Office 97-2003 file, specific to each format."""
    from lexdesk.extract.sniff.ole import OleFile

    try:
        with OleFile(io.BytesIO(data)) as ole:
            if format_ is Format.DOC:  # [MS-DOC] 2.5.2: bit fEncrypted of FibBase
                return bool(ole.openstream("WordDocument").read(12)[11] & 1)
            if format_ is Format.XLS:  # [MS-XLS] 2.4.117: a FilePass record after the first
                stream = "Workbook" if ole.exists("Workbook") else "Book"
                return _has_file_pass(ole.openstream(stream).read(4096))
            return bool(ole.exists("EncryptedSummary"))  # [MS-PPT] 2.3.7
    except OLE_DAMAGE:
        return False  # damaged: reported by its parser


def _has_file_pass(records: bytes) -> bool:
    """Look for FilePass (0x2F) in the first ten records: type and length, two bytes each."""
    at = 0
    for _ in range(10):
        kind, length = struct.unpack_from("<HH", records, at)
        if kind == 0x2F:
            return True
        at += 4 + length
    return False
