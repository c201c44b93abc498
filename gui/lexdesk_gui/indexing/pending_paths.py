"""What a person named to be added, until the library remembers it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk_gui.memory import Memory

Named = tuple[tuple[Path, ...], bool]
"""What was named to be added at once, and whether that tries again what could not be read."""


def told_apart(named: Sequence[Named]) -> tuple[list[Path], list[Path]]:
    """What is to be added, and what is to be tried again."""
    new = [path for paths, again in named if not again for path in paths]
    return new, [path for paths, again in named if again for path in paths]


class PendingPaths:
    """What the library in ``path`` may not remember yet, kept in ``memory`` should the window be killed meanwhile."""

    def __init__(self, memory: Memory):
        self._memory = memory
        self._path: Path | None = None
        self._named: list[Named] = []

    def begin(self, path: Path | None) -> None:
        """Go over to the library in ``path``; what is kept of another one waits for the next time it is opened."""
        self._path, self._named = path, []

    def keep(self, named: Named) -> None:
        """Keep what was named, on disk at once."""
        if named not in self._named:
            self._named.append(named)
            self._save(self._path, self._named)

    def name(self, library: Path | None, paths: Sequence[Path]) -> None:
        """Note that a person had ``paths`` added to ``library``: what else it calls unfinished is not gone on with."""
        if library is not None and paths:
            self._memory.name(library, paths)

    def named_here(self, library: Path, paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
        """Divide ``paths`` into those that a person at this window had added to ``library``, and others.

        A library from somebody else may call any folder of this computer unfinished.
        """
        named = [each for each in paths if self._memory.has_named(library, each)]
        return named, [each for each in paths if each not in named]

    def noted(self, noted: Collection[Named]) -> None:
        """The library remembers these by now."""
        left = [each for each in self._named if each not in noted]
        if left != self._named:
            self._named = left
            self._save(self._path, left)

    def noted_all(self) -> None:
        """The library remembers them all, or they are given up."""
        self.noted(list(self._named))

    def of_killed_window(self, path: Path) -> tuple[list[Path], list[Path]]:
        """What a window that was killed was told to add to the library in ``path``, and to try again there."""
        return self._memory.to_add(path)

    def noted_of_killed_window(self, path: Path) -> None:
        """The library in ``path`` remembers that; what was named since is still to be kept."""
        self._save(path, self._named if path == self._path else [])

    def _save(self, path: Path | None, named: Sequence[Named]) -> None:
        if path is not None:
            self._memory.keep_to_add(path, *told_apart(named))
