"""A process of the engine and the thread that waits for it, in the way of Anki's ``QueryOp``.

The process owns one ``Library``. Questions go to it in order; answers come back as calls on the
user interface's thread. Each question has a lane, such as ``search``, and a number: when a newer
question of its lane was asked in the meantime, the older one is not worked on any more and its
answer is dropped. What a person decided is kept: writes are all done, before the thread ends.

Questions are pickled: functions of modules without Qt, with ``functools.partial`` around them.
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

from lexdesk.errors import LexdeskError
from lexdesk_gui.engine.desk import Bug, on_library, open_library, report

if TYPE_CHECKING:
    from lexdesk.library.library import Library
    from lexdesk_gui.engine.connection import Connection, Work

T = TypeVar("T")
Failed = Callable[[Exception], None]


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    lane: str  # "" for a write, which never grows stale
    work: Work
    done: Callable[[Any], None]
    failed: Failed


@dataclass(frozen=True, slots=True)
class _Reply:
    question: _Question
    value: Any = None
    error: Exception | None = None


class EngineThread(QThread):
    """Asks a process of the engine and brings back answers; ``bug`` gives the report of a fault of ours.

    A process that dies costs the question at hand: the next one gets a new process, with the same
    library.
    """

    bug = Signal(str)
    _replied = Signal(object)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._questions: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()
        self._numbers = itertools.count(1)
        self._newest: dict[str, int] = {}
        self._stopping = False
        self._connection: Connection | None = None  # this and the next: touched by the thread alone
        self._opening: Work | None = None
        self._replied.connect(self._deliver)

    # On the user interface's thread.

    def open(
        self,
        path: Path | None,
        done: Callable[[Path], None],
        failed: Failed,
        *,
        then_add: Sequence[Path] = (),
        passphrase: str | None = None,
    ) -> None:
        """Open the library in ``path``, or the default one, in place of the one before.

        With ``then_add`` it is made where there is none, and remembers that these are to be added.
        """
        self.forget()
        self._put(
            "library",
            partial(open_library, path=path, then_add=then_add, passphrase=passphrase),
            done,
            failed,
        )

    def ask(
        self, lane: str, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> int:
        """Have ``work`` done on the library; the number of the question.

        ``failed`` gets the error where there is no answer; a ``Bug``, too, after ``bug`` told it.
        """
        return self._put(lane, partial(on_library, work=work), done, failed)

    def write(
        self, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> None:
        """Have ``work`` done on the library, whatever is asked or forgotten after it."""
        self._put("", partial(on_library, work=work), done, failed)

    def forget(self, lane: str | None = None) -> None:
        """Drop what was asked in ``lane``, or in all of them."""
        for name in [lane] if lane else list(self._newest):
            self._newest[name] = next(self._numbers)

    def stop(self) -> None:
        """Do what is to be written, close the library and end the thread; only what came of that is answered."""
        self._stopping = True
        self._questions.put(None)
        self.wait()
        # A PDF is made here of what comes back, and nobody would miss it before it is looked for.
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)

    def _put(self, lane: str, work: Work, done: Callable[[T], None], failed: Failed) -> int:
        number = next(self._numbers)
        self._newest[lane] = number
        self._questions.put(_Question(number, lane, work, done, failed))
        return number

    @Slot(object)
    def _deliver(self, reply: _Reply) -> None:
        if self._is_stale(reply.question) or (self._stopping and reply.question.lane):
            return
        if reply.error is None:
            reply.question.done(reply.value)
        else:
            if isinstance(reply.error, Bug):
                self.bug.emit(str(reply.error))
            reply.question.failed(reply.error)

    def _is_stale(self, question: _Question) -> bool:
        return bool(question.lane) and self._newest.get(question.lane) != question.number

    # On the thread that waits.

    def run(self) -> None:
        """Have questions answered until ``stop``."""
        while (question := self._questions.get()) is not None:
            is_wanted = not self._stopping and not self._is_stale(question)
            if is_wanted or not question.lane:
                self._replied.emit(self._answer(question))
        if self._connection is not None:
            self._connection.close()

    def _answer(self, question: _Question) -> _Reply:
        opens = question.lane == "library"
        if opens:
            self._opening = None  # until it did: the one before is let go of
        try:
            value = self._connected().ask(question.work)
        except (LexdeskError, OSError) as error:
            return _Reply(question, error=error)
        except Exception as error:
            self._replace_dead()
            return _Reply(question, error=error if isinstance(error, Bug) else Bug(report(error)))
        if opens:
            self._opening = question.work
        return _Reply(question, value)

    def _connected(self) -> Connection:
        """The process; started when first needed."""
        if self._connection is None:
            self._connection = self._started()
        return self._connection

    @staticmethod
    def _started() -> Connection:
        from lexdesk_gui.engine.connection import Connection  # the window is drawn before

        return Connection()

    def _replace_dead(self) -> None:
        """Start another process where the one at hand died, on the library that it had open."""
        if self._connection is None or self._connection.is_alive:
            return
        self._connection.close()
        self._connection = None
        with contextlib.suppress(Exception):  # the next question tells that none is open
            connection = self._connected()
            if self._opening is not None:
                connection.ask(self._opening)
