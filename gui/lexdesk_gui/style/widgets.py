"""Small controls that several parts of the window share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTextEdit,
    QWidget,
)

from lexdesk_gui.language import native_keys
from lexdesk_gui.style.look import Look

_UNBOUND = 16_777_215  # QWIDGETSIZE_MAX


class Elided(QLabel):
    """A label that needs no room: it draws as much of its text as there is room for, and has all in its tool tip.

    ``cut`` says at which end.
    """

    def __init__(self, text: str = "", cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight):
        super().__init__(text)
        self._cut = cut

    def setText(self, text: str) -> None:  # noqa: N802
        """Say ``text``."""
        super().setText(text)
        self.setToolTip(text)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The height of a line."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the text, cut where there is no room for all."""
        cut = self.fontMetrics().elidedText(self.text(), self._cut, self.contentsRect().width())
        painter = QPainter(self)
        align = self.alignment()
        self.style().drawItemText(
            painter, self.contentsRect(), align, self.palette(), self.isEnabled(), cut,
            self.foregroundRole(),
        )  # fmt: skip


class Wrapped(QLabel):
    """A label as high as all lines of its text, of which a layout without room for all would cut the last."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self.setWordWrap(True)

    def setText(self, text: str) -> None:  # noqa: N802
        """Say ``text``."""
        super().setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Lines may be more or fewer now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(0)  # of which Qt's answer is never less
        self.setMinimumHeight(self.heightForWidth(self.width()))


class Segment(QPushButton):
    """One of some choices side by side: as wide chosen, when its label is bold, as not."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setCheckable(True)
        self.setProperty("kind", "segment")

    def sizeHint(self) -> QSize:  # noqa: N802
        """Room for the label in bold, of which Qt knows nothing: it stands in the style sheet."""
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        bold = QFontMetrics(font).horizontalAdvance(self.text())
        more = bold - self.fontMetrics().horizontalAdvance(self.text())
        return super().sizeHint() + QSize(max(more, 0), 0)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The same."""
        return self.sizeHint()


class Segments(QFrame):
    """Choices side by side, of which one is chosen: Tab goes to that one, arrow keys to the others.

    ``chosen`` gives the key of the one that a person takes; ``choices`` are key, label, and what it does.
    """

    chosen = Signal(str)

    def __init__(self, name: str, choices: Sequence[tuple[str, str, str]]):
        super().__init__()
        self.setObjectName("segments")
        self.setAccessibleName(name)
        self.buttons: dict[str, Segment] = {}
        row, group = QHBoxLayout(self), QButtonGroup(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        for key, text, explanation in choices:
            button = self.buttons[key] = Segment(text)
            button.setToolTip(explanation)
            button.setAccessibleName(explanation)
            button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            button.toggled.connect(partial(_let_tab_reach, button))
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            group.addButton(button)
            row.addWidget(button)


def _let_tab_reach(button: QPushButton, is_chosen: bool) -> None:
    policy = Qt.FocusPolicy
    button.setFocusPolicy(policy.StrongFocus if is_chosen else policy.ClickFocus)


def label(text: str = "", kind: str = "") -> QLabel:
    """A label in the style ``kind`` of the style sheet; it shows queries and notes as they were typed."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if kind:
        made.setProperty("kind", kind)
    return made


def button(text: str, kind: str, call: Callable[[], object]) -> QPushButton:
    """A button in the style ``kind`` that calls ``call``."""
    made = QPushButton(text)
    made.setProperty("kind", kind)
    made.setAutoDefault(False)
    made.clicked.connect(lambda _checked: call())
    return made


def name_choice(box: QComboBox, name: str) -> None:
    """Tell what ``box`` chooses: under Linux, Qt has screen readers take what is chosen for its name."""
    box.setAccessibleName(name)
    box.setToolTip(name)  # which is its description, too


def name_of(action: QAction) -> str:
    """What ``action`` is called, without the mark of its key in menus."""
    return action.text().replace("&", "")


def with_keys(action: QAction) -> str:
    """What ``action`` is called, and its keys, where it has some: ``Search field (Ctrl+K)``."""
    keys = native_keys(action.shortcut())
    return f"{name_of(action)} ({keys})" if keys else name_of(action)


def action_button(action: QAction, kind: str, text: str = "") -> QPushButton:
    """A button that does what ``action`` does and is enabled with it."""
    made = button(text or name_of(action), kind, action.trigger)
    made.setToolTip(with_keys(action))

    def follow() -> None:
        made.setEnabled(action.isEnabled())

    action.changed.connect(follow)
    follow()
    return made


def fit_width(widget: QWidget, width: int | None) -> None:
    """Have ``widget`` so many pixels wide, or as wide as it wants to be."""
    if width is None:
        widget.setMinimumWidth(0)
        widget.setMaximumWidth(_UNBOUND)
    else:
        widget.setFixedWidth(width)


def busy_bar() -> QProgressBar:
    """A thin bar, hidden at first, whose room stays: what is below does not jump when it comes."""
    made = QProgressBar()
    made.setObjectName("busy")
    made.setRange(0, 0)
    made.setTextVisible(False)
    room = made.sizePolicy()
    room.setRetainSizeWhenHidden(True)
    made.setSizePolicy(room)
    made.hide()
    return made


def splitter(way: Qt.Orientation, *parts: QWidget) -> QSplitter:
    """``parts`` beside or below each other, with a line between them that can be drawn; none is drawn shut."""
    made = QSplitter(way)
    made.setChildrenCollapsible(False)
    made.setHandleWidth(1)
    for part in parts:
        made.addWidget(part)
    return made


def go_to_beginning(text: QTextEdit) -> None:
    """Show its first line; the cursor goes there, too, since what is laid out anew is scrolled to it."""
    text.moveCursor(QTextCursor.MoveOperation.Start)
    text.verticalScrollBar().setValue(0)


def set_first_sizes(splitter: QSplitter, look: Look, *sizes: int) -> None:
    """Give panes their first ``sizes``, pixels at 100 %; those that a person gave them stay until the
    text gets another size."""
    if splitter.property("scale") != look.scale:
        splitter.setProperty("scale", look.scale)
        splitter.setSizes([look.px(size) for size in sizes])
