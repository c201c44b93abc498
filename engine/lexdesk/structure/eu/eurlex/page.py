"""Text and provisions of a EUR-Lex page with marked elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.structure.eu.builder import ActBuilder
from lexdesk.structure.eu.eurlex.inline import (
    SKIPPED_TAGS,
    clean,
    is_block,
    read_class,
    read_inline,
    read_raw_inline,
)
from lexdesk.structure.eu.quoted_amendments import QuotedAmendment
from lexdesk.structure.eu.vocabulary import CLOSING
from lexdesk.structure.numbers import strip_punctuation
from lexdesk.structure.outline import Outline
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_SKIPPED = {
    "note", "footnote", "modref", "arrow", "reference", "disclaimer", "hd-date", "hd-lg", "hd-ti",
    "hd-oj", "hd-coll", "hd-uniq", "hd-modifiers", "hd-column", "title-fam-member", "doc-end",
    "title-doc-oj-reference", "anonymous-disclaimer", "before-disclaimer",
}  # fmt: skip
_TITLE = {"doc-ti", "title-doc-first", "title-doc-last"}
_ARTICLE = {"ti-art", "title-article-norm"}
_SUBTITLE = {"sti-art", "stitle-article-norm", "ti-section-2", "title-division-2", "title-annex-2"}
_DIVISION = {"ti-section-1", "title-division-1"}
_ENUMERATION = "enumeration-spacing"
_GROUP = ("ti-grseq-", "title-gr-seq-level-")

_MARKER = lazy_pattern(r"\(\w{1,5}\)|\w{1,4}(?:\.\w{1,3}){0,3}[.)]|[—–•-]")
_MARKED = lazy_pattern(rf"({_MARKER.pattern})\s+")
_NUMBERED = lazy_pattern(r"\s*(\d+[a-z]{0,3}(?:\.\d+)*)\.[ \u00a0]{2,}")
_DIVISION_ID = lazy_pattern(
    r"(?:prt|tis|cpt|sct|sbs|pnl)_[^_]*(?:\.(?:prt|tis|cpt|sct|sbs|pnl)_[^_]*)*"
)
_IMPRINT = lazy_pattern(r"ELI: http\S+|ISSN \d{4}-\d{3}[\dX]\b.*")


def read_body(body: _Element, language: str) -> tuple[Outline, list[str]]:
    """Return the text and provisions of a page's body, and the lines of the act's title."""
    parser = _PageParser(body, language)
    parser.children(body)
    parser.outline.close_all()
    return parser.outline, parser.titles


class _PageParser:
    """A parser of page elements; lists are nested elements, headings precede their parts."""

    def __init__(self, body: _Element, language: str) -> None:
        self.outline = Outline()
        self.titles: list[str] = []
        self._act = ActBuilder(self.outline, language)
        self._quotation = QuotedAmendment()
        self._level = 0  # depth in the page
        self._nesting = 0  # lists around
        self._awaits_heading = False  # after opening a division, article or annex, before its text
        self._continues = False  # the next text completes a line begun by a number
        self._has_grids = any("grid-container" in e.get("class", "") for e in body.iter("div"))
        self._has_ids = any(e.get("id", "").startswith("art_") for e in body.iter("div"))
        titles = [e for e in body.iter("p") if read_class(e) in _TITLE]
        self._listed = {e for e in titles if any(True for _ in e.iterancestors("td"))}
        if len(self._listed) == len(titles):  # titles only in the list of the act's versions
            self._listed = set()
        self._started = not titles

    def _block(self, element: _Element) -> None:
        if element.tag in SKIPPED_TAGS or read_class(element) in _SKIPPED:
            return
        self._level += 1
        if element.tag == "table":
            self._table(element)
        elif "grid-container" in element.get("class", "") or read_class(element) == _ENUMERATION:
            self._pair(element)
        elif element.tag == "div" and "text-indent: -" in element.get("style", ""):
            self._indented_list(element)
        elif (number := _number_span(element)) is not None and self._started:
            self._item(read_inline(number), element, number)
        elif any(map(is_block, element)):
            self._container(element)
        else:
            self._leaf(element)
        self._level -= 1

    def _container(self, element: _Element) -> None:
        if element.get("id", "").startswith("fnp_") or read_class(element) == "final":
            self._end_of_terms()
        self.children(element)

    def _end_of_terms(self) -> None:
        self._act.end()
        self._quotation.reset()
        self.outline.blank()

    def children(self, element: _Element, leave_out: _Element | None = None) -> None:
        """Process text with blocks: running text is gathered until the next block."""
        run = [element.text or ""]
        for child in element:
            if child is not leave_out and is_block(child):
                self._text("".join(run))
                run.clear()
                self._block(child)
            elif child is not leave_out:
                run.append(read_raw_inline(child))
            run.append(child.tail or "")
        self._text("".join(run))

    def _leaf(self, element: _Element) -> None:
        raw = read_raw_inline(element)
        text = clean(raw)
        if not text or _IMPRINT.fullmatch(text):
            return
        class_ = read_class(element)
        if class_ in _TITLE and not self._act.has_begun and not _is_inside_annex(element):
            self._title(element, text)
        elif self._started and not self._heading(class_, element, text):
            self._text(raw)

    def _title(self, element: _Element, text: str) -> None:
        if element in self._listed:
            return
        self._started = True
        self.titles.append(text)
        self.outline.line(text)

    def _heading(self, class_: str, element: _Element, text: str) -> bool:
        """Take a heading of the act itself; return False for text and quoted headings."""
        if class_ in _ARTICLE:
            if not self._is_own_article(element, text):
                return False
            self._quotation.reset()
            self._open()
            self._act.article(text)
        elif self._quotation.is_quoted:
            return False
        elif class_ in _DIVISION:
            if not self._quotation.enter(text, self._level):
                self._open()
                self._act.division(text, _rank(element))
        elif self._awaits_heading and self._is_subtitle(class_, element):
            self._act.heading(text)
        elif class_ == "title-annex-1" or class_ in _TITLE:
            self._quotation.reset()
            self._act.end()
            self._open()
            self._act.annex(text)
        elif class_.startswith(_GROUP):
            self._group(text)
        else:
            return False
        self.outline.line(text)
        return True

    def _is_own_article(self, element: _Element, text: str) -> bool:
        """Return True if the heading of an article is not quoted."""
        if self._has_ids:
            return _is_first_of_article(element)
        return not self._quotation.is_quoted and text[0] not in "‘“"

    def _is_subtitle(self, class_: str, element: _Element) -> bool:
        parent = element.getparent()
        if parent is not None and read_class(parent) == "eli-title":
            return True
        of_annex = class_ == "title-annex-1" or class_ in _TITLE
        return class_ in _SUBTITLE or (of_annex and self._act.is_in_annex)

    def _group(self, text: str) -> None:
        """Open ``SECTION A`` or ``3. Eurodac`` in an annex, or take its heading from the next line."""
        self._act.leave_group()
        if self._act.annex_part(text):
            self._awaits_heading = not self._act.is_headed
        elif self._awaits_heading and self._act.is_in_annex and not _MARKED.match(text):
            if not self._act.is_headed:
                self._act.heading(text)
            self._awaits_heading = False

    def _open(self) -> None:
        self.outline.blank()
        self._awaits_heading = True

    def _number(self, printed: str, text: str = "", *, top: bool = False) -> None:
        """Open the paragraph, point or recital of a printed number, and write the number.

        ``text`` is the rest of its line if ``_text`` does not read it, so that a quotation ends
        with its last line; ``top`` is True for the number of a paragraph, False for a list item.
        """
        self._awaits_heading = False
        number = strip_punctuation(printed)
        quoted = self._quotation.enter(f"{printed} {text}", self._level)
        if number and not quoted:
            if not self._act.has_begun and not self._nesting:
                self._act.recital(number)
            elif self._act.is_in_annex and top and not self._nesting:
                self._act.point_of_annex(number)
            elif self._act.is_in_article and top and number.isalnum() and not self._act.is_in_annex:
                self._act.paragraph(number)
            elif self._act.is_in_article:
                self._act.point(number, self._nesting)
        elif not quoted and self._act.is_in_article:
            self._act.leave_points(self._nesting)
        self.outline.write(printed)
        self._continues = True

    def _text(self, raw: str) -> None:
        text = clean(raw)
        if not text or not self._started:
            return
        if self._continues:
            self._continues = False
            self.outline.line(text)
            self._quotation.enter(text, self._level)
            return
        self._awaits_heading = False
        if match := _NUMBERED.match(raw.lstrip("\n\r\t ")):
            self._number(f"{match[1]}.", text, top=True)
            self._continues = False
            self.outline.line(text.removeprefix(f"{match[1]}."))
            return
        self._close_before_unnumbered(text)
        self.outline.line(text)

    def _close_before_unnumbered(self, text: str) -> None:
        """Close the provisions that end before text without a number."""
        if self._quotation.enter(text, self._level):
            return
        if CLOSING.match(text) and not self._nesting and not self._act.is_in_annex:
            self._end_of_terms()
        elif not self._act.has_begun and not self._nesting:
            self._act.end_recital()
        elif self._act.is_in_article:
            is_continued = self._nesting or self._act.is_in_annex or not text[0].isupper()
            if is_continued:
                self._act.leave_points(self._nesting)
            else:
                self._act.unnumbered_paragraph()

    def _item(self, printed: str, content: _Element, number: _Element | None = None) -> None:
        """Process a list item, or the paragraph with its ``number`` inside its content.

        ``<div class="norm"><span class="no-parag">1. </span> ...``.
        """
        is_paragraph = number is not None
        self._number(printed, top=is_paragraph)
        self._nesting += not is_paragraph
        self.children(content, leave_out=number)
        self._nesting -= not is_paragraph
        self._continues = False
        self.outline.line()

    def _pair(self, element: _Element) -> None:
        """Process a number and its content, laid out side by side."""
        cells = [child for child in element if isinstance(child.tag, str)]
        if len(cells) != 2:
            self.children(element)
        elif self._started:
            self._item(read_inline(cells[0]), cells[1])

    def _indented_list(self, element: _Element) -> None:
        """Process ``<div style="text-indent: -30pt"><p>(1) text</p> nested ...</div>``, an older list."""
        children = [child for child in element if isinstance(child.tag, str)]
        text = read_inline(children[0]) if children else read_inline(element)
        match = _MARKED.match(text)
        if match is None or not self._started:
            self.children(element)
            return
        # in an annex with lists in grids, this is the paragraph before them
        self._number(match[1], text[match.end() :], top=self._has_grids and self._act.is_in_annex)
        self._continues = False
        self.outline.line(text[match.end() :])
        self._nesting += 1
        for child in children[1:]:
            self._block(child)
        self._nesting -= 1

    def _table(self, element: _Element) -> None:
        """Process a table: a list in table layout, or one line for each row."""
        rows = list(_rows(element))
        if len(rows) == 1 and (found := _list_item(rows[0])):
            if self._started:
                self._item(*found)
            return
        if not self._started:  # the titles of a repealed act stand in a table
            self.children(element)
            return
        for row in rows:
            cells = [read_inline(cell) for cell in row.iterchildren("td", "th")]
            if any(cells):
                self._awaits_heading = self._continues = False
                self.outline.line()  # ends the line of a number without text
                self.outline.line(" | ".join(cells))


def _is_inside_annex(element: _Element) -> bool:
    return any(e.get("id", "").startswith("anx_") for e in element.iterancestors("div"))


def _is_first_of_article(element: _Element) -> bool:
    """Return True if a heading stands directly in the container of an article, not in a quotation."""
    parent = element.getparent()
    return parent is not None and parent.get("id", "").startswith("art_")


def _number_span(element: _Element) -> _Element | None:
    """Return the separate paragraph number of a consolidated text."""
    found = next((child for child in element if isinstance(child.tag, str)), None)
    return found if found is not None and read_class(found) == "no-parag" else None


def _rank(element: _Element) -> int | None:
    """Return the depth of a division by the ids of its containers; ``None`` without ids."""
    for container in element.iterancestors("div"):
        name = container.get("id", "")
        if _DIVISION_ID.fullmatch(name):
            return name.count(".")
    return None


def _rows(table: _Element) -> Iterator[_Element]:
    for child in table:
        if child.tag in ("tbody", "thead", "tfoot"):
            yield from child.iterchildren("tr")
        elif child.tag == "tr":
            yield child


def _list_item(row: _Element) -> tuple[str, _Element] | None:
    """Return the number and the content of a row with one list item."""
    cells = list(row.iterchildren("td"))
    texts = [read_inline(cell) for cell in cells[:-1]]
    if len(cells) < 2 or any(texts[:-1]) or not _MARKER.fullmatch(texts[-1]):
        return None
    return texts[-1], cells[-1]
