"""The one truth of a library: SQLite, its tables, and all reads and writes.

opening -> store        opens or creates a library's file; ``Store`` has these parts:
connection              the file itself, which the store is: its format, transactions and settings
files                   files and their documents, put and removed, and the log of changes
texts, law              passages, provisions and pages; works with their versions, references, recitals
narrowing, vector_rows  queries of filters; vectors of passages
schema                  the tables, and their rows; notes_schema: those of the notes; known_schema: files checked against them;
                        format_6: failures of libraries of that format
column_values           values of columns, checked where they are read
statements              errors of SQLite as damage or as a fault of the machine (remedies); damage: checks
encryption, open_files  files encrypted by SQLCipher; the files that this process has open
packing, unchanged      space given back; values cached until the library changes
"""

from lexdesk.storage.encryption import Key, change_passphrase, is_encrypted
from lexdesk.storage.opening import open_store
from lexdesk.storage.store import Store
from lexdesk.storage.unchanged import until_changed

__all__ = ["Key", "Store", "change_passphrase", "is_encrypted", "open_store", "until_changed"]
