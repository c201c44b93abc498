"""The actions of the reader, shared by its bar and the menus."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from lexdesk_gui.language import translate


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
