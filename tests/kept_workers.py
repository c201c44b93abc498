"""Extraction workers shared by successive pools, since their start takes longer than most tests.

They are the real ones, which read up to a thousand files each in any case. How they start, end and are ended is
tested where that is the subject, by the fixture ``own_workers``.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lexdesk.extract.workers import pool, supervisor
from lexdesk.extract.workers.supervisor import WorkerProcess

_MOST = 4

_kept: list[tuple[object, subprocess.Popen[bytes]]] = []
_keeping = threading.Lock()  # workers of one pool take at once


@contextmanager
def keeping() -> Iterator[None]:
    """All pools use kept workers."""
    start = supervisor.start_worker
    with ThreadPoolExecutor(1) as starter:  # Linux ends a worker with the thread that started it
        changed = pytest.MonkeyPatch()
        changed.setattr(supervisor, "start_worker", lambda: starter.submit(start).result())
        changed.setattr(pool, "WorkerProcess", KeptWorker)
        try:
            yield
        finally:
            changed.undo()
            while _kept:
                _end(_kept.pop()[1])


class KeptWorker(WorkerProcess):
    """A worker that passes its process on, unless it is reading, has recognised text or was ended."""

    _is_clean = True

    def stop(self) -> None:
        """Stop as usual, but keep an idle process."""
        with self._lock:
            self._stopping = True
            if self._process is not None and not self._is_clean:
                self._process.kill()
        self._results.stop()

    def _converse(self, answers: Any) -> None:
        with self._lock:
            if self._stopping:
                return
            self._is_clean = False
        super()._converse(answers)
        self._is_clean = not answers.task.ocr

    def _started(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._process is None and (taken := _taken()) is not None:
                self._process = taken
                if self._stopping:
                    taken.kill()
        return super()._started()

    def _end_process(self) -> int:
        with self._lock:
            process = self._process
            is_clean = self._is_clean and not (process and self._was_ended(process))
            if process is not None and is_clean and process.poll() is None:
                _keep(process)
                self._process = None
        peak = super()._end_process()
        self._is_clean = True
        return peak


def _surroundings() -> object:
    """Return the environment that a process inherits from its parent."""
    found = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    user = os.geteuid() if sys.platform != "win32" else None
    return found, Path.cwd(), user, supervisor.start_worker


def _keep(process: subprocess.Popen[bytes]) -> None:
    with _keeping:
        _kept.append((_surroundings(), process))
        if len(_kept) > _MOST:
            _end(_kept.pop(0)[1])


def _taken() -> subprocess.Popen[bytes] | None:
    """Return a process started in the same environment."""
    surroundings = _surroundings()
    with _keeping:
        for at, (started_in, process) in enumerate(_kept):
            if started_in == surroundings and process.poll() is None:
                del _kept[at]
                return process
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()
