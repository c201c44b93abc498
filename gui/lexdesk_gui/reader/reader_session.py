"""What is read, as the person goes through it: from hit to provision, back and forth, day by day."""

from __future__ import annotations

import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.reader import beside, reading
from lexdesk_gui.reader.reading import Reading
from lexdesk_gui.reader.trail import Trail

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Kept
    from lexdesk.compliance.doc2doc.long_query import Paragraph
    from lexdesk.search.results.hits import Hit

_READ_FOR_ARTICLES = 6_000  # characters: what a person sees at once, and half a second's work


class ReaderSession(QObject):
    """Asks the engine what to read and says what came of it; it knows no widget.

    ``read`` gives a ``Reading``, ``beside`` a ``Beside``, ``suggested`` a tuple of ``Suggested``,
    ``failed`` an exception, ``previewed`` a place and its text; ``closed`` comes when nothing is read
    any more, ``moved`` when going back or forth becomes possible or not.
    """

    read = Signal(object)
    closed = Signal()
    beside = Signal(object)
    suggested = Signal(object)
    failed = Signal(object)
    previewed = Signal(str, str)
    moved = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self._as_of: datetime.date | None = None
        self._reading: Reading | None = None
        self._trail = Trail()
        self.is_of_list = True
        """Whether what is read, or asked for, was opened from the list; so as long as nothing is."""

    @property
    def reading(self) -> Reading | None:
        """What is read now."""
        return self._reading

    @property
    def as_of(self) -> datetime.date | None:
        """The day that counts, ``None`` for today."""
        return self._as_of

    @property
    def trail(self) -> Trail:
        """The places that were read, back and forth."""
        return self._trail

    def follow(self, trail: Trail) -> None:
        """Go on in the places of another tab."""
        if trail is not self._trail:
            self._engine.forget("read")
            self._trail = trail
            self.moved.emit()

    def return_to_trail(self) -> None:
        """Read what was read last in the tab that is followed; nothing where that holds nothing."""
        if self._trail.place is None:
            self.close()
        else:
            self.is_of_list = False
            self._ask_place(self._trail.place, self._trail.query)

    def set_as_of(self, day: datetime.date | None) -> None:
        """Read the texts of ``day`` from now on."""
        if day != self._as_of:
            self._as_of = day
            self.again()

    def again(self) -> None:
        """Read what is read once more."""
        if self._reading and self._reading.place:
            self._ask_place(self._reading.place, self._trail.query)

    def open_hit(self, hit: Hit, query: str) -> None:
        """Read ``hit`` with what ``query`` asks for marked in all of its provision."""
        self.is_of_list = True
        marked = "" if hit.named else query  # the words of a citation are not what is looked for
        question = partial(reading.read, hit=hit, query=marked, as_of=self._as_of)
        self._engine.ask("read", question, lambda found: self._new(found, marked), self.failed.emit)

    def open_place(self, place: Kept, query: str = "") -> None:
        """Read a place that was kept, with what ``query`` asks for marked."""
        self.is_of_list = False
        question = partial(reading.read_place, place=place, as_of=self._as_of, query=query)
        self._engine.ask("read", question, lambda found: self._new(found, query), self.failed.emit)

    def open_provision(self, work: str, eid: str | None, language: str | None = None) -> None:
        """Read a provision, or the beginning of a work."""
        self.is_of_list = False
        question = partial(
            reading.read_provision, work=work, eid=eid, language=language, as_of=self._as_of
        )
        self._engine.ask("read", question, self._new, self.failed.emit)

    def open_paragraph(self, work: str, paragraph: Paragraph) -> None:
        """Read the provision that ``paragraph`` stands in, or the text around it where there is none."""
        if paragraph.eid is not None:
            self.open_provision(work, paragraph.eid)
            return
        self.is_of_list = False
        question = partial(
            reading.read_passage,
            work=work,
            text=paragraph.text,
            page=paragraph.page,
            as_of=self._as_of,
        )
        self._engine.ask("read", question, self._new, self.failed.emit)

    def preview(self, work: str, eid: str | None) -> None:
        """Ask for the text of a provision that is pointed at; of none, where ``work`` is empty, want no more."""
        if not work:
            self._engine.forget("preview")
            return
        question = partial(reading.glance, work=work, eid=eid, as_of=self._as_of)
        self._engine.ask(
            "preview", question, lambda found: self.previewed.emit(*found), lambda _error: None
        )

    def close(self) -> None:
        """Read nothing."""
        self._engine.forget("read")
        self._engine.forget("beside")
        self._engine.forget("suggest")
        self._reading, self.is_of_list = None, True
        self.closed.emit()

    # Back and forth.

    def can_go(self, by: int) -> bool:
        """Whether there is a place ``by`` steps on."""
        return self._trail.can_go(by)

    def go(self, by: int) -> None:
        """Go to the place that was read ``by`` steps before or after."""
        if self.can_go(by):
            self._trail.at += by
            self.return_to_trail()
            self.moved.emit()

    def _ask_place(self, place: Kept, query: str) -> None:
        question = partial(reading.read_place, place=place, as_of=self._as_of, query=query)
        self._engine.ask("read", question, self._take, self.failed.emit)

    def _new(self, found: Reading, query: str = "") -> None:
        if found.place and self._trail.put(found.place, query):
            self.moved.emit()
        self._take(found)

    def _take(self, found: Reading) -> None:
        self._reading = found
        self.read.emit(found)
        self.look_beside()

    def look_beside(self) -> None:
        """Ask for what stands beside the reading."""
        found = self._reading
        if found is not None and found.place is not None:
            question = partial(
                beside.beside, place=found.place, eid=found.eid, day=self._as_of, valid_from=found.valid_from,
                query=self._trail.query,
            )  # fmt: skip
            self._engine.ask("beside", question, self.beside.emit, self.failed.emit)
            likely = partial(
                beside.suggested, work=found.place.work, text=found.text[:_READ_FOR_ARTICLES],
                language=found.place.language,
            )  # fmt: skip
            self._engine.ask("suggest", likely, self.suggested.emit, self.failed.emit)
