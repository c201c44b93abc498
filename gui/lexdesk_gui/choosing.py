"""Choosing files and folders to open and add: the one dialog, and it is the system's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk_gui.language import translate

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class Choosing:
    """Asks for a library to open, for files and folders to add, and for a document to match."""

    def __init__(
        self,
        parent: QWidget,
        *,
        open_library: Callable[[Path], None],
        add: Callable[[Sequence[Path]], None],
        match: Callable[[Path], None],
    ):
        self._parent = parent
        self._open_library, self._add, self._match = open_library, add, match

    def library(self) -> None:
        """Open another library."""
        if folder := self._folder(translate("Window", "Open library")):
            self._open_library(folder)

    def folder(self) -> None:
        """Add a folder."""
        if folder := self._folder(translate("Window", "Add folder")):
            self._add([folder])

    def files(self) -> None:
        """Add files."""
        from PySide6.QtWidgets import QFileDialog

        title = translate("Window", "Add files")
        files, _ = QFileDialog.getOpenFileNames(self._parent, title)
        if files:
            self._add([Path(file) for file in files])

    def document(self) -> None:
        """Ask what a document touches."""
        from PySide6.QtWidgets import QFileDialog

        title = translate("Window", "Match a document")
        file, _ = QFileDialog.getOpenFileName(self._parent, title)
        if file:
            self._match(Path(file))

    def _folder(self, title: str) -> Path | None:
        from PySide6.QtWidgets import QFileDialog

        folder = QFileDialog.getExistingDirectory(self._parent, title)
        return Path(folder) if folder else None
