"""Saved searches with what is new in them, tags, collections and notes, earlier searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from lexdesk.work.decisions import Standing
from lexdesk_gui import wording
from lexdesk_gui.decisions.bar import verdicts
from lexdesk_gui.language import long_day, plural, translate
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import button, label, set_first_sizes, splitter
from lexdesk_gui.work.place_model import PlaceModel, WhatRole
from lexdesk_gui.work.shelf import Shelf

if TYPE_CHECKING:
    from lexdesk.work.workbook import Kept

_WIDE = 700  # effective pixels
_GLANCE = 300  # characters


class SavedScreen(QFrame):
    """``searched`` gives a query and a mode, ``opened`` a place and what to mark there, ``provision`` a work and an eid to read;
    ``wanted`` a kind and a value whose places to show, ``decisions`` which decisions, and their name;
    ``deleted`` the name of a saved search; ``exporting`` asks to export the list."""

    searched = Signal(str, str, str)
    opened = Signal(object, str)
    provision = Signal(str, str)
    wanted = Signal(str, str)
    decisions = Signal(str, str)
    deleted = Signal(str)
    exporting = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._new: list[tuple[Kept, str]] = []  # in saved searches, with their queries
        self._listed: tuple[str, str, str] | None = None  # what the list was asked for
        self.shelf, self.places = QStandardItemModel(self), PlaceModel(self)
        self.tree = self._view(
            self.shelf, translate("Saved", "Saved searches, tags and collections")
        )
        self.tree.setHeaderHidden(True)
        self.list = self._view(self.places, translate("Saved", "Places"))
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setWordWrap(True)
        self.list.setItemDelegate(_Wrapped(self.list))
        self.tree.activated.connect(self._activate)
        self.tree.clicked.connect(self._activate)
        self.list.activated.connect(self._open)
        self.list.doubleClicked.connect(self._open)
        self._heading, self._hint = label(kind="pane"), label(kind="secondary")
        self._hint.setWordWrap(True)
        self._told = ""  # what is said while nothing is listed
        self.delete = button(translate("Saved", "Delete saved search"), "plain", self._delete)
        self.export = button(translate("Saved", "Export…"), "plain", self.exporting.emit)
        self._fill()
        self.tree.selectionModel().currentChanged.connect(lambda *_: self._may())
        theme.changed.connect(self._restyle)
        self._restyle()
        self._may()

    def show_shelf(self, shelf: Shelf) -> None:
        """Show all that is kept, and have what is listed listed anew: it may have changed, too."""
        chosen = self.tree.currentIndex().data(WhatRole)
        self.shelf.clear()
        self._new.clear()
        searches = self._group(translate("Saved", "Saved searches"))
        for each in shelf.saved:
            new = shelf.news.get(each.name, 0)
            since = plural("Saved", "%Ln new since {day}")(new)
            told = f"\n{since.format(day=long_day(each.seen_at))}" if new else ""
            item = _item(f"{each.name}{told}", ("search", each.name, each.query, each.mode))
            item.setToolTip(each.query)
            if new:
                item.setFont(_strong())
            self._add_new(item, each.query, new, shelf.new.get(each.name, ()))
            searches.appendRow(item)
        for title, kind, values in (
            (translate("Saved", "Tags"), "tag", shelf.tags),
            (translate("Saved", "Collections"), "collection", shelf.collections),
        ):
            group = self._group(title)
            for value, count in values.items():
                group.appendRow(
                    _item(f"{value}   {wording.number(count)}", ("places", kind, value))
                )
        if shelf.notes:
            name = translate("Saved", "All notes")
            self.shelf.appendRow(
                _item(f"{name}   {wording.number(shelf.notes)}", ("places", "note", ""))
            )
        self._add_decisions(shelf.decisions)
        earlier = self._group(translate("Saved", "Earlier searches"))
        for query in shelf.earlier:
            earlier.appendRow(_item(query, ("search", "", query, "")))
        self._told = translate(
            "Saved", "Choose what to list: a tag, a collection, notes or decisions."
        )
        if self._listed is None and not self.places.shown:
            self._show_list("", (), ())
        self.tree.expandAll()
        _choose(self.tree, chosen)
        self._may()
        self._ask_list()

    def _add_new(
        self, search: QStandardItem, query: str, count: int, first: Sequence[Kept]
    ) -> None:
        """Name below a saved ``search`` what is new in it."""
        for place in first:
            told = "  ".join(filter(None, (place.citation, place.heading)))
            item = _item(told, ("new", len(self._new)))
            item.setToolTip(" ".join(place.text.split())[:_GLANCE])
            search.appendRow(item)
            self._new.append((place, query))
        if first and count > len(first):
            search.appendRow(_item(plural("Saved", "%Ln more")(count - len(first)), None))

    def _add_decisions(self, counts: Mapping[str, int]) -> None:
        total = sum(count for which, count in counts.items() if which != "changed")
        if not total:
            return
        group = self._group(translate("Saved", "Decisions"))
        for which, name in (("", translate("Saved", "All decisions")), *verdicts()):
            count = counts.get(which, 0) if which else total
            if count:
                group.appendRow(
                    _item(f"{name}   {wording.number(count)}", ("decisions", which, name))
                )
        if changed := counts.get("changed", 0):
            name = translate("Saved", "Text changed since")
            group.appendRow(
                _item(f"{name}   {wording.number(changed)}", ("decisions", "changed", name))
            )

    def show_places(
        self, title: str, places: Sequence[Kept], notes: Mapping[str, Sequence[str]]
    ) -> None:
        """Show the places of a tag, a collection, or those with notes; ``notes`` are those on them, by their keys."""
        texts = [(_place_text(place, notes.get(place.key, ())), place.citation) for place in places]
        self._show_list(title, places, texts)

    def show_decisions(
        self, title: str, made: Sequence[Standing], names: Mapping[str, str]
    ) -> None:
        """Show decisions, each with what it was made on and whether that is another text now; ``names`` are those of
        what they were made as against."""
        self._show_list(
            title, made, [(_decision_text(each, names), each.decision.citation) for each in made]
        )

    def shown(self) -> Sequence[Kept]:
        """The places that are listed; none where decisions are."""
        return [each for each in self.places.shown if not isinstance(each, Standing)]

    def shown_decisions(self) -> Sequence[Standing]:
        """The decisions that are listed."""
        return [each for each in self.places.shown if isinstance(each, Standing)]

    def _show_list(
        self, title: str, shown: Sequence[Kept | Standing], texts: Sequence[tuple[str, str]]
    ) -> None:
        chosen = self.list.currentIndex().data(WhatRole)
        self._heading.setText(title)
        self.places.put(shown, texts)
        if chosen in shown:
            self.list.setCurrentIndex(self.places.index(list(shown).index(chosen), 0))
        self.export.setEnabled(bool(shown))
        self._hint.setText("" if title else self._told)

    def forget(self) -> None:
        """Show nothing, since the library is left."""
        self._listed, self._told = None, ""
        self.shelf.clear()
        self._show_list("", (), ())

    def show_none(self) -> None:
        """Say that no library is open, and what would stand here."""
        self.forget()
        self._heading.setText(translate("Index", "No library is open"))
        self._hint.setText(
            translate("Saved", "What you save, tag and note on in a library stands here.")
        )

    def _group(self, title: str) -> QStandardItem:
        group = _item(title, None)
        group.setFont(_strong())
        group.setSelectable(False)
        self.shelf.appendRow(group)
        return group

    def _activate(self, index: QModelIndex) -> None:
        what = index.data(WhatRole)
        if what is None:
            return
        if what[0] == "new":
            self.opened.emit(*self._new[what[1]])
        elif what[0] == "search":
            self.searched.emit(what[2], what[3], what[1])
        else:
            self._listed = what
            self._ask_list()

    def _ask_list(self) -> None:
        if self._listed is not None:
            kind, *what = self._listed
            (self.decisions if kind == "decisions" else self.wanted).emit(*what)

    def _open(self, index: QModelIndex) -> None:
        place = index.data(WhatRole)
        if isinstance(place, Standing):
            self.provision.emit(place.decision.work, place.decision.eid)
        elif place is not None:
            self.opened.emit(place, "")

    def _delete(self) -> None:
        if name := self._saved_search():
            self.deleted.emit(name)

    def _saved_search(self) -> str:
        """The name of the saved search that is chosen, or ``""``."""
        match self.tree.currentIndex().data(WhatRole):
            case ("search", name, *_):
                return str(name)
        return ""

    def _may(self) -> None:
        self.delete.setEnabled(bool(self._saved_search()))
        self.export.setEnabled(bool(self.places.shown))

    def _view(self, model: QAbstractItemModel, name: str) -> QTreeView:
        view = QTreeView()
        view.setModel(model)
        view.setAccessibleName(name)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        return view

    def _fill(self) -> None:
        left, right = QWidget(), QWidget()
        self._left, self._right = QVBoxLayout(left), QVBoxLayout(right)
        self._left.addWidget(self.tree, 1)
        self._left.addWidget(self.delete, 0, Qt.AlignmentFlag.AlignLeft)
        head = QHBoxLayout()
        head.addWidget(self._heading, 1)
        head.addWidget(self.export)
        self._right.addLayout(head)
        self._right.addWidget(self._hint)
        self._right.addWidget(self.list, 1)
        self._splitter = splitter(Qt.Orientation.Horizontal, left, right)
        self._splitter.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._splitter)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """In a narrow window, put the places below."""
        super().resizeEvent(event)
        self.list.scheduleDelayedItemsLayout()
        wide = self.width() / self._theme.look.scale >= _WIDE
        self._splitter.setOrientation(
            Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        )

    def _restyle(self) -> None:
        px = self._theme.look.px
        for column in (self._left, self._right):
            column.setContentsMargins(px(16), px(16), px(16), px(16))
            column.setSpacing(px(8))
        set_first_sizes(self._splitter, self._theme.look, 340, 800)


class _Wrapped(QStyledItemDelegate):
    """Rows as high as their text is, where its lines go on below: a tree counts those of the text alone."""

    def sizeHint(  # noqa: N802
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The height at the width that the list has."""
        view = self.parent()
        if isinstance(view, QTreeView):
            option.rect = QRect(0, 0, view.viewport().width(), 1)
        return super().sizeHint(option, index)


def _choose(view: QTreeView, what: object) -> None:
    """Choose ``what`` in ``view`` again, since it was filled anew: keys go on from there."""
    model = view.model()
    groups = [model.index(row, 0) for row in range(model.rowCount())]
    inside = [model.index(row, 0, each) for each in groups for row in range(model.rowCount(each))]
    for index in [*groups, *inside] if what is not None else ():
        if index.data(WhatRole) == what:
            view.setCurrentIndex(index)


def _place_text(place: Kept, notes: Sequence[str]) -> str:
    """The provision, the notes on it, and how it begins."""
    text = " ".join(place.text.split())
    head = "  ".join(filter(None, (place.citation, place.heading)))
    told = (translate("Saved", "Note: {note}").format(note=note) for note in notes)
    return "\n".join((head, *told, f"{text[:160]}{'…' if len(text) > 160 else ''}"))


def _decision_text(each: Standing, names: Mapping[str, str]) -> str:
    """The provision and what was decided; below, when, as against what, and why."""
    made = each.decision
    verdict = dict(verdicts())[made.verdict]
    changed = translate("Saved", "Text changed since") if each.is_changed else ""
    against = translate("Decisions", "As against {document}").format(
        document=names.get(made.against, "")
    )
    head = "  ·  ".join(filter(None, (verdict, made.citation, changed)))
    below = (long_day(made.made), against if made.against else "", made.note)
    return f"{head}\n{'  ·  '.join(filter(None, below))}"


def _strong() -> QFont:
    """The font of the list, whatever its size, with more weight."""
    font = QFont()
    font.setWeight(QFont.Weight.DemiBold)
    return font


def _item(text: str, what: object) -> QStandardItem:
    item = QStandardItem(text)
    item.setData(what, WhatRole)
    item.setEditable(False)
    return item
