"""Drag and drop on the window: match one file, add anything else."""

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
