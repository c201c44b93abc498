"""Extraction of one document's bytes to a ``Document``.

sniff -> one parser (of ``parsers``, ``containers`` or ``lexdesk.structure``) -> structure, dates; references
may be found later.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from lexdesk.citations.references import find_references
from lexdesk.document.model import DATED, FURNITURE, TEXTLESS, Document, Property, Provision
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.clean import clean
from lexdesk.extract.limits import (
    MAX_DEPTH,
    MAX_NAME_CHARACTERS,
    MAX_PROVISIONS,
    MAX_TEXT_CHARACTERS,
)
from lexdesk.extract.parsers import flat_office
from lexdesk.extract.parsers.word_97 import package as word_97
from lexdesk.extract.sniff import ARCHIVES, Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.metadata.language import detect_language
from lexdesk.metadata.own_date import find_own_date
from lexdesk.structure import Source, StructureError, TextStructure, lex_articles
from lexdesk.text.control_characters import remove_controls
from lexdesk.text.encodings import decode_any
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import RAISED_DIGITS, has_raised_digits, normalize

if TYPE_CHECKING:
    from lexdesk.extract.ocr import Ocr

PARSER_VERSION = 77
"""Increased on every change of the documents extracted from the same files; libraries then extract them again."""


class _Parser(NamedTuple):
    """The parser of a format: a function of a module of Lexdesk that makes a document of a ``Source``."""

    module: str
    function: str = "read"
    fallback: Format | None = None
    """The format as which a document with a wrong structure is read."""
    is_prose: bool = False
    """Whether provisions are not marked; the lines may show some."""
    margins: str = ""
    """A module with ``margin_texts(data)``: headers, footers and comments, outside of provisions."""


_OPEN_DOCUMENT = "extract.parsers.opendocument.documents"
_OFFICE = _Parser("extract.parsers.office")
_PARSERS = {
    Format.FORMEX: _Parser("structure.eu.formex.parser", fallback=Format.XML),
    Format.FORMEX_RECORD: _Parser("structure.eu.formex.parser", "reject_publication_record"),
    Format.AKOMA_NTOSO: _Parser("structure.akoma_ntoso.parser", fallback=Format.XML),
    Format.CLML: _Parser("structure.clml", fallback=Format.XML),
    Format.USLM: _Parser("structure.akoma_ntoso.uslm", fallback=Format.XML),
    Format.BOE: _Parser("structure.boe", fallback=Format.XML),
    Format.LEGI: _Parser("structure.legi", fallback=Format.XML),
    Format.RIS: _Parser("structure.ris", fallback=Format.XML),
    Format.GII_NORM: _Parser("structure.german.gii_norm", fallback=Format.XML),
    Format.RII_DECISION: _Parser("structure.decisions.rii_dok", fallback=Format.XML),
    Format.EURLEX_HTML: _Parser("structure.eu.eurlex.parser", fallback=Format.HTML),
    Format.LEX_ARTICLES: _Parser("structure.lex_articles"),
    Format.LEX_REGISTER: _Parser("structure.lex_articles", "reject_register"),
    Format.MARKDOWN: _Parser("extract.parsers.markdown", fallback=Format.TEXT, is_prose=True),
    Format.TEXT: _Parser("extract.parsers.plain_text", is_prose=True),
    Format.MAIL: _Parser("extract.containers.mail"),
    Format.MSG: _Parser("extract.containers.outlook"),
    Format.PDF: _Parser("extract.parsers.pdf", is_prose=True),
    Format.DOC: _OFFICE._replace(is_prose=True),
    Format.DOCX: _Parser(
        "extract.parsers.docx.parser", is_prose=True, margins="extract.parsers.docx.margins"
    ),
    Format.XLSX: _Parser("extract.parsers.xlsx"),
    Format.PPTX: _Parser("extract.parsers.pptx"),
    Format.EXCEL_2003: _Parser("extract.parsers.excel_2003"),
    Format.RTF: _Parser("extract.parsers.rtf", is_prose=True, margins="extract.parsers.rtf"),
    Format.PICTURE: _Parser("extract.parsers.picture", is_prose=True),
    Format.HTML: _Parser("extract.parsers.html", is_prose=True),
    Format.EPUB: _Parser("extract.parsers.epub"),
    Format.ODT: _Parser(_OPEN_DOCUMENT, "read_text", is_prose=True, margins=_OPEN_DOCUMENT),
    Format.ODS: _Parser(_OPEN_DOCUMENT, "read_spreadsheet", margins=_OPEN_DOCUMENT),
    Format.ODP: _Parser(_OPEN_DOCUMENT, "read_presentation", margins=_OPEN_DOCUMENT),
    Format.XML: _Parser("extract.parsers.plain_text", "read_xml"),
    Format.CSV: _Parser("extract.parsers.plain_text", "read_csv"),
}
"""The parser of each format, ``_OFFICE`` for others; a new format has an entry here."""
_PICTURES = {Format.PDF, Format.PICTURE}
"""Formats with possible pictures of text; their parsers also take an ``Ocr``."""

_OF_ANY_TEXT = "lexdesk.structure.numbered_text"
_RECOGNISERS = (
    "lexdesk.structure.eu.recognition", "lexdesk.structure.decisions.judgment",
    "lexdesk.structure.german.recognition", "lexdesk.structure.irish_uk_text",
    "lexdesk.structure.contract.recognition", _OF_ANY_TEXT,
)  # fmt: skip
"""Modules with ``recognise(document)``: the first sure one gives the structure."""

_EMPTY_PAGE = lazy_pattern(
    r"(?s)\s*(EUR-Lex - \S+).{0,9000}?Skip to main content.{0,400}?My EUR-Lex"
)
_NOTE_MARK = lazy_pattern(rf"[{RAISED_DIGITS}](?<=[^\s{RAISED_DIGITS}Mm].)[{RAISED_DIGITS}]*(?!\w)")
"""Not the sign of m²; the class comes first for speed."""


def read_source(source: Source, *, ocr: Ocr | None = None) -> Document:
    """Extract the document in memory as ``read_text``, with its references."""
    return with_references(read_text(source, ocr=ocr))


def with_references(document: Document) -> Document:
    """Return the document with its references; those of a version of a law are its own."""
    if document.revision:
        return document
    return replace(document, references=find_references(document))


def read_text(source: Source, *, ocr: Ocr | None = None) -> Document:
    """Extract the document in memory, without its references and attachments; an archive raises an error.

    The text is NFC-normalised and the structure validated. Raises ``FileFailed`` with one sentence.
    """
    format_ = sniff(source.data, source.path.name)
    if (package := _package(source, format_)) is not None:
        source = replace(source, data=package)
        format_ = sniff(package, source.path.name)
    if format_ in ARCHIVES:
        raise only_holds_others(source.path.name)
    parser = _PARSERS.get(format_, _OFFICE)
    more = (ocr,) if format_ in _PICTURES else (_text_of,) if format_ is Format.DOCX else ()
    try:
        document = _validated(_parse(source, parser, *more))
    except StructureError:
        document = _validated(_without_structure(source, parser))
    if format_ is Format.LEX_ARTICLES:
        document = _in_its_own_language(document, source)
    if parser.is_prose and not document.work:
        document = _recognised(document)
    document = _dated(document, source, format_)
    if parser.is_prose and not document.work:
        document = _with_own_date(document)
    if parser.margins:
        document = _with_margins(document, source, parser.margins)
    return finish_document(document, source.path)


def _package(source: Source, format_: Format) -> bytes | None:
    """Return the package with the same content as a document of another form; ``None`` for other formats."""
    if format_ is Format.OFFICE_XML:
        return flat_office.packed(source.data, source.path.name)
    return word_97.packed(source.data) if format_ is Format.DOC else None


def _text_of(data: bytes, name: str) -> str:
    """Return the text of a file inserted in a Word document."""
    return read_text(Source(Path(name), data)).text


def _in_its_own_language(document: Document, source: Source) -> Document:
    """Return a dated version in the language of its text: 37 of 1,144 that state English have another."""
    own = detect_language(document.text)
    if (
        own is None
        or own == document.language
        or any(p.name == TEXTLESS for p in document.properties)
    ):
        return document
    return _validated(lex_articles.read(source, own))


def _with_margins(document: Document, source: Source, module: str) -> Document:
    """Append headers, footers and comments to the text, outside of all provisions."""
    below = clean("\n\n".join(_module(module).margin_texts(source.data)))
    return replace(document, text=f"{document.text}\n\n{below}") if below else document


def _with_own_date(document: Document) -> Document:
    """Add the date stated in the text; the date of the file may differ."""
    day = find_own_date(document.text, document.language)
    if day is None:
        return document
    stated = Property(DATED, day.isoformat())
    return replace(document, properties=(*document.properties, stated))


def finish_document(document: Document, path: Path) -> Document:
    """Add the title that all documents have; raise ``FileFailed`` without text."""
    if not document.text.strip():
        raise FileFailed(FileCode.NO_TEXT, name=path.name)
    return replace(
        document,
        title=_short(document.title or name_as_title(path)),
        short_title=_short(document.short_title),
    )


def only_holds_others(name: str) -> FileFailed:
    """Return the failure of an archive or mailbox, a container without text of its own."""
    return FileFailed(FileCode.ONLY_OTHER_FILES, name=name)


def _recognised(document: Document) -> Document:
    """Add the structure recognised in the lines; without a sure one, keep the sections of marked headings.

    These also replace numbered sections that leave out one of them. A page of EUR-Lex without its act has menus only.
    Raised numbers behind words are blank for it: the heading ``Article 5¹`` is that of Article 5.
    """
    plain = document.text
    if has_raised_digits(plain):
        plain = _NOTE_MARK.sub(lambda mark: " " * len(mark[0]), plain)
    for module in _RECOGNISERS:
        if module == _OF_ANY_TEXT and (page := _EMPTY_PAGE.match(plain)):
            whole = Provision("page", FURNITURE, "", "", "", None, 0, len(plain))
            return replace(document, title=page[1], provisions=(whole,))
        recogniser: TextStructure = import_module(module)
        found = recogniser.recognise(replace(document, text=plain, provisions=()))
        if found is not None:
            if module == _OF_ANY_TEXT and not _has_headings(found, document):
                return document
            try:
                return _validated(replace(found, text=document.text))
            except StructureError:
                return document
    return document


def _has_headings(found: Document, document: Document) -> bool:
    """Return True if the sections found include all sections of the document, with their headings."""
    headings = {section.start: section.heading for section in found.provisions}
    return all(
        section.start in headings and (headings[section.start] or not section.heading)
        for section in document.provisions
    )


def _dated(document: Document, source: Source, format_: Format) -> Document:
    """Add the stated dates and relations to a document of law."""
    if not document.work:
        return document
    from lexdesk.metadata import commencement  # loads the citation patterns
    from lexdesk.structure.eu import publication

    match format_:
        case Format.FORMEX:
            published = publication.read_formex_publication(source)
        case Format.EURLEX_HTML:
            published = publication.read_page_publication(source)
        case _:
            published = publication.read_text_publication(document)
    with_relations = replace(document, relations=document.relations + published.relations)
    return commencement.add_commencement(with_relations, published.date)


def name_as_title(path: Path) -> str:
    """Return the file's name without its extension; decode non-UTF-8 names as Windows-1252."""
    stem = path.stem
    try:
        stem.encode()
    except UnicodeEncodeError:
        stem = decode_any(stem.encode(errors="surrogateescape"))
    return normalize("NFC", stem)


def _validated(document: Document) -> Document:
    if len(document.provisions) > MAX_PROVISIONS:
        raise StructureError(f"more than {MAX_PROVISIONS:,} provisions")
    if len(document.text) > MAX_TEXT_CHARACTERS:
        raise FileFailed(
            FileCode.TOO_MUCH_TEXT,
            name=document.title[:80] or "the file",
            limit=MAX_TEXT_CHARACTERS,
        )
    document = _with_short_names(document)
    try:
        document.validate()
    except ValueError as error:
        raise StructureError(str(error)) from None
    if _depth(document) > MAX_DEPTH:
        raise StructureError(f"provisions more than {MAX_DEPTH} deep inside each other")
    return document


def _with_short_names(document: Document) -> Document:
    """Shorten numbers, headings and labels of provisions to a bounded length; the text stays whole.

    Raises ``StructureError`` for an identifier too long: shortened, it would identify something
    else.
    """
    identifiers = [document.work, *(provision.eid for provision in document.provisions)]
    if max(map(len, identifiers)) > MAX_NAME_CHARACTERS:
        raise StructureError(f"an identifier of more than {MAX_NAME_CHARACTERS:,} characters")
    provisions = tuple(
        replace(
            provision,
            number=_short(provision.number),
            heading=_short(provision.heading),
            label=_short(provision.label),
        )
        if len(provision.number) + len(provision.heading) + len(provision.label)
        > MAX_NAME_CHARACTERS
        else provision
        for provision in document.provisions
    )
    return replace(document, provisions=provisions)


def _short(name: str) -> str:
    name = remove_controls(name)
    return name if len(name) <= MAX_NAME_CHARACTERS else f"{name[: MAX_NAME_CHARACTERS - 1]}…"


def _depth(document: Document) -> int:
    """Return the maximum nesting depth of the provisions."""
    depths: dict[str | None, int] = {None: 0}
    for provision in document.provisions:
        depths[provision.eid] = depths[provision.parent] + 1
    return max(depths.values())


def _without_structure(source: Source, parser: _Parser) -> Document:
    """Parse the text only, because no structure is better than a wrong one."""
    if parser.fallback is None:
        raise FileFailed(FileCode.CONTRADICTORY, name=source.path.name)
    return replace(_parse(source, _PARSERS[parser.fallback]), provisions=())


def _parse(source: Source, parser: _Parser, *more: Any) -> Document:
    document: Document = getattr(_module(parser.module), parser.function)(source, *more)
    return document


def _module(name: str) -> ModuleType:
    return import_module(f"lexdesk.{name}")
