"""Paths to add: the queue behind the current addition, and paths the library has not stored yet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lexdesk_gui import error_messages
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.indexing import indexing_requests
from lexdesk_gui.indexing.indexing_requests import State
from lexdesk_gui.language import translate
from lexdesk_gui.wording import path_label

if TYPE_CHECKING:
    from lexdesk_gui.preferences import Preferences

Named = tuple[tuple[Path, ...], bool]
"""Paths to add together, and whether they are a retry of failed files."""


def _new_and_again(named: Sequence[Named]) -> tuple[list[Path], list[Path]]:
    """Return the paths to add and the paths to retry."""
    new = [path for paths, again in named if not again for path in paths]
    return new, [path for paths, again in named if again for path in paths]


class PendingPaths(QObject):
    """The queue of additions to the library in ``path``, stored in the library by ``engine``.

    Until it is stored there, it is kept in ``preferences`` against a killed window. Those of an encrypted library
    are not: its file names are never stored in plain text. ``failed`` emits why the library did not store it.
    """

    failed = Signal(str)

    def __init__(self, engine: Engine, preferences: Preferences, parent: QObject):
        super().__init__(parent)
        self._engine, self._preferences = engine, preferences
        self._path: Path | None = None
        self._is_encrypted = False
        self._unstored: list[Named] = []
        self._waiting: list[Named] = []

    @property
    def waits(self) -> bool:
        """Return True if paths wait for the current addition."""
        return bool(self._waiting)

    def begin(self, path: Path | None, *, is_encrypted: bool = False) -> None:
        """Switch to the library in ``path``; paths of another one wait for its next opening."""
        self._path, self._is_encrypted, self._unstored = path, is_encrypted, []

    def wait(self, named: Named) -> None:
        """Queue paths after the current addition, for a new library until it is created."""
        self._waiting.append(named)
        if self._path is not None:
            self.keep(named)
            self.store()

    def next(self) -> Named | None:
        """Return the next paths to add, if any."""
        return self._waiting.pop(0) if self._waiting else None

    def clear(self) -> None:
        """Empty the queue."""
        self._waiting.clear()

    def keep(self, named: Named) -> None:
        """Keep paths on disk at once."""
        if named not in self._unstored and not self._is_encrypted:
            self._unstored.append(named)
            self._save(self._path, self._unstored)

    def store(self) -> None:
        """Store the queue in the library."""
        if waiting := list(self._waiting):
            new, again = _new_and_again(waiting)
            question = partial(indexing_requests.note_waiting, paths=new, again=again)
            self._engine.write(question, lambda _: self.stored(waiting), self._fail)

    def store_of_killed_window(self, path: Path, then: Callable[[], None]) -> bool:
        """Store the paths left by a killed window for the library in ``path``; return False without any."""
        new, again = ([], []) if self._is_encrypted else self._preferences.to_add(path)
        if not new and not again:
            return False

        def stored(_: object) -> None:
            self._save(path, self._unstored if path == self._path else [])
            then()

        def fail(error: Exception) -> None:
            self._fail(error)
            then()

        question = partial(indexing_requests.note_waiting, paths=new, again=again)
        self._engine.write(question, stored, fail)
        return True

    def leave_unfinished(self, then: Callable[[], None]) -> None:
        """Drop the rest of an interrupted addition from the library, but not the queue."""
        new, again = _new_and_again(self._waiting)
        question = partial(indexing_requests.leave_unfinished, paths=new, again=again)
        self._engine.write(question, lambda _: then(), lambda _error: then())

    def name(self, library: Path | None, paths: Sequence[Path]) -> None:
        """Record that the user added ``paths`` to ``library``; other unfinished paths are not resumed."""
        if library is not None and paths:
            self._preferences.name(library, paths)

    def named_here(self, library: Path, paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
        """Divide ``paths`` into those added by the user of this program, and others.

        A library from somebody else may list any folder of this computer as unfinished.
        """
        named = [path for path in paths if self._preferences.has_named(library, path)]
        return named, [path for path in paths if path not in named]

    def stored(self, stored: Collection[Named]) -> None:
        """Drop paths now stored in the library."""
        left = [path for path in self._unstored if path not in stored]
        if left != self._unstored:
            self._unstored = left
            self._save(self._path, left)

    def stop(self) -> None:
        """Drop all paths, waiting or not stored yet."""
        self.clear()
        self.stored(list(self._unstored))

    def _save(self, path: Path | None, named: Sequence[Named]) -> None:
        if path is not None:
            self._preferences.keep_to_add(path, *_new_and_again(named))

    def _fail(self, error: Exception) -> None:
        self.failed.emit(error_messages.describe_failure(error))


SECONDS_TO_LEAVE_IT = 15.0
"""Time for another writer, such as the process of a killed window, to complete an interrupted addition."""


class InterruptedAddition(QObject):
    """A search for an addition to resume, first in the state of a library just opened.

    ``resumed`` emits the paths to add again, and whether to announce that at once; ``notified`` a notice; ``looking``
    asks for another state, after another program had time to complete the addition.
    """

    resumed = Signal(object, bool)
    notified = Signal(str)
    looking = Signal()

    def __init__(self, pending: PendingPaths, parent: QObject):
        super().__init__(parent)
        self._pending = pending
        self._is_due = False  # until the next state
        self._was_left_to_other = False
        self.waiting = QTimer(self, singleShot=True)
        self.waiting.setInterval(round(SECONDS_TO_LEAVE_IT * 1000))
        self.waiting.timeout.connect(self._look_again)

    def expect(self, is_due: bool) -> None:
        """Look for an interrupted addition in the next state, or not."""
        self._is_due = is_due

    def leave(self) -> None:
        """Leave the addition to another program, which is writing, and look again later."""
        self._was_left_to_other = True
        self.waiting.start()

    def forget(self) -> None:
        """Wait for no other program any more."""
        self._was_left_to_other = False
        self.waiting.stop()

    def see(self, state: State, library: Path | None, *, is_adding: bool) -> None:
        """Look for an interrupted addition in ``state`` of ``library``."""
        if not state.status.lexical_ready and not is_adding:  # another program writes
            self.waiting.start()
        if self._is_due:
            self._is_due = False
            if not state.status.read_only and library is not None:
                self._resume(state, library, is_adding=is_adding)

    def _resume(self, state: State, library: Path, *, is_adding: bool) -> None:
        """Resume with the paths added in this program; name those of another one."""
        paths, others = self._pending.named_here(library, state.unfinished)
        if others:
            self.notified.emit(
                translate(
                    "Library",
                    "The library lists {path} as incomplete; add it again to read the rest.",
                ).format(path=path_label(others[0]))
            )
        status = state.status
        by_this_model = status.vectors == 0 or status.vectors_ready > 0
        is_half = status.model is not None and status.vectors_ready < 1 and by_this_model
        was_left, self._was_left_to_other = self._was_left_to_other, False
        if not is_adding and (paths or is_half):
            self.resumed.emit(paths, not was_left)

    def _look_again(self) -> None:
        self._is_due = self._is_due or self._was_left_to_other
        self.looking.emit()
