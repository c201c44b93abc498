"""Long-running work in its own process, with a waiting thread."""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal

from lexdesk.errors import LexdeskError
from lexdesk_gui.engine.tasks import Bug, StoppedByUser, format_bug, in_background

if TYPE_CHECKING:
    from lexdesk_gui.engine.connection import Connection, Work


class LongWork(QThread):
    """A run of ``work`` in its own process; all signals begin with ``number``.

    ``progress`` carries the reports of the work. The run ends with one of ``done`` (its result),
    ``failed`` (an expected exception), ``bug`` (a bug report) and ``stopped``.
    """

    progress = Signal(int, object)
    done = Signal(int, object)
    failed = Signal(int, object)
    bug = Signal(int, str)
    stopped = Signal(int)

    def __init__(self, number: int, work: Work, parent: QObject | None = None):
        super().__init__(parent)
        self.number, self._work = number, partial(in_background, work=work)
        self.connection: Connection | None = None
        self._stopping = self._killing = False

    @property
    def has_begun(self) -> bool:
        """Report whether the process has started."""
        return self.connection is not None

    def stop(self) -> None:
        """Stop after the current step; for work that writes."""
        self._stopping = True
        if self.connection is not None:
            self.connection.stop()

    def kill(self) -> None:
        """Kill at once; for read-only work."""
        self._stopping = self._killing = True
        if self.connection is not None:
            self.connection.kill()

    def pause(self, paused: bool) -> None:
        """Pause after the current step, or resume."""
        if self.connection is not None:
            self.connection.pause(paused)

    def run(self) -> None:
        """Run the work and emit its outcome."""
        from lexdesk_gui.engine.connection import Connection

        try:
            self.connection = Connection()
            if self._stopping:  # stopped before the process started
                (self.kill if self._killing else self.stop)()
            result = self.connection.ask(
                self._work, lambda report: self.progress.emit(self.number, report)
            )
            self.done.emit(self.number, result)
        except StoppedByUser:
            self.stopped.emit(self.number)
        except (LexdeskError, OSError) as error:
            self.failed.emit(self.number, error)
        except Exception as error:
            if self._killing:
                self.stopped.emit(self.number)
            else:
                self.bug.emit(
                    self.number, str(error) if isinstance(error, Bug) else format_bug(error)
                )
        finally:
            if self.connection is not None:
                self.connection.close()


class LongWorkList(QObject):
    """The long-running work of a session, kept until its processes have ended."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._numbers = itertools.count(1)
        self._running: list[LongWork] = []

    @property
    def running(self) -> tuple[LongWork, ...]:
        """Return all work with a living process."""
        return tuple(self._running)

    def make(self, work: Work) -> LongWork:
        """Return new work, numbered and ready to be connected and started."""
        run = LongWork(next(self._numbers), work, self)
        run.finished.connect(self._sweep)
        self._running.append(run)
        return run

    def wait(self) -> None:
        """Wait until all work has ended."""
        for work in self._running:
            work.wait()

    def _sweep(self) -> None:
        for work in self.running:
            if work.isFinished():
                self._running.remove(work)
                work.deleteLater()
