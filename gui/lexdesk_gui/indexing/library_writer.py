"""The process that writes to the library: an addition, a removal or a rebuild, one at a time."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk.errors import LibraryLocked
from lexdesk_gui import error_messages, wording
from lexdesk_gui.engine.long_work import LongWork, LongWorkList
from lexdesk_gui.engine.tasks import Bug
from lexdesk_gui.file_failures import count_failures
from lexdesk_gui.indexing.indexing_requests import AdditionOutcome, PasswordAttempt
from lexdesk_gui.indexing.library_state import LibraryState
from lexdesk_gui.indexing.password_attempts import PasswordAttempts
from lexdesk_gui.indexing.pending_paths import Named, PendingPaths
from lexdesk_gui.language import find_plural, translate

if TYPE_CHECKING:
    from lexdesk.ingest import AddReport, Progress
    from lexdesk_gui.engine.connection import Work
    from lexdesk_gui.indexing.indexing_requests import AdditionOutcome


@dataclass(frozen=True, slots=True)
class RunningWriter:
    """A process writing to the library, and its reports."""

    work: LongWork
    adds: bool = True  # rather than remove a folder or recompute vectors
    is_announced: bool = True  # or reported later
    by_itself: bool = False  # not requested by the user
    is_stopped: bool = False  # by the user
    named: Named | None = None  # paths of the addition
    tries_password: bool = False


class LibraryWriter(QObject):
    """A runner of one process at a time, which it reports.

    ``starting`` precedes a process, ``began`` emits its message, ``progressed`` the engine's ``Progress``, ``ended`` a
    closing sentence, ``notified`` a notice, ``bug`` a report; ``left`` reports that another program completes the addition,
    and ``free`` that the next one may start.
    """

    starting = Signal()
    began = Signal(str)
    progressed = Signal(object)
    ended = Signal(str)
    notified = Signal(str)
    bug = Signal(str)
    left = Signal()
    free = Signal()

    def __init__(
        self,
        works: LongWorkList,
        state: LibraryState,
        pending: PendingPaths,
        unlocking: PasswordAttempts,
        parent: QObject,
    ):
        super().__init__(parent)
        self._works, self._state = works, state
        self._pending, self._unlocking = pending, unlocking
        self.running: RunningWriter | None = None
        self.beginning = ""  # message of a process without progress so far
        self.error = ""  # message of the last process, if it failed

    def begin(self, message: str = "") -> None:
        """Announce a process before it starts."""
        self.beginning = message or translate("Library", "Looking for files to read…")
        self.began.emit(self.beginning)

    def start(
        self,
        work: Work,
        message: str = "",
        *,
        adds: bool = True,
        is_announced: bool = True,
        by_itself: bool = False,
        named: Named | None = None,
        tries_password: bool = False,
    ) -> None:
        """Start ``work`` in a process of its own."""
        self.starting.emit()
        self.error = ""
        if is_announced:
            self.begin(message)
        request = self._works.make(work)
        self.running = RunningWriter(
            request, adds, is_announced, by_itself, named=named, tries_password=tries_password
        )
        request.progress.connect(self._progressed)
        request.done.connect(self._added)
        request.stopped.connect(self._stopped)
        request.failed.connect(self._failed)
        request.bug.connect(self._had_bug)
        request.start()
        self._state.refresh(True)

    def stop(self) -> None:
        """Stop the process after the current file and clear the queue."""
        if self.running is not None:
            self.running = dataclasses.replace(self.running, is_stopped=True)
            self._pending.stop()
            self._unlocking.give_up()
            self.running.work.stop()
            self.notified.emit(translate("Library", "Stopping after the current file…"))

    @property
    def _is_awaited(self) -> bool:
        return self._pending.waits or self._unlocking.waits

    def _progressed(self, _number: int, news: Progress | PasswordAttempt) -> None:
        self.beginning = ""
        running = self.running
        if running is None:
            return
        if isinstance(news, PasswordAttempt):
            self.running = dataclasses.replace(running, tries_password=False)
            self._unlocking.end(news.failures)
            self._state.ask()
            return
        if running.named:  # stored before it is reported
            self._pending.stored([running.named])
        if not running.is_announced:
            self.running = dataclasses.replace(running, is_announced=True)
            self.began.emit("")
        if news.stage == "vectors" and self._is_awaited and running.adds:
            running.work.stop()  # the next addition computes the remaining vectors
        self.progressed.emit(news)

    def _added(self, _number: int, added: AdditionOutcome) -> None:
        self._state.note(added)
        self._end(summarize(added))
        self.free.emit()

    def _stopped(self, _number: int) -> None:
        by_hand = self.running and self.running.is_stopped
        self._end("" if self._is_awaited else summarize(AdditionOutcome(None, stopped=True)))
        if by_hand:  # before the queue is stored as unfinished
            self._pending.leave_unfinished(self.free.emit)
        else:
            self.free.emit()

    def _failed(self, _number: int, error: Exception) -> None:
        by_itself = self.running and self.running.by_itself
        is_done_elsewhere = by_itself and isinstance(error, LibraryLocked)
        self.error = "" if is_done_elsewhere else error_messages.describe_failure(error)
        self._end(self.error)
        if is_done_elsewhere:
            self.left.emit()
        self.free.emit()

    def _had_bug(self, _number: int, report: str) -> None:
        self.bug.emit(report)
        self.error = error_messages.describe_failure(Bug(report))
        self._end(self.error)
        self.free.emit()

    def _end(self, text: str) -> None:
        running = self.running
        if running and running.tries_password:
            self._unlocking.fail()
        if running and running.named:
            self._pending.stored([running.named])
        self.running, self.beginning = None, ""
        self._state.refresh(False)
        if (running and running.is_announced) or text:
            self.ended.emit(text)
            self._state.ask()


def summarize(outcome: AdditionOutcome) -> str:
    """Return ``12 files read, 3 unchanged.``, with removals, an interruption, and the semantic index."""
    if outcome.report is None:
        return translate("Wording", "Stopped; files already read stay in the library.")
    read = outcome.report
    if outcome.is_removal:
        return find_plural("Wording", "%Ln files are no longer in the library.")(read.removed)
    if not (read.added or read.replaced or read.unchanged or read.failed) and read.vectors:
        return find_plural("Wording", "%Ln passages added to the semantic index.")(read.vectors)
    later = translate("Wording", "Semantic search needs a model.")
    return _reported(outcome.report) + (f" {later}" if outcome.no_meaning else "")


def _reported(report: AddReport) -> str:
    parts = [find_plural("Wording", "%Ln files read")(report.added + report.replaced)]
    if report.unchanged:
        parts.append(
            translate("Wording", "{n} unchanged").format(n=wording.number(report.unchanged))
        )
    if report.moved:
        parts.append(translate("Wording", "{n} renamed").format(n=wording.number(report.moved)))
    if report.removed:
        parts.append(translate("Wording", "{n} removed").format(n=wording.number(report.removed)))
    if report.gone:
        gone = translate("Wording", "{n} no longer on disk but still in the library")
        parts.append(gone.format(n=wording.number(report.gone)))
    needing, _, left_out = count_failures(report.failed)
    if needing:
        parts.append(find_plural("Wording", "%Ln need attention")(needing))
    if left_out:
        parts.append(translate("Wording", "{n} left out").format(n=wording.number(left_out)))
    return ", ".join(parts) + "."
