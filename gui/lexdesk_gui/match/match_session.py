"""The session of a match: start, cancel, repeat, report."""

from __future__ import annotations

import dataclasses
import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.engine.long_work import LongWork, LongWorkList
from lexdesk_gui.engine.tasks import Bug
from lexdesk_gui.indexing.indexing_session import LibrarySession
from lexdesk_gui.language import translate
from lexdesk_gui.match import match_requests
from lexdesk_gui.match.match_requests import MatchQuestion
from lexdesk_gui.match.reasons import make_report_words
from lexdesk_gui.wording import file_name

if TYPE_CHECKING:
    from lexdesk.compliance import Similar
    from lexdesk.compliance.doc2doc.parameters import Find
    from lexdesk_gui.indexing.indexing_requests import State


class MatchSession(QObject):
    """The owner of the running match and the last answer; independent of widgets.

    A match with a part of the semantic index is repeated once that is complete.

    ``asked`` belongs to ``answer``, also during and after another match. ``began`` emits ``MatchQuestion``,
    ``progressed`` a step with its progress; ``found`` emits ``Similar``, or ``None`` once forgotten, ``failed``
    an exception; ``ended`` follows each of them and ``cancel``. ``notified`` emits a sentence.
    """

    began = Signal(object)
    progressed = Signal(str, int, int)
    found = Signal(object)
    failed = Signal(object)
    ended = Signal()
    notified = Signal(str)

    def __init__(self, engine: Engine, library: LibrarySession, parent: QObject | None = None):
        super().__init__(parent)
        self._engine, self._library = engine, library
        self._works = LongWorkList(self)  # also those that were stopped, till they end
        self._current: LongWork | None = None
        self._asking: MatchQuestion | None = None  # what the search that runs is about
        self.question: MatchQuestion | None = None
        self.answer: Similar | None = None
        self._as_of: datetime.date | None = None

    @property
    def is_busy(self) -> bool:
        """Return True while a match runs."""
        return self._current is not None

    @property
    def running(self) -> tuple[LongWork, ...]:
        """Return the processes still running, cancelled ones included."""
        return self._works.running

    def match(self, query: Path | str, name: str, within: str = "") -> None:
        """Match a file or a work against the documents that pass the filters ``within``."""
        self._begin(MatchQuestion(query, name, None, within))

    def ask_again(self, *, find: Find | None, within: str) -> None:
        """Ask with the same document for something else."""
        if self.question is not None:
            self._begin(dataclasses.replace(self.question, find=find, within=within))

    def set_as_of(self, day: datetime.date | None) -> None:
        """Match with the law of ``day`` (``None`` for today), and repeat the match shown."""
        self._as_of = day
        if self.question is not None:
            self._begin(self.question)

    def cancel(self) -> None:
        """Cancel the match; keep earlier results."""
        if self._current is not None:
            self._current.kill()
            self._current = None
            self.ended.emit()

    def forget(self) -> None:
        """Forget the answer on leaving the library."""
        self.cancel()
        self.question, self.answer = None, None
        self.found.emit(None)

    def write_report(self, target: Path) -> None:
        """Write results and decisions to ``target``, in the format of its suffix."""
        answer = self.answer
        if answer is None:
            return
        message = translate("Match", "Report written to {name}").format(name=file_name(target))
        words = make_report_words(answer)
        write = partial(match_requests.write_report, answer=answer, target=target, words=words)
        self._engine.write(write, lambda _: self.notified.emit(message), self.failed.emit)

    def close(self) -> None:
        """End all searches."""
        for request in self._works.running:
            request.kill()
        self._works.wait()

    def _begin(self, question: MatchQuestion) -> None:
        if not self._library.is_open:
            self.notified.emit(
                translate("Match", "Open a library first; the document is compared with it.")
            )
            return
        self.cancel()
        question = dataclasses.replace(
            question, as_of=self._as_of, share=_indexed(self._library.state)
        )
        self._asking = question
        path, passphrase = self._library.place
        match = partial(match_requests.match, question=question, path=path, passphrase=passphrase)
        self._current = request = self._works.make(match)
        request.progress.connect(self._progressed)
        request.done.connect(self._found)
        request.failed.connect(self._failed)
        request.bug.connect(self._had_bug)
        self.began.emit(question)
        request.start()

    def repeat_when_complete(self, state: State) -> None:
        """Repeat a match with a part of the semantic index once that is complete."""
        question = self.question
        if question and question.share < 1 and not self.is_busy and _indexed(state) == 1:
            self._begin(question)

    def _progressed(self, number: int, news: tuple[str, int, int]) -> None:
        if self._is_wanted(number):
            self.progressed.emit(*news)

    def _found(self, number: int, answer: Similar) -> None:
        if self._is_wanted(number):
            self._current, self.question, self.answer = None, self._asking, answer
            self.found.emit(answer)
            self.ended.emit()

    def _failed(self, number: int, error: Exception) -> None:
        if self._is_wanted(number):
            self._current = None
            self.failed.emit(error)
            self.ended.emit()

    def _had_bug(self, number: int, report: str) -> None:
        self._engine.bug.emit(report)
        self._failed(number, Bug(report))

    def _is_wanted(self, number: int) -> bool:
        return self._current is not None and self._current.number == number


def _indexed(state: State | None) -> float:
    """Return the complete part of the semantic index; 1.0 without a model, which builds none."""
    return state.status.vectors_ready if state and state.status.model else 1.0
