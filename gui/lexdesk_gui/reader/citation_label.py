"""A label with the path or the citation of a text, on two lines if necessary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette

from lexdesk_gui import wording
from lexdesk_gui.style.rows import LineBox
from lexdesk_gui.style.widgets import ElidedLabel, draw_text

if TYPE_CHECKING:
    from lexdesk_gui.reader.readings import Reading

_LINES = 2
_BETWEEN = "  ›  "  # separator of path parts


class CitationLabel(ElidedLabel):
    """A citation label without minimum width; beyond two lines, it first elides the file name."""

    def __init__(self) -> None:
        super().__init__()
        self._file = ""
        self._paths: Sequence[Sequence[str]] = ()
        self._form = 0
        self.setProperty("kind", "strong")

    def set_citation(
        self, citation: str, file: str = "", paths: Sequence[Sequence[str]] = ()
    ) -> None:
        """Set ``citation``, containing the name of ``file`` if any, and its ``paths``, longest first."""
        self._file = file if file and file in citation else ""
        self._paths, self._form = paths, 0
        self.setText(citation)
        self.updateGeometry()

    @property
    def forms(self) -> int:
        """Return the number of paths."""
        return len(self._paths)

    @property
    def path(self) -> Sequence[str]:
        """Return the displayed path, or nothing for the citation."""
        return self._paths[self._form] if self._form < len(self._paths) else ()

    def show_form(self, form: int) -> None:
        """Display the path with index ``form``; the index after the last displays the citation."""
        if form != self._form:
            self._form = form
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of the displayed text."""
        hint = super().sizeHint()
        if self.path:
            hint.setWidth(sum(wide for _, wide, _ in self._crumbs()))
        return hint

    def _crumbs(self) -> Iterator[tuple[str, int, bool]]:
        """Yield text, width and last flag of each part of the path, separators included."""
        plain = QFont(self.font())
        plain.setWeight(QFont.Weight.Normal)
        for n, crumb in enumerate(self.path, 1):
            is_last = n == len(self.path)
            text = crumb if is_last else f"{crumb}{_BETWEEN}"
            metrics = QFontMetrics(self.font() if is_last else plain)
            yield text, metrics.horizontalAdvance(text) + is_last, is_last

    def shown(self) -> tuple[str, int]:
        """Return the citation as far as it fits, and its wrapping."""
        inner, metrics = self.contentsRect(), self.fontMetrics()
        lines = max(1, min(_LINES, inner.height() // metrics.lineSpacing()))
        return LineBox(metrics, inner.width(), lines).cut(self.text(), self._file)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the path or the citation."""
        if self.path:
            self._draw_path(QPainter(self))
            return
        shown, wrap = self.shown()
        draw_text(self, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown, wrap)

    def _draw_path(self, painter: QPainter) -> None:
        """Draw the path with an emphasised last part."""
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


def make_label_and_file(reading: Reading | None) -> tuple[str, str]:
    """Return the label of ``reading`` and its file name."""
    if reading is None:
        return "", ""
    path = reading.place.path if reading.place else None
    return reading.citation_by_usual_name, wording.file_name(path)


_LONG = 28  # characters of a heading in a path
_NUMBER = re.compile(r"(?:[IVXLC]+|[A-Z]|\d+)[a-z]?\.?")


def list_paths(reading: Reading, above: Sequence[str]) -> list[tuple[str, ...]]:
    """Return paths to ``reading``, longest first, or nothing unless its citation ends with the act.

    ``above`` are labels and headings of its ancestors, outermost first.
    """
    place = reading.place
    if place is None or place.eid is None:
        return []
    named = [name for name in (reading.source, place.title) if name]
    act = next((name for name in named if reading.citation.endswith(f" {name}")), "")
    if not act:
        return []
    provision = reading.citation.removesuffix(act).strip()
    parts = [_split_label(label) for label in above]
    between = [
        [f"{number} {heading}".strip() for number, heading in parts],
        [f"{number} {_cut(heading)}".strip() for number, heading in parts],
        [number or _cut(heading) for number, heading in parts],
        [],
    ]
    return list(dict.fromkeys((reading.act or act, *middle, provision) for middle in between))


def _split_label(text: str) -> tuple[str, str]:
    """Split ``Chapter II  Principles`` into ``II`` and ``Principles``; keep a label without a number."""
    label, _, heading = text.partition("  ")
    number = label.rpartition(" ")[2]
    return (number if _NUMBER.fullmatch(number) else label), heading


def _cut(heading: str) -> str:
    if len(heading) <= _LONG:
        return heading
    return f"{heading[:_LONG].rpartition(' ')[0] or heading[:_LONG]}…"
