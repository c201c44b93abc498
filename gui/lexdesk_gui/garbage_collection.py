"""Python's garbage collector, run on the interface's thread while it is idle.

Automatic collection also runs on threads waiting for the engine, and a widget must not be destroyed there. A full
collection blocks the window for 35 ms.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_SECONDS_BETWEEN_LOOKS = 2.0
_OLD = 20  # collections of the middle generation before a full one


class GarbageCollector(QObject):
    """A timer that replaces Python's automatic garbage collection."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(round(_SECONDS_BETWEEN_LOOKS * 1000))
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def settle(self) -> None:
        """Exclude all present objects from later collections: modules and the widgets of the window."""
        gc.freeze()

    def _look(self) -> None:
        young, middle, old = gc.get_count()
        least = gc.get_threshold()
        if old > _OLD:
            gc.collect(2)
        elif middle > least[1]:
            gc.collect(1)
        elif young > least[0]:
            gc.collect(0)
