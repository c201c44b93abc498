"""Who asked what, and when: a line of JSON for each request, written before the next is answered."""

from __future__ import annotations

import datetime
import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path


class AuditLog:
    """A file that lines are added to, readable by its owner alone; without a path nothing is kept."""

    def __init__(self, path: Path | None):
        self._lock = threading.Lock()
        self._file = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            self._file = open(number, "a", encoding="utf-8")  # noqa: SIM115, PTH123

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
        with self._lock:
            self._file.write(f"{json.dumps(line)}\n")
            self._file.flush()

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
