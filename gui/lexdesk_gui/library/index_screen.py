"""What the library holds and how far it is: progress, files that need attention, adding."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from lexdesk.percent import percent
from lexdesk_gui import complaints, wording
from lexdesk_gui.dropping import local_paths
from lexdesk_gui.language import plural, translate
from lexdesk_gui.library.folders_card import FoldersCard
from lexdesk_gui.library.on_disk import folder_of, show_folder
from lexdesk_gui.library.refusals import counted
from lexdesk_gui.library.refused_model import RefusedModel
from lexdesk_gui.library.refused_table import RefusedTable
from lexdesk_gui.look.flow import FlowLayout
from lexdesk_gui.look.icons import icon
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import button, label

if TYPE_CHECKING:
    from lexdesk.ingest import Progress
    from lexdesk.library import Status

_WIDE = 800  # effective pixels
_ALL_BUT_THE_LAST = 0.99
"""How far words are at most while they do not have all that was read."""
STAGES = ("read", "words", "vectors")


class IndexScreen(QScrollArea):
    """``dropped`` gives files and folders to add, ``choosing`` asks for a folder, ``demo`` for the
    bundled law; ``again`` gives files to try again; ``paused`` whether to rest; ``tried`` a query."""

    dropped = Signal(object)
    choosing = Signal()
    demo = Signal()
    again = Signal(object)
    paused = Signal(bool)
    tried = Signal(str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what it holds takes the keys
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("kind", "screen")
        self.setAcceptDrops(True)
        self._is_paused = False
        self._status: Status | None = None
        self._opened = ""  # the name of a library of which it is not known yet what it holds
        self._beginning = ""
        self._news: Progress | None = None
        self._since: tuple[str, float, int] = ("", 0.0, 0)
        """The stage of the addition at hand, when it began, and what was done by then."""
        self._boxes: list[QVBoxLayout] = []
        self._cards: list[QFrame] = []
        self._lines: list[FlowLayout] = []
        self._stages: dict[str, tuple[QLabel, QProgressBar, QLabel]] = {}
        self.refused = RefusedModel(self)
        self._inside = QWidget()
        self._columns = QHBoxLayout(self._inside)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self._progress_card())
        left.addWidget(self._refused_card())
        left.addWidget(self._folders_card())
        left.addStretch(1)
        right.addWidget(self._adding_card())
        right.addWidget(self._examples_card())
        self._promise = label(
            translate(
                "Index", "Everything stays on this computer. Your files are read, never changed."
            ),
            "secondary",
        )
        self._promise.setWordWrap(True)
        right.addWidget(self._promise)
        right.addStretch(1)
        self._columns.addLayout(left, 2)
        self._columns.addLayout(right, 1)
        self.setWidget(self._inside)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._show()

    def show_status(self, status: Status | None, refused: Mapping[str, str]) -> None:
        """Show what the library holds; ``None`` where none is open."""
        self._status, self._opened = status, ""
        if status is None:
            self.folders.put({})
        self._show_refused(refused)
        self._show()

    def show_opened(self, name: str) -> None:
        """Show that the library ``name`` is open, before it is known what it holds."""
        self.show_status(None, {})
        self._opened = name
        self._show()

    def show_failure(self, told: str) -> None:
        """Show that it is not known what the library holds, and why."""
        self.show_status(None, {})
        self._adding_title.setText(translate("Index", "Add to this library"))  # none begins
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
        self.subtitle.setText(
            self._beginning or _readiness(status, opened=bool(self._opened), reading=reading)
        )
        self._note.setVisible(bool(self._beginning) or news is not None)
        self._adding_title.setText(
            translate("Index", "Add to this library")
            if status or self._opened
            else translate("Index", "Begin a library")
        )
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

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """In a narrow window, put the cards below one another."""
        super().resizeEvent(event)
        wide = self.width() / self._theme.look.scale >= _WIDE
        direction = QBoxLayout.Direction
        for line in (self._columns, self._refused_head):
            line.setDirection(direction.LeftToRight if wide else direction.TopToBottom)

    # Dropping.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take files and folders."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Add what was dropped."""
        if paths := local_paths(event.mimeData()):
            event.acceptProposedAction()
            self.dropped.emit(paths)

    # Building.

    def _card(self) -> tuple[QFrame, QVBoxLayout]:
        card = QFrame()
        card.setProperty("kind", "card")
        box = QVBoxLayout(card)
        self._boxes.append(box)
        self._cards.append(card)
        return card, box

    def _line(self, *parts: QWidget) -> FlowLayout:
        """A line that goes on below where large text makes it longer than the card."""
        line = FlowLayout(*parts)
        self._lines.append(line)
        return line

    def _progress_card(self) -> QFrame:
        card, box = self._card()
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
            self._stages[stage] = (mark, bar, told)
        grid.setColumnStretch(1, 1)
        self._grid = grid
        box.addLayout(grid)
        self._note = label(
            translate("Index", "You may close the window; it goes on where it stopped."), "small"
        )
        self._note.setWordWrap(True)
        box.addWidget(self._note)
        self.pause.hide()
        return card

    def _pause(self, paused: bool) -> None:
        self.set_paused(paused)
        self._since = ("", 0.0, 0)  # the rest is not to count as work
        if self._news is not None:
            self.show_progress(self._news)
        self.paused.emit(paused)

    def _show_refused(self, refused: Mapping[str, str]) -> None:
        self.table.put(refused)
        self.refused_card.setVisible(bool(refused))
        needing, left_out = counted(refused)
        self._refused_title.setText(
            plural("Index", "%Ln files need attention")(needing)
            if needing
            else translate("Index", "No file needs attention")
        )
        told = plural("Index", "%Ln files hold no document and were left out.")(left_out)
        others = translate("Index", "Everything else is searchable.")
        self._refused_others.setText(f"{told} {others}" if left_out else others)

    def _show_stage(self, stage: str, share: float, told: str) -> None:
        _, bar, text = self._stages[stage]
        bar.setValue(round(share * 1000))
        bar.setProperty("done", "true" if share >= 1 else "false")
        bar.style().polish(bar)
        text.setText(told)

    def _refused_card(self) -> QFrame:
        self.refused_card, box = self._card()
        self._refused_title = label(kind="strong")
        self._refused_head = head = QHBoxLayout()
        head.addWidget(self._refused_title)
        self._refused_others = label(kind="secondary")
        self._refused_others.setWordWrap(True)
        head.addWidget(self._refused_others, 1)
        box.addLayout(head)
        self.table = RefusedTable(self.refused, self._theme)
        box.addWidget(self.table)
        self.try_again = button(translate("Index", "Try again"), "plain", self._try_chosen)
        self.show_in_folder = button(
            translate("Index", "Show in folder"), "plain", self._show_folder
        )
        all_again = button(
            translate("Index", "Try all again"),
            "plain",
            lambda: self.again.emit(self.refused.paths()),
        )
        box.addLayout(self._line(self.try_again, self.show_in_folder, all_again))
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._may())
        self.refused.modelReset.connect(self._may)
        self._may()
        self.refused_card.hide()
        return self.refused_card

    def _folders_card(self) -> FoldersCard:
        self.folders = FoldersCard(self._theme)
        self._cards.append(self.folders)
        self._boxes.append(self.folders.box)
        self._lines += self.folders.lines
        return self.folders

    def _may(self) -> None:
        some = self.table.selectionModel().hasSelection()
        self.try_again.setEnabled(some)
        self.show_in_folder.setEnabled(some)

    def _try_chosen(self) -> None:
        self.again.emit(self.table.chosen())

    def _show_folder(self) -> None:
        for folder in {folder_of(path) for path in self.table.chosen()}:
            show_folder(folder)

    def _adding_card(self) -> QFrame:
        card, box = self._card()
        self._adding_title = label(kind="strong")
        box.addWidget(self._adding_title)
        self.drop = QFrame()
        self.drop.setProperty("kind", "drop")
        inner = QVBoxLayout(self.drop)
        hint = label(translate("Index", "Drop a folder or files here"))
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        hint.setWordWrap(True)
        inner.addWidget(hint)
        choose = button(translate("Index", "or choose a folder"), "link", self.choosing.emit)
        inner.addWidget(choose, 0, Qt.AlignmentFlag.AlignCenter)
        box.addWidget(self.drop)
        box.addWidget(
            button(translate("Index", "Add the bundled law"), "plain", self.demo.emit),
            0,
            Qt.AlignmentFlag.AlignLeft,
        )
        return card

    def _examples_card(self) -> QFrame:
        card, box = self._card()
        box.addWidget(label(translate("Index", "Try"), "strong"))
        self.examples: list[QPushButton] = []
        for query in wording.examples():
            each = button(query, "link", lambda query=query: self.tried.emit(query))  # type: ignore[misc]
            box.addWidget(each, 0, Qt.AlignmentFlag.AlignLeft)
            self.examples.append(each)
        return card

    def _restyle(self) -> None:
        px = self._theme.look.px
        for box in self._boxes:
            box.setContentsMargins(px(20), px(16), px(20), px(16))
            box.setSpacing(px(8))
        for line in self._lines:
            line.setSpacing(px(8))
        self._columns.setContentsMargins(px(32), px(32), px(32), px(32))
        self._columns.setSpacing(px(24))
        self._grid.setHorizontalSpacing(px(24))
        self._grid.setVerticalSpacing(px(16))
        self._grid.setContentsMargins(0, px(12), 0, px(8))
        for _, bar, _told in self._stages.values():
            bar.setFixedHeight(px(6))
        self.table.fit()
        self.folders.fit()
        self.set_paused(self._is_paused)


def _share(news: Progress) -> float:
    return news.done / news.total if news.total else 0.0


def _headline(status: Status | None) -> str:
    if status is None:
        return translate("Index", "No library is open")
    if status.passages == 0:
        return translate("Index", "Nothing to search yet")
    return translate("Index", "You can search now")


def _readiness(status: Status | None, *, opened: bool, reading: bool) -> str:
    """What can be searched by, in a sentence or two.

    ``opened`` where a library was just opened, ``reading`` while files are read.
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
    if status.vectors and not status.vectors_ready:
        return complaints.other_model()
    if status.vectors_ready < 1:
        return translate("Index", "Words are ready. Search by meaning grows as it is prepared.")
    return translate("Index", "Words and meaning are ready.")
