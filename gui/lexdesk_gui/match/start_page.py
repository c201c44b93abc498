"""The Match screen as long as no document was given."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import button, label


class StartPage(QWidget):
    """An introduction to matching; ``choosing`` asks for a document."""

    choosing = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._explanation = label(kind="secondary", wrap=True)
        self._explanation.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.choose = button(
            translate("Match", "Choose a document…"), "primary", self.choosing.emit
        )
        self._column.addStretch(1)
        title = label(translate("Match", "Match a document against the library"), "screen")
        for part in (title, self._explanation, self.choose):
            self._column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(2)
        self.show_busy(False)
        theme.follow(self._restyle)

    def show_busy(self, is_busy: bool) -> None:
        """Show that a document is being compared, or how to begin."""
        begin = translate(
            "Match",
            "Drop a policy, a contract or a law on the window. Lexdesk finds related "
            "documents in this library and compares them paragraph by paragraph. Your file is"
            " not changed.",
        )
        busy = translate(
            "Match",
            "The document is being compared with this library; the matches will appear here.",
        )
        self._explanation.setText(busy if is_busy else begin)
        self.choose.setVisible(not is_busy)
        self._restyle()

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._column.setSpacing(px(16))
        width = px(440)
        self._explanation.setFixedSize(width, self._explanation.heightForWidth(width))
