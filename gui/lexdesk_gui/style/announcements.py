"""Announcements of screen readers."""

import time

from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader announce ``text`` on behalf of ``widget``."""
    from PySide6.QtGui import QAccessible  # the start announces nothing

    if text and QAccessible.isActive():
        from PySide6.QtGui import QAccessibleAnnouncementEvent

        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


class ProgressAnnouncer:
    """Announcements of progress on behalf of ``widget``, one for each tenth and at least ``interval`` seconds apart."""

    interval = 1.0
    """Seconds. Short work ends before its first announcement."""

    def __init__(self, widget: QWidget):
        self._widget = widget
        self.begin()

    def begin(self) -> None:
        """Start a new operation."""
        self._last = ("", 0)
        self._time = time.monotonic()

    def update(self, step: str, done: int, total: int, text: str) -> None:
        """Announce ``text`` if ``done`` of ``total`` has reached the next tenth of ``step``."""
        if step != self._last[0]:
            self._last = (step, 0)
        tenth = 10 * done // total if total else 0
        now = time.monotonic()
        if tenth > self._last[1] and now - self._time >= self.interval:
            self._last, self._time = (step, tenth), now
            announce(self._widget, text)
