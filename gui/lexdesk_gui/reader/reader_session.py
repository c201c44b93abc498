"""The reader session, and the places visited in a tab."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lexdesk.law.citation_labels import label_usual_citation
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.preferences import StoredTab

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Bookmark
    from lexdesk.compliance.doc2doc.long_query import Paragraph
    from lexdesk.search.results.hits import Hit
    from lexdesk_gui.reader.readings import Reading

_READ_FOR_ARTICLES = 6_000  # characters: a screen of text, and half a second's work


class ReaderSession(QObject):
    """A session that requests readings from the engine; it knows no widget.

    ``read`` carries a ``Reading``, ``side_content_ready`` a ``SideContent``, ``suggested`` a tuple of ``SuggestedArticle``,
    ``failed`` an exception, ``previewed`` a title and a text. ``closed`` signals an empty reader,
    ``moved`` a change of back and forward navigation.
    """

    read = Signal(object)
    closed = Signal()
    side_content_ready = Signal(object)
    suggested = Signal(object)
    failed = Signal(object)
    previewed = Signal(str, str)
    moved = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None):
        super().__init__(parent)
        self._engine = engine
        self.as_of: datetime.date | None = None
        self.reading: Reading | None = None
        self.visits = Visits()
        self.is_of_list = True
        """Return whether the reading, or its request, comes from the result list; also true for an empty reader."""

    def follow(self, visits: Visits) -> None:
        """Switch to the visited places of another tab."""
        if visits is not self.visits:
            self._engine.forget("read")
            self.visits = visits
            self.moved.emit()

    def return_to_visit(self) -> None:
        """Read the last place of the current tab, or close the reader."""
        if self.visits.place is None:
            self.close()
        else:
            self.is_of_list = False
            self._ask_place(self.visits.place, self.visits.query, self._take)

    def set_as_of(self, day: datetime.date | None) -> None:
        """Switch to the as-of date ``day`` and reload."""
        if day != self.as_of:
            self.as_of = day
            self.reload()

    def reload(self) -> None:
        """Reload the reading."""
        if self.reading and self.reading.place:
            self._ask_place(self.reading.place, self.visits.query, self._take)

    def open_hit(self, hit: Hit, query: str) -> None:
        """Read ``hit`` with highlights of ``query`` in its whole provision."""
        from lexdesk_gui.reader.readings import read  # the first paint needs none of them

        self.is_of_list = True
        marked = "" if hit.named else query  # do not highlight the words of a citation
        request = partial(read, hit=hit, query=marked, as_of=self.as_of)
        self._engine.ask(
            "read", request, lambda result: self._new(result, marked), self.failed.emit
        )

    def open_place(self, place: Bookmark, query: str = "") -> None:
        """Read a stored place with highlights of ``query``."""
        self.is_of_list = False
        self._ask_place(place, query, lambda result: self._new(result, query))

    def open_provision(self, work: str, eid: str | None, language: str | None = None) -> None:
        """Read a provision, or the beginning of a work."""
        from lexdesk_gui.reader.readings import read_provision

        self.is_of_list = False
        request = partial(read_provision, work=work, eid=eid, language=language, as_of=self.as_of)
        self._engine.ask("read", request, self._new, self.failed.emit)

    def open_paragraph(self, work: str, paragraph: Paragraph) -> None:
        """Read the provision of ``paragraph``, or the surrounding text without one."""
        if paragraph.eid is not None:
            self.open_provision(work, paragraph.eid)
            return
        from lexdesk_gui.reader.readings import read_passage

        self.is_of_list = False
        text, page = paragraph.text, paragraph.page
        request = partial(read_passage, work=work, text=text, page=page, as_of=self.as_of)
        self._engine.ask("read", request, self._new, self.failed.emit)

    def preview(self, work: str, eid: str | None) -> None:
        """Request the preview of a provision, or cancel it for an empty ``work``."""
        if not work:
            self._engine.forget("preview")
            return
        from lexdesk_gui.reader.readings import read_preview

        request = partial(read_preview, work=work, eid=eid, as_of=self.as_of)
        self._engine.ask(
            "preview", request, lambda result: self.previewed.emit(*result), lambda _error: None
        )

    def close(self) -> None:
        """Close the reading."""
        self._engine.forget("read")
        self._engine.forget("beside")
        self._engine.forget("suggest")
        self.reading, self.is_of_list = None, True
        self.closed.emit()

    # Navigation.

    def can_go(self, by: int) -> bool:
        """Report whether a place exists ``by`` steps away."""
        return self.visits.can_go(by)

    def go(self, by: int) -> None:
        """Go to the place ``by`` steps away."""
        if self.can_go(by):
            self.visits.at += by
            self.return_to_visit()
            self.moved.emit()

    def _ask_place(self, place: Bookmark, query: str, take: Callable[[Reading], None]) -> None:
        from lexdesk_gui.reader.readings import read_place

        request = partial(read_place, place=place, as_of=self.as_of, query=query)
        self._engine.ask("read", request, take, self.failed.emit)

    def _new(self, reading: Reading, query: str = "") -> None:
        if reading.place and self.visits.put(reading.place, query):
            self.moved.emit()
        self._take(reading)

    def _take(self, reading: Reading) -> None:
        self.reading = reading
        self.read.emit(reading)
        self.request_side_content()

    def request_side_content(self) -> None:
        """Request the side content of the reading."""
        from lexdesk_gui.reader import side_content

        reading = self.reading
        if reading is not None and reading.place is not None:
            request = partial(
                side_content.collect, place=reading.place, eid=reading.eid, day=self.as_of, valid_from=reading.valid_from,
                query=self.visits.query,
            )  # fmt: skip
            self._engine.ask("beside", request, self.side_content_ready.emit, self.failed.emit)
            articles = partial(
                side_content.suggest_articles, work=reading.place.work, text=reading.text[:_READ_FOR_ARTICLES],
                language=reading.place.language,
            )  # fmt: skip
            self._engine.ask("suggest", articles, self.suggested.emit, self.failed.emit)


_REMEMBERED = 100  # places to go back to


def as_stored_tab(place: Bookmark | Hit) -> StoredTab:
    """Return ``place`` in the form of a stored tab."""
    return StoredTab(place.work, place.eid or "", place.language or "", label_usual_citation(place))


@dataclass(slots=True, eq=False)
class Visits:
    """Visited places with back and forward navigation; ``at`` is the current index, or -1.

    Each place is stored with its highlighted query.
    """

    places: list[tuple[Bookmark, str]] = field(default_factory=list)
    at: int = -1

    @property
    def place(self) -> Bookmark | None:
        """Return the current place."""
        return self.places[self.at][0] if self.at >= 0 else None

    @property
    def query(self) -> str:
        """Return the query highlighted in the current place."""
        return self.places[self.at][1] if self.at >= 0 else ""

    def put(self, place: Bookmark, query: str = "") -> bool:
        """Append ``place`` and report whether it differs from the current one."""
        if self.place == place:
            self.places[self.at] = (place, query)
            return False
        self.places = [*self.places[: self.at + 1], (place, query)][-_REMEMBERED:]
        self.at = len(self.places) - 1
        return True

    def can_go(self, by: int) -> bool:
        """Report whether a place exists ``by`` steps away."""
        return 0 <= self.at + by < len(self.places)
