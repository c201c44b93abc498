"""The list of failed files, with rows of variable height."""

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from lexdesk.errors import Message
from lexdesk.system.paths import decode_path
from lexdesk_gui import wording
from lexdesk_gui.indexing.failed_files_model import FailedFilesDelegate, FailedFilesModel
from lexdesk_gui.indexing.file_manager import find_folder, run_in_thread, show_folder
from lexdesk_gui.indexing.password_field import PasswordField
from lexdesk_gui.language import translate
from lexdesk_gui.style.rows import Index
from lexdesk_gui.style.theme import Theme

_SELECT = QItemSelectionModel.SelectionFlag
_VISIBLE_ROWS = 8  # rows visible without scrolling, at usual heights
_ROW, _HIGHEST = 40, 400  # pixels at 100 %


class FailedFilesTable(QTableView):
    """A list of failed files with buttons and a password editor.

    ``again`` emits files to read again; ``unlocking`` emits files and a password, the file of the editor first,
    then all other locked ones; ``asking`` is emitted with an opened editor.

    Rows are measured as they become visible: there may be thousands. Enter or a click runs the button of a row;
    the context menu acts on all selected rows.
    """

    again = Signal(object)
    unlocking = Signal(object, str)
    asking = Signal()

    def __init__(self, model: FailedFilesModel, theme: Theme):
        super().__init__()
        self._theme, self._failures = theme, model
        self._delegate = FailedFilesDelegate(theme, self)
        self.setModel(model)
        self.setObjectName("failures")
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(translate("Index", "Files that could not be read"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.verticalHeader().hide()
        columns = self.horizontalHeader()
        columns.hide()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setWordWrap(True)  # else Qt requests row heights without a width
        self.try_again = QAction(translate("Index", "Try again"), self)
        self.try_again.triggered.connect(lambda: self.again.emit(self.chosen()))
        self.show_in_folder = QAction(translate("Index", "Show in folder"), self)
        self.show_in_folder.triggered.connect(lambda _: self._show_folders(self.chosen()))
        self.addActions([self.try_again, self.show_in_folder])
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.selectionModel().selectionChanged.connect(lambda *_: self._may())
        self.field = PasswordField(theme, self.viewport())
        self.field.given.connect(self._unlock)
        self._delegate.field_height = self.field.heightForWidth
        self.field.left.connect(self._leave_field)
        self._opened = ""  # the path of the file whose password is asked for
        model.modelReset.connect(self._may)
        model.modelReset.connect(self._follow_opened)
        model.modelReset.connect(self.fit)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._measure(self.rowAt(0)))
        self._writes = True
        self._pressed = -1  # the row on whose button the mouse went down
        self._may()

    def chosen(self) -> list[Path]:
        """Return the selected files."""
        return [self._failures.path(index.row()) for index in self.selectionModel().selectedRows()]

    def put(
        self,
        failures: Mapping[str, Message],
        *,
        can_recognise: bool = False,
        may_write: bool = True,
    ) -> None:
        """Show ``failures`` and keep the selection."""
        self._writes, before = may_write, self._failures.stored()
        chosen = {before[index.row()] for index in self.selectionModel().selectedRows()}
        at = self.currentIndex().row()
        current = before[at] if at >= 0 else None
        is_new = self._failures.put(failures, can_recognise=can_recognise, may_write=may_write)
        if not is_new or not chosen:
            return
        model, selected, paths = self._failures, QItemSelection(), self._failures.stored()
        rows = [row for row, path in enumerate(paths) if path in chosen]
        for _, run in groupby(enumerate(rows), lambda pair: pair[1] - pair[0]):
            together = [row for _, row in run]  # of which there may be thousands
            selected.select(model.index(together[0], 0), model.index(together[-1], 0))
        selection = self.selectionModel()
        if current in paths:
            selection.setCurrentIndex(model.index(paths.index(current), 0), _SELECT.NoUpdate)
        selection.select(selected, _SELECT.ClearAndSelect)

    def take_focus(self) -> None:
        """Focus the selected row, or the first."""
        if not self.selectionModel().hasSelection():
            self.selectRow(0)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def help(self, row: int) -> None:
        """Run the button of a row."""
        match self._failures.help(row):
            case "password":
                self._ask_password(row)
            case "show":
                self._show_folders([self._failures.path(row)])
            case "again" | "recognise":
                self.again.emit([self._failures.path(row)])

    def fit(self) -> None:
        """Measure the rows again, and adapt the height of the table to the first ones."""
        px, rows = self._theme.look.px, min(self.model().rowCount(), _VISIBLE_ROWS)
        self.verticalHeader().setDefaultSectionSize(px(_ROW))
        for row in range(rows):
            self._measure_row(row)
        height = sum(self.rowHeight(row) for row in range(rows))
        self.setFixedHeight(min(height, px(_HIGHEST)))
        self._measure(self.rowAt(0))
        self._place_field()

    def say_tried(self, locked: Collection[str] | None) -> None:
        """Show the outcome in the editor: the files still ``locked``, ``None`` for an interrupted attempt."""
        if not self._opened:
            return
        if locked is None:
            self.field.say_not_tried()
        elif self._opened in locked:
            self.field.say_wrong()
        else:
            self._close_field()

    # The interface of Qt.

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Measure the rows again for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
        else:
            self._measure(self.rowAt(0))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter or Space presses the button of the row."""
        row, keys = self.currentIndex().row(), Qt.Key
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if row >= 0 and plain and event.key() in (keys.Key_Return, keys.Key_Enter, keys.Key_Space):
            self.help(row)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Select a row, so that the focus is seen."""
        super().focusInEvent(event)
        if not self.selectedIndexes():
            self.selectRow(max(0, self.currentIndex().row()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Highlight the button under the pointer."""
        super().mouseMoveEvent(event)
        self._point_at(self._row_of_button(event))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Drop the mark of the row under the pointer."""
        super().leaveEvent(event)
        self._point_at(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Start a click on a button."""
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = self._row_of_button(event) if is_left else -1

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Run the clicked button."""
        super().mouseReleaseEvent(event)
        row, self._pressed = self._pressed, -1
        if row >= 0 and row == self._row_of_button(event):
            self.help(row)

    def scrollTo(  # noqa: N802
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll to a row after measuring the rows above it."""
        self._measure(index.row(), -1)
        super().scrollTo(index, hint)

    def updateGeometries(self) -> None:  # noqa: N802
        """Move the editor with its row."""
        super().updateGeometries()
        self._place_field()

    def _row_of_button(self, event: QMouseEvent) -> int:
        """Return the row of the button under the pointer, or -1."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        if not index.isValid():
            return -1
        box = self._delegate.button(index, self.visualRect(index))
        return index.row() if box.contains(at) else -1

    def _point_at(self, row: int) -> None:
        if row != self._delegate.hovered:
            self._delegate.hovered = row
            self.viewport().update()

    # The password of a locked file.

    def _ask_password(self, row: int) -> None:
        """Open the field in a row, and go there."""
        self._opened = self._failures.stored()[row]
        self.selectRow(row)
        name = wording.file_name(self._failures.path(row))
        self.field.ask(name, len(self._failures.locked()) - 1)
        self._follow_opened()
        self.fit()
        self.scrollTo(self._failures.index(row, 0))
        self._place_field()
        self.field.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.asking.emit()

    def _unlock(self, password: str) -> None:
        first = decode_path(self._opened)
        others = [path for path in self._failures.locked() if path != first]
        self.unlocking.emit([first, *others], password)

    def _leave_field(self) -> None:
        self._close_field()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_field(self) -> None:
        had_focus = self.field.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self._opened = ""
        self._follow_opened()
        self.fit()
        if had_focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow_opened(self) -> None:
        """Move the editor to the row of its file; close it without one."""
        stored = self._failures.stored() if self._opened else []
        self._delegate.opened = stored.index(self._opened) if self._opened in stored else -1
        if self._delegate.opened < 0:
            self._opened = ""
            self.field.close_up()

    def _place_field(self) -> None:
        if self._delegate.opened < 0:
            return
        index = self._failures.index(self._delegate.opened, 0)
        self.field.setGeometry(self._delegate.places(index, self.visualRect(index)).field)
        self.field.show()

    def _may(self) -> None:
        some = self.selectionModel().hasSelection()
        self.try_again.setEnabled(some and self._writes)
        self.show_in_folder.setEnabled(some)

    def _show_folders(self, paths: Iterable[Path]) -> None:
        run_in_thread(self, lambda: {find_folder(path) for path in paths}, _show)

    def _measure(self, row: int, by: int = 1) -> None:
        """Measure as many rows as are seen at once, from ``row`` on or, with ``by`` -1, before it."""
        room = self.viewport().height()
        while room > 0 and 0 <= row < self.model().rowCount():
            self._measure_row(row)
            room -= self.rowHeight(row)
            row += by

    def _measure_row(self, row: int) -> None:
        self.setRowHeight(row, self.sizeHintForRow(row))


def _show(folders: Iterable[Path]) -> None:
    for folder in folders:
        show_folder(folder)
