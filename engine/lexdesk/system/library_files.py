"""The names of files in a library's folder (docs/architecture.md)."""

STORE = "library.sqlite"
"""Documents, vectors and the log of changes."""

NOTES = "work.sqlite"
"""Notes and searches of users."""

SQLITE_FILES = (STORE, NOTES)
"""The files that cannot be rebuilt; an encrypted library has no others."""

WORDS, VECTORS = "words", "vectors"
"""The folders of the two indexes."""

USER_TABLES = "names.tsv", "thesaurus.tsv", "subjects.tsv"
"""Tables that a user adds: names of works, terms, subjects."""

CHECKED = "checked.json"
"""When each part was last found sound, in seconds since 1970."""

BACKUP = "backup.json"
"""The manifest of a backup."""

PUBLICATION = "publication.json"
"""The file by which the folder of a published library is recognised."""

LOCK = "writer."
"""Start of the names of the files of the writer lock."""
