"""The reader with its bar: what is shown, which hit is the current one, and copying."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import action_button, label
from lexdesk_gui.reader.text_view import Reader

if TYPE_CHECKING:
    from lexdesk_gui.reader.reading import Reading


class ReaderPane(QFrame):
    """Holds the reader and its actions, which the window shows in its menus, too."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "surface")
        self.reader = Reader(theme)
        self._place = label(kind="strong")
        self._place.setTextFormat(Qt.TextFormat.PlainText)
        self._place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._hits = label(kind="secondary")
        self.next_hit = self._hit_action("Next hit", "Return", 1)
        self.previous_hit = self._hit_action("Previous hit", "Shift+Return", -1)
        self.copy = QAction("Copy with citation", self)
        self.copy.setShortcut(QKeySequence("Ctrl+Shift+C"))
        self._fill()
        self.reader.moved.connect(self._moved)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_reading(None)

    def show_reading(self, reading: Reading | None) -> None:
        """Show ``reading``, or an empty pane."""
        self._place.setText(reading.citation if reading else "")
        self.copy.setEnabled(reading is not None)
        self.reader.show_reading(reading)

    def _moved(self, current: int, total: int) -> None:
        self._hits.setText(f"Hit {current} of {total}" if total else "")
        self.next_hit.setEnabled(total > 1)
        self.previous_hit.setEnabled(total > 1)

    def _hit_action(self, text: str, keys: str, by: int) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda: self.reader.step(by))
        self.reader.addAction(action)
        return action

    def _fill(self) -> None:
        self._bar = QFrame()
        self._bar.setProperty("kind", "header")
        self._row = QHBoxLayout(self._bar)
        self._row.addWidget(self._place, 1)
        self._row.addWidget(self._hits)
        self._row.addWidget(action_button(self.previous_hit, "plain", "Previous"))
        self._row.addWidget(action_button(self.next_hit, "plain", "Next"))
        self._row.addWidget(action_button(self.copy, "plain"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self.reader, 1)

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._bar.setFixedHeight(px(40))
        self._row.setContentsMargins(px(20), 0, px(16), 0)
        self._row.setSpacing(px(8))
