"""Small controls shared by the parts of the window."""

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
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTextEdit,
    QWidget,
)

from lexdesk.text.control_characters import escape_controls
from lexdesk_gui.language import format_keys
from lexdesk_gui.style.look import Look

_UNBOUND = 16_777_215  # QWIDGETSIZE_MAX


def repolish(widget: QWidget) -> None:
    """Apply the style sheet to the changed properties of ``widget``; Qt does so itself before the first show.

    The first call of ``style`` loads 566 members of enumerations, too many for the start.
    """
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().polish(widget)


def draw_text(label: QLabel, align: Qt.AlignmentFlag, text: str, wrap: int = 0) -> None:
    """Draw ``text`` in the colour of ``label`` within its margins."""
    painter = QPainter(label)
    painter.setPen(label.palette().color(label.foregroundRole()))
    painter.drawText(label.contentsRect(), int(align) | wrap, text)


class ElidedLabel(QLabel):
    """A label in the style ``kind`` without minimum width: it elides its text and shows all of it in its tool tip.

    ``cut`` is the end to elide; of parts between a ``separator``, those without room are left out first.
    """

    def __init__(
        self,
        kind: str = "",
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        separator: str = "",
    ):
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self._cut, self._separator = cut, separator

    def setText(self, text: str) -> None:  # noqa: N802
        """Set the text and the tool tip."""
        super().setText(text)
        self.setToolTip(escape_tooltip(text))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the height of one line and no width."""
        return QSize(0, super().minimumSizeHint().height())

    @property
    def fitting_text(self) -> str:
        """Return the text as far as there is room for it."""
        text, width = self.text(), self.contentsRect().width()
        metrics, separator = self.fontMetrics(), self._separator
        while separator and separator in text and metrics.horizontalAdvance(text) > width:
            text = text.rpartition(separator)[0]
        return metrics.elidedText(text, self._cut, width)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the text, elided to the width."""
        draw_text(self, self.alignment(), self.fitting_text)


class WrappedLabel(QLabel):
    """A word-wrapping label with room for all its lines, against Qt layouts that cut the last."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self.setWordWrap(True)

    def setText(self, text: str) -> None:  # noqa: N802
        """Set the text and fit the height."""
        super().setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the height to the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(0)  # of which Qt's answer is never less
        self.setMinimumHeight(max(self.heightForWidth(self.width()), 0))  # -1 without a text


class Segment(QPushButton):
    """One of several choices side by side, equally wide with its normal and its bold label."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setCheckable(True)
        self.setProperty("kind", "segment")

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size with room for the bold label, unknown to Qt because the style sheet sets it."""
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        bold = QFontMetrics(font).horizontalAdvance(self.text())
        more = bold - self.fontMetrics().horizontalAdvance(self.text())
        return super().sizeHint() + QSize(max(more, 0), 0)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same size."""
        return self.sizeHint()


class Segments(QFrame):
    """Choices side by side, one of them selected: Tab reaches it, arrow keys the others.

    ``chosen`` carries the key of the user's choice; ``choices`` are key, label and explanation.
    """

    chosen = Signal(str)

    def __init__(self, name: str, choices: Sequence[tuple[str, str, str]]):
        super().__init__()
        self.setObjectName("segments")
        self.setAccessibleName(name)
        self.buttons: dict[str, Segment] = {}
        row, group = QHBoxLayout(self), QButtonGroup(self)
        set_gaps(row, 0, 2, 2, 2, 2)
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


def label(text: str = "", kind: str = "", *, wrap: bool = False) -> QLabel:
    """Return a plain-text label in the style ``kind`` of the style sheet; ``wrap`` its words."""
    widget = QLabel(text)
    widget.setTextFormat(Qt.TextFormat.PlainText)
    widget.setWordWrap(wrap)
    if kind:
        widget.setProperty("kind", kind)
    return widget


def frame(kind: str) -> QFrame:
    """Return a frame in the style ``kind`` of the style sheet."""
    box = QFrame()
    box.setProperty("kind", kind)
    return box


def button(text: str, kind: str, call: Callable[[], object]) -> QPushButton:
    """Return a button in the style ``kind`` with the action ``call``."""
    push_button = QPushButton(text)
    push_button.setProperty("kind", kind)
    push_button.setAutoDefault(False)
    push_button.clicked.connect(lambda _checked: call())
    return push_button


def set_accessible_name(box: QComboBox, name: str) -> None:
    """Set the accessible name of ``box``; on Linux, Qt otherwise exposes the current item as its name."""
    box.setAccessibleName(name)
    box.setToolTip(name)  # which is its description, too


def action_name(action: QAction) -> str:
    """Return the name of ``action`` without its mnemonic."""
    return action.text().replace("&", "")


def name_with_keys(action: QAction) -> str:
    """Return the name of ``action`` with its shortcut, if any: ``Search field (Ctrl+K)``."""
    keys = format_keys(action.shortcut())
    return f"{action_name(action)} ({keys})" if keys else action_name(action)


def action_button(action: QAction, kind: str, text: str = "") -> QPushButton:
    """Return a button that triggers ``action`` and follows its enabled state."""
    push_button = button(text or action_name(action), kind, action.trigger)
    push_button.setToolTip(name_with_keys(action))

    def follow() -> None:
        push_button.setEnabled(action.isEnabled())

    action.changed.connect(follow)
    follow()
    return push_button


def fit_width(widget: QWidget, width: int | None) -> None:
    """Fix the width of ``widget`` in pixels, or release it with ``None``."""
    if width is None:
        widget.setMinimumWidth(0)
        widget.setMaximumWidth(_UNBOUND)
    else:
        widget.setFixedWidth(width)


def busy_bar() -> QProgressBar:
    """Return a thin progress bar, hidden at first; hidden, it keeps its room and so prevents jumps."""
    bar = QProgressBar()
    bar.setObjectName("busy")
    bar.setRange(0, 0)
    bar.setTextVisible(False)
    room = bar.sizePolicy()
    room.setRetainSizeWhenHidden(True)
    bar.setSizePolicy(room)
    bar.hide()
    return bar


def fill(
    layout: QBoxLayout, *parts: QWidget | QLayout, stretch: QWidget | QLayout | None = None
) -> None:
    """Fill ``layout`` with ``parts``, without margins and gaps; ``stretch``, one of them, takes the spare room."""
    set_gaps(layout, 0, 0, 0, 0, 0)
    add_to(layout, *parts, stretch=stretch)


def add_to(
    layout: QBoxLayout, *parts: QWidget | QLayout | None, stretch: QWidget | QLayout | None = None
) -> None:
    """Add ``parts`` to ``layout``; ``stretch``, one of them, takes the spare room, or a gap written as ``None``."""
    for part in parts:
        factor = 1 if part is stretch else 0
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, QWidget):
            layout.addWidget(part, factor)
        else:
            layout.addLayout(part, factor)


def set_gaps(layout: QLayout, between: int, left: int, top: int, right: int, bottom: int) -> None:
    """Set the gap ``between`` the parts of ``layout`` and its margins, in pixels."""
    layout.setContentsMargins(left, top, right, bottom)
    layout.setSpacing(between)


def splitter(way: Qt.Orientation, *parts: QWidget, stretch: QWidget | None = None) -> QSplitter:
    """Return ``parts`` side by side or stacked with movable dividers; no part collapses, ``stretch`` grows."""
    panes = QSplitter(way)
    panes.setChildrenCollapsible(False)
    panes.setHandleWidth(1)
    for at, part in enumerate(parts):
        panes.addWidget(part)
        if part is stretch:
            panes.setStretchFactor(at, 1)
    return panes


def takes_tab(control: QWidget) -> bool:
    """Return True if Tab reaches ``control``."""
    by_tab = control.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(by_tab) and control.isVisible() and control.isEnabled()


def first_control(area: QWidget) -> QWidget | None:
    """Return the control of ``area`` that had focus last, or the next one in Tab order; ``None`` without any."""
    start = goal = area.focusWidget() or area
    while not (takes_tab(goal) and (goal is area or area.isAncestorOf(goal))):
        following = goal.nextInFocusChain()
        if following is None or following is start:
            return None
        goal = following
    return goal


def scroll_to_top(text: QTextEdit) -> None:
    """Scroll to the first line and move the cursor there, because a new layout scrolls to the cursor."""
    text.moveCursor(QTextCursor.MoveOperation.Start)
    text.verticalScrollBar().setValue(0)


def set_initial_sizes(splitter: QSplitter, look: Look, *sizes: int) -> None:
    """Set the first ``sizes`` of panes (pixels at 100 %); sizes chosen by the user stay until the text size changes."""
    if splitter.property("scale") != look.scale:
        splitter.setProperty("scale", look.scale)
        splitter.setSizes([look.px(size) for size in sizes])


_WRAPPED = GuiQt.WhiteSpaceMode.WhiteSpaceNormal


def escape_tooltip(text: str) -> str:
    """Return ``text`` as a tool tip that shows every character: Qt takes tags in it for HTML, and opens their pictures."""
    text = escape_controls(text)
    return GuiQt.convertFromPlainText(text, _WRAPPED) if GuiQt.mightBeRichText(text) else text


class ScreenStack(QStackedWidget):
    """A stack as small as its current screen."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the minimum size of the current screen."""
        shown = self.currentWidget()
        return shown.minimumSizeHint() if shown is not None else QSize()


def scrollable(screen: QWidget) -> QScrollArea:
    """Return ``screen`` in a scroll area for windows smaller than it."""
    area = QScrollArea()
    area.setWidget(screen)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what it holds takes the keys
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setProperty("kind", "screen")
    return area
