"""The paragraphs of a document against those of another, as a Qt model of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from lexdesk_gui import wording
from lexdesk_gui.language import translate
from lexdesk_gui.match.paragraph_names import group_of, name_paragraph
from lexdesk_gui.style.rows import ROOT, Index
from lexdesk_gui.style.widgets import escape_tooltip

if TYPE_CHECKING:
    from lexdesk.compliance import SimilarDocument
    from lexdesk.compliance.doc2doc.long_query import Paragraph

_MOST_ROWS = 60  # that are shown, those with the strongest cells
_NEAREST = 3  # other cells that are named beside one
_STEPS = (0.3, 0.4, 0.5, 0.58, 0.67)
"""The likeness from which each further colour is used; from 0.5 on, a duty of the law counts as met."""
STRONG = 3
"""The step from which a cell counts as a match; its likeness is that of ``lexdesk.compliance.doc2doc.similar``."""
Covering = Literal["met", "open", "neither"]
"""True for a paragraph with a match, or with a duty without one."""

LikenessRole = int(Qt.ItemDataRole.UserRole)
StepRole, GroupRole = LikenessRole + 1, LikenessRole + 2


def step_of(likeness: float) -> int:
    """Return the colour step (0 to 5) of a similarity in 0..1."""
    return sum(likeness >= least for least in _STEPS)


def count_strong_pairs(document: SimilarDocument) -> int:
    """Return the number of matching pairs of paragraphs."""
    least = _STEPS[STRONG - 1]
    return sum(value >= least for row in document.matrix for value in row)


def list_strengths() -> tuple[str, ...]:
    """Return the labels of the six colour steps."""
    return (
        translate("Match", "no match"),
        translate("Match", "very weak"),
        translate("Match", "weak"),
        translate("Match", "near"),
        translate("Match", "strong"),
        translate("Match", "very strong"),
    )


class HeatModel(QAbstractTableModel):
    """A table of similarities: rows are paragraphs of the query document, columns those of a result."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._paragraphs: Sequence[Paragraph] = ()
        self._document: SimilarDocument | None = None
        self._rows: list[int] = []
        self._steps: list[list[int]] = []
        self._coverings: list[Covering] = []

    def put(self, paragraphs: Sequence[Paragraph], document: SimilarDocument | None) -> None:
        """Show the similarities of ``paragraphs`` and ``document``; of many, the best rows and columns."""
        self.beginResetModel()
        self._paragraphs, self._document = paragraphs, document
        matrix = document.matrix if document and document.columns else []
        by_strength = sorted(range(len(matrix)), key=lambda row: -max(matrix[row]))
        self._rows = sorted(by_strength[:_MOST_ROWS])
        self._steps = [[step_of(value) for value in matrix[row]] for row in self._rows]
        unmet = set(self.unmet or ())
        named = set(document.named if document else ())
        self._coverings = [
            "open" if at in unmet else "met" if at in named or _is_near(matrix, at) else "neither"
            for at in range(len(self._columns))
        ]
        self.endResetModel()

    @property
    def unmet(self) -> Sequence[int] | None:
        """Return the columns of uncovered duties; ``None`` without duty detection."""
        return self._document.unmet if self._document else None

    def covering(self, column: int) -> Covering:
        """Return the coverage of the paragraph in ``column``."""
        return self._coverings[column]

    def row(self, index: Index) -> Paragraph:
        """Return the query paragraph of a cell."""
        return self._paragraphs[self._rows[index.row()]]

    def column(self, index: Index) -> Paragraph:
        """Return the result paragraph of a cell."""
        return self._columns[index.column()]

    def likeness(self, row: int, column: int) -> float:
        """Return the similarity of two paragraphs in 0..1."""
        return self._document.matrix[self._rows[row]][column] if self._document else 0.0

    def steps(self, row: int) -> Sequence[int]:
        """Return the colour step of each cell of a row."""
        return self._steps[row]

    def best(self) -> QModelIndex:
        """Return the strongest cell; invalid for an empty table."""
        cells = [(r, c) for r in range(self.rowCount()) for c in range(self.columnCount())]
        return self.index(*max(cells, key=lambda cell: self.likeness(*cell))) if cells else ROOT

    def near_row(self, index: Index) -> list[QModelIndex]:
        """Return the other matching columns of the row of ``index``, best first."""
        row = index.row()
        others = (c for c in range(self.columnCount()) if c != index.column())
        return self._nearest([(row, column) for column in others])

    def near_column(self, index: Index) -> list[QModelIndex]:
        """Return the other matching rows of the column of ``index``, best first."""
        column = index.column()
        others = (r for r in range(self.rowCount()) if r != index.row())
        return self._nearest([(row, column) for row in others])

    def _nearest(self, cells: list[tuple[int, int]]) -> list[QModelIndex]:
        near = [(row, column) for row, column in cells if self._steps[row][column] >= STRONG]
        near.sort(key=lambda cell: -self.likeness(*cell))
        return [self.index(row, column) for row, column in near[:_NEAREST]]

    @property
    def _columns(self) -> Sequence[Paragraph]:
        return self._document.columns if self._document else ()

    def row_name(self, row: int) -> str:
        """Return the name of the paragraph in ``row``."""
        return name_paragraph(self._paragraphs[self._rows[row]], self._rows[row] + 1)

    def column_name(self, column: int) -> str:
        """Return the name of the paragraph in ``column``."""
        return name_paragraph(self._columns[column], column + 1)

    def column_text(self, column: int) -> str:
        """Return the text of the paragraph in ``column``."""
        return self._columns[column].text

    def column_description(self, column: int) -> str:
        """Return the name of the paragraph in ``column`` and its coverage, if known."""
        name = self.column_name(column)
        if self.unmet is None:
            return name
        texts = {
            "met": translate("Match", "{name}: has a match"),
            "open": translate("Match", "{name}: a duty without a match"),
            "neither": translate("Match", "{name}: no match"),
        }[self.covering(column)]
        return texts.format(name=name)

    def best_in(self, column: int) -> QModelIndex:
        """Return the strongest cell of ``column``."""
        rows = range(self.rowCount())
        return self.index(max(rows, key=lambda row: self.likeness(row, column)), column)

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of query paragraphs shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of result paragraphs shown."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the similarity, its colour step, or both paragraphs as text."""
        if not index.isValid():
            return None
        likeness = self.likeness(index.row(), index.column())
        if role == LikenessRole:
            return likeness
        if role == StepRole:
            return self._steps[index.row()][index.column()]
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            described = translate("Match", "{row} and {column}: {likeness}, {strength}").format(
                row=self.row_name(index.row()),
                column=self.column_name(index.column()),
                likeness=wording.decimal(likeness),
                strength=list_strengths()[step_of(likeness)],
            )
            return _escape_for_role(described, role)
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the name of a row, or the number of a column within its ``GroupRole``."""
        if orientation == Qt.Orientation.Vertical:
            if section < len(self._rows) and role in _NAMES:
                return _escape_for_role(self.row_name(section), role)
            return None
        if section >= len(self._columns):
            return None
        group, number = group_of(self._columns[section].label, section + 1)
        if role == GroupRole:
            return group
        if role == Qt.ItemDataRole.DisplayRole:
            return number
        return _escape_for_role(self.column_description(section), role) if role in _NAMES else None


def _escape_for_role(text: str, role: int) -> str:
    return escape_tooltip(text) if role == Qt.ItemDataRole.ToolTipRole else text


def _is_near(matrix: Sequence[Sequence[float]], column: int) -> bool:
    return any(step_of(row[column]) >= STRONG for row in matrix)


_NAMES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.ToolTipRole,
)
