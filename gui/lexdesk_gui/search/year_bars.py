"""The years of the results that are listed, as bars above the choice of years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.look.theme import Theme

_HEIGHT, _BAR = 24, 4  # pixels at 100 %: of all, and of a bar with the gap behind it


class YearBars(QWidget):
    """As wide as the sliders below it; a bar stands for several years where there are too many of them."""

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._years: Counter[int] = Counter()
        self._span = (0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def years(self) -> dict[int, int]:
        """How many of the results are of each year."""
        return dict(self._years)

    def count(self, days: Sequence[str | None]) -> None:
        """Show how many of ``days`` (ISO) are of which year."""
        self._years = Counter(int(day[:4]) for day in days if day and day[:4].isdigit())
        told = ", ".join(f"{year}: {count}" for year, count in sorted(self._years.items()))
        self.setToolTip(translate("Facets", "Results listed, by year"))
        self.setAccessibleName(f"{self.toolTip()}: {told}" if told else self.toolTip())
        self.update()

    def reach(self, first: int, last: int) -> None:
        """Have the bars reach from one year to another, as the sliders do."""
        self._span = first, last
        self.update()

    def bars(self) -> list[int]:
        """How many results each bar stands for, from the first year to the last."""
        first, last = self._span
        count = max(1, min(last - first + 1, self.width() // self._theme.look.px(_BAR)))
        found = [0] * count
        for year, n in self._years.items():
            if first <= year <= last:
                found[(year - first) * count // (last - first + 1)] += n
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the bars, the highest as high as there is room."""
        found, painter = self.bars(), QPainter(self)
        colour, most = QColor(self._theme.look.tokens.control), max(found)
        wide = self.width() / len(found)
        for at, n in enumerate(found):
            high = max(2.0, self.height() * n / most) if n else 0.0
            painter.fillRect(
                QRectF(at * wide, self.height() - high, max(1.0, wide - 1), high), colour
            )
        painter.end()

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.look.px(_HEIGHT))
