"""PowerPoint presentations: the slides in their order, each with its tables, diagrams, charts, notes and comments (ECMA-376).

kreuzberg 4.10 takes the slides by name, and leaves out diagrams, charts, comments, and shapes with a copy for older programs.
"""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.clean import raise_digits, tidy_lines, write_row
from lexdesk.extract.parsers.docx.parser import part_texts
from lexdesk.extract.parsers.embedded_pictures import picture_texts
from lexdesk.extract.parsers.list_numbers import write_number
from lexdesk.extract.parsers.package import Package
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.structure import Source
from lexdesk.structure.xml_blocks import (
    find_child,
    find_descendant,
    read_attribute,
    read_local_name,
)
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_TITLES = ("title", "ctrTitle")
_MARGINS = {"dt", "ftr", "hdr", "sldNum"}
_LINKED = {"relIds": "dm", "chart": "id"}
_DAMAGE = (FileFailed, KeyError, *ZIP_DAMAGE)
_NUMBER = lazy_pattern(
    r"(?P<format>arabic|alphaLc|alphaUc|romanLc|romanUc)(?P<style>Period|ParenR|ParenBoth|Plain)"
)
_FORMATS = {
    "arabic": "decimal", "alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
}  # fmt: skip
_STYLES = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}"}
_OFFSET = lazy_pattern(r"-?\d{1,12}")
_ROW_HEIGHT = 114_300  # EMU, an eighth of an inch: shapes in a row are seldom placed exactly
_MOST_SLIDES = 20_000


def read(source: Source) -> Document:
    """Read a presentation; raise ``FileFailed``."""
    name = source.path.name
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as packed:
            package = Package(packed, name, Format.PPTX)
            presentation = _Presentation(package)
            blocks = [*presentation.blocks()]
            if presentation.damaged and not blocks:
                raise FileFailed(FileCode.OFFICE_DAMAGED, name=name, kind=Format.PPTX.value)
            document = assemble(
                ["\n\n".join(blocks)],
                name=name,
                titles=(package.title(),),
                kind="presentation",
                properties=package.properties(),
            )
            return replace(document, damaged_pages=tuple(presentation.damaged))
    except ZIP_DAMAGE:
        raise FileFailed(FileCode.OFFICE_DAMAGED, name=name, kind=Format.PPTX.value) from None


class _Presentation:
    """The slides of a package; footers that several of them repeat count once.

    ``damaged`` are the numbers of the slides that ``blocks`` found unreadable or missing.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self.damaged: list[int] = []
        self._footers: set[str] = set()
        self._authors = {
            read_attribute(author, "id"): read_attribute(author, "name")
            for root in (*package.parts("commentAuthors"), *package.parts("authors"))
            for author in root
        }

    def blocks(self) -> Iterator[str]:
        """Yield the paragraphs and tables of all slides."""
        targets = self._package.main_targets()
        listed = self._package.main().iterfind("{*}sldIdLst/{*}sldId")
        ids = dict.fromkeys(_relationship(slide) for slide in listed)  # each slide once
        for number, id_ in enumerate(itertools.islice(ids, _MOST_SLIDES), 1):
            try:
                name = targets[id_]
                blocks = [*self._slide(self._package.part(name), name)]
            except (KeyError, *ZIP_DAMAGE):
                self.damaged.append(number)
            except FileFailed as failure:
                if failure.code is not FileCode.OFFICE_DAMAGED:
                    raise
                self.damaged.append(number)
            else:
                yield from blocks

    def _slide(self, slide: _Element, name: str) -> Iterator[str]:
        targets = self._package.targets(name)
        tree = find_descendant(slide, "spTree")
        for shape in () if tree is None else _shapes(tree):
            yield from self._shape(shape, targets)
        yield from picture_texts([slide])
        for target in targets.values():
            if "/notesSlides/" in target:
                notes = [block for s in self._in(target) for block in self._shape(s, {})]
                if notes:
                    yield "\n\n".join([f"Notes: {notes[0]}", *notes[1:]])
            elif "/comments/" in target:
                yield from self._comments(target)

    def _in(self, target: str) -> list[_Element]:
        root = self._optional(target)
        tree = None if root is None else find_descendant(root, "spTree")
        return [] if tree is None else [*_shapes(tree)]

    def _optional(self, name: str) -> _Element | None:
        try:
            return self._package.part(name)
        except _DAMAGE:
            return None

    def _shape(self, shape: _Element, targets: dict[str, str]) -> Iterator[str]:
        for element in shape.iter("{*}txBody", "{*}tbl", *(f"{{*}}{name}" for name in _LINKED)):
            name = read_local_name(element)
            if name in _LINKED:
                root = self._optional(targets.get(read_attribute(element, _LINKED[name]), ""))
                yield from () if root is None else part_texts(root)
            elif name == "tbl":
                if text := "\n".join(filter(None, map(_row, element.iterfind("{*}tr")))):
                    yield text
            elif read_local_name(shape) != "graphicFrame":
                blocks = _paragraphs(element)
                if _placeholder(shape) in _MARGINS:
                    blocks = [block for block in blocks if block not in self._footers]
                    self._footers.update(blocks)
                yield from blocks

    def _comments(self, target: str) -> Iterator[str]:
        root = self._optional(target)
        for comment in () if root is None else root.iter("{*}cm", "{*}reply"):
            own = [e for e in comment if read_local_name(e) in ("text", "txBody")]
            texts = [
                e.text or "" if read_local_name(e) == "text" else " ".join(_paragraphs(e))
                for e in own
            ]
            author = self._authors.get(read_attribute(comment, "authorId"), "").strip()
            if text := " ".join(" ".join(texts).split()):
                yield f"{f'Comment by {author}' if author else 'Comment'}: {text}"


def _relationship(slide: _Element) -> str:
    """Return the id of the relationship of a listed slide, which has a number named ``id`` as well."""
    return next((str(v) for k, v in slide.attrib.items() if str(k).endswith("}id")), "")


def _shapes(tree: _Element) -> Iterator[_Element]:
    """Yield the shapes of a slide or group by their place: the title, those placed by the layout, then rows from above."""
    for shape in sorted(_alternatives(tree), key=_place):
        if read_local_name(shape) == "grpSp":
            yield from _shapes(shape)
        else:
            yield shape


def _alternatives(tree: _Element) -> Iterator[_Element]:
    """Yield the children of a slide or group; of alternatives for several programs the first."""
    for child in tree:
        name = read_local_name(child)
        if name == "AlternateContent":
            yield from (shape for choice in list(child)[:1] for shape in _alternatives(choice))
        elif name:
            yield child


def _place(shape: _Element) -> tuple[int, int, int]:
    if _placeholder(shape) in _TITLES:
        return 0, 0, 0
    own = next(shape.iterfind("{*}spPr/{*}xfrm/{*}off"), None)
    if own is None:
        own = next(shape.iterfind("{*}grpSpPr/{*}xfrm/{*}off"), None)
    if own is None:
        own = next(shape.iterfind("{*}xfrm/{*}off"), None)  # of a table or diagram
    if own is None:
        return 1, 0, 0
    x, y = (int(v) if _OFFSET.fullmatch(v := read_attribute(own, axis)) else 0 for axis in "xy")
    return 2, y // _ROW_HEIGHT, x


def _placeholder(shape: _Element) -> str:
    """Return the type of the placeholder that a shape fills; ``""`` for none."""
    found = next(shape.iterfind("{*}nvSpPr/{*}nvPr/{*}ph"), None)
    return "" if found is None else read_attribute(found, "type")


def _row(row: _Element) -> str:
    """Return a row; cells merged into others have no text of their own."""
    cells = (c for c in row.iterfind("{*}tc") if not (c.get("hMerge") or c.get("vMerge")))
    return write_row([[b for e in c.iterfind("{*}txBody") for b in _paragraphs(e)] for c in cells])


def _paragraphs(body: _Element) -> list[str]:
    """Return the paragraphs of a text with their automatic numbers."""
    counts: dict[int, tuple[str, int]] = {}  # by level: type of number, last number
    found = []
    for paragraph in body.iterfind("{*}p"):
        text = tidy_lines("".join(_pieces(paragraph)))
        if text:
            found.append(f"{_number(paragraph, counts)} {text}".strip())
    return found


def _pieces(element: _Element) -> Iterator[str]:
    for child in element:
        name = read_local_name(child)
        if name == "t":
            yield child.text or ""
        elif name in ("br", "tab"):
            yield "\n" if name == "br" else "\t"
        elif name == "fld" and read_attribute(child, "type") == "slidenum":
            continue
        elif name == "AlternateContent":
            yield from (piece for choice in list(child)[:1] for piece in _pieces(choice))
        elif name not in ("pPr", "rPr", "endParaRPr"):
            text = "".join(_pieces(child))
            yield raise_digits(text) if _is_raised(child) else text


def _is_raised(run: _Element) -> bool:
    properties = find_child(run, "rPr")
    lift = "" if properties is None else read_attribute(properties, "baseline")
    return lift.isdecimal() and int(lift[:9]) > 0


def _number(paragraph: _Element, counts: dict[int, tuple[str, int]]) -> str:
    """Return the number of a paragraph, which goes on from those of the same type and level before it."""
    properties = find_child(paragraph, "pPr")
    stated = None if properties is None else find_child(properties, "buAutoNum")
    level = read_attribute(properties, "lvl") if properties is not None else ""
    at = int(level) if re.fullmatch(r"[0-8]", level) else 0
    for below in [n for n in counts if n > at]:
        del counts[below]
    kind = _NUMBER.fullmatch(read_attribute(stated, "type")) if stated is not None else None
    if stated is None or kind is None:
        counts.pop(at, None)
        return ""
    start = read_attribute(stated, "startAt")
    first = int(start) if start.isdecimal() and len(start) < 6 else 1
    before, last = counts.get(at, ("", 0))
    counts[at] = kind[0], last + 1 if before == kind[0] else first
    written = write_number(counts[at][1], _FORMATS[kind["format"]]) or ""
    return _STYLES[kind["style"]].format(written)
