"""A year range: a line with two handles below bars of the listed results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.style.theme import Theme

# Pixels at 100 %: bars, the line below them, and the years below that.
_BARS, _LINE, _LABELS, _HEIGHT = 24, 32, 44, 60
_BAR = 4  # of a bar with the gap behind it
_KNOB, _RING, _HANDLE = 5, 8, 24  # radii of a handle and of its ring, and the side of its square
_INSET = _RING + 1  # of the first and the last year


class YearHandle(QAbstractSlider):
    """One handle of the range, a slider to keyboard and screen readers, committed on release."""

    def __init__(self, years: YearRange, theme: Theme, name: str):
        super().__init__(years)
        self._theme = theme
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.setTracking(False)  # search on release, not at every year
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # YearRange handles them

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Ignore the wheel, so that the page scrolls."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the handle, with a ring on focus."""
        look, painter = self._theme.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(look.tokens.accent), 2))
        centre = QPointF(self.width() / 2, self.height() / 2)
        painter.setBrush(QColor(look.tokens.surface))
        painter.drawEllipse(centre, look.px(_KNOB), look.px(_KNOB))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, look.px(_RING), look.px(_RING))
        painter.end()


class YearRange(QWidget):
    """A range of years; ``chosen`` carries the first and last selected year, 0 for an open end.

    A press moves the nearest handle and focuses it for arrow keys, Page Up and Down, Home and End.
    Handles do not cross. Each bar stands for several years if there are too many.
    """

    chosen = Signal(int, int)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._results_per_year: Counter[int] = Counter()
        self._held: YearHandle | None = None
        self._pressed: int | None = None  # the pressed year if both handles are there
        self.since = YearHandle(self, theme, translate("Facets", "From year"))
        self.until = YearHandle(self, theme, translate("Facets", "To year"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for handle in (self.since, self.until):
            handle.sliderMoved.connect(self._move)
            handle.valueChanged.connect(self._take)
        theme.follow(self._restyle)

    @property
    def years(self) -> dict[int, int]:
        """Return the number of results per year."""
        return dict(self._results_per_year)

    @property
    def span_text(self) -> str:
        """Return the range as text: ``2015 to 2026``."""
        since, until = self.since.sliderPosition(), self.until.sliderPosition()
        return translate("Facets", "{since} to {until}").format(since=since, until=until)

    def count(self, days: Sequence[str | None]) -> None:
        """Show the number of ``days`` (ISO) per year."""
        self._results_per_year = Counter(int(day[:4]) for day in days if day and day[:4].isdigit())
        counts = ", ".join(
            f"{year}: {count}" for year, count in sorted(self._results_per_year.items())
        )
        self.setToolTip(translate("Facets", "Results listed, by year"))
        self.setAccessibleName(f"{self.toolTip()}: {counts}" if counts else self.toolTip())
        self.update()

    def show_span(self, first: int, last: int, since: int, until: int) -> None:
        """Show the years ``first`` to ``last`` with the handles at ``since`` and ``until``."""
        with QSignalBlocker(self.since), QSignalBlocker(self.until):
            self.since.setRange(first, until)
            self.since.setValue(since)
            self.until.setRange(since, last)
            self.until.setValue(until)
        self._move()

    def bars(self) -> list[int]:
        """Return the number of results per bar, from the first year to the last."""
        first, last = self.since.minimum(), self.until.maximum()
        count = max(1, min(last - first + 1, int(self._length()) // self._theme.look.px(_BAR)))
        bars = [0] * count
        for year, n in self._results_per_year.items():
            if first <= year <= last:
                bars[(year - first) * count // (last - first + 1)] += n
        return bars

    # Geometry.

    def _length(self) -> float:
        return float(max(1, self.width() - 2 * self._theme.look.px(_INSET)))

    def x_of(self, year: int) -> float:
        """Return the position of ``year`` on the line, in pixels."""
        first, last = self.since.minimum(), self.until.maximum()
        share = (year - first) / max(1, last - first)
        return self._theme.look.px(_INSET) + self._length() * share

    def _year(self, x: float) -> int:
        first, last = self.since.minimum(), self.until.maximum()
        share = (x - self._theme.look.px(_INSET)) / self._length()
        return first + round((last - first) * min(max(share, 0.0), 1.0))

    def _move(self) -> None:
        """Move the handles to their years."""
        side = self._theme.look.px(_HANDLE)
        top = self._theme.look.px(_LINE) - side // 2
        for handle in (self.since, self.until):
            left = round(self.x_of(handle.sliderPosition())) - side // 2
            handle.setGeometry(left, top, side, side)
        self.setAccessibleDescription(self.span_text)
        self.update()

    def _take(self) -> None:
        since, until = self.since.value(), self.until.value()
        with QSignalBlocker(self.since), QSignalBlocker(self.until):
            self.since.setMaximum(until)
            self.until.setMinimum(since)
        self._move()
        # A handle at its end sets no limit: earlier or later results may not have been seen yet.
        first = since if since > self.since.minimum() else 0
        last = until if until < self.until.maximum() else 0
        self.chosen.emit(first, last)

    # Mouse.

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Move the nearest handle; for two at one place, decide by the direction of the drag."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        x, year = event.position().x(), self._year(event.position().x())
        since, until = self.since.value(), self.until.value()
        if since == until == year:
            self._pressed = year
        elif abs(self.x_of(since) - x) < abs(self.x_of(until) - x) or year < since:
            self._hold(self.since, year)
        else:
            self._hold(self.until, year)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drag the grabbed handle."""
        year = self._year(event.position().x())
        if self._pressed is not None and year != self._pressed:
            self._hold(self.since if year < self._pressed else self.until, year)
        elif self._held is not None:
            self._held.setSliderPosition(year)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Commit the year of the grabbed handle."""
        super().mouseReleaseEvent(event)
        held, self._held, self._pressed = self._held, None, None
        if held is not None:
            held.setSliderDown(False)

    def _hold(self, handle: YearHandle, year: int) -> None:
        self._held, self._pressed = handle, None
        handle.setFocus(Qt.FocusReason.MouseFocusReason)
        handle.raise_()
        handle.setSliderDown(True)
        handle.setSliderPosition(year)

    # Drawing.

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the handles at their years."""
        super().resizeEvent(event)
        self._move()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the bars scaled to the highest, the line and the years of the handles."""
        look, painter = self._theme.look, QPainter(self)
        tokens, bars = look.tokens, self.bars()
        most = max(bars)
        bottom, wide = float(look.px(_BARS)), self._length() / len(bars)
        painter.setPen(
            Qt.PenStyle.NoPen
        )  # ``fillRect`` would load the enumerations of gradients at the start
        painter.setBrush(QColor(tokens.control))
        for at, n in enumerate(bars):
            high = max(2.0, bottom * n / most) if n else 0.0
            left = look.px(_INSET) + at * wide
            painter.drawRect(QRectF(left, bottom - high, max(1.0, wide - 1), high))
        ends = (self.since.minimum(), self.until.maximum())
        chosen = (self.since.sliderPosition(), self.until.sliderPosition())
        for (first, last), token in ((ends, tokens.control), (chosen, tokens.accent)):
            left, right = self.x_of(first), self.x_of(last)
            painter.setBrush(QColor(token))
            painter.drawRect(
                QRectF(left, look.px(_LINE) - look.px(2) / 2, right - left, look.px(2))
            )
        painter.setFont(look.interface(11))
        painter.setPen(QColor(tokens.secondary))
        for box, year in zip(self._boxes(chosen), dict.fromkeys(chosen), strict=True):
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(year))
        painter.end()

    def _boxes(self, chosen: tuple[int, int]) -> list[QRectF]:
        """Return the boxes of the years below their handles without overlap; one box for equal years."""
        look = self._theme.look
        wide = QFontMetricsF(look.interface(11)).horizontalAdvance("0000") + look.px(6)
        top, high, most = look.px(_LABELS), look.px(16), self.width() - wide
        lefts = [min(max(self.x_of(year) - wide / 2, 0.0), most) for year in dict.fromkeys(chosen)]
        if len(lefts) == 2 and lefts[1] - lefts[0] < wide:
            lefts[0] = min(max((sum(lefts) - wide) / 2, 0.0), most - wide)
            lefts[1] = lefts[0] + wide
        return [QRectF(left, top, wide, high) for left in lefts]

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.look.px(_HEIGHT))
        self._move()
