"""German federal statutes in XML, as the Federal Ministry of Justice publishes them on gesetze-im-internet.de.

Source: gii-norm 1.01, http://www.gesetze-im-internet.de/dtd/1.01/gii-norm.dtd. A ``norm`` is the statute's head, a
division (``gliederungseinheit``, whose ``gliederungskennzahl`` has three digits a level) or what ``enbez`` names: a
section, an article, an annex. Inside, a list (``DL``) stands in the middle of a paragraph (``P``), and text goes on
behind it. What documentalists note between ``(+++`` and ``+++)`` is no text of the statute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.document.model import Document, Property
from lexdesk.errors import FileRefused
from lexdesk.structure import Source
from lexdesk.structure.german.words import work_of
from lexdesk.structure.german.writer import Block, statute
from lexdesk.structure.outline import squeeze
from lexdesk.structure.safe_xml import parse
from lexdesk.structure.stated_dates import stated_date
from lexdesk.structure.xml_blocks import child, local

if TYPE_CHECKING:
    from lxml.etree import _Element

_DIGITS_OF_A_LEVEL = 3
_STEP = 4  # columns that a list is indented by
_NUMBERED = re.compile(r"\d+[a-z]*\.|[a-z]{1,3}\)|[A-Z]\.|[IVX]+\.|[–—]")
_NOTED = re.compile(r"\(\+\+\+.*?\+\+\+\)", re.DOTALL)
_BUILT = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)")
_SKIPPED = {"FnR", "IMG", "FILE", "FnArea"}
_IN_WORDS = {"SUB", "SUP", "SP", "B", "I", "U", "F", "NB", "small", "FnR"}
_BLOCKS = {"P", "DL", "table", "pre", "Title", "Subtitle", "Content", "TOC", "Footnotes"}


def read(source: Source) -> Document:
    """The statute with its provisions, and the day on which it was enacted.

    ``modified`` is when the file was made. Raises ``FileRefused`` for a file that names no statute.
    """
    name = source.path.name
    root = parse(source.data, name)
    head = child(root, "norm")
    data = child(head, "metadaten") if head is not None else None
    abbreviation = _text_of(data, "jurabk")
    if data is None or not abbreviation:
        raise FileRefused(
            f"{name} states no statute (<jurabk>); download it again from gesetze-im-internet.de."
        )
    built = _BUILT.fullmatch(root.get("builddate") or "")
    made = "{}-{}-{}T{}:{}:{}".format(*built.groups()) if built else ""
    return statute(
        [*_head(data, abbreviation), *_blocks(root)],
        title=_text_of(data, "langue") or abbreviation,
        abbreviation=abbreviation,
        work=work_of(abbreviation),
        enacted=stated_date(_text_of(data, "ausfertigung-datum"), name),
        properties=(Property("modified", made),) if made else (),
    )


def _text_of(element: _Element | None, name: str) -> str:
    found = child(element, name) if element is not None else None
    return _words(found) if found is not None else ""


def _words(element: _Element) -> str:
    """All text on one line; a line break or another element is a space, but ``CO<SUB>2</SUB>`` a word."""
    return squeeze("".join(_pieces(element)))


def _pieces(element: _Element) -> Iterator[str]:
    yield element.text or ""
    for each in element:
        name = local(each)
        space = "" if name in _IN_WORDS else " "
        yield space
        if name:
            yield from _pieces(each)
        yield space + (each.tail or "")


def _strings(element: _Element) -> Iterator[str]:
    return (text for text in element.itertext() if isinstance(text, str))


def _head(data: _Element, abbreviation: str) -> Iterator[Block]:
    title, short = _text_of(data, "langue"), _text_of(data, "kurzue")
    names = " – ".join(name for name in (short, abbreviation) if name)
    yield Block(f"{title} ({names})", level=1)
    if enacted := _text_of(data, "ausfertigung-datum"):
        yield Block(f"Ausfertigungsdatum: {enacted}")
    for element in data:
        if local(element) == "fundstelle":
            yield Block(f"Fundstelle: {_words(element)}")
        elif local(element) == "standangabe":
            yield Block(_text_of(element, "standkommentar"))


def _blocks(root: _Element) -> Iterator[Block]:
    level = 1
    for norm in root:
        if (data := child(norm, "metadaten")) is None:
            continue
        division, name = child(data, "gliederungseinheit"), _text_of(data, "enbez")
        if division is not None and (digits := _text_of(division, "gliederungskennzahl")):
            level = 1 + len(digits) // _DIGITS_OF_A_LEVEL
        if name:
            yield Block(f"{name} {_text_of(data, 'titel')}", level=level + 1)
        elif division is not None:
            named = (_text_of(division, f"gliederungs{part}") for part in ("bez", "titel"))
            yield Block(" - ".join(filter(None, named)), level=level)
        if (text := child(norm, "textdaten")) is not None:
            yield from _text(text)


def _text(element: _Element) -> Iterator[Block]:
    for each in element:
        if local(each) == "text":
            for part in each:
                yield from _inner(part, local(part), 0)
        elif local(each) == "fussnoten":
            noted = squeeze(_NOTED.sub(" ", "".join(_pieces(each))))
            if noted:
                yield Block(noted, footnote=True)


def _flow(element: _Element, indent: int) -> Iterator[Block]:
    """Text and what stands in the middle of it: lists, tables, paragraphs in paragraphs."""
    run = [element.text or ""]
    for each in element:
        name = local(each)
        if name in _BLOCKS or name == "BR" or _holds_blocks(each):
            yield from _paragraph(run, indent)
            yield from _inner(each, name, indent)
        elif name and name not in _SKIPPED:
            run.append("".join(_strings(each)))
        run.append(each.tail or "")
    yield from _paragraph(run, indent)


def _holds_blocks(element: _Element) -> bool:
    return any(local(each) in _BLOCKS for each in element.iterdescendants())


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
        for each in element:
            yield Block(f"{each.get('FnZ') or ''} {_words(each)}", footnote=True)
    else:
        yield from _flow(element, indent)


def _list(element: _Element, indent: int) -> Iterator[Block]:
    """Items: a term (``DT``), which is a number or a dash, and what belongs to it (``DD``)."""
    term = ""
    for each in element:
        if local(each) == "DT":
            term = _words(each)
        elif local(each) == "DD":
            inside = list(_flow_of_item(each, indent + _STEP))
            first = inside.pop(0).text if inside and not inside[0].marker else ""
            if _NUMBERED.fullmatch(term):
                yield Block(first, indent=indent, marker=term)
            else:
                yield Block(f"{term} {first}".strip(), indent=indent)
            yield from inside
            term = ""


def _flow_of_item(element: _Element, indent: int) -> Iterator[Block]:
    for each in element:
        yield from _inner(each, local(each), indent)


def _table(element: _Element, indent: int) -> Iterator[Block]:
    """A line for each row, as of other formats."""
    for row in element.iterdescendants("row"):
        cells = [_cell(cell) for cell in row if local(cell) == "entry"]
        if any(cells):
            yield Block(" | ".join(cells), indent=indent)


def _cell(element: _Element) -> str:
    return " ".join(f"{each.marker} {each.text}".strip() for each in _flow(element, 0))


def _contents(element: _Element) -> Iterator[Block]:
    """A table of contents: what is named (``Ident``) and its title on one line."""
    named: list[str] = []
    for each in element:
        if local(each) == "Ident" and named:
            yield Block(" ".join(named))
            named = []
        named.append(_words(each))
    if named:
        yield Block(" ".join(named))
