"""How far a library is: files read, words and meaning ready; and how far an addition is, with its pause."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QVBoxLayout,
)

from lexdesk.percent import percent
from lexdesk_gui import complaints, wording
from lexdesk_gui.language import plural, translate
from lexdesk_gui.look.icons import icon
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import button, label

if TYPE_CHECKING:
    from lexdesk.ingest import Progress
    from lexdesk.status import Status

_ALL_BUT_THE_LAST = 0.99
"""How far words are at most while they do not have all that was read."""
STAGES = ("read", "words", "vectors")


class ProgressCard(QFrame):
    """``paused`` gives whether an addition is to rest; ``preparing`` asks for vectors, all of them made anew or not."""

    paused = Signal(bool)
    preparing = Signal(bool)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "card")
        self._is_paused = False
        self._status: Status | None = None
        self._opened = ""  # the name of a library of which it is not known yet what it holds
        self._beginning = ""
        self._news: Progress | None = None
        self._since: tuple[str, float, int] = ("", 0.0, 0)
        """The stage of the addition at hand, when it began, and what was done by then."""
        self.stages: dict[str, tuple[QLabel, QProgressBar, QLabel]] = {}
        self._fill()
        theme.changed.connect(self._restyle)
        self._restyle()
        self._show()

    def show_status(self, status: Status | None, opened: str = "") -> None:
        """Show what the library holds; ``opened`` is its name before that is known, ``""`` where none is open."""
        self._status, self._opened = status, opened
        self._show()

    def show_failure(self, told: str) -> None:
        """Show that it is not known what the library holds, and why."""
        self.show_status(None)
        self.title.setText(translate("Index", "This library cannot be used now"))
        self.subtitle.setText(told)

    def show_beginning(self, told: str) -> None:
        """Say that an addition begins, before it is known how much there is."""
        self._beginning, self._news = told, None
        self._show()

    def show_progress(self, news: Progress) -> None:
        """Show how far an addition is, and how long it will take."""
        self.pause.setVisible(True)
        self._beginning, self._news = "", news
        if self._since[0] != news.stage:
            self._since = (news.stage, time.monotonic(), news.done)
        self._show()

    def end_progress(self) -> None:
        """Nothing is added any more."""
        self._beginning, self._news, self._since = "", None, ("", 0.0, 0)
        self.pause.setVisible(False)
        self.set_paused(False)
        self._show()

    def set_paused(self, paused: bool) -> None:
        """Show whether an addition rests."""
        self._is_paused = paused
        self.pause.setText(translate("Index", "Go on") if paused else translate("Index", "Pause"))
        self.pause.setIcon(icon("play" if paused else "pause", self._theme.look.tokens.text))

    def _show(self) -> None:
        """Put what the library holds, and how far an addition is, into one picture."""
        status, news = self._status, self._news
        reading = news is not None and news.stage == "read"
        self.title.setText(self._opened or _headline(status))
        is_adding = bool(self._beginning) or news is not None
        self.subtitle.setText(
            self._beginning
            or _readiness(
                status, opened=bool(self._opened), reading=reading, preparing=news is not None
            )
        )
        self.note.setVisible(is_adding)
        lacks = status is not None and status.passages > 0 and status.vectors_ready < 1
        may = status is not None and not status.read_only
        self.prepare.setVisible(lacks and may and not is_adding and not self._opened)
        read = 1.0 if status and status.passages else 0.0
        read_told = plural("Index", "%Ln files read")(status.files) if status else ""
        if news and reading:
            read, read_told = _share(news), self._told(news)
        self._show_stage("read", read, read_told)
        ready = status is not None and status.words_ready
        passages = plural("Index", "%Ln passages")(status.passages) if status else ""
        self._show_stage("words", read if ready else min(read, _ALL_BUT_THE_LAST), passages)
        if news and news.stage == "vectors":
            self._show_stage("vectors", _share(news), self._told(news))
        else:
            share = status.vectors_ready if status and status.passages else 0.0
            self._show_stage("vectors", share, f"{percent(share)} %" if status else "")

    def _told(self, news: Progress) -> str:
        told = translate("Index", "{done} of {total}").format(
            done=wording.number(news.done), total=wording.number(news.total)
        )
        seconds, done = time.monotonic() - self._since[1], news.done - self._since[2]
        if seconds > 2 and done > 0 and not self._is_paused:
            told += " · " + wording.left(seconds / done * (news.total - news.done))
        return told

    def _show_stage(self, stage: str, share: float, told: str) -> None:
        _, bar, text = self.stages[stage]
        bar.setValue(round(share * 1000))
        bar.setProperty("done", "true" if share >= 1 else "false")
        bar.style().polish(bar)
        text.setText(told)

    def _pause(self, paused: bool) -> None:
        self.set_paused(paused)
        self._since = ("", 0.0, 0)  # the rest is not to count as work
        if self._news is not None:
            self.show_progress(self._news)
        self.paused.emit(paused)

    def _prepare(self) -> None:
        if self._status is not None:
            self.preparing.emit(_is_of_other_model(self._status))

    def _fill(self) -> None:
        box = self.box = QVBoxLayout(self)
        head = QHBoxLayout()
        words = QVBoxLayout()
        self.title, self.subtitle = label(kind="screen"), label(kind="secondary")
        self.subtitle.setWordWrap(True)
        words.addWidget(self.title)
        words.addWidget(self.subtitle)
        head.addLayout(words, 1)
        self.pause = button("", "plain", lambda: self._pause(not self._is_paused))
        head.addWidget(self.pause, 0, Qt.AlignmentFlag.AlignTop)
        box.addLayout(head)
        grid = QGridLayout()
        names = (
            translate("Index", "Files"),
            translate("Index", "Words"),
            translate("Index", "Meaning"),
        )
        for row, (stage, name) in enumerate(zip(STAGES, names, strict=True)):
            bar, told = QProgressBar(), label(kind="secondary")
            bar.setRange(0, 1000)
            bar.setTextVisible(False)
            bar.setAccessibleName(name)
            mark = label(name, "strong")
            grid.addWidget(mark, row, 0)
            grid.addWidget(bar, row, 1)
            grid.addWidget(told, row, 2, Qt.AlignmentFlag.AlignRight)
            self.stages[stage] = (mark, bar, told)
        grid.setColumnStretch(1, 1)
        self._grid = grid
        box.addLayout(grid)
        self.prepare = button(
            translate("Index", "Prepare search by meaning"), "plain", self._prepare
        )
        box.addWidget(self.prepare, 0, Qt.AlignmentFlag.AlignLeft)
        self.note = label(
            translate("Index", "You may close the window; it goes on where it stopped."), "small"
        )
        self.note.setWordWrap(True)
        box.addWidget(self.note)
        self.pause.hide()

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._grid.setHorizontalSpacing(px(24))
        self._grid.setVerticalSpacing(px(16))
        self._grid.setContentsMargins(0, px(12), 0, px(8))
        for _, bar, _told in self.stages.values():
            bar.setFixedHeight(px(6))
        self.set_paused(self._is_paused)


def _share(news: Progress) -> float:
    return news.done / news.total if news.total else 0.0


def _headline(status: Status | None) -> str:
    if status is None:
        return translate("Index", "No library is open")
    if status.passages == 0:
        return translate("Index", "Nothing to search yet")
    return translate("Index", "You can search now")


def _is_of_other_model(status: Status) -> bool:
    return bool(status.vectors and not status.vectors_ready)


def _readiness(status: Status | None, *, opened: bool, reading: bool, preparing: bool) -> str:
    """What can be searched by, in a sentence or two.

    ``opened`` where a library was just opened, ``reading`` while files are read, ``preparing`` while anything is done.
    """
    if reading:
        return translate("Index", "Each file can be searched by its words soon after it is read.")
    if opened:
        return translate("Index", "Looking at what it holds…")
    if status is None:
        return translate("Index", "Drop a folder or files here; a library is made for them.")
    if status.passages == 0:
        return translate("Index", "Add a folder or files; words can be searched within seconds.")
    if not status.words_ready:
        return translate("Index", "The words of what was read last are being brought up to date.")
    if _is_of_other_model(status):
        return complaints.other_model()
    if status.vectors_ready < 1 and not preparing:
        if not status.vectors:
            return translate("Index", "Words are ready. Search by meaning is not prepared.")
        told = translate("Index", "Words are ready. Search by meaning is prepared to {share} %.")
        return told.format(share=percent(status.vectors_ready))
    if status.vectors_ready < 1:
        return translate("Index", "Words are ready. Search by meaning grows as it is prepared.")
    return translate("Index", "Words and meaning are ready.")
