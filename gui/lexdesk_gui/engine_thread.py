"""The engine off the user interface's thread, in the way of Anki's ``QueryOp``.

One thread owns one ``Library``. Questions go to it in order; answers come back as calls on the
user interface's thread. Each question has a lane, such as ``search``, and a number: when a newer
question of its lane was asked in the meantime, the older one is not worked on any more and its
answer is dropped. What a person decided is kept: writes are all done, before the thread ends.
"""

from __future__ import annotations

import itertools
import queue
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, QThread, Signal, Slot

from lexdesk.errors import LexdeskError, NoLibrary

if TYPE_CHECKING:
    from lexdesk.library import Library

T = TypeVar("T")
Failed = Callable[[Exception], None]


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    lane: str  # "" for a write, which never grows stale
    work: Callable[[], Any]
    done: Callable[[Any], None]
    failed: Failed


@dataclass(frozen=True, slots=True)
class _Reply:
    question: _Question
    value: Any = None
    error: BaseException | None = None


def is_environment(error: BaseException) -> bool:
    """Whether a file, a query or the machine is at fault rather than Lexdesk."""
    return isinstance(error, LexdeskError | OSError)


def report(error: BaseException) -> str:
    """What a person can send to us about a bug; it holds no text of a document."""
    return "".join(traceback.format_exception(error))


class EngineThread(QThread):
    """Asks the engine and brings back answers; ``bug`` gives the report of a fault of ours."""

    bug = Signal(str)
    _replied = Signal(object)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._questions: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()
        self._numbers = itertools.count(1)
        self._newest: dict[str, int] = {}
        self._library: Library | None = None  # touched by the thread alone
        self._stopping = False
        self._replied.connect(self._deliver)

    # On the user interface's thread.

    def open(
        self,
        path: Path | None,
        done: Callable[[Path], None],
        failed: Failed,
        *,
        create: bool = False,
        passphrase: str | None = None,
    ) -> None:
        """Open the library in ``path``, or the default one, in place of the one before."""
        self.forget()
        self._put("library", lambda: self._open(path, create, passphrase), done, failed)

    def ask(
        self, lane: str, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> int:
        """Have ``work`` done on the library; the number of the question.

        ``failed`` gets errors that are no bug of ours.
        """
        return self._put(lane, lambda: work(self._opened()), done, failed)

    def write(
        self, work: Callable[[Library], T], done: Callable[[T], None], failed: Failed
    ) -> None:
        """Have ``work`` done on the library, whatever is asked or forgotten after it."""
        self._put("", lambda: work(self._opened()), done, failed)

    def forget(self, lane: str | None = None) -> None:
        """Drop what was asked in ``lane``, or in all of them."""
        for name in [lane] if lane else list(self._newest):
            self._newest[name] = next(self._numbers)

    def stop(self) -> None:
        """Do what is to be written, close the library and end the thread; no answer comes any more."""
        self._stopping = True
        self._questions.put(None)
        self.wait()

    def _put(
        self, lane: str, work: Callable[[], T], done: Callable[[T], None], failed: Failed
    ) -> int:
        number = next(self._numbers)
        self._newest[lane] = number
        self._questions.put(_Question(number, lane, work, done, failed))
        return number

    @Slot(object)
    def _deliver(self, reply: _Reply) -> None:
        if self._stopping or self._is_stale(reply.question):
            return
        if reply.error is None:
            reply.question.done(reply.value)
        elif is_environment(reply.error) and isinstance(reply.error, Exception):
            reply.question.failed(reply.error)
        else:
            self.bug.emit(report(reply.error))

    def _is_stale(self, question: _Question) -> bool:
        return bool(question.lane) and self._newest.get(question.lane) != question.number

    # On the engine's thread.

    def run(self) -> None:
        """Answer questions until ``stop``."""
        while (question := self._questions.get()) is not None:
            is_wanted = not self._stopping and not self._is_stale(question)
            if is_wanted or not question.lane:
                self._replied.emit(self._answer(question))
        self._close()

    def _answer(self, question: _Question) -> _Reply:
        try:
            return _Reply(question, question.work())
        except BaseException as error:
            return _Reply(question, error=error)

    def _open(self, path: Path | None, create: bool, passphrase: str | None) -> Path:
        from lexdesk.library import Library

        self._close()
        self._library = Library.open(path, create=create, passphrase=passphrase)
        return self._library.path

    def _opened(self) -> Library:
        if self._library is None:
            raise NoLibrary("no library is open; open one from the File menu")
        return self._library

    def _close(self) -> None:
        if self._library is not None:
            self._library.close()
            self._library = None
