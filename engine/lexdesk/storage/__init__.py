"""The single source of truth of a library: a SQLite file with its tables and statements.

opening -> store        opens or creates a library's file; values cached until it changes, space given back;
                        ``Store``'s parts:
connection              the file itself, the base of the store: its format, transactions and settings;
                        migration: of libraries of earlier formats
files                   files and their documents, added and removed, and the log of changes; file_lookups: the
                        statements that only read; document_rows: the rows of one document
texts, passage_rows     texts with their provisions and pages; passages
law                     works with their versions, references, recitals; citation_counts
findings                findings in the texts of laws, derived at indexing
pending_citations       texts whose citations are not found yet
revisions               versions of a law that share their unchanged parts
filter_queries, vector_rows  queries of filters; vectors of passages
schema                  the tables (``sql/``) and their rows; known_schema: the check of a
                        file's schema; format_6: failures of libraries of that format
column_values           checks of the values of columns
page_checksums          plain files with a checksum on each page
tables                  records written by sqlite-utils
statements              errors of SQLite as damage or as a fault of the machine (remedies); damage: checks;
                        tree_check: endless rows of a crafted file
encryption, open_files  files encrypted by SQLCipher; the files open in this process
user_tables             names and terms that the user adds to the folder
"""

from lexdesk.storage.encryption import Key, change_passphrase, is_encrypted
from lexdesk.storage.opening import open_store
from lexdesk.storage.store import Store, until_changed

__all__ = ["Key", "Store", "change_passphrase", "is_encrypted", "open_store", "until_changed"]
