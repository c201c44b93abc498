"""A timeline of versions with the handles A and B for keyboard and mouse."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QWidget

from lexdesk_gui.compare.version_labels import find_origin, name_period
from lexdesk_gui.language import format_long_date, translate
from lexdesk_gui.reader.label_placement import Room, interpolate, place_labels
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.theme import Theme

if TYPE_CHECKING:
    from lexdesk.law.history import Stage
    from lexdesk_gui.compare.compare_requests import Versions

_SIDE, _FIRST = 20, 40  # pixels at 100 %: left and right of the years, left of the first state
_TOP, _ROW = 10, 16  # of the labels, and the height of each of their two lines
_LINE, _YEARS, _TICK, _NUMBERS = 56, 74, 4, 80  # how far down the line, the years, their numbers
_HEIGHT = 100
_HANDLE, _SQUARE = 28, 18  # a handle with its focus ring and the room around it; the square
_APART, _GAP = 20, 14  # between points, and between labels
_BEFORE = 9  # from the left end of a label to its point
_BEYOND = 16  # one in so many parts of the time shown lies beyond the last state and today
_BETWEEN_YEARS = 60
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # years between two ticks
_IN_BOX = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextDontClip.value
_CENTERED = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextDontClip.value


class StageLabel(NamedTuple):
    """The label above a version, day and origin, and its box (pixels)."""

    day: str
    origin: str
    box: QRectF


class Tick(NamedTuple):
    """A year below the line and its left end (pixels)."""

    year: int
    x: float


class VersionLine(QWidget):
    """A timeline, grey until A, red from A and green from B; ``chosen`` carries the indices of A and B, from 0."""

    chosen = Signal(int, int)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._stages: list[Stage] = []
        self._origins: list[str] = []
        self.old = Handle("A", translate("Compare", "Old version on the timeline"), theme, self)
        self.new = Handle("B", translate("Compare", "New version on the timeline"), theme, self)
        for handle in (self.old, self.new):
            handle.valueChanged.connect(self._move)
        theme.follow(self._restyle)
        self.put(None)

    def put(self, versions: Versions | None) -> None:
        """Show ``versions`` except those without a date."""
        stages = versions.history.stages if versions else []
        self._stages = stages if all(stage.valid_from for stage in stages) else []
        self._origins = [find_origin(stage, versions) for stage in self._stages] if versions else []
        for handle in (self.old, self.new):
            handle.blockSignals(True)
            handle.setRange(0, max(0, len(self._stages) - 1))
            handle.blockSignals(False)
            handle.setVisible(len(self._stages) > 1)
        # Tab skips what is before a proxy, and stays where the proxy is hidden.
        proxy = self.old if len(self._stages) > 1 else None
        self.setFocusProxy(proxy)  # type: ignore[arg-type]  # Qt takes None
        self._arrange()

    @property
    def is_empty(self) -> bool:
        """Report whether the timeline is empty."""
        return not self._stages

    def choose(self, old: int, new: int) -> None:
        """Move A and B to the versions at these indices."""
        for handle, place_ in ((self.old, old), (self.new, new)):
            handle.blockSignals(True)
            handle.setValue(place_)
            handle.blockSignals(False)
        self._arrange()

    def _move(self) -> None:
        self._arrange()
        sender = self.sender()
        if isinstance(sender, Handle):
            announce(sender, sender.accessibleDescription())
        self.chosen.emit(self.old.value(), self.new.value())

    # Positions.

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a wide size, to fill the available room."""
        return QSize(400, self._theme.look.px(_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Move the handles with their versions."""
        super().resizeEvent(event)
        self._arrange()

    def _days(self) -> list[int]:
        """Return the first day of each version as ``date.toordinal``."""
        return [datetime.date.fromisoformat(s.valid_from or "").toordinal() for s in self._stages]

    def _last_day(self) -> int:
        """Return the day at the right end."""
        days = self._days()
        last = max(datetime.date.today().toordinal(), days[-1])
        return min(last + max(1, (last - days[0]) // _BEYOND), datetime.date.max.toordinal())

    def xs_of_versions(self) -> list[float]:
        """Return the positions of the versions: scaled, but far enough apart to see and click each.

        Positions depend on neither the selection nor the labels.
        """
        look, days, last = self._theme.look, self._days(), self._last_day()
        left, right = float(look.px(_FIRST)), self._end()
        span = max(1, last - days[0])
        wanted = [left + (right - left) * (day - days[0]) / span for day in days]
        most = max(left, right - look.px(_HANDLE))
        apart = min(float(look.px(_APART)), (most - left) / len(days))
        return place_labels(wanted, (), (), Room(left, most, apart, 0, 0, ())).xs

    def _end(self) -> float:
        return float(self.width() - self._theme.look.px(_SIDE))

    def _width(self, number: int) -> float:
        lines = ((self._day(number), self._strong()), (self._origins[number], self._small()))
        return max(QFontMetricsF(font).horizontalAdvance(text) for text, font in lines) + 2

    def _x_on(self, day: int, xs: list[float]) -> float:
        """Return the position of ``day`` between its neighbouring versions."""
        days, places = [*self._days(), self._last_day()], [*xs, self._end()]
        return interpolate(day, days, places)

    def _arrange(self) -> None:
        if not self._stages:
            return
        look, xs = self._theme.look, self.xs_of_versions()
        middle, half = look.px(_LINE), look.px(_HANDLE) // 2
        overlap = look.px(_SQUARE) // 2 + 1 if self.old.value() == self.new.value() else 0
        for handle, aside in ((self.old, -overlap), (self.new, overlap)):
            x = round(xs[handle.value()]) + aside
            handle.move(QPoint(x - half, middle - half))
            handle.setAccessibleDescription(name_period(self._stages[handle.value()]))
            handle.setToolTip(name_period(self._stages[handle.value()]))
        self.update()

    def near(self, x: float) -> int:
        """Return the index of the version nearest to ``x`` (pixels)."""
        xs = self.xs_of_versions()
        return min(range(len(xs)), key=lambda n: abs(xs[n] - x))

    def labels(self) -> list[StageLabel]:
        """Return the labels that fit: B and A, the first version, then the latest ones."""
        xs, labels = self.xs_of_versions(), list[StageLabel]()
        first = (self.new.value(), self.old.value(), 0)
        for n in dict.fromkeys((*first, *reversed(range(len(xs))))):
            if (
                box := self._room(xs[n], self._width(n), [label.box for label in labels])
            ) is not None:
                labels.append(StageLabel(self._day(n), self._origins[n], box))
        return labels

    def _room(self, x: float, wide: float, taken: Sequence[QRectF]) -> QRectF | None:
        """Return a free box ``wide`` pixels wide above ``x``, or ``None``."""
        px = self._theme.look.px
        wanted, gap, end = x - px(_BEFORE), px(_GAP), self._end()
        lefts = [wanted, end - wide]
        lefts += [left for box in taken for left in (box.right() + gap, box.left() - gap - wide)]
        for left in sorted(lefts, key=lambda left: abs(left - wanted)):
            box = QRectF(left, px(_TOP), wide, 2 * px(_ROW))
            is_above = left - px(_BEFORE) <= x <= box.right() + px(_BEFORE)
            apart = box.adjusted(1 - gap, 0, gap - 1, 0)
            clear = not any(apart.intersects(other) for other in taken)
            if is_above and clear and left >= px(_SIDE) and box.right() <= end + 1:
                return box
        return None

    def years(self) -> list[Tick]:
        """Return the years that fit below the line."""
        look, xs = self._theme.look, self.xs_of_versions()
        first, last = (
            datetime.date.fromordinal(n).year for n in (self._days()[0], self._last_day())
        )
        wide = self.width() - look.px(_FIRST) - look.px(_SIDE)
        most = max(1, wide // look.px(_BETWEEN_YEARS))
        step = next((years for years in _STEPS if (last - first) / years <= most), _STEPS[-1])
        ticks: list[Tick] = []
        for year in range(first + 1, last + 1):
            x = self._x_on(datetime.date(year, 1, 1).toordinal(), xs)
            clear = not ticks or x - ticks[-1].x >= look.px(_BETWEEN_YEARS)
            if year % step == 0 and clear and x <= self._end():
                ticks.append(Tick(year, x))
        return ticks

    def _day(self, number: int) -> str:
        return format_long_date(self._stages[number].valid_from or "")

    def _strong(self) -> QFont:
        return self._theme.look.interface(11, QFont.Weight.DemiBold)

    def _small(self) -> QFont:
        return self._theme.look.interface(11)

    # Drawing.

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.look.px(_HEIGHT))
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the line with versions, years and today, and the labels that fit."""
        painter = QPainter(self)
        tokens = self._theme.look.tokens
        painter.fillRect(self.rect(), QColor(tokens.surface))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(tokens.line))
        if self._stages:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            xs = self.xs_of_versions()
            self._draw_years(painter)
            self._draw_today(painter, xs)
            self._draw_states(painter, xs)
            self._draw_labels(painter)
        painter.end()

    def _draw_states(self, painter: QPainter, xs: list[float]) -> None:
        look, y = self._theme.look, float(self._theme.look.px(_LINE))
        ends = [*xs[1:], self._end()]
        for number, (x, end) in enumerate(zip(xs, ends, strict=True)):
            pen = QPen(QColor(self._colour(number)), look.px(5))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawLine(QPointF(x, y), QPointF(end, y))
        painter.setBrush(QColor(look.tokens.surface))
        for number, x in enumerate(xs):
            painter.setPen(QPen(QColor(self._colour(number)), look.px(2)))
            painter.drawEllipse(QPointF(x, y), look.px(5), look.px(5))

    def _colour(self, number: int) -> str:
        """Return the colour of the handle at or before a version, or grey."""
        tokens = self._theme.look.tokens
        before = [h for h in (self.old, self.new) if not h.isHidden() and h.value() <= number]
        if not before:
            return tokens.control
        last = max(before, key=lambda handle: (handle.value(), handle is self.new))
        return tokens.bad.text if last is self.old else tokens.good.text

    def _draw_years(self, painter: QPainter) -> None:
        look, y = self._theme.look, float(self._theme.look.px(_YEARS))
        tokens, wide = look.tokens, look.px(_BETWEEN_YEARS)
        painter.setPen(QPen(QColor(tokens.line), 1))
        painter.drawLine(QPointF(look.px(_SIDE), y), QPointF(self.width() - look.px(_SIDE), y))
        painter.setFont(self._small())
        for tick in self.years():
            painter.setPen(QPen(QColor(tokens.control), 1))
            painter.drawLine(QPointF(tick.x, y), QPointF(tick.x, y + look.px(_TICK)))
            painter.setPen(QColor(tokens.secondary))
            box = QRectF(tick.x - wide / 2, look.px(_NUMBERS), wide, look.px(_ROW))
            painter.drawText(box, _CENTERED, str(tick.year))

    def _draw_today(self, painter: QPainter, xs: list[float]) -> None:
        look, today = self._theme.look, datetime.date.today().toordinal()
        if today < self._days()[0]:
            return
        x, text = self._x_on(today, xs), translate("Bar", "Today")
        painter.setPen(QPen(QColor(look.tokens.accent), look.px(2)))
        painter.drawLine(QPointF(x, look.px(_LINE) - look.px(12)), QPointF(x, look.px(_YEARS)))
        painter.setFont(self._strong())
        wide = QFontMetricsF(self._strong()).horizontalAdvance(text) + 2
        left = x + look.px(6)
        if left + wide > self.width() - look.px(4):
            left = x - look.px(6) - wide
        top = look.px(_LINE) + look.px(4)
        painter.drawText(QRectF(left, top, wide, look.px(14)), _IN_BOX, text)

    def _draw_labels(self, painter: QPainter) -> None:
        look = self._theme.look
        for day, origin, box in self.labels():
            painter.setPen(QColor(look.tokens.text))
            painter.setFont(self._strong())
            line = QRectF(box.left(), box.top(), box.width(), box.height() / 2)
            painter.drawText(line, _IN_BOX, day)
            painter.setPen(QColor(look.tokens.secondary))
            painter.setFont(self._small())
            painter.drawText(line.translated(0, line.height()), _IN_BOX, origin)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Move the nearer handle to the clicked version."""
        if len(self._stages) < 2 or event.button() != Qt.MouseButton.LeftButton:
            return
        x, xs = event.position().x(), self.xs_of_versions()
        by_distance = sorted((self.new, self.old), key=lambda h: abs(xs[h.value()] - x))
        by_distance[0].setFocus(Qt.FocusReason.MouseFocusReason)
        by_distance[0].setValue(self.near(x))


class Handle(QAbstractSlider):
    """A square handle with a letter, moved to a version by arrow keys, Home, End or mouse."""

    def __init__(self, letter: str, name: str, theme: Theme, line: VersionLine):
        super().__init__(line)
        self._letter, self._theme, self._line = letter, theme, line
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setSingleStep(1)
        self.setPageStep(1)
        self.setAccessibleName(name)
        theme.follow(self._restyle)

    def _restyle(self) -> None:
        side = self._theme.look.px(_HANDLE)
        self.setFixedSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the letter in the colour of its version, with a ring on focus."""
        look = self._theme.look
        tokens, side = look.tokens, look.px(_SQUARE)
        ground = tokens.bad.text if self._letter == "A" else tokens.good.text
        box = QRectF(0, 0, side, side)
        box.moveCenter(QRectF(self.rect()).center())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.setBrush(QColor(tokens.surface))
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), look.px(4), look.px(4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(box, look.px(3), look.px(3))
        painter.setPen(QColor(tokens.surface))
        painter.setFont(look.interface(11, QFont.Weight.DemiBold))
        painter.drawText(box, _CENTERED, self._letter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take focus and start a drag."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.raise_()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Move to the version nearest to the mouse."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            at = self.mapTo(self._line, event.position().toPoint())
            self.setValue(self._line.near(at.x()))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Ignore the wheel, so that the page scrolls."""
        event.ignore()
