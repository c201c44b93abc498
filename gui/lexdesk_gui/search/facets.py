"""Filters: those of the query as chips, and those offered as facets."""

import datetime
import itertools
from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from lexdesk_gui import wording
from lexdesk_gui.language import format_long_date, translate
from lexdesk_gui.search.query_filters import (
    QueryFilter,
    filter_label,
    filter_name,
    list_filters,
    with_filter,
    with_value,
    without_filter,
    without_filters,
    without_value,
)
from lexdesk_gui.search.year_range import YearRange
from lexdesk_gui.style.flow_layout import FlowLayout
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import button, escape_tooltip, label, set_gaps

WIDTH = 184  # pixels at 100 %
_MOST = 6  # values of one facet that are offered; "+ Filter" has all
_FIRST_YEAR = 1990  # none older seen so far
_BREAKS = " -–/_"  # characters that end a line
Choice = tuple[str, str]
"""The name of a filter and its value."""


class Facets(QScrollArea):
    """The facets of a query; ``changed`` carries the edited query.

    ``uncounted_shown`` signals visible choices without a count.
    """

    changed = Signal(str)
    uncounted_shown = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._query = ""
        self._room = 0  # pixels that a name and its mark have
        self._first_year, self._last_year = _FIRST_YEAR, _this_year()
        self.boxes: dict[Choice, QCheckBox] = {}
        self.counts: dict[Choice, QLabel] = {}
        self.setProperty("kind", "facets")
        self.setAccessibleName(translate("Facets", "Narrow"))
        self.setWidgetResizable(True)
        # Its contents take the keys, and scroll into view.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self.clear: QPushButton = button(translate("Facets", "Clear"), "link", self._clear)
        head = QHBoxLayout()
        head.setContentsMargins(3, 0, 0, 0)  # as far as the indicators are from their frames
        head.setSpacing(0)  # the button that clears has its own margin
        head.addWidget(label(translate("Facets", "Narrow"), "strong"), 1)
        head.addWidget(self.clear)
        self._column.addLayout(head)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(0, 1)
        self._column.addLayout(self._grid)
        self._add_years()
        self._column.addStretch(1)
        self.setWidget(self._inside)
        theme.follow(self._restyle)
        self._values: Mapping[str, Mapping[str, int]] = {}
        self.show_day(datetime.date.today())

    @property
    def choices(self) -> list[Choice]:
        """Return the available choices."""
        return list(self.boxes)

    @property
    def uncounted(self) -> list[Choice]:
        """Return the choices without a displayed count."""
        return [choice for choice, count in self.counts.items() if not count.text()]

    def set_values(self, values: Mapping[str, Mapping[str, int]]) -> None:
        """Offer the most frequent ``values`` of each filter."""
        self._values = values
        self._offer_choices()

    def show_day(self, day: datetime.date) -> None:
        """Offer the law in force on ``day``."""
        self._day = day
        self._offer_choices()

    def _offer_choices(self) -> None:
        def group(name: str) -> tuple[str, list[tuple[Choice, str]]]:
            most = list(self._values.get(name, {}))[:_MOST]
            return filter_name(name), [((name, v), wording.value_name(name, v)) for v in most]

        force = [(("in-force", self._day.isoformat()), wording.in_force_on(self._day))]
        groups = [
            group("kind"),
            (translate("Facets", "Force"), force),
            group("authority"),
            group("folder"),
            group("lang"),
        ]
        if [choice for _, rows in groups for choice, _ in rows] != self.choices:
            self._offer(groups)
            self.show_query(self._query)
            self.uncounted_shown.emit()

    def show_query(self, query: str) -> None:
        """Check the filters of ``query``."""
        self._query = query
        filters = list_filters(query)
        for (name, value), box in self.boxes.items():
            box.setChecked(
                any(
                    query_filter.name == name and query_filter.has(value)
                    for query_filter in filters
                )
            )
        self.clear.setEnabled(bool(filters))
        span = next(
            (query_filter.values[0] for query_filter in filters if query_filter.name == "date"), ""
        )
        self._show_span(span)

    def clear_counts(self) -> None:
        """Clear the counts, to keep those of one query away from the results of another."""
        for choice, count in self.counts.items():
            count.clear()
            self.boxes[choice].setAccessibleName(self.boxes[choice].toolTip())

    def show_count(self, name: str, value: str, count: int) -> None:
        """Show the number of results of a choice."""
        if shown := self.counts.get((name, value)):
            shown.setText(wording.number(count))
            box = self.boxes[name, value]
            box.setAccessibleName(f"{box.toolTip()}, {wording.results(count)}")
            self._fit()

    def extend_years(self, days: Sequence[str | None]) -> None:
        """Extend the year range to all ``days`` (ISO) seen so far."""
        years = [int(day[:4]) for day in days if day and day[:4].isdigit()]
        self._first_year = min([self._first_year, *years])
        self._last_year = max([self._last_year, *years])
        self.show_query(self._query)

    def show_years(self, days: Sequence[str | None]) -> None:
        """Show the listed results per year by their ``days`` (ISO)."""
        self.extend_years(days)
        self.years.count(days)

    def reset_years(self) -> None:
        """Reset the year range, as for a closed library."""
        self._first_year, self._last_year = _FIRST_YEAR, _this_year()
        self.show_years(())

    def _offer(self, groups: list[tuple[str, list[tuple[Choice, str]]]]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.boxes, self.counts, self._room = {}, {}, 0
        row = 0
        for title, rows in groups:
            if rows:
                self._grid.addWidget(label(title, "facet"), row, 0, 1, 2)
                row += 1
            for choice, text in rows:
                self._add(row, choice, text)
                row += 1
        for before, box in itertools.pairwise((self.clear, *self.boxes.values())):
            self.setTabOrder(before, box)
        self._fit()

    def _add(self, row: int, choice: Choice, text: str) -> None:
        box = QCheckBox()
        box.setProperty("kind", "facet")
        box.setToolTip(escape_tooltip(text))
        box.clicked.connect(lambda chosen: self._choose(choice, chosen))
        count = label(kind="count")
        count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(box, row, 0)
        self._grid.addWidget(count, row, 1)
        self.boxes[choice], self.counts[choice] = box, count

    def _fit(self) -> None:
        """Break names without room next to the widest count into two lines."""
        px = self._theme.look.px
        counts = max((count.sizeHint().width() for count in self.counts.values()), default=0)
        room = self._inside.width() - px(16 + 8 + 4) - max(px(24), counts)
        if room == self._room:  # most counts change nothing
            return
        self._room = room
        for (name, value), box in self.boxes.items():
            box.ensurePolished()
            box.setText("x")  # without a text, no gap follows the mark
            metrics = box.fontMetrics()
            mark = box.sizeHint().width() - metrics.horizontalAdvance("x")
            text, left = box.toolTip(), max(px(40), room - mark)
            if name == "in-force" and metrics.horizontalAdvance(text) > left:
                text = format_long_date(value)  # below its heading
            box.setText(_break_in_two(text, metrics, left).replace("&", "&&"))
            box.setAccessibleName(box.accessibleName() or box.toolTip())

    def _choose(self, choice: Choice, chosen: bool) -> None:
        name, value = choice
        change = with_value if chosen else without_value
        self.changed.emit(change(self._query, name, value))

    def _clear(self) -> None:
        names = {query_filter.name for query_filter in list_filters(self._query)}
        self.changed.emit(without_filters(self._query, *names))

    # Years.

    def _add_years(self) -> None:
        self._column.addWidget(label(translate("Facets", "Date"), "facet"))
        self.years = YearRange(self._theme)
        self.years.chosen.connect(self._take_years)
        self._column.addWidget(self.years)
        self._show_span("")

    def _show_span(self, span: str) -> None:
        first, dots, last = span.partition("..")
        since, until = _year(first), _year(last if dots else first)
        known = [self._first_year, self._last_year, *filter(None, (since, until))]
        least, most = min(known), max(known)
        self.years.show_span(least, most, since or least, max(since, until or most))

    def _take_years(self, first: int, last: int) -> None:
        if first or last:
            span = f"{first or ''}..{last or ''}"
            self.changed.emit(with_filter(self._query, "date", span))
        else:
            self.changed.emit(without_filters(self._query, "date"))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Request the missing counts: hidden facets are not counted."""
        super().showEvent(event)
        self.uncounted_shown.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the content within the viewport."""
        super().resizeEvent(event)
        self._inside.setFixedWidth(event.size().width())  # that of the viewport
        self._fit()

    def _restyle(self) -> None:
        px = self._theme.look.px
        self.setFixedWidth(px(WIDTH))
        set_gaps(self._column, px(6), px(16), px(8), px(8), px(12))
        self._grid.setVerticalSpacing(0)
        self._grid.setHorizontalSpacing(px(4))


def _break_in_two(text: str, metrics: QFontMetrics, width: int) -> str:
    """Return ``text``, broken between words if possible; a second line without room is elided in the middle."""
    if metrics.horizontalAdvance(text) <= width:
        return text
    ends = [
        end
        for end in range(1, len(text))
        if metrics.horizontalAdvance(text[:end].rstrip()) <= width
    ]
    between_words = [end for end in ends if text[end - 1] in _BREAKS]
    end = max(between_words or ends, default=1)
    rest = metrics.elidedText(text[end:], Qt.TextElideMode.ElideMiddle, width)
    return f"{text[:end].rstrip()}\n{rest}"


def _this_year() -> int:
    return datetime.date.today().year


def _year(day: str) -> int:
    """Return the year of an ISO day, or 0."""
    return int(day[:4]) if day[:4].isdigit() and len(day) >= 4 else 0


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
        for at, query_filter in enumerate(list_filters(query)):
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
        self.add.setIcon(make_icon("plus", look.tokens.secondary))
        self.add.setIconSize(QSize(look.px(14), look.px(14)))
