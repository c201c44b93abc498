"""The filters of a query as chips: each one a word of the query language, each removable."""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QVBoxLayout

from lexdesk_gui import wording
from lexdesk_gui.language import translate
from lexdesk_gui.look.flow import FlowLayout
from lexdesk_gui.look.icons import icon
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import button

if TYPE_CHECKING:
    from lexdesk.query import Filter, Node

_ENDS = re.compile(r"(AND|OR|NOT|UND|ODER|NICHT)\b|\)|$")
_FIRST_AND, _LAST_AND = re.compile(r"^(AND|UND)\b\s*"), re.compile(r"\s*\b(AND|UND)$")


class Chips(QFrame):
    """``changed`` gives the query without a filter, or with one more; ``saving`` asks to keep it."""

    changed = Signal(str)
    saving = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._query = ""
        self._values: Mapping[str, Mapping[str, int]] = {}
        self.chips: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self.add = button(translate("Chips", "Filter"), "dashed", self._offer)
        self.add.setAccessibleName(translate("Chips", "Add a filter"))
        self.add.setShortcut("Ctrl+L")
        self.save = button(translate("Chips", "Save search"), "quiet", self.saving.emit)
        self._flow = FlowLayout()
        self._flow.addWidget(self.add)
        self._column = QVBoxLayout()
        self._column.addLayout(self._flow)
        self._row.addLayout(self._column, 1)
        self._row.addWidget(self.save, 0, Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._restyle)
        self._restyle()

    def know(self, values: Mapping[str, Mapping[str, int]]) -> None:
        """Offer these ``values`` of each filter, with the number of their documents."""
        self._values = values

    def show_query(self, query: str) -> None:
        """Show the filters of ``query``; what cannot be parsed has none."""
        self._query = query
        self.save.setEnabled(bool(query.strip()))
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for at, each in enumerate(filters_of(query)):
            told = label_of(each).replace("&", "&&")
            chip = button(f"{told}  ✕", "chip", partial(self._remove, each))
            chip.setAccessibleName(
                translate("Chips", "Remove the filter {name}").format(name=label_of(each))
            )
            chip.setToolTip(str(each))
            self._flow.insertWidget(at, chip)
            self.chips.append(chip)
        for before, after in itertools.pairwise((self.add, *self.chips)):
            self.setTabOrder(before, after)

    def _remove(self, each: Filter) -> None:
        self.changed.emit(without(self._query, each))

    def _offer(self) -> None:
        menu = QMenu(self)
        for name in ("kind", "lang", "folder", "authority"):
            below = menu.addMenu(filter_name(name))
            values = self._values.get(name, {})
            for value, count in values.items():
                shown = f"{wording.value_name(name, value)}  ({wording.number(count)})".replace(
                    "&", "&&"
                )
                below.addAction(shown, partial(self._put, name, value))
            below.setEnabled(bool(values))
        today = datetime.date.today()
        menu.addAction(
            translate("Chips", "In force today"), lambda: self._put("in-force", today.isoformat())
        )
        for text, name in (
            (translate("Chips", "Dated after"), "after"),
            (translate("Chips", "Dated before"), "before"),
        ):
            years = menu.addMenu(text)
            for year in (today.year - 1, today.year - 2, today.year - 5, today.year - 10, 2000):
                years.addAction(str(year), partial(self._put, name, str(year)))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    def _put(self, name: str, value: str) -> None:
        self.changed.emit(with_filter(self._query, name, value))

    def _restyle(self) -> None:
        look = self._theme.look
        self._row.setContentsMargins(0, look.px(2), 0, look.px(10))
        self._column.setContentsMargins(0, 2, 0, 0)  # as high as what saves is without its ring
        for layout in (self._row, self._flow):
            layout.setSpacing(look.px(8))
        self.add.setIcon(icon("plus", look.tokens.secondary))
        self.add.setIconSize(QSize(look.px(14), look.px(14)))


def filters_of(query: str) -> list[Filter]:
    """The filters that every hit of ``query`` fulfils, in order; none where it has a mistake.

    One below OR or NOT is none of them: a choice could neither tell it nor take it away.
    """
    if ":" not in query:
        return []  # the window starts without loading the query language
    from lexdesk.errors import QueryError
    from lexdesk.query import parse

    try:
        return sorted(_demanded(parse(query).root), key=lambda each: each.start)
    except QueryError:
        return []


def _demanded(node: Node) -> Iterator[Filter]:
    from lexdesk.query import And, Filter, Rank

    if isinstance(node, Filter):
        yield node
    parts = node.parts if isinstance(node, And) else node.required if isinstance(node, Rank) else ()
    for part in parts:
        yield from _demanded(part)


def all_filters_of(query: str) -> str:
    """The filters of ``query`` as a query of their own, without its words."""
    return " AND ".join(map(str, filters_of(query)))


def with_filter(query: str, name: str, value: str) -> str:
    """``query`` with one filter of ``name``, in place of the one there."""
    from lexdesk.query import Filter

    for each in reversed(filters_of(query)):
        if each.name == name:
            query = without(query, each)
    wanted = Filter(name, value)
    added, grouped = f"{query} {wanted}".strip(), f"({query}) {wanted}"
    if not _has(added, name) and _has(grouped, name):  # it would belong to the last of OR alone
        return grouped
    return added


def _has(query: str, name: str) -> bool:
    return any(each.name == name for each in filters_of(query))


def without(query: str, each: Filter) -> str:
    """``query`` without the filter ``each``, and without the brackets and the AND that only it needs."""
    left, right = query[: each.start].rstrip(), query[each.start + each.length :].lstrip()
    while left.endswith("(") and right.startswith(")"):
        left, right = left[:-1].rstrip(), right[1:].lstrip()
    if _ENDS.match(right):
        left = _LAST_AND.sub("", left)
    if not left or left.endswith("("):
        right = _FIRST_AND.sub("", right)
    return f"{left} {right}".strip()  # what stands before keeps its place


def label_of(each: Filter) -> str:
    """How a chip names a filter."""
    told = wording.value_name(each.name, each.value)
    if each.name == "date":
        first, dots, last = told.partition("..")
        if first and last:
            told = translate("Chips", "{first} to {last}").format(first=first, last=last)
        elif dots:
            since, until = translate("Chips", "from {day}"), translate("Chips", "to {day}")
            told = (since if first else until).format(day=first or last)
    return f"{filter_name(each.name)}: {told}"


def filter_name(name: str) -> str:
    """How chips, facets and menus call a filter."""
    names = {
        "kind": translate("Chips", "Kind"),
        "work": translate("Chips", "Act"),
        "lang": translate("Chips", "Language"),
        "folder": translate("Chips", "Folder"),
        "authority": translate("Chips", "Court or authority"),
        "date": translate("Chips", "Date"),
        "before": translate("Chips", "Before"),
        "after": translate("Chips", "After"),
        "in-force": translate("Chips", "In force"),
        "cites": translate("Chips", "Cites"),
        "doc": translate("Chips", "Document says"),
    }
    return names.get(name, name)
