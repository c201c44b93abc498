"""Opening files of a library and their folders in other programs."""

import contextlib
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from lexdesk.system.paths import encode_path
from lexdesk_gui.path_status import is_file, is_folder

T = TypeVar("T")

_DOCUMENT = re.compile(
    r"\.(7z|akn|bmp|csv|docx?|eml|epub|gif|gz|html?|jpe?g|json|log|markdown|mbox|md|mht|mhtml|msg|od[pst]|p7m|pdf|png"
    r"|pptx?|rtf|tar|text|tgz|tiff?|tsv|txt|webp|xhtml|xlsx?|xml|zip)",
    re.IGNORECASE,
)
"""Ends of the names of files that no system runs."""


def run_in_thread(owner: QObject, look: Callable[[], T], done: Callable[[T], None]) -> None:
    """Call ``done`` with the result of ``look``, run in a thread, unless ``owner`` was deleted.

    A sleeping or lost network drive may take a minute to answer; the window must not wait.
    """
    answer = _Answer(owner, done)

    def work() -> None:
        found = look()
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            answer.answered.emit(found)

    threading.Thread(target=work, daemon=True).start()


class _Answer(QObject):
    answered = Signal(object)

    def __init__(self, owner: QObject, done: Callable[[T], None]):
        super().__init__(owner)
        self._done = done
        self.answered.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def _tell(self, found: object) -> None:
        self.deleteLater()
        self._done(found)  # type: ignore[arg-type]


def find_folder_to_show(path: Path) -> Path:
    """Return ``path`` if it is a folder, else its parent."""
    return path if is_folder(path) else find_folder(path)


def find_folder(path: Path) -> Path:
    """Return the nearest existing folder above ``path``, outside of mails and archives."""
    return next((parent for parent in path.parents if is_folder(parent)), path.parent)


def find_file_around(path: Path) -> Path | None:
    """Return the file at ``path``, or the mail or archive around it; ``None`` for a missing one."""
    return next((parent for parent in (path, *path.parents) if is_file(parent)), None)


def show_file(file: Path, page: int | None) -> bool:
    """Open ``file`` in its own program at ``page`` (from 1); return False without such a program.

    A library from somebody else may name an executable: any file without a document's suffix is shown in its
    folder.
    """
    if not _DOCUMENT.fullmatch(file.suffix):
        show_folder(file.parent)
        return True
    url = _url(file)
    if page:
        url.setFragment(f"page={page}")  # RFC 8118, section 3
    return QDesktopServices.openUrl(url)


def show_folder(folder: Path) -> None:
    """Show ``folder`` in the file manager of the system."""
    QDesktopServices.openUrl(_url(folder))


def _url(path: Path) -> QUrl:
    """Return the URL of ``path``; encode bytes outside UTF-8, rejected by Qt."""
    stored = encode_path(path)
    return QUrl.fromLocalFile(stored) if stored == str(path) else QUrl(path.as_uri())
