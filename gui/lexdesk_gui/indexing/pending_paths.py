"""Paths to add, kept until the library has stored them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk_gui.preferences import Preferences

Named = tuple[tuple[Path, ...], bool]
"""What was named to be added at once, and whether that tries again what could not be read."""


def distinguish_names(named: Sequence[Named]) -> tuple[list[Path], list[Path]]:
    """Return the paths to add and the paths to retry."""
    new = [path for paths, again in named if not again for path in paths]
    return new, [path for paths, again in named if again for path in paths]


class PendingPaths:
    """Paths not yet stored in the library in ``path``, kept in ``preferences`` against a killed window."""

    def __init__(self, preferences: Preferences):
        self._preferences = preferences
        self._path: Path | None = None
        self._named: list[Named] = []

    def begin(self, path: Path | None) -> None:
        """Switch to the library in ``path``; paths of another one wait for its next opening."""
        self._path, self._named = path, []

    def keep(self, named: Named) -> None:
        """Store paths on disk at once."""
        if named not in self._named:
            self._named.append(named)
            self._save(self._path, self._named)

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

    def noted(self, noted: Collection[Named]) -> None:
        """Drop paths now stored in the library."""
        left = [path for path in self._named if path not in noted]
        if left != self._named:
            self._named = left
            self._save(self._path, left)

    def noted_all(self) -> None:
        """Drop all paths."""
        self.noted(list(self._named))

    def of_killed_window(self, path: Path) -> tuple[list[Path], list[Path]]:
        """Return the paths to add and to retry, left by a killed window, for the library in ``path``."""
        return self._preferences.to_add(path)

    def noted_of_killed_window(self, path: Path) -> None:
        """Drop the paths of a killed window for the library in ``path``; keep newer ones."""
        self._save(path, self._named if path == self._path else [])

    def _save(self, path: Path | None, named: Sequence[Named]) -> None:
        if path is not None:
            self._preferences.keep_to_add(path, *distinguish_names(named))
