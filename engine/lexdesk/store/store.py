"""The one truth of a library: texts, structure, dates, vectors and a log of changes, in SQLite.

An acknowledged document is a committed row here; the full-text and vector indexes are derived and
can always be made again.
"""

from __future__ import annotations

from lexdesk.store.files import Files
from lexdesk.store.law import Law
from lexdesk.store.narrowing import Narrowing
from lexdesk.store.texts import Texts
from lexdesk.store.vector_rows import VectorRows


class Store(Files, Texts, Law, Narrowing, VectorRows):
    """All that is read from and written to the SQLite file of a library (``Connection``)."""
