"""HTML pages, as a browser without styles shows them: each text that is on the page, once, in its order.

kreuzberg 4.10 keeps of a page that has paragraphs nothing but these, headings, lists and tables, and repeats
paragraphs whose end is not marked. Older pages and mails have their text in ``div``, ``blockquote``, ``dl``,
``center`` or nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from lexdesk.document.model import Document, Property
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.parsers.html_lists import LISTS, ListNumber, Numbering, numbering
from lexdesk.structure import Source
from lexdesk.text.encodings import decode_markup

_PARAGRAPHS = frozenset({
    "address", "article", "aside", "blockquote", "details", "dl", "fieldset", "figure", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "ol", "p", "pre", "section",
    "table", "ul",
})  # fmt: skip
_LINES = frozenset({
    "body", "caption", "center", "dd", "dir", "div", "dt", "figcaption", "legend", "li", "menu",
    "option", "summary", "td", "th", "tr",
})  # fmt: skip
_PASSED_OVER = frozenset({
    "button", "canvas", "head", "iframe", "nav", "noscript", "object", "script", "select", "style",
    "svg", "template", "textarea", "title",
})  # fmt: skip
"""What is no text of the page, or leads elsewhere."""
_TITLES = ("title", "h1", "h2", "h3", "h4", "h5", "h6")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_LINE_BREAK = re.compile(r"\s*\n\s*")
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_LONGEST_ROW = 2000  # characters; longer ones arrange a page, and are no data
_MEANT_BY_CONTROLS = {code: bytes([code]).decode("cp1252", "replace") for code in range(0x80, 0xA0)}
"""``&#147;`` is a quotation mark in all browsers (HTML Standard, 13.2.5.80)."""


def read(source: Source) -> Document:
    """An HTML or XHTML page. The charset that it declares is believed where it decodes. Raises ``FileFailed``."""
    name = source.path.name
    shown = _shown(decode_markup(source.data), name)
    document = assemble([shown.text()], name=name, titles=shown.titles())
    stated = [Property("author", " ".join(shown.author.split()))] if shown.author else []
    return replace(document, properties=tuple(stated))


def shown_text(data: bytes, name: str) -> str:
    """What is shown of a page in the file ``name``. Raises ``FileFailed``."""
    return _shown(decode_markup(data), name).text()


def _shown(html: str, name: str) -> _Shown:
    """What is shown of a page, taken in as it is parsed: its elements would need thirty times its size."""
    from lxml import etree

    if declaration := _DECLARATION.match(html):
        html = html[declaration.end() :]
    shown = _Shown()
    target: Any = shown  # its stub wants names in bytes to be taken as well, which no parser gives
    parser = etree.HTMLParser(target=target, encoding="utf-8", no_network=True, huge_tree=True)
    with suppress(etree.XMLSyntaxError):  # there is nothing in it
        etree.fromstring(html.replace("\0", "").encode(errors="replace"), parser)
    if any("depth" in error.message.lower() for error in parser.error_log):
        raise FileFailed(FileCode.HTML_UNREADABLE, name=name)
    return shown


class _Shown:
    """Gathers what is shown, with a line break or a blank line where a browser begins anew.

    It is what lxml calls the target of a parser: told of each beginning, text and end.
    """

    def __init__(self) -> None:
        self.author = ""
        self._pieces: list[str] = []
        self._data: list[str] = []  # text since the last tag; the parser gives it in parts
        self._due = 0  # line breaks before the next text
        self._after_break = False
        self._rows: list[tuple[int, int]] = []  # the rows that are open: first piece, rows before
        self._row_count = 0
        self._verbatim = 0
        self._left_out = 0  # elements that are open and not shown, inside each other
        self._lists: list[Numbering | None] = []  # those that are open; None has no numbers
        self._due_numbers: list[tuple[Numbering, ListNumber]] = []  # before the next text
        self._titles: dict[str, list[str]] = {}
        self._open_titles: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        if self._data:
            self._take_data()
        if tag in _TITLES and tag not in self._titles:
            self._titles[tag] = []
            self._open_titles.append(tag)
        if tag == "meta" and not self.author and attributes.get("name", "").lower() == "author":
            self.author = attributes.get("content", "").strip()
        if self._left_out or tag in _PASSED_OVER or (attributes and _is_hidden(attributes)):
            self._left_out += 1
        else:
            self._begin(tag, attributes)

    def data(self, text: str) -> None:
        """A part of the text inside elements."""
        self._data.append(text)

    def end(self, tag: str) -> None:
        """An element ends."""
        if self._data:
            self._take_data()
        if tag in self._open_titles:
            self._open_titles.remove(tag)
        if self._left_out:
            self._left_out -= 1
        else:
            self._end(tag)

    def close(self) -> None:
        """The page ends."""
        self._take_data()

    def text(self) -> str:
        """All that is shown."""
        return "".join(self._pieces).translate(_MEANT_BY_CONTROLS)

    def titles(self) -> list[str]:
        """The text of the first of each element that may name the page, the best first."""
        return [" ".join("".join(self._titles.get(tag, ())).split()) for tag in _TITLES]

    def _take_data(self) -> None:
        text = "".join(self._data)
        self._data.clear()
        for tag in self._open_titles:
            self._titles[tag].append(text)
        if not self._left_out:
            self._say(text)

    def _begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "br":
            self._break(2 if self._after_break else 1)
            self._after_break = True
            return
        self._break(_breaks(tag))
        if tag == "img":
            self._say(attributes.get("alt"))
        elif tag == "pre":
            self._verbatim += 1
        elif tag == "tr":
            self._row_count += 1
            self._rows.append((len(self._pieces), self._row_count))
        elif tag in LISTS:
            self._lists.append(numbering(tag, attributes))
        elif tag == "li" and self._lists and (numbers := self._lists[-1]) is not None:
            self._due_numbers.append((numbers, numbers.next(attributes)))

    def _end(self, tag: str) -> None:
        if tag == "pre" and self._verbatim:
            self._verbatim -= 1
        elif tag == "tr" and self._rows:
            self._join_row(*self._rows.pop())
        elif tag == "li":
            self._due_numbers.clear()  # of an item without text
        elif tag in LISTS and self._lists and (numbers := self._lists.pop()) is not None:
            numbers.fill(self._pieces)
        self._break(_breaks(tag))

    def _join_row(self, first: int, rows_before: int) -> None:
        """The cells of a row of data on one line; not those of a row that holds other tables."""
        if self._row_count != rows_before:
            return
        row = "".join(self._pieces[first:])
        if len(row) <= _LONGEST_ROW:
            breaks = row[: len(row) - len(row.lstrip("\n"))]
            self._pieces[first:] = [breaks + _LINE_BREAK.sub(" ", row[len(breaks) :])]

    def _break(self, lines: int) -> None:
        self._due = max(self._due, lines)

    def _say(self, text: str | None) -> None:
        if not text:
            return
        if self._verbatim:  # blanks that do not break become plain ones, when the text is cleaned
            text = text.replace("\r\n", "\n").expandtabs().replace(" ", "\u00a0")
        else:
            text = _BLANKS.sub(" ", text)
            if self._due or not self._pieces or self._pieces[-1].endswith((" ", "\n")):
                text = text.lstrip(" ")
        if not text:
            return
        if self._due and self._pieces:
            self._pieces[-1] = self._pieces[-1].rstrip(" ")
            self._pieces.append("\n" * self._due)
        self._due, self._after_break = 0, False
        if self._due_numbers and text.strip():
            for numbers, number in self._due_numbers:
                numbers.place(number, self._pieces, text)
            self._due_numbers.clear()
        self._pieces.append(text)


def _breaks(tag: str) -> int:
    return 2 if tag in _PARAGRAPHS else 1 if tag in _LINES else 0


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    return "hidden" in attributes or bool(_HIDDEN.search(attributes.get("style", "")))
