"""What is read, as a bar names it: by its path, or its citation, whole, on two lines where it is long."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette

from lexdesk_gui.style.widgets import Elided

if TYPE_CHECKING:
    from lexdesk_gui.reader.reading import Reading

_LINES = 2
_WRAPS = (int(Qt.TextFlag.TextWordWrap), int(Qt.TextFlag.TextWrapAnywhere))
_BETWEEN = "  ›  "  # two parts of a path
_MUCH = 9_999  # pixels
_LITTLE = 12  # characters that more are cut, for a line that does not end within a word


class Cited(Elided):
    """A citation that needs no room; where two lines are too few, the name of the file in it is cut before the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._file = ""
        self._paths: Sequence[Sequence[str]] = ()
        self._form = 0
        self.setProperty("kind", "strong")

    def cite(self, citation: str, file: str = "", paths: Sequence[Sequence[str]] = ()) -> None:
        """Say ``citation``, in which ``file`` is the name of the file, if it names that.

        It is drawn as one of ``paths``, the longest first, which ``use`` chooses.
        """
        self._file = file if file and file in citation else ""
        self._paths, self._form = paths, 0
        self.setText(citation)
        self.updateGeometry()

    @property
    def forms(self) -> int:
        """How many paths there are to ``use``."""
        return len(self._paths)

    @property
    def path(self) -> Sequence[str]:
        """The one that is drawn; none where the citation is."""
        return self._paths[self._form] if self._form < len(self._paths) else ()

    def use(self, form: int) -> None:
        """Draw the path that is number ``form``, from 0; behind the last is the citation."""
        if form != self._form:
            self._form = form
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as what is drawn."""
        hint = super().sizeHint()
        if self.path:
            hint.setWidth(sum(wide for _, wide, _ in self._crumbs()))
        return hint

    def _crumbs(self) -> Iterator[tuple[str, int, bool]]:
        """The parts of the path with what stands between them, their widths, and whether one is the last."""
        plain = QFont(self.font())
        plain.setWeight(QFont.Weight.Normal)
        for n, crumb in enumerate(self.path, 1):
            is_last = n == len(self.path)
            text = crumb if is_last else f"{crumb}{_BETWEEN}"
            metrics = QFontMetrics(self.font() if is_last else plain)
            yield text, metrics.horizontalAdvance(text) + is_last, is_last

    def shown(self) -> tuple[str, int]:
        """As much of the citation as there is room for, and how it is wrapped: between words, where that cuts little more."""
        whole, file = self.text(), self._file
        for wrap in _WRAPS:
            if self._fits(whole, wrap):
                return whole, wrap
        before, _, behind = whole.partition(file) if file else (whole, "", "")
        names = [f"{before}{_middle(file, kept)}{behind}" for kept in range(1, len(file))]
        ends = [f"{whole[:end]}…" for end in range(len(whole))]
        cuts = names if names and self._fits(names[0]) else ends
        by_words, anywhere = (self._longest(cuts, wrap) for wrap in _WRAPS)
        if len(by_words) + _LITTLE >= len(anywhere) and self._fits(by_words, _WRAPS[0]):
            return by_words, _WRAPS[0]
        return anywhere, _WRAPS[-1]

    def _longest(self, cuts: Sequence[str], wrap: int) -> str:
        """The last of ``cuts``, each longer than the one before, that there is room for; else the first."""
        fitting = bisect_right(cuts, 0, key=lambda cut: not self._fits(cut, wrap))
        return cuts[max(0, fitting - 1)] if cuts else ""

    def _fits(self, text: str, wrap: int = _WRAPS[-1]) -> bool:
        inner, line = self.contentsRect(), self.fontMetrics().lineSpacing()
        needed = self.fontMetrics().boundingRect(QRect(0, 0, inner.width(), _MUCH), wrap, text)
        lines = max(1, min(_LINES, inner.height() // line))
        return needed.height() <= lines * line and needed.width() <= inner.width()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw what there is room for."""
        painter = QPainter(self)
        if self.path:
            self._draw_path(painter)
            return
        shown, wrap = self.shown()
        align = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self.style().drawItemText(
            painter, self.contentsRect(), align | wrap, self.palette(), self.isEnabled(), shown,
            self.foregroundRole(),
        )  # fmt: skip

    def _draw_path(self, painter: QPainter) -> None:
        """Draw the path, in which what is read stands out."""
        box = self.contentsRect()
        for text, wide, is_last in self._crumbs():
            font = QFont(self.font())
            if not is_last:
                font.setWeight(QFont.Weight.Normal)
            painter.setFont(font)
            role = QPalette.ColorRole.WindowText if is_last else QPalette.ColorRole.PlaceholderText
            painter.setPen(self.palette().color(role))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), text)
            box.setLeft(box.left() + wide)


def named(reading: Reading | None) -> tuple[str, str]:
    """What ``Cited`` says of ``reading``: what it is called, and the name of its file."""
    if reading is None:
        return "", ""
    path = reading.place.path if reading.place else None
    return reading.called, Path(path).name if path else ""


def _middle(name: str, kept: int) -> str:
    """``name`` with ``kept`` of its characters, its suffix among them where there are enough."""
    behind = min(kept // 2, 12)
    return f"{name[: kept - behind]}…{name[len(name) - behind :]}"
