"""Sessions that count results and look for other queries to offer."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.search import search_requests
from lexdesk_gui.search.interpretation import MOST_FORMS
from lexdesk_gui.search.query_filters import filter_label, list_filters, with_filter, without_filter

if TYPE_CHECKING:
    from lexdesk.search.suggest.relaxation import RelaxedQuery

_PAUSE = 250  # ms after an answer, so that counts never delay typing


class CountingSession(QObject):
    """A session that counts results for filters and finds relaxed queries.

    ``counted`` carries a filter name, its value and the number of results with it.
    ``filter_dropped`` carries a chip label, the query without this filter and its number of
    results. ``relaxed`` carries a relaxed query and its number of results.

    Counts are those of keyword search. Each count is a separate request, so a new search waits for
    at most one.
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
        self._narrow: Callable[[str, str, str], str] = narrow_query
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._next)

    def count(
        self,
        query: str,
        as_of: datetime.date | None,
        filters: Sequence[tuple[str, str]],
        lists_citing: bool = False,
    ) -> None:
        """Count ``query`` with each of ``filters`` (name, value), in place of pending counts."""
        self._engine.forget("count")
        self._query, self._as_of, self._left = query, as_of, list(filters)
        self._narrow = with_filter if lists_citing else narrow_query
        self._pause.start()

    def relax(self, query: str, as_of: datetime.date | None) -> None:
        """Find the filter that empties the results of ``query``, or else a relaxed query."""
        shorter = [
            (filter_label(query_filter), without_filter(query, query_filter))
            for query_filter in list_filters(query)
        ]
        candidates = [(label, left) for label, left in shorter if left]
        if candidates:
            request = partial(
                search_requests.count_results, queries=[left for _, left in candidates], as_of=as_of
            )

            def counted(counts: Sequence[int]) -> None:
                most, (dropped, left) = max(zip(counts, candidates, strict=True))
                if most:
                    self.filter_dropped.emit(dropped, left, most)
                else:
                    self._relax(query, as_of)

            self._engine.ask("relax", request, counted, lambda _error: None)
        else:
            self._relax(query, as_of)

    def _relax(self, query: str, as_of: datetime.date | None) -> None:
        request = partial(search_requests.relax, query=query, as_of=as_of)
        self._engine.ask("relax", request, self._take_relaxed, lambda _error: None)

    def _take_relaxed(self, queries: Sequence[RelaxedQuery]) -> None:
        for query in queries:
            self.relaxed.emit(query.query, query.total)

    def stop(self) -> None:
        """Cancel all counts."""
        self._pause.stop()
        self._left = []
        self._engine.forget("count")
        self._engine.forget("relax")

    def _next(self) -> None:
        if self._left:
            name, value = self._left.pop(0)
            query = self._narrow(self._query, name, value)
            self._engine.ask(
                "count",
                partial(search_requests.count, query=query, as_of=self._as_of),
                lambda count: self._show_count(name, value, count),
                lambda _error: self._next(),
            )

    def _show_count(self, name: str, value: str, count: int) -> None:
        self.counted.emit(name, value, count)
        self._next()


def narrow_query(query: str, name: str, value: str) -> str:
    """Return ``query`` with the filter ``name``, with its words required.

    Next to a filter, plain words only rank; ``(words) AND filter`` counts the results with a word.
    """
    words = with_filter(query, name, value)
    filters = list_filters(words)
    for query_filter in reversed(filters):
        words = without_filter(words, query_filter)
    return " AND ".join([*([f"({words})"] if words else []), *map(str, filters)])


class SpellingSession(QObject):
    """A session for spelling suggestions (``suggested``) and inflected forms (``inflected``) of a query."""

    suggested = Signal(str, str)
    inflected = Signal(str, object)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine

    def check(self, query: str) -> None:
        """Look up the words of ``query`` in place of pending ones."""
        self.stop()
        request = partial(search_requests.check_words, query=query, most=MOST_FORMS)
        self._engine.ask("spelling", request, partial(self._show, query), lambda _error: None)

    def stop(self) -> None:
        """Cancel the request."""
        self._engine.forget("spelling")

    def _show(self, query: str, result: tuple[str, dict[str, list[str]]]) -> None:
        suggestion, forms = result
        if forms:
            self.inflected.emit(query, forms)
        if suggestion:
            self.suggested.emit(query, suggestion)
