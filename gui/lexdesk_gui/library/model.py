"""A Qt model of the works in a library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from lexdesk.law.citation_labels import find_act, usual_citation
from lexdesk_gui import wording
from lexdesk_gui.language import language_name, long_date, plural, translate
from lexdesk_gui.library.library_requests import Column
from lexdesk_gui.style.model_index import ROOT, Index
from lexdesk_gui.style.widgets import escape_tooltip

if TYPE_CHECKING:
    from lexdesk.search.holdings import Holding

COLUMNS: tuple[Column, ...] = ("citation", "kind", "dated", "status", "path")
BadgeRole = int(Qt.ItemDataRole.UserRole)
"""A ``wording.Badge``, or ``None``."""
TitleRole = BadgeRole + 1
"""The rest of the title behind the name, or ``""``."""


class CatalogueModel(QAbstractTableModel):
    """One row per work: name, kind, date, status in law, and folder of its file."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.works: Sequence[Holding] = ()

    def put(self, works: Sequence[Holding]) -> None:
        """Show ``works``."""
        self.beginResetModel()
        self.works = works
        self.endResetModel()

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of works."""
        return 0 if parent.isValid() else len(self.works)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return one for each of ``COLUMNS``."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the value of a column, or a fuller tool tip."""
        if not index.isValid():
            return None
        work, column = self.works[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(work, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_tooltip(_more(work, column) or "")
        if role == TitleRole:
            return _rest_of_title(work)
        if role == BadgeRole and column == "status":
            return wording.badge_of_status(work.status)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == "citation":
            return spoken(work)
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the column titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return title(COLUMNS[section])
        return None


def title(column: Column) -> str:
    """Return the title of a column."""
    return {
        "citation": translate("Catalogue", "Name"),
        "kind": translate("Catalogue", "Kind"),
        "dated": translate("Catalogue", "Date"),
        "status": translate("Catalogue", "Force"),
        "path": translate("Catalogue", "Folder"),
    }[column]


def spoken(work: Holding) -> str:
    """Return the text of a work for screen readers."""
    return ", ".join(filter(None, (_text(work, column) for column in COLUMNS)))


def _text(work: Holding, column: Column) -> str:
    match column:
        case "citation":
            return usual_citation(work)
        case "kind":
            return wording.kind_name(work.kind)
        case "dated":
            return long_date(work.dated) if work.dated else ""
        case "status":
            badge = wording.badge_of_status(work.status)
            return badge.text if badge else ""
        case "path":
            return PurePath(work.path).parent.name if work.path else ""


def _rest_of_title(work: Holding) -> str:
    """Return the title without its leading name; ``""`` for a file titled by its name."""
    if find_act(work.citation, work.work, work.title).usual:
        return work.title
    if work.path and PurePath(work.path).name == work.citation:
        return "" if work.citation.startswith(work.title) else work.title
    return (
        "" if work.title == work.citation else work.title.removeprefix(work.citation).lstrip(" ,")
    )


def _more(work: Holding, column: Column) -> str:
    if column == "path":
        return work.path or ""
    if column == "status":
        return work.status_sentence
    versions = plural("Catalogue", "%Ln versions")(work.versions) if work.versions > 1 else ""
    languages = ", ".join(map(language_name, work.languages))
    return "\n".join(filter(None, (work.title, versions, languages)))
