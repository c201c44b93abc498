"""The hits of an answer as a Qt model that hands out its rows a screenful at a time."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from lexdesk.law.citation_labels import usual_citation
from lexdesk_gui import wording
from lexdesk_gui.wording import Order

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Answer, Hit

HitRole = int(Qt.ItemDataRole.UserRole)
LikeRole = HitRole + 1
"""What the result is called that a hit says nearly the same as, or ``""``."""
Index = QModelIndex | QPersistentModelIndex
_ROWS_AT_ONCE = 50
_ROOT = QModelIndex()


class ResultModel(QAbstractListModel):
    """The hits, best first unless ordered otherwise; ``ran_out`` comes when all were handed out."""

    ran_out = Signal()

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._hits: Sequence[Hit] = ()
        self._likes: dict[_Place, str] = {}
        self._ranks: dict[_Place, int] = {}  # of before they were reordered
        self._total = 0
        self._shown = 0
        self._today = datetime.date.today()
        self._order: Order = "relevance"

    def put(self, answer: Answer | None, *, reordered: bool = False) -> None:
        """Show the hits of ``answer``, or none; ``reordered``, they are those that were there before."""
        self._ranks = {_place(hit): hit.rank for hit in self._hits} if reordered else {}
        self.beginResetModel()
        self._hits = ordered(answer.hits, self._order) if answer else ()
        self._likes = _likes(answer) if answer else {}
        self._total = max(answer.total, wording.listed(answer.hits)) if answer else 0
        self._shown = min(len(self._hits), _ROWS_AT_ONCE)
        self._today = datetime.date.today()
        self.endResetModel()

    def extend(self, answer: Answer) -> None:
        """Put the further hits of ``answer`` below those that are there, or where the order has them.

        In another order than by relevance, the model is reset; what was handed out stays so.
        """
        known = {_place(hit) for hit in self._hits}
        further = [hit for hit in answer.hits if _place(hit) not in known]
        self._likes = _likes(answer) | self._likes
        if self._order == "relevance" or not self._shown:
            self._hits = [*self._hits, *ordered(further, self._order)]
        elif further:
            self.beginResetModel()
            last = self._hits[self._shown - 1]
            self._hits = ordered([*self._hits, *further], self._order)
            self._shown = 1 + next(n for n, hit in enumerate(self._hits) if hit is last)
            self.endResetModel()
        self._total = max(answer.total, wording.listed(self._hits))
        if self.canFetchMore(_ROOT):
            self.fetchMore(_ROOT)

    def sort_by(self, order: Order) -> None:
        """Put the hits that are known in another order."""
        if order != self._order:
            self._order = order
            self.beginResetModel()
            self._hits = ordered(self._hits, order)
            self._shown = min(len(self._hits), _ROWS_AT_ONCE)
            self.endResetModel()

    @property
    def hits(self) -> Sequence[Hit]:
        """All hits that are known, handed out or not, in order."""
        return self._hits

    def hit(self, row: int) -> Hit | None:
        """The hit in ``row``, if there is one."""
        return self._hits[row] if 0 <= row < self._shown else None

    def row_of(self, hit: Hit) -> int:
        """The row with the passage of ``hit``, -1 where there is none."""
        place = _place(hit)
        places = (_place(each) for each in self._hits[: self._shown])
        return next((row for row, known in enumerate(places) if known == place), -1)

    def rank_before(self, hit: Hit) -> int | None:
        """The rank of ``hit`` before the best were reordered, where they were while they were shown."""
        return self._ranks.get(_place(hit))

    # The interface of Qt.

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """How many rows have been handed out."""
        return 0 if parent.isValid() else self._shown

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802
        """Whether there are rows that have not been asked for yet."""
        return not parent.isValid() and self._shown < len(self._hits)

    def fetchMore(self, parent: Index) -> None:  # noqa: N802
        """Hand out the next rows."""
        if not self.canFetchMore(parent):
            return
        end = min(self._shown + _ROWS_AT_ONCE, len(self._hits))
        self.beginInsertRows(QModelIndex(), self._shown, end - 1)
        self._shown = end
        self.endInsertRows()
        if self._shown == len(self._hits):
            self.ran_out.emit()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What it is called, the ``Hit`` itself, what it is like, or what a screen reader says."""
        hit = self.hit(index.row()) if index.isValid() else None
        if hit is None:
            return None
        like = self._likes.get(_place(hit), "")
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return usual_citation(hit)
            case Qt.ItemDataRole.ToolTipRole:  # the row has no room for all of it
                cited = hit.citation if hit.citation != usual_citation(hit) else ""
                said = wording.nearly_the_same(like) if like else ""
                return "\n".join(filter(None, (usual_citation(hit), cited, said)))
            case Qt.ItemDataRole.AccessibleTextRole:
                return wording.spoken(hit, self._total, self._today, like)
        return {HitRole: hit, LikeRole: like}.get(role)


def ordered(hits: Sequence[Hit], order: Order) -> list[Hit]:
    """``hits`` by relevance, by date (latest first, undated last) or by title and place."""
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


def _likes(answer: Answer) -> dict[_Place, str]:
    """Of each hit that says nearly the same as one before it, what that one is called."""
    names = {hit.rank: usual_citation(hit) for hit in answer.hits}
    return {_place(hit): names[hit.like] for hit in answer.hits if hit.like in names}
