"""Why the chosen result stands where it does, in one line below the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel

from lexdesk_gui import wording
from lexdesk_gui.language import translate
from lexdesk_gui.style.theme import Theme

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Hit

_BAR, _HIGH = 28, 4  # pixels at 100 % of a bar
_APART, _NEAR = 12, 6  # between parts, and between a name and its bar


class Part(NamedTuple):
    """A reason, with its share of the best of all results listed (0 to 1) where it is a bar."""

    text: str
    share: float | None = None


def parts(hit: Hit, hits: Sequence[Hit], before: int | None) -> list[Part]:
    """Why ``hit`` is there, in short; ``before`` is its rank of before the re-ranker, where that is known."""
    found = [Part(told)] if (told := wording.cited_by_query(hit)) else []
    for name, text, least in (
        ("keyword", translate("Why", "keyword"), 0.05),  # a filter alone is no word
        ("semantic", translate("Why", "semantic"), 0.0),
    ):
        value = hit.why.get(name)
        if value is not None and value >= least:
            best = max((each.why.get(name) or 0.0 for each in hits), default=0.0)
            found.append(Part(text, min(1.0, value / best) if best > 0 else 0.0))
    if hit.why.get("rerank") is not None:
        if before is None:
            told = translate("Why", "re-ranked")
        elif before == hit.rank:
            told = translate("Why", "re-ranked, still {n}").format(n=hit.rank)
        else:
            told = translate("Why", "re-ranked {m} to {n}").format(m=before, n=hit.rank)
        found.append(Part(told))
    return found or [Part(translate("Wording", "conditions met"))]


class WhyLine(QLabel):
    """Bars of the keyword and semantic scores against the best listed result, with figures in the tool tip."""

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._head = ""
        self._parts: list[Part] = []
        self.setProperty("kind", "small")

    @property
    def parts(self) -> list[Part]:
        """What is drawn, as far as there is room."""
        return self._parts

    def show_hit(
        self, hit: Hit | None, hits: Sequence[Hit] = (), before: int | None = None
    ) -> None:
        """Say why ``hit`` is there among ``hits``; nothing where it is ``None``."""
        told = wording.why(hit) if hit else ""
        self._parts = parts(hit, hits, before) if hit else []
        self._head = _head(hit) if hit else ""
        self.setText(told)
        bars = translate("Why", "Bars are against the best of the results listed.")
        has_bars = any(part.share is not None for part in self._parts)
        self.setToolTip("\n".join([told, *[bars] * has_bars]))
        self.setAccessibleName(self._head)
        self.setAccessibleDescription(told)
        self.update()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The height of a line."""
        return QSize(0, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:  # noqa: N802
        """The same: it takes the room that there is."""
        return self.minimumSizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the parts that have room, and cut the first that has none."""
        look, painter = self._theme.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, px, metrics = look.tokens, look.px, QFontMetricsF(self.font())
        left, right, high = 0.0, float(self.width()), float(self.height())
        for text, share in (Part(self._head), *self._parts):
            bar = px(_NEAR) + px(_BAR) if share is not None else 0
            room = right - left - bar
            wide = metrics.horizontalAdvance(text) + 1
            if wide > room and (share is not None or room < px(48)):
                break
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.setPen(QColor(tokens.secondary))
            painter.drawText(
                QRectF(left, 0, min(wide, room), high), Qt.AlignmentFlag.AlignVCenter, cut
            )
            left += min(wide, room)
            if share is not None:
                # The track is thinner than the bar: in high contrast their colours are much alike.
                painter.setPen(Qt.PenStyle.NoPen)
                for colour, part, thick in (
                    (tokens.line, 1.0, px(_HIGH) / 2),
                    (tokens.accent, share, float(px(_HIGH))),
                ):
                    box = QRectF(left + px(_NEAR), (high - thick) / 2, px(_BAR) * part, thick)
                    painter.setBrush(QColor(colour))
                    painter.drawRoundedRect(box, thick / 2, thick / 2)
            left += bar + px(_APART)
        painter.end()


def _head(hit: Hit) -> str:
    if hit.rank == 1:
        return translate("Why", "Why first")
    return translate("Why", "Why no. {n}").format(n=wording.number(hit.rank))
