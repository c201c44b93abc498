"""Recitals in the side panel: the first is expanded, the others show one line."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from lexdesk.system.progress import compute_percent
from lexdesk_gui import wording
from lexdesk_gui.language import translate
from lexdesk_gui.reader.links import link_to
from lexdesk_gui.reader.paragraphs import separate_cells
from lexdesk_gui.style.document_writer import DocumentWriter, deferred_layout
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.rows import draw_line, measure_badge, paint_badge
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import fill

if TYPE_CHECKING:
    from lexdesk_gui.reader.side_content import Recital, SuggestedArticle

_SIDE, _HEAD, _CHEVRON = 16, 32, 12  # pixels at 100 %: margins, a line's height, its sign's side
_BEGINNING = 200  # characters, more than a line has room for


class Head(QPushButton):
    """The header line of a recital, to expand or collapse it."""

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.recital: Recital | None = None
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_recital(self, recital: Recital) -> None:
        """Show the name of ``recital``."""
        self.recital = recital
        self.setAccessibleName(", ".join(filter(None, (*_named(recital), name_source(recital)))))
        self.setAccessibleDescription(_beginning(recital))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height of one line."""
        return QSize(0, self._theme.look.px(_HEAD))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Toggle with Enter as with Space; collapse and expand with Left and Right."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            if self.isChecked() != (key == Qt.Key.Key_Right):
                self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the chevron, the name, the heading and the source of the link."""
        if self.recital is None:
            return
        look, painter = self._theme.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, px, box = look.tokens, look.px, self.rect()
        if self.underMouse():
            painter.fillRect(box, QColor(tokens.selection))
        painter.fillRect(QRect(0, 0, box.width(), 1), QColor(tokens.line))
        is_open = self.isChecked()
        side = px(_CHEVRON)
        # An open recital has its name above the text and its sign in the margin.
        left = px(_SIDE) - side - px(1) if is_open else px(_SIDE) - px(3)
        sign = make_icon("down" if is_open else "right", tokens.secondary)
        sign.paint(painter, QRect(left, (box.height() - side) // 2, side, side))
        left = px(_SIDE) if is_open else left + side + px(3)
        name, heading = _named(self.recital)
        strong = look.interface(13, QFont.Weight.DemiBold)
        right = box.width() - px(_SIDE)
        # The name is never cut.
        spare = right - left - px(8) - QFontMetrics(strong).horizontalAdvance(name)
        source = wording.Badge(name_source(self.recital, short=not is_open), "kind")
        if measure_badge(look, source) > spare:
            source = wording.Badge(name_source(self.recital, short=True), "kind")
        wide = measure_badge(look, source)
        paint_badge(
            painter, look, QRect(right - wide, (box.height() - px(18)) // 2, wide, px(18)), source
        )
        right -= wide + px(8)
        title = heading or ("" if is_open else _beginning(self.recital))
        texts = [(name, strong, tokens.text), (title, look.interface(12), tokens.secondary)]
        for text, font, colour in texts:
            room = QRect(left, 0, max(0, right - left), box.height())
            left += draw_line(painter, room, text, font, colour) + px(8)
        if self.hasFocus():
            painter.setPen(QColor(tokens.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for inset in range(2):
                painter.drawRect(box.adjusted(inset, inset, -inset - 1, -inset - 1))
        painter.end()


class Body(QTextBrowser):
    """A text as high as all its lines."""

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setObjectName("side")
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)

    def fit(self) -> None:
        """Fit the height to the text."""
        look = self._theme.look
        self.setViewportMargins(look.px(_SIDE) - 2, 0, look.px(_SIDE) - 2, 0)
        self.setFixedHeight(math.ceil(self.document().size().height()) + look.px(12) + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the height to the new width."""
        super().resizeEvent(event)
        self.fit()


class Recitals(QScrollArea):
    """Recitals of a reading; ``chosen`` carries the link of a provision to read.

    The user's choice of expanded recitals stays as long as the provision does.
    """

    chosen = Signal(QUrl)

    def __init__(self, theme: Theme, name: str):
        super().__init__()
        self._theme = theme
        self._shown: Sequence[Recital] = ()
        self._key: object = None
        self._open: set[str] = set()
        self._is_fresh = True  # until the first recitals arrive
        self._rows: list[tuple[Head, Body]] = []  # reused, possibly more than shown
        self.setAccessibleName(name)
        self.setProperty("kind", "side")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its content takes focus
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # A bar that comes and goes changes the width, and with it the heights: some sizes never settled.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(lambda _least, most: bar.setEnabled(most > 0))
        self._inside = QWidget()
        self._inside.setProperty("kind", "surface")
        self._column = QVBoxLayout(self._inside)
        self.rest = Body(theme)  # the reason for missing recitals, and suggested articles
        self.rest.setAccessibleName(name)
        self.rest.anchorClicked.connect(self.chosen)
        fill(self._column, self.rest)
        self._column.addStretch(1)
        self.setWidget(self._inside)

    @property
    def heads(self) -> list[Head]:
        """Return the visible header lines."""
        return [head for head, _ in self._rows[: len(self._shown)]]

    @property
    def bodies(self) -> list[Body]:
        """Return the texts below the header lines."""
        return [body for _, body in self._rows[: len(self._shown)]]

    @property
    def visible_text(self) -> str:
        """Return all visible text, line by line."""
        lines: list[str] = []
        for (head, body), recital in zip(self._rows, self._shown, strict=False):
            lines.append(f"{_named(recital)[0]}  {name_source(recital)}")
            lines += [body.toPlainText()] * head.isChecked()
        return "\n".join([*lines, self.rest.toPlainText()])

    def show_recitals(self, shown: Sequence[Recital], key: object) -> None:
        """Show ``shown`` with the first expanded, or the user's choice for the same ``key``."""
        if key != self._key:
            self._key, self._open, self._is_fresh = key, set(), True
            self.verticalScrollBar().setValue(0)
        if self._is_fresh and shown:
            self._open, self._is_fresh = {shown[0].eid}, False
        self._shown = shown
        while len(self._rows) < len(shown):
            self._add()
        for n, (head, body) in enumerate(self._rows):
            head.setVisible(n < len(shown))
            if n < len(shown):
                head.show_recital(shown[n])
                self._set_open(n)
            else:
                body.hide()

    def show_rest(self, text: str, suggested: Sequence[SuggestedArticle]) -> None:
        """Show ``text`` and the suggested articles below the recitals."""
        writer, tokens = (
            DocumentWriter(self.rest.document(), self._theme.look),
            self._theme.look.tokens,
        )
        with deferred_layout(self.rest.document()):
            if text:
                writer.block(20, 8, above=16)
                writer.write(text, writer.style(13, tokens.secondary))
            if suggested:
                writer.block(28, 4, above=8)
                may = translate("SidePanel", "May concern these articles of the GDPR")
                writer.write(may, writer.style(13, tokens.secondary))
                writer.badge(translate("SidePanel", "Model"), tokens.secondary, tokens.sunken)
            for article in suggested:
                writer.block(22, 2)
                link = link_to(article.work, article.eid) if article.work else ""
                writer.write(
                    article.name, writer.style(13, weight=QFont.Weight.DemiBold, link=link)
                )
                share = f"  {compute_percent(article.probability)}\N{NO-BREAK SPACE}%"
                writer.write(share, writer.style(13, tokens.secondary))
        self.rest.setVisible(bool(text or suggested))
        self.rest.fit()

    def _add(self) -> None:
        head, body = Head(self._theme), Body(self._theme)
        n = len(self._rows)
        head.clicked.connect(partial(self._toggle, n))
        body.anchorClicked.connect(self.chosen)
        for at, part in enumerate((head, body)):
            self._column.insertWidget(2 * n + at, part)
        self._rows.append((head, body))
        before_it = self._rows[n - 1][1] if n else self.rest  # which moves to the end
        for before, after in itertools.pairwise((before_it, head, body, self.rest)):
            self.setTabOrder(before, after)

    def _toggle(self, number: int) -> None:
        eid = self._shown[number].eid
        self._open ^= {eid}
        self._set_open(number)
        head, body = self._rows[number]
        if eid in self._open:
            self._inside.adjustSize()
            self.ensureWidgetVisible(body, 0, 0)
            self.ensureWidgetVisible(head, 0, 0)

    def _set_open(self, number: int) -> None:
        (head, body), recital = self._rows[number], self._shown[number]
        is_open = recital.eid in self._open
        head.setChecked(is_open)
        head.updateGeometry()
        if is_open:
            self._write(body, recital)
        body.setVisible(is_open)

    def _write(self, body: Body, recital: Recital) -> None:
        body.setAccessibleName(_named(recital)[0])
        writer, tokens = DocumentWriter(body.document(), self._theme.look), self._theme.look.tokens
        with deferred_layout(body.document()):
            writer.block(20, 4)
            text = separate_cells(recital.text)
            writer.write_marked(text, writer.style(13, statute=True), recital.marks)
            writer.block(20, 0)
            link = writer.style(12, tokens.accent, link=link_to("", recital.eid))
            writer.write(translate("SidePanel", "Open in the reader"), link)
        body.fit()


def _named(recital: Recital) -> tuple[str, str]:
    """Return ``Recital 43``, or ``Article 7`` with its heading."""
    name, _, heading = recital.citation.partition("  ")
    return name, heading


def _beginning(recital: Recital) -> str:
    return " ".join(separate_cells(recital.text[:_BEGINNING]).split())


def name_source(recital: Recital, *, short: bool = False) -> str:
    """Return the source of the link; with ``short``, only the score of a model."""
    if recital.source == "text":
        return translate("SidePanel", "Official text")
    if recital.source == "mapping":
        return translate("SidePanel", "Manually linked")
    score = wording.decimal(recital.score) if recital.score is not None else ""
    model = translate("SidePanel", "Model")
    return score if short and score else " · ".join(filter(None, (model, score)))
