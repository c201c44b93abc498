"""A document that is asked with: begun, cancelled, asked again otherwise, written as a report."""

from __future__ import annotations

import dataclasses
import itertools
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.desk import Bug
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.engine.long_work import LongWork
from lexdesk_gui.language import translate
from lexdesk_gui.library.session import LibrarySession
from lexdesk_gui.match import questions
from lexdesk_gui.match.questions import Asked
from lexdesk_gui.match.reasons import words_of_report

if TYPE_CHECKING:
    from lexdesk.matching import Similar
    from lexdesk.matching.doc2doc.parameters import Find


class MatchSession(QObject):
    """Owns the search with a document that runs, and what came of the last; it knows no widget.

    ``asked`` is what ``answer`` is about, also while another search runs, or after it was given up.

    ``began`` gives what is ``Asked``, ``progressed`` a step, how much of it is done and of how much;
    ``found`` a ``Similar``, or ``None`` once it is forgotten, ``failed`` an exception; ``ended`` comes
    after each of them and after ``cancel``. ``told`` has a sentence.
    """

    began = Signal(object)
    progressed = Signal(str, int, int)
    found = Signal(object)
    failed = Signal(object)
    ended = Signal()
    told = Signal(str)

    def __init__(self, engine: Engine, library: LibrarySession, parent: QObject | None = None):
        super().__init__(parent)
        self._engine, self._library = engine, library
        self._numbers = itertools.count(1)
        self._current = 0
        self._asking: Asked | None = None  # what the search that runs is about
        self._threads: dict[int, LongWork] = {}  # also those that were stopped, till they end
        self.asked: Asked | None = None
        self.answer: Similar | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a search runs whose answer is wanted."""
        return self._current in self._threads

    @property
    def running(self) -> tuple[LongWork, ...]:
        """The searches whose processes have not ended, wanted or not."""
        return tuple(self._threads.values())

    def match(self, query: Path | str, name: str, within: str = "") -> None:
        """Ask with a file, or with a work of the library, among what the filters ``within`` let through."""
        self._begin(Asked(query, name, None, within))

    def again(self, *, find: Find | None, within: str) -> None:
        """Ask with the same document for something else."""
        if self.asked is not None:
            self._begin(dataclasses.replace(self.asked, find=find, within=within))

    def cancel(self) -> None:
        """Want no answer any more; what was found before stays."""
        if self.is_busy:
            self._threads[self._current].kill()
            self._current = 0
            self.ended.emit()

    def forget(self) -> None:
        """Forget what was found, since the library is left."""
        self.cancel()
        self.asked, self.answer = None, None
        self.found.emit(None)

    def write_report(self, target: Path) -> None:
        """Write what was found and decided to ``target``, in the format that its suffix names."""
        answer = self.answer
        if answer is None:
            return
        said = translate("Match", "Report written to {name}").format(name=target.name)
        words = words_of_report(answer)
        write = partial(questions.write_report, answer=answer, target=target, words=words)
        self._engine.write(write, lambda _: self.told.emit(said), self.failed.emit)

    def close(self) -> None:
        """End all searches."""
        for thread in self._threads.values():
            thread.kill()
        for thread in self._threads.values():
            thread.wait()

    def _begin(self, asked: Asked) -> None:
        if not self._library.is_open:
            self.told.emit(
                translate("Match", "Open a library first; a document is held against it.")
            )
            return
        self.cancel()
        self._asking = asked
        self._current = number = next(self._numbers)
        path, passphrase = self._library.place
        match = partial(questions.match, asked=asked, path=path, passphrase=passphrase)
        thread = LongWork(number, match, self)
        thread.told.connect(self._progressed)
        thread.done.connect(self._found)
        thread.failed.connect(self._failed)
        thread.bug.connect(self._had_bug)
        thread.finished.connect(self._sweep)
        self._threads[number] = thread
        self.began.emit(asked)
        thread.start()

    def _progressed(self, number: int, news: tuple[str, int, int]) -> None:
        if number == self._current:
            self.progressed.emit(*news)

    def _found(self, number: int, answer: Similar) -> None:
        if number == self._current:
            self._current, self.asked, self.answer = 0, self._asking, answer
            self.found.emit(answer)
            self.ended.emit()

    def _failed(self, number: int, error: Exception) -> None:
        if number == self._current:
            self._current = 0
            self.failed.emit(error)
            self.ended.emit()

    def _had_bug(self, number: int, report: str) -> None:
        self._engine.bug.emit(report)
        self._failed(number, Bug(report))

    def _sweep(self) -> None:
        for number, thread in list(self._threads.items()):
            if thread.isFinished():
                del self._threads[number]
                thread.deleteLater()
