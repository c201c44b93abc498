"""Who asked what, and when: a line of JSON for each request, written before the next is answered."""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Mapping
from pathlib import Path


class AuditLog:
    """A file that lines are added to, readable by its owner alone; without a path nothing is kept.

    Each line is one write to its end, so that several processes may share the file.
    """

    def __init__(self, path: Path | None):
        self._file: int | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(
        self,
        reader: str | None,
        path: str,
        asked: Mapping[str, str],
        status: int,
        milliseconds: float,
    ) -> None:
        """Add a line; ``asked`` are the parameters of the request, ``status`` that of HTTP."""
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
        os.write(self._file, f"{json.dumps(line)}\n".encode())

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
