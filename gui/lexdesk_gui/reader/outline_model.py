"""The outline of a work: model and view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QTreeView

from lexdesk_gui.language import translate
from lexdesk_gui.style.rows import ROOT, Index, draw_line
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import escape_tooltip

EidRole = int(Qt.ItemDataRole.UserRole)
MarkRole = EidRole + 1
"""The role of the changed flag of an entry."""
_INNER = frozenset(
    {"para", "subsec", "point", "subpara", "clause", "list", "abs", "nr", "buchst", "lit", "item", "indent", "sent"}
)  # fmt: skip
"""Eid segments excluded from the outline: parts of an article, and their contents, unless they have headings."""
_OWN = ("§", "Rn.", "paragraph")
"""``para`` is a part of an article in EU law, a whole § in German law and a cited passage of a decision."""


@dataclass(slots=True)
class Entry:
    """A provision of the outline; ``row`` is its index below ``parent``."""

    eid: str
    text: str
    parent: Entry | None
    row: int
    children: list[Entry] = field(default_factory=list)


class OutlineModel(QAbstractItemModel):
    """A model of the provisions of one work, without the parts of articles."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._top: list[Entry] = []
        self._known: dict[str, Entry] = {}
        self._marked: frozenset[str] = frozenset()

    def mark(self, eids: frozenset[str]) -> int:
        """Mark these provisions as changed and return their number in the outline."""
        self.layoutAboutToBeChanged.emit()
        self._marked = eids & self._known.keys()
        self.layoutChanged.emit()
        return len(self._marked)

    def put(self, provisions: Sequence[Mapping[str, Any]]) -> None:
        """Show ``provisions`` (eid, label, heading, parent) in document order."""
        self.beginResetModel()
        self._top, self._known, self._marked = [], {}, frozenset()
        for provision in provisions:
            parent = provision["parent"]
            if not _is_inner(provision) and (not parent or parent in self._known):
                self._add(provision)
        self.endResetModel()

    def index_of(self, eid: str | None) -> QModelIndex:
        """Return the index of ``eid`` or of its nearest ancestor, or an invalid one."""
        while eid:
            if (entry := self._known.get(eid)) is not None:
                return self.createIndex(entry.row, 0, entry)
            eid = eid.rpartition("__")[0]
        return QModelIndex()

    def above(self, eid: str | None) -> list[str]:
        """Return label and heading of the ancestors of ``eid``, outermost first."""
        entry = self._entry(self.index_of(eid))
        labels: list[str] = []
        while entry is not None and (entry := entry.parent) is not None:
            labels.insert(0, entry.text)
        return labels

    def neighbour(self, eid: str | None, by: int) -> str | None:
        """Return the eid ``by`` places away among the leaves of the outline."""
        leaves = [entry.eid for entry in self._known.values() if not entry.children]
        here = self.index_of(eid).data(EidRole)
        if here not in leaves:
            return None
        goal = leaves.index(here) + by
        return leaves[goal] if 0 <= goal < len(leaves) else None

    def _add(self, provision: Mapping[str, Any]) -> None:
        around = self._known.get(provision["parent"] or "")
        siblings = around.children if around else self._top
        text = "  ".join(filter(None, (provision["label"], provision["heading"])))
        entry = Entry(provision["eid"], text, around, len(siblings))
        siblings.append(entry)
        self._known[entry.eid] = entry

    # Qt's model interface.

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        """Return the index of a row below ``parent``."""
        siblings = self._below(parent)
        if column != 0 or not 0 <= row < len(siblings):
            return QModelIndex()
        return self.createIndex(row, 0, siblings[row])

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        """Return the index of the parent."""
        entry = self._entry(index)
        above = entry.parent if entry else None
        return self.createIndex(above.row, 0, above) if above else QModelIndex()

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of children of ``parent``."""
        return len(self._below(parent)) if parent.column() <= 0 else 0

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return one."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the label with the heading, or the eid."""
        entry = self._entry(index)
        if entry is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_tooltip(entry.text)
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
        entry = index.internalPointer() if index.isValid() else None
        return entry if isinstance(entry, Entry) else None


def _is_inner(provision: Mapping[str, Any]) -> bool:
    """Report whether the provision is a part of an article, without a heading of its own."""
    if provision["heading"]:
        return False
    name = provision["eid"].rpartition("__")[2].partition("_")[0]
    return name in _INNER and not (name == "para" and provision["label"].startswith(_OWN))


_INDENT = 14  # pixels at 100 %


class OutlineView(QTreeView):
    """A tree of provisions; ``chosen`` carries the eid of a clicked or entered one."""

    chosen = Signal(str)

    def __init__(self, name: str, theme: Theme):
        super().__init__()
        self._theme = theme
        self._note = ""
        self.model_of_outline = OutlineModel(self)
        self.setModel(self.model_of_outline)
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        theme.follow(self._restyle)

    def show_place(self, eid: str | None) -> None:
        """Select the provision ``eid`` or its nearest ancestor."""
        index = self.model_of_outline.index_of(eid)
        if index.isValid():
            self.setCurrentIndex(index)
            self.expand(index)
            self.scrollTo(index, QTreeView.ScrollHint.PositionAtCenter)

    def show_note(self, note: str) -> None:
        """Show ``note`` in place of an empty tree."""
        self._note = note
        self.setAccessibleDescription(note)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the tree, or the note."""
        super().paintEvent(event)
        if self._note:
            look = self._theme.look
            side = look.px(16)
            box = QRect(side, side, self.viewport().width() - 2 * side, look.px(20))
            painter = QPainter(self.viewport())
            draw_line(painter, box, self._note, look.interface(13), look.tokens.secondary)

    def _choose(self, index: Index) -> None:
        if eid := index.data(EidRole):
            self.chosen.emit(eid)

    def _restyle(self) -> None:
        self.setIndentation(self._theme.look.px(_INDENT))
