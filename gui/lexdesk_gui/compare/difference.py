"""The view of a difference, with navigation from change to change."""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from lexdesk_gui.compare.difference_layout import (
    FOLD,
    PADDING,
    DifferenceLayout,
    measure_right_margin,
)
from lexdesk_gui.compare.difference_rows import Fold, Row
from lexdesk_gui.language import translate
from lexdesk_gui.style.document_writer import DocumentWriter, deferred_layout
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme

_ABOVE = 32  # pixels at 100 % above a change scrolled to
_BAR = 3  # the width of the bar beside the current change
_HATCH = 10  # between two lines of a hatch
_ARROW, _ARROW_LEFT = 14, 18
_LONG = 40  # more rows than a window shows


class Difference(QTextBrowser):
    """A view of a difference.

    ``moved`` signals another current change, ``toggled`` carries the number of a fold to toggle,
    ``narrowed`` the width of the text without and with its scroll bar (pixels). Enter goes to the
    next change, Shift+Enter to the previous one; on a fold focused by Tab, Enter toggles it.
    """

    moved = Signal()
    toggled = Signal(int)
    narrowed = Signal(int, int)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.shown_rows: Sequence[Row | Fold] = ()
        self._in_one = False
        self._starts: list[int] = []  # where each row begins in the document
        self._changes: list[int] = []  # rows
        self.current = -1
        """The index of the current change, from 0, or -1."""
        self._margin = 0.0  # right of each paragraph
        self.setObjectName("difference")
        self.setAccessibleName(translate("Compare", "Difference"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.document().setDocumentMargin(0)
        self.viewport().setMouseTracking(True)
        self.anchorClicked.connect(self._follow)

    @property
    def total(self) -> int:
        """Return the number of changes."""
        return len(self._changes)

    def show_rows(self, shown: Sequence[Row | Fold], *, in_one: bool) -> None:
        """Show ``shown`` and go to its first change."""
        self.shown_rows, self._in_one = shown, in_one
        self._set()
        self.current = -1
        if self._changes:
            self.go_to(0)
        else:
            self.viewport().update()

    def show_again(self, shown: Sequence[Row | Fold]) -> None:
        """Show ``shown`` after toggling a fold, keeping position and focus."""
        bar = self.verticalScrollBar()
        at, link = bar.value(), self._link()
        self.shown_rows = shown
        self._set()
        self._go_to_link(link)
        bar.setValue(at)
        self.viewport().update()

    def say(self, text: str) -> None:
        """Show only a sentence."""
        self._clear()
        if text:
            writer = DocumentWriter(self.document(), self._theme.look)
            writer.block(24, 8, left=20, above=12)
            writer.write(text, writer.style(14, self._theme.look.tokens.secondary))

    def _clear(self) -> None:
        self.shown_rows, self._starts, self._changes, self.current = (), [], [], -1
        self.document().clear()

    def _set(self) -> None:
        document, policy = self.document(), Qt.ScrollBarPolicy
        document.clear()
        self._starts = []  # of the earlier contents
        # A scroll bar that appears changes the width, so set it once more.
        is_long = len(self.shown_rows) > _LONG
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if is_long else policy.ScrollBarAsNeeded
        )
        self._margin = self._right_margin()
        setting = DifferenceLayout(document, self._theme.look, self._margin)
        with deferred_layout(document):
            put = setting.in_one if self._in_one else setting.table
            self._starts = put(self.shown_rows)
        rows = enumerate(self.shown_rows)
        self._changes = [n for n, row in rows if isinstance(row, Row) and not row.is_same]

    # Changes.

    def step(self, by: int) -> None:
        """Move ``by`` changes on, wrapping around."""
        if self._changes:
            self.go_to((self.current + by) % len(self._changes))

    def go_to(self, number: int) -> None:
        """Make the change ``number`` current and scroll to it with its context."""
        self.current = number
        row, px = self._changes[number], self._theme.look.px
        self.setTextCursor(self._cursor(row))
        bar = self.verticalScrollBar()
        top, bottom = self.span_of_row(row)
        if top < bar.value() or bottom > bar.value() + self.viewport().height():
            bar.setValue(round(top) - px(_ABOVE))
        self.viewport().update()
        self.moved.emit()

    # Where rows lie, in pixels of the document.

    def _cursor(self, row: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._starts[row])
        return cursor

    def _top(self, row: int) -> float:
        layout = self.document().documentLayout()
        at = layout.blockBoundingRect(self._cursor(row).block()).top()
        return float(at) - self._theme.look.px(PADDING)

    def span_of_row(self, row: int) -> tuple[float, float]:
        """Return top and bottom of a row."""
        if row + 1 < len(self._starts):
            return self._top(row), self._top(row + 1)
        layout, block = self.document().documentLayout(), self._cursor(row).block()
        ends, behind = list[float](), self.document().lastBlock()  # of a table stands a paragraph
        while block.isValid() and (self._in_one or block != behind):
            ends.append(layout.blockBoundingRect(block).bottom())
            block = block.next()
        return self._top(row), max(ends) + self._theme.look.px(PADDING)

    def row_at(self, y: float) -> int | None:
        """Return the row at ``y`` of the visible part, without laying out the rest."""
        if not self._starts:
            return None
        row = bisect_right(self._starts, self.cursorForPosition(QPoint(1, round(y))).position()) - 1
        at = y + self.verticalScrollBar().value()
        while row + 1 < len(self._starts) and self._top(row + 1) <= at:
            row += 1
        while row > 0 and self._top(row) > at:
            row -= 1
        return row if row >= 0 and at < self.span_of_row(row)[1] else None

    # Drawing.

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint backgrounds and lines behind the text, and the bar of the current change."""
        if self._starts:
            painter = QPainter(self.viewport())
            self._draw_grounds(painter)
            painter.end()
        super().paintEvent(event)

    def _draw_grounds(self, painter: QPainter) -> None:
        look, scrollable = self._theme.look, self.verticalScrollBar().value()
        tokens, wide, high = look.tokens, self.viewport().width(), self.viewport().height()
        middle, current = wide // 2, -1
        if 0 <= self.current < len(self._changes):
            current = self._changes[self.current]
        for row in range(self.row_at(0) or 0, len(self.shown_rows)):
            top, bottom = (round(at) - scrollable for at in self.span_of_row(row))
            if top > high:
                break
            item, box = self.shown_rows[row], QRectF(0, top, wide, bottom - top)
            if isinstance(item, Fold):
                self._draw_fold(painter, item, box)
                continue
            if not self._in_one:
                if not item.old:
                    self._hatch(painter, QRectF(0, top, middle, box.height()))
                elif not item.new:
                    self._hatch(painter, QRectF(middle, top, wide - middle, box.height()))
                painter.fillRect(QRectF(middle, top, 1, box.height()), QColor(tokens.line))
            if row == current:
                painter.fillRect(QRectF(0, top, look.px(_BAR), box.height()), QColor(tokens.accent))
            if row + 1 == len(self.shown_rows):
                painter.fillRect(QRectF(0, bottom, wide, 1), QColor(tokens.line))

    def _draw_fold(self, painter: QPainter, fold: Fold, box: QRectF) -> None:
        look = self._theme.look
        tokens, side = look.tokens, look.px(_ARROW)
        painter.fillRect(box, QColor(tokens.window))
        painter.fillRect(QRectF(0, box.top(), box.width(), 1), QColor(tokens.line))
        painter.fillRect(QRectF(0, box.bottom() - 1, box.width(), 1), QColor(tokens.line))
        arrow = make_icon("down" if fold.is_open else "right", tokens.secondary)
        top = round(box.center().y() - side / 2)
        arrow.paint(painter, look.px(_ARROW_LEFT), top, side, side)

    def _hatch(self, painter: QPainter, box: QRectF) -> None:
        """Return a hatched brush for missing text."""
        look = self._theme.look
        painter.save()
        painter.setClipRect(box)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(look.tokens.line), 1))
        step, high = look.px(_HATCH), box.height()
        x = box.left() - high
        while x < box.right():
            painter.drawLine(round(x), round(box.bottom()), round(x + high), round(box.top()))
            x += step
        painter.restore()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """End lines at the measure in a wide window."""
        before, self._margin = self._margin, self._right_margin()
        if self.shown_rows and self._margin != before:
            cursor, block_format = QTextCursor(self.document()), QTextBlockFormat()
            block_format.setRightMargin(self._margin)
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.mergeBlockFormat(block_format)
        super().resizeEvent(event)
        self.narrowed.emit(self.viewport().width(), self.width())

    def _right_margin(self) -> float:
        return measure_right_margin(
            self._theme.look, self.viewport().width(), 1 if self._in_one else 2
        )

    # Keys and the mouse.

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Toggle the focused fold with Enter, otherwise go to the next change, or the previous with Shift."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            link, is_back = self._link(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            if link and not is_back:
                self._follow(QUrl(link))
            else:
                self.step(-1 if is_back else 1)
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Toggle the clicked fold, or make the clicked change current."""
        super().mouseReleaseEvent(event)
        event.accept()
        at = event.position().toPoint()
        if (
            event.button() != Qt.MouseButton.LeftButton
            or self.textCursor().hasSelection()
            or self.anchorAt(at)
        ):
            return
        row = self.row_at(at.y())
        if row is None:
            return
        item = self.shown_rows[row]
        if isinstance(item, Fold):
            self.toggled.emit(item.number)
        elif row in self._changes:
            self.current = self._changes.index(row)
            self.viewport().update()
            self.moved.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show a hand cursor over folds."""
        super().mouseMoveEvent(event)
        if event.buttons() == Qt.MouseButton.NoButton:
            row = self.row_at(event.position().y())
            on_fold = row is not None and isinstance(self.shown_rows[row], Fold)
            shape = Qt.CursorShape
            self.viewport().setCursor(shape.PointingHandCursor if on_fold else shape.IBeamCursor)

    def _follow(self, link: QUrl) -> None:
        self.toggled.emit(int(link.toString().removeprefix(FOLD)))

    def _link(self) -> str:
        """Return the link focused by Tab."""
        cursor = self.textCursor()
        has_gone = cursor.hasSelection() and cursor.charFormat().isAnchor()
        return str(cursor.charFormat().anchorHref()) if has_gone else ""

    def _go_to_link(self, link: str) -> None:
        for row, item in enumerate(self.shown_rows):
            if link and isinstance(item, Fold) and link == f"{FOLD}{item.number}":
                cursor = self._cursor(row)
                cursor.movePosition(
                    QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
                )
                self.setTextCursor(cursor)
