"""Screens of which one is shown, in windows of any size."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget


class Stack(QStackedWidget):
    """Needs no more room than the screen that is shown."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """That of the screen that is shown."""
        shown = self.currentWidget()
        return shown.minimumSizeHint() if shown is not None else QSize()


def scrolled(screen: QWidget) -> QScrollArea:
    """``screen`` in an area that scrolls where the window is smaller."""
    area = QScrollArea()
    area.setWidget(screen)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what it holds takes the keys
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setProperty("kind", "screen")
    return area
