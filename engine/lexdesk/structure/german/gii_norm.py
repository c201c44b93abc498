"""German federal statutes in the XML of gesetze-im-internet.de (Federal Ministry of Justice).

Source: gii-norm 1.01, http://www.gesetze-im-internet.de/dtd/1.01/gii-norm.dtd. A ``norm`` is the
statute's head, a division (``gliederungseinheit``, with three digits a level in its
``gliederungskennzahl``) or the provision named by ``enbez``: a section, an article, an annex. A
list (``DL``) may interrupt a paragraph (``P``). Notes of the documentalists between ``(+++`` and
``+++)`` are no text of the statute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.document.model import Document, Property
from lexdesk.errors import FileCode, FileFailed
from lexdesk.structure import Source
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.german.vocabulary import identify_work
from lexdesk.structure.german.writer import Block, build_statute
from lexdesk.structure.outline import squeeze
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import find_child, read_local_name
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import RAISED_DIGITS

if TYPE_CHECKING:
    from lxml.etree import _Element

_DIGITS_OF_A_LEVEL = 3
_STEP = 4  # columns that a list is indented by
_NUMBERED = lazy_pattern(r"\d+[a-z]*\.|[a-z]{1,3}\)|[A-Z]\.|[IVX]+\.|[–—]")
_DOCUMENTALIST_NOTE = lazy_pattern(r"\(\+\+\+.*?\+\+\+\)", re.DOTALL)
_BUILD_DATE = lazy_pattern(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)")
_SKIPPED = {"FnR", "IMG", "FILE", "FnArea"}
_IN_WORDS = {"SUB", "SUP", "SP", "B", "I", "U", "F", "NB", "small", "FnR"}
_RAISED = str.maketrans("0123456789", RAISED_DIGITS)
_BLOCKS = {"P", "DL", "table", "pre", "Title", "Subtitle", "Content", "TOC", "Footnotes"}


def read(source: Source) -> Document:
    """Read the statute with its provisions and its day of enactment.

    ``modified`` is the build date of the file. Raises ``FileFailed`` for a file without a statute.
    """
    name = source.path.name
    root = parse_xml(source.data, name)
    head = find_child(root, "norm")
    data = find_child(head, "metadaten") if head is not None else None
    abbreviation = _text_of(data, "jurabk")
    if data is None or not abbreviation:
        raise FileFailed(FileCode.STATUTE_UNNAMED, name=name)
    build_date = _BUILD_DATE.fullmatch(root.get("builddate") or "")
    modified = "{}-{}-{}T{}:{}:{}".format(*build_date.groups()) if build_date else ""
    return build_statute(
        [*_head(data, abbreviation), *_blocks(root)],
        title=_text_of(data, "langue") or abbreviation,
        abbreviation=abbreviation,
        work=identify_work(abbreviation),
        enacted=parse_metadata_date(_text_of(data, "ausfertigung-datum"), name),
        properties=(Property("modified", modified),) if modified else (),
    )


def _text_of(element: _Element | None, name: str) -> str:
    child = find_child(element, name) if element is not None else None
    return _words(child) if child is not None else ""


def _words(element: _Element) -> str:
    """Return all text on one line; a line break or element becomes a space, but ``CO<SUB>2</SUB>`` a word."""
    return squeeze("".join(_pieces(element)))


def _pieces(element: _Element) -> Iterator[str]:
    yield _own_text(element)
    for part in element:
        name = read_local_name(part)
        space = "" if name in _IN_WORDS else " "
        yield space
        if name:
            yield from _pieces(part)
        yield space + (part.tail or "")


def _own_text(element: _Element) -> str:
    """Return the text before the first child; raised digits stay apart from words: ``¹Bauliche Anlagen``, ``m²``."""
    text = element.text or ""
    return text.translate(_RAISED) if read_local_name(element) == "SUP" else text


def _strings(element: _Element) -> Iterator[str]:
    yield _own_text(element)
    for part in element:
        if read_local_name(part):
            yield from _strings(part)
        yield part.tail or ""


def _head(data: _Element, abbreviation: str) -> Iterator[Block]:
    title, short = _text_of(data, "langue"), _text_of(data, "kurzue")
    names = " – ".join(name for name in (short, abbreviation) if name)
    yield Block(f"{title} ({names})", level=1)
    if enacted := _text_of(data, "ausfertigung-datum"):
        yield Block(f"Ausfertigungsdatum: {enacted}")
    for element in data:
        if read_local_name(element) == "fundstelle":
            yield Block(f"Fundstelle: {_words(element)}")
        elif read_local_name(element) == "standangabe":
            yield Block(_text_of(element, "standkommentar"))


def _blocks(root: _Element) -> Iterator[Block]:
    level = 1
    for norm in root:
        if (data := find_child(norm, "metadaten")) is None:
            continue
        division, name = find_child(data, "gliederungseinheit"), _text_of(data, "enbez")
        if division is not None and (digits := _text_of(division, "gliederungskennzahl")):
            level = 1 + len(digits) // _DIGITS_OF_A_LEVEL
        if name:
            yield Block(f"{name} {_text_of(data, 'titel')}", level=level + 1)
        elif division is not None:
            named = (_text_of(division, f"gliederungs{part}") for part in ("bez", "titel"))
            yield Block(" - ".join(filter(None, named)), level=level)
        if (text := find_child(norm, "textdaten")) is not None:
            yield from _text(text)


def _text(element: _Element) -> Iterator[Block]:
    for part in element:
        if read_local_name(part) == "text":
            for content in part:
                yield from _inner(content, read_local_name(content), 0)
        elif read_local_name(part) == "fussnoten":
            note = squeeze(_DOCUMENTALIST_NOTE.sub(" ", "".join(_pieces(part))))
            if note:
                yield Block(note, footnote=True)


def _flow(element: _Element, indent: int) -> Iterator[Block]:
    """Yield running text and the blocks inside it: lists, tables, nested paragraphs."""
    run = [element.text or ""]
    for part in element:
        name = read_local_name(part)
        if name in _BLOCKS or name == "BR" or _holds_blocks(part):
            yield from _paragraph(run, indent)
            yield from _inner(part, name, indent)
        elif name and name not in _SKIPPED:
            run.append("".join(_strings(part)))
        run.append(part.tail or "")
    yield from _paragraph(run, indent)


def _holds_blocks(element: _Element) -> bool:
    return any(read_local_name(part) in _BLOCKS for part in element.iterdescendants())


def _paragraph(run: list[str], indent: int) -> Iterator[Block]:
    text = squeeze("".join(run))
    run.clear()
    if text:
        yield Block(text, indent=indent)


def _inner(element: _Element, name: str, indent: int) -> Iterator[Block]:
    if name == "DL":
        yield from _list(element, indent)
    elif name == "table":
        yield from _table(element, indent)
    elif name == "TOC":
        yield from _contents(element)
    elif name == "Footnotes":
        for part in element:
            yield Block(f"{part.get('FnZ') or ''} {_words(part)}", footnote=True)
    else:
        yield from _flow(element, indent)


def _list(element: _Element, indent: int) -> Iterator[Block]:
    """Yield list items: a term (``DT``, a number or a dash) with its content (``DD``)."""
    term = ""
    for part in element:
        if read_local_name(part) == "DT":
            term = _words(part)
        elif read_local_name(part) == "DD":
            inside = list(_flow_of_item(part, indent + _STEP))
            first = inside.pop(0).text if inside and not inside[0].marker else ""
            if _NUMBERED.fullmatch(term):
                yield Block(first, indent=indent, marker=term)
            else:
                yield Block(f"{term} {first}".strip(), indent=indent)
            yield from inside
            term = ""


def _flow_of_item(element: _Element, indent: int) -> Iterator[Block]:
    for part in element:
        yield from _inner(part, read_local_name(part), indent)


def _table(element: _Element, indent: int) -> Iterator[Block]:
    """Yield a line for each row, as in other formats."""
    for row in element.iterdescendants("row"):
        cells = [_cell(cell) for cell in row if read_local_name(cell) == "entry"]
        if any(cells):
            yield Block(" | ".join(cells), indent=indent)


def _cell(element: _Element) -> str:
    return " ".join(f"{part.marker} {part.text}".strip() for part in _flow(element, 0))


def _contents(element: _Element) -> Iterator[Block]:
    """Yield the lines of a table of contents: name (``Ident``) and title."""
    named: list[str] = []
    for part in element:
        if read_local_name(part) == "Ident" and named:
            yield Block(" ".join(named))
            named = []
        named.append(_words(part))
    if named:
        yield Block(" ".join(named))
