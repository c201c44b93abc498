"""Adding files on a thread of its own, so that search goes on meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal

from lexdesk.errors import ModelError
from lexdesk_gui.engine_thread import is_environment, report
from lexdesk_gui.long_work import Pace, StoppedByUser

if TYPE_CHECKING:
    from lexdesk.ingest import AddReport, Progress


@dataclass(frozen=True, slots=True)
class Added:
    """How an addition ended; ``no_meaning`` says why no vectors were made, else ``""``."""

    report: AddReport | None
    stopped: bool = False
    no_meaning: str = ""


class Adding(QThread):
    """Adds ``paths`` to the library in ``library`` with a ``Library`` object of its own.

    ``again`` tries files once more that could not be read; ``passphrase`` is that of an encrypted
    library.

    Ends with one of ``added`` (an ``Added``), ``failed`` (an exception that is no bug of ours) and
    ``bug`` (a report).
    """

    progressed = Signal(object)
    added = Signal(object)
    failed = Signal(object)
    bug = Signal(str)

    def __init__(
        self,
        library: Path,
        paths: Sequence[Path],
        parent: QObject | None = None,
        *,
        again: bool = False,
        passphrase: str | None = None,
    ):
        super().__init__(parent)
        self._library = library
        self._paths = list(paths)
        self._again = again
        self._passphrase = passphrase
        self._going = threading.Event()
        self._going.set()
        self._stopping = False
        self._pace = Pace()

    def stop(self) -> None:
        """End after the file or batch at hand; what was read stays in the library."""
        self._stopping = True
        self._going.set()

    def pause(self, paused: bool) -> None:
        """Rest after the file or batch at hand, or go on."""
        if paused:
            self._going.clear()
        else:
            self._going.set()

    def run(self) -> None:
        """Add, on the new thread."""
        try:
            self.added.emit(self._add())
        except StoppedByUser:
            self.added.emit(Added(None, stopped=True))
        except BaseException as error:
            if is_environment(error):
                self.failed.emit(error)
            else:
                self.bug.emit(report(error))

    def _add(self) -> Added:
        from lexdesk.library import Library

        with Library.open(self._library, passphrase=self._passphrase) as library:
            read = library.retry_refused if self._again else library.add
            done = read(self._paths, vectors=False, listener=self._listen)
            try:
                done.vectors = library.add([], listener=self._listen).vectors
            except ModelError as error:  # words can be searched all the same
                return Added(done, no_meaning=str(error))
        return Added(done)

    def _listen(self, progress: Progress) -> None:
        self._going.wait()
        if self._stopping:
            raise StoppedByUser
        if self._pace.is_due(progress.done, progress.total):
            self.progressed.emit(progress)
