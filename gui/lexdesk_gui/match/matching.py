"""Asking with a whole document on a thread of its own, so that search goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal

from lexdesk_gui.engine_thread import is_environment, report
from lexdesk_gui.long_work import Pace, StoppedByUser

if TYPE_CHECKING:
    from lexdesk.library import Library
    from lexdesk.matching import Similar
    from lexdesk.matching.parameters import Find


@dataclass(frozen=True, slots=True)
class Asked:
    """A document to ask with: a file, or a work of the library, called ``name``.

    ``find`` is what to look for, ``None`` for what fits the document; ``within`` a query, and only
    documents that it finds are asked.
    """

    query: Path | str
    name: str
    find: Find | None = None
    within: str = ""


class Matching(QThread):
    """Asks with ``asked`` in a ``Library`` object of its own, which ``open_library`` gives.

    All signals begin with ``number``. Ends with one of ``found`` (a ``Similar``), ``failed`` (an
    exception that is no bug of ours) and ``bug`` (a report), or with none where it was stopped.
    """

    progressed = Signal(int, str, int, int)
    found = Signal(int, object)
    failed = Signal(int, object)
    bug = Signal(int, str)

    def __init__(
        self,
        number: int,
        asked: Asked,
        open_library: Callable[[], Library],
        parent: QObject | None = None,
    ):
        super().__init__(parent)
        self._number, self._asked, self._open = number, asked, open_library
        self._stopping = False
        self._pace = Pace()

    def stop(self) -> None:
        """End at the next step; what comes of it is not told."""
        self._stopping = True

    def run(self) -> None:
        """Ask, on the new thread."""
        try:
            found = self._ask()
            if not self._stopping:
                self.found.emit(self._number, found)
        except StoppedByUser:
            pass
        except BaseException as error:
            if self._stopping:
                return
            if is_environment(error):
                self.failed.emit(self._number, error)
            else:
                self.bug.emit(self._number, report(error))

    def _ask(self) -> Similar:
        from lexdesk.matching import similar

        asked = self._asked
        with self._open() as library:
            self._listen("read", 0, 0)
            return similar(
                library, asked.query, find=asked.find, within=asked.within or None,
                without={"interactions"},  # they do not change the ranking, and come below
                every_paragraph=True, listener=self._listen,
            )  # fmt: skip

    def _listen(self, step: str, done: int, total: int) -> None:
        if self._stopping:
            raise StoppedByUser
        if self._pace.is_due(done, total):
            self.progressed.emit(self._number, step, done, total)
