"""The line under the search field: how the query was read, or what is wrong and what helps."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from lexdesk_gui.complaints import Complaint, Repair
from lexdesk_gui.look.announcing import announce
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import button, label

_MOST = 300  # characters of what is no complaint, two lines; of a page that was pasted the tool tip has all
_IN_PASSING = 10_000  # ms that a remark stands in place of what holds of the results


class NoticeLine(QWidget):
    """Has the height of one line, and of more where a sentence needs them; ``repair`` gives what was offered."""

    repair = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._text = label()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._text.setWordWrap(True)
        self._button: QPushButton = button("", "plain", self._offer)
        self._repair: Repair | None = None
        self._is_quiet = False
        self._meant: Repair | None = None
        self._standing: str | Complaint = ""
        self._passing = QTimer(self, singleShot=True)
        self._passing.setInterval(_IN_PASSING)
        self._passing.timeout.connect(self._say_standing)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._text, 1)
        row.addWidget(self._button)
        self._button.hide()
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    @property
    def offer(self) -> QPushButton:
        """The button with the repair; hidden where there is none."""
        return self._button

    def say(self, text: str) -> None:
        """Say ``text``, which holds of the results."""
        self._standing, self._meant = text, None
        self._say(text)
        self.setVisible(not self._is_quiet)

    def offer_instead(self, meant: Repair) -> None:
        """Offer another query beside what is said of the results."""
        self._meant = meant
        if not self._passing.isActive():
            self._say_standing()

    def remark(self, text: str) -> None:
        """Say ``text`` in passing, also where nothing else is to be said."""
        self._say(text)
        announce(self, text)
        self._passing.start()
        self.show()

    def end_remark(self) -> None:
        """Say again what holds of the results."""
        if self._passing.isActive():
            self._say_standing()

    def _say_standing(self) -> None:
        if isinstance(self._standing, Complaint):
            self.complain(self._standing)
        else:
            self._say(self._standing, self._meant)
            self.setVisible(not self._is_quiet or self._meant is not None)

    def set_quiet(self, quiet: bool) -> None:
        """Say nothing of results from now on, or begin to again; what is wrong is always told."""
        self._is_quiet = quiet
        stays = isinstance(self._standing, Complaint) or self._meant is not None
        self.setVisible(not quiet or stays)

    def complain(self, complaint: Complaint) -> None:
        """Say what is wrong and offer what helps."""
        self._standing, self._meant = complaint, None
        self._show(complaint.sentence, "bad", complaint.repair)
        self.show()

    def _say(self, text: str, repair: Repair | None = None) -> None:
        cut = text if len(text) <= _MOST else f"{text[:_MOST].rpartition(' ')[0] or text[:_MOST]} …"
        self._show(cut, "small", repair)
        self._text.setToolTip(text)

    def _show(self, text: str, kind: str, repair: Repair | None) -> None:
        self._passing.stop()
        self._text.setText(text)
        self._text.setToolTip(text)
        self._text.setProperty("kind", kind)
        self._text.style().polish(self._text)
        self._repair = repair
        if repair:
            self._button.setText(repair.label.replace("&", "&&"))
        self._button.setVisible(repair is not None)

    def _offer(self) -> None:
        if self._repair:
            self.repair.emit(self._repair)

    def _restyle(self) -> None:
        self.setMinimumHeight(self._theme.look.px(28))
