"""What is dropped on the window: one file to ask what it touches, all else to be searched."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QEvent, QMimeData, QObject, QUrl, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from lexdesk_gui.path_status import is_file, is_there


class DropHandler(QObject):
    """Watches ``window``; where a library ``is_open``, one file is ``dropped`` on it to be matched.

    ``added`` gives all else, which is to be searched: folders, several files, and whatever is dropped
    while no library is open. Parts of the window that take drops themselves, such as the Index
    screen, still do.
    """

    dropped = Signal(object)
    added = Signal(object)

    def __init__(self, window: QWidget, is_open: Callable[[], bool]):
        super().__init__(window)
        self._is_open = is_open
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take files and folders; all else goes on."""
        kinds = (QEvent.Type.DragEnter, QEvent.Type.Drop)
        if not isinstance(event, QDropEvent) or event.type() not in kinds:
            return False
        paths = local_paths(event.mimeData())
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


def local_paths(data: QMimeData) -> list[Path]:
    """The files and folders in ``data`` that are there."""
    named = (_path(url) for url in data.urls() if url.isLocalFile())
    return [path for path in named if is_there(path)]


def _path(url: QUrl) -> Path:
    """The path that ``url`` leads to, whose bytes need be no UTF-8: for those, Qt writes a sign."""
    path = url.toLocalFile()
    if "\ufffd" in path:
        path = os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))
    return Path(path)
