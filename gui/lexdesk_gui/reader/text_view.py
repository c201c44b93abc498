"""The text view of the reader, with highlighted hits."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QToolTip, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.reader.links import link_to, read_place
from lexdesk_gui.reader.paragraphs import Paragraph
from lexdesk_gui.reader.reading_writer import NUMBER, Span, write_reading
from lexdesk_gui.style.document_writer import DocumentWriter, count_units, deferred_layout
from lexdesk_gui.style.theme import Theme

if TYPE_CHECKING:
    from lexdesk.law.cross_references import Cites
    from lexdesk_gui.reader.readings import Reading

_MEASURE = 68  # characters of a line of statute text
_SIDE = 42  # pixels at 100 % between the pane's edge and the text, room for the bar
_AROUND = 500  # hits, more than a screen; highlighting one takes 20 microseconds
_LONG = 8_000  # characters, more than the tallest screen
_ALWAYS = Qt.ScrollBarPolicy.ScrollBarAlwaysOn
_WHERE_NEEDED = Qt.ScrollBarPolicy.ScrollBarAsNeeded


class Reader(QTextBrowser):
    """A view of a ``Reading``; ``moved`` carries the number of the current hit, from 1, and of all hits.

    ``linked`` carries work and eid of a clicked reference, ``pointed`` those of a hovered one, or
    two empty texts at the end of the hover.
    """

    moved = Signal(int, int)
    linked = Signal(str, str)
    pointed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("reader")
        self.setAccessibleName(translate("Reader", "Reader"))
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._theme = theme
        self.reading: Reading | None = None
        self._marks: list[Span] = []  # visited by Enter
        self._hits: list[Span] = []  # search hits
        self.passage: Span | None = None
        self.cites: Sequence[Cites] = ()
        self._current = -1
        self._is_drawn = False
        self._is_changing = self._was_resized = False
        self._shown_marks = range(0)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._mark_in_sight())
        self.anchorClicked.connect(self._follow)
        self.highlighted.connect(self._point)
        theme.changed.connect(self._restyle)

    def show_reading(self, reading: Reading | None) -> None:
        """Show ``reading`` and scroll to the first hit of the passage."""
        self.reading = reading
        self.cites = ()
        self._current = -1
        self._is_drawn = False
        self._set_again()

    def marked(self) -> list[str]:
        """Return the highlighted texts in order."""
        return [selection.cursor.selectedText() for selection in self.extraSelections()]

    def _occurrences(self, text: str) -> Iterator[Span]:
        """Yield the spans of ``text``, ignoring case; Qt's own search takes ten times as long."""
        plain = self.toPlainText()
        at = seen = 0
        for match in re.finditer(re.escape(text), plain, re.IGNORECASE):
            at, seen = at + count_units(plain[seen : match.start()]), match.end()
            start, at = at, at + count_units(match.group())
            yield start, at

    def find_text(self, text: str) -> None:
        """Highlight all occurrences of ``text``, or the search hits if it is empty."""
        self._marks = list(self._hits)
        self._current = -1
        if text:
            self._marks = list(self._occurrences(text))
        if self._marks:
            self._go_to(0)
        else:
            self._mark()
            self.moved.emit(0, 0)

    def step(self, by: int) -> None:
        """Move ``by`` hits on, wrapping around."""
        if self._marks:
            self._go_to((self._current + by) % len(self._marks))

    def page(self, by: int) -> None:
        """Scroll by ``by`` screens."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + by * bar.pageStep())

    # References.

    def set_links(self, cites: Sequence[Cites]) -> None:
        """Turn references into links if the library has their targets."""
        self.cites = cites
        with self._changing(), deferred_layout(self.document()):
            self._link(cites)

    def _link(self, cites: Sequence[Cites]) -> None:
        cursor, exactly = QTextCursor(self.document()), QTextDocument.FindFlag.FindCaseSensitively
        for _, group in itertools.groupby(cites, key=attrgetter("start", "end")):
            cited = list(group)  # "Articles 13 and 14" link to the first one in the library
            found = self.document().find(cited[0].text.replace("\n", " "), cursor, exactly)
            if found.isNull():
                continue
            cursor = found
            for target in [cite for cite in cited if cite.in_library][:1]:
                found.mergeCharFormat(self._linked(link_to(target.work, target.eid)))

    def show_preview(self, title: str, text: str) -> None:
        """Show the preview of the hovered provision at the pointer."""
        from html import escape

        preview = " ".join(text.split())
        card = (
            f"<p style='width:{self._theme.look.px(320)}px'><b>{escape(title)}</b><br>{escape(preview[:600])}"
            f"{'…' if len(preview) > 600 else ''}</p>"
        )
        QToolTip.showText(QCursor.pos(), card, self)

    def _follow(self, url: QUrl) -> None:
        self.linked.emit(*read_place(url))

    def _point(self, url: QUrl) -> None:
        self.pointed.emit(*read_place(url))

    # Text.

    def _set_again(self) -> None:
        self._marks, self.passage = [], None
        with self._changing():
            writer = DocumentWriter(self.document(), self._theme.look)
            self.setExtraSelections([])
            if self.reading is not None:
                # Lay out once, not again for the width beside the scroll bar.
                self.setVerticalScrollBarPolicy(
                    _ALWAYS if _is_long(self.reading) else _WHERE_NEEDED
                )
                self._fit_margins()
                with deferred_layout(self.document()):
                    self._marks, self.passage = write_reading(
                        self.reading, writer, self._theme.look
                    )
                    self._link(self.cites)
        if self.reading is None:
            self.moved.emit(0, 0)
            return
        self._hits = list(self._marks)
        self._start_at_passage()

    def _restyle(self) -> None:
        """Rewrite the text in new colours or sizes, keeping position and highlights."""
        marks, current = self._marks, self._current
        with self._in_place():
            self._set_again()
        if self.reading is not None:
            self._marks, self._current = marks, current
            self._mark()
            self.moved.emit(current + 1, len(marks))

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change the document; defer resizes caused by its scroll bar.

        During layout, Qt walks through its cursors: moving one then, or changing the document
        again, leaves Qt with a dangling cursor.
        """
        if self._is_changing:
            yield
            return
        self._is_changing = True
        try:
            yield
            if self._was_resized:
                self._fit_margins()
        finally:
            self._is_changing = self._was_resized = False

    @contextmanager
    def _in_place(self) -> Iterator[None]:
        """Keep the top line in place through a new layout."""
        bar, first = self.verticalScrollBar(), self.cursorForPosition(QPoint(0, 0))
        at, above, was_at_top = first.position(), self.cursorRect(first).top(), bar.value() == 0
        yield
        first = QTextCursor(self.document())
        first.setPosition(min(at, self.document().characterCount() - 1))
        bar.setValue(0 if was_at_top else bar.value() + self.cursorRect(first).top() - above)

    def _linked(self, href: str) -> QTextCharFormat:
        """Return the format of a link, to be merged into another one."""
        link = QTextCharFormat()
        link.setAnchor(True)
        link.setAnchorHref(href)
        link.setForeground(QColor(self._theme.look.tokens.accent))
        link.setFontUnderline(True)
        return link

    def _fit_margins(self) -> None:
        """Fit the line width to the measure, with room for the passage bar."""
        look = self._theme.look
        width = self.viewport().width()
        left = look.px(_SIDE) - look.px(12)
        column = look.px(NUMBER) + self._measure()
        frame = self.document().rootFrame()
        style = frame.frameFormat()
        style.setLeftMargin(left)
        style.setRightMargin(max(look.px(24), width - left - column))
        style.setTopMargin(look.px(20))
        style.setBottomMargin(look.px(32))
        if style != frame.frameFormat():  # else everything is laid out again
            frame.setFrameFormat(style)

    def _measure(self) -> int:
        """Return the width of ``_MEASURE`` average characters."""
        sample = "the data subject shall have the right to withdraw his or her consent"
        wide = QFontMetricsF(self._theme.look.statute(15)).horizontalAdvance(sample)
        return round(wide / len(sample) * _MEASURE)

    # Hits.

    def _start_at_passage(self) -> None:
        """Start at the top if the passage is then visible, otherwise at its first hit or its beginning."""
        bar = self.passage
        inside = [n for n, (a, _) in enumerate(self._marks) if bar and bar[0] <= a < bar[1]]
        if inside or self._marks:
            self._go_to(inside[0] if inside else 0)
        else:
            self.moveCursor(QTextCursor.MoveOperation.Start)
            self.moved.emit(0, 0)
        if self.reading and (self.reading.named or not self._marks):
            cursor = QTextCursor(self.document())
            cursor.setPosition(bar[0] if bar else 0)
            self._scroll_to(cursor)

    def _go_to(self, number: int) -> None:
        self._current = number
        self._mark()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._marks[number][0])
        self.setTextCursor(cursor)
        self._scroll_to(cursor)
        self.moved.emit(number + 1, len(self._marks))

    def _scroll_to(self, cursor: QTextCursor) -> None:
        """Scroll the hit to the upper third unless it is visible from the top."""
        y = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
        height = self.viewport().height()
        self.verticalScrollBar().setValue(0 if y < height * 0.8 else round(y - height / 3))

    def _mark(self) -> None:
        tokens = self._theme.look.tokens
        plain, current = QTextCharFormat(), QTextCharFormat()
        plain.setBackground(QColor(tokens.hit.ground))
        plain.setForeground(QColor(tokens.hit.text))
        current.setBackground(QColor(tokens.current_hit.ground))
        current.setForeground(QColor(tokens.current_hit.text))
        current.setFontUnderline(True)
        selections: list[QTextEdit.ExtraSelection] = []
        self._shown_marks = self._near()
        for number in self._shown_marks:
            start, end = self._marks[number]
            selection = QTextEdit.ExtraSelection()
            selection.cursor = QTextCursor(self.document())
            selection.cursor.setPosition(start)
            selection.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            selection.format = current if number == self._current else plain
            selections.append(selection)
        self.setExtraSelections(selections)

    def _near(self) -> range:
        """Return the highlighted hits: all, or of thousands those near the visible part."""
        if len(self._marks) <= _AROUND:
            return range(len(self._marks))
        top = self.cursorForPosition(QPoint(0, 0)).position()
        page = bisect_left(self._marks, (top, top)) // _AROUND
        return range(max(0, page - 1) * _AROUND, min((page + 2) * _AROUND, len(self._marks)))

    def _mark_in_sight(self) -> None:
        if (
            len(self._marks) > _AROUND
            and not self._is_changing
            and self._near() != self._shown_marks
        ):
            self._mark()

    # Drawing and keys.

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the measure and the position; before the first display, keep the start."""
        if self._is_changing:
            super().resizeEvent(event)
            self._was_resized = True
            return
        with self._in_place(), self._changing():
            super().resizeEvent(event)
            if self.reading is not None:
                self._fit_margins()
        if self.reading is not None and not self._is_drawn:
            self._start_at_passage()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the text and a bar at the passage."""
        super().paintEvent(event)
        self._is_drawn = True
        if self.passage is None or self.reading is None or len(self.reading.paragraphs) < 2:
            return
        layout = self.document().documentLayout()
        first = layout.blockBoundingRect(self.document().findBlock(self.passage[0]))
        last = layout.blockBoundingRect(self.document().findBlock(self.passage[1]))
        look = self._theme.look
        painter = QPainter(self.viewport())
        top = first.top() - self.verticalScrollBar().value()
        bar = QRectF(look.px(10), top, 3, last.bottom() - first.top())
        painter.fillRect(bar, QColor(look.tokens.accent))
        painter.end()

    def show_keys(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show ``rows`` of shortcuts and descriptions."""
        from lexdesk_gui.reader.readings import Reading

        paragraphs = [Paragraph("", f"{keys} — {does}", 0, (), False) for keys, does in rows]
        self.show_reading(Reading("", "", translate("Reader", "Keys"), tuple(paragraphs)))


def _is_long(reading: Reading) -> bool:
    return sum(len(paragraph.text) for paragraph in reading.paragraphs) > _LONG
