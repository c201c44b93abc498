"""What a search must know of a library as it stands, worked out anew only after a change."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from lexdesk.store import Store

if TYPE_CHECKING:
    from lexdesk.index.allowed import Excluded


class Current:
    """Facts of ``store``, each kept until the library changes: each costs milliseconds."""

    def __init__(self, store: Store):
        self._store = store
        self._ready: tuple[tuple[int, int], float] = ((-1, -1), 0.0)
        self._languages: tuple[int, tuple[str, ...]] = (-1, ("en",))
        self._excluded: tuple[tuple[int, datetime.date], Excluded] | None = None

    def languages(self) -> tuple[str, ...]:
        """The languages of the library, most used first; English where none is known."""
        change = self._store.last_change()
        if self._languages[0] != change:
            self._languages = (change, tuple(self._store.languages()) or ("en",))
        return self._languages[1]

    def vectors_ready(self) -> float:
        """The share of searchable passages that have a vector."""
        state = (self._store.last_change(), self._store.last_vector())
        if self._ready[0] != state:
            encoded, searchable = self._store.progress()
            self._ready = (state, round(encoded / searchable, 4) if searchable else 1.0)
        return self._ready[1]

    def excluded_on(self, day: datetime.date) -> Excluded:
        """The versions of works that do not hold on ``day``."""
        from lexdesk.law.as_of import excluded_on

        state = (self._store.last_change(), day)
        if self._excluded is None or self._excluded[0] != state:
            self._excluded = (state, excluded_on(self._store, day))
        return self._excluded[1]
