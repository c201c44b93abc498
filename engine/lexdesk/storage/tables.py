"""Tables as sqlite-utils writes them; its import takes 0.2 s, so that only tags, notes and decisions load this module."""

from __future__ import annotations

import sqlite3
import sys

# sqlite-utils would load pandas, where it is installed, for types that no table here has: that takes half a second.
_HAD_PANDAS = "pandas" in sys.modules
if not _HAD_PANDAS:
    sys.modules["pandas"] = None  # type: ignore[assignment]
import sqlite_utils  # noqa: E402

if not _HAD_PANDAS:
    del sys.modules["pandas"]


class Tables(sqlite_utils.Database):
    """The tables of a connection, plain or encrypted, which stays as it is: no plugin prepares it."""

    supports_on_conflict = True
    """Both SQLites do; sqlite-utils would create a table to find out."""

    def __init__(self, connection: sqlite3.Connection):
        super().__init__(connection, recursive_triggers=False, execute_plugins=False)
