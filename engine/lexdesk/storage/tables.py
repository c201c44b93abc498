"""Tables as sqlite-utils writes them; its import takes 0.2 s, so that only writers load this module."""

import sqlite3
import sys
from functools import cached_property

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

    def table_names(self, fts4: bool = False, fts5: bool = False) -> list[str]:
        """Return the names of the tables, which sqlite-utils would ask for four times a record."""
        return super().table_names(fts4, fts5) if fts4 or fts5 else self._table_names

    def view_names(self) -> list[str]:
        """Return nothing: the schema has no view."""
        return []

    @cached_property
    def _table_names(self) -> list[str]:
        return super().table_names()
