"""The one truth of a library: SQLite, its tables, and all that is read from and written to them."""

from lexdesk.store.encryption import Key, change_passphrase, is_encrypted
from lexdesk.store.opening import open_store
from lexdesk.store.store import Store
from lexdesk.store.unchanged import until_changed

__all__ = ["Key", "Store", "change_passphrase", "is_encrypted", "open_store", "until_changed"]
