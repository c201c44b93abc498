"""Updates of the window when its reader opens a text, follows a link, gets a note or shows another day."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, cast

from lexdesk_gui.style.announcements import announce

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Kind
    from lexdesk_gui.navigation import Navigation
    from lexdesk_gui.reader.side_content import SideContent
    from lexdesk_gui.screens import Screens
    from lexdesk_gui.status_bar import StatusBar
    from lexdesk_gui.window_protocol import Window


class ReaderEvents:
    """The connections of the reader of ``window`` and the as-of date to its sessions."""

    def __init__(
        self, window: Window, screens: Screens, navigation: Navigation, status_line: StatusBar
    ):
        self._window, self._screens, self._navigation = window, screens, navigation
        self._status_line = status_line
        self.today = datetime.date.today()
        reading, pane = window.reading, window.view.reader_pane
        reading.side_content_ready.connect(self._show_side_content)
        reading.suggested.connect(pane.show_suggested)
        reading.previewed.connect(pane.reader.show_preview)
        pane.reader.pointed.connect(reading.preview)
        pane.reader.linked.connect(self._open_linked)
        pane.neighbour_requested.connect(self._go_on)
        pane.timeline.chosen.connect(self._set_as_of)
        window.bar.dated.connect(self._set_as_of)
        window.searching.dated.connect(self._follow_query)
        pane.side.chosen.connect(self._open_eid)
        pane.side.linked.connect(self._open_linked)
        pane.side.noted.connect(self._mark)
        pane.side.unmarked.connect(window.work.unmark)
        window.work.marked.connect(reading.request_side_content)
        window.reviewing.show_in(pane.side.decision)

    def see_today(self) -> None:
        """Show the law of today if the date has changed since the last check."""
        window, today = self._window, datetime.date.today()
        if today != self.today:
            self.today = today
            window.bar.show_day(window.reading.as_of)
            if window.reading.as_of is None:
                window.reading.reload()
                window.searching.search_again()

    def _set_as_of(self, day: datetime.date | None) -> None:
        window = self._window
        self._status_line.forget()  # its message may be about the previous day
        self._show_day(day)
        sessions = (
            window.reading,
            window.searching,
            window.catalogue,
            window.comparing,
            window.matching,
        )
        for session in sessions:
            session.set_as_of(day)
        if self._screens.shown == "library":
            window.catalogue.look()

    def _follow_query(self, day: datetime.date | None) -> None:
        """Show the law of the day that the query names, or of the chosen day again if it names none."""
        window = self._window
        if day != window.reading.as_of:
            self._show_day(day)
            window.reading.set_as_of(day)

    def _show_day(self, day: datetime.date | None) -> None:
        """Show ``day`` in the bar and on the timeline before the law of the day arrives."""
        bar = self._window.bar
        bar.show_day(day)
        announce(bar, bar.day.accessibleName())
        self._window.view.reader_pane.timeline.select_day(day)

    def _show_side_content(self, content: SideContent) -> None:
        pane = self._window.view.reader_pane
        pane.show_side_content(content)
        pane.timeline.put(
            content.history, self._window.reading.as_of, content.in_force_from, content.applies_from
        )

    def _open_eid(self, eid: str) -> None:
        reading = self._window.reading
        if (found := reading.reading) and found.place:
            reading.open_provision(found.place.work, eid, found.place.language)

    def _go_on(self, eid: str) -> None:
        self._navigation.bring_reader()
        self._open_eid(eid)

    def _open_linked(self, work: str, eid: str) -> None:
        self._window.reading.open_provision(work, eid or None)

    def _mark(self, kind: str, value: str) -> None:
        found = self._window.reading.reading
        if found and found.place:
            from lexdesk.annotations.workbook import make_bookmark

            self._window.work.mark(make_bookmark(found.place), cast("Kind", kind), value)
