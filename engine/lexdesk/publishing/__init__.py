"""A library on shared storage, for many readers who write nothing: ``lexdesk publish``.

URI/publication.json             the last publication; written last, so that it is there whole
URI/publications/000003.json     each publication that is kept
URI/passages.lance               texts and vectors, a Lance table; a publication names its version
URI/catalogues/000003.sqlite     all else that SQLite holds: works, provisions, dates, references
URI/words/                       the segments of the full-text index, shared by all publications

A publication names everything that it consists of, and nothing that it names is ever changed. A
reader opens one and keeps to it.

publish -> passages, published_store, publication     how it is written, to a folder or an object store (storage)
manifest                                        the names of other files in a Lance manifest
published_library -> published_store, passages          how it is read
"""

import os

# Silences Lance's warnings to its own developers, such as of empty clusters; it raises errors all the same.
# Must come before its import.
os.environ.setdefault("LANCE_LOG", "error")

from lexdesk.publishing.publication import is_uri
from lexdesk.publishing.published_library import PublishedLibrary

__all__ = ["PublishedLibrary", "is_uri"]
