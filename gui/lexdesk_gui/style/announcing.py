"""What a screen reader says without being asked."""

from __future__ import annotations

import time

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Have ``text`` said, on behalf of ``widget``, where a screen reader listens."""
    if text and QAccessible.isActive():
        from PySide6.QtGui import QAccessibleAnnouncementEvent

        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


class Tenths:
    """Has progress said on behalf of ``widget`` at each tenth, where those are some time apart."""

    apart = 1.0
    """Seconds: short work is over before it was said how far it is."""

    def __init__(self, widget: QWidget):
        self._widget = widget
        self.begin()

    def begin(self) -> None:
        """Something else is done from now on."""
        self._said = ("", 0)
        self._at = time.monotonic()

    def tell(self, step: str, done: int, total: int, text: str) -> None:
        """Have ``text`` said where ``done`` of ``total`` is another tenth of ``step`` than what was said last."""
        if step != self._said[0]:
            self._said = (step, 0)
        tenth = 10 * done // total if total else 0
        now = time.monotonic()
        if tenth > self._said[1] and now - self._at >= self.apart:
            self._said, self._at = (step, tenth), now
            announce(self._widget, text)
