"""A Qt model of the library's folders."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from lexdesk.system.bundled import PUBLISHED, corpus
from lexdesk.system.paths import stored_path
from lexdesk_gui import wording
from lexdesk_gui.language import long_date, plural, translate
from lexdesk_gui.style.model_index import ROOT, Index
from lexdesk_gui.style.tooltips import escape_tooltip

if TYPE_CHECKING:
    from lexdesk.ingest.scan.watch import Unwatched
    from lexdesk_gui.indexing.folder_watch import Watched

_NOT_WATCHED = frozenset({"network", "removable", "limit", "refused"})
WhatRole = int(Qt.ItemDataRole.UserRole)
"""The state of a folder."""
CountRole = WhatRole + 1
"""The displayed number of its documents."""
IconRole = WhatRole + 2
"""The name of its icon."""
WarnsRole = WhatRole + 3
"""True for a state that needs attention."""


class FoldersModel(QAbstractListModel):
    """One row per folder, and a last row for documents outside all folders."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._folders: Mapping[Path, bool] = {}
        self._works: Mapping[Path | None, int] = {}
        self._watched: Watched = {}
        self._gone: tuple[Path | None, int] = (None, 0)
        self._rows: list[Path | None] = []

    def put(self, folders: Mapping[Path, bool], works: Mapping[Path | None, int]) -> bool:
        """Show ``folders`` with presence on disk and number of documents; return True if rows changed."""
        rows: list[Path | None] = [*folders, *([None] if works.get(None) else [])]
        self._folders, self._works = folders, works
        if rows == self._rows:
            self._redraw()
            return False
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True

    def put_watched(self, watched: Watched) -> None:
        """Show the watched folders, and reasons for unwatched ones."""
        self._watched = watched
        self._redraw()

    @property
    def leaves_some_unwatched(self) -> bool:
        """Return True if an existing folder cannot be watched."""
        return any(why in _NOT_WATCHED for why in self._watched.values())

    def put_gone(self, folder: Path | None, count: int) -> None:
        """Show the number of missing files of ``folder``; clear it for other folders."""
        self._gone = (folder, count)
        self._redraw()

    def folder(self, row: int) -> Path | None:
        """Return the folder in ``row``; ``None`` for other documents and invalid rows."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def is_there(self, folder: Path) -> bool:
        """Return True if ``folder`` is on disk."""
        return self._folders.get(folder, False)

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the end of the path, the value of a role, or the full path as tool tip."""
        if not index.isValid():
            return None
        folder = self._rows[index.row()]
        count = self._works.get(folder, 0)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _name(folder)
            case Qt.ItemDataRole.ToolTipRole:
                return escape_tooltip(stored_path(folder)) if folder else None
            case Qt.ItemDataRole.AccessibleTextRole:
                counted = plural("Wording", "%Ln documents")(count)
                return ", ".join((_name(folder), self._what(folder), counted))
        if role == WhatRole:
            return self._what(folder)
        if role == CountRole:
            return wording.number(count)
        if role == IconRole:
            return "file" if folder is None else "law" if _is_bundled(folder) else "folder"
        if role == WarnsRole:
            return folder is not None and (not self._folders[folder] or bool(self._gone_in(folder)))
        return None

    def _what(self, folder: Path | None) -> str:
        if folder is None:
            return translate("Index", "Added individually")
        if not self._folders[folder]:
            return translate("Index", "No longer on disk")
        if gone := self._gone_in(folder):
            return plural("Index", "%Ln files are no longer on disk")(gone)
        if _is_bundled(folder):
            text = translate("Index", "Bundled law, as published on {day}")
            return text.format(day=long_date(PUBLISHED))
        if folder in self._watched:
            return _of_watching(self._watched[folder])
        return translate("Index", "Folder")

    def _redraw(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))

    def _gone_in(self, folder: Path) -> int:
        return self._gone[1] if self._gone[0] == folder else 0


def _of_watching(why: Unwatched | None) -> str:
    """Return the state of a folder, watched or unwatched for the reason ``why``."""
    match why:
        case None:
            return translate("Index", "Folder, watched")
        case "network":
            return translate("Index", "On a network drive, not watched")
        case "removable":
            return translate("Index", "On a removable drive, not watched")
        case "limit":
            return translate("Index", "Not watched: limit of the system reached")
        case "refused":
            return translate("Index", "Not watched: access denied")
        case "away":
            return translate("Index", "Folder")


def _name(folder: Path | None) -> str:
    """Return the name of the folder and of its parent."""
    if folder is None:
        return translate("Index", "Other files")
    if _is_bundled(folder):
        return translate("Index", "GDPR (bundled)")
    parts = [part for part in folder.parts if part != folder.anchor]
    return " / ".join(parts[-2:]) if parts else stored_path(folder)


def _is_bundled(folder: Path) -> bool:
    return folder == corpus()
