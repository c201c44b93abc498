"""Choosing files and folders to open and add: the one dialog, and it is the system's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk_gui.language import translate

if TYPE_CHECKING:
    from lexdesk_gui.main_window import MainWindow


class Choosing:
    """Asks for files and folders on behalf of ``window``."""

    def __init__(self, window: MainWindow):
        self._window = window

    def library(self) -> None:
        """Open another library."""
        if folder := self._folder(translate("Window", "Open library")):
            self._window.library.open(folder)

    def folder(self) -> None:
        """Add a folder."""
        if folder := self._folder(translate("Window", "Add folder")):
            self._window.add([folder])

    def files(self) -> None:
        """Add files."""
        from PySide6.QtWidgets import QFileDialog

        title = translate("Window", "Add files")
        files, _ = QFileDialog.getOpenFileNames(self._window, title)
        if files:
            self._window.add([Path(file) for file in files])

    def document(self) -> None:
        """Ask what a document touches."""
        from PySide6.QtWidgets import QFileDialog

        title = translate("Window", "Match a document")
        file, _ = QFileDialog.getOpenFileName(self._window, title)
        if file:
            self._window.match_file(Path(file))

    def _folder(self, title: str) -> Path | None:
        from PySide6.QtWidgets import QFileDialog

        folder = QFileDialog.getExistingDirectory(self._window, title)
        return Path(folder) if folder else None
