"""The card of example queries and their kinds."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from lexdesk.system.progress import compute_percent
from lexdesk_gui.indexing.examples import Example
from lexdesk_gui.language import translate
from lexdesk_gui.style.rows import draw_line
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import escape_tooltip, label, set_gaps

_ROW, _SIDE = 44, 16  # pixels at 100 %
_WAYS = 4  # kinds of examples; a semantic one replaces that of prefixes


class ExamplesCard(QFrame):
    """The card of example queries: ``tried`` emits a query and its mode, ``""`` for the mode of the window."""

    tried = Signal(str, str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "card")
        self._box = QVBoxLayout(self)
        self._title = label(translate("Index", "Try"), "strong")
        self._box.addWidget(self._title)
        self.buttons: list[ExampleButton] = []
        self.hide()

    @property
    def has_all(self) -> bool:
        """Return True if there is an example of each kind."""
        return len(self.buttons) == _WAYS

    def put(self, examples: Sequence[Example], share: float) -> None:
        """Offer ``examples``; ``share`` of the library is in the semantic index."""
        if list(examples) == [button.example for button in self.buttons]:
            self.tell_share(share)
            return
        for old_button in self.buttons:
            self._box.removeWidget(old_button)
            old_button.deleteLater()
        self.buttons = [ExampleButton(example, share, self._theme) for example in examples]
        for button in self.buttons:
            mode = "hybrid" if button.example.way == "semantic" else ""
            button.clicked.connect(
                lambda _, example_button=button, mode=mode: self.tried.emit(
                    example_button.text(), mode
                )
            )
            self._box.addWidget(button)
        self.setVisible(bool(self.buttons))

    def tell_share(self, share: float) -> None:
        """Show the share of the library in the semantic index."""
        for button in self.buttons:
            button.tell_share(share)

    def restyle(self) -> None:
        """Take the sizes of now."""
        px = self._theme.look.px
        set_gaps(self._box, 0, 1, 1, 1, px(4))
        self._title.setContentsMargins(px(_SIDE), 0, px(_SIDE), 0)
        self._title.setMinimumHeight(px(_ROW))
        for button in self.buttons:
            button.fit()


class ExampleButton(QPushButton):
    """A button with a query and its kind, on one line if they fit, else on two."""

    def __init__(self, example: Example, share: float, theme: Theme):
        super().__init__(example.query)
        self._theme, self.example, self._what = theme, example, ""
        self.setProperty("kind", "example")
        self.setAutoDefault(False)
        self.tell_share(share)

    def tell_share(self, share: float) -> None:
        """Name the kind of the example; ``share`` of the library is in the semantic index."""
        what = describe_example(self.example, share)
        if what != self._what:
            self._what = what
            self.setAccessibleName(f"{self.text()}, {what}")
            self.fit()
            self.update()

    def fit(self) -> None:
        """Set the height to the text and the tool tip to elided text."""
        px, look = self._theme.look.px, self._theme.look
        needed = QFontMetrics(look.interface(13)).horizontalAdvance(self.text())
        self.setToolTip(
            escape_tooltip(self.text() if needed > self.width() - 2 * px(_SIDE) else "")
        )
        self.setFixedHeight(px(_ROW) if self._is_one_line() else px(_ROW) + px(16))

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of a row."""
        return QSize(0, self.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same size: long text is elided."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the lines, which may be more or fewer now."""
        super().resizeEvent(event)
        self.fit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the row."""
        look, painter = self._theme.look, QPainter(self)
        px, tokens, row = look.px, look.tokens, self.rect()
        ground = tokens.sunken if self.isDown() else tokens.selection
        if self.isDown() or self.underMouse():
            painter.fillRect(row, QColor(ground))
        painter.fillRect(row.left(), row.top(), row.width(), 1, QColor(tokens.line))
        inner = row.adjusted(px(_SIDE), px(4), -px(_SIDE), -px(4))
        one, at = self._is_one_line(), Qt.AlignmentFlag
        half = inner.height() // 2
        query = inner if one else QRect(inner.left(), inner.top(), inner.width(), half)
        what = inner if one else QRect(inner.left(), inner.top() + half, inner.width(), half)
        draw_line(painter, query, self.text(), look.interface(13), tokens.text)
        painter.setFont(look.interface(12))
        painter.setPen(QColor(tokens.secondary))
        side = at.AlignRight if one else at.AlignLeft
        painter.drawText(what, side | at.AlignVCenter, self._what)
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRect(row.adjusted(1, 1, -1, -1))

    def _is_one_line(self) -> bool:
        look = self._theme.look
        query = QFontMetrics(look.interface(13)).horizontalAdvance(self.text())
        what = QFontMetrics(look.interface(12)).horizontalAdvance(self._what)
        return query + what + look.px(2 * _SIDE + 16) <= self.width()


def describe_example(example: Example, share: float) -> str:
    """Return the kind of ``example``; for semantic search, with the indexed ``share`` of the library."""
    if example.way == "semantic" and share < 1:
        return translate("Examples", "semantic, {share} %").format(share=compute_percent(share))
    return {
        "citation": translate("Examples", "a citation"),
        "near": translate("Examples", "words near"),
        "semantic": translate("Examples", "semantic"),
        "beginning": translate("Examples", "word prefixes"),
        "filters": translate("Examples", "fields and dates")
        if " " in example.query
        else translate("Examples", "a field"),
    }[example.way]
