"""The one truth of a library: SQLite, its tables, and all that is read from and written to them."""

from lexdesk.store.store import Store

__all__ = ["Store"]
