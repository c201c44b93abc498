"""The one truth of a library: SQLite, its tables, and all that is read from and written to them.

opening -> store        a library's file found, made or opened; all that it answers, in the parts that follow
connection              the file itself: its format, transactions and settings
files                   files and the documents in them, put and removed, and the log of these changes
texts, law              passages, provisions and pages; works with their versions, references, recitals
narrowing, vector_rows  what filters ask for; the vectors of passages, as eight_bits packs them
schema                  the tables, and their rows
statements              errors of SQLite, told as damage or as a machine at fault (remedies)
encryption, open_files  files that SQLCipher encrypts; which files this process has open
packing, unchanged      space given back; what was found, kept until the library changes
"""

from lexdesk.storage.encryption import Key, change_passphrase, is_encrypted
from lexdesk.storage.opening import open_store
from lexdesk.storage.store import Store
from lexdesk.storage.unchanged import until_changed

__all__ = ["Key", "Store", "change_passphrase", "is_encrypted", "open_store", "until_changed"]
