"""The explanation of the selected result's rank, in one line below the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel

from lexdesk_gui import wording
from lexdesk_gui.language import translate
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import escape_tooltip

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Hit

_BAR, _HIGH = 28, 4  # pixels at 100 % of a bar
_GAP, _INNER_GAP = 12, 6  # between parts, and between a label and its bar


class Reason(NamedTuple):
    """A reason with its share of the best listed score (0 to 1) if drawn as a bar."""

    text: str
    share: float | None = None


def list_parts(hit: Hit, hits: Sequence[Hit], before: int | None) -> list[Reason]:
    """Return the reasons for ``hit``; ``before`` is its rank before re-ranking, if known."""
    reasons = [Reason(text)] if (text := wording.cited_by_query(hit)) else []
    for name, text, least in (
        ("keyword", translate("Why", "keyword"), 0.05),  # minimum; a filter alone scores less
        ("semantic", translate("Why", "semantic"), 0.0),
    ):
        value = hit.why.get(name)
        if value is not None and value >= least:
            best = max((other.why.get(name) or 0.0 for other in hits), default=0.0)
            reasons.append(Reason(text, min(1.0, value / best) if best > 0 else 0.0))
    if hit.why.get("rerank") is not None:
        if before is None:
            text = translate("Why", "re-ranked")
        elif before == hit.rank:
            text = translate("Why", "re-ranked, still {n}").format(n=hit.rank)
        else:
            text = translate("Why", "re-ranked {m} to {n}").format(m=before, n=hit.rank)
        reasons.append(Reason(text))
    return reasons or [Reason(translate("Wording", "conditions met"))]


class ExplanationLine(QLabel):
    """The explanation of a rank: score bars relative to the best listed result; figures in the tool tip."""

    def __init__(self, theme: Theme):
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._theme = theme
        self._head = ""
        self.parts: list[Reason] = []
        self.setProperty("kind", "small")

    def show_hit(
        self, hit: Hit | None, hits: Sequence[Hit] = (), before: int | None = None
    ) -> None:
        """Explain ``hit`` among ``hits``; show nothing for ``None``."""
        explanation = wording.why(hit) if hit else ""
        self.parts = list_parts(hit, hits, before) if hit else []
        self._head = _head(hit) if hit else ""
        self.setText(explanation)
        bars = translate("Why", "Bars are relative to the best listed result.")
        has_bars = any(part.share is not None for part in self.parts)
        self.setToolTip(escape_tooltip("\n".join([explanation, *[bars] * has_bars])))
        self.setAccessibleName(self._head)
        self.setAccessibleDescription(explanation)
        self.update()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the height of one line."""
        return QSize(0, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the same size, to claim no width."""
        return self.minimumSizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the parts that fit and elide the last."""
        look, painter = self._theme.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, px, metrics = look.tokens, look.px, QFontMetricsF(self.font())
        left, right, high = 0.0, float(self.width()), float(self.height())
        for text, share in (Reason(self._head), *self.parts):
            bar = px(_INNER_GAP) + px(_BAR) if share is not None else 0
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
                # The track is thinner than the bar: in high contrast their colours are similar.
                painter.setPen(Qt.PenStyle.NoPen)
                for colour, part, thick in (
                    (tokens.line, 1.0, px(_HIGH) / 2),
                    (tokens.accent, share, float(px(_HIGH))),
                ):
                    box = QRectF(left + px(_INNER_GAP), (high - thick) / 2, px(_BAR) * part, thick)
                    painter.setBrush(QColor(colour))
                    painter.drawRoundedRect(box, thick / 2, thick / 2)
            left += bar + px(_GAP)
        painter.end()


def _head(hit: Hit) -> str:
    if hit.rank == 1:
        return translate("Why", "Why first")
    return translate("Why", "Why no. {n}").format(n=wording.number(hit.rank))
