"""Files and folders chosen in dialogs or dropped on the window."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QEvent, QMimeData, QObject, QUrl, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.path_status import is_file, is_folder, is_there

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


class DropHandler(QObject):
    """An event filter that accepts files and folders dropped on ``window``.

    While a library ``is_open``, a single file emits ``dropped`` and is matched. Folders, several files, and all
    drops without an open library emit ``added``. Widgets with drop handling of their own, such as the Index
    screen, take precedence.
    """

    dropped = Signal(object)
    added = Signal(object)

    def __init__(self, window: QWidget, is_open: Callable[[], bool]):
        super().__init__(window)
        self._is_open = is_open
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Accept files and folders; pass other events on."""
        kinds = (QEvent.Type.DragEnter, QEvent.Type.Drop)
        if not isinstance(event, QDropEvent) or event.type() not in kinds:
            return False
        paths = list_local_paths(event.mimeData())
        if not paths:
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self._take(paths)
        return True

    def _take(self, paths: Sequence[Path]) -> None:
        if self._is_open() and len(paths) == 1 and is_file(paths[0]):
            self.dropped.emit(paths[0])
        else:
            self.added.emit(paths)


def list_local_paths(data: QMimeData) -> list[Path]:
    """Return the existing files and folders in ``data``."""
    named = (_path(url) for url in data.urls() if url.isLocalFile())
    return [path for path in named if is_there(path)]


def _path(url: QUrl) -> Path:
    """Return the local path of ``url``.

    Qt replaces bytes outside UTF-8 by U+FFFD; they are decoded from the URL instead.
    """
    path = url.toLocalFile()
    if "\ufffd" in path:
        path = os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))
    return Path(path)
