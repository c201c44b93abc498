"""The welcome page, shown without a library; also asks for the passphrase of an encrypted one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from lexdesk.errors import NoLibrary, PassphraseNeeded, WrongPassphrase
from lexdesk_gui import error_messages
from lexdesk_gui.language import translate
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import action_button, add_to, button, label, set_gaps


class Welcome(QWidget):
    """A page that offers to open or create a library; ``passphrase_given`` emits a passphrase."""

    passphrase_given = Signal(str)

    def __init__(
        self, theme: Theme, open_library: QAction, add_folder: QAction, add_bundled: QAction
    ):
        super().__init__()
        self._theme = theme
        self.title, self.explanation = label(kind="screen"), label(kind="secondary")
        self.explanation.setTextFormat(Qt.TextFormat.PlainText)
        self.explanation.setWordWrap(True)
        self.passphrase = QLineEdit()
        self.passphrase.setProperty("kind", "plain")
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setPlaceholderText(translate("Welcome", "Passphrase"))
        self.passphrase.setAccessibleName(translate("Welcome", "Passphrase"))
        self.passphrase.returnPressed.connect(self._give_passphrase)
        self.unlock_button = button("", "primary", self._give_passphrase)
        self._to_unlock = QWidget()
        self._unlock_row = QHBoxLayout(self._to_unlock)
        add_to(self._unlock_row, self.passphrase, self.unlock_button, stretch=self.passphrase)
        self._to_unlock.hide()
        self.add_button = action_button(
            add_folder, "primary", translate("Welcome", "Choose a folder to search…")
        )
        self.open_button = action_button(
            open_library, "plain", translate("Welcome", "Open another library…")
        )
        self.bundled_button = action_button(
            add_bundled, "plain", translate("Welcome", "Try the bundled law")
        )
        self._first = self.add_button
        self._column = QVBoxLayout()
        add_to(self._column, None, self.title, self.explanation, self._to_unlock)
        self._column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.bundled_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.open_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(2)
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addLayout(self._column, 2)
        row.addStretch(1)
        theme.follow(self._restyle)

    def explain(self, error: Exception, path: Path | None, *, was_there: bool = False) -> None:
        """Show the reason for the failed opening of ``path``; ``was_there`` after an earlier opening."""
        may_begin = isinstance(error, NoLibrary)  # an existing library is not replaced
        self._first = self.add_button if may_begin and not was_there else self.open_button
        is_encrypted = isinstance(error, PassphraseNeeded | WrongPassphrase)
        self._tell(*error_messages.no_library(error, path, was_there=was_there))
        self._set_opening(False)
        self._to_unlock.setVisible(is_encrypted)
        for adding in (self.add_button, self.bundled_button):
            adding.setVisible(may_begin)

    def take_focus(self) -> None:
        """Focus the first action."""
        (self.passphrase if self.passphrase.isVisibleTo(self) else self._first).setFocus()

    def _give_passphrase(self) -> None:
        text = self.passphrase.text()
        self.passphrase.clear()
        self.passphrase.setFocus()
        if text:
            self._tell(*error_messages.encrypted())  # drops the message on a wrong passphrase
            self._set_opening(True)
            self.passphrase_given.emit(text)

    def _tell(self, title: str, explanation: str) -> None:
        self.title.setText(title)
        self.explanation.setText(explanation)

    def _set_opening(self, opening: bool) -> None:
        """Take no passphrase while one is tried; the field keeps the focus."""
        self.passphrase.setReadOnly(opening)
        self.unlock_button.setEnabled(not opening)
        self.unlock_button.setText(
            translate("Welcome", "Opening…") if opening else translate("Welcome", "Open library")
        )

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._column.setSpacing(px(12))
        set_gaps(self._unlock_row, px(8), 0, 0, 0, 0)
        self.passphrase.setFixedHeight(px(34))  # as the button beside it
