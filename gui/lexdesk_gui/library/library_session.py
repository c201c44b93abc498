"""The session of the list of works; independent of widgets."""

import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.language import find_plural
from lexdesk_gui.library import library_requests
from lexdesk_gui.library.library_requests import Column, ListedWorks, ListRequest
from lexdesk_gui.wording import file_name


class CatalogueSession(QObject):
    """A list: ``listed`` emits ``ListedWorks``, ``failed`` an exception, ``busy`` a pending request, ``notified`` a sentence."""

    listed = Signal(object)
    failed = Signal(object)
    busy = Signal(bool)
    notified = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self.wanted = ListRequest()

    def look(self) -> None:
        """Ask for the works again: some may have come, gone or changed."""
        self.busy.emit(True)
        ask = partial(library_requests.list_works, wanted=self.wanted)
        self._engine.ask("catalogue", ask, self._answer, self._fail)

    def narrow(self, query: str) -> None:
        """List the works matching ``query``."""
        if query != self.wanted.query:
            self.wanted = self.wanted._replace(query=query)
            self.look()

    def sort(self, column: Column, *, descending: bool) -> None:
        """Sort the works by a column."""
        self.wanted = self.wanted._replace(column=column, descending=descending)
        self.look()

    def set_as_of(self, day: datetime.date | None) -> None:
        """Set the as-of date; ``None`` is today."""
        self.wanted = self.wanted._replace(as_of=day)

    def forget(self) -> None:
        """List all works again, since the library is left."""
        self._engine.forget("catalogue")
        self.wanted = self.wanted._replace(query="")
        self.busy.emit(False)

    def write(self, target: Path) -> None:
        """Export all matching works to ``target``, in the format of its suffix."""
        message = find_plural("Catalogue", "%Ln documents written to {name}")
        self._engine.write(
            partial(library_requests.write, wanted=self.wanted, target=target),
            lambda count: self.notified.emit(message(count).format(name=file_name(target))),
            self.failed.emit,
        )

    def _answer(self, listed: ListedWorks) -> None:
        self.busy.emit(False)
        self.listed.emit(listed)

    def _fail(self, error: Exception) -> None:
        self.busy.emit(False)
        self.failed.emit(error)
