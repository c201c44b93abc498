"""The Saved screen: saved searches and their news, tags, collections, notes, earlier searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTreeView, QVBoxLayout, QWidget

from lexdesk.annotations.decisions import DecisionStatus
from lexdesk.law.citation_labels import label_usual_citation
from lexdesk_gui import wording
from lexdesk_gui.annotations.saved_delegates import (
    CountRole,
    ListDelegate,
    PlaceModel,
    SavedItemsDelegate,
    WhatRole,
    describe_decision,
    name_decided_provision,
    place_text,
)
from lexdesk_gui.annotations.saved_items import SavedItems
from lexdesk_gui.language import find_plural, format_keys, format_long_day, translate
from lexdesk_gui.review.bar import list_verdicts
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    add_to,
    busy_bar,
    button,
    escape_tooltip,
    fill,
    frame,
    label,
    set_gaps,
    set_initial_sizes,
    splitter,
)

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Bookmark, SavedSearch
    from lexdesk_gui.annotations.saved_items import News

_WIDE = 700  # effective pixels
_GLANCE = 300  # characters


class SavedScreen(QFrame):
    """The screen of annotations.

    ``searched`` emits a query and a mode, ``opened`` a passage and text to highlight, ``provision`` a work and an
    eid; ``wanted`` a kind and a value of annotation, ``decisions`` a selection and its name; ``deleted`` the name
    of a saved search; ``exporting`` asks for an export.
    """

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
        self._new: list[tuple[Bookmark, str]] = []  # in saved searches, with their queries
        self._searches: dict[str, tuple[QStandardItem, SavedSearch]] = {}
        self._decided: QStandardItem | None = None  # the heading above decisions
        self._changed: QStandardItem | None = None  # and those on a text that is another now
        self._listed: tuple[str, str, str] | None = None  # the request of the list
        self.shelf, self.places = QStandardItemModel(self), PlaceModel(self)
        self.tree = self._view(
            self.shelf, translate("Saved", "Saved searches, tags and collections")
        )
        self.tree.setHeaderHidden(True)
        self.list = self._view(self.places, translate("Saved", "Places"))
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setItemDelegate(ListDelegate(theme, self.list))
        self.tree.setItemDelegate(SavedItemsDelegate(theme, self.tree))
        self.tree.setObjectName("shelf")
        self.list.setObjectName("places")
        self.tree.activated.connect(self._activate)
        self.tree.clicked.connect(self._activate)
        self.list.activated.connect(self._open)
        self.list.doubleClicked.connect(self._open)
        self.busy_bar = busy_bar()
        self.heading, self.hint = label(kind="pane"), label(kind="secondary", wrap=True)
        self._placeholder = ""  # shown while the list is empty
        self.delete = button(translate("Saved", "Delete saved search"), "plain", self._delete)
        delete_key = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.tree)
        delete_key.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete_key.activated.connect(self._delete)
        self.export = button(translate("Saved", "Export…"), "plain", self.exporting.emit)
        self.panes = self.tree, self.list
        self._fill()
        self.tree.selectionModel().currentChanged.connect(lambda *_: self._may())
        theme.follow(self._restyle)
        self._may()

    def show_shelf(self, shelf: SavedItems) -> None:
        """Show all annotations and refresh the current list."""
        current = self.tree.currentIndex()
        chosen, row = current.data(WhatRole), current.row()
        self.shelf.clear()
        self._new.clear()
        self._searches.clear()
        self._decided = self._changed = None
        searches = self._group(translate("Saved", "Saved searches"))
        for search in shelf.saved:
            item = _item(search.name, ("search", search.name, search.query, search.mode))
            item.setToolTip(escape_tooltip(search.query))
            searches.appendRow(item)
            self._searches[search.name] = item, search
        for title, kind, values in (
            (translate("Saved", "Tags"), "tag", shelf.tags),
            (translate("Saved", "Collections"), "collection", shelf.collections),
        ):
            group = self._group(title)
            for value, count in values.items():
                group.appendRow(_item(value, ("places", kind, value), count))
        if shelf.notes:
            name = translate("Saved", "All notes")
            self.shelf.appendRow(_item(name, ("places", "note", ""), shelf.notes))
        self._add_decisions(shelf.decisions)
        earlier = self._group(translate("Saved", "Earlier searches"))
        for query in shelf.earlier:
            earlier.appendRow(_item(query, ("search", "", query, "")))
        self._placeholder = _placeholder(shelf)
        if self._listed is None and not self.places.shown:
            self._show_list("", (), ())
        self.show_news(shelf.news)
        self.tree.expandAll()
        if not _choose(self.tree, chosen) and chosen is not None and chosen[0] == "search":
            row = min(row, searches.rowCount() - 1)  # the next one after a deleted search
            self.tree.setCurrentIndex(self.shelf.index(row, 0, searches.index()))
        self._may()
        self._ask_list()

    def show_news(self, news: News) -> None:
        """Show news in place of earlier ones."""
        for name, first in news.first.items():
            if name in self._searches:
                item, search = self._searches[name]
                self._tell_new(item, search, news.counts[name], first)
        self._tell_changed(news.changed)
        self.busy_bar.setVisible(news.waiting > 0)

    def _tell_new(
        self, item: QStandardItem, search: SavedSearch, new: int, first: Sequence[Bookmark]
    ) -> None:
        if new:
            since = find_plural("Saved", "%Ln new since {day}")(new)
            item.setText(f"{search.name}\n{since.format(day=format_long_day(search.seen_at))}")
            item.setFont(_strong())
        item.removeRows(0, item.rowCount())
        self._add_new(item, search.query, new, first)
        self.tree.expand(item.index())

    def _tell_changed(self, changed: int) -> None:
        if self._decided is None or not changed:
            return
        name = translate("Saved", "Text changed since")
        if self._changed is None:
            self._changed = _item(name, ("decisions", "changed", name))
            self._decided.appendRow(self._changed)
        _count(self._changed, changed)

    def _add_new(
        self, search: QStandardItem, query: str, count: int, first: Sequence[Bookmark]
    ) -> None:
        """List the new results below a saved ``search``."""
        rows = []
        for place in first:
            label_text = "  ".join(filter(None, (label_usual_citation(place), place.heading)))
            item = _item(label_text, ("new", len(self._new)))
            item.setToolTip(escape_tooltip(" ".join(place.text.split())[:_GLANCE]))
            rows.append(item)
            self._new.append((place, query))
        if first and count > len(first):
            rows.append(_item(find_plural("Saved", "%Ln more")(count - len(first)), None))
        search.appendRows(rows)

    def _add_decisions(self, counts: Mapping[str, int]) -> None:
        total = sum(counts.values())
        if not total:
            return
        group = self._decided = self._group(translate("Saved", "Decisions"))
        for which, name in (("", translate("Saved", "All decisions")), *list_verdicts()):
            count = counts.get(which, 0) if which else total
            if count:
                group.appendRow(_item(name, ("decisions", which, name), count))

    def show_places(
        self, title: str, places: Sequence[Bookmark], notes: Mapping[str, Sequence[str]]
    ) -> None:
        """Show the places of a tag, a collection, or those with notes; ``notes`` are those on them, by their keys."""
        texts = [
            (place_text(place, notes.get(place.key, ())), label_usual_citation(place))
            for place in places
        ]
        self._show_list(title, places, texts)

    def show_decisions(
        self, title: str, decided: Sequence[DecisionStatus], names: Mapping[str, str]
    ) -> None:
        """Show decisions with their text and its changes; ``names`` are the compared documents."""
        self._show_list(
            title,
            decided,
            [
                (describe_decision(standing, names), name_decided_provision(standing))
                for standing in decided
            ],
        )

    def shown(self) -> Sequence[Bookmark]:
        """Return the listed passages; empty for decisions."""
        return [item for item in self.places.shown if not isinstance(item, DecisionStatus)]

    def shown_decisions(self) -> Sequence[DecisionStatus]:
        """Return the listed decisions."""
        return [item for item in self.places.shown if isinstance(item, DecisionStatus)]

    def _show_list(
        self,
        title: str,
        shown: Sequence[Bookmark | DecisionStatus],
        texts: Sequence[tuple[str, str]],
    ) -> None:
        chosen = self.list.currentIndex().data(WhatRole)
        self.heading.setText(title)
        self.places.put(shown, texts)
        if chosen in shown:
            self.list.setCurrentIndex(self.places.index(list(shown).index(chosen), 0))
        self.export.setEnabled(bool(shown))
        self._tell("" if title else self._placeholder)

    def _tell(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    def forget(self) -> None:
        """Show nothing, since the library is left."""
        self._listed, self._placeholder = None, ""
        self.shelf.clear()
        self._searches.clear()
        self._decided = self._changed = None
        self.busy_bar.hide()
        self._show_list("", (), ())

    def show_none(self) -> None:
        """Show that no library is open."""
        self.forget()
        self.heading.setText(translate("Index", "No library is open"))
        self._tell(
            translate("Saved", "Open a library to list saved searches, tags and notes here.")
        )

    def _group(self, title: str) -> QStandardItem:
        group = _item(title, None)
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
        if isinstance(place, DecisionStatus):
            self.provision.emit(place.decision.work, place.decision.eid)
        elif place is not None:
            self.opened.emit(place, "")

    def _delete(self) -> None:
        if name := self._saved_search():
            self.tree.setFocus(Qt.FocusReason.OtherFocusReason)  # the button is disabled
            self.deleted.emit(name)

    def _saved_search(self) -> str:
        """Return the name of the selected saved search, or ``""``."""
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
        left, right, head, foot = QWidget(), QWidget(), frame("header"), frame("footer")
        self.setProperty("kind", "panes")
        self._head, self._foot, self._below = QHBoxLayout(head), QHBoxLayout(foot), QVBoxLayout()
        add_to(self._foot, self.delete, None)
        add_to(self._head, self.heading, self.export, stretch=self.heading)
        self._below.addWidget(self.hint)
        fill(QVBoxLayout(left), self.busy_bar, self.tree, foot, stretch=self.tree)
        fill(QVBoxLayout(right), head, self._below, self.list, stretch=self.list)
        self._splitter = splitter(Qt.Orientation.Horizontal, left, right, stretch=right)
        fill(QVBoxLayout(self), self._splitter)

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
        for line in (self._head, self._foot):
            set_gaps(line, px(8), px(16), px(6), px(16), px(6))
        self.hint.setContentsMargins(px(16), px(8), px(16), px(8))
        self.list.scheduleDelayedItemsLayout()
        set_initial_sizes(self._splitter, self._theme.look, 300, 840)


def _placeholder(shelf: SavedItems) -> str:
    """Return the hint above an empty list."""
    if shelf.tags or shelf.collections or shelf.notes or shelf.decisions:
        return translate("Saved", "Choose what to list: a tag, a collection, notes or decisions.")
    hint = translate(
        "Saved",
        "{save} saves a search; {tag} adds a tag and {note} a note to the text that you read.",
    )
    keys = {"save": "Ctrl+S", "tag": "Ctrl+Shift+T", "note": "Ctrl+Shift+N"}
    return hint.format(**{name: format_keys(QKeySequence(k)) for name, k in keys.items()})


def _choose(view: QTreeView, what: object) -> bool:
    """Restore the selection of ``what`` after a reset of ``view``; return False if it is gone."""
    model = view.model()
    groups = [model.index(row, 0) for row in range(model.rowCount())]
    inside = [
        model.index(row, 0, group) for group in groups for row in range(model.rowCount(group))
    ]
    for index in [*groups, *inside] if what is not None else ():
        if index.data(WhatRole) == what:
            view.setCurrentIndex(index)
            return True
    return False


def _strong() -> QFont:
    """Return the list's font in bold."""
    font = QFont()
    font.setWeight(QFont.Weight.DemiBold)
    return font


def _item(text: str, what: object, count: int = 0) -> QStandardItem:
    """Return a row for ``what`` with its ``count``."""
    item = QStandardItem(text)
    item.setData(what, WhatRole)
    if count:
        _count(item, count)
    item.setEditable(False)
    return item


def _count(item: QStandardItem, count: int) -> None:
    """Set the count of ``item``."""
    item.setData(wording.number(count), CountRole)
    item.setAccessibleText(f"{item.text()}, {wording.number(count)}")
