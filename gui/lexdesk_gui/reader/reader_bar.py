"""The bars above the reader: location, hits, find field, and the actions shared with the menus."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.reader.citation_label import CitationLabel
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    action_button,
    add_to,
    button,
    escape_tooltip,
    label,
    name_with_keys,
    set_gaps,
)

Tool = tuple[QAction, str]
"""The action of a tool button and the name of its icon."""


class ReaderBar(QFrame):
    """A bar with the path of the current text, or its citation if the path does not fit.

    ``yielding`` actions are available elsewhere; they hide one by one to make room for the path.
    """

    def __init__(
        self,
        theme: Theme,
        provisions: Sequence[Tool],
        hits: Sequence[Tool],
        copy: QAction,
        others: Sequence[Tool],
        yielding: Sequence[QAction],
    ):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "header")
        self.place, self.hits = CitationLabel(), label(kind="secondary")
        self.copy = action_button(copy, "plain")
        self.copy.setAccessibleName(copy.text())
        self._copied = copy.text()
        self.tools: list[tuple[QToolButton, str]] = []
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.place)
        self._add(provisions)
        add_to(self._row, None, self.hits)
        self._add(hits)
        self._row.addWidget(self.copy)
        self._add(others)
        by_action = {tool.defaultAction(): tool for tool, _ in self.tools}
        self.yielding: tuple[QWidget, ...] = (
            self.hits,
            *(by_action[action] for action in yielding),
        )
        theme.follow(self._restyle)

    def show_hit(self, text: str, tip: str) -> None:
        """Show the current hit, with details in the tool tip."""
        self.hits.setText(text)
        self.hits.setToolTip(escape_tooltip(tip))
        self.fit()

    def fit(self) -> None:
        """Show the longest path that fits, hiding the yielding parts if necessary."""
        self.copy.setText(self._copied)
        for part in self.yielding:
            part.setVisible(not isinstance(part, QToolButton) or part.defaultAction().isVisible())
        give_way = (lambda: self.copy.setText(""), *(part.hide for part in self.yielding))
        for so_far in range(len(give_way) + 1):
            if so_far:
                give_way[so_far - 1]()
            for form in range(max(1, self.place.forms)):
                self.place.show_form(form)
                if self._fits():
                    return
        self.place.show_form(self.place.forms)  # the wrapping citation

    def _fits(self) -> bool:
        return self._row.sizeHint().width() <= self.width()

    def _add(self, tools: Sequence[Tool]) -> None:
        for action, name in tools:
            tool = QToolButton()
            tool.setDefaultAction(action)
            tool.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            tool.setAccessibleName(action.text())
            # Buttons copy the action's tool tip at each change.
            action.setToolTip(name_with_keys(action))
            tool.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            tool.setProperty("kind", "tool")
            action.visibleChanged.connect(partial(self._follow, tool))
            self.tools.append((tool, name))
            self._row.addWidget(tool)

    def _follow(self, tool: QToolButton) -> None:
        tool.setVisible(tool.defaultAction().isVisible())
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the path to the new width."""
        super().resizeEvent(event)
        self.fit()

    def _restyle(self) -> None:
        look = self._theme.look
        px = look.px
        self.setFixedHeight(px(40))
        self.setMinimumWidth(1)  # parts can hide
        set_gaps(self._row, px(4), px(20), 0, px(12), 0)
        for tool, name in self.tools:
            tool.setFixedSize(px(28), px(28))
            tool.setIconSize(QSize(px(16), px(16)))
            tool.defaultAction().setIcon(make_icon(name, look.tokens.text))
        self.copy.setIcon(make_icon("copy", look.tokens.text))
        self.copy.setIconSize(QSize(px(16), px(16)))
        self.fit()


class ReaderActions(QObject):
    """The reader's commands with their labels and shortcuts; their owners connect them."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.next_hit = self._make(translate("Reader", "Next hit"), "Return")
        self.previous_hit = self._make(translate("Reader", "Previous hit"), "Shift+Return")
        self.next_provision = self._make(translate("Reader", "Next provision"), "Alt+Down")
        self.previous_provision = self._make(translate("Reader", "Previous provision"), "Alt+Up")
        self.copy = self._make(translate("Reader", "Copy with citation"), "Ctrl+Shift+C")
        self.find_in_page = self._make(translate("Reader", "Find in page"), "Ctrl+F")
        self.open_original = self._make(translate("Reader", "Open the original"), "Ctrl+Shift+P")
        self.keep = self._make(translate("Reader", "Keep in second reader"), "Ctrl+B")
        self.release = self._make(translate("Reader", "Close second reader"), "Ctrl+Shift+B")
        self.as_text = self._make(translate("Reader", "Read as text"), "Ctrl+T")
        self.as_text.setCheckable(True)
        self.side_panel = self._make(translate("Reader", "Side panel"), "F8")
        self.side_panel.setCheckable(True)
        self.side_panel.setChecked(True)
        self.enable_neighbours(before=False, after=False)
        self.release.setEnabled(False)

    def enable(self, *, is_reading: bool, has_file: bool, has_pages: bool) -> None:
        """Enable the actions of the current reading."""
        for action in (self.copy, self.keep, self.find_in_page):
            action.setEnabled(is_reading)
        self.open_original.setEnabled(has_file)
        self.as_text.setVisible(has_pages)

    def enable_neighbours(self, *, before: bool, after: bool) -> None:
        """Enable the steps to the provisions before and after the current one."""
        self.previous_provision.setEnabled(before)
        self.next_provision.setEnabled(after)

    def enable_hits(self, enabled: bool) -> None:
        """Enable the steps between hits."""
        self.next_hit.setEnabled(enabled)
        self.previous_hit.setEnabled(enabled)

    def _make(self, text: str, keys: str) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        return action


class FindBar(QFrame):
    """A find field; ``wanted`` carries the text, ``""`` on closing, and ``stepped`` 1 or -1."""

    wanted = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "header")
        self.edit = QLineEdit()
        self.edit.setAccessibleName(translate("Reader", "Find in page"))
        self.edit.setPlaceholderText(translate("Reader", "Find in page"))
        self.edit.setProperty("kind", "plain")
        self.edit.textChanged.connect(self.wanted)
        self.edit.installEventFilter(self)
        self.count = label(kind="secondary")
        self._row = QHBoxLayout(self)
        add_to(self._row, self.edit, self.count, stretch=self.edit)
        previous = button(translate("Reader", "Previous"), "plain", lambda: self.stepped.emit(-1))
        following = button(translate("Reader", "Next"), "plain", lambda: self.stepped.emit(1))
        done = button(translate("Reader", "Done"), "plain", self.close_bar)
        for part in (previous, following, done):
            self._row.addWidget(part)
        self.hide()
        theme.follow(self._restyle)

    def open_bar(self, text: str = "") -> None:
        """Show the bar with ``text``, the current selection."""
        self.show()
        if text:
            self.edit.setText(text)
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()
        self.wanted.emit(self.edit.text())

    def close_bar(self) -> None:
        """Hide the bar and restore the search hits."""
        if self.isVisible():
            self.hide()
            self.wanted.emit("")
            self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Step with Enter and Shift+Enter, close with Esc."""
        is_key = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if isinstance(event, QKeyEvent) and is_key:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                if event.type() == QEvent.Type.KeyPress:
                    self.stepped.emit(-1 if back else 1)
                event.accept()
                return True
            if event.key() == Qt.Key.Key_Escape:
                if event.type() == QEvent.Type.KeyPress:
                    self.close_bar()
                event.accept()
                return True
        return super().eventFilter(watched, event)

    def _restyle(self) -> None:
        px = self._theme.look.px
        self.setFixedHeight(px(44))
        self.edit.setFixedHeight(px(28))
        set_gaps(self._row, px(8), px(20), 0, px(16), 0)
