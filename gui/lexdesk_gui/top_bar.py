"""The bar above all screens: library, search field, as-of date."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QEvent, QLocale, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QResizeEvent, QTextCharFormat
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from lexdesk_gui import wording
from lexdesk_gui.language import format_long_date, format_typed_date, parse_long_date, translate
from lexdesk_gui.search.search_field import SearchField
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import add_to, escape_tooltip, fit_width, label, set_gaps

if TYPE_CHECKING:
    from PySide6.QtWidgets import QCalendarWidget

_NARROW, _TINY = 800, 480  # effective pixels
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_FIRST_DAY = QDate(1, 1, 1)  # of ``datetime.date``; that of Qt is 4,700 years before


class TopBar(QFrame):
    """Library menu, search field and as-of date.

    ``opening`` emits the folder of another library, ``choosing`` asks for one; ``dated`` emits a day, or ``None``
    for today.
    """

    opening = Signal(object)
    choosing = Signal()
    dated = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._name, self._is_narrow = "", False
        self._current: Path | None = None
        self._known: Sequence[Path] = ()
        self._day: datetime.date | None = None
        self.turning_buttons: dict[str, QToolButton] = {}
        self.setProperty("kind", "bar")
        self.field = SearchField(theme)
        self.library = QPushButton()
        self.library.setProperty("kind", "library")
        self.libraries_menu = QMenu(self)
        self.library.setMenu(self.libraries_menu)
        self.libraries_menu.setToolTipsVisible(True)
        self.libraries_menu.aboutToShow.connect(self._offer_libraries)
        self.day = QPushButton()
        self.day.setProperty("kind", "bar")
        self._days = QMenu(self)
        self.day.setMenu(self._days)
        self._days.addAction(translate("Bar", "Today"), lambda: self.dated.emit(None))
        self._days.aboutToShow.connect(self._show_calendar)
        self._row = QHBoxLayout(self)
        add_to(self._row, self.library, self.field, self.day, stretch=self.field)
        self.show_day(None)
        theme.follow(self._restyle)

    def show_libraries(self, current: Path | None, known: Sequence[Path]) -> None:
        """Show the current library and offer the others."""
        name = wording.file_name(current) if current else translate("Bar", "No library")
        self._name = name
        self.library.setToolTip(escape_tooltip(wording.path_label(current or "")))
        self.library.setAccessibleName(translate("Bar", "Library {name}").format(name=name))
        self._current, self._known = current, known
        self._fit_name()

    def _offer_libraries(self) -> None:
        """Rebuild the menu on each opening: a rejected choice must not stay ticked."""
        self.libraries_menu.clear()
        names = [path.name for path in self._known]
        for path in self._known:
            is_alone = names.count(path.name) == 1
            name = wording.path_label(path.name if is_alone else f"{path.name} – {path.parent}")
            open_it = partial(self.opening.emit, path)
            action = self.libraries_menu.addAction(name.replace("&", "&&"), open_it)
            action.setToolTip(escape_tooltip(wording.path_label(path)))
            action.setCheckable(True)
            action.setChecked(path == self._current)
        self.libraries_menu.addSeparator()
        self.libraries_menu.addAction(translate("Bar", "Open another library…"), self.choosing.emit)

    def show_day(self, day: datetime.date | None) -> None:
        """Show the as-of date."""
        shown = format_long_date((day or datetime.date.today()).isoformat())
        text = translate("Bar", "As of {day}").format(day=shown)
        self._day = day
        self.day.setText(text)
        self.day.setToolTip(text)
        self.day.setAccessibleName(text)
        self._arrange()

    def open_days(self) -> None:
        """Open the date menu."""
        self.day.showMenu()

    def _show_calendar(self) -> None:
        day = self._day or datetime.date.today()
        self.typed_day.setText(format_typed_date(day))
        self._show_hint("")
        self.typed_day.setFixedHeight(self._theme.look.px(28))
        self.calendar.setSelectedDate(QDate(day.year, day.month, day.day))
        for name in ("left", "right"):
            self.turning_buttons[name].setIcon(make_icon(name, self._theme.look.tokens.text))
        self.calendar.setMinimumSize(self.calendar.sizeHint() * 1.25)  # which cuts the last week
        QTimer.singleShot(0, self, self._go_to_typed_day)  # once the menu is shown

    def _go_to_typed_day(self) -> None:
        self._days.setActiveAction(self._typing_day)  # which Tab goes on from
        self.typed_day.setFocus()
        self.typed_day.selectAll()

    @cached_property
    def typed_day(self) -> QLineEdit:
        """Return the date field; the calendar alone needs one key a month."""
        field = QLineEdit()
        field.setProperty("kind", "plain")
        field.setAccessibleName(translate("Bar", "As of"))
        field.installEventFilter(self)
        self._typing_day = self._put_in_days(field)
        self._date_hint = label(kind="bad")
        self._hint_action = self._put_in_days(self._date_hint)
        return field

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Keep Enter and arrow keys of the date field and calendar from the menu."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if watched is self.typed_day and event.key() in _ENTER:
                self._take_typed()
                return True
            if watched is self.calendar and event.key() in _ARROWS:
                return True
        return super().eventFilter(watched, event)

    def _take_typed(self) -> None:
        """Accept the typed date; complete a month or year, and correct or reject an impossible date."""
        from lexdesk.errors import ImpossibleDate
        from lexdesk.query.dates import read_days
        from lexdesk.structure.dates import find_date, find_numeric_date

        typed = self.typed_day.text().strip()
        stated, shown = find_numeric_date(typed) or find_date(typed), parse_long_date(typed)
        if stated or shown.isValid():
            self._chosen(QDate(stated.year, stated.month, stated.day) if stated else shown)
            return
        try:
            found, _ = read_days("in-force", typed)
        except ImpossibleDate as error:
            of_month = find_date(f"1 {typed}")
            self._correct(error.suggestion or (of_month.isoformat() if of_month else ""))
        else:
            self._chosen(QDate.fromString(found, Qt.DateFormat.ISODate))

    def _correct(self, suggestion: str) -> None:
        """Offer ``suggestion`` for the typed date, or say that it was not understood."""
        if suggestion:
            self.typed_day.setText(suggestion)
        example = format_typed_date(datetime.date.today())
        hint = translate("Bar", "Not a date. For example: {date}").format(date=example)
        self._show_hint("" if suggestion else hint)
        self.typed_day.selectAll()

    def _show_hint(self, text: str) -> None:
        self._date_hint.setText(text)
        self._hint_action.setVisible(bool(text))
        self._date_hint.setVisible(bool(text))  # which an open menu leaves as it is
        announce(self._date_hint, text)

    def _put_in_days(self, widget: QWidget) -> QWidgetAction:
        action = QWidgetAction(self._days)
        action.setDefaultWidget(widget)
        self._days.addAction(action)
        return action

    @cached_property
    def calendar(self) -> QCalendarWidget:
        """Return the calendar, created on first use: it costs half the build time of the bar."""
        from PySide6.QtWidgets import QCalendarWidget

        calendar = QCalendarWidget()
        calendar.setAccessibleName(translate("Bar", "As of"))
        calendar.setDateEditEnabled(False)  # which takes keys for another day than was typed
        calendar.setMinimumDate(_FIRST_DAY)
        calendar.setFirstDayOfWeek(QLocale.system().firstDayOfWeek())
        calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        for field in calendar.findChildren(QLineEdit):
            field.setAccessibleName(translate("Bar", "Year"))
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            calendar.setWeekdayTextFormat(day, QTextCharFormat())  # not in red, which warns here
        turning = {
            "left": ("qt_calendar_prevmonth", translate("Bar", "Previous month")),
            "right": ("qt_calendar_nextmonth", translate("Bar", "Next month")),
        }
        for way, (inner_name, tooltip) in turning.items():
            [self.turning_buttons[way]] = calendar.findChildren(QToolButton, inner_name)
            self.turning_buttons[way].setAccessibleName(tooltip)
            self.turning_buttons[way].setToolTip(tooltip)
        calendar.installEventFilter(self)
        calendar.clicked.connect(self._chosen)
        calendar.activated.connect(self._chosen)
        self._put_in_days(calendar)
        return calendar

    def _chosen(self, day: QDate) -> None:
        self._days.close()
        chosen = datetime.date(day.year(), day.month(), day.day())
        self.dated.emit(None if chosen == datetime.date.today() else chosen)

    def _fit_name(self) -> None:
        name = "" if self._is_narrow else self._name
        room = self.library.width() - self._theme.look.px(34)
        metrics = self.library.fontMetrics()
        if metrics.horizontalAdvance(name) > room:
            name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        self.library.setText(name.replace("&", "&&"))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Drop optional parts in a narrow window."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        look = self._theme.look
        narrow, tiny = (self.width() / look.scale < room for room in (_NARROW, _TINY))
        self.field.set_narrow(narrow, tiny=tiny)
        self._is_narrow = narrow
        side, between = (8, 6) if tiny else (16, 12)
        set_gaps(self._row, look.px(between), look.px(side), look.px(7), look.px(side), look.px(7))
        self.library.setFixedWidth(look.px(48 if tiny else 56 if narrow else 150))
        self.library.setIcon(make_icon("folder", look.tokens.secondary) if narrow else QIcon())
        is_bare = tiny or (narrow and self._day is None)
        self.day.setText("" if is_bare else self.day.accessibleName())
        fit_width(self.day, look.px(54) if is_bare else None)
        colour = look.tokens.accent if tiny and self._day else look.tokens.secondary
        self.day.setIcon(make_icon("calendar", colour))
        self._fit_name()

    def _restyle(self) -> None:
        look = self._theme.look
        self.library.setIconSize(QSize(look.px(18), look.px(18)))
        self.day.setIconSize(QSize(look.px(16), look.px(16)))
        self._arrange()
