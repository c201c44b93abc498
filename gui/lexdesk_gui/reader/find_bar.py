"""The find bar below the reader's bar."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit

from lexdesk_gui.language import translate
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import add_to, button, label, set_gaps


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
