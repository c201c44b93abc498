"""Naming a file to be written, in the system's dialog."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk_gui.reachable import is_there

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_SUFFIX = re.compile(r"\*(\.\w+)")


def file_to_write(parent: QWidget, title: str, kinds: str) -> Path | None:
    """The file that a person names to be written, of one of ``kinds``: ``Word (*.docx);;PDF (*.pdf)``.

    A name without such an ending, which not every system adds, gets that of the kind chosen.
    """
    from PySide6.QtWidgets import QFileDialog

    proposed = ""
    while True:
        name, kind = QFileDialog.getSaveFileName(parent, title, proposed, kinds)
        if not name or Path(name).suffix.lower() in _SUFFIX.findall(kinds):
            return Path(name) if name else None
        proposed = name + (_SUFFIX.findall(kind) or _SUFFIX.findall(kinds))[0]
        if not is_there(Path(proposed)):  # else the dialog is to ask whether to replace it
            return Path(proposed)
