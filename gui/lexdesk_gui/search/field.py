"""The search field with its choice of keyword, semantic or hybrid search, as one control to the eye."""

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

from lexdesk.system.percent import percent
from lexdesk_gui import wording
from lexdesk_gui.language import native_keys, translate
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.utf16 import unit_span
from lexdesk_gui.style.widgets import Segments, fit_width

if TYPE_CHECKING:
    from lexdesk.search.options import Mode

_SHARE_SHOWN = 0.995  # of vectors: above that the figure would only flicker


class SearchField(QFrame):
    """``typed`` and ``chosen`` give the query and the mode; ``entered`` comes with Enter, ``stepped``
    with the rows that Up and Down ask to go."""

    typed = Signal(str)
    chosen = Signal(str)
    entered = Signal()
    stepped = Signal(int)

    def __init__(self, theme: Theme):
        super().__init__()
        self.setObjectName("field")
        self._theme = theme
        self._icon = QLabel()
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
        self._hint = _key_label(native_keys(QKeySequence("Ctrl+K")).replace("+", " "))
        self._is_narrow = self._is_tiny = self._is_marked = False
        self._row = row = QHBoxLayout(self)
        row.addWidget(self._icon)
        row.addWidget(self.edit, 1)
        row.addWidget(self._hint, 0, Qt.AlignmentFlag.AlignVCenter)
        self._segments_frame = self._segments()
        self._make_compact()
        for choice in (self._segments_frame, self.compact):
            row.addWidget(choice, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setFocusProxy(self.edit)
        # QCompleter keeps FocusOut from the field while it offers something.
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._focus_moved)
        theme.changed.connect(self._restyle)
        self._restyle()

    @cached_property
    def _popup(self) -> QAbstractItemView:
        """The list of what is offered; made for the first of it."""
        made = cast("QAbstractItemView", self._completer.popup())
        made.installEventFilter(self)
        return made

    @property
    def query(self) -> str:
        """What the field holds."""
        return self.edit.text()

    def set_query(self, query: str) -> None:
        """Put ``query`` into the field, as if typed."""
        self.edit.setText(query)
        self._edited(query)

    def select(self, part: str) -> None:
        """Go to ``part`` of the query, to edit it; to all of the query where it stands there otherwise."""
        word = re.escape(part.strip('"'))
        found = re.search(rf"(?<!\w){word}(?!\w)", self.query, re.IGNORECASE)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edit.selectAll()
        if found:
            start, end = unit_span(self.query, *found.span())
            self.edit.setSelection(start, end - start)

    def set_mode(self, mode: Mode) -> None:
        """Show ``mode`` as the chosen one."""
        self._buttons[mode].setChecked(True)

    def set_semantic_ready(self, share: float) -> None:
        """Show on the Semantic button which share of passages is indexed, 0 to 1."""
        partly = 0 < share < _SHARE_SHOWN
        name = wording.modes()[1][1]
        self._buttons["semantic"].setText(f"{name} {percent(share)} %" if partly else name)

    def offer(self, typed: str, completions: list[str]) -> None:
        """Offer what the query may become, where it is still what was ``typed``."""
        if typed != self.query or not self.edit.hasFocus() or not completions:
            self.close_offers()
            return
        self._offers.setStringList(completions)
        self._completer.complete()
        self._popup.setCurrentIndex(QModelIndex())  # Enter is to search for what was typed

    def close_offers(self) -> None:
        """Offer nothing any more."""
        if self._offers.rowCount():  # else there is no popup yet
            self._popup.hide()

    def _take_offer(self, query: str) -> None:
        self.set_query(query)
        self.entered.emit()

    def set_narrow(self, narrow: bool, *, tiny: bool = False) -> None:
        """Leave out the hint, and offer the modes in a menu, to have room for the query.

        Where that is not enough, as in large text, the menu is ``tiny``: the sign of a mode stands for its name.
        """
        self._is_narrow = narrow
        if tiny != self._is_tiny:
            self._is_tiny = tiny
            self._name_compact()
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Leave the query its room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Have room for as long a query as what stands in the empty field: the hint gives way first, then the modes."""
        self.edit.ensurePolished()
        margins, spacing = self._row.contentsMargins(), self._row.spacing()
        beside = (self._icon, self._segments_frame)
        room = self.width() - sum(each.sizeHint().width() + spacing for each in beside)
        room -= margins.left() + margins.right()
        hint = self._hint.sizeHint().width() + spacing
        wanted = self.edit.fontMetrics().horizontalAdvance(self.edit.placeholderText() + "  ")
        is_short = self._is_narrow or room < wanted
        self._segments_frame.setVisible(not is_short)
        self.compact.setVisible(is_short)
        self._hint.setVisible(not is_short and room - hint >= wanted)
        self._icon.setVisible(not self._is_narrow)

    def mark(self, span: tuple[int, int] | None) -> None:
        """Underline the characters of ``span`` as a mistake, or none."""
        if (
            span or self._is_marked
        ):  # else what is being composed, such as ´ before e, would be broken off
            self._is_marked = span is not None
            self._underline(unit_span(self.query, *span) if span else None)

    def _underline(self, span: tuple[int, int] | None) -> None:
        # QLineEdit takes formats only from input methods: the way of all its spelling checkers.
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
        frame = Segments(translate("Field", "Search by"), wording.modes())
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
            button.toggled.connect(lambda _: self._name_compact())
        self._name_compact()

    def _name_compact(self) -> None:
        chosen = next((each for each in self._buttons.items() if each[1].isChecked()), None)
        if chosen is None:
            return
        (mode, shown), look = chosen, self._theme.look
        self.compact.setText("" if self._is_tiny else shown.text())
        self.compact.setIcon(icon(mode, look.tokens.text) if self._is_tiny else QIcon())
        self.compact.setIconSize(QSize(look.px(18), look.px(18)))
        self.compact.setToolTip(shown.toolTip() if self._is_tiny else "")
        self.compact.setAccessibleName(shown.accessibleName())
        fit_width(self.compact, look.px(52) if self._is_tiny else None)

    def _restyle(self) -> None:
        look = self._theme.look
        self.setFixedHeight(look.px(38))
        self._row.setContentsMargins(look.px(12), 0, look.px(5), 0)
        self._row.setSpacing(look.px(8))
        self._name_compact()
        self._draw_icon()

    def _draw_icon(self) -> None:
        look = self._theme.look
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(_magnifier(look.px(16), look.tokens.text, ratio))

    def event(self, event: QEvent) -> bool:
        """Draw the magnifier anew for a screen with other pixels; fit in what has another size."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._draw_icon()
        elif event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Up and Down go to the list; Esc only closes what is offered, whatever else it is for."""
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
        """Show the focus on the whole field; offer nothing where it went elsewhere."""
        focused = now is self.edit
        if now is not None and not focused:
            self.close_offers()
        if self.property("focused") != focused:
            self.setProperty("focused", focused)
            self.style().polish(self)


def _key_label(keys: str) -> QLabel:
    label = QLabel(keys)
    label.setProperty("kind", "key")
    return label


def _magnifier(side: int, colour: str, ratio: float) -> QPixmap:
    """A magnifying glass of ``side`` pixels at device pixel ratio ``ratio``."""
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
