"""A Qt model of an answer's hits with incremental loading."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal

from lexdesk.law.citation_labels import label_usual_citation
from lexdesk_gui import wording
from lexdesk_gui.style.rows import ROOT, Index
from lexdesk_gui.style.widgets import escape_tooltip
from lexdesk_gui.wording import Order

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Answer, Hit

HitRole = int(Qt.ItemDataRole.UserRole)
DuplicateRole = HitRole + 1
"""The label of an earlier result nearly identical to the hit, or ``""``."""
_ROWS_AT_ONCE = 50


class ResultModel(QAbstractListModel):
    """A model of hits, best first by default; ``ran_out`` signals the end of the known hits."""

    ran_out = Signal()

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.hits: Sequence[Hit] = ()
        self._duplicates: dict[_Place, str] = {}
        self._ranks: dict[_Place, int] = {}  # before re-ranking
        self._total = 0
        self._shown = 0
        self._today = datetime.date.today()
        self._order: Order = "relevance"

    def put(self, answer: Answer | None, *, reordered: bool = False) -> None:
        """Show the hits of ``answer``, or none; with ``reordered``, keep the previous ranks for comparison."""
        self._ranks = {_place(hit): hit.rank for hit in self.hits} if reordered else {}
        self.beginResetModel()
        self.hits = sort_hits(answer.hits, self._order) if answer else ()
        self._duplicates = _duplicates(answer) if answer else {}
        self._total = max(answer.total, wording.listed(answer.hits)) if answer else 0
        self._shown = min(len(self.hits), _ROWS_AT_ONCE)
        self._today = datetime.date.today()
        self.endResetModel()

    def extend(self, answer: Answer) -> None:
        """Merge the further hits of ``answer``: below the others, or at their place in the sort order.

        Orders other than relevance reset the model; loaded rows stay loaded.
        """
        known = {_place(hit) for hit in self.hits}
        further = [hit for hit in answer.hits if _place(hit) not in known]
        self._duplicates = _duplicates(answer) | self._duplicates
        if self._order == "relevance" or not self._shown:
            self.hits = [*self.hits, *sort_hits(further, self._order)]
        elif further:
            self.beginResetModel()
            last = self.hits[self._shown - 1]
            self.hits = sort_hits([*self.hits, *further], self._order)
            self._shown = 1 + next(n for n, hit in enumerate(self.hits) if hit is last)
            self.endResetModel()
        self._total = max(answer.total, wording.listed(self.hits))
        if self.canFetchMore(ROOT):
            self.fetchMore(ROOT)

    def sort_by(self, order: Order) -> None:
        """Sort the known hits."""
        if order != self._order:
            self._order = order
            self.beginResetModel()
            self.hits = sort_hits(self.hits, order)
            self._shown = min(len(self.hits), _ROWS_AT_ONCE)
            self.endResetModel()

    def hit(self, row: int) -> Hit | None:
        """Return the hit in ``row``, if any."""
        return self.hits[row] if 0 <= row < self._shown else None

    def row_of(self, hit: Hit) -> int:
        """Return the row with the passage of ``hit``, or -1."""
        place = _place(hit)
        places = (_place(known) for known in self.hits[: self._shown])
        return next((row for row, other in enumerate(places) if other == place), -1)

    def rank_before(self, hit: Hit) -> int | None:
        """Return the rank of ``hit`` before re-ranking, if known."""
        return self._ranks.get(_place(hit))

    # The interface of Qt.

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of loaded rows."""
        return 0 if parent.isValid() else self._shown

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802
        """Report whether known rows remain to be loaded."""
        return not parent.isValid() and self._shown < len(self.hits)

    def fetchMore(self, parent: Index) -> None:  # noqa: N802
        """Load the next rows."""
        if not self.canFetchMore(parent):
            return
        end = min(self._shown + _ROWS_AT_ONCE, len(self.hits))
        self.beginInsertRows(QModelIndex(), self._shown, end - 1)
        self._shown = end
        self.endInsertRows()
        if self._shown == len(self.hits):
            self.ran_out.emit()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the label, the ``Hit``, its near-duplicate or its accessible text."""
        hit = self.hit(index.row()) if index.isValid() else None
        if hit is None:
            return None
        like = self._duplicates.get(_place(hit), "")
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return label_usual_citation(hit)
            case Qt.ItemDataRole.ToolTipRole:  # may be elided in the row
                cited = hit.citation if hit.citation != label_usual_citation(hit) else ""
                duplicate_of = wording.nearly_the_same(like) if like else ""
                return escape_tooltip(
                    "\n".join(filter(None, (label_usual_citation(hit), cited, duplicate_of)))
                )
            case Qt.ItemDataRole.AccessibleTextRole:
                return wording.spoken(hit, self._total, self._today, like)
        return {HitRole: hit, DuplicateRole: like}.get(role)


def sort_hits(hits: Sequence[Hit], order: Order) -> list[Hit]:
    """Return ``hits`` by relevance, by date (latest first, undated last) or by title and place."""
    if order == "date":
        return sorted(
            hits, key=lambda hit: (hit.valid_from or hit.dated or "", -hit.rank), reverse=True
        )
    if order == "title":
        return sorted(hits, key=lambda hit: (hit.title.casefold(), hit.rank))
    return sorted(hits, key=lambda hit: hit.rank)


_Place = tuple[str, str | None, str | None, str]


def _place(hit: Hit) -> _Place:
    return hit.work, hit.eid, hit.path, hit.text


def _duplicates(answer: Answer) -> dict[_Place, str]:
    """Map each near-duplicate of an earlier hit to the label of that hit."""
    names = {hit.rank: label_usual_citation(hit) for hit in answer.hits}
    return {
        _place(hit): names[hit.near_duplicate_of]
        for hit in answer.hits
        if hit.near_duplicate_of in names
    }
