"""Showing where files and folders of a library lie."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from lexdesk_gui.reachable import is_folder


def folder_of(path: Path) -> Path:
    """The folder that ``path`` lies in; where it lies in a mail, an archive or a folder that is gone, the one around that."""
    return next((each for each in path.parents if is_folder(each)), path.parent)


def show_folder(folder: Path) -> None:
    """Show ``folder`` in the file manager of the system."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
