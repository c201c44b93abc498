"""Rows of lists: backgrounds, lines elided to their width, badges, citations cut to their box."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyleOptionViewItem

from lexdesk_gui import wording
from lexdesk_gui.style.look import Look
from lexdesk_gui.style.theme import Theme


def paint_row_background(
    painter: QPainter, look: Look, option: QStyleOptionViewItem, ground: str
) -> None:
    """Draw the background of a row, in ``ground`` unless it is selected."""
    from PySide6.QtWidgets import QStyle  # with more enums than the start has time for

    tokens, rect = look.tokens, option.rect
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    painter.fillRect(rect, QColor(tokens.selection if selected else ground))
    painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(tokens.line))
    if selected:
        painter.fillRect(rect.left(), rect.top(), 3, rect.height() - 1, QColor(tokens.accent))
    if selected and option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(QColor(tokens.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(rect).adjusted(1, 1, -1, -2))


def draw_line(
    painter: QPainter,
    box: QRect,
    text: str,
    font: QFont,
    colour: str,
    *,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> int:
    """Draw as much of ``text`` as fits into ``box``, centred vertically, and return its width."""
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, cut, box.width())
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, shown)
    return metrics.horizontalAdvance(shown)


_HEIGHT = 20  # pixels at 100 %


class BadgeLabel(QLabel):
    """A widget with one badge or none; screen readers read its text."""

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._badge: wording.Badge | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)
        self.show_badge(None)

    def show_badge(self, badge: wording.Badge | None) -> None:
        """Show ``badge``, or nothing for ``None``."""
        self._badge = badge
        self.setText(badge.text if badge else "")
        self.setVisible(badge is not None)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of the badge."""
        wide = measure_badge(self._theme.look, self._badge) if self._badge else 0
        return QSize(wide, self._theme.look.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the size of the badge."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the badge."""
        if self._badge is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_badge(painter, self._theme.look, self.rect(), self._badge)


def measure_badge(look: Look, badge: wording.Badge) -> int:
    """Return the width of ``badge`` in pixels."""
    font = look.interface(11, QFont.Weight.Medium)
    return QFontMetrics(font).horizontalAdvance(badge.text) + 2 * look.px(6)


def find_tone_colours(look: Look, tone: wording.Tone) -> tuple[str, str]:
    """Return the text and background colours of ``tone``."""
    tokens = look.tokens
    return {
        "good": (tokens.good.text, tokens.good.ground),
        "notice": (tokens.notice.text, tokens.notice.ground),
        "bad": (tokens.bad.text, tokens.bad.ground),
        "kind": (tokens.secondary, tokens.sunken),
    }[tone]


def paint_badge(painter: QPainter, look: Look, box: QRect, badge: wording.Badge) -> None:
    """Draw ``badge`` into ``box`` in the colours of its tone."""
    text, ground = find_tone_colours(look, badge.tone)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(box, look.px(3), look.px(3))
    painter.setPen(QColor(text))
    painter.setFont(look.interface(11, QFont.Weight.Medium))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, badge.text)


_BY_WORDS, _ANYWHERE = int(Qt.TextFlag.TextWordWrap), int(Qt.TextFlag.TextWrapAnywhere)
_MUCH = 9_999  # pixels
_LITTLE = 12  # additional characters cut to break lines between words


@dataclass(frozen=True, slots=True)
class LineBox:
    """A box ``width`` pixels wide, with room for ``lines`` of text in the type of ``metrics``."""

    metrics: QFontMetrics
    width: int
    lines: int

    def fits(self, text: str, wrap: int = _ANYWHERE) -> bool:
        """Report whether ``text`` fits, wrapped as the text flag ``wrap`` says."""
        box = QRect(0, 0, self.width, _MUCH)
        # A line may be drawn a pixel higher than ``lineSpacing``.
        room = self.lines * self.metrics.boundingRect(box, wrap, "X").height()
        needed = self.metrics.boundingRect(box, wrap, text)
        return needed.height() <= room and needed.width() <= self.width

    def cut(self, citation: str, file: str) -> tuple[str, int]:
        """Return ``citation`` as far as it fits, and its wrapping: between words unless that loses much text.

        Of a citation with the name of ``file``, the middle of that name is elided.
        """
        for wrap in (_BY_WORDS, _ANYWHERE):
            if self.fits(citation, wrap):
                return citation, wrap
        before, found, behind = citation.partition(file) if file else (citation, "", "")
        names = [f"{before}{_middle(file, kept)}{behind}" for kept in range(1, len(found))]
        ends = [f"{citation[:end]}…" for end in range(len(citation))]
        cuts = names if names and self.fits(names[0]) else ends
        by_words, anywhere = (self._longest(cuts, wrap) for wrap in (_BY_WORDS, _ANYWHERE))
        if len(by_words) + _LITTLE >= len(anywhere) and self.fits(by_words, _BY_WORDS):
            return by_words, _BY_WORDS
        return anywhere, _ANYWHERE

    def _longest(self, cuts: Sequence[str], wrap: int) -> str:
        """Return the longest of the ascending ``cuts`` that fits, or the first."""
        fitting = bisect_right(cuts, 0, key=lambda cut: not self.fits(cut, wrap))
        return cuts[max(0, fitting - 1)] if cuts else ""


def _middle(name: str, kept: int) -> str:
    """Return ``name`` elided in the middle to ``kept`` characters, with its suffix if possible."""
    behind = min(kept // 2, 12)
    return f"{name[: kept - behind]}…{name[len(name) - behind :]}"


Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
