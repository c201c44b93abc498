"""Confinement of reading to the added folders.

A scan leaves links out, but whoever may write to a folder can put one in place of what was found, until it is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lexdesk.system.regular_files import has_link_below


class Confinement:
    """The absolute ``folders`` below which no link is followed; those ``named`` by a person may be links themselves."""

    def __init__(self, folders: Iterable[Path], named: Iterable[Path] = ()):
        self._named = frozenset(named)
        self._folders = self._named.union(folders)

    def __call__(self, file: Path) -> Path | None:
        """Return the innermost folder around ``file``; ``None`` for one outside of all, or named itself."""
        if file in self._named:
            return None
        return next((folder for folder in file.parents if folder in self._folders), None)

    def leaves(self, file: Path) -> bool:
        """Return true if a link below its folder leads to ``file``."""
        folder = self(file)
        return folder is not None and has_link_below(file, folder)
