"""The log file of all programs, for reports of problems.

Each line names a program's part, files, codes of errors and durations: never a text, a query or a secret. So modules
log through ``logging.getLogger("lexdesk.PART")`` with such values alone, and an exception becomes its class and the
places in the code that it passed, without its message.
"""

import contextlib
import logging
import traceback
from collections.abc import Iterator
from pathlib import Path

from lexdesk.system.rotating_file import RotatingFile

_LARGEST, _OLDER_FILES = 1_000_000, 3
_ROOT = logging.getLogger("lexdesk")


def log_path() -> Path:
    """Return the path of the log file in the user's state folder."""
    import platformdirs

    return platformdirs.user_state_path("lexdesk", appauthor=False) / "lexdesk.log"


def start_log() -> None:
    """Write the log lines of this process to the file; ignore an unwritable file."""
    path = log_path()
    for handler in _ROOT.handlers[:]:
        if isinstance(handler, _FileHandler):
            if handler.path == path:
                return
            _ROOT.removeHandler(handler)
            handler.close()
    _ROOT.setLevel(logging.INFO)
    _ROOT.addHandler(_FileHandler(path))


def start_service_log() -> None:
    """Start the log of a service, which prints warnings to standard error unless all lines go there."""
    start_log()
    prints = [handler for handler in _ROOT.handlers if not isinstance(handler, _Silent)]
    if logging.lastResort and not prints:
        logging.getLogger("lexdesk.service").addHandler(logging.lastResort)


@contextlib.contextmanager
def log_to(handler: logging.Handler) -> Iterator[None]:
    """Pass the log lines to ``handler``, too, inside the block."""
    _ROOT.addHandler(handler)
    try:
        yield
    finally:
        _ROOT.removeHandler(handler)


class LineFormatter(logging.Formatter):
    """A formatter of a record as one line: time, level, process, part, message."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with control characters of file names escaped."""
        line = super().format(record).replace("\n", " ")
        if line.isprintable():
            return line
        return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in line)

    def formatException(self, ei: object) -> str:  # noqa: N802 - the method of ``logging``
        """Return the class and the places of an exception; its message may quote a document."""
        return (
            describe_places(ei[1])
            if isinstance(ei, tuple) and isinstance(ei[1], BaseException)
            else ""
        )


def describe_places(error: BaseException) -> str:
    """Return the class of ``error`` and the places in the code that it passed, without its message."""
    passed = [
        f"{'/'.join(Path(frame.f_code.co_filename).parts[-2:])}:{line}"
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    return f"{type(error).__name__} at {' > '.join(passed)}"


class _FileHandler(logging.Handler):
    """A handler that ignores failures to write."""

    def __init__(self, path: Path):
        super().__init__()
        self.path = path
        self._file: RotatingFile | None = None
        self.setFormatter(LineFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, if possible."""
        with contextlib.suppress(OSError):
            if self._file is None:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._file = RotatingFile(self.path, _LARGEST, _OLDER_FILES, _drop)
            self._file.append(f"{self.format(record)}\n".encode())

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
        super().close()


_Silent = _FileHandler | logging.NullHandler


def _drop(error: Exception) -> None:
    """Raise ``OSError``: a log that cannot be rotated takes no further line."""
    raise OSError(str(error)) from error
