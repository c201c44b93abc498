"""The search session of the window, from typing to the answer."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui import error_messages
from lexdesk_gui.engine.engine import Engine, Lane
from lexdesk_gui.search import search_requests

if TYPE_CHECKING:
    from lexdesk.search.options import Mode
    from lexdesk.search.results.hits import Answer

_PAUSE_IN_TYPING = 40  # ms; results are due within 100 ms of the last key
_PAUSE_IN_COMPLETING = 60
_PATIENCE = 300  # ms before the progress bar appears
_FIRST = 20  # hits of the first answer, two screens; a hit costs a third of a millisecond
_REST = 120  # ms after which the top hits are re-ranked and more requested, if the user has stopped typing
_TIMES = 5  # growth of the requested hits, then and near the end of the list
MOST = 10_000
_SETTLED = 1_500  # ms after which an unchanged query becomes an earlier search


class SearchSession(QObject):
    """A session that sends queries to the engine; it knows no widget.

    ``answered`` carries the ``Answer`` to a new query, ``reranked`` a re-ranked answer to the same
    query once typing pauses, ``extended`` an answer with more hits, ``rejected`` a ``Complaint``,
    ``completed`` typed text and its completions. ``cleared`` signals an empty query; ``history`` then
    carries earlier and saved searches. ``dated`` carries, before ``answered``, the day of its law, ``None`` for
    today: the chosen day, or that in the query. ``busy`` signals the start and end of a slow answer.
    """

    dated = Signal(object)
    answered = Signal(object)
    reranked = Signal(object)
    extended = Signal(object)
    rejected = Signal(object)
    completed = Signal(str, object)
    cleared = Signal()
    history = Signal(object, object)
    busy = Signal(bool)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self.query = ""
        self.mode: Mode = "hybrid"
        self.as_of: datetime.date | None = None
        self.answer: Answer | None = None
        self._top = _FIRST
        self._asking_more = False
        self._rerank = True
        self._is_reranked = False
        self._remembered = ""  # the last recorded query, recorded once
        self.keeps_searches = True
        self._pause = _timer(self, _PAUSE_IN_TYPING, self.search_now)
        self._patience = _timer(self, _PATIENCE, lambda: self.busy.emit(True))
        self._resting = _timer(self, _REST, self._refine)
        self._completing = _timer(self, _PAUSE_IN_COMPLETING, self._complete)
        self.settling = _timer(self, _SETTLED, self._remember)

    def type(self, query: str) -> None:
        """Set ``query`` and search once typing pauses."""
        self.query, self._remembered = query, ""
        self._pause.start()
        self._resting.stop()
        self.settling.stop()  # never record a half-typed query
        self._completing.start()

    def restore(self, query: str) -> None:
        """Set ``query``, restored from the previous run."""
        self.query = query
        self._remembered = query.strip()

    def set_mode(self, mode: Mode) -> None:
        """Switch to ``mode`` and search again."""
        if mode != self.mode:
            self.mode = mode
            self.search_again()

    def set_as_of(self, day: datetime.date | None) -> None:
        """Switch to the as-of date ``day`` (``None`` for today) and search again."""
        if day != self.as_of:
            self.as_of = day
            self.search_again()

    def set_rerank(self, rerank: bool) -> None:
        """Switch re-ranking of the top results on or off."""
        if rerank != self._rerank:
            self._rerank = rerank
            self.search_again()

    def search_again(self, *, reranked: bool = False) -> None:
        """Repeat the search because its answer may have changed; other open texts stay.

        Set ``reranked`` if no user waits: the top hits are re-ranked at once, so that their order
        changes once.
        """
        if self.query.strip():
            self.search_now(reranked=reranked and self._reranks)

    def search_now(self, *, reranked: bool = False) -> None:
        """Search for the typed query and drop older answers."""
        self._pause.stop()
        self.settling.stop()
        self._resting.stop()
        self._engine.forget("more")
        self._asking_more, self._is_reranked = False, reranked
        self._top = _FIRST
        if not self.query.strip():
            self.clear()
            return
        self._patience.start()
        self._ask("search", self._take)

    def more(self) -> None:
        """Request more hits of the same query, if there may be any."""
        answer = self.answer
        if answer is None or self._asking_more or self._top >= MOST or answer.query != self.query:
            return
        if len(answer.hits) < self._top and answer.total <= len(answer.hits):
            return
        self._ask_more(self._extend)

    def warm_up(self) -> None:
        """Load the engine's search before the first query."""
        self._engine.ask(
            "warm up",
            search_requests.warm_up,
            lambda _answer: None,
            lambda _error: None,  # the user's search will report it
        )

    def settle(self) -> None:
        """Record the query as an earlier search, because the user opened a result."""
        self.settling.stop()
        self._remember()

    def forget_earlier(self, done: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        """Delete all earlier searches, including the current one."""
        self.settling.stop()
        self._remembered = self.query.strip()

        def deleted(_: None) -> None:
            self.history.emit([], [])
            self._request_history()
            done()

        self._engine.write(search_requests.forget_earlier, deleted, failed)

    def _refine(self) -> None:
        """Re-rank the top hits, too slow for each key stroke, and request more."""
        answer = self.answer
        if self._reranks and answer and answer.hits:
            self._is_reranked = self._asking_more = True
            self._ask("more", self._take_reranked)  # more hits of it would cost half as much again
        else:
            self.more()

    def _take_reranked(self, answer: Answer) -> None:
        self.reranked.emit(self._with_first_time(answer))
        self.more()

    @property
    def _reranks(self) -> bool:
        return self._rerank and self.mode != "keyword"

    def _ask_more(self, take: Callable[[Answer], None]) -> None:
        self._asking_more = True
        self._top = min(MOST, self._top * _TIMES)
        self._ask("more", take)

    def _ask(self, lane: Lane, take: Callable[[Answer], None]) -> None:
        mode = self.mode
        self._engine.ask(
            lane,
            partial(
                search_requests.search,
                query=self.query,
                mode=mode,
                top=self._top,
                as_of=self.as_of,
                rerank=self._is_reranked,
            ),
            take,
            lambda error: self._reject(error, mode),
        )

    def clear(self) -> None:
        """Drop the answer of an empty query or a closed library."""
        for timer in (self._pause, self.settling, self._resting):
            timer.stop()
        self._engine.forget("search")
        self._engine.forget("more")
        self.answer = None
        self._quiet()
        self.cleared.emit()
        if self.query.strip():  # the library was closed
            self.history.emit([], [])
        self._request_history()

    def _request_history(self) -> None:
        """Request earlier searches while the query is empty."""
        if self.query.strip():
            return
        self._engine.ask(
            "history",
            search_requests.list_history,
            lambda history: self.history.emit(
                history[0] if self.keeps_searches else [], history[1]
            ),
            lambda _error: self.history.emit([], []),  # such as no open library
        )

    def _take(self, answer: Answer) -> None:
        self.answer = answer
        day = datetime.date.fromisoformat(answer.as_of)
        self.dated.emit(None if day == datetime.date.today() else day)
        self._quiet()
        self._resting.start()
        if self.keeps_searches:
            self.settling.start()
        self.answered.emit(answer)

    def _extend(self, answer: Answer) -> None:
        self.extended.emit(self._with_first_time(answer))

    def _with_first_time(self, answer: Answer) -> Answer:
        """Return ``answer`` with the response time of the first answer to the same query."""
        self._asking_more = False
        if self.answer is not None:
            answer = dataclasses.replace(answer, took_ms=self.answer.took_ms)
        self.answer = answer
        return answer

    def _reject(self, error: Exception, mode: Mode) -> None:
        self._asking_more = False
        self._quiet()
        self.rejected.emit(error_messages.make_complaint(error, mode))

    def _quiet(self) -> None:
        self._patience.stop()
        self.busy.emit(False)

    # Earlier searches and completion.

    def _remember(self) -> None:
        query, answer = self.query.strip(), self.answer
        if not self.keeps_searches or not query or answer is None or not answer.hits:
            return
        if query == self._remembered:
            return
        self._remembered = query
        self._engine.write(
            partial(search_requests.remember, query=query),
            lambda _: self._request_history(),
            lambda _error: None,
        )

    def _complete(self) -> None:
        typed = self.query
        if len(typed.strip()) < 2:
            self._engine.forget("complete")
            self.completed.emit(typed, [])
            return
        self._engine.ask(
            "complete",
            partial(search_requests.complete, typed=typed),
            lambda completions: self.completed.emit(typed, completions),
            lambda _error: None,
        )


def _timer(parent: QObject, milliseconds: int, call: Callable[[], object]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(call)
    return timer
