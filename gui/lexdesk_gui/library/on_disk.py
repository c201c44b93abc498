"""Showing the files of a library, and where they lie."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from lexdesk_gui.reachable import is_file, is_folder


def folder_of(path: Path) -> Path:
    """The folder that ``path`` lies in; where it lies in a mail, an archive or a folder that is gone, the one around that."""
    return next((each for each in path.parents if is_folder(each)), path.parent)


def file_around(path: Path) -> Path | None:
    """The file at ``path``, or the mail or archive that it lies in; ``None`` where that is gone."""
    return next((each for each in (path, *path.parents) if is_file(each)), None)


def show_file(file: Path, page: int | None) -> bool:
    """Show ``file`` in its own program, from ``page`` (from 1) on; whether there is one."""
    url = QUrl.fromLocalFile(str(file))
    if page:
        url.setFragment(f"page={page}")  # RFC 8118, section 3
    return QDesktopServices.openUrl(url)


def show_folder(folder: Path) -> None:
    """Show ``folder`` in the file manager of the system."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
