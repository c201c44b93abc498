"""Pages that are made a moment at a time, while the window goes on: fonts and printers belong to its thread."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui.language import translate

_STEP = 0.012  # seconds of work between two looks at what the person does


class PageMaker(QObject):
    """``told`` has a sentence on what was made or cannot be, ``failed`` an exception."""

    told = Signal(str)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._work: deque[tuple[Iterator[None], str]] = deque()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)

    @property
    def is_busy(self) -> bool:
        """Whether pages are being made."""
        return bool(self._work)

    def begin(self, steps: Iterator[None], done: str) -> None:
        """Take ``steps``, after those that were asked for before, and then tell ``done``."""
        self._work.append((steps, done))
        self._timer.start()

    def finish(self) -> None:
        """Make the pages that are left, since the window is closed."""
        while self._work:
            self._step()

    def _step(self) -> None:
        """Work for a moment on what was asked for first."""
        from lexdesk_gui.style.pages import PrinterRefused

        steps, done = self._work[0]
        until = time.perf_counter() + _STEP
        try:
            for _ in steps:
                if time.perf_counter() >= until:
                    return
            self.told.emit(done)
        except PrinterRefused:
            self.told.emit(
                translate(
                    "Window", "The printer takes no pages; see whether it is on and connected."
                )
            )
        except OSError as error:
            self.failed.emit(error)
        except BaseException:  # a fault of ours: begun again, it would be told as done
            self._end()
            raise
        self._end()

    def _end(self) -> None:
        self._work.popleft()
        if not self._work:
            self._timer.stop()
