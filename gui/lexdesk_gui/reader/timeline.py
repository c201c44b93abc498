"""The states of a provision on a line of time, one of them the one that is read."""

from __future__ import annotations

import datetime
import itertools
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

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

from lexdesk_gui.language import long_date, plural, translate
from lexdesk_gui.look.theme import Theme

if TYPE_CHECKING:
    from lexdesk.law.history import History, Stage

_SIDE, _LINE = 20, 18  # pixels at 100 %: sides, the line's height
_TOP, _ROW, _ROWS = 28, 14, (0, 1)  # the top of the labels, and the height of their rows
_HEIGHT = 58
_IN_BOX = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextDontClip.value
_REACH = 14  # pixels at 100 % around a point that answer a click


class Timeline(QAbstractSlider):
    """Its value is the number of a state, from 0; ``chosen`` gives a day on which that state holds."""

    chosen = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._stages: list[Stage] = []
        self._as_of: datetime.date | None = None
        self._in_force_from: str | None = None
        # The days on which the work became law, with their labels.
        self._turns: dict[datetime.date, str] = {}
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(translate("Timeline", "Versions of this provision"))
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def stages(self) -> list[Stage]:
        """The states shown, oldest first."""
        return self._stages

    def put(
        self,
        history: History | None,
        as_of: datetime.date | None,
        in_force_from: str | None = None,
        applies_from: str | None = None,
    ) -> None:
        """Show ``history`` with the state of ``as_of`` (that of today where ``None``) chosen.

        The other days (ISO) are those of the whole work.
        """
        self._stages = [s for s in history.stages if s.valid_from] if history else []
        self._as_of = as_of
        self._in_force_from = in_force_from
        self._turns = self._turns_on(in_force_from, applies_from) if self._stages else {}
        self.blockSignals(True)
        self.setRange(0, max(0, len(self._stages) - 1))
        self.setValue(self._holding(as_of))
        self.blockSignals(False)
        self.setVisible(bool(self._stages))
        told = [self._label(self.value()), *self._turns.values()] if self._stages else []
        self.setAccessibleDescription(", ".join(told))
        self.update()

    def _turns_on(
        self, in_force_from: str | None, applies_from: str | None
    ) -> dict[datetime.date, str]:
        """The days that lie on the line: a text that is first known later has none of them."""
        begun = self._stages[0].valid_from or ""
        labels = (
            (in_force_from, translate("Timeline", "In force {day}")),
            (applies_from, translate("Timeline", "Applies from {day}")),
        )
        return {
            datetime.date.fromisoformat(day): label.format(day=long_date(day))
            for day, label in labels
            if day and day > begun
        }

    def step(self, by: int) -> None:
        """Choose the state ``by`` places on."""
        self._choose(self.value() + by)

    def _holding(self, day: datetime.date | None) -> int:
        iso = (day or datetime.date.today()).isoformat()
        begun = [n for n, s in enumerate(self._stages) if (s.valid_from or "") <= iso]
        return begun[-1] if begun else 0

    def _choose(self, number: int) -> None:
        if not 0 <= number < len(self._stages):
            return
        self.setValue(number)
        valid_from = self._stages[number].valid_from
        is_today = number == self._holding(None)
        day = None if is_today or not valid_from else datetime.date.fromisoformat(valid_from)
        self.chosen.emit(day)

    # Drawing.

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.look.px(_HEIGHT))

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as there is room."""
        return QSize(400, self._theme.look.px(_HEIGHT))

    def _days(self) -> list[int]:
        """The first day of each state, as ``date.toordinal`` counts."""
        return [datetime.date.fromisoformat(s.valid_from or "").toordinal() for s in self._stages]

    def _last_day(self) -> int:
        """The day at the right end of what is drawn to scale."""
        turns = [day.toordinal() for day in self._turns]
        return max(datetime.date.today().toordinal(), *turns, *self._days())

    def _xs(self) -> list[float]:
        """Where each state begins, kept apart so that each can be seen and clicked."""
        px = self._theme.look.px
        left, days = px(_SIDE), self._days()
        span = max(1, self._last_day() - days[0])
        xs = [left + (self._right() - left) * (day - days[0]) / span for day in days]
        most = self._end() - px(6)
        apart = min(px(12), (most - left) / len(xs))
        for n in range(1, len(xs)):
            xs[n] = max(xs[n], xs[n - 1] + apart)
        for n in reversed(range(len(xs))):  # many of late would reach beyond the end
            xs[n] = min(xs[n], most - apart * (len(xs) - 1 - n))
        return xs

    def _x_on(self, day: datetime.date, xs: list[float]) -> float:
        """Where ``day`` lies between the states around it."""
        days, places = [*self._days(), self._last_day()], [*xs, max(xs[-1], self._right())]
        n = min(bisect_right(days, day.toordinal()), len(xs)) - 1
        share = (day.toordinal() - days[n]) / max(1, days[n + 1] - days[n])
        return places[n] + (places[n + 1] - places[n]) * share

    def _right(self) -> float:
        return float(self.width() - self._theme.look.px(_SIDE) - self._theme.look.px(120))

    def _end(self) -> float:
        return self.width() - float(self._theme.look.px(_SIDE))

    def _label(self, number: int) -> str:
        stage = self._stages[number]
        day = long_date(stage.valid_from or "")
        acts = [act.citation for act in stage.amended_by]
        if acts:
            act = acts[0] if len(acts) == 1 else plural("Timeline", "%Ln acts")(len(acts))
            return self._made(stage).format(day=day, act=act)
        # Of a consolidated act without the versions before it, the first text that is known came later.
        if stage.change == "adopted" and (stage.valid_from or "") <= (self._in_force_from or ""):
            return translate("Timeline", "As adopted {day}").format(day=day)
        return translate("Timeline", "From {day}").format(day=day)

    @staticmethod
    def _made(stage: Stage) -> str:
        """By what a state was made, which may be known only so far that some of several acts did it."""
        if not stage.amended_by[0].possibly:
            return translate("Timeline", "{day} by {act}")
        if len(stage.amended_by) == 1:
            return translate("Timeline", "{day} perhaps by {act}")
        return translate("Timeline", "{day} by one or more of {act}")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the line, a point for each state, and as many labels as there is room for."""
        if not self._stages:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, xs = self._theme.look, self._xs()
        tokens, y = look.tokens, float(look.px(_LINE))
        painter.fillRect(self.rect(), QColor(tokens.surface))
        ends = [*xs[1:], self._end()]
        for number, (x, end) in enumerate(zip(xs, ends, strict=True)):
            mine = number == self.value()
            painter.setPen(QPen(QColor(tokens.accent if mine else tokens.control), look.px(3)))
            painter.drawLine(QPointF(x, y), QPointF(end, y))
        painter.setPen(QPen(QColor(tokens.text), look.px(1)))
        for x in (self._x_on(day, xs) for day in self._turns):
            painter.drawLine(QPointF(x, y - look.px(5)), QPointF(x, y + look.px(5)))
        for number, x in enumerate(xs):
            mine = number == self.value()
            painter.setPen(QPen(QColor(tokens.accent if mine else tokens.control), look.px(2)))
            painter.setBrush(QColor(tokens.accent if mine else tokens.surface))
            painter.drawEllipse(QPointF(x, y), look.px(5), look.px(5))
        for label in self.labels():
            painter.setFont(label.font)
            painter.setPen(QColor(label.colour))
            painter.drawText(label.box, _IN_BOX, label.text)
        painter.setPen(QPen(QColor(tokens.line), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))
        painter.end()

    def labels(self) -> list[Label]:
        """The chosen state's label first, then those of when it became law, then the others where they fit.

        A day on which it became law is told below another label, where there is no room beside that.
        """
        look, xs, placed = self._theme.look, self._xs(), list[Label]()
        today = translate("Timeline", "As of {day}").format(
            day=long_date((self._as_of or datetime.date.today()).isoformat())
        )
        strong = QFont(look.interface(11, QFont.Weight.DemiBold))
        self._place(today, strong, look.tokens.accent, self._end(), placed)
        mine, font, quiet = self.value(), look.interface(11), look.tokens.secondary
        self._place(self._label(mine), font, look.tokens.text, xs[mine], placed)
        turns = [(label, self._x_on(day, xs)) for day, label in self._turns.items()]
        ways = [[*placed], [*placed]]
        for way, order in zip(ways, (turns, turns[::-1]), strict=True):
            for label, x in order:
                self._place(label, font, quiet, x, way, rows=_ROWS)
        placed = max(ways, key=len)
        for number in sorted(range(len(xs)), key=lambda n: (n != 0, -n)):
            if number != mine:
                self._place(self._label(number), font, quiet, xs[number], placed)
        return placed

    def _place(
        self,
        text: str,
        font: QFont,
        colour: str,
        x: float,
        placed: list[Label],
        rows: Sequence[int] = _ROWS[:1],
    ) -> None:
        """Put a label below the point at ``x``, beside those that have their places, if it fits."""
        look = self._theme.look
        wide = QFontMetricsF(font).horizontalAdvance(text) + 2
        gap, side, wanted = look.px(10), look.px(_SIDE) - look.px(5), x - look.px(5)
        taken = [label.box for label in placed]
        lefts = [wanted, self._end() - wide]
        lefts += [left for box in taken for left in (box.right() + gap, box.left() - gap - wide)]
        lefts.sort(key=lambda left: abs(left - wanted))
        for row, left in itertools.product(rows, lefts):
            # Rounded one by one, the rows would overlap in some sizes of text, and the second stay empty.
            box = QRectF(left, look.px(_TOP) + row * look.px(_ROW), wide, look.px(_ROW))
            near = look.px(2 * _REACH if row else _REACH)
            is_below = left - near <= x <= box.right() + near
            if (
                is_below
                and left >= side
                and box.right() <= self._end() + 1
                and not any(
                    box.adjusted(-gap / 2, 0, gap / 2, 0).intersects(other) for other in taken
                )
            ):
                placed.append(Label(text, font, colour, box))
                return

    # Choosing.

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose the state that is pointed at."""
        if not self._stages:
            return
        xs, x = self._xs(), event.position().x()
        near = min(range(len(xs)), key=lambda n: abs(xs[n] - x))
        if abs(xs[near] - x) <= self._theme.look.px(_REACH):
            self._choose(near)
        else:
            self._choose(max((n for n in range(len(xs)) if xs[n] <= x), default=0))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Left and Right, Down and Up, Home and End; a slider's other keys would move the mark alone."""
        last = len(self._stages) - 1
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
        """Nothing: who turns the wheel wants to scroll, and not another day."""
        event.ignore()


class Label(NamedTuple):
    """What stands below the line, and where (pixels)."""

    text: str
    font: QFont
    colour: str
    box: QRectF
