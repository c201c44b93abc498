"""The files that could not be read, with the reasons and what helps, as a Qt model."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from itertools import compress
from operator import not_
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from lexdesk.system.paths import path_on_disk
from lexdesk_gui import wording
from lexdesk_gui.refusals import Help, holds_no_document, opens_with_password, what_helps

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
ReasonRole = int(Qt.ItemDataRole.UserRole)
"""Why a file could not be read, as a sentence."""
HelpRole = ReasonRole + 1
"""What is offered, as its button says it, or ``""``."""
IconRole = ReasonRole + 2
"""The name of the icon of its kind."""
_MAIL = frozenset({".eml", ".msg", ".mbox", ".pst", ".mht", ".mhtml", ".p7m"})


class RefusedModel(QAbstractListModel):
    """A row for each file: its name, why it could not be read, what helps; first those that need attention."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._refused: Mapping[str, str] = {}
        self._rows: list[tuple[str, str]] = []
        self._named: Counter[str] = Counter()
        self._can_recognise, self._may_write = False, True

    def put(
        self, refused: Mapping[str, str], *, can_recognise: bool = False, may_write: bool = True
    ) -> bool:
        """Show ``refused``: paths and reasons; whether they are others than before.

        ``can_recognise`` is whether text recognition is there, ``may_write`` whether anything can be read again.
        """
        shown = (self._refused, self._can_recognise, self._may_write)
        if (refused, can_recognise, may_write) == shown:
            return False  # which comes every two seconds, and may be tens of thousands
        self.beginResetModel()
        self._refused, self._can_recognise, self._may_write = refused, can_recognise, may_write
        rows = sorted(refused.items())
        left_out = [holds_no_document(reason) for _, reason in rows]
        self._rows = [*compress(rows, map(not_, left_out)), *compress(rows, left_out)]
        self._named = Counter(map(os.path.basename, refused))
        self.endResetModel()
        return True

    def path(self, row: int) -> Path:
        """The file in ``row``."""
        return path_on_disk(self._rows[row][0])

    def stored(self) -> list[str]:
        """All files, as the library stores their paths."""
        return [path for path, _ in self._rows]

    def paths(self) -> list[Path]:
        """All files."""
        return [path_on_disk(path) for path, _ in self._rows]

    def locked(self) -> list[Path]:
        """All files that open with a password."""
        return [path_on_disk(path) for path, reason in self._rows if opens_with_password(reason)]

    def help(self, row: int) -> Help:
        """What helps with the file in ``row``."""
        helps = what_helps(self._rows[row][1], can_recognise=self._can_recognise)
        return helps if self._may_write or not helps else "show"

    # The interface of Qt.

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """How many files there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The name, and what the other roles have; the whole path as a tool tip."""
        if not index.isValid():
            return None
        path, reason = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._name(Path(path))
            case Qt.ItemDataRole.ToolTipRole:
                return f"{path}\n{wording.refusal(path, reason)}"
            case Qt.ItemDataRole.AccessibleTextRole:
                name = self._name(Path(path)).replace("\n", ", ")
                return f"{name}, {wording.refusal(path, reason)}"
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return wording.help_by_key(self.help(index.row()))
        if role == ReasonRole:
            return wording.refusal(path, reason)
        if role == HelpRole:
            return wording.help_name(self.help(index.row()))
        if role == IconRole:
            return _icon(Path(path), reason)
        return None

    def _name(self, path: Path) -> str:
        """The name; above its place where other files have the same one, or where that is a mail or an archive."""
        place = path.parent.parts[-2:]
        is_inside = any(Path(part).suffix for part in place)
        name = wording.refused_name(path.name)
        if self._named[path.name] == 1 and not is_inside:
            return name
        return "\n".join((name, "/".join(place)))


def _icon(path: Path, reason: str) -> str:
    if "this folder" in reason:
        return "folder"
    return "mail" if path.suffix.lower() in _MAIL else "file"
