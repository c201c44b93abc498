"""The files that could not be read, with the reasons, as a Qt model."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from lexdesk.paths import path_on_disk
from lexdesk_gui import wording
from lexdesk_gui.language import translate
from lexdesk_gui.refusals import holds_no_document

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class RefusedModel(QAbstractTableModel):
    """A row for each file: its name, and why it could not be read; first those that need attention."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._refused: Mapping[str, str] = {}
        self._rows: list[tuple[str, str]] = []
        self._named: Counter[str] = Counter()

    def put(self, refused: Mapping[str, str]) -> bool:
        """Show ``refused``: paths and reasons; whether they are others than before."""
        if refused == self._refused:  # which comes every two seconds, and may be tens of thousands
            return False
        self.beginResetModel()
        self._refused = refused
        self._rows = sorted(refused.items(), key=lambda each: (holds_no_document(each[1]), each))
        self._named = Counter(map(os.path.basename, refused))
        self.endResetModel()
        return True

    def path(self, row: int) -> Path:
        """The file in ``row``."""
        return path_on_disk(self._rows[row][0])

    def paths(self) -> list[Path]:
        """All files."""
        return [path_on_disk(path) for path, _ in self._rows]

    # The interface of Qt.

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """How many files there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """Name and reason."""
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The name or the reason; the whole path as a tool tip."""
        if not index.isValid():
            return None
        path, reason = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._name(Path(path)) if index.column() == 0 else wording.refusal(path, reason)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{path}\n{wording.refusal(path, reason)}"
        return None

    def _name(self, path: Path) -> str:
        """The name; above its place where other files have the same one, or where that is a mail or an archive."""
        place = path.parent.parts[-2:]
        is_inside = any(Path(part).suffix for part in place)
        name = wording.refused_name(path.name)
        if self._named[path.name] == 1 and not is_inside:
            return name
        return "\n".join((name, "/".join(place)))

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """What the columns hold."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (translate("Index", "File"), translate("Index", "Reason"))[section]
        return None
