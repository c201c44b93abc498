"""The folders that a library has documents of, and taking one out again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout

from lexdesk_gui.language import translate
from lexdesk_gui.library.on_disk import folder_of, show_folder
from lexdesk_gui.look.flow import FlowLayout
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import button, label
from lexdesk_gui.reachable import is_folder

_AT_ONCE = 5  # folders that are seen without scrolling
_ROW = 28  # pixels at 100 %
_PATH = int(Qt.ItemDataRole.UserRole)


class FoldersCard(QFrame):
    """``removing`` gives a folder whose documents are to leave the library, once that was affirmed."""

    removing = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._folders: Mapping[Path, bool] = {}
        self.setProperty("kind", "card")
        self.box = QVBoxLayout(self)
        title = label(translate("Index", "Folders of this library"), "strong")
        self.box.addWidget(title)
        self.list = QListWidget()
        self.list.setAccessibleName(title.text())
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # a path keeps its end
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda *_: self._ask(False))
        self.box.addWidget(self.list)
        self.remove = button(
            translate("Index", "Remove from the library…"), "plain", lambda: self._ask(True)
        )
        self.show_folder = button(translate("Index", "Show in folder"), "plain", self._show_folder)
        self.question = label(kind="secondary")
        self.question.setWordWrap(True)
        self.affirm = button(translate("Index", "Remove"), "plain", self._affirmed)
        self.keep = button(translate("Index", "Keep"), "plain", lambda: self._ask(False))
        self.lines = [
            FlowLayout(self.remove, self.show_folder),
            FlowLayout(self.affirm, self.keep),
        ]
        self.box.addLayout(self.lines[0])
        self.box.addWidget(self.question)
        self.box.addLayout(self.lines[1])
        self._ask(False)
        self.hide()

    def put(self, folders: Mapping[Path, bool]) -> None:
        """Show ``folders``, each with whether it is still on disk."""
        if folders == self._folders:
            return  # which comes every two seconds, and must not take the choice away
        self._folders = folders
        self.list.clear()
        for path, is_there in folders.items():
            gone = translate("Index", "{folder} · no longer on disk").format(folder=path)
            item = QListWidgetItem(str(path) if is_there else gone)
            item.setData(_PATH, path)
            item.setToolTip(item.text())
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._ask(False)
        self.setVisible(bool(folders))
        self.fit()

    def fit(self) -> None:
        """Be as high as the first of the folders."""
        rows = max(1, min(self.list.count(), _AT_ONCE))
        height = max(self.list.sizeHintForRow(0), self._theme.look.px(_ROW))
        self.list.setFixedHeight(rows * height + 4)

    def _chosen(self) -> Path | None:
        item = self.list.currentItem()
        return None if item is None else Path(item.data(_PATH))

    def _ask(self, asked: bool) -> None:
        """Ask whether the folder that is chosen is meant, or take the question back."""
        folder = self._chosen()
        asked = asked and folder is not None
        had_focus = self.affirm.hasFocus() or self.keep.hasFocus()
        for part in (self.question, self.affirm, self.keep):
            part.setVisible(asked)
        for part in (self.remove, self.show_folder):
            part.setVisible(not asked)
        if asked and folder is not None:
            told = (
                translate("Index", "Remove all that was read in {folder}? The files stay on disk.")
                if self._folders[folder]
                else translate(
                    "Index",
                    "Remove all that was read in {folder}? It is no longer on disk, so that it cannot be read again.",
                )
            )
            self.question.setText(told.format(folder=folder))
            self.keep.setFocus()
        elif had_focus:
            self.remove.setFocus()

    def _affirmed(self) -> None:
        folder = self._chosen()
        self._ask(False)
        if folder is not None:
            self.removing.emit(folder)

    def _show_folder(self) -> None:
        if (folder := self._chosen()) is not None:
            show_folder(folder if is_folder(folder) else folder_of(folder))
