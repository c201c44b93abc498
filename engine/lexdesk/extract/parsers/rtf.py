"""RTF documents (RTF 1.9.1): text, tables, notes, text boxes, and paragraph numbers as written for old programs.

Of tracked changes the final text is read; a text without a closing brace is read to its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.extract.assemble import assemble
from lexdesk.extract.clean import raise_digits, tidy_lines, write_row
from lexdesk.extract.parsers.docx.fields import COUNTS_PAGES, PAGE
from lexdesk.extract.parsers.docx.margins import comment, shown
from lexdesk.extract.parsers.rtf_characters import CHARACTERS, Encodings, code_page
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lexdesk.structure import Source

_TOKEN = lazy_pattern(
    rb"\\(?P<word>[A-Za-z]+)(?P<value>-?\d{1,10})? ?|\\'(?P<hex>[0-9A-Fa-f]{2})|\\(?P<symbol>.)"
    rb"|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\",
    re.DOTALL,
)
_HAS_MARGINS = lazy_pattern(rb"\\(?:header|footer|annotation)")
_BRACE = lazy_pattern(rb"\\bin(?P<bytes>\d{1,10}) ?|\\[\\{}]|(?P<brace>[{}])")
_CONTAINERS = {"shpinst", "do", "info"}
"""Groups without text of their own, and with groups of text."""
_SKIPPED = {
    "colortbl", "stylesheet", "pict", "nonshppict", "shprslt", "objclass", "objname", "objdata", "xe", "tc", "private",
    "nonesttables", "operator", "company", "doccomm", "keywords", "subject", "comment", "category", "hlinkbase",
}  # fmt: skip
_STARRED = {
    "shpinst",
    "do",
    "fldinst",
    "annotation",
    "atnauthor",
    "footnote",
    "listtext",
    "pntext",
    "fonttbl",
}
"""Destinations that old programs skip and this one reads."""
_MARGINS = {
    name + page: name.title() for name in ("header", "footer") for page in ("", "l", "r", "f")
}
_ROLES = {
    **dict.fromkeys(_MARGINS, "margin"), "footnote": "note", "annotation": "comment", "atnauthor": "author of comment",
    "listtext": "number", "pntext": "number", "fldinst": "code", "shptxt": "box", "dptxbxtext": "box", "title": "title",
    "author": "author", "creatim": "created", "revtim": "modified", "fonttbl": "fonts",
}  # fmt: skip
_PARAGRAPH = {"par", "sect", "page", "column"}
_TIME = ("yr", "mo", "dy", "hr", "min", "sec")
_DATE = _TIME[:3]
_MOST_SKIPPED = 100


@dataclass(slots=True)
class _Sink:
    """The paragraphs and tables of one destination."""

    blocks: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    cell: list[str] = field(default_factory=list)
    cells: list[list[str]] = field(default_factory=list)
    has_row: bool = False  # last

    def end_paragraph(self, *, in_table: bool = False) -> None:
        text = tidy_lines("".join(self.pieces))
        self.pieces.clear()
        found = [part for part in (text, *self.boxes) if part]
        self.boxes = []
        if in_table or self.cells:
            self.cell += found
        elif found:
            self.blocks += found
            self.has_row = False

    def end_cell(self) -> None:
        self.end_paragraph(in_table=True)
        self.cells.append(self.cell)
        self.cell = []

    def end_row(self) -> None:
        if self.cell or self.pieces:
            self.end_cell()
        row, self.cells = write_row(self.cells), []
        if row and self.has_row:
            self.blocks[-1] += f"\n{row}"
        elif row:
            self.blocks.append(row)
            self.has_row = True

    def all(self) -> list[str]:
        """Return the blocks, those of an unfinished row or paragraph included."""
        if self.cells or self.cell:
            self.end_row()
        self.end_paragraph()
        return [
            text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            for text in self.blocks
        ]


_DESTINATIONS = {*_ROLES, *_CONTAINERS, *_SKIPPED, "fldrslt"}
_PROPERTIES = {
    "plain", "pard", "intbl", "super", "sub", "nosupersub", "deleted", "uc", "f", "deff", "ansicpg", "mac", "pc", "pca",
    "chftn", "chpgn", "fcharset", "cpg",
}  # fmt: skip
_BREAKS: dict[str, Callable[[_Sink], None]] = {"cell": _Sink.end_cell, "row": _Sink.end_row}


_KNOWN = {
    word.encode()
    for word in (
        *CHARACTERS, *_DESTINATIONS, *_BREAKS, *_PARAGRAPH, *_TIME, *_PROPERTIES, "u", "bin",
    )
}  # fmt: skip
"""The control words that count here; most of a file are of its layout."""


@dataclass(slots=True)
class _Group:
    """The state of a group of the file; it ends with its closing brace."""

    sink: _Sink
    encoding: str
    role: str = ""  # of a destination
    is_silent: bool = False
    is_closed: bool = False  # no group in it has text
    in_table: bool = False
    is_raised: bool = False
    is_deleted: bool = False
    skipped: int = 1  # characters for old programs behind each of Unicode
    word: str = ""  # of a destination, which is put into ``outer`` or elsewhere
    outer: _Sink | None = None
    inside: frozenset[str] = frozenset()  # roles of this group and those around it


def read(source: Source) -> Document:
    """Read an RTF document, with its notes below the text; raise ``FileFailed``."""
    found = _Parser(source.data)
    text = "\n\n".join([*found.main.all(), *found.notes]).replace(PAGE, "")
    properties = {name: found.stated.get(name) for name in ("author", "created", "modified")}
    titles = (found.stated.get("title", ""),)
    return assemble([text], name=source.path.name, titles=titles, properties=properties)


def margin_texts(data: bytes) -> list[str]:
    """Return each distinct header, footer and comment with text, after its label."""
    return list(_Parser(data).margins) if _HAS_MARGINS.search(data) else []


def _end_of_group(data: bytes, at: int) -> int:
    """Return the place of the brace that closes the group at a place."""
    depth = 1
    while token := _BRACE.search(data, at):
        if token["brace"]:
            depth += 1 if token["brace"] == b"{" else -1
            if not depth:
                return token.start()
        at = token.end() + int(token["bytes"] or 0)
    return len(data)


def _iso(time: Sequence[int]) -> str:
    year, month, day, *clock = time
    hour, minute, second = [*clock, 0, 0, 0][:3]
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"


class _Parser:
    """Parser of one file; its results are complete when it is made."""

    def __init__(self, data: bytes) -> None:
        self.main = _Sink()
        self.notes: list[str] = []
        self.margins: dict[str, None] = {}
        self.stated: dict[str, str] = {}
        self._encodings = Encodings()
        self._group = _Group(self.main, self._encodings.default)
        self._around: list[_Group] = []
        self._bytes = bytearray()
        self._to_skip = 0
        self._is_starred = False
        self._has_page_code = False
        self._mark = ""
        self._count = 0
        self._commenter = ""
        self._default_font = 0
        self._time: list[int] = []
        self._read(data)

    def _read(self, data: bytes) -> None:
        at = 0
        while token := _TOKEN.match(data, at):
            at = token.end()
            kind = token.lastgroup
            if kind == "text":
                self._add(token[0])
            elif kind == "hex":
                self._add(bytes([int(token["hex"], 16)]))
            elif kind == "brace":
                self._open() if token[0] == b"{" else self._close()
            elif kind == "symbol":
                self._symbol(token["symbol"].decode("latin-1"))
            elif kind in ("word", "value") and (self._is_starred or token["word"] in _KNOWN):
                value = int(token["value"]) if token["value"] else None
                if token["word"] == b"bin":
                    at += max(value or 0, 0)
                else:
                    self._word(token["word"].decode(), value)
                    if self._group.is_closed:
                        at = _end_of_group(data, at)
        self._flush()

    def _add(self, data: bytes) -> None:
        skipped = min(self._to_skip, len(data))
        self._to_skip -= skipped
        self._bytes += data[skipped:]

    def _flush(self) -> None:
        """Write the characters read since the last control."""
        self._to_skip = 0
        if self._bytes:
            text = self._bytes.decode(self._group.encoding, "replace")
            self._bytes.clear()
            self._write(raise_digits(text) if self._group.is_raised else text)

    def _write(self, text: str) -> None:
        group = self._group
        if not (group.is_silent or group.is_closed or group.is_deleted):
            group.sink.pieces.append(text)

    def _open(self) -> None:
        self._flush()
        self._around.append(self._group)
        self._group = replace(self._group, role="")

    def _close(self) -> None:
        self._flush()
        if self._around:
            closed, self._group = self._group, self._around.pop()
            if closed.role:
                self._end(closed)

    def _symbol(self, symbol: str) -> None:
        if symbol == "*":
            self._is_starred = True
            return
        self._flush()
        if symbol in CHARACTERS:
            self._write(CHARACTERS[symbol])
        elif symbol in "\r\n":
            self._group.sink.end_paragraph(in_table=self._group.in_table)

    def _word(self, word: str, value: int | None) -> None:
        is_starred, self._is_starred = self._is_starred, False
        if word == "u":
            self._unicode(value or 0)
            return
        self._flush()
        if "fonts" in self._group.inside:
            self._encodings.define(word, value or 0)
        elif word in CHARACTERS:
            self._write(CHARACTERS[word])
        elif word in _DESTINATIONS or is_starred:
            self._begin(word, is_known=not is_starred or word in _STARRED)
        elif word in _BREAKS:
            _BREAKS[word](self._group.sink)
        elif word in _PARAGRAPH:
            self._group.sink.end_paragraph(in_table=self._group.in_table)
        elif word in _TIME and value is not None:
            self._time.append(value)
        else:
            self._set(word, value)

    def _set(self, word: str, value: int | None) -> None:
        """Set a property of the characters or paragraphs that follow."""
        group, is_on = self._group, value != 0
        if word == "plain":
            group.is_raised = group.is_deleted = False
            group.encoding = self._encodings.of_font(self._default_font)
        elif word == "pard":
            group.in_table = False
        elif word == "intbl":
            group.in_table = is_on
        elif word in ("super", "sub", "nosupersub"):
            group.is_raised = word == "super" and is_on
        elif word == "deleted":
            group.is_deleted = is_on
        elif word == "uc":
            group.skipped = min(max(value or 0, 0), _MOST_SKIPPED)
        elif word == "f":
            group.encoding = self._encodings.of_font(value or 0)
        elif word == "deff":
            self._default_font = value or 0
        elif word in ("ansicpg", "mac", "pc", "pca"):
            of_name = {"mac": 10000, "pc": 437, "pca": 850}
            self._encodings.default = code_page(of_name.get(word, value or 0))
            group.encoding = self._encodings.default
        elif word == "chftn":
            self._refer()
        elif word == "chpgn":
            self._write(PAGE)

    def _refer(self) -> None:
        """Write the number of a note; the note itself has it in front."""
        if "note" not in self._group.inside:
            self._count += 1
            self._mark = f"[{self._count}]"
            self._write(self._mark)

    def _begin(self, word: str, *, is_known: bool) -> None:
        """Begin a destination, a group for another place than the text."""
        group = self._group
        if not is_known or word in _SKIPPED or group.is_closed:
            group.is_closed = True
        elif word in _CONTAINERS:
            group.is_silent = True
        elif word == "fldrslt" and self._has_page_code:
            self._write(PAGE)
            group.is_closed, self._has_page_code = True, False
        elif word in _ROLES:
            outer = group.sink
            group.role, group.sink, group.is_silent = _ROLES[word], _Sink(), False
            group.outer, group.word, group.inside = outer, word, group.inside | {group.role}
            group.in_table = group.is_raised = False
            self._time = []

    def _end(self, group: _Group) -> None:
        """Insert the content of a closed destination."""
        blocks = group.sink.all()
        text = "\n".join(blocks)
        match group.role:
            case "margin" if text := shown(text):
                self.margins[f"{_MARGINS[group.word]}: {text}"] = None
            case "comment" if text := shown(text):
                self.margins[f"{comment(self._commenter, '')}: {text}"] = None
            case "author of comment":
                self._commenter = text
            case "note" if blocks:
                self.notes += [f"{self._mark} {blocks[0]}".strip(), *blocks[1:]]
                self._mark = ""
            case "number" if any(map(str.isalnum, text)) and not group.is_deleted:
                self._write(f"{text} ")
            case "code":
                self._has_page_code = COUNTS_PAGES.match(text) is not None
            case "box" if group.outer is not None and not group.is_deleted:
                group.outer.boxes += blocks
            case "title" | "author":
                self.stated[group.role] = text
            case "created" | "modified" if len(self._time) >= len(_DATE):
                self.stated[group.role] = _iso(self._time)

    def _unicode(self, value: int) -> None:
        skipped = self._group.skipped
        self._flush()
        self._to_skip = skipped
        code = value + 0x10000 if value < 0 else value
        if 0 < code <= 0x10FFFF:
            text = chr(code)
            self._write(raise_digits(text) if self._group.is_raised else text)
