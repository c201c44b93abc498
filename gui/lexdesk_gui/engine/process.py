"""The engine process of the window: ``python -P -m lexdesk_gui.engine.process``.

Messages both ways are those of ``lexdesk.system.ipc``. In:

    Q  a task: a pickled callable, called with the ``TaskContext``
    P  pause,  G  resume,  S  stop after the current step

Out, for each task any number of N and one of the others:

    N  progress,  V  the result,  E  an expected error: pickled, and read as data alone
    B  a bug report, as text

Tasks are functions of modules without Qt; this process never loads Qt. If the window dies, the
process stops its work.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import queue
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from lexdesk.errors import LexdeskError, LibraryCode, NoLibrary
from lexdesk.system.ipc import (
    Frame,
    decode_plain_object,
    encode_object_frame,
    receive,
    send,
    take_streams,
)
from lexdesk.system.log_file import describe_places, start_log
from lexdesk.system.memory_shortage import find_shortage
from lexdesk_gui.engine.tasks import Bug, ProgressThrottle, StoppedByUser, format_bug

if TYPE_CHECKING:
    from lexdesk.library.library import Library
    from lexdesk_gui.engine.publication import OpenPublication

REPLIES = b"NVEB"
"""The kinds of messages of this process."""

_log = logging.getLogger("lexdesk.window")
_SLOW = 1.0  # seconds of a task that is logged
_SECONDS_TO_END = 10.0  # for work after the window's death


class ProcessContext:
    """The ``TaskContext`` of this process."""

    def __init__(self, send: Callable[[Frame], None]):
        self._send = send
        self._library: Library | None = None
        self._publication: OpenPublication | None = None
        self._throttle = ProgressThrottle()
        self.going = threading.Event()
        self.going.set()
        self.is_stopping = False

    @property
    def library(self) -> Library:
        """Return the open library, a published one as last published. Raise ``NoLibrary`` if there is none."""
        if self._publication is not None and self._publication.is_superseded:
            self.open(self._publication.folder, False, None)
        if self._library is None:
            raise NoLibrary(LibraryCode.NONE_OPEN)
        return self._library

    def open(self, path: Path | None, create: bool, passphrase: str | None) -> Path:
        """Open the library in ``path``, or the default one, and close the previous one."""
        from lexdesk.library.library import Library
        from lexdesk.storage.opening import is_publication

        self.close()
        if path is not None and is_publication(path):
            from lexdesk.system.extras import require_extra

            with require_extra("lance", "a published library"):
                from lexdesk_gui.engine.publication import OpenPublication
            self._publication = OpenPublication.open_folder(path)
            self._library = cast("Library", self._publication)  # for all requests of the window
            return path
        self._library = Library.open(path, create=create, passphrase=passphrase)
        return self._library.path

    def close(self) -> None:
        """Close the library."""
        if self._library is not None:
            self._library.close()
            self._library = self._publication = None

    def checkpoint(self) -> None:
        """Wait while the task is paused. Raise ``StoppedByUser`` once it is stopped."""
        self.going.wait()
        if self.is_stopping:
            raise StoppedByUser

    def report(self, progress: object, done: int, total: int) -> None:
        """Call ``checkpoint`` and report ``progress`` at ``done`` of ``total``, throttled.

        Raise ``StoppedByUser``.
        """
        self.checkpoint()
        if self._throttle.is_due(done, total):
            self._send(encode_object_frame(b"N", progress))


def unpack_reply(reply: Frame) -> Any:
    """Return the result in a reply. Raise the expected error in its place, or ``Bug``."""
    if reply.kind == b"B":
        raise Bug(reply.content.decode(errors="replace"))
    value = decode_plain_object(reply.content)
    if reply.kind == b"E":
        raise value
    return value


def main() -> None:
    """Run tasks until the window closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = take_streams()
    start_log()
    context = ProcessContext(lambda frame: send(replies, frame))
    tasks: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, context, tasks), daemon=True).start()
    with contextlib.suppress(OSError):  # the window is gone
        while (task := tasks.get()) is not None:
            send(replies, _answer(task, context))
    context.close()


def _listen(
    requests: BinaryIO, context: ProcessContext, tasks: queue.SimpleQueue[bytes | None]
) -> None:
    """Receive messages of the window, also during a task."""
    while (frame := receive(requests, b"QPGS")) is not None:
        kind = frame.kind
        if kind == b"Q":
            tasks.put(frame.content)
        elif kind == b"P":
            context.going.clear()
        else:
            context.is_stopping = context.is_stopping or kind == b"S"
            context.going.set()
    context.is_stopping = True
    context.going.set()
    tasks.put(None)
    last = threading.Timer(_SECONDS_TO_END, os._exit, args=(1,))
    last.daemon = True
    last.start()


def _answer(task: bytes, context: ProcessContext) -> Frame:
    started, work = time.monotonic(), None
    try:
        work = pickle.loads(task)  # noqa: S301 - by the window, which started this process
        reply = encode_object_frame(b"V", work(context))
    except BaseException as error:  # Tantivy's panics are no ``Exception``
        reply = make_error_reply(error)
    if (seconds := time.monotonic() - started) >= _SLOW:
        _log.info("%s, %.2f s", name_task(work), seconds)
    return reply


def name_task(work: Any) -> str:
    """Return the name of the function in a task, without its arguments."""
    while isinstance(work, partial):
        inner = work.keywords.get("work")  # of ``on_library``; elsewhere the name of a work of law
        work = inner if callable(inner) else work.func
    return f"{getattr(work, '__module__', '')}.{getattr(work, '__qualname__', '')}"


def make_error_reply(error: BaseException) -> Frame:
    """Return the reply for an error; for a bug, its report."""
    error = find_shortage(error) or error
    bug_report = format_bug(error)
    if isinstance(error, LexdeskError | OSError | StoppedByUser):
        try:
            reply = encode_object_frame(b"E", error)
            decode_plain_object(reply.content)  # an error that the window cannot read becomes a bug
            return reply
        except Exception as unreadable:
            bug_report += f"\nIt could not be pickled: {unreadable!r}"
    _log.error("%s", describe_places(error))
    return Frame(b"B", bug_report.encode(errors="replace"))


if __name__ == "__main__":
    main()
