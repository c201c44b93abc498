"""Two paragraphs side by side: query and result."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSpacerItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
)

from lexdesk.text.line_unwrapping import unwrap_paragraphs
from lexdesk.text.tokens import token_spans
from lexdesk_gui.language import translate
from lexdesk_gui.reader.paragraphs import separate_cells
from lexdesk_gui.style.document_writer import DocumentWriter, deferred_layout
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    ElidedLabel,
    add_to,
    button,
    escape_tooltip,
    scroll_to_top,
    set_gaps,
)


@dataclass(frozen=True, slots=True)
class NearbyCell:
    """The name and position of another matching cell."""

    name: str
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Side:
    """A paragraph and its name; ``words`` (case-folded) are highlighted, ``near`` lists other matches."""

    name: str
    document: str
    text: str
    words: Collection[str]
    near: Sequence[NearbyCell]
    can_be_read: bool


class PairView(QSplitter):
    """The view of a pair of paragraphs: ``reading`` asks to open the left (0) or right (1) paragraph, ``wanted`` emits a cell."""

    reading = Signal(int)
    wanted = Signal(int, int)

    def __init__(self, theme: Theme):
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._shown: tuple[Side, Side] | None = None
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        names = (
            translate("Match", "Paragraph of your document"),
            translate("Match", "Matching paragraph"),
        )
        self.sides = [_SideView(theme, name) for name in names]
        for number, side in enumerate(self.sides):
            self.addWidget(side)
            side.read.clicked.connect(lambda _=False, number=number: self.reading.emit(number))
            side.text.anchorClicked.connect(self._follow)
        theme.changed.connect(self._restyle)

    def show_pair(self, left: Side | None, right: Side | None) -> None:
        """Show both paragraphs, or none."""
        self._shown = (left, right) if left and right else None
        for view, side in zip(self.sides, (left, right), strict=True):
            view.show_side(side)

    def take_focus(self) -> None:
        """Focus the result paragraph."""
        self.sides[1].text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self, url: QUrl) -> None:
        row, _, column = url.toString().partition(",")
        self.wanted.emit(int(row), int(column))

    def _restyle(self) -> None:
        for view, side in zip(self.sides, self._shown or (None, None), strict=True):
            view.show_side(side)


class _SideView(QFrame):
    """One of the two paragraphs."""

    def __init__(self, theme: Theme, name: str):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "surface")
        self.title = ElidedLabel("strong")
        self.read: QPushButton = button(translate("Match", "Read"), "link", lambda: None)
        self.text = QTextBrowser()
        self.text.setObjectName("side")
        self.text.setAccessibleName(name)
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self._column = QVBoxLayout(self)
        head = QHBoxLayout()
        self._strut = QSpacerItem(0, 0)
        head.addSpacerItem(self._strut)
        add_to(head, self.title, self.read, stretch=self.title)
        add_to(self._column, head, self.text, stretch=self.text)

    def show_side(self, side: Side | None) -> None:
        """Show ``side``, or nothing."""
        px = self._theme.look.px
        set_gaps(self._column, px(4), px(16), px(8), px(12), px(8))
        self._strut.changeSize(0, px(28))
        self.read.setVisible(bool(side and side.can_be_read))
        self.title.setText(f"{side.name}  ·  {side.document}" if side else "")
        self.title.setToolTip(escape_tooltip(self.title.text()))
        writer = DocumentWriter(self.text.document(), self._theme.look)
        if side is None:
            return
        self.read.setAccessibleName(translate("Match", "Read {name}").format(name=side.name))
        with deferred_layout(self.text.document()):
            for line in unwrap_paragraphs(separate_cells(side.text)):
                writer.block(24, 6)
                self._write(writer, line, side.words)
            if side.near:
                self._write_near(writer, side)
        scroll_to_top(self.text)

    def _write(self, writer: DocumentWriter, line: str, words: Collection[str]) -> None:
        """Write a line, with shared words underlined and highlighted."""
        plain = writer.style(15, statute=True)
        marked = writer.style(15, self._theme.look.tokens.hit.text, statute=True)
        marked.setBackground(QColor(self._theme.look.tokens.hit.ground))
        at = 0
        for start, end, forms in token_spans(line):
            if forms and all(form in words for form in forms):
                writer.write(line[at:start], plain)
                writer.write(line[start:end], marked)
                at = end
        writer.write(line[at:], plain)

    def _write_near(self, writer: DocumentWriter, side: Side) -> None:
        secondary = self._theme.look.tokens.secondary
        writer.block(20, 0, above=8)
        writer.write(translate("Match", "Also near:") + "  ", writer.style(12, secondary))
        for pair in side.near:
            link = writer.style(12, weight=QFont.Weight.Medium, link=f"{pair.row},{pair.column}")
            writer.write(pair.name, link)
            writer.write("   ", writer.style(12))
