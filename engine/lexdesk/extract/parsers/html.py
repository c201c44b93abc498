"""A parser of HTML pages: the text shown by a browser without styles, once and in order.

Of a page with paragraphs, kreuzberg 4.10 keeps only these, headings, lists and tables, and repeats
paragraphs without an end tag. Older pages and mails have their text in ``div``, ``blockquote``,
``dl``, ``center`` or no element at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from html import escape
from typing import Any

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.clean import raise_digits
from lexdesk.extract.heading_marks import END, below_text, heading_begin, take_headings
from lexdesk.extract.parsers.html_lists import LISTS, ListNumber, Numbering, numbering
from lexdesk.structure import Source
from lexdesk.text.encodings import decode_markup
from lexdesk.text.lazy_pattern import lazy_pattern

_PARAGRAPHS = frozenset({
    "address", "article", "aside", "blockquote", "details", "dl", "fieldset", "figure", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "ol", "p", "pre", "section",
    "table", "ul",
})  # fmt: skip
_LINES = frozenset({
    "body", "caption", "center", "dd", "dir", "div", "dt", "figcaption", "legend", "li", "menu",
    "option", "summary", "td", "text", "textarea", "th", "tr",
})  # fmt: skip
_PASSED_OVER = frozenset({
    "button", "canvas", "defs", "desc", "head", "iframe", "metadata", "nav", "noscript", "object", "rp", "rt",
    "script", "select", "style", "symbol", "template", "title",
})  # fmt: skip
"""Elements without text of the page or of its drawings (SVG), navigation, and reading aids above characters."""
_TYPED = frozenset({"text", "date", "email", "number", "tel", "url"})
"""Types of fields that show what was typed into them."""
_DELETIONS = frozenset({"del", "s", "strike"})
"""Elements of text struck out: repealed or replaced, and no part of what the page says now."""
_STRUCK = lazy_pattern(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.IGNORECASE)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TITLES = ("title", *_HEADINGS)
_HIDDEN = lazy_pattern(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(?<![\w-])(?:opacity|max-height)\s*:\s*0(?:\.0+|px)?\s*(?:!|;|$)",
    re.IGNORECASE,
)
_ROMAN = lazy_pattern(r"[ivx]{1,6}")
_MARK_OF_NOTE = lazy_pattern(r"\d{1,4}|[ivx]{1,6}")
_CAPITALIZED = lazy_pattern(r"[^\W\da-z_][^\W\dA-Z_]")
_RAISED = lazy_pattern(r"vertical-align\s*:\s*(?:super|text-top)", re.IGNORECASE)
_LIFTED = lazy_pattern(r"(?<![\w-])top\s*:\s*-", re.IGNORECASE)
_CLASS = lazy_pattern(r"\.([\w-]+)\s*(?=,|$)")
_SMALLER = lazy_pattern(
    r"font-size\s*:\s*(?:0?\.\d+r?em|[1-9]?\d(?:\.\d+)?%|smaller)", re.IGNORECASE
)
_SUPERSCRIPTS = frozenset(
    {"footnote-ref", "footnoteref", "oj-super", "sup", "super", "superscript"}
)
_FOR_SCREEN_READERS = frozenset({
    "screen-reader-text", "screenreader", "sr-only", "u-visually-hidden", "visually-hidden", "visuallyhidden",
})  # fmt: skip
"""Classes of Bootstrap, WordPress and others for text that a page reads aloud and does not show."""
_DECLARATION = lazy_pattern(r"^\s*<\?xml[^>]*\?>")
_NO_FRAMES = lazy_pattern(r"</?noframes\b[^<>]*>", re.IGNORECASE)
"""The tags around what a page of frames says itself; the parser takes its elements for text."""
_XHTML = lazy_pattern(r"<html[^<>]*\bxmlns\s*=", re.IGNORECASE)
_CDATA = lazy_pattern(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
"""Text of XHTML; a parser of HTML takes it for a comment."""
_LINE_BREAK = lazy_pattern(r"\s*\n\s*")
_BLANKS = lazy_pattern(r"[ \t\n\r\f]+")
_LONGEST_ROW = 2000  # characters; longer rows are page layout, not data
_MEANT_BY_CONTROLS = {code: bytes([code]).decode("cp1252", "replace") for code in range(0x80, 0xA0)}
"""``&#147;`` is a quotation mark in all browsers (HTML Standard, 13.2.5.80)."""


def read(source: Source) -> Document:
    """Read an HTML or XHTML page, in its declared charset if valid; raise ``FileFailed``."""
    name = source.path.name
    shown = _shown(decode_markup(source.data), name)
    properties = {"author": " ".join(shown.author.split())}
    return assemble(
        [shown.text(marks_headings=True)], name=name, titles=shown.titles(), properties=properties
    )


def shown_text(data: bytes, name: str, *, marks_headings: bool = False, css: str = "") -> str:
    """Return the visible text of a page in the file ``name``, its headings marked or not; raise ``FileFailed``.

    ``css`` are the style sheets that the page refers to.
    """
    return _shown(decode_markup(data), name, css).text(marks_headings=marks_headings)


@lru_cache(maxsize=4)  # of all pages of a book
def _raised_classes(css: str) -> frozenset[str]:
    """Return the classes whose text a style sheet shows as superscripts."""
    found: set[str] = set()
    for rule in css.split("}"):
        selectors, _, stated = rule.rpartition("{")
        if _RAISED.search(stated) or (_LIFTED.search(stated) and _SMALLER.search(stated)):
            found.update(_CLASS.findall(selectors))
    return frozenset(found)


def _style_sheets(html: str) -> Iterator[str]:
    """Yield the style sheets inside a page."""
    lowered, end = html.lower(), 0
    while (start := lowered.find("<style", end)) >= 0:
        if (end := lowered.find("</style", start)) < 0:
            return
        yield html[html.find(">", start) + 1 : end]


def _shown(html: str, name: str, css: str = "") -> _VisibleText:
    """Collect the visible text during parsing; an element tree needs thirty times the page's size."""
    from lxml import etree

    if declaration := _DECLARATION.match(html):
        html = html[declaration.end() :]
    if "<![CDATA[" in html and _XHTML.search(html):
        html = _CDATA.sub(lambda section: escape(section[1], quote=False), html)
    if "frameset" in html.lower():
        html = _NO_FRAMES.sub("", html)
    shown = _VisibleText(_raised_classes("\n".join([css, *_style_sheets(html)])))
    target: Any = shown  # its stub also requires names in bytes, never passed by a parser
    parser = etree.HTMLParser(target=target, encoding="utf-8", no_network=True, huge_tree=True)
    with suppress(etree.XMLSyntaxError):  # an empty page
        etree.fromstring(html.replace("\0", "").encode(errors="replace"), parser)
    if any("depth" in error.message.lower() for error in parser.error_log):
        raise FileFailed(FileCode.HTML_UNREADABLE, name=name)
    return shown


class _VisibleText:
    """A collector of visible text, with line breaks and blank lines like a browser's.

    It is a parser target in the sense of lxml, called for each start tag, text and end tag.
    """

    def __init__(self, raised_classes: frozenset[str]) -> None:
        self._superscripts = _SUPERSCRIPTS | raised_classes
        self.author = ""
        self._pieces: list[str] = []
        self._data: list[str] = []  # text since the last tag, in parts
        self._due = 0  # line breaks before the next text
        self._after_break = False
        self._open_deletions: list[str] = []  # tags, and of the same elements inside them
        self._deleted: list[str] = []  # pieces of text struck out
        self._rows: list[tuple[int, int]] = []  # open rows: first piece, rows before
        self._row_count = 0
        self._verbatim = 0
        # Tags of open superscripts, and of the same elements inside them.
        self._raised: list[str] = []
        self._left_out = 0  # open hidden elements, nested
        self._lists: list[Numbering | None] = []  # open lists; None: unnumbered
        self._due_numbers: list[tuple[Numbering, ListNumber]] = []  # before the next text
        self._due_heading = 0  # level, before its text
        self._in_heading = False  # since its text began
        self._titles: dict[str, list[str]] = {}
        self._open_titles: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle a start tag."""
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
        """Handle a part of the text inside elements."""
        self._data.append(text)

    def end(self, tag: str) -> None:
        """Handle an end tag."""
        if self._data:
            self._take_data()
        if tag in self._open_titles:
            self._open_titles.remove(tag)
        if self._left_out:
            self._left_out -= 1
        else:
            self._end(tag)

    def close(self) -> None:
        """Handle the end of the page."""
        self._take_data()

    def text(self, *, marks_headings: bool) -> str:
        """Return all visible text; below it what is struck out."""
        struck = " ".join("".join(self._deleted).split())
        below = below_text([f"Struck out: {struck}"] if struck else [])
        shown = "\n\n".join(["".join(self._pieces), *below]).translate(_MEANT_BY_CONTROLS)
        return shown if marks_headings else take_headings(shown)[0]

    def titles(self) -> list[str]:
        """Return candidate titles, best first: the first text of each title element."""
        return [" ".join("".join(self._titles.get(tag, ())).split()) for tag in _TITLES]

    def _take_data(self) -> None:
        text = "".join(self._data)
        self._data.clear()
        if self._raised:
            text = self._apart(raise_digits(text))
        for tag in self._open_titles:
            self._titles[tag].append(text)
        if self._open_deletions and not self._left_out:
            self._deleted.append(text)
        elif not self._left_out:
            self._say(text)

    def _apart(self, raised: str) -> str:
        """Return a raised Roman number behind a word in brackets, as the mark of an endnote is no part of the word."""
        before = "" if self._due or not self._pieces else self._pieces[-1][-2:]
        return f"[{raised}]" if _ROMAN.fullmatch(raised) and before.isalpha() else raised

    def _begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._open_deletions:
            if tag == "br" or _breaks(tag):
                self._deleted.append(" ")
            if tag in self._open_deletions:
                self._open_deletions.append(tag)
        elif tag in _DELETIONS or (attributes and _STRUCK.search(attributes.get("style", ""))):
            self._open_deletions.append(tag)
        if tag == "br":
            self._break(2 if self._after_break else 1)
            self._after_break = True
            return
        self._break(_breaks(tag))
        self._due_heading = int(tag[1]) if tag in _HEADINGS else self._due_heading
        if _breaks(tag):
            self._raised.clear()  # a superscript without an end tag
        elif tag in self._raised or tag == "sup" or (attributes and self._is_raised(attributes)):
            self._raised.append(tag)
        if tag in ("img", "input"):
            self._say(attributes.get("alt") if tag == "img" else _typed(attributes))
        elif tag == "pre":
            self._verbatim += 1
        elif tag == "tr":
            self._row_count += 1
            self._rows.append((len(self._pieces), self._row_count))
        elif tag in LISTS:
            self._lists.append(numbering(tag, attributes))
        elif tag == "li" and self._lists and (numbers := self._lists[-1]) is not None:
            self._due_numbers.append((numbers, numbers.next(attributes)))

    def _is_raised(self, attributes: Mapping[str, str]) -> bool:
        """Return True for an element shown as a superscript by its style or class."""
        if "noteref" in (attributes.get("role", "") + attributes.get("epub:type", "")):
            return True
        is_of_class = not self._superscripts.isdisjoint(attributes.get("class", "").split())
        return is_of_class or bool(_RAISED.search(attributes.get("style", "")))

    def _end(self, tag: str) -> None:
        if self._open_deletions and tag == self._open_deletions[-1]:
            self._open_deletions.pop()
            if not self._open_deletions:
                self._deleted.append(" ")
        elif self._open_deletions and _breaks(tag):
            self._deleted.append(" ")
        if tag in _HEADINGS:
            if self._in_heading:
                self._pieces += (self._pieces.pop().rstrip(" "), END)
            self._due_heading, self._in_heading = 0, False
        elif tag == "pre" and self._verbatim:
            self._verbatim -= 1
        elif self._raised and tag == self._raised[-1]:
            self._raised.pop()
        elif tag == "tr" and self._rows:
            self._join_row(*self._rows.pop())
        elif tag == "li":
            self._due_numbers.clear()  # of an item without text
        elif tag in LISTS and self._lists and (numbers := self._lists.pop()) is not None:
            numbers.fill(self._pieces)
        self._break(_breaks(tag))

    def _join_row(self, first: int, rows_before: int) -> None:
        """Join the cells of a data row on one line, except in rows with nested tables."""
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
        if self._verbatim:  # cleaning turns no-break spaces into spaces
            text = text.replace("\r\n", "\n").expandtabs().replace(" ", "\u00a0")
        else:
            text = _BLANKS.sub(" ", text)
            if self._due or not self._pieces or self._pieces[-1].endswith((" ", "\n")):
                text = text.lstrip(" ")
        if not text:
            return
        if not self._due and self._pieces and _CAPITALIZED.match(text):
            begun = len(self._pieces) == 1 or self._pieces[-2].endswith("\n")
            if begun and _MARK_OF_NOTE.fullmatch(self._pieces[-1]):
                text = f" {text}"
        if self._due and self._pieces:
            self._pieces[-1] = self._pieces[-1].rstrip(" ")
            self._pieces.append("\n" * self._due)
        self._due, self._after_break = 0, False
        if self._due_numbers and text.strip():
            for numbers, number in self._due_numbers:
                numbers.place(number, self._pieces, text)
            self._due_numbers.clear()
        if self._due_heading and text.strip():
            text = f"{heading_begin(self._due_heading)}{text}"
            self._due_heading, self._in_heading = 0, True
        self._pieces.append(text)


def _breaks(tag: str) -> int:
    return 2 if tag in _PARAGRAPHS else 1 if tag in _LINES else 0


def _typed(attributes: Mapping[str, str]) -> str:
    """Return the text typed into a field of a form, or the state of its box."""
    type_ = attributes.get("type", "text").lower()
    if type_ in ("checkbox", "radio"):
        return "☒" if "checked" in attributes else "☐"
    return attributes.get("value", "") if type_ in _TYPED else ""


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    if not _FOR_SCREEN_READERS.isdisjoint(attributes.get("class", "").split()):
        return True
    return "hidden" in attributes or bool(_HIDDEN.search(attributes.get("style", "")))
