"""Provisions of an act from its lines, by numbers in sequence."""

import re
from collections.abc import Sequence

from lexdesk.document.model import Provision
from lexdesk.structure.eu.builder import ActBuilder
from lexdesk.structure.eu.line_types import (
    ARTICLE,
    DIVISION,
    RECITAL,
    TERMINAL,
    ArticleHead,
    Number,
    PrintedLines,
    split_number,
)
from lexdesk.structure.eu.quoted_amendments import QuotedAmendment
from lexdesk.structure.eu.vocabulary import CLOSING, find_division_kind
from lexdesk.structure.numbered_levels import follows, list_numbering_systems, place_in_lists
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line
from lexdesk.text.lazy_pattern import lazy_pattern

_ANNEX = lazy_pattern(r"(ANNEX|ANHANG|ANNEXE|ANEXO|ALLEGATO|BIJLAGE)(\s+[IVXL]+)?")
_PARAGRAPH = lazy_pattern(r"(\d{1,3}[a-z]{0,2})\.\s+(?=\S)|\((\d{1,3}[a-z]?)\)\s+(?=[A-ZÄÖÜ])")
_PARAGRAPHS_IN_BRACKETS = frozenset(["de", "hu", "ro"])
"""Languages with paragraphs as ``(1)`` and numbered definitions as ``1.``; others do the reverse."""
_POINT = lazy_pattern(r"\(([a-z]{1,4}|\d{1,3}[a-z]?)\)(?:\s+|$)|([a-z]{1,2}|\d{1,3})\)(?:\s+|$)")
_ADOPTED = lazy_pattern(r"HA(VE|S) ADOPTED|HABEN? FOLGENDE|ONT ADOPTÉ|A ADOPTÉ")
"""The enacting formula between recitals and articles, in capitals up to a colon."""
_WIDEST_GAP = 12
_LONGEST_HEADING = 4  # lines


class ActParser:
    """A parser of an act's lines after its title.

    ``gaps`` counts the articles out of sequence; ``contradicted`` is True if a skipped number came
    later, ``enacted`` if the enacting formula precedes the articles.
    """

    def __init__(self, lines: Sequence[Line], language: str) -> None:
        self._page = PrintedLines(lines)
        self._tree = MarkedText()
        self._act = ActBuilder(self._tree, language)
        self._in_brackets = language in _PARAGRAPHS_IN_BRACKETS
        self._quotation = QuotedAmendment()
        self._number: Number = (0, "")  # of the last article
        self._recital = 0
        self._paragraph: Number = (0, "")
        self._points: list[tuple[str, str]] = []  # (system, number)
        self._divisions: dict[str, int] = {}  # kind -> number of the last
        self._headed = -1  # the last line of the last heading of a division
        self._ended = False
        self._skipped: set[int] = set()
        self.gaps = 0
        self.enacted = False
        self.contradicted = False

    def read(self) -> tuple[Provision, ...]:
        """Parse all lines and return their provisions."""
        index, lines = 0, self._page.lines
        while index < len(lines):
            self._tree.begin_line(lines[index].start)
            taken = self._parse_line(index)
            self._tree.end_line(lines[index + taken - 1].end)
            index += taken
        self._tree.close_all()
        return self._tree.provisions

    def _parse_line(self, index: int) -> int:
        """Parse a line, or the lines of a heading; return the number of lines taken."""
        text = self._page.text(index)
        if article := self._next_article(index):
            return self._open_article(index, article)
        if (head := self._page.articles.get(index)) and not head.heading:
            self.contradicted |= not head.number[1] and head.number[0] in self._skipped
        if not self._ended and (division := self._next_division(index)):
            return self._open_division(index, division)
        if _ANNEX.fullmatch(text) and self._has_articles:
            self._act.annex(text)
            self._start_counting(ended=True)
            return 1 + self._heading(index + 1)
        if self._is_bare_division(index):
            self._act.division(text)
            self._start_counting()
        elif CLOSING.match(text) and self._has_articles and not self._act.is_in_annex:
            self._act.end()
            self._start_counting(ended=True)
        elif not self._has_articles:
            self._preamble(index)
        elif self._act.is_in_article and not self._quotation.enter(_strip_marker(text)):
            self._parse_numbered(index)
        return 1

    @property
    def _has_articles(self) -> bool:
        return self._number != (0, "")

    def _start_counting(self, *, ended: bool = False) -> None:
        self._paragraph, self._ended = (0, ""), ended
        self._points.clear()
        self._quotation.reset()

    def _preamble(self, index: int) -> None:
        text = self._page.text(index)
        match = RECITAL.match(text)
        if match and int(match[1]) == self._recital + 1:
            if not self._page.is_footnote(index, match[2]):
                self._recital += 1
                self._act.recital(match[1])
        elif _ADOPTED.match(text) or (text.isupper() and text.endswith(":")):
            self.enacted |= _ADOPTED.match(text) is not None
            self._act.end_recital()

    def _next_article(self, index: int) -> ArticleHead | None:
        """Return the article begun by the line if its number is in sequence."""
        head = self._page.articles.get(index)
        if head is None or self._act.is_in_annex:
            return None
        value, before = head.number[0], self._number[0]
        if _is_in_sequence(head.number, self._number):
            return head
        within_reach = self._has_articles and before < value <= before + _WIDEST_GAP
        return head if within_reach and not head.heading and self._page.is_apart(index) else None

    def _open_article(self, index: int, head: ArticleHead) -> int:
        skipped = range(self._number[0] + 1, head.number[0])
        self._skipped.update(skipped)
        self.gaps += bool(skipped)
        self._act.article(head.printed)
        self._start_counting()
        self._number = head.number
        if head.heading:
            self._act.heading(head.heading)
            return 1
        return 1 + self._heading(index + 1)

    def _next_division(self, index: int) -> ArticleHead | None:
        """Return the division begun by the line if its number is in sequence and the line is set apart."""
        head = self._page.divisions.get(index)
        if head is None:
            return None
        number, before = head.number[0], self._divisions.get(head.kind, 0)
        counts_on = number in (0, 1, before + 1) or (
            before < number <= before + _WIDEST_GAP and self._leads_to_article(index)
        )
        is_set_apart = (
            self._page.text(index).isupper()
            or self._page.is_apart(index)
            or self._headed == index - 1
        )
        return head if counts_on and is_set_apart else None

    def _leads_to_article(self, index: int) -> bool:
        """Return True if an article begins in the lines below, as under a division's heading."""
        return any(self._next_article(below) for below in range(index + 1, index + 4))

    def _is_bare_division(self, index: int) -> bool:
        """Return True for a division without a number: ``FINAL PROVISIONS`` right above an article."""
        text = self._page.text(index)
        if self._ended or not self._has_articles or len(text) <= 8 or not text.isupper():
            return False
        return self._next_article(index + 1) is not None

    def _open_division(self, index: int, head: ArticleHead) -> int:
        self._act.division(head.printed)
        self._divisions[head.kind] = head.number[0]
        self._start_counting()
        self._headed = index
        if head.heading:
            below = self._page.text(index + 1)
            goes_on = (
                self._page.wrapped and below.isupper() and not self._begins_something(index + 1)
            )
            self._act.heading(f"{head.heading} {below}" if goes_on else head.heading)
            return 1 + goes_on
        taken = self._heading(index + 1)
        self._headed = index + taken
        return 1 + taken

    def _heading(self, index: int) -> int:
        """Take the heading from this line on; return its number of lines, or 0."""
        gathered = self._gather_heading(index)
        if gathered and gathered[-1].endswith(TERMINAL) and len(gathered) > 1:
            is_first_alone = self._page.is_short(gathered[0]) and gathered[1][0].isupper()
            gathered = gathered[: int(is_first_alone)]
        if not gathered or gathered[-1].endswith(TERMINAL) or len(gathered) == _LONGEST_HEADING:
            return 0
        if not gathered[0][0].isupper() and gathered[0][0] not in "‘“(":
            return 0
        self._act.heading(" ".join(gathered))
        return len(gathered)

    def _gather_heading(self, index: int) -> list[str]:
        """Return the lines from here on that may form one heading."""
        gathered: list[str] = []
        for line in self._page.lines[index : index + _LONGEST_HEADING]:
            if self._begins_something(index + len(gathered)):
                break
            is_full = (
                self._page.wrapped and gathered and len(gathered[-1]) >= 0.7 * self._page.width
            )
            if gathered and line.text[0].isupper() and not is_full:
                break
            gathered.append(line.text)
            self._headed = index + len(gathered) - 1
        return gathered

    def _begins_something(self, index: int) -> bool:
        text = self._page.text(index)
        if _PARAGRAPH.match(text) or _POINT.match(text):
            return True
        return bool(self._next_article(index) or self._next_division(index))

    def _parse_numbered(self, index: int) -> None:
        """Open a paragraph or point if the line begins with the next number; else the line is text."""
        text, in_annex = self._page.text(index), self._act.is_in_annex
        if not in_annex and (match := _PARAGRAPH.match(text)):
            printed = match[1] or match[2]
            if self._is_next_paragraph(split_number(printed), bracketed=match[1] is None):
                self._act.paragraph(printed)
                self._paragraph = split_number(printed)
                self._points.clear()
                return
        if in_annex and self._annex_part(index):
            return
        if self._point(_number_of_point(text, in_annex=in_annex or self._in_brackets)):
            return
        begins = not in_annex and text[0].isupper() and self._page.ends_paragraph(index - 1)
        if begins and not (self._points and self._list_goes_on(index + 1)):
            self._points.clear()
            self._act.unnumbered_paragraph()

    def _annex_part(self, index: int) -> bool:
        text = self._page.text(index)
        match = DIVISION.match(text)
        if match is None or find_division_kind(match["printed"]) == "division":
            return False
        if self._page.wrapped and not (text.isupper() or self._page.is_apart(index)):
            return False
        self._points.clear()
        return self._act.annex_part(text)

    def _list_goes_on(self, index: int) -> bool:
        """Return True if the next number continues the list; numbered definitions may hold lists before it."""
        levels = self._points
        for line in self._page.lines[index : index + 60]:
            if ARTICLE.fullmatch(line.text) or _PARAGRAPH.match(line.text):
                return False
            if number := _number_of_point(line.text):
                if any(
                    s in list_numbering_systems(number) and follows(number, n, s) for s, n in levels
                ):
                    return True
                levels = [level for level in levels if level[0] == "figure"]
        return False

    def _is_next_paragraph(self, number: Number, *, bracketed: bool) -> bool:
        """Return True if a number is in sequence and numbers no definition or list point."""
        if self._in_brackets and not bracketed:
            return False
        is_open = self._paragraph != (0, "") and not self._points
        if bracketed and not self._in_brackets and not is_open:
            return False
        return _is_in_sequence(number, self._paragraph)

    def _point(self, number: str) -> bool:
        """Open the point if its number begins or continues a list."""
        found = (
            place_in_lists(number, list_numbering_systems(number), self._points) if number else None
        )
        if found is None:
            return False
        depth, system = found
        self._points[depth:] = [(system, number)]
        self._act.point(number, depth)
        return True


def _is_in_sequence(number: Number, before: Number) -> bool:
    """Return True if 6 follows 5, or 5a and 5b follow 5."""
    return number[0] == before[0] + 1 or (number[0] == before[0] and number[1] > before[1])


def _number_of_point(text: str, *, in_annex: bool = False) -> str:
    match = _POINT.match(text)
    if match is None and in_annex:
        match = _PARAGRAPH.match(text)
    return (match[1] or match[2]) if match else ""


def _strip_marker(text: str) -> str:
    return re.sub(r"^(?:\(\w{1,5}\)|\w{1,4}[.)])\s+", "", text)
