"""The Library screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from lexdesk.errors import QueryError
from lexdesk.law.citation_labels import label_usual_citation
from lexdesk_gui import wording
from lexdesk_gui.error_messages import describe_failure
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.library.library_requests import ListedWorks
from lexdesk_gui.library.view import CatalogueModel, CatalogueView
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    ElidedLabel,
    WrappedLabel,
    add_to,
    busy_bar,
    button,
    fill,
    frame,
    set_gaps,
)

if TYPE_CHECKING:
    from lexdesk.search.holdings import Holding

_PAUSE = 200  # ms without typing before a search
_FIELD = 420  # pixels at 100 %, which the longest hint needs


class CatalogueScreen(QFrame):
    """The list of works with its filter field.

    ``narrowed`` emits the query; ``reading`` emits a work,
    ``matching`` a work and its name; ``exporting`` asks for an export of the list.
    """

    narrowed = Signal(str)
    reading = Signal(str)
    matching = Signal(str, str)
    exporting = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "panes")
        self._model = CatalogueModel(self)
        self.view = CatalogueView(self._model, theme)
        self.view.opened.connect(self._read)
        self.field = _Field(self.view)
        self._pause = QTimer(self, singleShot=True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self._narrow)
        self.field.textChanged.connect(lambda _: self._pause.start())
        self.field.returnPressed.connect(self._narrow)
        self._count, self._message = ElidedLabel("pane"), WrappedLabel("secondary")
        self.busy_bar = busy_bar()
        self.read = button(
            translate("Catalogue", "Read"), "plain", lambda: self._read(self.view.row())
        )
        self.match = button(translate("Catalogue", "Match document"), "plain", self._match)
        self.export = button(translate("Catalogue", "Export…"), "plain", self.exporting.emit)
        self.panes = self.field, self.view
        self._fill()
        self.view.selectionModel().currentChanged.connect(lambda *_: self._may())
        theme.follow(self._restyle)
        self.show_none()

    @property
    def works(self) -> Sequence[Holding]:
        """Return the listed works."""
        return self._model.works

    @property
    def message(self) -> str:
        """Return the message above the list, or ``""``."""
        return self._message.text()

    def show_works(self, listed: ListedWorks) -> None:
        """List works and keep the selection."""
        works = listed.works
        row = self.view.row()
        chosen = self.works[row].work if 0 <= row < len(self.works) else ""
        self._model.put(works)
        at = next((n for n, row_work in enumerate(works) if row_work.work == chosen), 0)
        if works:
            self.view.choose(at)
        counted = find_plural("Catalogue", "%Ln documents")(listed.total)
        self._count.setText(counted)
        self._say(_remark(len(works), listed.total, is_narrowed=bool(self.field.text())))
        self._may()
        if self.field.hasFocus():
            announce(self.field, counted)

    def show_failure(self, error: Exception) -> None:
        """Show an error; keep the list on a query error."""
        if not isinstance(error, QueryError):
            self._model.put(())
            self._count.setText("")
        self._say(describe_failure(error))
        self._may()

    def show_none(self) -> None:
        """Show that no library is open."""
        self._model.put(())
        self._count.setText(translate("Index", "No library is open"))
        self._say(translate("Catalogue", "Open a library to list its documents here."))
        self._may()

    def forget(self) -> None:
        """List nothing, since the library is left."""
        self._pause.stop()
        self._model.put(())
        self.field.clear()
        self._pause.stop()
        self._count.setText("")
        self._say("")
        self._may()

    def set_busy(self, busy: bool) -> None:
        """Show or hide the progress bar, and say in an empty list that it is loading."""
        self.busy_bar.setVisible(busy)
        if busy and not self.works:
            self._count.setText(translate("Index", "Loading…"))
            self._say("")

    def take_focus(self) -> None:
        """Focus the filter field."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self, text: str) -> None:
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def _narrow(self) -> None:
        self._pause.stop()
        self.narrowed.emit(self.field.text().strip())

    def _read(self, row: int) -> None:
        if 0 <= row < len(self.works):
            self.reading.emit(self.works[row].work)

    def _match(self) -> None:
        row = self.view.row()
        if 0 <= row < len(self.works):
            self.matching.emit(self.works[row].work, label_usual_citation(self.works[row]))

    def _may(self) -> None:
        is_chosen = 0 <= self.view.row() < len(self.works)
        self.read.setEnabled(is_chosen)
        self.match.setEnabled(is_chosen)
        self.export.setEnabled(bool(self.works))

    def _fill(self) -> None:
        head, foot = frame("header"), frame("footer")
        self._head, self._foot, self._below = QHBoxLayout(head), QHBoxLayout(foot), QVBoxLayout()
        self._head.addWidget(self._count, 1)
        self._head.addWidget(self.field, 2)
        add_to(self._foot, self.read, self.match, None, self.export)
        self._below.addWidget(self._message)
        parts = (head, self._below, self.busy_bar, self.view, foot)
        fill(QVBoxLayout(self), *parts, stretch=self.view)

    def _restyle(self) -> None:
        px = self._theme.look.px
        for line in (self._head, self._foot):
            set_gaps(line, px(8), px(16), px(6), px(16), px(6))
        self._message.setContentsMargins(px(16), px(8), px(16), px(8))
        self.field.setFixedHeight(px(28))
        self.field.setMaximumWidth(px(_FIELD))


def _remark(shown: int, total: int, *, is_narrowed: bool) -> str:
    """Return the remark on an empty or shortened list."""
    if shown < total:
        text = translate("Catalogue", "Showing the first {n}; enter words of a name to filter.")
        return text.format(n=wording.number(shown))
    if not total and is_narrowed:
        return translate("Catalogue", "No document matches these words and filters.")
    return "" if total else wording.empty_library()


class _Field(QLineEdit):
    """A field that narrows the list; Down goes into it."""

    def __init__(self, list_of_works: CatalogueView):
        super().__init__()
        self._list = list_of_works
        self.setProperty("kind", "plain")
        self.setClearButtonEnabled(True)
        name = translate("Catalogue", "Name, or filter such as kind:contract")
        self.setPlaceholderText(name)
        self.setAccessibleName(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Move from the field to the list with Down."""
        if event.key() == Qt.Key.Key_Down:
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)
