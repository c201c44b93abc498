"""A parser of EPUB books (EPUB 3.3): the pages of the spine, in its order, each as HTML.

kreuzberg 4.10 omits ``dl``, used for numbers in statutes of gesetze-im-internet.de, and list
numbers.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.limits import MAX_TEXT_CHARACTERS
from lexdesk.extract.parsers.html import shown_text
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.structure import Source
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import read_local_name
from lexdesk.text.encodings import decode

if TYPE_CHECKING:
    from lxml.etree import _Element

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_PAGES = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml"}
_LARGEST_SHEET, _MOST_SHEETS = 1_000_000, 50  # bytes
_MOST_BYTES = 4 * MAX_TEXT_CHARACTERS  # of all pages


def read(source: Source) -> Document:
    """Read the text of the book and its package metadata as properties; raise ``FileFailed``."""
    name = source.path.name
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as packed:
            package_name = _package_name(packed, name)
            package = parse_xml(packed.read(package_name), name)
            pages = list(_pages(packed, package, posixpath.dirname(package_name)))
            if _is_encrypted(packed, pages):
                raise FileFailed(FileCode.DRM, name=name)
            css = _style_sheets(packed, package, posixpath.dirname(package_name))
            pieces = [
                shown_text(packed.read(page), name, marks_headings=True, css=css) for page in pages
            ]
    except (*ZIP_DAMAGE, StopIteration):
        raise FileFailed(FileCode.EPUB_DAMAGED, name=name) from None
    stated = _stated(package)
    properties = {"author": ", ".join(stated.get("creator", ())), "created": _first(stated, "date")}
    properties["modified"] = _first(stated, "dcterms:modified")
    text, titles = "\n\n".join(filter(None, pieces)), stated.get("title", ())[:1]
    return assemble([text], name=name, titles=titles, properties=properties)


def _package_name(packed: zipfile.ZipFile, name: str) -> str:
    container = parse_xml(packed.read(_CONTAINER), name)
    return next(rootfile.get("full-path") or "" for rootfile in container.iter("{*}rootfile"))


def _pages(packed: zipfile.ZipFile, package: _Element, folder: str) -> Iterator[str]:
    """Yield the file names of pages in the spine.

    The manifest has URLs: ``a%20b.xhtml`` may be the file ``a b.xhtml``.
    """
    there = set(packed.namelist())
    manifest = {item.get("id"): item for item in package.iter("{*}item")}
    size = 0
    for reference in package.iter("{*}itemref"):
        item = manifest.get(reference.get("idref"))
        if item is None or (item.get("media-type") or "") not in _PAGES:
            continue
        url = (item.get("href") or "").partition("#")[0]
        names = (
            posixpath.normpath(posixpath.join(folder, address)) for address in (url, unquote(url))
        )
        found = next((name for name in names if name in there), None)
        if found is not None:
            size += packed.getinfo(found).file_size
            if size > _MOST_BYTES:
                raise ValueError("its pages unpack to too much")
            yield found


def _style_sheets(packed: zipfile.ZipFile, package: _Element, folder: str) -> str:
    """Return the style sheets of the book, in one text; those too large for a sheet are left out."""
    there = {info.filename: info.file_size for info in packed.infolist()}
    found = []
    for item in package.iter("{*}item"):
        name = posixpath.normpath(posixpath.join(folder, unquote(item.get("href") or "")))
        if (
            item.get("media-type") == "text/css"
            and there.get(name, _LARGEST_SHEET) < _LARGEST_SHEET
        ):
            found.append(decode(packed.read(name)))
    return "\n".join(found[:_MOST_SHEETS])


def _is_encrypted(packed: zipfile.ZipFile, pages: list[str]) -> bool:
    """Look for encrypted pages; encrypted fonts occur in freely readable books."""
    if _ENCRYPTION not in packed.namelist():
        return False
    stated = parse_xml(packed.read(_ENCRYPTION), _ENCRYPTION).iter("{*}CipherReference")
    names = {unquote(stated_item.get("URI") or "") for stated_item in stated}
    return any(page in names for page in pages)


def _stated(package: _Element) -> dict[str, list[str]]:
    """Return the metadata by name; ``meta`` of EPUB 3 by their property."""
    found: dict[str, list[str]] = {}
    for metadata in package.iter("{*}metadata"):
        for element in metadata.iterdescendants():
            name = (
                element.get("property")
                if read_local_name(element) == "meta"
                else read_local_name(element)
            )
            if name and (value := " ".join((element.text or "").split())):
                found.setdefault(name, []).append(value)
    return found


def _first(stated: dict[str, list[str]], name: str) -> str:
    return next(iter(stated.get(name, ())), "")
