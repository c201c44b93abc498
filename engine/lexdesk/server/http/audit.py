"""The audit log: a line of JSON for each request of a reader, written before the answer."""

from __future__ import annotations

import datetime
import errno
import json
import logging
import os
import stat
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

_log = logging.getLogger("lexdesk.service")
LONGEST_VALUE = 2_000
"""Characters of a path or a parameter in a line."""
UNAUTHENTICATED_PER_MINUTE = 60
"""Lines a minute about requests without a valid token; the others are counted in one line."""
_MINUTE = 60.0
_SECONDS_FOR_OTHERS = 5
"""While another process rotates the file."""


class AuditLog:
    """An append-only file, readable by its owner alone; without a path nothing is kept.

    Each line is one write to the end, so that several processes may share the file. A half line, left by a full disk
    or a power cut, is ended before the next line. A file about to grow past ``largest`` bytes is renamed to
    ``NAME.1``, and ``files`` older ones are kept.
    """

    def __init__(self, path: Path | None, largest: int = 100_000_000, files: int = 10):
        self._path, self._largest, self._files = path, largest, files
        self._file: int | None = None
        self._unauthenticated, self._uncounted, self._minute = 0, 0, time.monotonic()
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = _opened(path)

    def note(
        self,
        reader: str,
        address: str,
        path: str,
        asked: Mapping[str, str],
        status: int,
        milliseconds: float,
    ) -> None:
        """Add a line; ``asked`` are the parameters of the request, ``status`` that of HTTP.

        Raises ``OSError`` if the line cannot be written whole.
        """
        self._write(
            {
                "reader": reader,
                "address": address,
                "path": path[:LONGEST_VALUE],
                "asked": {_cut(name): _cut(value) for name, value in asked.items()},
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
        self._let_go()
        self._path = None

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
        if self._path is None:
            return
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
        data = f"{json.dumps({'time': now, **line})}\n".encode()
        file = self._file_for(self._path, len(data))
        data = _end_of_half_a_line(file) + data
        if os.write(file, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _file_for(self, path: Path, size: int) -> int:
        """Return the file for a line of ``size`` bytes: the open one, or a new one in its place."""
        if self._file is not None:
            status = os.fstat(self._file)
            if not stat.S_ISREG(status.st_mode):  # as a pipe
                return self._file
            if status.st_size + size > self._largest:
                self._rotate(path)
            elif not _is_at(self._file, path):  # another program renamed it
                self._let_go()
        if self._file is None:
            self._file = _opened(path)
        return self._file

    def _rotate(self, path: Path) -> None:
        """Rename the file and the older ones, unless another process just did; the line matters more than the size."""
        try:
            with FileLock(f"{path}.lock", timeout=_SECONDS_FOR_OTHERS):
                is_ours = self._file is not None and _is_at(self._file, path)
                self._let_go()  # Windows renames no open file
                if is_ours:
                    _shift(path, self._files)
        except (OSError, Timeout) as error:
            _log.error("the audit log cannot be rotated: %s", error)

    def _let_go(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _cut(value: str) -> str:
    return value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}…"


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)


def _is_at(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _shift(path: Path, files: int) -> None:
    """Rename ``path`` to ``NAME.1``, that to ``NAME.2``, and so on; the last is lost."""
    for number in range(files, 0, -1):
        older = path.with_name(f"{path.name}.{number}")
        newer = path.with_name(f"{path.name}.{number - 1}") if number > 1 else path
        if newer.exists():
            newer.replace(older)


def _end_of_half_a_line(file: int) -> bytes:
    """Return a line break unless ``file`` ends with one."""
    if os.fstat(file).st_size == 0:  # also a pipe
        return b""
    os.lseek(file, -1, os.SEEK_END)
    return b"" if os.read(file, 1) == b"\n" else b"\n"
