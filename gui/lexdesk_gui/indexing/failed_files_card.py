"""The card of failed files and their remedies."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout

from lexdesk.errors import Message
from lexdesk_gui.file_failures import count_failures
from lexdesk_gui.indexing.failed_files_model import FailedFilesModel
from lexdesk_gui.indexing.failed_files_table import FailedFilesTable
from lexdesk_gui.language import plural, translate
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import add_to, button, label, set_gaps


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
            plural("Index", "%Ln files need attention")(needing)
            if needing
            else translate("Index", "No file needs attention so far")
            if more_to_come
            else translate("Index", "No file needs attention")
        )
        text = plural("Index", "%Ln files hold no document and were left out.")(left_out)
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
        self.all_again.setIcon(icon("again", look.tokens.text))
        self.all_again.setIconSize(QSize(px(14), px(14)))
        self.table.fit()
