"""HTML pages, as a browser without styles shows them: each text that is on the page, once, in its order.

kreuzberg 4.10 keeps of a page that has paragraphs nothing but these, headings, lists and tables, and repeats
paragraphs whose end is not marked. Older pages and mails have their text in ``div``, ``blockquote``, ``dl``,
``center`` or nothing at all.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lexdesk.document import Document, Property
from lexdesk.encodings import decode_markup
from lexdesk.errors import FileRefused
from lexdesk.extract.assemble import assemble
from lexdesk.structure import Source

if TYPE_CHECKING:
    from lxml.etree import _Element

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
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_LONGEST_ROW = 2000  # characters; longer ones arrange a page, and are no data
_MEANT_BY_CONTROLS = {code: bytes([code]).decode("cp1252", "replace") for code in range(0x80, 0xA0)}
"""``&#147;`` is a quotation mark in all browsers (HTML Standard, 13.2.5.80)."""


def read(source: Source) -> Document:
    """An HTML or XHTML page. The charset that it declares is believed where it decodes."""
    name = source.path.name
    root = _parsed(_DECLARATION.sub("", decode_markup(source.data)).replace("\0", ""), name)
    if root is None:
        return assemble([""], name=name)
    shown = _Shown()
    shown.take(root)
    text = shown.text().translate(_MEANT_BY_CONTROLS)
    titles = [_text_of(root, "title"), *(_text_of(root, heading) for heading in _HEADINGS)]
    document = assemble([text], name=name, titles=titles)
    authors = (each.get("content") for each in root.iter("meta") if _names_author(each))
    stated = [Property("author", " ".join(author.split())) for author in authors if author]
    return replace(document, properties=tuple(stated[:1]))


def _parsed(html: str, name: str) -> _Element | None:
    from lxml import etree

    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(html.encode(errors="replace"), parser)
    except etree.XMLSyntaxError:  # there is nothing in it
        return None
    if any("depth" in error.message.lower() for error in parser.error_log):
        raise FileRefused(f"{name} is no HTML that can be read to its end; download it again.")
    return root


def _text_of(root: _Element, tag: str) -> str:
    found = next(root.iter(tag), None)
    return "" if found is None else " ".join("".join(map(str, found.itertext())).split())


def _names_author(meta: _Element) -> bool:
    return (meta.get("name") or "").lower() == "author"


class _Shown:
    """Gathers what is shown, with a line break or a blank line where a browser begins anew."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._due = 0  # line breaks before the next text
        self._after_break = False
        self._rows: list[tuple[int, int]] = []  # the rows that are open: first piece, rows before
        self._row_count = 0
        self._verbatim = 0

    def take(self, root: _Element) -> None:
        """Take in all that is shown of an element."""
        from lxml import etree

        walk = etree.iterwalk(root, events=("start", "end"))
        passed_over = None
        for event, element in walk:
            tag = str(element.tag)
            if event == "end":
                if element is not passed_over:
                    self._end(tag)
                self._say(element.tail)
            elif tag in _PASSED_OVER or _is_hidden(element):
                passed_over = element
                walk.skip_subtree()
            else:
                self._begin(tag, element)
                self._say(element.text)

    def text(self) -> str:
        """All of it."""
        return "".join(self._pieces)

    def _begin(self, tag: str, element: _Element) -> None:
        if tag == "br":
            self._break(2 if self._after_break else 1)
            self._after_break = True
            return
        self._break(_breaks(tag))
        if tag == "img":
            self._say(element.get("alt"))
        elif tag == "pre":
            self._verbatim += 1
        elif tag == "tr":
            self._row_count += 1
            self._rows.append((len(self._pieces), self._row_count))

    def _end(self, tag: str) -> None:
        if tag == "pre" and self._verbatim:
            self._verbatim -= 1
        elif tag == "tr" and self._rows:
            self._join_row(*self._rows.pop())
        self._break(_breaks(tag))

    def _join_row(self, first: int, rows_before: int) -> None:
        """The cells of a row of data on one line; not those of a row that holds other tables."""
        row = "".join(self._pieces[first:])
        if self._row_count == rows_before and len(row) <= _LONGEST_ROW:
            breaks = row[: len(row) - len(row.lstrip("\n"))]
            self._pieces[first:] = [breaks + re.sub(r"\s*\n\s*", " ", row[len(breaks) :])]

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
        self._pieces.append(text)


def _breaks(tag: str) -> int:
    return 2 if tag in _PARAGRAPHS else 1 if tag in _LINES else 0


def _is_hidden(element: _Element) -> bool:
    return element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style") or ""))
