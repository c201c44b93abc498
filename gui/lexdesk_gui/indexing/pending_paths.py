"""Paths to add: the queue behind the current addition, and paths the library has not stored yet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui import error_messages
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.indexing import indexing_requests

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
        self.failed.emit(error_messages.failure(error))
