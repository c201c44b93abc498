"""The folders that a library has documents of, and taking one out again, or the files in it that are gone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout

from lexdesk.paths import stored_path
from lexdesk_gui.language import plural, translate
from lexdesk_gui.library.on_disk import folder_to_show, look_aside, show_folder
from lexdesk_gui.look.flow import FlowLayout
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import button, label

_AT_ONCE = 5  # folders that are seen without scrolling
_ROW = 28  # pixels at 100 %
_PATH = int(Qt.ItemDataRole.UserRole)
_Meant = Literal["folder", "gone files"]


class FoldersCard(QFrame):
    """``looking`` gives the folder that is chosen, of which is to be told what is gone.

    Once that was affirmed, ``removing`` gives a folder whose documents are to leave the library, ``removing_gone``
    one of whose files only those are that are no longer on disk.
    """

    looking = Signal(object)
    removing = Signal(object)
    removing_gone = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._folders: Mapping[Path, bool] = {}
        self._gone = self._ignored = 0  # files of the folder that is chosen
        self._meant: _Meant | None = None  # what is asked about
        self.setProperty("kind", "card")
        self.box = QVBoxLayout(self)
        title = label(translate("Index", "Folders of this library"), "strong")
        self.box.addWidget(title)
        self.list = QListWidget()
        self.list.setAccessibleName(title.text())
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # a path keeps its end
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda *_: self.look())
        self.box.addWidget(self.list)
        self.remove = button(
            translate("Index", "Remove from the library…"), "plain", lambda: self._ask("folder")
        )
        self.remove_gone = button(
            translate("Index", "Remove the files that are no longer on disk…"),
            "plain",
            lambda: self._ask("gone files"),
        )
        self.show_folder = button(translate("Index", "Show in folder"), "plain", self._show_folder)
        self.question = label(kind="secondary")
        self.question.setWordWrap(True)
        self.affirm = button(translate("Index", "Remove"), "plain", self._affirmed)
        self.keep = button(translate("Index", "Keep"), "plain", lambda: self._ask(None))
        self.lines = [
            FlowLayout(self.remove, self.show_folder, self.remove_gone),
            FlowLayout(self.affirm, self.keep),
        ]
        self.box.addLayout(self.lines[0])
        self.box.addWidget(self.question)
        self.box.addLayout(self.lines[1])
        self._ask(None)
        self.hide()

    def put(self, folders: Mapping[Path, bool]) -> None:
        """Show ``folders``, each with whether it is still on disk."""
        if folders == self._folders:
            return  # which comes every two seconds, and must not take the choice away
        self._folders = folders
        self.list.clear()
        for path, is_there in folders.items():
            shown = stored_path(path)
            gone = translate("Index", "{folder} · no longer on disk").format(folder=shown)
            item = QListWidgetItem(shown if is_there else gone)
            item.setData(_PATH, path)
            item.setToolTip(item.text())
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.setVisible(bool(folders))
        self.fit()

    def let_remove(self, may: bool) -> None:
        """Offer to remove folders and files, or not, where the library can only be read."""
        for each in (self.remove, self.remove_gone, self.affirm):
            each.setEnabled(may)

    def fit(self) -> None:
        """Be as high as the first of the folders."""
        rows = max(1, min(self.list.count(), _AT_ONCE))
        height = max(self.list.sizeHintForRow(0), self._theme.look.px(_ROW))
        self.list.setFixedHeight(rows * height + 4)

    def look(self) -> None:
        """Ask what is gone of the folder that is chosen, as far as it is there."""
        self._gone = self._ignored = 0
        self._ask(None)
        folder = self._chosen()
        if folder is not None and self._folders.get(folder) and self.isVisible():
            self.looking.emit(folder)

    def show_gone(self, folder: Path, gone: int, ignored: int) -> None:
        """Offer to remove the ``gone`` files of ``folder``, and those that ``.lexdeskignore`` names now."""
        if folder == self._chosen():
            self._gone, self._ignored = gone, ignored
            if self._meant is None:  # what is asked about stays so
                self._ask(None)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Files may have gone while this was out of sight."""
        super().showEvent(event)
        if self._meant is None:
            self.look()

    def _chosen(self) -> Path | None:
        item = self.list.currentItem()
        return None if item is None else Path(item.data(_PATH))

    def _ask(self, meant: _Meant | None) -> None:
        """Ask whether what is ``meant`` is to be removed, or take the question back."""
        folder = self._chosen()
        before, self._meant = self._meant, meant if folder is not None else None
        asked = self._meant is not None
        had_focus = any(each.hasFocus() for each in (self.affirm, self.keep, self.remove_gone))
        for part in (self.question, self.affirm, self.keep):
            part.setVisible(asked)
        for part in (self.remove, self.show_folder):
            part.setVisible(not asked)
        self.remove_gone.setVisible(not asked and self._gone > 0)
        if asked and folder is not None:
            told = self._question_on_gone() if meant == "gone files" else self._question_on(folder)
            self.question.setText(told.format(folder=folder))
            self.keep.setFocus()
        elif had_focus:
            goes_back = before != "folder" and self._gone
            (self.remove_gone if goes_back else self.remove).setFocus()

    def _question_on(self, folder: Path) -> str:
        return (
            translate("Index", "Remove all that was read in {folder}? The files stay on disk.")
            if self._folders[folder]
            else translate(
                "Index",
                "Remove all that was read in {folder}? It is no longer on disk, so that it cannot be read again.",
            )
        )

    def _question_on_gone(self) -> str:
        told = [
            plural("Index", "Remove %Ln files from the library that are no longer in {folder}?")(
                self._gone
            )
        ]
        if self._ignored:
            told.append(
                plural("Index", "%Ln more are left out by .lexdeskignore now, and go with them.")(
                    self._ignored
                )
            )
        told.append(translate("Index", "What is new or changed there is read."))
        return " ".join(told)

    def _affirmed(self) -> None:
        folder, meant = self._chosen(), self._meant
        if meant == "gone files":
            self._gone = self._ignored = 0
        self._ask(None)
        if folder is not None:
            (self.removing_gone if meant == "gone files" else self.removing).emit(folder)

    def _show_folder(self) -> None:
        if (folder := self._chosen()) is not None:
            look_aside(self, partial(folder_to_show, folder), show_folder)
