"""Showing the files of a library, and where they lie."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from lexdesk.system.paths import stored_path
from lexdesk_gui.path_status import is_file, is_folder

T = TypeVar("T")

_DOCUMENT = re.compile(
    r"\.(7z|akn|bmp|csv|docx?|eml|epub|gif|gz|html?|jpe?g|json|log|markdown|mbox|md|mht|mhtml|msg|od[pst]|p7m|pdf|png"
    r"|pptx?|rtf|tar|text|tgz|tiff?|tsv|txt|webp|xhtml|xlsx?|xml|zip)",
    re.IGNORECASE,
)
"""Ends of the names of files that no system runs."""


def look_aside(owner: QObject, look: Callable[[], T], done: Callable[[T], None]) -> None:
    """Call ``done`` with what ``look`` finds on disk, unless ``owner`` is gone by then.

    A drive that sleeps, or a network drive that went away, may take a minute to answer: the window goes on meanwhile.
    """
    answer = _Answer(owner, done)

    def work() -> None:
        found = look()
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            answer.came.emit(found)

    threading.Thread(target=work, daemon=True).start()


class _Answer(QObject):
    came = Signal(object)

    def __init__(self, owner: QObject, done: Callable[[T], None]):
        super().__init__(owner)
        self._done = done
        self.came.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def _tell(self, found: object) -> None:
        self.deleteLater()
        self._done(found)  # type: ignore[arg-type]


def folder_to_show(path: Path) -> Path:
    """``path`` where that is a folder, else the one that it lies in."""
    return path if is_folder(path) else folder_of(path)


def folder_of(path: Path) -> Path:
    """The folder that ``path`` lies in; where it lies in a mail, an archive or a folder that is gone, the one around that."""
    return next((each for each in path.parents if is_folder(each)), path.parent)


def file_around(path: Path) -> Path | None:
    """The file at ``path``, or the mail or archive that it lies in; ``None`` where that is gone."""
    return next((each for each in (path, *path.parents) if is_file(each)), None)


def show_file(file: Path, page: int | None) -> bool:
    """Show ``file`` in its own program, from ``page`` (from 1) on; whether there is one.

    A library from somebody else may name a program, which would run: what is no document by its name is shown in its
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
    """The URL of ``path``, whose bytes need be no UTF-8, which Qt does not take."""
    stored = stored_path(path)
    return QUrl.fromLocalFile(stored) if stored == str(path) else QUrl(path.as_uri())
