"""Stacked and scrolling screens for windows of any size."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget


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
