"""Filter chips of a query, each removable, and a menu of further filters."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QVBoxLayout

from lexdesk_gui import wording
from lexdesk_gui.language import translate
from lexdesk_gui.search.query_filters import (
    QueryFilter,
    filter_label,
    filter_name,
    filters_of,
    with_value,
    without_filter,
)
from lexdesk_gui.style.flow_layout import FlowLayout
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import button, escape_tooltip


class Chips(QFrame):
    """The filter chips of a query; ``changed`` carries the edited query, ``saving`` asks to save it.

    The menu offers the law in force on ``day``, today if ``None``.
    """

    changed = Signal(str)
    saving = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._query = ""
        self.day: datetime.date | None = None
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
        theme.follow(self._restyle)

    def set_values(self, values: Mapping[str, Mapping[str, int]]) -> None:
        """Offer these ``values`` of each filter with their document counts."""
        self._values = values

    def show_query(self, query: str) -> None:
        """Show the filters of ``query``; an unparsable query has none."""
        self._query = query
        self.save.setEnabled(bool(query.strip()))
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for at, query_filter in enumerate(filters_of(query)):
            text = filter_label(query_filter).replace("&", "&&")
            chip = button(f"{text}  ✕", "chip", partial(self._remove, query_filter))
            chip.setAccessibleName(
                translate("Chips", "Remove the filter {name}").format(
                    name=filter_label(query_filter)
                )
            )
            chip.setToolTip(escape_tooltip(str(query_filter)))
            self._flow.insertWidget(at, chip)
            self.chips.append(chip)
        in_order = (self.add, *self.chips, self.add) if self.chips else ()  # which moves to the end
        for before, after in itertools.pairwise(in_order):
            self.setTabOrder(before, after)

    def _remove(self, query_filter: QueryFilter) -> None:
        self.changed.emit(without_filter(self._query, query_filter))

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
        day = self.day or today
        menu.addAction(wording.in_force_on(day), partial(self._put, "in-force", day.isoformat()))
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
        self.changed.emit(with_value(self._query, name, value))

    def _restyle(self) -> None:
        look = self._theme.look
        self._row.setContentsMargins(0, look.px(2), 0, look.px(10))
        # The height of the button that saves, without its focus ring.
        self._column.setContentsMargins(0, 2, 0, 0)
        for layout in (self._row, self._flow):
            layout.setSpacing(look.px(8))
        self.add.setIcon(icon("plus", look.tokens.secondary))
        self.add.setIconSize(QSize(look.px(14), look.px(14)))
