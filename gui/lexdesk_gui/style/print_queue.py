"""A queue of print jobs, run in short steps on the window's thread because fonts and printers belong to it."""

import time
from collections import deque
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui.language import translate

_STEP = 0.012  # seconds between two rounds of the event loop


class PrintQueue(QObject):
    """A queue of print and PDF jobs.

    ``message`` carries a sentence on success or failure, ``failed`` an exception.
    """

    message = Signal(str)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._work: deque[tuple[Iterator[None], str]] = deque()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)

    @property
    def is_busy(self) -> bool:
        """Report whether a job is queued or running."""
        return bool(self._work)

    def begin(self, steps: Iterator[None], done: str) -> None:
        """Queue the job ``steps``; on success emit the message ``done``."""
        self._work.append((steps, done))
        self._timer.start()

    def finish(self) -> None:
        """Finish all jobs before the window closes."""
        while self._work:
            self._step()

    def _step(self) -> None:
        """Run the first job for one time slice."""
        from lexdesk_gui.style.pagination import PrinterError

        steps, done = self._work[0]
        until = time.perf_counter() + _STEP
        try:
            for _ in steps:
                if time.perf_counter() >= until:
                    return
            self.message.emit(done)
        except PrinterError:
            self.message.emit(
                translate(
                    "Window", "The printer rejects the pages; check that it is on and connected."
                )
            )
        except OSError as error:
            self.failed.emit(error)
        except BaseException:  # a bug: resumed, the job would count as done
            self._end()
            raise
        self._end()

    def _end(self) -> None:
        self._work.popleft()
        if not self._work:
            self._timer.stop()
