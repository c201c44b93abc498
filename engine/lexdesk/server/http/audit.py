"""Who asked what, and when: a line of JSON for each request, written before the next is answered."""

from __future__ import annotations

import datetime
import errno
import json
import os
from collections.abc import Mapping
from pathlib import Path


class AuditLog:
    """A file that lines are added to, readable by its owner alone; without a path nothing is kept.

    Each line is one write to its end, so that several processes may share the file. One that a full disk or a power
    cut left by half is ended before the next, which would be lost with it.
    """

    def __init__(self, path: Path | None):
        self._file: int | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def note(
        self,
        reader: str | None,
        path: str,
        asked: Mapping[str, str],
        status: int,
        milliseconds: float,
    ) -> None:
        """Add a line; ``asked`` are the parameters of the request, ``status`` that of HTTP.

        Raises ``OSError`` where it cannot be written whole.
        """
        if self._file is None:
            return
        line = {
            "time": datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds"),
            "reader": reader,
            "path": path,
            "asked": dict(asked),
            "status": status,
            "ms": round(milliseconds, 1),
        }
        data = f"{_end_of_half_a_line(self._file)}{json.dumps(line)}\n".encode()
        if os.write(self._file, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _end_of_half_a_line(file: int) -> str:
    """A line break where ``file`` does not end with one."""
    if os.fstat(file).st_size == 0:  # also a pipe
        return ""
    os.lseek(file, -1, os.SEEK_END)
    return "" if os.read(file, 1) == b"\n" else "\n"
