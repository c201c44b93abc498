"""A library: its Python API, by subject, its status and its backups.

library     a library in a folder: opening, the write lock, and these parts
search      hits, explanations, suggestions, highlights
law         texts, versions, comparisons, references, recitals as of a day; law_requests: their words
catalogue   lists of documents, counts, failures, duplicates
sources     files, folders and documents, added, updated, removed
admin       status, checks, rebuilds, backups, exports; the measured device of the embedder
protocol    the interface of any library, in a folder or published
status      counts and state
backup      checked copies; backup_series: the last ones in one folder; restoring: a library from one
"""
