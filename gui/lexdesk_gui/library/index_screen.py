"""How far the library is: the cards of progress, of files that need attention, of folders, of adding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from lexdesk_gui import complaints, wording
from lexdesk_gui.dropping import local_paths
from lexdesk_gui.language import plural, translate
from lexdesk_gui.library.folders_card import FoldersCard
from lexdesk_gui.library.on_disk import folder_of, look_aside, show_folder
from lexdesk_gui.library.progress_card import ProgressCard
from lexdesk_gui.library.refused_model import RefusedModel
from lexdesk_gui.library.refused_table import RefusedTable
from lexdesk_gui.look.flow import FlowLayout
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import button, label
from lexdesk_gui.refusals import counted

if TYPE_CHECKING:
    from pathlib import Path

    from lexdesk.status import Status

_WIDE = 800  # effective pixels


class IndexScreen(QScrollArea):
    """``dropped`` gives files and folders to add, ``choosing`` asks for a folder, ``demo`` for the
    bundled law; ``again`` gives files to try again; ``tried`` a query."""

    dropped = Signal(object)
    choosing = Signal()
    demo = Signal()
    again = Signal(object)
    tried = Signal(str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._writes = True
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what it holds takes the keys
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("kind", "screen")
        self.setAcceptDrops(True)
        self._boxes: list[QVBoxLayout] = []
        self._lines: list[FlowLayout] = []
        self.refused = RefusedModel(self)
        self._inside = QWidget()
        self._columns = QHBoxLayout(self._inside)
        left, right = QVBoxLayout(), QVBoxLayout()
        self.progress = ProgressCard(theme)
        self._boxes.append(self.progress.box)
        left.addWidget(self.progress)
        left.addWidget(self._refused_card())
        left.addWidget(self._folders_card())
        left.addStretch(1)
        self.adding = self._adding_card()
        right.addWidget(self.adding)
        self.only_read = label(complaints.only_read())
        self.only_read.setWordWrap(True)
        self.only_read.hide()
        right.addWidget(self.only_read)
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
        self._name_adding(is_open=False)

    def show_status(self, status: Status | None, refused: Mapping[str, str]) -> None:
        """Show what the library holds; ``None`` where none is open."""
        self.progress.show_status(status)
        if status is None:
            self.folders.put({})
        self._show_refused(refused)
        self._name_adding(is_open=status is not None)
        self._let_write(not (status is not None and status.read_only))

    def _let_write(self, may: bool) -> None:
        """Offer what changes the library, or say that it can only be read."""
        self._writes = may
        self.adding.setVisible(may)
        self.only_read.setVisible(not may)
        self.folders.let_remove(may)
        self._may()

    def show_opened(self, name: str) -> None:
        """Show that the library ``name`` is open, before it is known what it holds."""
        self.show_status(None, {})
        self.progress.show_status(None, name)
        self._name_adding(is_open=True)

    def show_failure(self, told: str) -> None:
        """Show that it is not known what the library holds, and why."""
        self.show_status(None, {})
        self.progress.show_failure(told)
        self._name_adding(is_open=True)

    def _name_adding(self, *, is_open: bool) -> None:
        self._adding_title.setText(
            translate("Index", "Add to this library")
            if is_open
            else translate("Index", "Begin a library")
        )

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
        return card, box

    def _line(self, *parts: QWidget) -> FlowLayout:
        """A line that goes on below where large text makes it longer than the card."""
        line = FlowLayout(*parts)
        self._lines.append(line)
        return line

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
        self.all_again = button(
            translate("Index", "Try all again"),
            "plain",
            lambda: self.again.emit(self.refused.paths()),
        )
        box.addLayout(self._line(self.try_again, self.show_in_folder, self.all_again))
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._may())
        self.refused.modelReset.connect(self._may)
        self._may()
        self.refused_card.hide()
        return self.refused_card

    def _folders_card(self) -> FoldersCard:
        self.folders = FoldersCard(self._theme)
        self._boxes.append(self.folders.box)
        self._lines += self.folders.lines
        return self.folders

    def _may(self) -> None:
        some = self.table.selectionModel().hasSelection()
        self.try_again.setEnabled(some and self._writes)
        self.all_again.setEnabled(self._writes)
        self.show_in_folder.setEnabled(some)

    def _try_chosen(self) -> None:
        self.again.emit(self.table.chosen())

    def _show_folder(self) -> None:
        paths = self.table.chosen()
        look_aside(self, lambda: {folder_of(path) for path in paths}, _show_folders)

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
        self.table.fit()
        self.folders.fit()


def _show_folders(folders: Iterable[Path]) -> None:
    for folder in folders:
        show_folder(folder)
