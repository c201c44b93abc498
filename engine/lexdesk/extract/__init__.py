"""Reading a file: from a path to a ``Document`` or to the reason why there is none.

    sniff (what it is) -> one reader (structure/ or office, mail, plain_text) -> Document

``read`` runs in the calling process; ``ReaderPool`` runs it in processes that can be killed.
"""

from __future__ import annotations

import stat
import unicodedata
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexdesk.document import Document
from lexdesk.errors import FileRefused
from lexdesk.extract.sniff import Format, sniff
from lexdesk.structure import Source, StructureError, TextStructure

if TYPE_CHECKING:
    from lexdesk.extract.pool import ReaderPool

__all__ = ["MAX_FILE_BYTES", "READER_VERSION", "ReaderPool", "read", "read_source"]

READER_VERSION = 4
"""Raised whenever the same file gives another document, so that libraries read it again."""

MAX_FILE_BYTES = 200 * 1024 * 1024
"""A file is held in memory beside its text; the largest court bundles have about 100 MB."""

_READERS = {
    Format.FORMEX: ("lexdesk.structure.formex", "read"),
    Format.FORMEX_RECORD: ("lexdesk.structure.formex", "refuse_publication_record"),
    Format.AKOMA_NTOSO: ("lexdesk.structure.akoma_ntoso", "read"),
    Format.CLML: ("lexdesk.structure.clml", "read"),
    Format.EURLEX_HTML: ("lexdesk.structure.eurlex_html", "read"),
    Format.LEX_ARTICLES: ("lexdesk.structure.lex_articles", "read"),
    Format.LEX_REGISTER: ("lexdesk.structure.lex_articles", "refuse_register"),
    Format.MARKDOWN: ("lexdesk.extract.markdown", "read"),
    Format.TEXT: ("lexdesk.extract.plain_text", "read"),
    Format.MAIL: ("lexdesk.extract.mail", "read"),
    Format.PDF: ("lexdesk.extract.pdf", "read"),
    Format.HTML: ("lexdesk.extract.office", "read_html"),
    Format.XML: ("lexdesk.extract.office", "read_xml"),
    Format.CSV: ("lexdesk.extract.office", "read_csv"),
}

_FALLBACKS = {
    Format.FORMEX: "read_xml",
    Format.AKOMA_NTOSO: "read_xml",
    Format.CLML: "read_xml",
    Format.EURLEX_HTML: "read_html",
}
_PROSE = {
    Format.PDF, Format.TEXT, Format.MARKDOWN, Format.HTML, Format.DOCX, Format.DOC, Format.ODT,
    Format.RTF,
}  # fmt: skip
"""Formats that mark no provisions; what their lines say may show some."""

_RECOGNISERS = (
    "lexdesk.structure.eu_text",
    "lexdesk.structure.judgment",
    "lexdesk.structure.contract",
)
"""Modules with ``recognise(document)``: the first that is sure gives the structure."""


def __getattr__(name: str) -> Any:
    if name == "ReaderPool":
        from lexdesk.extract.pool import ReaderPool

        return ReaderPool
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def read(path: Path) -> Document:
    """Read one file.

    The text is NFC-normalised and the structure validated. Raises ``FileRefused`` with one
    sentence for everything that cannot be read, whatever the cause lies in.
    """
    path = Path(path)
    try:
        data = _load(path)
        document = read_source(Source(path, data))
    except OSError as error:
        raise FileRefused(
            f"{path.name} cannot be opened ({error.strerror}); check that it exists and that you "
            "may read it."
        ) from None
    except MemoryError:
        raise FileRefused(
            f"{path.name} needs more memory than the reader may use; split it into smaller files."
        ) from None
    except RecursionError:
        raise FileRefused(
            f"{path.name} is nested more deeply than any real document; it was left out."
        ) from None
    return document


def read_source(source: Source) -> Document:
    """Like ``read``, for bytes that are at hand already (an attachment)."""
    format_ = sniff(source.data, source.path.name)
    module, function = _READERS.get(format_, ("lexdesk.extract.office", "read"))
    reader = getattr(import_module(module), function)
    try:
        document = _validated(reader(source))
    except StructureError:
        document = _validated(_without_structure(source, format_))
    if format_ in _PROSE and not document.provisions:
        document = _recognised(document)
    document = _dated(document, source, format_)
    if not document.text.strip():
        raise FileRefused(f"{source.path.name} holds no text; there is nothing to search in it.")
    return document if document.title else replace(document, title=_name_as_title(source.path))


def _recognised(document: Document) -> Document:
    """The document with the structure that its lines show; as it is where none is sure."""
    for module in _RECOGNISERS:
        recogniser: TextStructure = import_module(module)
        found = recogniser.recognise(document)
        if found is not None:
            try:
                return _validated(found)
            except StructureError:
                return document
    return document


def _dated(document: Document, source: Source, format_: Format) -> Document:
    """The document with the times and relations that it states, where it is law."""
    if not document.work:
        return document
    from lexdesk.structure import commencement, publication

    match format_:
        case Format.FORMEX:
            published = publication.of_formex(source)
        case Format.EURLEX_HTML:
            published = publication.of_page(source)
        case _:
            published = publication.of_text(document)
    with_relations = replace(document, relations=document.relations + published.relations)
    return commencement.dated(with_relations, published.date)


def _name_as_title(path: Path) -> str:
    """The file's name without its extension; bytes of it that are no UTF-8 as question marks."""
    return unicodedata.normalize("NFC", path.stem.encode(errors="replace").decode())


def _validated(document: Document) -> Document:
    try:
        document.validate()
    except ValueError as error:
        raise StructureError(str(error)) from None
    return document


def _without_structure(source: Source, format_: Format) -> Document:
    """A wrong structure is worse than none: the text alone, where the text is fine."""
    fallback = _FALLBACKS.get(format_)
    if fallback:
        from lexdesk.extract import office

        document: Document = getattr(office, fallback)(source)
        return document
    if format_ is Format.MARKDOWN:
        from lexdesk.extract import plain_text

        return plain_text.read(source)
    raise FileRefused(f"{source.path.name} is damaged: what was read of it contradicts itself.")


def _load(path: Path) -> bytes:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "no regular file"
        raise FileRefused(f"{path.name} is {what}, not a document; name the files inside it.")
    if status.st_size == 0:
        raise FileRefused(f"{path.name} is empty (0 bytes); there is nothing to read.")
    if status.st_size > MAX_FILE_BYTES:
        raise FileRefused(
            f"{path.name} has {status.st_size / 2**20:.0f} MB, more than the "
            f"{MAX_FILE_BYTES / 2**20:.0f} MB that are read; split it into smaller files."
        )
    return path.read_bytes()
