"""A timeline of the versions of a provision."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider

from lexdesk_gui.language import format_long_date, translate
from lexdesk_gui.reader.label_placement import (
    Placement,
    Room,
    interpolate,
    make_label,
    place_labels,
)
from lexdesk_gui.style.theme import Theme

if TYPE_CHECKING:
    from lexdesk.law.history import History, Stage

_SIDE, _LINE = 20, 19  # pixels at 100 %: sides, the line's height
_TOP, _ONLY = 28, 34  # the top of the labels in two rows, and in one
_ROW = 14  # the height of a row of labels
_GAP, _BEFORE = 12, 4  # between labels, and from the start of a label to its point
_TO_COME = 58  # of the line beyond today
_HEIGHT = 58
_IN_BOX = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextDontClip.value
_REACH = 14  # pixels at 100 % around a point that answer a click

Part = Literal["adopted", "in force", "applies", "over"]
"""A segment of the line; "over" lies after the end of the law or of the known texts."""


class Timeline(QAbstractSlider):
    """A timeline: dotted before entry into force, grey before application, in the accent colour after it.

    The handle is at the as-of date. The slider's value is the index of a version; ``chosen``
    carries a date on which it holds.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.stages: list[Stage] = []
        self._is_suspended = False
        self._as_of: datetime.date | None = None
        self._in_force_from: str | None = None
        self._applies_from: str | None = None
        # Legal dates of the work, with their labels.
        self._turns: dict[datetime.date, str] = {}
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(translate("Timeline", "Versions of this provision"))
        theme.follow(self._restyle)

    def put(
        self,
        history: History | None,
        as_of: datetime.date | None,
        in_force_from: str | None = None,
        applies_from: str | None = None,
    ) -> None:
        """Show ``history`` with the version of ``as_of`` (``None`` for today) selected.

        The other dates (ISO) are those of the whole work.
        """
        self.stages = [s for s in history.stages if s.valid_from] if history else []
        self._in_force_from, self._applies_from = in_force_from, applies_from
        self._turns = self._turns_on(in_force_from, applies_from) if self.stages else {}
        self.blockSignals(True)
        self.setRange(0, max(0, len(self.stages) - 1))
        self.blockSignals(False)
        self.select_day(as_of)
        self.suspend(self._is_suspended)
        description = [self._label(self.value()), *self._turns.values()] if self.stages else []
        self.setAccessibleDescription(", ".join(description))

    def suspend(self, is_suspended: bool) -> None:
        """Hide the versions while the reader shows no provision."""
        self._is_suspended = is_suspended
        self.setVisible(bool(self.stages) and not is_suspended)

    def select_day(self, as_of: datetime.date | None) -> None:
        """Select the version of ``as_of`` (``None`` for today)."""
        self._as_of = as_of
        self.blockSignals(True)
        self.setValue(self._holding(as_of))
        self.blockSignals(False)
        self.update()

    def _turns_on(
        self, in_force_from: str | None, applies_from: str | None
    ) -> dict[datetime.date, str]:
        """Return the dates on the line with their labels; those before the first known text are omitted."""
        first = self.stages[0].valid_from or ""
        labels = (
            (in_force_from, translate("Timeline", "In force {day}")),
            (applies_from, translate("Timeline", "Applies from {day}")),
        )
        return {
            datetime.date.fromisoformat(day): label.format(day=format_long_date(day))
            for day, label in labels
            if day and day > first
        }

    def step(self, by: int) -> None:
        """Select the version ``by`` places away."""
        self._choose(self.value() + by)

    def _holding(self, day: datetime.date | None) -> int:
        iso = (day or datetime.date.today()).isoformat()
        started = [n for n, s in enumerate(self.stages) if (s.valid_from or "") <= iso]
        return started[-1] if started else 0

    def _choose(self, number: int) -> None:
        if not 0 <= number < len(self.stages):
            return
        self.setValue(number)
        valid_from = self.stages[number].valid_from
        is_today = number == self._holding(None)
        day = None if is_today or not valid_from else datetime.date.fromisoformat(valid_from)
        self.chosen.emit(day)

    # Geometry.

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.look.px(_HEIGHT))

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a wide size, to fill the available room."""
        return QSize(400, self._theme.look.px(_HEIGHT))

    def _points(self) -> list[_Point]:
        """Return the versions and the legal dates of the work in chronological order."""
        states = [
            _Point(datetime.date.fromisoformat(s.valid_from or ""), n, self._label(n))
            for n, s in enumerate(self.stages)
        ]
        turns = [_Point(day, None, label) for day, label in self._turns.items()]
        return sorted([*states, *turns], key=lambda point: (point.day, point.state is None))

    def _day(self) -> datetime.date:
        """Return the as-of date."""
        return self._as_of or datetime.date.today()

    def arrange(self) -> tuple[list[_Point], Placement]:
        """Return the points with their positions and labels."""
        look, points = self._theme.look, self._points()
        left, right, end = look.px(_SIDE), self.right_end(), self.end()
        first, last = points[0].day, max(self._day(), datetime.date.today(), points[-1].day)
        span = max(1, (last - first).days)
        wanted = [left + (right - left) * (point.day - first).days / span for point in points]
        metrics = QFontMetricsF(look.interface(11))
        widths = [metrics.horizontalAdvance(point.label) + 2 for point in points]
        mine = [n for n, point in enumerate(points) if point.state == self.value()]
        turns = [n for n, point in enumerate(points) if point.state is None]
        others = [n for n in range(len(points)) if n not in {*mine, *turns}]
        others.sort(key=lambda n: (n != 0, -n))
        gap, before = look.px(_GAP), look.px(_BEFORE)
        as_of_left = end - self._as_of_width() - gap
        most = right - look.px(12) if points[-1].day < last else right  # keep clear of the handle
        apart = min(look.px(12), (most - left) / len(points))
        order = [*((n, 1) for n in (*mine, *turns)), *((n, 0) for n in others)]
        room = Room(left, most, apart, before, gap, (as_of_left, end))
        return points, place_labels(wanted, widths, order, room)

    def _as_of_text(self) -> str:
        if self._day() == datetime.date.today():
            text = translate("Timeline", "As of today, {day}")
        else:
            text = translate("Timeline", "As of {day}")
        return text.format(day=format_long_date(self._day().isoformat()))

    def _as_of_width(self) -> float:
        return QFontMetricsF(self._strong()).horizontalAdvance(self._as_of_text()) + 2

    def _strong(self) -> QFont:
        return self._theme.look.interface(11, QFont.Weight.DemiBold)

    def xs_of_versions(self) -> list[float]:
        """Return the positions of the versions."""
        points, placed = self.arrange()
        return [x for point, x in zip(points, placed.xs, strict=True) if point.state is not None]

    def x_on(self, day: datetime.date, points: Sequence[_Point], xs: Sequence[float]) -> float:
        """Return the position of ``day`` between its neighbouring points, or left of the line."""
        if day < points[0].day:
            return xs[0] - self._theme.look.px(12)
        last = max(self._day(), datetime.date.today(), points[-1].day)
        days, places = (
            [*(point.day for point in points), last],
            [*xs, max(xs[-1], self.right_end())],
        )
        return interpolate(day.toordinal(), [day.toordinal() for day in days], places)

    def right_end(self) -> float:
        """Return the right end of the scale; the future lies beyond."""
        return self.end() - self._theme.look.px(_TO_COME)

    def end(self) -> float:
        """Return the right edge of the line, behind the future."""
        return self.width() - float(self._theme.look.px(_SIDE))

    def _label(self, number: int) -> str:
        return make_label(self.stages[number], self._in_force_from)

    # Drawing.

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the line, its points, the handle and the labels that fit."""
        if not self.stages:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = self._theme.look
        tokens, y = look.tokens, float(look.px(_LINE))
        painter.fillRect(self.rect(), QColor(tokens.surface))
        points, placed = self.arrange()
        strokes = self.strokes(points, placed.xs)
        for stroke in strokes:
            painter.setPen(self._pen(stroke.part))
            painter.drawLine(QPointF(stroke.left, y), QPointF(stroke.right, y))
        for x in placed.xs:
            part: Part = next(
                (stroke.part for stroke in strokes[::-1] if stroke.left <= x + 0.5), "in force"
            )
            painter.setPen(QPen(self._pen(part).color(), look.px(2)))
            painter.setBrush(QColor(tokens.surface))
            painter.drawEllipse(QPointF(x, y), look.px(4), look.px(4))
        self._draw_handle(painter, QPointF(self.x_on(self._day(), points, placed.xs), y))
        for shown in self.labels():
            painter.setFont(shown.font)
            painter.setPen(QColor(shown.colour))
            painter.drawText(shown.box, _IN_BOX, shown.text)
        painter.setPen(QPen(QColor(tokens.line), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))
        painter.end()

    def strokes(self, points: Sequence[_Point], xs: Sequence[float]) -> list[Stroke]:
        """Return the segments of the line by legal status."""
        last = max(self._day(), datetime.date.today(), points[-1].day)
        begun, over = points[0].day, self._over()
        force = _day_of(self._in_force_from) or begun
        applies = _day_of(self._applies_from) or _day_of(self._in_force_from)
        cuts: list[tuple[datetime.date, Part]] = [(begun, "adopted"), (force, "in force")]
        if applies:
            cuts.append((applies, "applies"))
        if over:
            cuts.append((over, "over"))
        clipped = [(min(max(day, begun), last), part) for day, part in cuts]
        ends = [*(self.x_on(day, points, xs) for day, _ in clipped[1:])]
        ends.append(self.x_on(last, points, xs))
        strokes = [
            Stroke(self.x_on(day, points, xs), end, part)
            for (day, part), end in zip(clipped, ends, strict=True)
        ]
        strokes.append(Stroke(strokes[-1].right, self.end(), "over"))
        return [stroke for stroke in strokes if stroke.right > stroke.left]

    def _over(self) -> datetime.date | None:
        """Return the known end of the law."""
        last = self.stages[-1]
        if last.change == "repealed":
            return _day_of(last.valid_from)
        ended = None if last.known_until else _day_of(last.valid_to)
        return ended + datetime.timedelta(days=1) if ended and ended < datetime.date.max else None

    def _pen(self, part: Part) -> QPen:
        look = self._theme.look
        tokens = look.tokens
        if part == "adopted":
            return QPen(QColor(tokens.control), look.px(2), Qt.PenStyle.DotLine)
        colour, width = {
            "in force": (tokens.control, look.px(4)),
            "applies": (tokens.accent, look.px(4)),
            "over": (tokens.line, look.px(2)),
        }[part]
        return QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)

    def _draw_handle(self, painter: QPainter, at: QPointF) -> None:
        look = self._theme.look
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, radius in ((look.tokens.accent, 7), (look.tokens.surface, 2)):
            painter.setBrush(QColor(colour))
            painter.drawEllipse(at, look.px(radius), look.px(radius))

    def labels(self) -> list[Label]:
        """Return the label of the as-of date, at the right, and the other labels that fit.

        The selected version comes first, then the legal dates, in a second row if necessary.
        """
        look = self._theme.look
        points, placed = self.arrange()
        metrics, tokens = QFontMetricsF(look.interface(11)), look.tokens
        has_rows = any(row for row, _ in placed.labels.values())
        tops = (_TOP, _TOP + _ROW) if has_rows else (_ONLY,)

        def box(row: int, left: float, wide: float) -> QRectF:
            # Rounded one by one, the rows would overlap in some sizes of text.
            top = look.px(tops[0]) + row * look.px(_ROW)
            return QRectF(left, top, wide, look.px(_ROW))

        wide = self._as_of_width()
        as_of_box = box(0, self.end() - wide, wide)
        labels = [Label(self._as_of_text(), self._strong(), tokens.accent, as_of_box)]
        for n, (row, left) in placed.labels.items():
            colour = tokens.text if points[n].state == self.value() else tokens.secondary
            wide = metrics.horizontalAdvance(points[n].label) + 2
            at = box(row, left, wide)
            labels.append(Label(points[n].label, look.interface(11), colour, at))
        return labels

    # Selection.

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Select the clicked version."""
        if not self.stages:
            return
        xs, x = self.xs_of_versions(), event.position().x()
        near = min(range(len(xs)), key=lambda n: abs(xs[n] - x))
        if abs(xs[near] - x) <= self._theme.look.px(_REACH):
            self._choose(near)
        else:
            self._choose(max((n for n in range(len(xs)) if xs[n] <= x), default=0))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Select with Left and Right, Down and Up, Home and End; other slider keys would only move the handle."""
        last = len(self.stages) - 1
        steps = {
            Qt.Key.Key_Left: self.value() - 1,
            Qt.Key.Key_Down: self.value() - 1,
            Qt.Key.Key_Right: self.value() + 1,
            Qt.Key.Key_Up: self.value() + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        goal = steps.get(Qt.Key(event.key()))
        if goal is None:
            event.ignore()
        else:
            self._choose(min(max(goal, 0), last))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Ignore the wheel, so that the page scrolls."""
        event.ignore()


class Label(NamedTuple):
    """A label below the line and its rectangle (pixels)."""

    text: str
    font: QFont
    colour: str
    box: QRectF


class Stroke(NamedTuple):
    """A segment of the line, from left to right (pixels)."""

    left: float
    right: float
    part: Part


class _Point(NamedTuple):
    """A version by its index, or a legal date of the work."""

    day: datetime.date
    state: int | None
    label: str


def _day_of(iso: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(iso) if iso else None
