"""Review decisions on the current document and on a pair of paragraphs, kept in sync."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.reader.reader_session import ReaderSession
from lexdesk_gui.review.review_session import DecidingSession

if TYPE_CHECKING:
    from lexdesk_gui.reader.readings import Reading
    from lexdesk_gui.review.bar import DecisionBar
    from lexdesk_gui.undo import Undo


class ReviewDecisions(QObject):
    """Two decision sessions: ``of_reading`` for the reader, ``of_pair`` for Match; ``failed`` emits an exception."""

    failed = Signal(object)

    def __init__(self, engine: Engine, reading: ReaderSession, undo: Undo, parent: QObject):
        super().__init__(parent)
        self._reading = reading
        self.of_reading = DecidingSession("decision", engine, undo, self)
        self.of_pair = DecidingSession("pair", engine, undo, self)
        for session in (self.of_reading, self.of_pair):
            session.failed.connect(self.failed)
            session.changed.connect(self.of_reading.look_again)
            session.changed.connect(self.of_pair.look_again)
        reading.read.connect(self._read)
        reading.closed.connect(lambda: self.of_reading.look(None))

    def show_in(self, bar: DecisionBar) -> None:
        """Connect ``bar`` to the decisions on the current document."""
        self.of_reading.leaving.connect(bar.take_note)
        self.of_reading.looked.connect(bar.show_decided)
        bar.decided.connect(self.of_reading.decide)
        bar.taken_back.connect(self.of_reading.take_back)

    def _read(self, found: Reading) -> None:
        from lexdesk_gui.reader.readings import make_subject

        place, day = found.place, self._reading.as_of
        if place is None or not (place.eid or place.text):
            self.of_reading.look(None)
        else:
            self.of_reading.look(partial(make_subject, place=place, as_of=day))
