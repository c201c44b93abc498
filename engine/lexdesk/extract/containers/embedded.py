"""Files embedded in documents: attachments of a PDF, and objects in documents of Office and OpenDocument.

An object is the file itself, or an OLE file around it ([MS-OLEDS] 2.3); formulas and charts are read with the text.
"""

from __future__ import annotations

import binascii
import io
import itertools
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.containers.mail import Attachment
from lexdesk.extract.limits import MAX_FILE_BYTES
from lexdesk.extract.parsers.package import Package
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.ole import OleFile
from lexdesk.extract.sniff.packages import OLE_DAMAGE, ZIP_DAMAGE
from lexdesk.structure import Source
from lexdesk.text.encodings import decode_any
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import pypdfium2

_OBJECTS = lazy_pattern(r"(?:word|xl|ppt)/embeddings/[^/]+|Object \d{1,6}")
_CHART_LINKS = lazy_pattern(r"(word|xl|ppt)/charts/_rels/([^/]+)\.rels")
_OBJECTS_IN_FOLDERS = lazy_pattern(r"Object \d{1,6}/content\.xml")
_KINDS = {
    b"<office:spreadsheet": "spreadsheet", b"<office:text": "text", b"<office:presentation": "presentation",
}  # fmt: skip
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STREAMS = {"Package": "", "EmbeddedOdf": "", "CONTENTS": ".pdf"}
"""Streams that hold a file of Office, of OpenDocument, or a PDF."""
_WHOLE = {
    "WordDocument": ".doc", "Workbook": ".xls", "Book": ".xls", "PowerPoint Document": ".ppt",
    "__properties_version1.0": ".msg",
}  # fmt: skip
_NATIVE, _CLASS = "\x01Ole10Native", "\x01CompObj"
_DRAWN = ("Microsoft Equation", "MathType", "Microsoft Graph", "Microsoft Forms")
"""Classes of formulas, charts and controls: what they show is a picture."""
_DRAWN_BY_CLASS = ("Equation", "MathType", "MSGraph", "Forms.", "PBrush", "StaticMetafile")
_OBJECT_DATA = lazy_pattern(rb"\\objdata\b([0-9A-Fa-f\s]{24,})")
_NO_DIGITS = lazy_pattern(rb"\s+")
_EMBEDDED = 2  # [MS-OLEDS] 2.2.4
_PACKAGES = (Format.DOCX, Format.XLSX, Format.XLSB, Format.PPTX, Format.ODT, Format.ODS, Format.ODP)
_OBJECT_OF_SLIDES = 0x1011  # [MS-PPT] 2.10.34, ExOleObjStg
_MOST_OBJECTS = 1000  # in an OLE file, whose storages are searched one by one
_HEAD_OF_STREAM = 512  # bytes between the type of an object stream and its content
_MOST_INFLATED = 4 * 1024 * 1024  # bytes of an object stream of a PDF


def read_embedded_files(source: Source, format_: Format) -> Iterator[Attachment]:
    """Yield the files embedded in a document; none for formats without any, or for a damaged document."""
    if format_ is Format.PDF:
        yield from _of_pdf(source)
    elif format_ in _PACKAGES and source.data.startswith(b"PK"):
        yield from _of_package(source)
    elif format_ is Format.RTF:
        yield from _of_rich_text(source.data)
    elif format_ in (Format.DOC, Format.XLS, Format.PPT) and source.data.startswith(_OLE):
        with suppress(*OLE_DAMAGE), OleFile(io.BytesIO(source.data)) as ole:
            yield from _of_slides(ole) if format_ is Format.PPT else _of_storages(ole)


def _of_rich_text(data: bytes) -> Iterator[Attachment]:
    """Yield the objects of an RTF file, each in the hexadecimal digits of ``\\objdata`` ([MS-OLEDS] 2.2.5)."""
    for number, match in enumerate(itertools.islice(_OBJECT_DATA.finditer(data), _MOST_OBJECTS), 1):
        digits = _NO_DIGITS.sub(b"", match[1])
        object_ = binascii.unhexlify(digits[: len(digits) // 2 * 2])
        name = f"object-{number}"
        with suppress(struct.error):
            _, kind, length = struct.unpack_from("<III", object_)
            class_, at = object_[12 : 12 + length].rstrip(b"\0").decode("latin-1"), 12 + length
            for _ in range(2):  # the names of a topic and an item
                (length,) = struct.unpack_from("<I", object_, at)
                at += 4 + length
            (size,) = struct.unpack_from("<I", object_, at)
            native = object_[at + 4 : at + 4 + size]
            if kind != _EMBEDDED or class_.startswith(_DRAWN_BY_CLASS):
                continue
            if native.startswith(_OLE):
                yield from _of_ole(native, name)
            elif file := _of_packager(b"\0\0\0\0" + native):
                yield file
            elif native:
                yield Attachment(name, FileFailed(FileCode.EMBEDDED_OBJECT, name=name))


def _of_pdf(source: Source) -> Iterator[Attachment]:
    """Yield the files of the whole PDF (ISO 32000-2, 7.11.4), then those attached to its pages (12.5.6.15)."""
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(source.data, password=source.password)
    except pypdfium2.PdfiumError:  # reported by its parser
        return
    with closing(pdf):
        for at in range(pdf.count_attachments()):
            yield _of_pdf_attachment(partial(pdf.get_attachment, at), at + 1, source)
        if _may_have_files_on_pages(source.data):
            for number, file in enumerate(_on_pages(pdf), pdf.count_attachments() + 1):
                yield _of_pdf_attachment(
                    partial(pypdfium2.PdfAttachment, file, pdf), number, source
                )


def _of_pdf_attachment(
    get: Callable[[], pypdfium2.PdfAttachment], number: int, source: Source
) -> Attachment:
    import pypdfium2

    name = f"attachment-{number}"
    try:
        file = get()
        name = file.get_name() or name
        return Attachment(name, bytes(file.get_data()))
    except pypdfium2.PdfiumError:
        failure = FileFailed(FileCode.PORTFOLIO_MEMBER_DAMAGED, name=name, pdf=source.path.name)
        return Attachment(name, failure)


def _on_pages(pdf: pypdfium2.PdfDocument) -> Iterator[Any]:
    """Yield the handles of the files that annotations on pages hold."""
    from pypdfium2 import raw as pdfium

    for number in range(len(pdf)):
        page = pdfium.FPDF_LoadPage(pdf, number)
        for at in range(pdfium.FPDFPage_GetAnnotCount(page) if page else 0):
            annotation = pdfium.FPDFPage_GetAnnot(page, at)
            file = pdfium.FPDFAnnot_GetFileAttachment(annotation) if annotation else None
            if file:
                yield file
            if annotation:
                pdfium.FPDFPage_CloseAnnot(annotation)
        if page:
            pdfium.FPDF_ClosePage(page)


def _may_have_files_on_pages(data: bytes) -> bool:
    """Look for the annotation's type, also in compressed object streams: loading all pages takes a tenth of the parser's time."""
    wanted = b"/FileAttachment"
    if wanted in data or (b"/Encrypt" in data and b"/ObjStm" in data):
        return True
    at = 0
    while (at := data.find(b"/ObjStm", at)) >= 0:
        at += 1
        start = data.find(b"stream", at, at + _HEAD_OF_STREAM)
        if start < 0:
            continue
        start += 8 if data[start + 6 : start + 7] == b"\r" else 7
        with suppress(zlib.error):
            packed = data[start : start + _MOST_INFLATED]
            if wanted in zlib.decompressobj().decompress(packed, _MOST_INFLATED):
                return True
    return False


def _of_package(source: Source) -> Iterator[Attachment]:
    """Yield the objects of a ZIP package, without the data of its charts."""
    with suppress(*ZIP_DAMAGE), zipfile.ZipFile(io.BytesIO(source.data)) as packed:
        names = packed.namelist()
        objects = [name for name in dict.fromkeys(names) if _OBJECTS.fullmatch(name)]
        package = Package(packed, source.path.name, Format.DOCX)
        links = [link for link in map(_CHART_LINKS.fullmatch, names) if link]
        of_charts = {
            target
            for link in links
            for target in package.targets(f"{link[1]}/charts/{link[2]}").values()
        }
        for name in objects:
            if name not in of_charts:
                yield from _of_part(package, name)
        for name in dict.fromkeys(names):
            if _OBJECTS_IN_FOLDERS.fullmatch(name):
                yield from _of_folder(package, posixpath.dirname(name))


def _of_folder(package: Package, folder: str) -> Iterator[Attachment]:
    """Yield a document in a folder of an OpenDocument file (part 2, 3.1) as a file; formulas and charts are none."""
    parts: dict[str, bytes] = {}
    for name in ("content.xml", "styles.xml"):
        try:
            parts[name] = package.content(f"{folder}/{name}")
        except KeyError:
            continue
        except FileFailed as failure:
            yield Attachment(folder, failure)
            return
    kind = next((kind for mark, kind in _KINDS.items() if mark in parts["content.xml"]), "")
    if kind:
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as packed:
            packed.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
            for name, content in parts.items():
                packed.writestr(name, content)
        yield Attachment(folder, data.getvalue())


def _of_part(package: Package, part: str) -> Iterator[Attachment]:
    name = posixpath.basename(part)
    try:
        data = package.content(part)
    except FileFailed as failure:
        yield Attachment(name, failure)
        return
    if not data.startswith(_OLE):
        if data:
            yield Attachment(name, data)
        return
    yield from _of_ole(data, name)


def _of_ole(data: bytes, name: str) -> Iterator[Attachment]:
    try:
        with OleFile(io.BytesIO(data)) as ole:
            entries = {path[0] for path in ole.listdir(streams=True, storages=True)}
            whole = next((_WHOLE[entry] for entry in _WHOLE if entry in entries), "")
            if whole and not _is_drawn(ole, ()):
                yield Attachment(f"{PurePath(name).stem}{whole}", data)
            else:
                yield from _of_storage(ole, (), name)
    except OLE_DAMAGE as error:
        failure = FileFailed(FileCode.ATTACHMENT_DAMAGED, name=name, reason=error)
        yield Attachment(name, failure)


def _of_storages(ole: OleFile) -> Iterator[Attachment]:
    """Yield the objects of a document of Word 97 ([MS-DOC] 2.1.3) or Excel 97 ([MS-XLS] 2.1.7.4)."""
    found: dict[tuple[str, ...], None] = {}
    for path in ole.listdir(streams=True, storages=True):
        depth = 2 if path[0] == "ObjectPool" else 1 if re.match(r"MBD[0-9A-F]{8}", path[0]) else 0
        if depth and len(path) > depth and len(found) < _MOST_OBJECTS:
            found[tuple(path[:depth])] = None
    for number, storage in enumerate(found, 1):
        yield from _of_storage(ole, storage, f"object-{number}")


def _of_storage(ole: OleFile, storage: tuple[str, ...], name: str) -> Iterator[Attachment]:
    """Yield the file in an object; its failure, if its own program alone opens it."""
    for stream, extension in _STREAMS.items():
        if data := _stream(ole, storage, stream):
            if extension and not data.startswith(b"%PDF-"):
                continue
            yield Attachment(f"{PurePath(name).stem}{extension}", data)
            return
    native = _stream(ole, storage, _NATIVE)
    if native and (file := _of_packager(native)):
        yield file
    elif not _is_drawn(ole, storage):
        yield Attachment(name, FileFailed(FileCode.EMBEDDED_OBJECT, name=name))


def _of_slides(ole: OleFile) -> Iterator[Attachment]:
    """Yield the objects of a presentation of PowerPoint 97, each a record of its main stream."""
    data = _stream(ole, (), "PowerPoint Document")
    at = number = 0
    while at + 8 <= len(data):
        head, type_, length = struct.unpack_from("<HHI", data, at)
        content = data[at + 8 : at + 8 + length]
        at += 8 + length
        if type_ != _OBJECT_OF_SLIDES or number >= _MOST_OBJECTS:
            continue
        number += 1
        with suppress(zlib.error):
            if head >> 4:  # packed, with its size before
                content = zlib.decompressobj().decompress(content[4:], MAX_FILE_BYTES)
            if content.startswith(_OLE):
                yield from _of_ole(content, f"object-{number}")


def _stream(ole: OleFile, storage: tuple[str, ...], name: str) -> bytes:
    path = "/".join((*storage, name))
    return bytes(ole.openstream(path).read()) if ole.get_type(path) == 2 else b""


def _is_drawn(ole: OleFile, storage: tuple[str, ...]) -> bool:
    """Return True for a formula, chart or control, by its class ([MS-OLEDS] 2.3.8)."""
    if _stream(ole, storage, "Equation Native"):
        return True
    stated = _stream(ole, storage, _CLASS)[32:200].decode("latin-1")
    return stated.startswith(_DRAWN)


def _of_packager(native: bytes) -> Attachment | None:
    """Return the file that was dropped into a document, with its name ([MS-OLEDS] 2.3.6); ``None`` for other data."""
    if native[4:6] != b"\x02\x00":
        return None
    label, path, rest = [*native[6:].split(b"\0", 2), b"", b""][:3]
    with suppress(struct.error):
        kind, length = struct.unpack_from("<xxHI", rest)
        (size,) = struct.unpack_from("<I", rest, 8 + length)
        data = rest[12 + length : 12 + length + size]
        name = decode_any(label or path).replace("\\", "/").rpartition("/")[2]
        if kind == 3 and data:
            return Attachment(name or "attachment", data)
    return None
