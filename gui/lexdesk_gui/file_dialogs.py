"""File dialogs of the system: to open a library, add files and folders, and export."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk_gui.language import translate
from lexdesk_gui.path_status import is_folder, is_there

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_SUFFIX = re.compile(r"\*(\.\w+)")
_NOT_IN_NAMES = re.compile(
    r'[\x00-\x1f\\/:*?"<>|.\s]+'
)  # Windows rejects most; a stop would begin a suffix
_LONGEST_NAME = 80


class FileDialogs:
    """File dialogs to open a library, add files and folders, and match a document."""

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
        """Choose a document to match."""
        from PySide6.QtWidgets import QFileDialog

        title = translate("Window", "Match a document")
        file, _ = QFileDialog.getOpenFileName(self._parent, title)
        if file:
            self._match(Path(file))

    def _folder(self, title: str) -> Path | None:
        from PySide6.QtWidgets import QFileDialog

        folder = QFileDialog.getExistingDirectory(self._parent, title)
        return Path(folder) if folder else None


def choose_export_path(parent: QWidget, title: str, kinds: str, subject: str = "") -> Path | None:
    """Ask for the file to write, of one of ``kinds``: ``Word (*.docx);;PDF (*.pdf)``.

    The dialog begins in the user's documents with a name of ``subject``, such as a query. A name without one of their
    suffixes gets the suffix of the chosen kind; not every system adds it.
    """
    from PySide6.QtCore import QStandardPaths
    from PySide6.QtWidgets import QFileDialog

    documents = QStandardPaths.StandardLocation.DocumentsLocation
    folder = Path(QStandardPaths.writableLocation(documents))
    name = _NOT_IN_NAMES.sub(" ", subject).strip()[:_LONGEST_NAME]
    proposed = f"{folder if is_folder(folder) else Path.home()}/{name}"
    while True:
        name, kind = QFileDialog.getSaveFileName(parent, title, proposed, kinds)
        if not name or Path(name).suffix.lower() in _SUFFIX.findall(kinds):
            return Path(name) if name else None
        proposed = name + (_SUFFIX.findall(kind) or _SUFFIX.findall(kinds))[0]
        if not is_there(Path(proposed)):  # else the dialog asks before it replaces the file
            return Path(proposed)
