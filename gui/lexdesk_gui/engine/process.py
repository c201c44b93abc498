"""The process that works for the window: ``python -P -m lexdesk_gui.engine.process``.

Messages both ways are frames as those of ``lexdesk.system.ipc``; the first byte says what follows.
In:

    Q  a question: a pickled callable, which is given the ``Desk``
    P  let the work rest, or  G  go on, or  S  end it after the step at hand

Out, for each question any number of N, and one of the others:

    N  how far it is: what was told, pickled
    V  its answer, pickled
    E  an error that is no bug of ours, pickled
    B  the report of a bug, as text

Questions are functions of modules without Qt, which this process never loads. When the window is
gone, the work ends as if that had been asked for.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from lexdesk.errors import LexdeskError, LibraryCode, NoLibrary
from lexdesk.system.ipc import receive, send, take_streams
from lexdesk.system.memory import shortage
from lexdesk_gui.engine.desk import Bug, report
from lexdesk_gui.engine.pace import Pace, StoppedByUser

if TYPE_CHECKING:
    from lexdesk.library.library import Library

_SECONDS_TO_END = 10.0  # that work has when the window is gone


class OpenDesk:
    """The ``Desk`` of this process."""

    def __init__(self, tell: Callable[[bytes], None]):
        self._tell = tell
        self._library: Library | None = None
        self._pace = Pace()
        self.going = threading.Event()
        self.going.set()
        self.is_stopping = False

    @property
    def library(self) -> Library:
        """The library that is open. Raises ``NoLibrary``."""
        if self._library is None:
            raise NoLibrary(LibraryCode.NONE_OPEN)
        return self._library

    def open(self, path: Path | None, create: bool, passphrase: str | None) -> Path:
        """Open the library in ``path``, or the default one, in place of the one before."""
        from lexdesk.library.library import Library

        self.close()
        self._library = Library.open(path, create=create, passphrase=passphrase)
        return self._library.path

    def close(self) -> None:
        """Let go of the library."""
        if self._library is not None:
            self._library.close()
            self._library = None

    def heed(self) -> None:
        """Rest here while that is wanted. Raises ``StoppedByUser``."""
        self.going.wait()
        if self.is_stopping:
            raise StoppedByUser

    def tell(self, news: object, done: int, total: int) -> None:
        """Heed, and tell ``news``, where ``done`` of ``total`` are done, as often as a person reads.

        Raises ``StoppedByUser``.
        """
        self.heed()
        if self._pace.is_due(done, total):
            self._tell(b"N" + pickle.dumps(news))


def answer_of(reply: bytes) -> Any:
    """The answer in a reply. Raises the error in its place that is no bug of ours, and ``Bug``."""
    kind, content = reply[:1], reply[1:]
    if kind == b"B":
        raise Bug(content.decode(errors="replace"))
    found = pickle.loads(content)  # noqa: S301 - by a process that this program started
    if kind == b"E":
        raise found
    return found


def main() -> None:
    """Answer until the window closes the pipe, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = take_streams()
    desk = OpenDesk(lambda frame: send(replies, frame))
    questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, desk, questions), daemon=True).start()
    with contextlib.suppress(OSError):  # the window is gone, and waits for no answer
        while (question := questions.get()) is not None:
            send(replies, _answer(question, desk))
    desk.close()


def _listen(requests: BinaryIO, desk: OpenDesk, questions: queue.SimpleQueue[bytes | None]) -> None:
    """Take what the window says, also while a question is worked on."""
    while (frame := receive(requests)) is not None:
        kind = frame[:1]
        if kind == b"Q":
            questions.put(frame[1:])
        elif kind == b"P":
            desk.going.clear()
        else:
            desk.is_stopping = desk.is_stopping or kind == b"S"
            desk.going.set()
    desk.is_stopping = True
    desk.going.set()
    questions.put(None)
    last = threading.Timer(_SECONDS_TO_END, os._exit, args=(1,))
    last.daemon = True
    last.start()


def _answer(question: bytes, desk: OpenDesk) -> bytes:
    try:
        work = pickle.loads(question)  # noqa: S301 - by the window, which started this process
        return b"V" + pickle.dumps(work(desk))
    except BaseException as error:  # Tantivy's panics are no ``Exception``
        return _told(error)


def _told(error: BaseException) -> bytes:
    error = shortage(error) or error
    told_as_bug = report(error)
    if isinstance(error, LexdeskError | OSError | StoppedByUser):
        try:
            told = pickle.dumps(error)
            pickle.loads(told)  # noqa: S301 - our own: what cannot be read again is told as a bug
            return b"E" + told
        except Exception as unreadable:
            told_as_bug += f"\nIt could not be told: {unreadable!r}"
    return b"B" + told_as_bug.encode(errors="replace")


if __name__ == "__main__":
    main()
