"""The progress line of a match, with a Cancel button, or its error."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar

from lexdesk.system.progress import percent
from lexdesk_gui.language import translate
from lexdesk_gui.style.announcements import ProgressAnnouncer
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.tooltips import escape_tooltip
from lexdesk_gui.style.widgets import ElidedLabel, add_to, button, repolish, set_gaps


class BusyLine(QFrame):
    """Hidden as long as there is nothing to say."""

    def __init__(self, theme: Theme, cancel: Callable[[], object]):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "header")
        self.caption = ElidedLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(translate("Match", "Match progress"))
        self.cancel = button(translate("Match", "Cancel"), "plain", cancel)
        self._row = QHBoxLayout(self)
        add_to(self._row, self.caption, self.bar, self.cancel, stretch=self.caption)
        self._announcer = ProgressAnnouncer(self.bar)
        self._name = ""
        theme.follow(self._restyle)
        self.hide()

    def begin(self, message: str) -> None:
        """Show that a match has begun."""
        self._name = message
        self._announcer.begin()
        self._say(message, is_busy=True)
        self.bar.setRange(0, 0)

    def show_progress(self, step: str, done: int, total: int) -> None:
        """Show the progress of a step."""
        steps = {
            "passages": translate("Match", "Resolving citations"),
            "documents": translate("Match", "Comparing documents"),
            "paragraphs": translate("Match", "Comparing paragraphs"),
        }
        self._say(steps.get(step, self._name), is_busy=True)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        share = percent(done / total) if total else "0"
        self._announcer.update(step, done, total, f"{self.caption.text()}, {share} %")

    def complain(self, sentence: str) -> None:
        """Show an error; keep earlier results."""
        self._say(sentence, is_busy=False)

    def end(self) -> None:
        """Hide the progress; an error stays until the next match or screen."""
        if self.bar.isVisibleTo(self):
            self.hide()

    def _say(self, text: str, *, is_busy: bool) -> None:
        kind = "" if is_busy else "bad"
        if kind != self.caption.property("kind"):
            self.caption.setProperty("kind", kind)
            repolish(self.caption)
        self.caption.setText(text)
        self.caption.setToolTip(escape_tooltip(text))
        self.bar.setVisible(is_busy)
        self.cancel.setVisible(is_busy)
        self.show()

    def _restyle(self) -> None:
        px = self._theme.look.px
        set_gaps(self._row, px(12), px(20), px(6), px(12), px(6))
        self.bar.setFixedWidth(px(200))
