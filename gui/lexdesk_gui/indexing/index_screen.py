"""The Index screen: progress, failed files, folders, examples; and the welcome page without a library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from lexdesk.errors import Message, NoLibrary, PassphraseNeeded, WrongPassphrase
from lexdesk_gui import error_messages
from lexdesk_gui.file_dialogs import list_local_paths
from lexdesk_gui.file_failures import count_failures
from lexdesk_gui.indexing.examples import Example
from lexdesk_gui.indexing.examples_card import ExamplesCard
from lexdesk_gui.indexing.failed_files_model import FailedFilesModel
from lexdesk_gui.indexing.failed_files_table import FailedFilesTable
from lexdesk_gui.indexing.folders_card import FoldersCard
from lexdesk_gui.indexing.indexing_requests import is_published
from lexdesk_gui.indexing.progress_card import ProgressCard
from lexdesk_gui.indexing.stage_mark import StageMark
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import action_button, add_to, button, label, set_gaps

if TYPE_CHECKING:
    from lexdesk.errors import Message
    from lexdesk.library.status import Status

# Effective pixels.
_WIDE = 800  # from this width on, two columns of cards
_NARROW = 580  # below this, figures stand below their bars: German ones are long
_LEFT, _RIGHT, _BETWEEN = 760, 356, 24  # at most


class IndexScreen(QScrollArea):
    """The screen of the state of the library.

    ``dropped`` emits files and folders to add, ``again`` files to retry, ``unlocking`` locked files and a
    password, ``tried`` a query and its mode. ``wanting_examples`` requests example queries, with or without
    semantic ones.
    """

    dropped = Signal(object)
    again = Signal(object)
    unlocking = Signal(object, str)
    tried = Signal(str, str)
    wanting_examples = Signal(bool)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._status: Status | None = None
        self._examples_are_for: tuple[object, ...] = ()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its contents take focus
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("kind", "screen")
        self.setAcceptDrops(True)
        self.progress, self.failed_card = ProgressCard(theme), FailedFilesCard(theme)
        self.folders, self.examples = FoldersCard(theme), ExamplesCard(theme)
        self.panes = self.progress, self.failed_card, self.folders, self.examples
        self.failed_card.again.connect(self.again)
        self.failed_card.table.unlocking.connect(self.unlocking)
        table = self.failed_card.table
        table.asking.connect(lambda: self.ensureWidgetVisible(table.field))
        self.examples.tried.connect(self.tried)
        self._tick = StageMark(theme)
        self._tick.put(1.0, goes_on=False)
        self._promise = label(
            translate(
                "Index", "Everything stays on this computer. Your files are read, never changed."
            ),
            "small",
            wrap=True,
        )
        self._fill()
        theme.follow(self._restyle)
        self.folders.name(is_open=False)

    def show_status(
        self,
        status: Status | None,
        failures: Mapping[str, Message],
        *,
        can_recognise: bool = False,
        unfinished: Sequence[Path] = (),
    ) -> None:
        """Show the state of the library, ``None`` without one, and the paths of its ``unfinished`` additions.

        ``can_recognise``: text recognition is installed.
        """
        self._status = status
        may_write = not (status is not None and status.read_only)
        self.progress.show_status(status, failures=failures, unfinished=unfinished)
        if status is None:
            self.folders.put({}, {})
            self.examples.put((), 0.0)
            self._examples_are_for = ()
        self.failed_card.put(
            failures,
            can_recognise=can_recognise,
            may_write=may_write,
            more_to_come=self.progress.is_reading,
        )
        self.folders.name(is_open=status is not None)
        self.folders.let_write(may_write, is_published=is_published(status))
        self._promise.setVisible(not is_published(status))  # a share is not this computer
        self._want_examples()

    def show_opened(self, name: str) -> None:
        """Show the open library ``name`` before its state is known."""
        self.show_status(None, {})
        self.progress.show_status(None, name)
        self.folders.name(is_open=True)

    def show_failure(self, message: str) -> None:
        """Show the reason for an unknown state."""
        self.show_status(None, {})
        self.progress.show_failure(message)
        self.folders.name(is_open=True)

    def show_examples(self, examples: Sequence[Example]) -> None:
        """Show example queries."""
        if self._status is not None:
            self.examples.put(examples, self._status.vectors_ready)

    def show_failed_files(self) -> None:
        """Scroll to the files that need attention and focus them."""
        self.failed_card.table.take_focus()
        self.ensureWidgetVisible(self.failed_card)

    # DropHandler.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take files and folders."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Add the dropped files."""
        if paths := list_local_paths(event.mimeData()):
            event.acceptProposedAction()
            self.dropped.emit(paths)

    # Size and sight.

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """In a narrow window, put the cards below one another; in a wide one, in its middle."""
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Refresh the example queries."""
        super().showEvent(event)
        self._want_examples()

    def _want_examples(self) -> None:
        """Request examples once per state; during growth, until there is one of each kind."""
        status = self._status
        if status is None or not self.isVisible() or not status.passages:
            return
        wanted = (status.path, status.vectors_ready > 0, status.works)
        is_known = wanted[:2] == self._examples_are_for[:2]
        if wanted != self._examples_are_for and not (is_known and self.examples.has_all):
            self._examples_are_for = wanted
            self.wanting_examples.emit(wanted[1])
        self.examples.tell_share(status.vectors_ready)

    def _arrange(self) -> None:
        px, width = self._theme.look.px, self.viewport().width()
        wide = width / self._theme.look.scale >= _WIDE
        direction = QBoxLayout.Direction
        self._columns.setDirection(direction.LeftToRight if wide else direction.TopToBottom)
        self._columns.setSpacing(px(_BETWEEN if wide else 16))
        narrow = width < px(_NARROW)
        self.failed_card.set_room(narrow=narrow)
        self.progress.set_narrow(narrow)
        most = px(_LEFT + _BETWEEN + _RIGHT) if wide else px(_LEFT)
        side = max(px(32 if wide else 16), (width - most) // 2)
        top = px(40 if wide else 16)
        self._columns.setContentsMargins(side, top, side, px(32))

    def _fill(self) -> None:
        inside = QWidget()
        self._columns = QHBoxLayout(inside)
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        add_to(self._left, self.progress, self.failed_card, None)
        add_to(self._right, self.folders, self.examples)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self._tick, 0, Qt.AlignmentFlag.AlignTop)
        self._foot.addWidget(self._promise, 1)
        add_to(self._right, self._foot, None)
        self._columns.addLayout(self._left, _LEFT)
        self._columns.addLayout(self._right, _RIGHT)
        self.setWidget(inside)

    def _restyle(self) -> None:
        px = self._theme.look.px
        for column in (self._left, self._right):
            column.setSpacing(px(16))
        set_gaps(self._foot, px(8), px(6), 0, px(6), 0)
        self._tick.updateGeometry()
        self.failed_card.restyle()
        self.folders.restyle()
        self.examples.restyle()
        self._arrange()


class FailedFilesCard(QFrame):
    """The card of failed files: ``again`` emits files to read again."""

    again = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "card")
        self.model = FailedFilesModel(self)
        self.title, self.others = label(kind="strong"), label(kind="small", wrap=True)
        self.all_again = button(
            translate("Index", "Try all again"),
            "quiet",
            lambda: self.again.emit(self.model.paths()),
        )
        self.table = FailedFilesTable(self.model, theme)
        self.table.again.connect(self.again)
        self._said, self._head = QVBoxLayout(), QHBoxLayout()
        add_to(self._said, self.title, self.others)
        self._head.addLayout(self._said, 1)
        at = Qt.AlignmentFlag
        self._head.addWidget(self.all_again, 0, at.AlignTop | at.AlignLeft)
        self._box = QVBoxLayout(self)
        self._box.setSpacing(0)
        add_to(self._box, self._head, self.table)
        self.hide()

    def put(
        self,
        failures: Mapping[str, Message],
        *,
        can_recognise: bool = False,
        may_write: bool = True,
        more_to_come: bool = False,
    ) -> None:
        """Show ``failures`` by path; hide the card without any. ``may_write`` allows remedies; ``more_to_come`` files."""
        self.table.put(failures, can_recognise=can_recognise, may_write=may_write)
        self.all_again.setVisible(may_write)
        self.setVisible(bool(failures))
        needing, _, left_out = count_failures(failures)
        self.title.setText(
            find_plural("Index", "%Ln files need attention")(needing)
            if needing
            else translate("Index", "No file needs attention so far")
            if more_to_come
            else translate("Index", "No file needs attention")
        )
        text = find_plural("Index", "%Ln files hold no document and were left out.")(left_out)
        others = translate("Index", "All other files that were read are searchable.")
        self.others.setText(f"{text} {others}" if left_out else others)

    def set_room(self, *, narrow: bool) -> None:
        """Lay out the header and its button beside or below each other."""
        ways = QBoxLayout.Direction
        self._head.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self.title.setWordWrap(narrow)  # Qt would break it elsewhere to narrow it

    def restyle(self) -> None:
        """Take the sizes and colours of now."""
        look = self._theme.look
        px = look.px
        self._box.setContentsMargins(1, 1, 1, px(4))
        set_gaps(self._head, px(8), px(20), px(8), px(10), px(8))
        self._said.setSpacing(px(2))
        self.all_again.setIcon(make_icon("again", look.tokens.text))
        self.all_again.setIconSize(QSize(px(14), px(14)))
        self.table.fit()


class Welcome(QWidget):
    """A page that offers to open or create a library; ``passphrase_given`` emits a passphrase."""

    passphrase_given = Signal(str)

    def __init__(
        self, theme: Theme, open_library: QAction, add_folder: QAction, add_bundled: QAction
    ):
        super().__init__()
        self._theme = theme
        self.title, self.explanation = label(kind="screen"), label(kind="secondary")
        self.explanation.setTextFormat(Qt.TextFormat.PlainText)
        self.explanation.setWordWrap(True)
        self.passphrase = QLineEdit()
        self.passphrase.setProperty("kind", "plain")
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setPlaceholderText(translate("Welcome", "Passphrase"))
        self.passphrase.setAccessibleName(translate("Welcome", "Passphrase"))
        self.passphrase.returnPressed.connect(self._give_passphrase)
        self.unlock_button = button("", "primary", self._give_passphrase)
        self._to_unlock = QWidget()
        self._unlock_row = QHBoxLayout(self._to_unlock)
        add_to(self._unlock_row, self.passphrase, self.unlock_button, stretch=self.passphrase)
        self._to_unlock.hide()
        self.add_button = action_button(
            add_folder, "primary", translate("Welcome", "Choose a folder to search…")
        )
        self.open_button = action_button(
            open_library, "plain", translate("Welcome", "Open another library…")
        )
        self.bundled_button = action_button(
            add_bundled, "plain", translate("Welcome", "Try the bundled law")
        )
        self._first = self.add_button
        self._column = QVBoxLayout()
        add_to(self._column, None, self.title, self.explanation, self._to_unlock)
        self._column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.bundled_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.open_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(2)
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addLayout(self._column, 2)
        row.addStretch(1)
        theme.follow(self._restyle)

    def explain(self, error: Exception, path: Path | None, *, was_there: bool = False) -> None:
        """Show the reason for the failed opening of ``path``; ``was_there`` after an earlier opening."""
        may_begin = isinstance(error, NoLibrary)  # an existing library is not replaced
        self._first = self.add_button if may_begin and not was_there else self.open_button
        is_encrypted = isinstance(error, PassphraseNeeded | WrongPassphrase)
        self._tell(*error_messages.explain_no_library(error, path, was_there=was_there))
        self._set_opening(False)
        self._to_unlock.setVisible(is_encrypted)
        for adding in (self.add_button, self.bundled_button):
            adding.setVisible(may_begin)

    def take_focus(self) -> None:
        """Focus the first action."""
        (self.passphrase if self.passphrase.isVisibleTo(self) else self._first).setFocus()

    def _give_passphrase(self) -> None:
        text = self.passphrase.text()
        self.passphrase.clear()
        self.passphrase.setFocus()
        if text:
            self._tell(
                *error_messages.explain_encrypted()
            )  # drops the message on a wrong passphrase
            self._set_opening(True)
            self.passphrase_given.emit(text)

    def _tell(self, title: str, explanation: str) -> None:
        self.title.setText(title)
        self.explanation.setText(explanation)

    def _set_opening(self, opening: bool) -> None:
        """Take no passphrase while one is tried; the field keeps the focus."""
        self.passphrase.setReadOnly(opening)
        self.unlock_button.setEnabled(not opening)
        self.unlock_button.setText(
            translate("Welcome", "Opening…") if opening else translate("Welcome", "Open library")
        )

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._column.setSpacing(px(12))
        set_gaps(self._unlock_row, px(8), 0, 0, 0, 0)
        self.passphrase.setFixedHeight(px(34))  # as the button beside it
