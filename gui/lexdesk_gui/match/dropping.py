"""One file that is dropped on the window, to ask what it touches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget


class Dropping(QObject):
    """Watches ``window``, as long as it ``is_ready``; ``dropped`` gives the file.

    Parts of the window that take drops themselves, such as the Index screen, still do.
    """

    dropped = Signal(object)

    def __init__(self, window: QWidget, is_ready: Callable[[], bool]):
        super().__init__(window)
        self._is_ready = is_ready
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take what is one file; all else goes on."""
        kinds = (QEvent.Type.DragEnter, QEvent.Type.Drop)
        if not isinstance(event, QDropEvent) or event.type() not in kinds or not self._is_ready():
            return False
        files = _files(event.mimeData())
        if len(files) != 1:
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self.dropped.emit(files[0])
        return True


def _files(data: QMimeData) -> list[Path]:
    """The files in ``data``; a folder is none."""
    named = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    return [path for path in named if path.is_file()]
