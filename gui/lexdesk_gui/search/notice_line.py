"""The line under the search field: how the query was read, or what is wrong and what helps."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from lexdesk_gui.error_messages import Complaint, Repair
from lexdesk_gui.search.how_read import MOST_FORMS, HowRead
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import button, label

_MOST = 300  # characters of what is no complaint, two lines; of a page that was pasted the tool tip has all
_IN_PASSING = 10_000  # ms that a remark stands in place of what holds of the results


class NoticeLine(QWidget):
    """Has the height of one line, and of more where a sentence needs them.

    ``repair`` gives what was offered, ``picked`` a part of the query that was clicked.
    """

    repair = Signal(object)
    picked = Signal(str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._text = label()
        self._text.linkActivated.connect(self._pick)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._text.setWordWrap(True)
        self._button: QPushButton = button("", "plain", self._offer)
        self._repair: Repair | None = None
        self._is_quiet = False
        self._meant: Repair | None = None
        self._said = ""
        self._standing: str | HowRead | Complaint = ""
        self._shown: HowRead | None = None
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
        return self._said

    @property
    def offer(self) -> QPushButton:
        """The button with the repair; hidden where there is none."""
        return self._button

    def say(self, text: str | HowRead) -> None:
        """Say ``text``, which holds of the results."""
        self._standing, self._meant = text, None
        self._say(text)
        self.setVisible(not self._is_quiet)

    def tell_more(self, read: HowRead) -> None:
        """Say with the forms of its words how the query was read, where that is what stands; what is offered stays."""
        if isinstance(self._standing, HowRead):
            self._standing = read
            if not self._passing.isActive():
                self._say(read, self._meant)

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

    def _say(self, text: str | HowRead, repair: Repair | None = None) -> None:
        plain = text if isinstance(text, str) else text.plain(0)
        if len(plain) > _MOST:
            cut = f"{plain[:_MOST].rpartition(' ')[0] or plain[:_MOST]} …"
            self._show(cut, "small", repair)
            self._text.setToolTip(plain)
        else:
            self._show(text, "small", repair)

    def _show(self, text: str | HowRead, kind: str, repair: Repair | None) -> None:
        self._passing.stop()
        self._text.setProperty("kind", kind)
        self._text.style().polish(self._text)
        self._repair = repair
        if repair:
            self._button.setText(repair.label.replace("&", "&&"))
        self._button.setVisible(repair is not None)
        self._shown = text if isinstance(text, HowRead) else None
        if isinstance(text, HowRead):
            self._write_parts(text)
        else:
            self._write(text, text, Qt.TextFormat.PlainText)

    def _write_parts(self, read: HowRead) -> None:
        """With as many forms of each word as one line has room for: what is below does not move when they come."""
        room = self.width() - (self._button.sizeHint().width() if self._repair else 0)
        wide = self._text.fontMetrics().horizontalAdvance
        most = next((n for n in range(MOST_FORMS, 0, -1) if wide(read.plain(n)) < room * 0.9), 0)
        marked = read.marked(self._theme.look.tokens, most)
        self._write(read.plain(most), marked, Qt.TextFormat.RichText)

    def _write(self, plain: str, text: str, form: Qt.TextFormat) -> None:
        self._said = plain
        self._text.setTextFormat(form)
        self._text.setText(text)
        self._text.setToolTip(plain)
        self._text.setAccessibleName(plain)

    def _pick(self, link: str) -> None:
        if self._shown is not None:
            self.picked.emit(self._shown.parts[int(link)].text)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """There may be room for more forms, or for fewer."""
        super().resizeEvent(event)
        if self._shown is not None:
            self._write_parts(self._shown)

    def _offer(self) -> None:
        if self._repair:
            self.repair.emit(self._repair)

    def _restyle(self) -> None:
        self.setMinimumHeight(self._theme.look.px(24))
        if self._shown is not None:
            self._write_parts(self._shown)
