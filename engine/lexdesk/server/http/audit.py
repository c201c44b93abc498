"""The audit log: a line of JSON for each request of a reader, written before the answer."""

import datetime
import json
import logging
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lexdesk.system.rotating_file import RotatingFile

_log = logging.getLogger("lexdesk.service")
LONGEST_VALUE = 2_000
"""Characters of a path or a parameter in a line."""
UNAUTHENTICATED_PER_MINUTE = 60
"""Lines a minute about requests without a valid token; the others are counted in one line."""
_MINUTE = 60.0


class AuditLog:
    """A ``RotatingFile`` of requests; without a path nothing is kept."""

    def __init__(self, path: Path | None, largest: int = 100_000_000, files: int = 10):
        self._file = RotatingFile(path, largest, files, _log_rotation_error) if path else None
        self._unauthenticated, self._uncounted, self._minute = 0, 0, time.monotonic()

    def note(
        self,
        reader: str,
        address: str,
        path: str,
        parameters: Mapping[str, str],
        status: int,
        milliseconds: float,
    ) -> None:
        """Add a line; ``parameters`` are the parameters of the request, ``status`` that of HTTP.

        Raises ``OSError`` if the line cannot be written whole.
        """
        self._write(
            {
                "reader": reader,
                "address": address,
                "path": path[:LONGEST_VALUE],
                "asked": {_shorten(name): _shorten(value) for name, value in parameters.items()},
                "status": status,
                "ms": round(milliseconds, 1),
            }
        )

    def note_unauthenticated(self, address: str, path: str, status: int) -> None:
        """Add a line about a request without a valid token, or count it; never raises ``OSError``."""
        self._turn_minute()
        if self._unauthenticated >= UNAUTHENTICATED_PER_MINUTE:
            self._uncounted += 1
            return
        self._unauthenticated += 1
        line = {"reader": None, "address": address, "path": path[:200], "status": status}
        self._try_to_write(line)

    def close(self) -> None:
        """Note the counted requests and close the file."""
        self._note_count()
        if self._file is not None:
            self._file.close()
            self._file = None

    def _turn_minute(self) -> None:
        if time.monotonic() - self._minute >= _MINUTE:
            self._note_count()
            self._minute, self._unauthenticated = time.monotonic(), 0

    def _note_count(self) -> None:
        if self._uncounted:
            seconds = round(time.monotonic() - self._minute)
            self._try_to_write({"reader": None, "more": self._uncounted, "seconds": seconds})
            self._uncounted = 0

    def _try_to_write(self, line: Mapping[str, Any]) -> None:
        try:
            self._write(line)
        except OSError as error:
            _log.error("the audit log takes no line: %s", error.strerror)

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is None:
            return
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
        self._file.append(f"{json.dumps({'time': now, **line})}\n".encode())


def _log_rotation_error(error: Exception) -> None:
    """Log the error and no more: a line matters more than the size of the file."""
    _log.error("the audit log cannot be rotated: %s", error)


def _shorten(value: str) -> str:
    return value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}…"
