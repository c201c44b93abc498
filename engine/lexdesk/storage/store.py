"""The one truth of a library: texts, structure, dates, vectors and a log of changes, in SQLite.

An acknowledged document is a committed row here; the full-text and vector indexes are derived and
can always be made again.
"""

from __future__ import annotations

from lexdesk.storage.files import Files
from lexdesk.storage.law import Law
from lexdesk.storage.narrowing import Narrowing
from lexdesk.storage.texts import Texts
from lexdesk.storage.vector_rows import VectorRows


class Store(Files, Texts, Law, Narrowing, VectorRows):
    """All that is read from and written to the SQLite file of a library (``Connection``)."""
