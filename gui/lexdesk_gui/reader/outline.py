"""The outline of a work as a Qt model: chapters, sections, articles, each below the one it lies in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from lexdesk_gui.language import translate

Index = QModelIndex | QPersistentModelIndex
EidRole = int(Qt.ItemDataRole.UserRole)
MarkRole = EidRole + 1
"""Whether an entry is set apart."""
_ROOT = QModelIndex()
_INNER = frozenset(
    {"para", "subsec", "point", "subpara", "clause", "list", "abs", "nr", "buchst", "lit", "item", "indent", "sent"}
)  # fmt: skip
"""What an outline leaves out: the parts of an article, which are read with it, and what lies in these."""
_OWN = ("§", "Rn.", "paragraph")
"""``para`` is a part of an article in EU law, a whole § in German law, and what is cited of a decision."""


@dataclass(slots=True)
class Entry:
    """A provision in the outline; ``row`` is its place below ``parent``."""

    eid: str
    text: str
    parent: Entry | None
    row: int
    children: list[Entry] = field(default_factory=list)


class OutlineModel(QAbstractItemModel):
    """The provisions of one work, without the parts of articles."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._top: list[Entry] = []
        self._known: dict[str, Entry] = {}
        self._marked: frozenset[str] = frozenset()

    def mark(self, eids: frozenset[str]) -> int:
        """Set these apart; how many of them there are in the outline."""
        self.layoutAboutToBeChanged.emit()
        self._marked = eids & self._known.keys()
        self.layoutChanged.emit()
        return len(self._marked)

    def put(self, provisions: Sequence[Mapping[str, Any]]) -> None:
        """Show ``provisions`` (eid, label, heading, parent), in the order of the text."""
        self.beginResetModel()
        self._top, self._known, self._marked = [], {}, frozenset()
        for each in provisions:
            if not _is_inner(each) and (not each["parent"] or each["parent"] in self._known):
                self._add(each)
        self.endResetModel()

    def index_of(self, eid: str | None) -> QModelIndex:
        """Where ``eid`` stands, or the nearest provision around it; invalid where it does not."""
        while eid:
            if (entry := self._known.get(eid)) is not None:
                return self.createIndex(entry.row, 0, entry)
            eid = eid.rpartition("__")[0]
        return QModelIndex()

    def above(self, eid: str | None) -> list[str]:
        """What ``eid`` lies in, such as chapters, by label and heading, from the outermost on."""
        entry = self._entry(self.index_of(eid))
        found: list[str] = []
        while entry is not None and (entry := entry.parent) is not None:
            found.insert(0, entry.text)
        return found

    def neighbour(self, eid: str | None, by: int) -> str | None:
        """The eid ``by`` places on among those that have no parts in the outline."""
        leaves = [entry.eid for entry in self._known.values() if not entry.children]
        here = self.index_of(eid).data(EidRole)
        if here not in leaves:
            return None
        goal = leaves.index(here) + by
        return leaves[goal] if 0 <= goal < len(leaves) else None

    def _add(self, each: Mapping[str, Any]) -> None:
        around = self._known.get(each["parent"] or "")
        siblings = around.children if around else self._top
        text = "  ".join(filter(None, (each["label"], each["heading"])))
        entry = Entry(each["eid"], text, around, len(siblings))
        siblings.append(entry)
        self._known[entry.eid] = entry

    # The interface of Qt.

    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        """The index of a row below ``parent``."""
        siblings = self._below(parent)
        if column != 0 or not 0 <= row < len(siblings):
            return QModelIndex()
        return self.createIndex(row, 0, siblings[row])

    def parent(self, index: Index = _ROOT) -> QModelIndex:  # type: ignore[override]
        """The index of what a provision lies in."""
        entry = self._entry(index)
        above = entry.parent if entry else None
        return self.createIndex(above.row, 0, above) if above else QModelIndex()

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """How many provisions lie right below ``parent``."""
        return len(self._below(parent)) if parent.column() <= 0 else 0

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """One."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The label with the heading, or the eid."""
        entry = self._entry(index)
        if entry is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return entry.text
        if role == MarkRole:
            return entry.eid in self._marked
        if role == Qt.ItemDataRole.AccessibleTextRole and entry.eid in self._marked:
            return translate("Outline", "{provision}, changed").format(provision=entry.text)
        return entry.eid if role == EidRole else None

    def _below(self, parent: Index) -> list[Entry]:
        entry = self._entry(parent)
        return entry.children if entry else self._top

    @staticmethod
    def _entry(index: Index) -> Entry | None:
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, Entry) else None


def _is_inner(provision: Mapping[str, Any]) -> bool:
    """Whether it is a part of an article."""
    name = provision["eid"].rpartition("__")[2].partition("_")[0]
    return name in _INNER and not (name == "para" and provision["label"].startswith(_OWN))
