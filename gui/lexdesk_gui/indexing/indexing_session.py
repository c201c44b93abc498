"""The session of the open library: opening, additions, pauses, retries, state and failures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk.errors import PassphraseNeeded, WrongPassphrase
from lexdesk_gui import error_messages
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.engine.long_work import LongWork, LongWorkList
from lexdesk_gui.indexing import indexing_requests
from lexdesk_gui.indexing.examples import find_examples
from lexdesk_gui.indexing.indexing_requests import State, is_published
from lexdesk_gui.indexing.library_state import DiskCheck, LibraryState
from lexdesk_gui.indexing.library_writer import LibraryWriter
from lexdesk_gui.indexing.password_attempts import PasswordAttempts, Try
from lexdesk_gui.indexing.pending_paths import InterruptedAddition, PendingPaths
from lexdesk_gui.language import translate

if TYPE_CHECKING:
    from lexdesk.models.manifest import Size
    from lexdesk_gui.engine.connection import Work
    from lexdesk_gui.preferences import Preferences


class LibrarySession(QObject):
    """The owner of the open library and the running addition; independent of widgets.

    ``leaving`` precedes a change of library, ``opened`` emits the folder, ``not_opened`` an exception, ``state_changed`` a
    ``State``, ``state_unavailable`` an exception in its place; ``began`` reports a new addition, ``progressed`` the
    engine's ``Progress``, ``paused`` a pause or its end; ``ended`` emits a closing sentence, ``notified`` a notice;
    ``examples`` emits example queries. ``gone_files`` finds a folder with its missing and its ignored files,
    ``size_estimate`` a size of embeddings with the seconds of computing them.
    """

    leaving = Signal()
    opened = Signal(object)
    not_opened = Signal(object)
    state_changed = Signal(object)
    state_unavailable = Signal(object)
    began = Signal(str)
    progressed = Signal(object)
    paused = Signal(bool)
    ended = Signal(str)
    notified = Signal(str)
    examples = Signal(object)

    def __init__(self, engine: Engine, preferences: Preferences, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self.path: Path | None = None
        self.is_open = False
        self._waits_for_passphrase = False
        self._state = LibraryState(engine, self)
        self._state.changed.connect(self.show_state)
        self._state.unavailable.connect(self._report_unavailable)
        self.pending = PendingPaths(engine, preferences, self)
        self.pending.failed.connect(self.notified)
        self.unlocking = PasswordAttempts(self)
        self._works = LongWorkList(self)
        self.gone_files = DiskCheck(self._works, self)
        self.size_estimate = DiskCheck(self._works, self)
        for check in (self.gone_files, self.size_estimate):
            check.bug.connect(engine.bug)
        self.writer = LibraryWriter(self._works, self._state, self.pending, self.unlocking, self)
        self.interrupted = InterruptedAddition(self.pending, self)
        self.interrupted.notified.connect(self.notified)
        self.interrupted.looking.connect(self._see_to_it)
        self.interrupted.resumed.connect(self._resume)
        self._passphrase: str | None = None  # kept while the library is open, to add to it
        self._connect_writer()

    def _connect_writer(self) -> None:
        writer = self.writer
        writer.starting.connect(self.gone_files.stop)
        writer.began.connect(self.began)
        writer.progressed.connect(self.progressed)
        writer.ended.connect(self.ended)
        writer.notified.connect(self.notified)
        writer.bug.connect(self._engine.bug)
        writer.left.connect(self.interrupted.leave)
        writer.free.connect(self._add_next)

    @property
    def adding(self) -> LongWork | None:
        """Return the running process that writes to the library."""
        return self.writer.running.work if self.writer.running else None

    @property
    def beginning(self) -> str:
        """Return the message of an addition without progress so far."""
        return self.writer.beginning

    @property
    def state(self) -> State | None:
        """Return the last known state of the open library."""
        return self._state.value

    @property
    def is_read_only(self) -> bool:
        """Return True if the open library is known to be read-only."""
        return self.state is not None and self.state.status.read_only

    @property
    def keeps_searches(self) -> bool:
        """Return True if searches and notes can be stored: those on a published library are the account's own."""
        return not self.is_read_only or (self.state is not None and is_published(self.state.status))

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
        self.gone_files.stop()
        self.interrupted.forget()
        if self.is_open:
            self.leaving.emit()
            self.is_open = False
        if self.beginning:  # the new library is no longer opened
            self.writer.beginning = ""
            self.pending.clear()
            self.ended.emit("")
        self.path, self._passphrase, self.writer.error = path, passphrase, ""
        self._state.forget()
        self.unlocking.forget()
        self.pending.begin(None)
        if then_add:
            self.pending.name(path, then_add)
            self.writer.begin()
        self._engine.open(
            path, lambda found: self._opened(found, then_add), self._not_opened,
            then_add=then_add, passphrase=passphrase,
        )  # fmt: skip

    def add(self, paths: Sequence[Path], *, again: bool = False) -> None:
        """Queue files and folders for addition; create a missing library."""
        if self._only_reads():
            return
        self.pending.name(self.path, paths)
        if again and (folders := list(filter(self._state.is_unread, paths))):
            files = [path for path in paths if path not in folders]
            if files:
                self.add(files, again=True)
            self.add(folders)
        elif self.adding is not None or self.beginning:
            self.pending.wait((tuple(paths), again))
            self.notified.emit(
                translate(
                    "Library",
                    "These files are queued; they are read after the current ones, or at the next start.",
                )
            )
        elif self._waits_for_passphrase:
            self.notified.emit(
                translate("Library", "Open the library with its passphrase first, then add to it.")
            )
        elif not self.is_open:
            self.open(self.path, then_add=paths)
        elif self.path is not None:
            named = tuple(paths), again
            self.pending.keep(named)
            self.writer.start(self._addition(paths, again=again), named=named)

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
            work = self._addition(paths, again=True, passwords=self.unlocking.typed)
            self.writer.start(work, tries_password=True)

    def _only_reads(self) -> bool:
        """Report a read-only library and return True for one."""
        if self.is_open and self.is_read_only and self.path is not None:
            from lexdesk.system.read_only import make_read_only_error, read_only_error

            error = read_only_error(self.path)
            if self.state is not None and is_published(self.state.status):
                error = make_read_only_error(self.state.status.path)
            self.notified.emit(error_messages.describe_failure(error))
            return True
        return False

    def _is_adding(self) -> bool:
        """Report a running addition and return True for one."""
        if self.adding is None:
            return False
        self.notified.emit(translate("Library", "Files are being added; stop the addition first."))
        return True

    @property
    def _can_write(self) -> bool:
        """Report a read-only library or a running addition; return True without any."""
        return not self._only_reads() and not self._is_adding() and self.path is not None

    def _on_library(self, request: Callable[..., object], **arguments: object) -> Work:
        """Return ``request`` about the open library, for another process."""
        return partial(request, path=self.path, passphrase=self._passphrase, **arguments)

    def remove(self, folder: Path) -> None:
        """Remove the documents of ``folder`` from the library; leave its files untouched."""
        if self._can_write:
            work = self._on_library(indexing_requests.remove, folder=folder)
            self.writer.start(work, translate("Library", "Removing…"), adds=False)

    def look_for_gone(self, folder: Path) -> None:
        """Request the number of missing files of ``folder``; ``gone_files`` emits the answer."""
        self.gone_files.stop()
        if self.adding is None and self.path is not None:
            self.gone_files.run(
                self._on_library(indexing_requests.find_missing_files, folder=folder)
            )

    def remove_gone(self, folder: Path) -> None:
        """Remove the missing files of ``folder`` from the library, and read new ones."""
        if self._can_write:
            self.writer.start(self._addition([folder], prune=True))

    def estimate_size(self, size: Size) -> None:
        """Request the time of embeddings in ``size``; ``size_estimate`` emits the answer."""
        if self.adding is None and self.path is not None:
            self.size_estimate.run(self._on_library(indexing_requests.estimate_size, size=size))

    def rebuild_vectors(self, size: Size | None = None) -> None:
        """Rebuild the semantic index with the current model, or what ``size`` changes; keyword search works meanwhile."""
        if self._can_write:
            work = self._on_library(indexing_requests.rebuild_vectors, size=size)
            self.writer.start(work, translate("Library", "Starting…"), adds=False)

    def compute_vectors(self) -> None:
        """Build the missing part of the semantic index."""
        if self._can_write:
            self.writer.start(self._addition([]), translate("Library", "Starting…"))

    def stop(self) -> None:
        """Stop the addition after the current file and clear the queue."""
        self.writer.stop()

    def pause(self, paused: bool) -> None:
        """Let the addition rest, or go on."""
        if self.adding is not None:
            self.adding.pause(paused)
            self.paused.emit(paused)

    def ask_state(self) -> None:
        """Request the state of the library."""
        self._state.ask()

    def ask_examples(self, semantic: bool) -> None:
        """Request example queries; ``semantic`` includes a semantic one."""
        question = partial(find_examples, semantic=semantic)
        self._engine.ask("examples", question, self.examples.emit, lambda _error: None)

    def is_reached(self) -> None:
        """Request the state again after a failed request: the library answers now."""
        if self._state.is_out_of_reach:
            self._state.ask()

    def show_state(self, state: State) -> None:
        """Report ``state``, and resume an interrupted addition."""
        self.state_changed.emit(state)
        self.interrupted.see(state, self.path, is_adding=self.adding is not None)

    def _report_unavailable(self, error: Exception) -> None:
        self.state_unavailable.emit(error)
        self.notified.emit(error_messages.describe_failure(error))

    def close(self) -> None:
        """Stop the addition; keep everything added so far."""
        self._state.refresh(False)
        self.interrupted.forget()
        self.pending.clear()
        self.unlocking.forget()
        self.gone_files.stop()
        if self.adding is not None:
            self.adding.stop()
        self._works.wait()
        self.is_open = False  # a late end starts nothing new

    def _opened(self, path: Path, then_add: Sequence[Path]) -> None:
        self.path, self.is_open, self._waits_for_passphrase = path, True, False
        self.pending.begin(path, is_encrypted=self.is_encrypted)
        was_killed = self.pending.store_of_killed_window(path, partial(self._stored, path))
        self.interrupted.expect(not was_killed and not then_add)
        self.opened.emit(path)
        self.ask_state()
        if then_add:
            self.writer.start(self._addition(then_add))
            self.pending.store()

    def _stored(self, path: Path) -> None:
        if path == self.path and self.is_open:
            self.interrupted.expect(True)
            self.ask_state()

    def _not_opened(self, error: Exception) -> None:
        self.is_open, self._passphrase, self.writer.beginning = False, None, ""
        self.pending.clear()
        self._waits_for_passphrase = isinstance(error, PassphraseNeeded | WrongPassphrase)
        self.not_opened.emit(error)

    def _resume(self, paths: Sequence[Path], is_announced: bool) -> None:
        message = translate("Library", "Resuming the interrupted indexing…")
        work = self._addition(paths)
        self.writer.start(work, message, is_announced=is_announced, by_itself=True)

    def _see_to_it(self) -> None:
        if self.adding is None:
            self.ask_state()

    def _addition(
        self,
        paths: Sequence[Path],
        *,
        again: bool = False,
        prune: bool = False,
        passwords: Sequence[str] = (),
    ) -> Work:
        return self._on_library(
            indexing_requests.add, paths=list(paths), again=again, prune=prune,
            passwords=list(passwords),
        )  # fmt: skip

    def _add_next(self) -> None:
        if named := self.pending.next():
            self.add(named[0], again=named[1])
        elif wanted := self.unlocking.next():
            self.unlock(*wanted)
