"""A check of b-trees, run once a statement reads more than its file can plausibly hold.

In a sound SQLite file each page belongs to one tree. In a crafted one many entries lead to one page: a few pages then
hold endless rows, or a million rows one text of megabytes. SQLite's ``quick_check`` finds that, but reads the whole file
(9 s for a gigabyte). Rows and texts are therefore counted, and no ordinary statement comes near the limits.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from lexdesk.storage import page_checksums
from lexdesk.system.read_only import read_size

_STEPS = 1_000_000  # instructions of SQLite between two counts; it runs several million in a second
# A scan of 630,000 passages in a file of 366 MB takes 3 million instructions.
_MOST_STEPS, _BYTES_PER_STEP = 5_000_000, 16
_MOST_ROWS, _BYTES_PER_ROW = 1_000_000, 64
_MOST_CHARACTERS, _CHARACTERS_PER_BYTE = 256 << 20, 2
_SECONDS = 1  # a count of 630,000 passages takes 3 ms
_BUSY = "PRAGMA busy_timeout = 1000"


class TreeCheck:
    """A bound on the rows of statements on ``connection``; beyond it, the trees of the plain file at ``path`` are checked.

    An encrypted file is not checked.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path):
        self.problem = ""
        """SQLite's description of a broken tree."""
        self._unchecked: page_checksums.Connection | None = None
        self._steps, size = 0, read_size(path)
        self._most_steps = (_MOST_STEPS + size // _BYTES_PER_STEP) // _STEPS
        self._most_rows = _MOST_ROWS + size // _BYTES_PER_ROW
        self._most_characters = _MOST_CHARACTERS + size * _CHARACTERS_PER_BYTE
        if isinstance(connection, page_checksums.Connection):
            self._unchecked = connection
            connection.count_steps(self._has_step_too_many, _STEPS)

    def begin(self) -> None:
        """Count the instructions of the next statement."""
        self._steps = 0

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """End the statement inside if it takes long on broken trees: SQLite counts all rows in one instruction."""
        if not self._unchecked:
            yield
            return
        timer = threading.Timer(_SECONDS, self._interrupt_if_broken, [self._unchecked])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _interrupt_if_broken(self, connection: page_checksums.Connection) -> None:
        if self._is_any_broken():
            connection.interrupt()

    def is_broken(self, rows: int, characters: int) -> bool:
        """Return whether a statement with so many ``rows`` of so many ``characters`` shows broken trees."""
        is_plausible = rows <= self._most_rows and characters <= self._most_characters
        return not is_plausible and self._is_any_broken()

    def _has_step_too_many(self) -> bool:
        """Return true to end a statement after another ``_STEPS`` instructions."""
        self._steps += 1
        return self._steps > self._most_steps and self._is_any_broken()

    def _is_any_broken(self) -> bool:
        """Check all trees once, on another connection; return whether one is broken."""
        if self._unchecked:
            with contextlib.suppress(sqlite3.OperationalError):  # locked: checked at the next count
                with closing(self._unchecked.another()) as other:
                    other.execute(_BUSY).fetchall()
                    self.problem = find_broken_tree(other)
                self._unchecked = None
        return bool(self.problem)


def find_broken_tree(connection: sqlite3.Connection | page_checksums.Connection) -> str:
    """Return SQLite's description of a broken tree in the file of ``connection``, or ``""``; reads the whole file."""
    try:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except connection.OperationalError:
        raise
    except connection.DatabaseError as error:
        return str(error)
    return "" if verdict == "ok" else str(verdict).splitlines()[-1]
