"""The names of files in a library's folder (docs/architecture.md)."""

STORE = "library.sqlite"
"""Documents, vectors and the log of changes."""

NOTES = "work.sqlite"
"""What people noted and searched."""

SQLITE_FILES = (STORE, NOTES)
"""What cannot be made again; all that an encrypted library has."""

WORDS, VECTORS = "words", "vectors"
"""The folders of the two indexes."""

LOCK = "writer."
"""Start of the names of the files of the writer lock."""
