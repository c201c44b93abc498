"""The session of the open library: opening, additions, pauses, retries, state and failures."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk.errors import LibraryLocked, PassphraseNeeded, WrongPassphrase
from lexdesk.system.paths import path_on_disk, stored_path
from lexdesk_gui import error_messages
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.engine.long_work import LongWork, LongWorkList
from lexdesk_gui.engine.tasks import Bug
from lexdesk_gui.indexing import add_summary, indexing_requests
from lexdesk_gui.indexing.disk_check import DiskCheck
from lexdesk_gui.indexing.examples import examples
from lexdesk_gui.indexing.indexing_requests import Added, State, Tried
from lexdesk_gui.indexing.password_attempts import PasswordAttempts, Try
from lexdesk_gui.indexing.pending_paths import Named, PendingPaths, distinguish_names
from lexdesk_gui.language import translate

if TYPE_CHECKING:
    from lexdesk.errors import Message
    from lexdesk.ingest import Progress
    from lexdesk.library.library import Library
    from lexdesk.models.manifest import Size
    from lexdesk_gui.engine.connection import Work
    from lexdesk_gui.preferences import Preferences

_SECONDS_BETWEEN_STATUS = 2.0  # while files are added; a status walks the library's folder
SECONDS_TO_LEAVE_IT = 15.0
"""Time for another writer, such as the process of a killed window, to complete an interrupted addition."""


@dataclass(frozen=True, slots=True)
class Running:
    """A process writing to the library, and its reports."""

    work: LongWork
    adds: bool = True  # rather than remove a folder or recompute vectors
    is_announced: bool = True  # or reported later
    by_itself: bool = False  # rather than asked for by a person
    is_stopped: bool = False  # by a person
    named: Named | None = None  # what is added by it
    tries_password: bool = False


class LibrarySession(QObject):
    """Owns the open library and the running addition; independent of widgets.

    New paths are kept in ``preferences`` until an engine process has stored them in the library.

    ``leaving`` precedes a change of library, ``opened`` emits the folder, ``not_opened`` an exception, ``state_changed`` a
    ``State``, ``state_unavailable`` an exception in its place; ``began`` reports a new addition, ``progressed`` the
    engine's ``Progress``; ``ended`` emits a closing sentence, ``said`` a notice; ``left_behind`` emits a folder,
    its missing and its ignored files; ``examples`` emits example queries,
    ``size_estimated`` a size of embeddings with the seconds of computing them.
    """

    leaving = Signal()
    opened = Signal(object)
    not_opened = Signal(object)
    state_changed = Signal(object)
    state_unavailable = Signal(object)
    began = Signal(str)
    progressed = Signal(object)
    ended = Signal(str)
    said = Signal(str)
    left_behind = Signal(object, int, int)
    examples = Signal(object)
    size_estimated = Signal(str, float)

    def __init__(self, engine: Engine, preferences: Preferences, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        engine.unavailable.connect(self._report_unavailable)
        self.path: Path | None = None
        self.is_open = False
        self._is_out_of_reach = False
        self._waits_for_passphrase = False
        self.state: State | None = None
        self.running: Running | None = None
        self.beginning = ""  # message of an addition without progress so far
        self._waiting: list[Named] = []  # paths to add after it
        self._unnoted = PendingPaths(preferences)
        self.unlocking = PasswordAttempts(self)
        self._works = LongWorkList(self)
        self._gone_files = DiskCheck(self._works, self)
        self._gone_files.found.connect(lambda found: self.left_behind.emit(*found))
        self._gone_files.bug.connect(engine.bug)
        self._size_estimate = DiskCheck(self._works, self)
        self._size_estimate.found.connect(lambda found: self.size_estimated.emit(*found))
        self._size_estimate.bug.connect(engine.bug)
        self._is_new = False  # until the rest of an earlier addition is known
        self._was_left_to_other = False  # an interrupted addition
        self._unread: dict[str, Message] = {}  # folders, with why they cannot be read
        self._passphrase: str | None = None  # kept while the library is open, to add to it
        self._refresh = QTimer(self)
        self._refresh.setInterval(round(_SECONDS_BETWEEN_STATUS * 1000))
        self._refresh.timeout.connect(self.ask_state)
        self._left_to_other = QTimer(self, singleShot=True)
        self._left_to_other.setInterval(round(SECONDS_TO_LEAVE_IT * 1000))
        self._left_to_other.timeout.connect(self._see_to_it)

    @property
    def adding(self) -> LongWork | None:
        """Return the running process that writes to the library."""
        return self.running.work if self.running else None

    @property
    def is_read_only(self) -> bool:
        """Return True if the open library is known to be read-only."""
        return self.state is not None and self.state.status.read_only

    @property
    def is_encrypted(self) -> bool:
        """Return True if the open library is encrypted."""
        return self.is_open and self._passphrase is not None

    @property
    def place(self) -> tuple[Path | None, str | None]:
        """Return folder and passphrase, to open the library in another process."""
        return self.path, self._passphrase

    def open(
        self, path: Path | None, *, then_add: Sequence[Path] = (), passphrase: str | None = None
    ) -> None:
        """Open the library in ``path``; with ``then_add``, create a missing one and add these paths.

        ``passphrase`` opens an encrypted one.
        """
        if self._is_adding():
            return
        self._gone_files.stop()
        self._left_to_other.stop()
        if self.is_open:
            self.leaving.emit()
            self.is_open = False
        if self.beginning:  # the new library is no longer opened
            self.beginning = ""
            self._waiting.clear()
            self.ended.emit("")
        self.path, self._passphrase, self.state = path, passphrase, None
        self._unread.clear()
        self.unlocking.forget()
        self._unnoted.begin(None)
        self._is_out_of_reach = self._was_left_to_other = False
        if then_add:
            self._unnoted.name(path, then_add)
            self._begin(_looking())
        self._engine.open(
            path, lambda found: self._opened(found, then_add), self._not_opened,
            then_add=then_add, passphrase=passphrase,
        )  # fmt: skip

    def add(self, paths: Sequence[Path], *, again: bool = False) -> None:
        """Queue files and folders for addition; create a missing library."""
        if self._only_reads():
            return
        self._unnoted.name(self.path, paths)
        if again and (folders := [path for path in paths if stored_path(path) in self._unread]):
            files = [path for path in paths if path not in folders]
            if files:
                self.add(files, again=True)
            self.add(folders)
        elif self.adding is not None or self.beginning:
            self._wait(paths, again=again)
        elif self._waits_for_passphrase:
            self.said.emit(
                translate("Library", "Open the library with its passphrase first, then add to it.")
            )
        elif not self.is_open:
            self.open(self.path, then_add=paths)
        elif self.path is not None:
            named = tuple(paths), again
            self._keep(named)
            self._start(self._addition(self.path, paths, again=again), named=named)

    def unlock(self, paths: Sequence[Path], password: str) -> None:
        """Try ``password`` on the locked files ``paths`` after the current addition.

        Earlier passwords are tried too: a locked archive may hold a file with another one.
        """
        wanted = Try(tuple(paths), password)
        if self._only_reads() or not self.is_open or self.path is None:
            self.unlocking.fail()
        elif self.adding is not None or self.beginning:
            self.unlocking.wait(wanted)
        else:
            self.unlocking.begin(wanted)
            self._start(
                self._addition(self.path, paths, again=True, passwords=self.unlocking.typed),
                tries_password=True,
            )

    def _wait(self, paths: Sequence[Path], *, again: bool) -> None:
        """Queue ``paths`` after the current addition; the library stores them."""
        self._waiting.append((tuple(paths), again))
        if self.is_open:
            self._keep(self._waiting[-1])
        self._note_waiting()
        self.said.emit(
            translate(
                "Library",
                "These files are queued; they are read after the current ones, or at the next start.",
            )
        )

    def _note_waiting(self) -> None:
        """Store the queue in the library, for a new library after its creation."""
        if self.is_open and self._waiting:
            waiting = list(self._waiting)
            self._engine.write(
                self._with_waiting(indexing_requests.note_waiting),
                lambda _: self._unnoted.noted(waiting),
                lambda error: self.said.emit(error_messages.failure(error)),
            )

    def _keep(self, named: Named) -> None:
        """Keep new paths in ``preferences`` against a killed window.

        Not for an encrypted library: its file names are never stored in plain text.
        """
        if not self.is_encrypted:
            self._unnoted.keep(named)

    def _note_kept(self, path: Path) -> bool:
        """Store the paths kept by a killed window in the library in ``path``; return False without any."""
        new, again = ([], []) if self.is_encrypted else self._unnoted.of_killed_window(path)
        if not new and not again:
            return False

        def noted(_: object) -> None:
            self._unnoted.noted_of_killed_window(path)
            go_on()

        def go_on() -> None:
            if path == self.path and self.is_open:
                self._is_new = True
                self.ask_state()

        def not_noted(error: Exception) -> None:
            self.said.emit(error_messages.failure(error))
            go_on()

        question = partial(indexing_requests.note_waiting, paths=new, again=again)
        self._engine.write(question, noted, not_noted)
        return True

    def _with_waiting(self, question: Callable[..., None]) -> Callable[[Library], None]:
        """Return ``question`` bound to the queue."""
        new, again = distinguish_names(self._waiting)
        return partial(question, paths=new, again=again)

    def _only_reads(self) -> bool:
        """Report a read-only library and return True for one."""
        if self.is_open and self.is_read_only:
            self.said.emit(error_messages.only_read())
            return True
        return False

    def _is_adding(self) -> bool:
        """Report a running addition and return True for one."""
        if self.adding is None:
            return False
        self.said.emit(translate("Library", "Files are being added; stop the addition first."))
        return True

    def remove(self, folder: Path) -> None:
        """Remove the documents of ``folder`` from the library; leave its files untouched."""
        if not self._only_reads() and not self._is_adding() and self.path is not None:
            work = partial(
                indexing_requests.remove, path=self.path, folder=folder, passphrase=self._passphrase
            )
            self._start(work, translate("Library", "Removing…"), adds=False)

    def look_for_gone(self, folder: Path) -> None:
        """Request the number of missing files of ``folder``; ``left_behind`` emits the answer."""
        self._gone_files.stop()
        if self.adding is None and self.path is not None:
            self._gone_files.run(
                partial(
                    indexing_requests.left_behind,
                    path=self.path,
                    folder=folder,
                    passphrase=self._passphrase,
                )
            )

    def remove_gone(self, folder: Path) -> None:
        """Remove the missing files of ``folder`` from the library, and read new ones."""
        if not self._only_reads() and not self._is_adding() and self.path is not None:
            self._start(self._addition(self.path, [folder], prune=True))

    def estimate_size(self, size: Size) -> None:
        """Request the time of embeddings in ``size``; ``size_estimated`` emits the answer."""
        if self.adding is None and self.path is not None:
            self._size_estimate.run(
                partial(
                    indexing_requests.estimate_size,
                    path=self.path,
                    passphrase=self._passphrase,
                    size=size,
                )
            )

    def rebuild_vectors(self, size: Size | None = None) -> None:
        """Rebuild the semantic index with the current model, or what ``size`` changes; keyword search works meanwhile."""
        if not self._only_reads() and not self._is_adding() and self.path is not None:
            work = partial(
                indexing_requests.rebuild_vectors,
                path=self.path,
                passphrase=self._passphrase,
                size=size,
            )
            self._start(work, translate("Library", "Starting…"), adds=False)

    def compute_vectors(self) -> None:
        """Build the missing part of the semantic index."""
        if self.adding is None and self.path is not None and not self._only_reads():
            self._start(self._addition(self.path, []), translate("Library", "Starting…"))

    def stop(self) -> None:
        """Stop the addition after the current file and clear the queue."""
        if self.running is not None:
            self.running = dataclasses.replace(self.running, is_stopped=True)
            self._waiting.clear()
            self.unlocking.give_up()
            self._unnoted.noted_all()
            self.running.work.stop()
            self.said.emit(translate("Library", "Stopping after the current file…"))

    def pause(self, paused: bool) -> None:
        """Let the addition rest, or go on."""
        if self.adding is not None:
            self.adding.pause(paused)

    def ask_state(self) -> None:
        """Request the state of the library."""
        self._engine.ask(
            "status", indexing_requests.state, self._set_state, self._report_unavailable
        )

    def ask_examples(self, by_meaning: bool) -> None:
        """Request example queries; ``by_meaning`` includes semantic ones."""
        question = partial(examples, by_meaning=by_meaning)
        self._engine.ask("examples", question, self.examples.emit, lambda _error: None)

    def is_reached(self) -> None:
        """Request the state again after a failed request: the library answers now."""
        if self._is_out_of_reach:
            self.ask_state()

    def _set_state(self, state: State) -> None:
        state = dataclasses.replace(state, failures={**self._unread, **state.failures})
        self.state, self._is_out_of_reach = state, False
        self.state_changed.emit(state)
        if not state.status.lexical_ready and self.adding is None:  # another program writes
            self._left_to_other.start()
        if self._is_new:
            self._is_new = False
            self._go_on(state)

    def _report_unavailable(self, error: Exception) -> None:
        if isinstance(error, Bug):
            return  # which does not concern the library
        self.state, self._is_out_of_reach = None, True
        self.state_unavailable.emit(error)
        self.said.emit(error_messages.failure(error))

    def close(self) -> None:
        """Stop the addition; keep everything added so far."""
        self._refresh.stop()
        self._left_to_other.stop()
        self._waiting.clear()
        self.unlocking.forget()
        self._gone_files.stop()
        if self.adding is not None:
            self.adding.stop()
        self._works.wait()
        self.is_open = False  # a late end starts nothing new

    def _opened(self, path: Path, then_add: Sequence[Path]) -> None:
        self.path, self.is_open, self._waits_for_passphrase = path, True, False
        self._unnoted.begin(path)
        self._is_new = not self._note_kept(path) and not then_add
        self.opened.emit(path)
        self.ask_state()
        if then_add:
            self._start(self._addition(path, then_add))
            self._note_waiting()

    def _not_opened(self, error: Exception) -> None:
        self.is_open, self._passphrase, self.beginning = False, None, ""
        self._waiting.clear()
        self._waits_for_passphrase = isinstance(error, PassphraseNeeded | WrongPassphrase)
        self.not_opened.emit(error)

    def _go_on(self, state: State) -> None:
        """Resume an interrupted addition with the paths added in this program.

        If another program owns it, report the takeover later.
        """
        status = state.status
        by_this_model = status.vectors == 0 or status.vectors_ready > 0
        if status.read_only or self.path is None:
            return
        paths, others = self._unnoted.named_here(self.path, state.unfinished)
        if others:
            self.said.emit(
                translate(
                    "Library",
                    "The library lists {path} as incomplete; add it again to read the rest.",
                ).format(path=stored_path(others[0]))
            )
        is_half = status.model is not None and status.vectors_ready < 1 and by_this_model
        if self.adding is None and (paths or is_half):
            is_announced = not self._was_left_to_other
            self._start(self._addition(self.path, paths), is_announced=is_announced, by_itself=True)
        self._was_left_to_other = False

    def _see_to_it(self) -> None:
        """Check for the end of another program's addition and for its rest."""
        self._is_new = self._is_new or self._was_left_to_other
        if self.adding is None:
            self.ask_state()

    def _addition(
        self,
        library: Path,
        paths: Sequence[Path],
        *,
        again: bool = False,
        prune: bool = False,
        passwords: Sequence[str] = (),
    ) -> Work:
        return partial(
            indexing_requests.add,
            path=library,
            paths=list(paths),
            again=again,
            prune=prune,
            passwords=list(passwords),
            passphrase=self._passphrase,
        )

    def _start(
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
        self._gone_files.stop()
        if is_announced:
            self._begin(message or _looking())
        request = self._works.make(work)
        self.running = Running(
            request, adds, is_announced, by_itself, named=named, tries_password=tries_password
        )
        request.progress.connect(self._progressed)
        request.done.connect(self._added)
        request.stopped.connect(self._stopped)
        request.failed.connect(self._failed)
        request.bug.connect(self._had_bug)
        request.start()
        self._refresh.start()

    def _begin(self, message: str) -> None:
        self.beginning = message
        self.began.emit(message)

    def _progressed(self, _number: int, news: Progress | Tried) -> None:
        self.beginning = ""
        running = self.running
        if running is None:
            return
        if isinstance(news, Tried):
            self.running = dataclasses.replace(running, tries_password=False)
            self.unlocking.end(news.failures)
            self.ask_state()
            return
        if running.named:  # stored before it is reported
            self._unnoted.noted([running.named])
        if not running.is_announced:
            self.running = dataclasses.replace(running, is_announced=True)
            self.began.emit("")
        follows = self._waiting or self.unlocking.waits
        if news.stage == "vectors" and follows and running.adds:
            running.work.stop()  # the next addition computes the remaining vectors
        self.progressed.emit(news)

    def _added(self, _number: int, added: Added) -> None:
        for path in list(self._unread):
            if any(path_on_disk(path).is_relative_to(named) for named in added.named):
                del self._unread[path]
        self._unread |= added.unread
        self._end(add_summary.summary(added))
        self._add_next()

    def _stopped(self, _number: int) -> None:
        by_hand = self.running and self.running.is_stopped
        follows = self._waiting or self.unlocking.waits
        self._end("" if follows else add_summary.summary(Added(None, stopped=True)))
        if by_hand:  # before the queue is stored as unfinished
            self._engine.write(
                self._with_waiting(indexing_requests.leave_unfinished),
                lambda _: self._add_next(),
                lambda _error: self._add_next(),
            )
        else:
            self._add_next()

    def _failed(self, _number: int, error: Exception) -> None:
        by_itself = self.running and self.running.by_itself
        is_done_elsewhere = by_itself and isinstance(error, LibraryLocked)
        self._end("" if is_done_elsewhere else error_messages.failure(error))
        if is_done_elsewhere:
            self._was_left_to_other = True
            self._left_to_other.start()
        self._add_next()

    def _had_bug(self, _number: int, report: str) -> None:
        self._engine.bug.emit(report)
        self._end(error_messages.failure(Bug(report)))
        self._add_next()

    def _add_next(self) -> None:
        if self._waiting:
            paths, again = self._waiting.pop(0)
            self.add(paths, again=again)
        elif wanted := self.unlocking.next():
            self.unlock(*wanted)

    def _end(self, text: str) -> None:
        if self.running and self.running.tries_password:
            self.unlocking.fail()
        is_announced = self.running and self.running.is_announced
        if self.running and self.running.named:
            self._unnoted.noted([self.running.named])
        self.running, self.beginning = None, ""
        self._refresh.stop()
        if is_announced or text:
            self.ended.emit(text)
            self.ask_state()


def _looking() -> str:
    """Return the message for the first step of an addition."""
    return translate("Library", "Looking for files to read…")
