"""The primary data of a library: texts, structure, dates, vectors and a log of changes, in SQLite.

An acknowledged document is a committed row; the lexical and vector indexes derive from it and can be rebuilt.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from lexdesk.storage.connection import Connection
from lexdesk.storage.encryption import Key
from lexdesk.storage.files import Files
from lexdesk.storage.filter_queries import Narrowing
from lexdesk.storage.findings import Findings
from lexdesk.storage.law import Law
from lexdesk.storage.packing import forget_superseded, is_worn, pack
from lexdesk.storage.passage_rows import PassageRows
from lexdesk.storage.pending_citations import PendingCitations
from lexdesk.storage.revisions import Revisions
from lexdesk.storage.texts import Texts
from lexdesk.storage.vector_rows import VectorRows

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")
_MOST = 16  # cached values of one function; each may list half of all documents


def until_changed(
    find: Callable[Concatenate[Store, _Parameters], _Result],
) -> Callable[Concatenate[Store, _Parameters], _Result]:
    """Cache the results of ``find`` by arguments until documents or their citations are added or removed."""
    known: WeakKeyDictionary[Store, tuple[tuple[int, int], dict[object, _Result]]]
    known = WeakKeyDictionary()

    @functools.wraps(find)
    def kept(store: Store, /, *args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        change = store.last_change(), store.pending.first()
        of_store = known.get(store)
        if of_store is None or of_store[0] != change:
            of_store = known[store] = (change, {})
        found = of_store[1]
        key: object = (args, tuple(sorted(kwargs.items()))) if kwargs else args
        if key not in found:
            if len(found) >= _MOST:
                found.clear()
            found[key] = find(store, *args, **kwargs)
        return found[key]

    return kept


class Store(Connection):
    """The SQLite file of a library, with one attribute for each group of its statements."""

    files: Files
    revisions: Revisions
    texts: Texts
    passages: PassageRows
    law: Law
    findings: Findings
    pending: PendingCitations
    filters: Narrowing
    vectors: VectorRows

    def __init__(
        self, path: Path, key: Key | None = None, *, create: bool = True, migrates: bool = True
    ):
        super().__init__(path, key, create=create, migrates=migrates)
        self.revisions = Revisions(self.statements)
        self.files = Files(self.statements, self.revisions)
        self.texts = Texts(self.statements, self.revisions)
        self.passages = PassageRows(self.statements, self.revisions)
        self.law = Law(self.statements, self.revisions)
        self.findings = Findings(self.statements)
        self.pending = PendingCitations(self.statements)
        self.filters = Narrowing(self.statements)
        self.vectors = VectorRows(self.statements)

    def is_unfinished(self) -> bool:
        """Return whether files are still being added: what is absent may be in them."""
        return bool(self.setting("unfinished", list[str], []))

    def pack_where_worn(self) -> None:
        """Reclaim the space of replaced documents once it is large; not inside ``transaction()``."""
        with self._translate_errors():
            if not is_worn(self._raw, self.setting("packed", int, 0)):
                return
            with self.transaction():
                forget_superseded(self._raw)
            pack(self._raw)
        self.set_setting("packed", self.last_change())
