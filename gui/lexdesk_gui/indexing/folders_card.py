"""The card of the library's folders: add, remove, and clean up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QMenu, QVBoxLayout

from lexdesk.system.bundled import find_corpus
from lexdesk_gui import error_messages
from lexdesk_gui.indexing.file_manager import find_folder_to_show, run_in_thread, show_folder
from lexdesk_gui.indexing.folders_model import ROW, FoldersDelegate, FoldersModel
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.style.flow_layout import FlowLayout
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import add_to, button, label, set_gaps

if TYPE_CHECKING:
    from lexdesk_gui.indexing.folder_watch import Watched

_VISIBLE_ROWS = 4  # folders visible without scrolling
_Meant = Literal["folder", "gone files"]


_DASH, _GAP = 4, 3  # pixels


class FoldersCard(QFrame):
    """The folders and their actions.

    ``looking`` emits the selected folder for a count of missing files. After confirmation, ``removing`` emits a
    folder to remove, ``removing_gone`` one to clear of missing files.
    """

    looking = Signal(object)
    removing = Signal(object)
    removing_gone = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._writes = True
        self._gone = self._ignored = 0  # files of the folder that is chosen
        self._meant: _Meant | None = None  # the folder of the question
        self.setProperty("kind", "card")
        self.title = label(kind="strong")
        self.model = FoldersModel(self)
        self.remove = self._action(
            translate("Index", "Remove from the library…"), lambda: self._ask("folder")
        )
        self.remove_gone = self._action(
            translate("Index", "Remove the files that are no longer on disk…"),
            lambda: self._ask("gone files"),
        )
        self.show_folder = self._action(translate("Index", "Show in folder"), self._show_folder)
        self.menu = button(translate("Index", "Folder"), "menu", lambda: None)
        self.list = self._list()
        self.question = label(kind="secondary", wrap=True)
        self.affirm = button(translate("Index", "Remove"), "plain", self._affirmed)
        self.keep = button(translate("Index", "Keep"), "plain", lambda: self._ask(None))
        self.only_read = label(kind="secondary", wrap=True)
        self.unwatched = label(
            translate("Index", "Lexdesk checks unwatched folders when you return to this window."),
            "secondary",
            wrap=True,
        )
        self.unwatched.hide()
        self.adding = DropField(theme)
        self._fill()
        self._ask(None)
        self.put({}, {})
        self.let_write(True)

    def put(self, folders: Mapping[Path, bool], works: Mapping[Path | None, int]) -> None:
        """Show ``folders`` with presence on disk and number of documents."""
        chosen = self._chosen()
        is_new = self.model.put(folders, works)
        row = next((n for n in range(self.model.rowCount()) if self.model.folder(n) == chosen), -1)
        if is_new and chosen is not None and row >= 0:
            self.list.setCurrentIndex(self.model.index(row, 0))
        self.list.setVisible(self.model.rowCount() > 0)
        self.adding.bundled.setVisible(find_corpus() not in folders)
        if is_new:
            self._ask(self._meant if row >= 0 else None)
            self.fit()

    def show_watched(self, watched: Watched) -> None:
        """Show the watched folders and explain the others."""
        self.model.put_watched(watched)
        self.unwatched.setVisible(self.model.leaves_some_unwatched)

    def name(self, *, is_open: bool) -> None:
        """Set the title for an open or a missing library."""
        self.title.setText(
            translate("Index", "In this library")
            if is_open
            else translate("Index", "Begin a library")
        )

    def let_write(self, may: bool, *, is_published: bool = False) -> None:
        """Enable the actions, or show that the library is read-only."""
        self.only_read.setText(error_messages.only_read(is_published=is_published))
        self._writes = may
        self.adding.setVisible(may)
        self.only_read.setVisible(not may)
        self._may()

    def fit(self) -> None:
        """Set the height to that of the first of the folders."""
        rows = max(1, min(self.model.rowCount(), _VISIBLE_ROWS))
        self.list.setFixedHeight(rows * self._theme.look.px(ROW))

    def look(self) -> None:
        """Request the missing files of the selected folder, if the folder exists."""
        self._gone = self._ignored = 0
        folder = self._chosen()
        self.model.put_gone(folder, 0)
        self._ask(None)
        if folder is not None and self.model.is_there(folder) and self.isVisible():
            self.looking.emit(folder)

    def look_again(self) -> None:
        """Request the missing files again unless a question is open; keep the known count meanwhile."""
        folder = self._chosen()
        is_due = folder is not None and self.model.is_there(folder) and self._meant is None
        if is_due and self.isVisible():
            self.looking.emit(folder)

    def show_gone(self, folder: Path, gone: int, ignored: int) -> None:
        """Offer to remove the ``gone`` files of ``folder`` and those matched by ``.lexdeskignore``."""
        if folder == self._chosen():
            self._gone, self._ignored = gone, ignored
            self.model.put_gone(folder, gone)
            self._may()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Count missing files again: some may have gone meanwhile."""
        super().showEvent(event)
        if self._meant is None:
            self.look()

    def restyle(self) -> None:
        """Take the sizes of now."""
        px = self._theme.look.px
        set_gaps(self._box, 0, 1, 1, 1, 1)
        self._head.setContentsMargins(px(16), px(8), px(8), px(8))
        self.title.setMinimumHeight(px(28))
        set_gaps(self._below, px(8), px(16), px(12), px(16), px(16))
        self._answers.setSpacing(px(8))
        self.fit()

    def _list(self) -> QListView:
        view = QListView()
        view.setObjectName("folders")
        view.setModel(self.model)
        view.setItemDelegate(FoldersDelegate(self._theme, view))
        view.setUniformItemSizes(True)
        view.setAccessibleName(translate("Index", "Folders of this library"))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.addActions([self.show_folder, self.remove, self.remove_gone])
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        view.selectionModel().currentChanged.connect(self._went)
        view.activated.connect(lambda _: self._show_folder())
        return view

    def _went(self, current: QModelIndex) -> None:
        """Select the row with the keyboard focus."""
        choose = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.selectionModel().select(current, choose)
        self.look()

    def _action(self, text: str, call: object) -> QAction:
        action = QAction(text, self)
        action.triggered.connect(call)
        return action

    def _fill(self) -> None:
        actions = QMenu(self)
        actions.addActions([self.show_folder, self.remove, self.remove_gone])
        self.menu.setMenu(actions)
        self.menu.setToolTip(translate("Index", "Actions for the selected folder"))
        self._box, self._head, self._below = QVBoxLayout(self), QHBoxLayout(), QVBoxLayout()
        add_to(self._head, self.title, self.menu, stretch=self.title)
        self._answers = FlowLayout(self.affirm, self.keep)
        add_to(self._box, self._head, self.list)
        self._below.addWidget(self.unwatched)
        self._below.addWidget(self.question)
        self._below.addLayout(self._answers)
        self._below.addWidget(self.only_read)
        self._below.addWidget(self.adding)
        self._box.addLayout(self._below)

    def _chosen(self) -> Path | None:
        return self.model.folder(self.list.currentIndex().row())

    def _may(self) -> None:
        is_folder = self._chosen() is not None and self._meant is None
        self.menu.setEnabled(is_folder)
        self.menu.setVisible(self.model.rowCount() > 0)
        self.show_folder.setEnabled(is_folder)
        self.remove.setEnabled(is_folder and self._writes)
        self.remove_gone.setVisible(self._gone > 0)
        self.remove_gone.setEnabled(is_folder and self._writes)
        self.affirm.setEnabled(self._writes)

    def _ask(self, meant: _Meant | None) -> None:
        """Ask for confirmation of the action, or withdraw the question."""
        folder = self._chosen()
        self._meant = meant if folder is not None else None
        has_question = self._meant is not None
        had_focus = self.affirm.hasFocus() or self.keep.hasFocus()
        if has_question and folder is not None:
            prompt = (
                self._question_on_gone() if meant == "gone files" else self._question_on(folder)
            )
            self.question.setText(prompt.format(folder=folder))
        for part in (self.question, self.affirm, self.keep):
            part.setVisible(has_question)
        self._may()
        if has_question:
            self.keep.setFocus()
        elif had_focus:
            self.list.setFocus()

    def _question_on(self, folder: Path) -> str:
        return (
            translate(
                "Index",
                "Remove all documents in {folder} from the library? The files stay on disk; to undo this, add the folder again.",
            )
            if self.model.is_there(folder)
            else translate(
                "Index",
                "Remove all documents in {folder} from the library? The folder no longer exists, so they cannot be added again.",
            )
        )

    def _question_on_gone(self) -> str:
        questions = [
            find_plural(
                "Index", "Remove %Ln files from the library that are no longer in {folder}?"
            )(self._gone)
        ]
        if self._ignored:
            questions.append(
                find_plural(
                    "Index", "%Ln more are left out by .lexdeskignore now, and go with them."
                )(self._ignored)
            )
        questions.append(
            translate(
                "Index", "This cannot be undone. Lexdesk also reads new and changed files there."
            )
        )
        return " ".join(questions)

    def _affirmed(self) -> None:
        folder, meant = self._chosen(), self._meant
        if meant == "gone files":
            self._gone = self._ignored = 0
        self._ask(None)
        if folder is not None:
            (self.removing_gone if meant == "gone files" else self.removing).emit(folder)

    def _show_folder(self) -> None:
        if (folder := self._chosen()) is not None:
            run_in_thread(self, partial(find_folder_to_show, folder), show_folder)


class DropField(QFrame):
    """The field to drop files on: ``choosing`` asks for a folder, ``demo`` for the bundled law."""

    choosing = Signal()
    demo = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._box = QVBoxLayout(self)
        hint = label(translate("Index", "Drop a folder or files here"))
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        hint.setWordWrap(True)
        self._box.addWidget(hint)
        self.choose = button(
            translate("Index", "or choose a folder"), "underlined", self.choosing.emit
        )
        self.bundled = button(
            translate("Index", "or add the bundled law"), "underlined", self.demo.emit
        )
        for choice in (self.choose, self.bundled):
            self._box.addWidget(choice, 0, Qt.AlignmentFlag.AlignCenter)
        theme.follow(self._restyle)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the dashed border; style sheets draw dots instead."""
        look, painter = self._theme.look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(look.tokens.control), 1)
        pen.setDashPattern([_DASH, _GAP])
        painter.setPen(pen)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, look.px(6), look.px(6))

    def _restyle(self) -> None:
        px = self._theme.look.px
        set_gaps(self._box, 0, px(12), px(14), px(12), px(10))
