"""A Qt model of failed files, their reasons and remedies."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from itertools import compress
from operator import not_
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from lexdesk.errors import FileCode, Message
from lexdesk.system.paths import path_on_disk
from lexdesk_gui import wording
from lexdesk_gui.file_failures import (
    Help,
    find_remedy,
    help_by_key,
    help_name,
    holds_no_document,
    opens_with_password,
)
from lexdesk_gui.style.model_index import ROOT, Index
from lexdesk_gui.style.widgets import escape_tooltip

ReasonRole = int(Qt.ItemDataRole.UserRole)
"""The failure reason of a file, as a sentence."""
HelpRole = ReasonRole + 1
"""The remedy, as labelled on its button, or ``""``."""
IconRole = ReasonRole + 2
"""The name of the icon of its kind."""
_MAIL = frozenset({".eml", ".msg", ".mbox", ".pst", ".mht", ".mhtml", ".p7m"})


class FailedFilesModel(QAbstractListModel):
    """One row per file: name, reason, remedy; files that need attention come first."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._failures: Mapping[str, Message] = {}
        self._rows: list[tuple[str, Message]] = []
        self._named: Counter[str] = Counter()
        self._can_recognise, self._may_write = False, True

    def put(
        self,
        failures: Mapping[str, Message],
        *,
        can_recognise: bool = False,
        may_write: bool = True,
    ) -> bool:
        """Show ``failures`` by path and return True if they changed.

        ``can_recognise``: text recognition is installed. ``may_write``: the library is writable.
        """
        shown = (self._failures, self._can_recognise, self._may_write)
        if (failures, can_recognise, may_write) == shown:
            return False  # every two seconds, up to tens of thousands of files
        self.beginResetModel()
        self._failures, self._can_recognise, self._may_write = failures, can_recognise, may_write
        rows = sorted(failures.items())
        left_out = [holds_no_document(failure) for _, failure in rows]
        self._rows = [*compress(rows, map(not_, left_out)), *compress(rows, left_out)]
        self._named = Counter(map(os.path.basename, failures))
        self.endResetModel()
        return True

    def path(self, row: int) -> Path:
        """Return the file in ``row``."""
        return path_on_disk(self._rows[row][0])

    def stored(self) -> list[str]:
        """Return all files as stored paths."""
        return [path for path, _ in self._rows]

    def paths(self) -> list[Path]:
        """Return all files."""
        return [path_on_disk(path) for path, _ in self._rows]

    def locked(self) -> list[Path]:
        """Return all files locked by a password."""
        return [path_on_disk(path) for path, failure in self._rows if opens_with_password(failure)]

    def help(self, row: int) -> Help:
        """Return the remedy for the file in ``row``."""
        helps = find_remedy(self._rows[row][1], can_recognise=self._can_recognise)
        return helps if self._may_write or not helps else "show"

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of files."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name, the value of a role, or the full path as tool tip."""
        if not index.isValid():
            return None
        path, failure = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._name(Path(path))
            case Qt.ItemDataRole.ToolTipRole:
                return escape_tooltip(f"{path}\n{wording.failure_reason(failure)}")
            case Qt.ItemDataRole.AccessibleTextRole:
                name = self._name(Path(path)).replace("\n", ", ")
                return f"{name}, {wording.failure_reason(failure)}"
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return help_by_key(self.help(index.row()))
        if role == ReasonRole:
            return wording.failure_reason(failure)
        if role == HelpRole:
            return help_name(self.help(index.row()))
        if role == IconRole:
            return _icon(Path(path), failure)
        return None

    def _name(self, path: Path) -> str:
        """Return the name, preceded by its folder, mail or archive to distinguish equal names."""
        place = path.parent.parts[-2:]
        is_inside = any(Path(part).suffix for part in place)
        name = path.name
        if self._named[path.name] == 1 and not is_inside:
            return name
        return "\n".join((name, "/".join(place)))


def _icon(path: Path, failure: Message) -> str:
    if failure.code in (FileCode.FOLDER_LOST, FileCode.FOLDER_NOT_LISTED, FileCode.NAMES_ALIKE):
        return "folder"
    return "mail" if path.suffix.lower() in _MAIL else "file"
