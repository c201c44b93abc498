"""The window's connection to an engine process."""

import contextlib
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from lexdesk.system.ipc import Frame, decode_plain_object, encode_object_frame, receive, send
from lexdesk_gui.engine.process import REPLIES, unpack_reply
from lexdesk_gui.engine.tasks import Bug, TaskContext

Work = Callable[[TaskContext], Any]
Listener = Callable[[Any], None]
_SECONDS_TO_END = 15.0


class Connection:
    """An engine process; one thread sends tasks, any thread may pause, stop or kill it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "lexdesk_gui.engine.process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C reaches the window alone, which then ends it
        )

    @property
    def is_alive(self) -> bool:
        """Report whether the process is running."""
        return self._process.poll() is None

    @property
    def process_id(self) -> int:
        """Return the number of the process."""
        return self._process.pid

    def ask(self, work: Work, listener: Listener = lambda _progress: None) -> Any:
        """Run ``work`` in the process and return its result; pass its progress to ``listener``.

        Raise the task's ``LexdeskError``, ``OSError`` or ``StoppedByUser``, and ``Bug`` for any
        other failure, including the death of the process.
        """
        self._send(encode_object_frame(b"Q", work))
        while (reply := self._receive()).kind == b"N":
            listener(decode_plain_object(reply.content))
        return unpack_reply(reply)

    def pause(self, paused: bool) -> None:
        """Pause the work after the current step, or resume it."""
        with contextlib.suppress(Bug):
            self._send(Frame(b"P" if paused else b"G"))

    def stop(self) -> None:
        """Stop the work after the current step."""
        with contextlib.suppress(Bug):
            self._send(Frame(b"S"))

    def kill(self) -> None:
        """Kill the process; only for read-only work."""
        self._process.kill()

    def close(self) -> None:
        """End the process and wait for it."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()  # type: ignore[union-attr]

    def _send(self, frame: Frame) -> None:
        try:
            send(self._process.stdin, frame)  # type: ignore[arg-type]
        except (OSError, ValueError):
            raise Bug(self._death()) from None

    def _receive(self) -> Frame:
        try:
            reply = receive(self._process.stdout, REPLIES)  # type: ignore[arg-type]
        except (OSError, ValueError):
            reply = None
        if reply is None:
            raise Bug(self._death())
        return reply

    def _death(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        return f"the engine's process ended with exit code {self._process.returncode}"
