"""The status bar: readiness, size of the library, progress of indexing, text size."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QProgressBar, QStatusBar, QWidget

from lexdesk_gui import wording
from lexdesk_gui.file_failures import count_failures
from lexdesk_gui.language import find_plural, format_long_date, translate
from lexdesk_gui.style.announcements import ProgressAnnouncer, announce
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    ElidedLabel,
    action_button,
    button,
    escape_tooltip,
    label,
    repolish,
)

if TYPE_CHECKING:
    from lexdesk.errors import Message
    from lexdesk.ingest import Progress
    from lexdesk.library.status import Status


_WIDE = 860  # effective pixels of a bar with room for the size of the library
_WIDEST = 1_100  # ... and for the time of its last change
_NARROW = 500  # a narrower bar shows only a sign for files that need attention
_BAR, _SHORT_BAR, _BETWEEN = 140, 48, 6  # effective pixels
_IN_PASSING = 10_000  # ms that a remark is shown


class StatusBar(QStatusBar):
    """One line on the state of the library.

    ``attention`` asks for the files that need it, ``updating`` for an update of changed files.
    """

    attention = Signal()
    updating = Signal()

    def __init__(self, theme: Theme, stop: QAction):
        super().__init__()
        self._theme = theme
        self.setSizeGripEnabled(False)
        self.dot = label(kind="dot")
        self.counts, self.changed = label(kind="small"), label(kind="small")
        self.ready = ElidedLabel("small")  # cut short before the window has to grow
        self.failed = button("", "attention", self.attention.emit)
        self._attention = ""
        self.update_files = button(translate("Status", "Update"), "link", self.updating.emit)
        self._last_change: datetime.datetime | None = None
        self._changed_files, self._outdated_files, self._is_read_only = 0, 0, False
        self.news, self._zoom = ElidedLabel("small"), label(kind="small")
        self.news.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.progress_bar = QProgressBar()
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setAccessibleName(translate("Status", "Indexing progress"))
        self.stop_button = action_button(stop, "link", translate("Status", "Stop"))
        at_left: tuple[QWidget, ...] = (
            self.dot, self.ready, self.counts, self.failed, self.changed, self.update_files,
        )  # fmt: skip
        at_right: tuple[QWidget, ...] = (self.news, self.progress_bar, self.stop_button, self._zoom)
        for widget in at_left:
            self.addWidget(widget)
        for widget in at_right:
            self.addPermanentWidget(widget, 1 if widget is self.news else 0)
        self._announcer = ProgressAnnouncer(self.progress_bar)
        self._readiness = "false"
        self._progress = ""  # of an addition; shown while there is no message
        self._is_adding = self._is_paused = False
        self.remark_timer = QTimer(self, singleShot=True)
        self.remark_timer.setInterval(_IN_PASSING)
        self.remark_timer.timeout.connect(self.forget)
        theme.follow(self._restyle)

    def end_tab_order(self) -> None:
        """Move the controls to the end of the tab order, behind a screen built later."""
        controls = (self.failed, self.update_files, self.stop_button)
        last = self.window().previousInFocusChain()
        while last and (last in controls or last.focusPolicy() == Qt.FocusPolicy.NoFocus):
            last = last.previousInFocusChain()
        for control in controls:
            if last:
                self.setTabOrder(last, control)
            last = control

    def show_status(
        self,
        status: Status | None,
        failures: Mapping[str, Message],
        changed: datetime.datetime | None = None,
    ) -> None:
        """Show size, failures and last change of the library; ``None`` without an open one."""
        self.dot.setVisible(status is not None)
        self.ready.setText(
            wording.readiness(status) if status else translate("Status", "No library")
        )
        self.counts.setText(wording.counts(status) if status else "")
        self.counts.setToolTip(escape_tooltip(describe_left_out(failures)))
        self._attention = describe_attention(failures) if status else ""
        self._last_change = changed if status is not None and status.passages > 0 else None
        self._readiness = _readiness(status)
        self._is_read_only = status is not None and status.read_only
        self._tell_change()

    def show_changed_files(self, count: int, outdated: int = 0) -> None:
        """Show the number of files changed on disk, else of those read by another version, and offer an update."""
        is_new = count + outdated > 0 and self._changed_files == self._outdated_files == 0
        self._changed_files, self._outdated_files = count, outdated
        self._tell_change()
        if is_new:  # it comes by itself
            announce(self, self.changed.text())

    def _tell_change(self) -> None:
        text = describe_last_change(self._last_change) if self._last_change else ""
        if self._changed_files:
            text = describe_changed_files(self._changed_files, self._last_change)
        elif self._outdated_files:
            text = find_plural("Status", "%Ln files read by another version of Lexdesk")(
                self._outdated_files
            )
        self.changed.setText(text)
        self.update_files.setToolTip(escape_tooltip(text))
        is_stale = self._changed_files + self._outdated_files > 0
        self.dot.setProperty("ready", "stale" if is_stale else self._readiness)
        repolish(self.dot)
        self._arrange()

    def show_out_of_reach(self) -> None:
        """Show that the open library does not answer."""
        self.show_status(None, {})
        self.ready.setText(translate("Status", "Library not available"))

    def show_unknown(self) -> None:
        """Clear the line while a new library loads."""
        self.dot.hide()
        self._attention = ""
        for widget in (self.ready, self.counts):
            widget.setText("")
        self._last_change, self._changed_files, self._outdated_files = None, 0, 0
        self._tell_change()

    def say(self, text: str) -> None:
        """Show ``text`` for some seconds."""
        self._set_news(text)
        announce(self, text)
        self.remark_timer.start()

    def _set_news(self, text: str) -> None:
        self.news.setText(text)
        self._arrange()

    def tell(self, text: str) -> None:
        """Show ``text`` until the next action, or for a few seconds during indexing."""
        self.say(text)
        if not self._progress:
            self.remark_timer.stop()

    def forget(self) -> None:
        """Clear the message; keep the progress."""
        self.remark_timer.stop()
        self._set_news(
            translate("Index", "Indexing is paused.") if self._is_paused else self._progress
        )

    def show_paused(self, paused: bool) -> None:
        """Show that indexing is paused, or its progress again."""
        self._is_paused = paused
        self.forget()

    def show_beginning(self, message: str) -> None:
        """Show that indexing begins, before its size is known."""
        self._set_adding(True)
        self._progress = message
        self._announcer.begin()
        self.forget()
        self.progress_bar.setRange(0, 0)

    def show_progress(self, news: Progress) -> None:
        """Show the progress of indexing after a pending message."""
        self._set_adding(True)
        self._progress = wording.progress(news)
        if not (self.remark_timer.isActive() or self._is_paused):
            self._set_news(self._progress)
        self.progress_bar.setRange(0, news.total)
        self.progress_bar.setValue(news.done)
        self._announcer.update(news.stage, news.done, news.total, self._progress)

    def end_progress(self, text: str) -> None:
        """Show the outcome of indexing."""
        self._set_adding(False)
        self._progress, self._is_paused = "", False
        self.tell(text)

    def _set_adding(self, adding: bool) -> None:
        self._is_adding = adding
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Drop details in a narrow window; the Index screen shows them too."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        room, px = self.width() / self._theme.look.scale, self._theme.look.px
        is_adding, is_stale = self._is_adding, self._changed_files + self._outdated_files > 0
        has_room = room >= (_WIDE if is_stale else _WIDEST)
        shown = {
            self.counts: room >= _WIDE,
            self.changed: has_room and not is_adding and bool(self.changed.text()),
            self.update_files: is_stale and not is_adding and not self._is_read_only,
            self.failed: bool(self._attention),
            self.progress_bar: is_adding,
            self.stop_button: is_adding,
        }
        # First what goes away: what is shown makes the window as wide as it needs.
        for widget, is_shown in shown.items():
            widget.setVisible(is_shown and not widget.isHidden())
        self.failed.setAccessibleName(self._attention)
        self._show_attention(in_words=room >= _NARROW)
        self.progress_bar.setFixedWidth(px(_BAR))
        if self._needed(shown) > self.width():
            self._show_attention(in_words=False)
        if self._needed(shown) > self.width():
            self.progress_bar.setFixedWidth(px(_SHORT_BAR))
        message = self.news.fontMetrics().horizontalAdvance(self.news.text())
        if self._needed(shown) + message > self.width():  # cut short, an error says too little
            shown[self.counts] = shown[self.changed] = False
        for widget, is_shown in shown.items():
            widget.setVisible(is_shown)

    def _show_attention(self, *, in_words: bool) -> None:
        self.failed.setText(self._attention if in_words else "")
        self.failed.setToolTip("" if in_words else escape_tooltip(self._attention))

    def _needed(self, shown: Mapping[QWidget, bool]) -> int:
        """Return the minimum width in pixels with ``shown`` applied; Qt's layout computes it later."""
        widgets = [
            widget
            for widget in (self.dot, self.ready, *shown, self.news, self._zoom)
            if shown.get(widget, not widget.isHidden())
        ]
        hints = (
            self.ready.sizeHint() if widget is self.ready else widget.minimumSizeHint()
            for widget in widgets
        )
        widths = (
            max(widget.minimumWidth(), hint.width())
            for widget, hint in zip(widgets, hints, strict=True)
        )
        edges = self.contentsMargins()
        between = self._theme.look.px(_BETWEEN) * (len(widgets) + 1)
        return edges.left() + edges.right() + sum(widths) + between

    def _restyle(self) -> None:
        px = self._theme.look.px
        self.setContentsMargins(px(12), 0, px(16), 0)
        if (row := self.layout()) is not None:
            row.setSpacing(px(_BETWEEN))
        for widget in (self.counts, self.changed):
            widget.setContentsMargins(px(12), 0, 0, 0)
        self.failed.setIcon(make_icon("warn", self._theme.look.tokens.notice.text))
        self.failed.setIconSize(QSize(px(14), px(14)))
        self._zoom.setText(
            translate("Status", "Text {zoom} %").format(zoom=f"{self._theme.zoom * 100:.0f}")
        )
        self._arrange()


def _readiness(status: Status | None) -> str:
    """Return the state of the dot: ready, semantic index growing, or neither."""
    if status is None or not status.passages or not status.lexical_ready:
        return "false"
    return "true" if status.vectors_ready >= 1 else "growing"


def describe_attention(failures: Mapping[str, Message]) -> str:
    """Return the number of unread but readable files: ``4 files need attention``."""
    needing = count_failures(failures).needing
    return find_plural("Wording", "%Ln files need attention")(needing) if needing else ""


def describe_left_out(failures: Mapping[str, Message]) -> str:
    """Return the number of files without a document: ``2 files left out``."""
    without = count_failures(failures).left_out
    return find_plural("Wording", "%Ln files left out")(without) if without else ""


def describe_last_change(moment: datetime.datetime) -> str:
    """Return the time of the last change: a time today, else a date."""
    return translate("Wording", "Last change {when}").format(when=_time_or_day(moment))


def _time_or_day(moment: datetime.datetime) -> str:
    here = moment.astimezone()
    day = here.date()
    return f"{here:%H:%M}" if day == datetime.date.today() else format_long_date(day.isoformat())


def describe_changed_files(count: int, since: datetime.datetime | None) -> str:
    """Return ``12 files changed since 09:12``, or without the time if it is unknown."""
    if since is None:
        return find_plural("Wording", "%Ln files changed")(count)
    return find_plural("Wording", "%Ln files changed since {when}")(count).format(
        when=_time_or_day(since)
    )
