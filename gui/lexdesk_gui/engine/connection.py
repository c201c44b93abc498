"""A process of the engine, as the window's side sees it."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from lexdesk.system.ipc import receive, send
from lexdesk_gui.engine.desk import Bug, Desk
from lexdesk_gui.engine.process import answer_of

Work = Callable[[Desk], Any]
Told = Callable[[Any], None]
_SECONDS_TO_END = 15.0


class Connection:
    """Starts a process and asks it; one thread asks at a time, any may pause, stop or kill it."""

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
        """Whether the process still runs."""
        return self._process.poll() is None

    def ask(self, work: Work, told: Told = lambda _news: None) -> Any:
        """What ``work`` answers there; ``told`` gets what it tells meanwhile.

        Raises what it raises, as far as that is no bug of ours; else ``Bug``, also where the
        process died of it.
        """
        self._say(b"Q" + pickle.dumps(work))
        while (reply := self._receive())[:1] == b"N":
            told(pickle.loads(reply[1:]))  # noqa: S301 - by a process that this program started
        return answer_of(reply)

    def pause(self, paused: bool) -> None:
        """Let the work rest after the step at hand, or go on."""
        with contextlib.suppress(Bug):
            self._say(b"P" if paused else b"G")

    def stop(self) -> None:
        """Have the work end after the step at hand."""
        with contextlib.suppress(Bug):
            self._say(b"S")

    def kill(self) -> None:
        """End the process wherever it is; for work that writes nothing."""
        self._process.kill()

    def close(self) -> None:
        """Have the process end, and wait for it."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()  # type: ignore[union-attr]

    def _say(self, frame: bytes) -> None:
        try:
            send(self._process.stdin, frame)  # type: ignore[arg-type]
        except (OSError, ValueError):
            raise Bug(self._death()) from None

    def _receive(self) -> bytes:
        try:
            reply = receive(self._process.stdout)  # type: ignore[arg-type]
        except (OSError, ValueError):
            reply = None
        if reply is None:
            raise Bug(self._death())
        return reply

    def _death(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        return f"the engine's process ended with exit code {self._process.returncode}"
