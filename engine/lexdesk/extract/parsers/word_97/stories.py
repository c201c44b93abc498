"""The stories of a Word 97-2003 document as XML: main text, notes, headers, comments and text boxes ([MS-DOC] 2.3, 2.8)."""

from __future__ import annotations

import itertools
import struct
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from lexdesk.extract.parsers.word_97.streams import Properties, Run, Streams
from lexdesk.extract.parsers.word_97.styles import (
    font_names,
    paragraph_properties,
    run_properties,
    valid,
)
from lexdesk.text.lazy_pattern import lazy_pattern

_REFERENCES = {"footnote": (2, 3, 2), "endnote": (46, 47, 2), "comment": (4, 5, 30)}
"""Structures with the places of references, and of their texts; bytes of a reference."""
_SECTIONS, _SHAPES, _SHAPE_SIZE, _BOXES, _BOX_SIZE = 6, 40, 26, 56, 22
_IN_TABLE, _ROW_ENDS, _DEPTH, _INNER_CELL, _INNER_ROW = 0x2416, 0x2417, 0x6649, 0x244B, 0x244C
_DELETED, _SPECIAL, _SYMBOL, _HIDDEN, _IN_DATA = 0x0800, 0x0855, 0x6A09, 0x083C, 0x6A03
_DEEPEST = 40  # tables in tables; the XML parser ends at 256 levels
_MARKS = "\r\x07"  # ends of paragraphs and cells
_SIGNS = {
    "\t": "<tab/>", "\x0b": "<br/>", "\x0c": "<br/>", "\x0e": "<br/>", "\x1e": "<noBreakHyphen/>", "\x1f": "<softHyphen/>",
    "\x13": '<fldChar fldCharType="begin"/>', "\x14": '<fldChar fldCharType="separate"/>',
    "\x15": '<fldChar fldCharType="end"/>',
}  # fmt: skip
_REFERENCE, _COMMENT, _SHAPE, _SIGN = "\x02", "\x05", "\x08", "("
_FORM = lazy_pattern("\x13 {0,9}FORM[A-Z]{5,9} {0,9}\x01")


class Span(NamedTuple):
    """A story, or a part of one, by places of the text."""

    start: int
    end: int


class Stories:
    """The stories of a document, and their paragraphs as XML."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._fonts = font_names(streams)
        starts = [0]
        for length in streams.lengths:
            starts.append(starts[-1] + max(length, 0))
        spans = [Span(a, b) for a, b in itertools.pairwise(starts)]
        self.main, footnotes, self._headers, _, comments, endnotes, boxes, _ = spans
        self._spans = {"footnote": footnotes, "endnote": endnotes, "comment": comments}
        self._references: dict[int, str] = {}
        self.notes = {kind: [*self._noted(kind)] for kind in _REFERENCES}
        self._breaks = {place - 1 for place in _places(streams.structure(_SECTIONS), 12)}
        self._boxes = self._anchored(boxes)

    def _noted(self, kind: str) -> Iterator[Span]:
        """Yield the texts of notes of a kind; note the places in the main text that refer to them."""
        of_references, of_texts, size = _REFERENCES[kind]
        table = self._streams.structure(of_references)
        places = _places(table, size)[:-1]
        items = 4 * (len(places) + 1)
        texts = _places(self._streams.structure(of_texts), 0)
        for number, (place, start, end) in enumerate(
            zip(places, texts, texts[1:], strict=False), 1
        ):
            at = items + size * (number - 1)
            own = kind != "comment" and table[at : at + 2] == b"\0\0"
            mark = ' customMarkFollows="1"' if own else ""
            reference = f'<{kind}Reference id="{number}"{mark}/>'
            self._references[place] = self._references.get(place, "") + reference
            yield _within(self._spans[kind], start, end)

    def _anchored(self, story: Span) -> dict[int, list[Span]]:
        """Return the texts of boxes by the place of their anchor in the main text; others by ``-1``."""
        shapes = self._streams.structure(_SHAPES)
        anchors = _places(shapes, _SHAPE_SIZE)[:-1]
        items = shapes[4 * (len(anchors) + 1) :]
        at_shape = {
            items[n * _SHAPE_SIZE : n * _SHAPE_SIZE + 4]: place for n, place in enumerate(anchors)
        }
        table = self._streams.structure(_BOXES)
        places = _places(table, _BOX_SIZE)
        found: dict[int, list[Span]] = {}
        for number, (start, end) in enumerate(itertools.pairwise(places)):
            at = 4 * len(places) + number * _BOX_SIZE + 14
            found.setdefault(at_shape.get(table[at : at + 4], -1), []).append(
                _within(story, start, end)
            )
        return found

    def headers(self) -> Iterator[tuple[str, Span]]:
        """Yield the headers and footers of all sections, which follow the separators of notes."""
        places = _places(self._streams.structure(11), 0)
        for number, (start, end) in enumerate(itertools.pairwise(places)):
            if number >= 6:
                yield (
                    "header" if number % 6 in (0, 1, 4) else "footer",
                    _within(self._headers, start, end),
                )

    def loose_boxes(self) -> list[Span]:
        """Return the text boxes without a place in the main text."""
        return self._boxes.get(-1, [])

    def xml(self, span: Span) -> str:
        """Return the paragraphs and tables of a span."""
        writer = _Tables()
        streams, text = self._streams, self._streams.text
        end = min(span.end, len(text))
        runs = _Cursor(streams.runs, span.start)
        paragraphs = _Cursor(streams.paragraphs, span.start)
        place, pieces = span.start, _Pieces()
        while place < end:
            own, stop = runs.at(place, end)
            for start, after, is_end in self._segments(place, stop):
                pieces.written.append(self._run(start, after, own, pieces))
                if is_end:
                    properties, _ = paragraphs.at(after, end)
                    written = self._paragraph(pieces, properties, own)
                    writer.add(written, properties, text[after])
                    pieces = _Pieces()
            place = stop
        if any(pieces.written):
            writer.add(self._paragraph(pieces, {}, {}), {}, "\r")
        return writer.xml()

    def _segments(self, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
        """Yield the parts of a run before each mark of a paragraph, and the part behind the last."""
        text = self._streams.text
        for place in range(start, end):
            if text[place] in _MARKS or (text[place] == "\x0c" and place in self._breaks):
                yield start, place, True
                start = place + 1
        yield start, end, False

    def _paragraph(self, pieces: _Pieces, properties: Properties, of_end: Properties) -> str:
        gone = "<del/>" if _is_on(of_end, _DELETED) else ""
        hidden = "<vanish/>" if _is_on(of_end, _HIDDEN) else ""
        end = f"<rPr>{gone}{hidden}</rPr>" if gone or hidden else ""
        return f"<p>{paragraph_properties(properties, end)}{''.join(pieces.written)}</p>"

    def _run(self, start: int, end: int, own: Properties, pieces: _Pieces) -> str:
        if start >= end:
            return ""
        text, is_gone = self._streams.text, _is_on(own, _DELETED)
        found: list[str] = []
        plain: list[str] = []

        def flush() -> None:
            if plain and not is_gone:
                tag = "instrText" if pieces.codes and pieces.codes[-1] else "t"
                found.append(f"<{tag}>{escape(valid(''.join(plain)))}</{tag}>")
            plain.clear()

        for place in range(start, end):
            character = text[place]
            if character >= " " and character != _SIGN and place not in self._references:
                plain.append(character)
                continue
            flush()
            if character in "\x13\x14\x15":
                pieces.enter(character)
                found.append(self._form(place) or _SIGNS[character])
            elif not is_gone:
                found.append(self._special(place, character, own))
        flush()
        inside = "".join(found)
        return f"<r>{run_properties(own, self._fonts)}{inside}</r>" if inside else ""

    def _special(self, place: int, character: str, own: Properties) -> str:
        """Return the element of a character with a meaning of its own."""
        reference = self._references.get(place, "")
        if character == _SIGN and _is_on(own, _SPECIAL) and len(own.get(_SYMBOL, b"")) == 4:
            font, code = struct.unpack("<HH", own[_SYMBOL])
            name = self._fonts[font] if font < len(self._fonts) else ""
            return f'<sym font={quoteattr(name)} char="{code:04X}"/>'
        if character == _SHAPE and place < self.main.end:
            boxes = map(self.xml, self._boxes.pop(place, []))
            return "".join(f"<txbxContent>{box}</txbxContent>" for box in boxes)
        if character in (_REFERENCE, _COMMENT):
            return reference
        return reference + _SIGNS.get(character, f"<t>{escape(valid(character))}</t>")

    def _form(self, place: int) -> str:
        """Return the begin of a field at a place with the state of its form; ``""`` without one."""
        found = _FORM.match(self._streams.text, place)
        if found is None:
            return ""
        own, _ = _Cursor(self._streams.runs, found.end() - 1).at(found.end() - 1, found.end())
        of_data = own.get(_IN_DATA, b"")
        state = _form_field(self._streams.data, of_data) if len(of_data) == 4 else ""
        return f'<fldChar fldCharType="begin">{state}</fldChar>' if state else ""


class _Pieces:
    """The runs of an open paragraph, and for each open field whether its code is not yet complete."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.codes: list[bool] = []

    def enter(self, character: str) -> None:
        """Take the begin, separator or end of a field."""
        if character == "\x13":
            self.codes.append(True)
        elif self.codes and character == "\x14":
            self.codes[-1] = False
        elif self.codes:
            self.codes.pop()


class _Cursor:
    """Runs by place; most places are asked for in order."""

    def __init__(self, runs: Sequence[Run], start: int) -> None:
        self._runs = runs
        self._at = max(bisect_right(runs, start, key=lambda run: run.start) - 1, 0)

    def at(self, place: int, end: int) -> tuple[Properties, int]:
        """Return the properties at a place, and where they end; none where no run is known."""
        while self._at < len(self._runs) and self._runs[self._at].end <= place:
            self._at += 1
        run = self._runs[self._at] if self._at < len(self._runs) else None
        if run is None:
            return {}, end
        if run.start > place:
            return {}, min(run.start, end)
        return run.properties, min(run.end, end)


class _Tables:
    """The blocks of a story: paragraphs, and tables from paragraphs by the depth of each."""

    def __init__(self) -> None:
        self._written: list[str] = []
        self._open: list[str] = []  # tags of open elements in tables

    def add(self, paragraph: str, properties: Properties, mark: str) -> None:
        """Add a paragraph that ends with ``mark``, which may end a cell or a row."""
        depth = _depth(properties)
        self._close(depth)
        ends_row = _is_on(properties, _ROW_ENDS if depth < 2 else _INNER_ROW)
        if depth and ends_row:
            self._close_to("tr", depth)
            self._end("tr")
            return
        self._enter(depth)
        self._written.append(paragraph)
        ends_cell = mark == "\x07" if depth < 2 else _is_on(properties, _INNER_CELL)
        if depth and ends_cell:
            self._close_to("tc", depth)
            self._end("tc")

    def xml(self) -> str:
        """Return all blocks."""
        self._close(0)
        return "".join(self._written)

    def _enter(self, depth: int) -> None:
        while self._open.count("tbl") < depth or (depth and self._open[-1] != "tc"):
            following = {"tbl": "tr", "tr": "tc"}.get(self._open[-1] if self._open else "", "tbl")
            self._open.append(following)
            self._written.append(f"<{following}>")

    def _close(self, depth: int) -> None:
        while self._open.count("tbl") > depth:
            self._end(self._open[-1])

    def _close_to(self, tag: str, depth: int) -> None:
        while self._open.count("tbl") == depth and self._open[-1] not in (tag, "tbl"):
            self._end(self._open[-1])

    def _end(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()
            self._written.append(f"</{tag}>")


def _depth(properties: Properties) -> int:
    stated = properties.get(_DEPTH, b"")
    depth = int.from_bytes(stated, "little", signed=True) if len(stated) == 4 else 0
    return min(max(depth, int(_is_on(properties, _IN_TABLE))), _DEEPEST)


def _is_on(properties: Properties, code: int) -> bool:
    return properties.get(code, b"\0")[:1] not in (b"", b"\0")


def _places(table: bytes, size: int) -> list[int]:
    """Return the places that begin a structure (PLC) with items of ``size`` bytes; they ascend, but for damage."""
    count = (len(table) - 4) // (4 + size)
    places = struct.unpack_from(f"<{count + 1}I", table) if count >= 0 else ()
    ascending = itertools.takewhile(lambda pair: pair[0] <= pair[1], itertools.pairwise(places))
    return [*places[:1], *(after for _, after in ascending)]


def _within(story: Span, start: int, end: int) -> Span:
    return Span(min(story.start + start, story.end), min(story.start + end, story.end))


_CHECK_BOX, _LIST = 1, 2
_BY_DEFAULT = 25
_FIELD = b"\xff\xff\xff\xff"
_MOST_ENTRIES = 1000


def _form_field(data: bytes, place: bytes) -> str:
    """Return the element of a form field at a place of the data stream; ``""`` for a text field or a picture.

    Its state is no text ([MS-DOC] 2.9.78).
    """
    at = int.from_bytes(place, "little")
    at += int.from_bytes(data[at + 4 : at + 6], "little")
    if data[at : at + 4] != _FIELD:
        return ""
    bits = int.from_bytes(data[at + 4 : at + 6], "little")
    kind, state = bits & 3, bits >> 2 & 0x1F
    if kind not in (_CHECK_BOX, _LIST):
        return ""
    at = _after_string(data, at + 10)  # name
    default = int.from_bytes(data[at : at + 2], "little")
    if state == _BY_DEFAULT:
        state = default
    if kind == _CHECK_BOX:
        return f'<ffData><checkBox><checked val="{int(state > 0)}"/></checkBox></ffData>'
    at += 2
    for _ in range(5):  # format, help, hint, macros
        at = _after_string(data, at)
    entries = "".join(f"<listEntry val={quoteattr(e)}/>" for e in _entries(data, at))
    return f'<ffData><ddList><result val="{state}"/>{entries}</ddList></ffData>'


def _after_string(data: bytes, at: int) -> int:
    return at + 4 + 2 * int.from_bytes(data[at : at + 2], "little")


def _entries(data: bytes, at: int) -> list[str]:
    """Return the entries of a list, in Unicode after a mark."""
    count = int.from_bytes(data[at + 2 : at + 4], "little")
    at += 6
    found = []
    for _ in range(min(count, _MOST_ENTRIES)):
        length = int.from_bytes(data[at : at + 2], "little")
        found.append(valid(data[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")))
        at += 2 + 2 * length
    return found
