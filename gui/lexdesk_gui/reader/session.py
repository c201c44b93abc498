"""What is read, as the person goes through it: from hit to provision, back and forth, day by day."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from lexdesk.errors import ModelMismatch, NoModel, NotFound
from lexdesk.work.workbook import Kept, Mark, key_of
from lexdesk_gui.engine_thread import EngineThread
from lexdesk_gui.reader import reading
from lexdesk_gui.reader.reading import Reading

if TYPE_CHECKING:
    from lexdesk.law.cross_references import References
    from lexdesk.law.history import History
    from lexdesk.library import Library
    from lexdesk.search.hits import Hit

_READ_FOR_ARTICLES = 6_000  # characters: what a person sees at once, and half a second's work
_REMEMBERED = 100  # places to go back to


@dataclass(frozen=True, slots=True)
class Recital:
    """A recital that explains what is read, with the source of the link: text, mapping or model."""

    eid: str
    citation: str
    text: str
    source: str
    score: float | None
    where: str


@dataclass(frozen=True, slots=True)
class Suggested:
    """An article of an act that what is read may concern; ``work`` is empty where it is not there."""

    name: str
    probability: float
    work: str
    eid: str


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a reading: recitals (or what a recital explains), outline, history,
    references out of and into what is read, notes."""

    recitals: tuple[Recital, ...]
    explains: tuple[Recital, ...]
    provisions: Sequence[dict[str, Any]]
    history: History | None
    references: References | None
    marks: tuple[Mark, ...]
    earlier_marks: tuple[Mark, ...]


class ReaderSession(QObject):
    """Asks the engine what to read and says what came of it; it knows no widget.

    ``read`` gives a ``Reading``, ``beside`` a ``Beside``, ``suggested`` a tuple of ``Suggested``,
    ``failed`` an exception, ``previewed`` a
    place and its text; ``moved`` comes when going back or forth becomes possible or not.
    """

    read = Signal(object)
    beside = Signal(object)
    suggested = Signal(object)
    failed = Signal(object)
    previewed = Signal(str, str)
    moved = Signal()

    def __init__(self, engine: EngineThread, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self._as_of: datetime.date | None = None
        self._reading: Reading | None = None
        self._way: list[Kept] = []
        self._at = -1

    @property
    def reading(self) -> Reading | None:
        """What is read now."""
        return self._reading

    @property
    def as_of(self) -> datetime.date | None:
        """The day that counts, ``None`` for the latest text."""
        return self._as_of

    def set_as_of(self, day: datetime.date | None) -> None:
        """Read the texts of ``day`` from now on."""
        if day != self._as_of:
            self._as_of = day
            self.again()

    def again(self) -> None:
        """Read what is read once more."""
        if self._reading and self._reading.place:
            self._ask_place(self._reading.place)

    def open_hit(self, hit: Hit, others: Sequence[Hit]) -> None:
        """Read ``hit`` with the marks of ``others`` in the same provision."""
        day = self._as_of
        self._engine.ask(
            "read",
            lambda library: reading.read(library, hit, others, day),
            self._new,
            self.failed.emit,
        )

    def open_place(self, place: Kept) -> None:
        """Read a place that was kept."""
        day = self._as_of
        self._engine.ask(
            "read", lambda library: reading.read_place(library, place, day), self._new,
            self.failed.emit,
        )  # fmt: skip

    def open_provision(self, work: str, eid: str | None, language: str | None = None) -> None:
        """Read a provision, or the beginning of a work."""
        day = self._as_of

        def work_it(library: Library) -> Reading:
            place = reading.place_of(library, work, eid, language, day)
            return reading.read_place(library, place, day)

        self._engine.ask("read", work_it, self._new, self.failed.emit)

    def preview(self, work: str, eid: str | None) -> None:
        """Ask for the text of a provision that is pointed at."""
        day = self._as_of

        def look(library: Library) -> tuple[str, str]:
            shown = library.show(work, eid, as_of=day)
            return "  ".join(filter(None, (shown.citation, shown.heading))), shown.text[:700]

        self._engine.ask("preview", look, lambda it: self.previewed.emit(*it), lambda _error: None)

    def close(self) -> None:
        """Read nothing."""
        self._engine.forget("read")
        self._engine.forget("beside")
        self._engine.forget("suggest")
        self._reading = None

    # Back and forth.

    def can_go(self, by: int) -> bool:
        """Whether there is a place ``by`` steps on."""
        return 0 <= self._at + by < len(self._way)

    def go(self, by: int) -> None:
        """Go to the place that was read ``by`` steps before or after."""
        if self.can_go(by):
            self._at += by
            self._ask_place(self._way[self._at])
            self.moved.emit()

    def _ask_place(self, place: Kept) -> None:
        day = self._as_of
        self._engine.ask(
            "read", lambda library: reading.read_place(library, place, day), self._take,
            self.failed.emit,
        )  # fmt: skip

    def _new(self, found: Reading) -> None:
        if found.place and (self._at < 0 or self._way[self._at] != found.place):
            del self._way[self._at + 1 :]
            self._way = [*self._way, found.place][-_REMEMBERED:]
            self._at = len(self._way) - 1
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
            place, eid, day = found.place, found.eid, self._as_of
            self._engine.ask(
                "beside", lambda library: _beside(library, place, eid, day), self.beside.emit,
                self.failed.emit,
            )  # fmt: skip
            self._engine.ask(
                "suggest", lambda library: _suggested(library, found), self.suggested.emit,
                self.failed.emit,
            )  # fmt: skip


def _suggested(library: Library, found: Reading) -> tuple[Suggested, ...]:
    """The articles that what is read may concern, unless it is their act itself."""
    from lexdesk.models.suggestions import likely_articles

    own = found.place.work if found.place else ""
    try:
        likely = likely_articles(found.text[:_READ_FOR_ARTICLES], work=own)
    except (NoModel, ModelMismatch):  # no classifier, or not for this embedder: nothing to suggest
        return ()
    if not likely.labels:
        return ()
    try:
        library.show(likely.work, likely.labels[0].id)
        work = likely.work
    except NotFound:
        work = ""
    return tuple(Suggested(each.name, each.probability, work, each.id) for each in likely.labels)


def _beside(library: Library, place: Kept, eid: str | None, day: datetime.date | None) -> Beside:
    with library.workbook() as book:
        marks, before = book.marks(key_of(place)), book.other_wording(place)
    provisions: Sequence[dict[str, Any]] = ()
    history, references = None, None
    try:
        provisions = library.show(place.work, language=place.language).provisions
        if eid and not eid.startswith("rec_"):
            history = library.history(place.work, eid, language=place.language)
        if eid:
            references = library.references(place.work, eid, language=place.language, as_of=day)
    except NotFound:  # removed since
        pass
    explained = _explained_by(library, place, eid) if eid else ()
    explains = _explains(library, place, eid) if eid and eid.startswith("rec_") else ()
    return Beside(
        explained, explains, provisions, history, references, tuple(marks), tuple(before)
    )  # fmt: skip


def _explained_by(library: Library, place: Kept, eid: str) -> tuple[Recital, ...]:
    found: dict[str, Recital] = {}
    for each in library.recitals.explained_by(place.work, eid):
        link = each.link
        if link.recital not in found:  # the surest source comes first
            found[link.recital] = _recital(
                library, place, link.recital, link.source, link.score, each.where
            )
    return tuple(found.values())


def _explains(library: Library, place: Kept, eid: str) -> tuple[Recital, ...]:
    return tuple(
        _recital(library, place, link.provision, link.source, link.score, "itself")
        for link in library.recitals.explains(place.work, eid)
    )


def _recital(
    library: Library, place: Kept, eid: str, source: str, score: float | None, where: str
) -> Recital:
    try:
        shown = library.show(place.work, eid, language=place.language)
    except NotFound:
        return Recital(eid, eid, "", source, score, where)
    label = shown.citation.partition(" ")[0]
    number = shown.citation.split(" ")[1] if " " in shown.citation else ""
    title = "  ".join(filter(None, (f"{label} {number}", shown.heading)))
    return Recital(shown.eid or eid, title, shown.text, source, score, where)
