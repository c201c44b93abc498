"""The password editor in the row of a locked file."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import add_to, button, label, repolish, set_gaps

_HEIGHT, _GAP = 28, 2  # pixels at 100 %
_WRAP = Qt.TextFlag.TextWordWrap.value


class PasswordField(QFrame):
    """A password editor; ``given`` emits the password, ``left`` follows Escape.

    The line below shows the progress; its room is reserved, so that nothing moves.
    """

    given = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme
        self.text = QLineEdit()
        self.text.setProperty("kind", "plain")
        self.text.setPlaceholderText(translate("Index", "Password"))
        self.text.setAccessibleName(self.text.placeholderText())
        self.text.returnPressed.connect(self._give)
        self.show_button = button("", "quiet", self._show_or_hide)
        self.show_button.setCheckable(True)
        self.try_button = button(translate("Index", "Unlock"), "plain", self._give)
        self.hint = label(kind="small", wrap=True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._told_first = ""
        self._row, self._column = QHBoxLayout(), QVBoxLayout(self)
        add_to(self._row, self.text, self.show_button, self.try_button, stretch=self.text)
        add_to(self._column, self._row, self.hint, stretch=self.hint)
        self.hide()
        theme.follow(self._restyle)

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return the height of editor and status line."""
        look = self._theme.look
        font = QFontMetrics(look.interface(13))  # of an error; other text is smaller
        may_be = (
            self._told_first,
            _later(),
            _attempt_text(),
            _wrong_password_text(),
            _interrupted_text(),
        )
        boxes = (font.boundingRect(0, 0, width, 10_000, _WRAP, text) for text in may_be)
        return look.px(_HEIGHT + 2 * _GAP) + max(box.height() for box in boxes)

    def ask(self, name: str, others: int) -> None:
        """Ask for the password of the file ``name``; it is tried on the ``others`` as well."""
        self.text.clear()
        self.text.setAccessibleName(translate("Index", "Password of {name}").format(name=name))
        self.show_button.setChecked(False)
        self._show_or_hide()
        kept = translate("Index", "The password is not stored.")
        also = find_plural(
            "Index", "The password is also tried on %Ln other locked files and not stored."
        )
        self._told_first = also(others) if others else kept
        self._show_hint(self._told_first)
        self.text.setAccessibleDescription(self.hint.text())

    def say_trying(self, *, later: bool) -> None:
        """Disable the editor during an attempt, ``later`` while other files are read."""
        self.text.setReadOnly(True)
        self.try_button.setEnabled(False)
        self._announce(_later() if later else _attempt_text())

    def say_wrong(self) -> None:
        """Report a wrong password and let it be corrected."""
        self._show_hint("")
        self._announce(_wrong_password_text(), "bad")
        self.text.selectAll()

    def say_not_tried(self) -> None:
        """Report an attempt that failed for another reason."""
        self._show_hint("")
        self._announce(_interrupted_text(), "bad")

    def close_up(self) -> None:
        """Clear and hide the editor."""
        self.text.clear()
        self.hide()

    # The interface of Qt.

    def event(self, event: QEvent) -> bool:
        """Leave the editor on Escape, before its shortcut elsewhere."""
        is_key = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_key and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Leave by Escape; no other key is one of the list around."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        event.accept()

    def _give(self) -> None:
        if self.text.text() and self.try_button.isEnabled():
            self.given.emit(self.text.text())

    def _show_or_hide(self) -> None:
        shown = self.show_button.isChecked()
        self.text.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self.show_button.setText(
            translate("Index", "Hide") if shown else translate("Index", "Show")
        )
        self.show_button.setAccessibleName(
            translate("Index", "Hide password") if shown else translate("Index", "Show password")
        )

    def _announce(self, text: str, kind: str = "small") -> None:
        self.hint.setText(text)
        self.hint.setProperty("kind", kind)
        repolish(self.hint)
        announce(self, text)

    def _show_hint(self, text: str) -> None:
        """Say ``text`` and take a password."""
        self.hint.setText(text)
        self.hint.setProperty("kind", "small")
        repolish(self.hint)
        self.text.setReadOnly(False)
        self.try_button.setEnabled(True)

    def _restyle(self) -> None:
        px = self._theme.look.px
        set_gaps(self._column, px(_GAP), 0, 0, 0, 0)
        self._row.setSpacing(px(4))
        for widget in (self.text, self.show_button, self.try_button):
            widget.setFixedHeight(px(_HEIGHT))
        words = (translate("Index", "Show"), translate("Index", "Hide"))
        font = QFontMetrics(self._theme.look.interface(13))
        widest = max(font.horizontalAdvance(word) for word in words)
        self.show_button.setFixedWidth(widest + px(20))  # the field stays as it is


def _later() -> str:
    return translate("Index", "The password is tried after the current files.")


def _attempt_text() -> str:
    return translate("Index", "Trying it…")


def _wrong_password_text() -> str:
    return translate("Index", "Wrong password; try another one.")


def _interrupted_text() -> str:
    return translate("Index", "The attempt was interrupted; try again.")
