"""The card of progress: files read, keyword and semantic index, and the current addition with its pause."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QProgressBar, QVBoxLayout

from lexdesk.system.progress import compute_percent
from lexdesk_gui import wording
from lexdesk_gui.file_failures import count_failures, lost_folders
from lexdesk_gui.indexing.embedding_size import EmbeddingSizeRow
from lexdesk_gui.indexing.readiness import describe_readiness, is_of_other_model
from lexdesk_gui.indexing.stage_mark import StageMark
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import add_to, button, label, repolish, set_gaps

if TYPE_CHECKING:
    from pathlib import Path

    from lexdesk.errors import Message
    from lexdesk.ingest import Progress
    from lexdesk.library.status import Status

_ALL_BUT_THE_LAST = 0.99
"""Maximum share of the keyword index while it lacks texts read."""
STAGES = ("read", "words", "vectors")
_MARK, _GAP = 16, 16  # pixels at 100 %, of the column of marks and of the gap beside it


@dataclass(frozen=True, slots=True)
class Stage:
    """The display of one of ``STAGES``: ``share`` is its figure, ``caption`` its description."""

    mark: StageMark
    bar: QProgressBar
    share: QLabel
    caption: QLabel
    caption_row: QHBoxLayout
    """Both of these."""

    @property
    def text(self) -> str:
        """Return figure and text."""
        return self.share.text() + self.caption.text()


class ProgressCard(QFrame):
    """The progress: ``paused`` emits a pause or its end, ``preparing`` asks to rebuild or complete the semantic index.

    ``resuming`` emits the files and folders of an addition that did not end.
    """

    paused = Signal(bool)
    resuming = Signal(object)
    preparing = Signal(bool)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "card")
        self._is_paused = self._is_narrow = False
        self._status: Status | None = None
        self._failures: Mapping[str, Message] = {}
        self._unfinished: Sequence[Path] = ()
        self._error = ""  # of the last addition
        self._opened = ""  # name of a library with unknown contents
        self._beginning = ""
        self._news: Progress | None = None
        self._since: tuple[str, float, int] = ("", 0.0, 0)
        """The current stage, its start, and the progress at that time."""
        self.stages: dict[str, Stage] = {}
        self._fill()
        theme.follow(self._restyle)
        self._show()

    def show_status(
        self,
        status: Status | None,
        opened: str = "",
        failures: Mapping[str, Message] | None = None,
        unfinished: Sequence[Path] = (),
    ) -> None:
        """Show size, failures and ``unfinished`` additions of the library; ``opened`` is its name before they are known."""
        self._status, self._opened, self._failures = status, opened, failures or {}
        self._unfinished = unfinished
        if status is None:
            self._error = ""
        self._show()

    def show_failure(self, message: str) -> None:
        """Show the reason for an unknown state."""
        self.show_status(None)
        self.title.setText(translate("Index", "This library is unavailable"))
        self.subtitle.setText(message)

    def show_beginning(self, message: str) -> None:
        """Show that an addition begins, before its size is known."""
        self._beginning, self._news, self._error = message, None, ""
        self._show()

    def show_progress(self, news: Progress) -> None:
        """Show the progress of an addition and the remaining time."""
        self.pause.setVisible(True)
        self._beginning, self._news = "", news
        if self._since[0] != news.stage:
            self._since = (news.stage, time.monotonic(), news.done)
        self._show()

    def end_progress(self, error: str = "") -> None:
        """Hide the progress of an ended addition; ``error`` tells why it failed."""
        self._beginning, self._news, self._since = "", None, ("", 0.0, 0)
        self._error, self._unfinished = error, ()  # until the next state
        self.pause.setVisible(False)
        self.set_paused(False)
        self._show()

    @property
    def is_reading(self) -> bool:
        """Return True while files are being read."""
        return bool(self._beginning) or (self._news is not None and self._news.stage == "read")

    def set_paused(self, paused: bool) -> None:
        """Show a pause or its end."""
        self._is_paused = paused
        self.pause.setText(translate("Index", "Resume") if paused else translate("Index", "Pause"))
        self.pause.setIcon(make_icon("play" if paused else "pause", self._theme.look.tokens.text))

    def set_narrow(self, narrow: bool) -> None:
        """Place the texts of the stages below or beside their bars."""
        if narrow == self._is_narrow:
            return
        self._is_narrow = narrow
        for row, stage in enumerate(self.stages.values()):
            self._grid.removeItem(stage.caption_row)
            if narrow:
                self._grid.addLayout(stage.caption_row, 2 * row + 1, 1, 1, 3)
            else:
                self._grid.addLayout(stage.caption_row, 2 * row, 3)
        self._restyle()

    def _show(self) -> None:
        """Update all stages."""
        status, news = self._status, self._news
        reading = news is not None and news.stage == "read"
        self.title.setText(self._opened or _headline(status))
        is_adding = bool(self._beginning) or news is not None
        self.subtitle.setText(
            self._beginning
            or (translate("Index", "Indexing is paused.") if self._is_paused else "")
            or describe_readiness(
                status, opened=bool(self._opened), reading=reading, preparing=news is not None
            )
        )
        self.note.setVisible(is_adding)
        self._show_incomplete(is_adding=is_adding)
        lacks = status is not None and status.passages > 0 and status.vectors_ready < 1
        may = status is not None and not status.read_only
        self.prepare.setVisible(lacks and may and not is_adding and not self._opened)
        whole = status is not None and may and not lacks and not is_adding and not self._opened
        has_choice = status is not None and whole and status.vectors and "en" in status.languages
        self.embedding_size.show_size(status.embedding if status and has_choice else "")
        is_whole = not self._unfinished and not lost_folders(self._failures)
        read = (1.0 if is_whole else _ALL_BUT_THE_LAST) if status and status.passages else 0.0
        if news and reading:
            read = _share(news)
            text = translate("Index", "{done} of {total} read").format(
                done=wording.number(news.done), total=wording.number(news.total)
            )
            self._show_stage("read", read, self._with_time(text, news), goes_on=True)
        else:
            self._show_stage("read", read, _files(status, self._failures) if status else "")
        ready = status is not None and status.lexical_ready
        words = (1.0 if read and not reading else read) if ready else min(read, _ALL_BUT_THE_LAST)
        goes_on = reading or (status is not None and not ready)
        indexed = _passages(status, ready=not goes_on)
        if news and news.stage == "citations":
            indexed = self._with_time(wording.progress(news), news)
        self._show_stage("words", words, indexed, goes_on=goes_on)
        making = news if news and news.stage == "vectors" else None
        self.counts.setVisible(making is not None)
        if making:
            self.counts.setText(_counted(making))
            rest = self._with_time("", making)
            self._show_stage("vectors", _share(making), rest, goes_on=True, has_share=True)
        else:
            share = status.vectors_ready if status and status.passages else 0.0
            self._show_stage("vectors", share, "", has_share=status is not None)

    def _show_incomplete(self, *, is_adding: bool) -> None:
        """Tell that an addition failed or did not end."""
        is_unfinished = bool(self._unfinished) and not is_adding and not self._opened
        missing = (
            translate("Index", "Not all files of {name} are read yet.") if is_unfinished else ""
        )
        if is_unfinished:
            missing = missing.format(name=wording.file_name(self._unfinished[0]))
        self.incomplete.setText(" ".join(filter(None, (self._error, missing))))
        self.incomplete.setVisible(bool(self._error or missing))
        may_write = self._status is not None and not self._status.read_only
        self.rest.setVisible(is_unfinished and may_write)

    def _with_time(self, text: str, news: Progress) -> str:
        """Return the caption with the remaining time, if known, or with the pause."""
        left = ""
        seconds, done = time.monotonic() - self._since[1], news.done - self._since[2]
        if self._is_paused:
            left = translate("Index", "paused")
        elif seconds > 2 and done > 0 and news.done < news.total:
            left = wording.remaining_time(seconds / done * (news.total - news.done))
        return f"{text} · {left}" if left else text

    def _show_stage(
        self,
        name: str,
        share: float,
        detail: str,
        *,
        goes_on: bool = False,
        has_share: bool = False,
    ) -> None:
        stage = self.stages[name]
        stage.mark.put(share, goes_on=goes_on and share < 1)
        stage.bar.setValue(round(share * 1000))
        stage.bar.setProperty("done", "true" if share >= 1 else "false")
        repolish(stage.bar)
        stage.share.setText(f"{compute_percent(share)} %" if has_share else "")
        stage.caption.setText(detail)
        stage.caption.setVisible(bool(detail))  # an empty widget takes room, too
        stage.bar.setAccessibleDescription(stage.text)

    def _pause(self, paused: bool) -> None:
        self.set_paused(paused)
        self._since = ("", 0.0, 0)  # remaining time does not count as work
        if self._news is not None:
            self.show_progress(self._news)
        self.paused.emit(paused)

    def _prepare(self) -> None:
        if self._status is not None:
            self.preparing.emit(is_of_other_model(self._status))

    def _fill(self) -> None:
        box = self.box = QVBoxLayout(self)
        head, self._words = QHBoxLayout(), QVBoxLayout()
        self.title, self.subtitle = label(kind="screen"), label(kind="secondary", wrap=True)
        self.incomplete = label(kind="bad", wrap=True)
        add_to(self._words, self.title, self.subtitle, self.incomplete)
        head.addLayout(self._words, 1)
        self.pause = button("", "plain", lambda: self._pause(not self._is_paused))
        head.addWidget(self.pause, 0, Qt.AlignmentFlag.AlignVCenter)
        box.addLayout(head)
        self._grid = QGridLayout()
        names = (
            translate("Index", "Files"),
            translate("Index", "Keyword index"),
            translate("Index", "Semantic index"),
        )
        for row, (stage, name) in enumerate(zip(STAGES, names, strict=True)):
            self.stages[stage] = self._stage(row, name)
        # The bars end at one place, whatever the text beside them.
        self._grid.setColumnStretch(2, 4)
        self._grid.setColumnStretch(3, 3)
        box.addLayout(self._grid)
        self.prepare = button(translate("Index", "Build semantic index"), "plain", self._prepare)
        self.counts = label(kind="small")
        self.note = label(
            translate("Index", "You can close the window; indexing resumes at the next start."),
            "small",
            wrap=True,
        )
        self.rest = button(
            translate("Index", "Read the rest"),
            "plain",
            lambda: self.resuming.emit(self._unfinished),
        )
        self._foot = QVBoxLayout()
        self._foot.addWidget(self.rest, 0, Qt.AlignmentFlag.AlignLeft)
        self._foot.addWidget(self.prepare, 0, Qt.AlignmentFlag.AlignLeft)
        self.embedding_size = EmbeddingSizeRow()
        self._foot.addWidget(self.embedding_size)
        self._line = QHBoxLayout()
        self._line.addWidget(self.counts, 0, Qt.AlignmentFlag.AlignTop)
        self._line.addWidget(self.note, 1, Qt.AlignmentFlag.AlignTop)
        self._foot.addLayout(self._line)
        box.addLayout(self._foot)
        self.pause.hide()

    def _stage(self, row: int, name: str) -> Stage:
        bar = QProgressBar()
        bar.setRange(0, 1000)
        bar.setTextVisible(False)
        # Else the names of the stages overflow a narrow screen in large text.
        bar.setMinimumWidth(1)
        bar.setAccessibleName(name)
        caption_row = QHBoxLayout()
        mark, share, caption = StageMark(self._theme), label(kind="strong"), label(kind="secondary")
        stage = Stage(mark, bar, share, caption, caption_row)
        caption_row.setSpacing(0)
        add_to(caption_row, None, stage.share, stage.caption)
        self._grid.addWidget(stage.mark, 2 * row, 0)
        self._grid.addWidget(label(name, "strong"), 2 * row, 1)
        self._grid.addWidget(bar, 2 * row, 2)
        self._grid.addLayout(caption_row, 2 * row, 3)
        return stage

    def _restyle(self) -> None:
        px = self._theme.look.px
        set_gaps(self.box, px(18), px(20), px(18), px(20), px(14))
        self._words.setSpacing(px(2))
        self._grid.setHorizontalSpacing(px(_GAP))
        self._grid.setVerticalSpacing(px(8 if self._is_narrow else 24))
        self._grid.setColumnMinimumWidth(1, px(68))
        for row in range(len(STAGES)):
            self._grid.setRowMinimumHeight(2 * row, px(20))
        set_gaps(self._foot, px(8), px(_MARK) + px(_GAP), 0, 0, 0)
        self._line.setSpacing(px(16))
        self.pause.setIconSize(QSize(px(14), px(14)))
        for stage in self.stages.values():
            stage.mark.updateGeometry()
            stage.bar.setFixedHeight(px(6))
        self.set_paused(self._is_paused)


def _share(news: Progress) -> float:
    return news.done / news.total if news.total else 0.0


def _counted(news: Progress) -> str:
    """Return ``38,912 of 61,765 passages``."""
    text = translate("Index", "{done} of {total} passages")
    return text.format(done=wording.number(news.done), total=wording.number(news.total))


def _files(status: Status, failures: Mapping[str, Message]) -> str:
    """Return the number of files read and of files that need attention."""
    of_them = count_failures(failures)
    read = find_plural("Index", "%Ln files read")(status.files)
    if not of_them.needing:
        return read
    if lost_folders(failures):  # of unknown size
        return f"{read} · " + find_plural("Index", "%Ln need attention")(of_them.needing)
    read = translate("Index", "{done} of {total} read").format(
        done=wording.number(status.files), total=wording.number(status.files + of_them.unread)
    )
    return f"{read} · " + find_plural("Index", "%Ln need attention")(of_them.needing)


def _passages(status: Status | None, *, ready: bool) -> str:
    """Return the number of passages; ``ready``: the keyword index covers all."""
    if status is None:
        return ""
    text = find_plural("Index", "%Ln passages")(status.passages)
    is_ready = translate("Index", "ready")
    return f"{is_ready} · {text}" if ready and status.passages else text


def _headline(status: Status | None) -> str:
    if status is None:
        return translate("Index", "No library is open")
    if status.passages == 0:
        return translate("Index", "Nothing to search yet")
    return translate("Index", "You can search now")
