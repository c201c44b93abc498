"""Long work in a process of its own, with a thread that waits for it."""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal

from lexdesk.errors import LexdeskError
from lexdesk_gui.engine.desk import Bug, in_background, report
from lexdesk_gui.engine.pace import StoppedByUser

if TYPE_CHECKING:
    from lexdesk_gui.engine.connection import Connection, Work


class LongWork(QThread):
    """Has ``work`` done in a process that ends with it; all signals begin with ``number``.

    ``told`` gives what the work tells. It ends with one of ``done`` (its answer), ``failed`` (an
    exception that is no bug of ours), ``bug`` (a report) and ``stopped``.
    """

    told = Signal(int, object)
    done = Signal(int, object)
    failed = Signal(int, object)
    bug = Signal(int, str)
    stopped = Signal(int)

    def __init__(self, number: int, work: Work, parent: QObject | None = None):
        super().__init__(parent)
        self.number, self._work = number, partial(in_background, work=work)
        self._connection: Connection | None = None
        self._stopping = self._killing = False

    @property
    def has_begun(self) -> bool:
        """Whether its process runs."""
        return self._connection is not None

    def stop(self) -> None:
        """End after the step at hand; for work that writes."""
        self._stopping = True
        if self._connection is not None:
            self._connection.stop()

    def kill(self) -> None:
        """End at once; for work that only reads."""
        self._stopping = self._killing = True
        if self._connection is not None:
            self._connection.kill()

    def pause(self, paused: bool) -> None:
        """Rest after the step at hand, or go on."""
        if self._connection is not None:
            self._connection.pause(paused)

    def run(self) -> None:
        """Have it done."""
        from lexdesk_gui.engine.connection import Connection

        try:
            self._connection = Connection()
            if self._stopping:  # between the beginning and now
                (self.kill if self._killing else self.stop)()
            found = self._connection.ask(self._work, lambda news: self.told.emit(self.number, news))
            self.done.emit(self.number, found)
        except StoppedByUser:
            self.stopped.emit(self.number)
        except (LexdeskError, OSError) as error:
            self.failed.emit(self.number, error)
        except Exception as error:
            if self._killing:
                self.stopped.emit(self.number)
            else:
                self.bug.emit(self.number, str(error) if isinstance(error, Bug) else report(error))
        finally:
            if self._connection is not None:
                self._connection.close()


class LongWorks(QObject):
    """Makes the long work of a session, and keeps it till its processes have ended, also where it was stopped."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._numbers = itertools.count(1)
        self._running: list[LongWork] = []

    @property
    def running(self) -> tuple[LongWork, ...]:
        """All whose processes have not ended."""
        return tuple(self._running)

    def make(self, work: Work) -> LongWork:
        """Long work with a number of its own, to be connected and started."""
        made = LongWork(next(self._numbers), work, self)
        made.finished.connect(self._sweep)
        self._running.append(made)
        return made

    def wait(self) -> None:
        """Wait till all have ended."""
        for each in self._running:
            each.wait()

    def _sweep(self) -> None:
        for each in self.running:
            if each.isFinished():
                self._running.remove(each)
                each.deleteLater()
