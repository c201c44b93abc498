"""RTF documents (RTF 1.9.1): text, tables, notes, text boxes, and paragraph numbers as written for old programs.

Of tracked changes the final text is read; a text without a closing brace is read to its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.extract.assemble import assemble
from lexdesk.extract.heading_marks import MOST_LEVELS, below_text
from lexdesk.extract.parsers.asides import Asides
from lexdesk.extract.parsers.docx.fields import COUNTS_PAGES, PAGE, shown_in_code
from lexdesk.extract.parsers.docx.margins import comment, lines_with_text
from lexdesk.extract.parsers.rtf_characters import CHARACTERS, Encodings, code_page, is_utf_8
from lexdesk.extract.parsers.rtf_groups import (
    CHARACTER_WORDS,
    USUAL_SIZE,
    Group,
    Sink,
    heading_styles,
)
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
_CONTAINERS = {"shpinst", "do", "info", "upr"}
"""Groups without text of their own, and with groups of text."""
_SKIPPED = {
    "colortbl", "stylesheet", "pict", "nonshppict", "shprslt", "objclass", "objname", "objdata", "xe", "tc", "private",
    "mfPr", "mnaryPr", "mdPr", "mradPr", "mrPr", "msSupPr", "msSubPr", "msSubSupPr", "mfuncPr", "maccPr", "mbarPr", "mboxPr",
    "meqArrPr", "mgroupChrPr", "mlimLowPr", "mlimUppPr", "mmPr", "mphantPr", "moMathParaPr",
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
    "formfield",
    "ffl",
    "ud",
    "moMath",
    "moMathPara",
}
"""Destinations that old programs skip and this one reads."""
_MARGINS = {
    name + page: name.title() for name in ("header", "footer") for page in ("", "l", "r", "f")
}
_ROLES = {
    **dict.fromkeys(_MARGINS, "margin"), **dict.fromkeys(("ud", "moMath", "moMathPara"), "text"),
    "footnote": "note", "annotation": "comment", "atnauthor": "author of comment",
    "listtext": "number", "pntext": "number", "fldinst": "code", "shptxt": "box", "dptxbxtext": "box", "title": "title",
    "formfield": "form", "ffl": "choice", "author": "author", "creatim": "created", "revtim": "modified", "fonttbl": "fonts",
}  # fmt: skip
_PARAGRAPH = {"par", "sect", "page", "column"}
_TIME = ("yr", "mo", "dy", "hr", "min", "sec")
_DATE = _TIME[:3]
_MOST_SKIPPED = 100
_CODE_PAGES = {"ansicpg": 0, "mac": 10000, "pc": 437, "pca": 850}
_CHECK_BOX, _LIST, _BY_DEFAULT = 1, 2, 25
"""Types of form fields, and the state of one that nobody changed."""


_DESTINATIONS = {*_ROLES, *_CONTAINERS, *_SKIPPED, "fldrslt"}
_PROPERTIES = {
    "plain", "pard", "intbl", "super", "sub", "nosupersub", "deleted", "uc", "f", "deff", "ansicpg", "mac", "pc", "pca",
    "chftn", "chpgn", "fcharset", "cpg", "v", "up", "dn", "fs", "fftype", "ffres", "ffdefres",
    "strike", "striked", "s", "outlinelevel",
}  # fmt: skip
_BREAKS: dict[str, Callable[[Sink], None]] = {"cell": Sink.end_cell, "row": Sink.end_row}


_KNOWN = {
    word.encode()
    for word in (
        *CHARACTERS, *_DESTINATIONS, *_BREAKS, *_PARAGRAPH, *_TIME, *_PROPERTIES, "u", "bin",
    )
}  # fmt: skip
"""The control words that count here; most of a file are of its layout."""


def read(source: Source) -> Document:
    """Read an RTF document, with its notes below the text; raise ``FileFailed``."""
    found = _Parser(source.data)
    below = below_text([*found.notes, *found.asides.blocks()])
    text = "\n\n".join([*found.main.all(), *below]).replace(PAGE, "")
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
        self.main = Sink()
        self.notes: list[str] = []
        self.asides = Asides()
        self.margins: dict[str, None] = {}
        self.stated: dict[str, str] = {}
        self._encodings = Encodings()
        self._heading_styles = heading_styles(data)
        self._group = Group(self.main, self._encodings.default)
        self._around: list[Group] = []
        self._bytes = bytearray()
        self._to_skip = 0
        self._is_starred = False
        self._is_utf_8 = not data.isascii() and is_utf_8(data)
        self._has_page_code = self._has_own_result = False
        self._form: dict[str, int] = {}
        self._choices: list[str] = []
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
            if kind == "text" and self._is_utf_8 and not token[0].isascii():
                self._flush()
                self._write(token[0].decode())
            elif kind == "text":
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
            data, group = bytes(self._bytes), self._group
            self._bytes.clear()
            if "fonts" in group.inside:
                self._encodings.name(data.decode("latin-1"))
            elif self._encodings.sign(group.font, 0) is None:
                self._write(group.shown(data.decode(group.encoding, "replace")))
            else:
                self._write("".join(self._encodings.sign(group.font, code) or "" for code in data))

    def _write(self, text: str) -> None:
        group = self._group
        if group.is_silent or group.is_closed or group.is_deleted:
            return
        if group.is_hidden:
            self.asides.hidden.append(text)
        elif group.is_struck:
            self.asides.strike(text)
        else:
            self.asides.show(text, group.sink.pieces)

    def _open(self) -> None:
        self._flush()
        self._around.append(self._group)
        self._group = replace(self._group, role="")

    def _close(self) -> None:
        self._flush()
        if self._around:
            closed, self._group = self._group, self._around.pop()
            if closed.role == "fonts":
                for group in (*self._around, self._group):
                    group.font = self._default_font
                    group.encoding = self._encodings.of_font(group.font)
            elif closed.role:
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
            self._group.is_closed = is_starred  # what describes the font further
            self._encodings.define(word, value or 0)
        elif word in CHARACTERS:
            self._write(CHARACTERS[word])
        elif (
            word == "updnprop" and self._around
        ):  # of LibreOffice: the size, in hundredths of a percent
            self._around[-1].size = USUAL_SIZE * (value or 0) // 10_000
            self._group.is_closed = True
        elif word in _DESTINATIONS or is_starred:
            self._begin(word, is_known=not is_starred or word in _STARRED)
        elif word in _BREAKS:
            _BREAKS[word](self._group.sink)
        elif word in _PARAGRAPH:
            self.asides.end_strike()
            self._group.sink.end_paragraph(in_table=self._group.in_table, level=self._group.level)
        elif word in _TIME and value is not None:
            self._time.append(value)
        else:
            self._set(word, value)

    def _set(self, word: str, value: int | None) -> None:
        """Set a property of the characters or paragraphs that follow."""
        group, is_on = self._group, value != 0
        if word == "plain":
            group.reset(self._default_font)
            group.encoding = self._encodings.of_font(self._default_font)
        elif word == "pard":
            group.in_table, group.level = False, 0
        elif word in ("s", "outlinelevel"):
            at = value or 0
            of_level = at + 1 if 0 <= at < MOST_LEVELS else 0
            group.level = self._heading_styles.get(at, 0) if word == "s" else of_level
        elif word == "intbl":
            group.in_table = is_on
        elif word in CHARACTER_WORDS:
            group.set_characters(word, value)
        elif word == "uc":
            group.skipped = min(max(value or 0, 0), _MOST_SKIPPED)
        elif word == "f":
            group.font = value or 0
            group.encoding = self._encodings.of_font(group.font)
        elif word in ("fftype", "ffres", "ffdefres"):
            self._form[word] = value or 0
        elif word == "deff":
            self._default_font = value or 0
        elif word in _CODE_PAGES:
            self._encodings.default = code_page(_CODE_PAGES[word] or value or 0)
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
        elif word == "fldrslt" and self._has_own_result:
            group.is_closed, self._has_own_result = True, False
        elif word in _ROLES:
            outer = group.sink
            group.role, group.sink, group.is_silent = _ROLES[word], Sink(), False
            group.outer, group.word, group.inside = outer, word, group.inside | {group.role}
            group.in_table = group.is_raised = group.is_struck = False
            group.level = 0
            self._time = []

    def _end(self, group: Group) -> None:
        """Insert the content of a closed destination."""
        blocks = group.sink.all()
        text = "\n".join(blocks)
        match group.role:
            case "margin" if text := lines_with_text(text):
                self.margins[f"{_MARGINS[group.word]}: {text}"] = None
            case "comment" if text := lines_with_text(text):
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
                shown_text = shown_in_code(text) or self._form_state()
                self._has_own_result = bool(shown_text)
                self._write(shown_text)
            case "form":
                self._form["is_complete"] = 1
            case "choice":
                self._choices.append(text)
            case "box" if group.outer is not None and not group.is_deleted:
                group.outer.boxes += blocks
            case "text" if group.outer is not None and not group.is_deleted:
                group.outer.pieces.append(text)
            case _:
                self._state(group.role, text)

    def _state(self, role: str, text: str) -> None:
        """Take a property of the document."""
        if role in ("title", "author"):
            self.stated[role] = text
        elif role in ("created", "modified") and len(self._time) >= len(_DATE):
            self.stated[role] = _iso(self._time)

    def _form_state(self) -> str:
        """Return the state of the check box or the choice of the list whose code has ended; ``""`` for neither."""
        form, choices = self._form, self._choices
        self._form, self._choices = {}, []
        stated = form.get("ffres", _BY_DEFAULT)
        state = form.get("ffdefres", 0) if stated == _BY_DEFAULT else stated
        if "is_complete" in form and form.get("fftype") == _CHECK_BOX:
            return "☒" if state else "☐"
        if form.get("fftype") == _LIST and 0 <= state < len(choices):
            return choices[state]
        return ""

    def _unicode(self, value: int) -> None:
        skipped = self._group.skipped
        self._flush()
        self._to_skip = skipped
        code = value + 0x10000 if value < 0 else value
        if 0 < code <= 0x10FFFF:
            is_private = 0xF000 <= code < 0xF100  # of a font of signs
            sign = self._encodings.sign(self._group.font, code) if is_private else None
            self._write(self._group.shown(chr(code)) if sign is None else sign)
