"""Coverage of the law by a document: a row of marks under the heat map, and uncovered duties."""

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QPushButton, QToolTip, QWidget

from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.match.heat_model import Covering, HeatModel
from lexdesk_gui.match.heat_view import CELL, HeatView
from lexdesk_gui.style.theme import Theme

_LETTERS = 60  # of a duty that the menu shows
_HIGH = 24  # pixels at 100 %


def explain_rule() -> str:
    """Return the definition of an uncovered duty."""
    return translate(
        "Match", "◇ Uncovered duty: “shall” or “must” in a touched article, no match above 0.5"
    )


def describe_duties(count: int) -> str:
    """Return ``5 duties without a match``."""
    return find_plural("Match", "%Ln duties without a match")(count)


class CoverageRow(QWidget):
    """A mark under each column of ``heat``: covered, uncovered duty, or neither.

    ``chosen`` emits the clicked column. The column headers repeat the marks for screen readers.
    """

    chosen = Signal(int)

    def __init__(self, heat: HeatView, theme: Theme):
        super().__init__()
        self._heat, self._theme = heat, theme
        heat.horizontalScrollBar().valueChanged.connect(lambda _: self.update())
        heat.columns.sectionResized.connect(lambda *_: self.update())
        heat.model_of_cells.modelReset.connect(self._reset)
        theme.follow(self._restyle)
        self._reset()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of one line."""
        return QSize(0, self._theme.look.px(_HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the marks in sight."""
        look, painter = self._theme.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(look.interface(12, QFont.Weight.DemiBold))
        painter.setPen(QColor(look.tokens.text))
        name = QRect(0, 0, self._heat.rows.width(), self.height())
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, translate("Match", "Covered"))
        left, wide = self._heat.rows.width(), self._heat.viewport().width()
        painter.setClipRect(left, 0, wide, self.height())
        for column in range(self._heat.model_of_cells.columnCount()):
            box = self._box(column)
            if box.right() >= left and box.left() <= left + wide:
                self._paint(painter, box, self._heat.model_of_cells.covering(column))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Go to the column."""
        if (column := self._column(event.position().toPoint())) >= 0:
            self.chosen.emit(column)

    def event(self, event: QEvent) -> bool:
        """Show the meaning of the mark under the pointer."""
        if isinstance(event, QHelpEvent):
            column, model = self._column(event.pos()), self._heat.model_of_cells
            tooltip = model.column_description(column) if column >= 0 else ""
            QToolTip.showText(event.globalPos(), tooltip, self)
            return True
        return super().event(event)

    def _box(self, column: int) -> QRect:
        left = self._heat.rows.width() + self._heat.columns.sectionViewportPosition(column)
        return QRect(left, 0, self._theme.look.px(CELL), self.height())

    def _column(self, at: QPoint) -> int:
        columns = range(self._heat.model_of_cells.columnCount())
        inside = 0 <= at.x() - self._heat.rows.width() < self._heat.viewport().width()
        return next((column for column in columns if inside and self._box(column).contains(at)), -1)

    def _paint(self, painter: QPainter, box: QRect, covering: Covering) -> None:
        look = self._theme.look
        tokens, middle, arm = look.tokens, box.center(), look.px(4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if covering == "met":
            painter.setPen(QPen(QColor(tokens.good.text), look.px(2)))
            turn = middle + QPoint(-arm // 3, arm * 2 // 3)
            painter.drawPolyline([middle + QPoint(-arm, 0), turn, middle + QPoint(arm, -arm)])
        elif covering == "open":
            painter.setPen(QPen(QColor(tokens.notice.text), look.px(1.5)))
            painter.setBrush(QColor(tokens.notice.ground))
            around = (
                QPoint(0, -arm - 1),
                QPoint(arm + 1, 0),
                QPoint(0, arm + 1),
                QPoint(-arm - 1, 0),
            )
            painter.drawPolygon([middle + column for column in around])
        else:
            painter.setPen(QPen(QColor(tokens.secondary), look.px(1)))
            painter.drawLine(middle - QPoint(arm // 2, 0), middle + QPoint(arm // 2, 0))

    def _reset(self) -> None:
        model = self._heat.model_of_cells
        self.setVisible(model.unmet is not None)
        self.setAccessibleName(
            f"{translate('Match', 'Covered')}: {describe_duties(len(model.unmet or ()))}"
        )
        self.update()

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.look.px(_HIGH))
        self.update()


class OpenDuties(QPushButton):
    """The number of uncovered duties, with a menu of them; ``chosen`` emits a column."""

    chosen = Signal(int)

    def __init__(self, model: HeatModel):
        super().__init__()
        self._model = model
        self._is_wide = True
        self.setProperty("kind", "notice")
        self.setToolTip(explain_rule())
        self.list = QMenu(self)
        self.setMenu(self.list)
        self.list.aboutToShow.connect(self._fill)
        model.modelReset.connect(self._reset)
        self._reset()

    def set_wide(self, wide: bool) -> None:
        """Say all, or the number alone."""
        self._is_wide = wide
        self._reset()

    def _reset(self) -> None:
        count = len(self._model.unmet or ())
        self.setVisible(count > 0)
        text = describe_duties(count)
        self.setText(f"◇ {text if self._is_wide else count}")
        self.setAccessibleName(text)

    def _fill(self) -> None:
        self.list.clear()
        for column in self._model.unmet or ():
            text = " ".join(self._model.column_text(column).split())
            cut = text if len(text) <= _LETTERS else f"{text[:_LETTERS].rsplit(' ', 1)[0]} …"
            title = f"{self._model.column_name(column)}   {cut}".replace("&", "&&")
            self.list.addAction(title, partial(self.chosen.emit, column))
