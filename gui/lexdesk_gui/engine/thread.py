"""A thread that waits for an engine process, similar to Anki's ``QueryOp``.

The process owns one ``Library``. It runs requests in order; results arrive as calls on the
interface thread. Each request has a lane, such as ``search``, and a number: a newer request of its
lane cancels it, and drops its result. Writes are never cancelled and all finish before the thread
ends.

Requests are pickled: functions of modules without Qt inside ``functools.partial``.
"""

from __future__ import annotations

import contextlib
import itertools
import queue
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, Signal, Slot

from lexdesk.errors import LexdeskError, LibraryCode, NoLibrary
from lexdesk_gui.engine.tasks import Bug, format_bug, on_library, open_library

if TYPE_CHECKING:
    from lexdesk.library.library import Library
    from lexdesk_gui.engine.connection import Connection, Work

T = TypeVar("T")
Failed = Callable[[Exception], None]
_OPENING = "library"
"""The lane of requests that open a library."""


@dataclass(frozen=True, slots=True)
class _Request:
    number: int
    lane: str | None  # None for a write, never stale
    work: Work
    done: Callable[[Any], None]
    failed: Failed


@dataclass(frozen=True, slots=True)
class _Reply:
    request: _Request
    value: Any = None
    error: Exception | None = None


class EngineThread(QThread):
    """A thread that sends requests to an engine process and returns results; ``bug`` carries a bug report.

    ``lost`` carries the error of each request once the open library has left its folder. A process that dies is
    replaced by one with the same library, which repeats the current request once, unless it writes.
    """

    bug = Signal(str)
    lost = Signal(object)
    _replied = Signal(object)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._numbers = itertools.count(1)
        self._newest: dict[str | None, int] = {}
        self._stopping = False
        self._connection: Connection | None = None  # used, like the next, by the thread alone
        self._opening: Work | None = None
        self._replied.connect(self._deliver)

    # Interface thread.

    def open(
        self,
        path: Path | None,
        done: Callable[[Path], None],
        failed: Failed,
        *,
        then_add: Sequence[Path] = (),
        passphrase: str | None = None,
    ) -> None:
        """Open the library in ``path``, or the default one, and close the previous one.

        With ``then_add``, create a missing library and record these paths as still to be added.
        """
        self.forget()
        self._put(
            _OPENING,
            partial(open_library, path=path, then_add=then_add, passphrase=passphrase),
            done,
            failed,
        )

    def ask(
        self, lane: str, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> int:
        """Run ``work`` on the library and return the number of the request.

        ``failed`` receives errors; after ``bug``, also the ``Bug``.
        """
        return self._put(lane, partial(on_library, work=work), done, failed)

    def write(
        self, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> None:
        """Run the write ``work``; later requests never cancel it."""
        self._put(None, partial(on_library, work=work), done, failed)

    def forget(self, lane: str | None = None) -> None:
        """Cancel the requests of ``lane``, or of all lanes."""
        for name in [lane] if lane else list(self._newest):
            self._newest[name] = next(self._numbers)

    def stop(self) -> None:
        """Finish pending writes, close the library and end the thread; only writes are still answered."""
        self._stopping = True
        self._requests.put(None)
        self.wait()
        # A pending write may still produce a PDF here; without this, it would be lost silently.
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)

    def _put(self, lane: str | None, work: Work, done: Callable[[T], None], failed: Failed) -> int:
        number = next(self._numbers)
        self._newest[lane] = number
        self._requests.put(_Request(number, lane, work, done, failed))
        return number

    @Slot(object)
    def _deliver(self, reply: _Reply) -> None:
        if self._is_stale(reply.request) or (self._stopping and reply.request.lane is not None):
            return
        if reply.error is None:
            reply.request.done(reply.value)
        else:
            if isinstance(reply.error, Bug):
                self.bug.emit(str(reply.error))
            code = reply.error.code if isinstance(reply.error, NoLibrary) else None
            if code is LibraryCode.MOVED_OR_REMOVED:
                self.lost.emit(reply.error)
            reply.request.failed(reply.error)

    def _is_stale(self, request: _Request) -> bool:
        return request.lane is not None and self._newest.get(request.lane) != request.number

    # Waiting thread.

    def run(self) -> None:
        """Run requests until ``stop``."""
        while (request := self._requests.get()) is not None:
            is_wanted = not self._stopping and not self._is_stale(request)
            if is_wanted or request.lane is None:
                self._replied.emit(self._answer(request))
        if self._connection is not None:
            self._connection.close()

    def _answer(self, request: _Request, *, is_repeated: bool = False) -> _Reply:
        opens = request.lane == _OPENING
        self._replace_dead()  # such as one that the system ended for want of memory
        if opens:
            self._opening = None  # the previous library is closed either way
        try:
            value = self._connect().ask(request.work)
        except (LexdeskError, OSError) as error:
            return _Reply(request, error=error)
        except Exception as error:
            if self._replace_dead() and not (is_repeated or opens or request.lane is None):
                return self._answer(request, is_repeated=True)  # a write may have been done
            return _Reply(
                request, error=error if isinstance(error, Bug) else Bug(format_bug(error))
            )
        if opens:
            self._opening = request.work
        return _Reply(request, value)

    def _connect(self) -> Connection:
        """Return the process, started on first use."""
        if self._connection is None:
            self._connection = self.start_process()
        return self._connection

    @staticmethod
    def start_process() -> Connection:
        """Start a process of the engine."""
        from lexdesk_gui.engine.connection import Connection  # loaded after the first paint

        return Connection()

    def _replace_dead(self) -> bool:
        """Replace a dead process and reopen its library; return False for a live one."""
        if self._connection is None or self._connection.is_alive:
            return False
        self._connection.close()
        self._connection = None
        with contextlib.suppress(Exception):  # the next request reports the missing library
            connection = self._connect()
            if self._opening is not None:
                connection.ask(self._opening)
        return True
