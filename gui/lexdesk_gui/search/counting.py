"""How many results a query would have with one filter more or less: asked after the answer."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.search import search_requests as questions
from lexdesk_gui.search.demands import demands_of, label_of, with_filter, without

if TYPE_CHECKING:
    from lexdesk.search.suggest.relaxation import RelaxedQuery

_PAUSE = 250  # ms after an answer: nobody who types on is to wait for counts


class CountingSession(QObject):
    """``counted`` gives a filter's name, its value and the number of results with it.

    ``filter_dropped`` gives, as a chip names it, the filter of a query without which there are most results, what is left of the
    query, and their number, where there are any. ``relaxed`` gives another query that asks for one thing less.

    Counts are of results by words. Each is a question of its own, so that a new search waits for
    one at the most.
    """

    counted = Signal(str, str, int)
    filter_dropped = Signal(str, str, int)
    relaxed = Signal(str, int)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self._query = ""
        self._as_of: datetime.date | None = None
        self._left: list[tuple[str, str]] = []
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._next)

    def count(
        self, query: str, as_of: datetime.date | None, filters: Sequence[tuple[str, str]]
    ) -> None:
        """Count ``query`` with each of ``filters`` (name, value), in place of what was asked before."""
        self._engine.forget("count")
        self._query, self._as_of, self._left = query, as_of, list(filters)
        self._pause.start()

    def relax(self, query: str, as_of: datetime.date | None) -> None:
        """Find which filter keeps ``query`` from having results, or what else does where it has none."""
        shorter = [(label_of(each), without(query, each)) for each in demands_of(query)]
        asked = [(each, left) for each, left in shorter if left]
        if asked:
            question = partial(questions.counts, queries=[left for _, left in asked], as_of=as_of)

            def counted(counts: Sequence[int]) -> None:
                most, (dropped, left) = max(zip(counts, asked, strict=True))
                if most:
                    self.filter_dropped.emit(dropped, left, most)
                else:
                    self._loosen(query, as_of)

            self._engine.ask("relax", question, counted, lambda _error: None)
        else:
            self._loosen(query, as_of)

    def _loosen(self, query: str, as_of: datetime.date | None) -> None:
        less = partial(questions.relax, query=query, as_of=as_of)
        self._engine.ask("relax", less, self._take_relaxed, lambda _error: None)

    def _take_relaxed(self, found: Sequence[RelaxedQuery]) -> None:
        for each in found:
            self.relaxed.emit(each.query, each.total)

    def stop(self) -> None:
        """Count nothing any more."""
        self._pause.stop()
        self._left = []
        self._engine.forget("count")
        self._engine.forget("relax")

    def _next(self) -> None:
        if self._left:
            name, value = self._left.pop(0)
            query = narrowed(self._query, name, value)
            self._engine.ask(
                "count",
                partial(questions.count, query=query, as_of=self._as_of),
                lambda found: self._took(name, value, found),
                lambda _error: self._next(),
            )

    def _took(self, name: str, value: str, found: int) -> None:
        self.counted.emit(name, value, found)
        self._next()


def narrowed(query: str, name: str, value: str) -> str:
    """``query`` with one filter of ``name`` so that its words are asked for, too.

    Beside a filter, plain words only rank; ``(words) AND filter`` counts those that hold a word.
    """
    words = with_filter(query, name, value)
    filters = demands_of(words)
    for each in reversed(filters):
        words = without(words, each)
    return " AND ".join([*([f"({words})"] if words else []), *map(str, filters)])
