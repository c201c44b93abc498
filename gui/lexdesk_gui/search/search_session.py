"""A search as the person at the window goes through it: what was typed, asked, answered."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui import error_messages
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.search import search_requests as questions

if TYPE_CHECKING:
    from lexdesk.search.options import Mode
    from lexdesk.search.results.hits import Answer

_PAUSE_IN_TYPING = 40  # ms after which a query is asked: results are to be there within 100
_PAUSE_IN_COMPLETING = 60
_PATIENCE = 300  # ms after which the window says that it is busy
_FIRST = 20  # hits of a first answer, two screens of them: each costs a third of a millisecond
_REST = 200  # ms after which the top hits are re-ranked and more requested, if nobody typed on
_TIMES = 5  # how many times as many are asked for then, and when the list nears its end
MOST = 10_000
_SETTLED = 1_500  # ms after which a query that was not changed counts as asked


class SearchSession(QObject):
    """Asks the engine and says what came of it; it knows no widget.

    ``answered`` gives an ``Answer`` to a new query, ``reranked`` one to the same query whose best hits
    were re-ranked, once typing rests, ``extended`` one with more hits; ``refused`` gives a
    ``Complaint``, ``completed`` what was typed and what it may become; ``cleared`` comes when there is
    no query any more, ``begun`` then gives earlier searches and saved ones; ``busy`` comes when an answer takes long, and
    when it is over.
    """

    answered = Signal(object)
    reranked = Signal(object)
    extended = Signal(object)
    refused = Signal(object)
    completed = Signal(str, object)
    cleared = Signal()
    begun = Signal(object, object)
    busy = Signal(bool)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self._query = ""
        self._mode: Mode = "hybrid"
        self._as_of: datetime.date | None = None
        self._answer: Answer | None = None
        self._top = _FIRST
        self._asking_more = False
        self._rerank = True
        self._is_reranked = False
        self._remembered = (
            ""  # what counts as asked, and does so once, however often it is answered
        )
        self.keeps_searches = True
        self._pause = _timer(self, _PAUSE_IN_TYPING, self.search_now)
        self._patience = _timer(self, _PATIENCE, lambda: self.busy.emit(True))
        self._resting = _timer(self, _REST, self._look_closer)
        self._completing = _timer(self, _PAUSE_IN_COMPLETING, self._complete)
        self._settling = _timer(self, _SETTLED, self._remember)

    @property
    def query(self) -> str:
        """What was typed last."""
        return self._query

    @property
    def mode(self) -> Mode:
        """How to search."""
        return self._mode

    @property
    def as_of(self) -> datetime.date | None:
        """The day whose texts are searched, ``None`` for those of today."""
        return self._as_of

    @property
    def answer(self) -> Answer | None:
        """The last answer, if it still counts."""
        return self._answer

    def type(self, query: str) -> None:
        """Take ``query`` and ask it when typing pauses."""
        self._query, self._remembered = query, ""
        self._pause.start()
        self._resting.stop()
        self._settling.stop()  # keys that come fast must not have it count as asked half typed
        self._completing.start()

    def restore(self, query: str) -> None:
        """Take ``query``, which was asked when the library was open last."""
        self._query = query
        self._remembered = query.strip()

    def set_mode(self, mode: Mode) -> None:
        """Search in ``mode`` from now on."""
        if mode != self._mode:
            self._mode = mode
            self.search_again()

    def set_as_of(self, day: datetime.date | None) -> None:
        """Search the texts of ``day`` from now on, those of today where it is ``None``."""
        if day != self._as_of:
            self._as_of = day
            self.search_again()

    def set_rerank(self, rerank: bool) -> None:
        """Switch re-ranking of the top results on or off."""
        if rerank != self._rerank:
            self._rerank = rerank
            self.search_again()

    def search_again(self, *, reranked: bool = False) -> None:
        """Ask what was asked, since its answer may be another one now; what else is read stays.

        If no user waits for it, the top hits are ``reranked`` at once, so that their order does not change twice.
        """
        if self._query.strip():
            self.search_now(reranked=reranked and self._reranks)

    def search_now(self, *, reranked: bool = False) -> None:
        """Ask what was typed; an answer to anything older is dropped."""
        self._pause.stop()
        self._settling.stop()
        self._resting.stop()
        self._engine.forget("more")
        self._asking_more, self._is_reranked = False, reranked
        self._top = _FIRST
        if not self._query.strip():
            self.clear()
            return
        self._patience.start()
        self._ask("search", self._take)

    def more(self) -> None:
        """Ask for more hits of the same query, where there may be some."""
        answer = self._answer
        if answer is None or self._asking_more or self._top >= MOST or answer.query != self._query:
            return
        if len(answer.hits) < self._top and answer.total <= len(answer.hits):
            return
        self._ask_more(self._extend)

    def warm_up(self) -> None:
        """Have the engine load what a search needs, before the first one is typed."""
        self._engine.ask(
            "warm up",
            questions.warm_up,
            lambda _answer: None,
            lambda _error: None,  # the search that a person makes will tell
        )

    def settle(self) -> None:
        """Count the query as asked, since a person chose one of its results."""
        self._settling.stop()
        self._remember()

    def forget_earlier(self, done: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        """Wipe all earlier searches; that whose results are in sight is not kept anew."""
        self._settling.stop()
        self._remembered = self._query.strip()

        def forgotten(_: None) -> None:
            self.begun.emit([], [])
            self._look_back()
            done()

        self._engine.write(questions.forget_earlier, forgotten, failed)

    def _look_closer(self) -> None:
        """Re-rank the top hits, which is too slow for each key stroke, and ask for more."""
        answer = self._answer
        if self._reranks and answer and answer.hits:
            self._is_reranked = True
            self._ask_more(self._reorder)
        else:
            self.more()

    @property
    def _reranks(self) -> bool:
        return self._rerank and self._mode != "keyword"

    def _ask_more(self, take: Callable[[Answer], None]) -> None:
        self._asking_more = True
        self._top = min(MOST, self._top * _TIMES)
        self._ask("more", take)

    def _ask(self, lane: str, take: Callable[[Answer], None]) -> None:
        mode = self._mode
        self._engine.ask(
            lane,
            partial(
                questions.search,
                query=self._query,
                mode=mode,
                top=self._top,
                as_of=self._as_of,
                rerank=self._is_reranked,
            ),
            take,
            lambda error: self._refuse(error, mode),
        )

    def clear(self) -> None:
        """Have no answer any more, as long as nothing is asked."""
        for timer in (self._pause, self._settling, self._resting):
            timer.stop()
        for lane in ("search", "more"):
            self._engine.forget(lane)
        self._answer = None
        self._quiet()
        self.cleared.emit()
        if self._query.strip():  # as where the library is left
            self.begun.emit([], [])
        self._look_back()

    def _look_back(self) -> None:
        """Ask what was searched for before, where that is in sight."""
        if self._query.strip():
            return
        self._engine.ask(
            "begun",
            questions.begun,
            lambda found: self.begun.emit(found[0] if self.keeps_searches else [], found[1]),
            lambda _error: self.begun.emit([], []),  # as where no library is open
        )

    def _take(self, answer: Answer) -> None:
        self._answer = answer
        self._quiet()
        self._resting.start()
        if self.keeps_searches:
            self._settling.start()
        self.answered.emit(answer)

    def _reorder(self, answer: Answer) -> None:
        self.reranked.emit(self._further(answer))

    def _extend(self, answer: Answer) -> None:
        self.extended.emit(self._further(answer))

    def _further(self, answer: Answer) -> Answer:
        """``answer`` to the same query, with the time that a person waited for the first."""
        self._asking_more = False
        if self._answer is not None:
            answer = dataclasses.replace(answer, took_ms=self._answer.took_ms)
        self._answer = answer
        return answer

    def _refuse(self, error: Exception, mode: Mode) -> None:
        self._asking_more = False
        self._quiet()
        self.refused.emit(error_messages.complaint(error, mode))

    def _quiet(self) -> None:
        self._patience.stop()
        self.busy.emit(False)

    # Earlier searches and completion.

    def _remember(self) -> None:
        query, answer = self._query.strip(), self._answer
        if not self.keeps_searches or not query or answer is None or not answer.hits:
            return
        if query == self._remembered:
            return
        self._remembered = query
        self._engine.write(
            partial(questions.remember, query=query),
            lambda _: self._look_back(),
            lambda _error: None,
        )

    def _complete(self) -> None:
        typed = self._query
        if len(typed.strip()) < 2:
            self._engine.forget("complete")
            self.completed.emit(typed, [])
            return
        self._engine.ask(
            "complete",
            partial(questions.complete, typed=typed),
            lambda found: self.completed.emit(typed, found),
            lambda _error: None,
        )


def _timer(parent: QObject, milliseconds: int, call: Callable[[], object]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(call)
    return timer
