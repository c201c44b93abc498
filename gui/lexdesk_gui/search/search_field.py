"""The search field with its keyword, semantic and hybrid modes."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    QSize,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QIcon,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QPixmap,
    QResizeEvent,
    QTextCharFormat,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCompleter,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QWidget,
)

from lexdesk.system.progress import compute_percent
from lexdesk_gui import wording
from lexdesk_gui.language import format_keys, translate
from lexdesk_gui.style.document_writer import unit_span
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.style_sheet import make_popup_style_sheet
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import Segments, add_to, fit_width, repolish, set_gaps

if TYPE_CHECKING:
    from lexdesk.search.options import Mode

_SHARE_SHOWN = 0.995  # of passages; above that the figure would only flicker


class SearchField(QFrame):
    """The search field; ``typed`` and ``chosen`` carry the query and the mode.

    ``entered`` signals Enter; ``stepped`` carries the rows to move with Up and Down.
    """

    typed = Signal(str)
    chosen = Signal(str)
    entered = Signal()
    stepped = Signal(int)

    def __init__(self, theme: Theme):
        super().__init__()
        self.setObjectName("field")
        self.setProperty("focused", True)  # as the window starts: a change then costs time
        self._theme = theme
        self.icon = QLabel()
        self.edit = QLineEdit()
        self.edit.setObjectName("query")
        self.edit.setPlaceholderText(
            translate("Field", "Search for words, a question or a citation")
        )
        self.edit.setAccessibleName(
            translate("Field", "Search for words, a question or a citation")
        )
        self.edit.textEdited.connect(self._edited)
        self.edit.returnPressed.connect(self.entered)
        self.edit.installEventFilter(self)
        self._offers = QStringListModel(self)
        self._completer = QCompleter(self._offers, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setWidget(self.edit)
        self._completer.activated.connect(self._take_offer)
        self.shortcut_hint = _key_label(format_keys(QKeySequence("Ctrl+K")).replace("+", " "))
        self._is_narrow = self._is_tiny = self._is_marked = False
        self._row = row = QHBoxLayout(self)
        add_to(row, self.icon, self.edit, stretch=self.edit)
        row.addWidget(self.shortcut_hint, 0, Qt.AlignmentFlag.AlignVCenter)
        self._segments_frame = self._segments()
        self._make_compact()
        for choice in (self._segments_frame, self.compact):
            row.addWidget(choice, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setFocusProxy(self.edit)
        # QCompleter suppresses FocusOut of the field while its popup is open.
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._focus_moved)
        theme.follow(self._restyle)

    @cached_property
    def completion_popup(self) -> QAbstractItemView:
        """Return the popup of completions, created on first use."""
        popup = cast("QAbstractItemView", self._completer.popup())
        popup.installEventFilter(self)
        popup.setObjectName("offers")
        self._theme.follow(self._restyle_popup)
        return popup

    def _restyle_popup(self) -> None:
        if (popup := self._completer.popup()) is not None:
            popup.setStyleSheet(make_popup_style_sheet(self._theme.look))

    @property
    def query(self) -> str:
        """Return the text of the field."""
        return self.edit.text()

    def set_query(self, query: str) -> None:
        """Set ``query`` as if typed."""
        self.edit.setText(query)
        self._edited(query)

    def select(self, part: str) -> None:
        """Select ``part`` of the query for editing, or all of it if the part is ambiguous or missing."""
        word = re.escape(part.strip('"'))
        found = re.search(rf"(?<!\w){word}(?!\w)", self.query, re.IGNORECASE)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edit.selectAll()
        if found:
            start, end = unit_span(self.query, *found.span())
            self.edit.setSelection(start, end - start)

    def set_mode(self, mode: Mode) -> None:
        """Show ``mode`` as selected."""
        self._buttons[mode].setChecked(True)

    def set_semantic_ready(self, share: float) -> None:
        """Show the indexed share of passages (0 to 1) on the Semantic button."""
        partly = 0 < share < _SHARE_SHOWN
        name = wording.modes()[1][1]
        self._buttons["semantic"].setText(f"{name} {compute_percent(share)} %" if partly else name)

    def offer(self, typed: str, completions: list[str]) -> None:
        """Offer ``completions`` if the field still contains ``typed``."""
        if typed != self.query or not self.edit.hasFocus() or not completions:
            self.close_offers()
            return
        self._offers.setStringList(completions)
        popup = self.completion_popup  # styled before its height is computed
        self._completer.complete()
        popup.setCurrentIndex(QModelIndex())  # Enter searches for the typed text

    def close_offers(self) -> None:
        """Close the completions."""
        if self._offers.rowCount():  # else there is no popup yet
            self.completion_popup.hide()

    def _take_offer(self, query: str) -> None:
        self.set_query(query)
        self.entered.emit()

    def set_narrow(self, narrow: bool, *, tiny: bool = False) -> None:
        """Save room for the query: hide the hint and offer the modes in a menu.

        With ``tiny``, as for large text, the menu shows the icon of a mode instead of its name.
        """
        self._is_narrow = narrow
        if tiny != self._is_tiny:
            self._is_tiny = tiny
            self._update_compact()
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the room of the query."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Fit a query as long as the placeholder: first hide the hint, then collapse the modes."""
        self.edit.ensurePolished()
        margins, spacing = self._row.contentsMargins(), self._row.spacing()
        fixed = (self.icon, self._segments_frame)
        room = self.width() - sum(part.sizeHint().width() + spacing for part in fixed)
        room -= margins.left() + margins.right()
        hint = self.shortcut_hint.sizeHint().width() + spacing
        wanted = self.edit.fontMetrics().horizontalAdvance(self.edit.placeholderText() + "  ")
        is_short = self._is_narrow or room < wanted
        self._segments_frame.setVisible(not is_short)
        self.compact.setVisible(is_short)
        self.shortcut_hint.setVisible(not is_short and room - hint >= wanted)
        self.icon.setVisible(not self._is_narrow)

    def mark(self, span: tuple[int, int] | None) -> None:
        """Underline the characters of ``span`` as an error, or none."""
        # Change nothing without need: it would break off a letter being composed, such as ´ before e.
        if span or self._is_marked:
            self._is_marked = span is not None
            self._underline(unit_span(self.query, *span) if span else None)

    def _underline(self, span: tuple[int, int] | None) -> None:
        # QLineEdit accepts formats only from input methods, as spelling checkers use them.
        attributes = []
        if span:
            style = QTextCharFormat()
            style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            style.setUnderlineColor(QColor(self._theme.look.tokens.bad.text))
            attributes.append(
                QInputMethodEvent.Attribute(
                    QInputMethodEvent.AttributeType.TextFormat,
                    span[0] - self.edit.cursorPosition(),
                    span[1] - span[0],
                    QTextFormat(style),
                )
            )
        QApplication.sendEvent(self.edit, QInputMethodEvent("", attributes))

    def _edited(self, text: str) -> None:
        self.mark(None)
        self.typed.emit(text)

    def _segments(self) -> Segments:
        frame = Segments(translate("Field", "Search mode"), wording.modes())
        frame.chosen.connect(self.chosen)
        self._buttons = frame.buttons
        self._buttons["hybrid"].setChecked(True)
        return frame

    def _make_compact(self) -> None:
        self.compact = QPushButton()
        self.compact.setProperty("kind", "compact")
        menu = QMenu(self)
        for mode, name, explanation in wording.modes():
            action = menu.addAction(name, self._buttons[mode].click)
            action.setToolTip(explanation)
        self.compact.setMenu(menu)
        self.compact.hide()
        for button in self._buttons.values():
            button.toggled.connect(lambda _: self._update_compact())
        self._update_compact()

    def _update_compact(self) -> None:
        chosen = next((item for item in self._buttons.items() if item[1].isChecked()), None)
        if chosen is None:
            return
        (mode, shown), look = chosen, self._theme.look
        self.compact.setText("" if self._is_tiny else shown.text())
        self.compact.setIcon(make_icon(mode, look.tokens.text) if self._is_tiny else QIcon())
        self.compact.setIconSize(QSize(look.px(18), look.px(18)))
        self.compact.setToolTip(shown.toolTip() if self._is_tiny else "")
        self.compact.setAccessibleName(shown.accessibleName())
        fit_width(self.compact, look.px(52) if self._is_tiny else None)

    def _restyle(self) -> None:
        look = self._theme.look
        self.setFixedHeight(look.px(38))
        set_gaps(self._row, look.px(8), look.px(12), 0, look.px(5), 0)
        self._update_compact()
        self._draw_icon()

    def _draw_icon(self) -> None:
        look = self._theme.look
        ratio = self.devicePixelRatioF()
        self.icon.setPixmap(_magnifier(look.px(16), look.tokens.text, ratio))

    def event(self, event: QEvent) -> bool:
        """Redraw the icon for a new pixel ratio; fit parts with a new size."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._draw_icon()
        elif event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Send Up and Down to the list; let Esc only close open completions."""
        if isinstance(event, QKeyEvent):
            key, in_field = Qt.Key(event.key()), watched is self.edit
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key)
            if in_field and step and event.type() == QEvent.Type.KeyPress:
                self.stepped.emit(step)
                return True
            escapes = key == Qt.Key.Key_Escape and event.type() == QEvent.Type.ShortcutOverride
            if escapes and not in_field:
                event.accept()
                return True
        return super().eventFilter(watched, event)

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Show focus on the whole field; close the completions once focus moves elsewhere."""
        focused = now is self.edit
        if now is not None and not focused:
            self.close_offers()
        if self.property("focused") != focused:
            self.setProperty("focused", focused)
            repolish(self)


def _key_label(keys: str) -> QLabel:
    label = QLabel(keys)
    label.setProperty("kind", "key")
    return label


def _magnifier(side: int, colour: str, ratio: float) -> QPixmap:
    """Return a magnifying glass of ``side`` pixels at device pixel ratio ``ratio``."""
    picture = QPixmap(QSize(side, side) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colour), side / 10, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawEllipse(QRectF(side * 0.1, side * 0.1, side * 0.6, side * 0.6))
    painter.drawLine(QPointF(side * 0.63, side * 0.63), QPointF(side * 0.92, side * 0.92))
    painter.end()
    return picture
