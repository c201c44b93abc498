"""The search view: interpretation of the query, filters, results and reader."""

from __future__ import annotations

import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from lexdesk_gui import error_messages, wording
from lexdesk_gui.error_messages import Complaint, Repair
from lexdesk_gui.language import translate
from lexdesk_gui.reader.reader_pane import ReaderPane
from lexdesk_gui.reader.reader_session import ReaderSession, as_stored_tab
from lexdesk_gui.reader.tabs import TabSession
from lexdesk_gui.search.counting_session import CountingSession, SpellingSession
from lexdesk_gui.search.facets import Chips, Facets
from lexdesk_gui.search.notice_line import AnswerNotices, NoticeLine
from lexdesk_gui.search.result_list import ResultList
from lexdesk_gui.search.search_field import SearchField
from lexdesk_gui.search.search_session import SearchSession
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import fill, frame, set_initial_sizes, splitter

if TYPE_CHECKING:
    from lexdesk.law.citation_styles import Style
    from lexdesk.search.options import Mode
    from lexdesk.search.results.hits import Answer, Hit
    from lexdesk_gui.reader.readings import Reading

_RESULTS, _READER = 392, 1000  # pixels at 100 %, as the splitter starts
_TWO_PANES, _PANEL, _FACETS = 1100, 1244, 1280
"""Minimum widths at 100 % for both panes, side panel and facets: of the window, as the width of the rail varies."""
_TWO_READERS, _PANEL_TOO, _OUTLINE = 1164, 1764, 1600
"""Minimum window widths for two readers, with the side panel, and for an outline column."""


class SearchView(QWidget):
    """The widget of a ``SearchSession`` and a ``ReaderSession``.

    ``field`` is the window's search field above all screens; ``style_of_citations`` is the style of
    copied citations. ``searched`` signals a search from another screen, ``wanted_vectors`` a
    request to rebuild the semantic index.
    """

    searched = Signal()
    wanted_vectors = Signal()

    def __init__(
        self,
        session: SearchSession,
        reading: ReaderSession,
        counting: CountingSession,
        spelling: SpellingSession,
        field: SearchField,
        theme: Theme,
    ):
        super().__init__()
        self._session = session
        self._reading = reading
        self._counting, self._spelling = counting, spelling
        self.tabs = TabSession(reading, self)
        self._theme = theme
        self.style_of_citations: Style = "plain"
        self._follows = False  # whether the next answer may restart at the top of the list
        self._by_user = True  # whether the user started the search
        self.field = field
        self.line = NoticeLine(theme)
        self._notices = AnswerNotices(session, counting, spelling, self.line)
        self.chips = Chips(theme)
        self.facets = Facets(theme)
        self.results = ResultList(theme)
        self.reader_pane = ReaderPane(theme)
        self.reader = self.reader_pane.reader
        self.reader_pane.tabs.use(self.tabs)
        self._fill()
        self._connect()
        theme.follow(self._restyle)

    def focus_field(self) -> None:
        """Focus the field and select its text."""
        self.field.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.edit.selectAll()

    def focus_results(self) -> None:
        """Focus the list of results."""
        self._show_one("list")
        self.results.take_focus()

    def focus_reader(self) -> None:
        """Focus the reader."""
        self._show_one("reader")
        self.reader_pane.take_focus()

    def cycle(self, by: int) -> None:
        """Focus the next pane, or the previous one for ``by=-1``."""
        goals = [self.focus_field, self.focus_results, self.focus_reader]
        panes: list[QWidget] = [self.field, self.results, self.reader_pane]
        if self.reader_pane.kept and self.reader_pane.second.isVisible():
            goals.append(self.reader_pane.second.take_focus)
            panes.append(self.reader_pane.second)
        if self.reader_pane.side.isVisible():
            tabs = self.reader_pane.side.tabs
            goals.append(lambda: tabs.setFocus(Qt.FocusReason.ShortcutFocusReason))
            panes.append(self.reader_pane.side)
        at = max((n for n, pane in enumerate(panes) if self._has_focus(pane)), default=0)
        goals[(at + by) % len(goals)]()

    def set_mode(self, mode: Mode) -> None:
        """Search in ``mode``."""
        self.field.set_mode(mode)
        self._session.set_mode(mode)

    def set_query(self, query: str) -> None:
        """Search for ``query`` at once."""
        self.field.set_query(query)
        self._session.search_now()

    def follow(self, *, also_if_busy: bool = False) -> None:
        """Repeat the search for new content unless the user is working with the results.

        With ``also_if_busy``, repeat it in any case; the selection then stays.
        """
        if self.results.hit() is None or (self.results.is_at_top and not self._reads_on):
            self._follows = True
            self.ask_again(reranked=True)
        elif also_if_busy:
            self.ask_again()

    def ask_again(self, *, reranked: bool = False) -> None:
        """Repeat the search without announcing the number of results."""
        self._by_user = False
        self._session.search_again(reranked=reranked)

    def show_parse(self, shown: bool) -> None:
        """Show or hide the interpretation of the query; errors are always shown."""
        self.line.set_quiet(not shown)

    def copy_with_citation(self) -> None:
        """Copy the passage with its citation to the clipboard."""
        reading = self._reading.reading
        if reading is None or reading.place is None:
            return
        from lexdesk.law.citation_styles import Place, cite

        place = reading.place
        citation = cite(
            Place(place.work, place.eid, place.citation, place.title, place.path, place.page),
            self.style_of_citations,
        )
        QGuiApplication.clipboard().setText(f"{place.text or reading.text}\n— {citation}")
        self.line.remark(
            translate("Search", "Copied with citation: {citation}").format(citation=citation)
        )

    @staticmethod
    def _has_focus(pane: QWidget) -> bool:
        focused = pane.window().focusWidget()
        return focused is not None and (pane is focused or pane.isAncestorOf(focused))

    # Signals of the sessions.

    def _answered(self, answer: Answer) -> None:
        self.field.mark(None)
        self.chips.show_query(answer.query)
        self.chips.day = day = datetime.date.fromisoformat(answer.as_of)
        self.facets.show_day(day)
        self.facets.show_query(answer.query)
        self._show_years(answer)
        self.facets.clear_counts()
        self._count()
        self._notices.show_answer(answer)
        reads_elsewhere = bool(self.tabs.current) or not self._reading.is_of_list
        follows, self._follows = self._follows and not self._reads_on, False
        is_new = self.results.show_answer(
            answer, reads_elsewhere=reads_elsewhere, from_top=follows and self.results.is_at_top
        )
        if not answer.hits and (is_new or not reads_elsewhere):
            self._close_reader()
        if self._by_user or is_new:
            announce(self, wording.result_count(answer))
        self._by_user = True

    def _reranked(self, answer: Answer) -> None:
        if self._reads_on:  # keep the text
            self.results.extend(answer)
        else:
            self.results.reorder(answer)

    @property
    def _reads_on(self) -> bool:
        """Report whether the user is in the reader or reads in a separate tab."""
        return bool(self.tabs.current) or self._has_focus(self.reader_pane)

    def _count(self) -> None:
        answer = self._session.answer
        if answer is not None and self.facets.isVisible():
            day = datetime.date.fromisoformat(answer.as_of)
            self._counting.count(answer.query, day, self.facets.uncounted, answer.lists_citing)

    def _show_years(self, answer: Answer) -> None:
        self.facets.show_years([hit.valid_from or hit.dated for hit in answer.hits])

    def _show_query_error(self, complaint: Complaint) -> None:
        self.field.mark(complaint.span)
        self.line.complain(complaint)
        self.results.dim(True)
        announce(self, complaint.sentence)

    def _cleared(self) -> None:
        self.field.mark(None)
        self.line.say("")
        self.chips.show_query("")
        self.facets.show_query("")
        self.facets.clear_counts()
        self.facets.show_years(())
        self._counting.stop()
        self.results.show_examples()
        self._close_reader()

    def _close_reader(self) -> None:
        if self.tabs.current:  # a separate tab stays open
            return
        self._reading.close()

    def _closed(self) -> None:
        self.reader_pane.show_reading(None)
        self.reader_pane.show_side_content(None)
        self.reader_pane.timeline.put(None, None)

    def _choose(self, hit: Hit) -> None:
        self.tabs.follow_results()
        self._reading.open_hit(hit, self._query_answered)

    @property
    def _query_answered(self) -> str:
        return self._session.answer.query if self._session.answer else ""

    def open_in_tab(self) -> None:
        """Open the selected result in a new tab, or the current text if the reader has focus."""
        visits, hit = self._reading.visits, self.results.hit()
        if visits.place is not None and self._has_focus(self.reader_pane):
            self.tabs.open_new(
                as_stored_tab(visits.place),
                partial(self._reading.open_place, visits.place, visits.query),
            )
        elif hit is not None:
            self.tabs.open_new(
                as_stored_tab(hit), partial(self._reading.open_hit, hit, self._query_answered)
            )

    def keep_in_second_reader(self) -> None:
        """Keep the current text in a second reader, given enough width."""
        if not self._has_width(_TWO_READERS):
            self.line.remark(translate("Search", "Widen the window to show two readers."))
            return
        self.reader_pane.keep_in_second_reader()

    def _read(self, reading: Reading) -> None:
        self.reader_pane.show_reading(reading)
        if self._has_focus(self.reader_pane):  # else the list announces the selection
            announce(self.reader_pane, reading.citation_by_usual_name)

    def _show_reading_error(self, error: Exception) -> None:
        self.line.complain(error_messages.Complaint(error_messages.describe_failure(error)))

    def _repair(self, repair: Repair) -> None:
        if repair.vectors:
            self.wanted_vectors.emit()
        if repair.mode is not None:
            self.set_mode(repair.mode)
        if repair.query is not None:
            self.set_query(repair.query)
        self.field.edit.setFocus()

    def _enter(self) -> None:
        self._session.search_now()
        self.searched.emit()
        self.focus_results()

    def _enter_result(self) -> None:
        self._session.settle()
        self._reopen()
        self.focus_reader()

    def _reopen(self) -> None:
        """Open the selected result unless the reader already shows it."""
        self.reader_pane.hide_keys()
        is_read = self._reading.reading is not None and self._reading.is_of_list
        if (self.tabs.current or not is_read) and (hit := self.results.hit()) is not None:
            self._choose(hit)

    # Building.

    def _connect(self) -> None:
        self.field.typed.connect(self._session.type)
        self.field.chosen.connect(self._session.set_mode)
        self.field.entered.connect(self._enter)
        self.field.stepped.connect(self.results.step)
        self.line.repair.connect(self._repair)
        self.line.repair.connect(lambda _: self.searched.emit())
        self.field.typed.connect(lambda _: self._counting.stop())
        self.field.typed.connect(lambda _: self._spelling.stop())
        self.chips.changed.connect(self.set_query)
        self.facets.changed.connect(self.set_query)
        self.facets.uncounted_shown.connect(self._count)
        self._counting.counted.connect(self.facets.show_count)
        self.line.picked.connect(self.field.select)
        self.results.chosen.connect(self._choose)
        self.results.example.connect(self.set_query)
        self.results.clicked.connect(self._reopen)
        self.results.view.entered_row.connect(self._enter_result)
        self.results.view.paged.connect(self.reader_pane.turn_page)
        self.results.model.ran_out.connect(self._session.more)
        self.reader_pane.message.connect(self.line.remark)
        self._session.answered.connect(self._answered)
        self._session.reranked.connect(self._reranked)
        self._session.extended.connect(self.results.extend)
        for further in (self._session.reranked, self._session.extended):
            further.connect(self._show_years)
        self._session.rejected.connect(self._show_query_error)
        self._session.completed.connect(self.field.offer)
        self._session.cleared.connect(self._cleared)
        self._session.history.connect(self.results.offer)
        self._session.busy.connect(self.results.set_busy)
        self._reading.read.connect(self._read)
        self._reading.closed.connect(self._closed)
        self._reading.failed.connect(self._show_reading_error)

    def _fill(self) -> None:
        self._under = QVBoxLayout()
        fill(self._under, self.line, self.chips)
        pane = self.reader_pane
        self.panes = splitter(Qt.Orientation.Horizontal, self.results, pane, stretch=pane)
        panes = frame("panes")
        fill(QHBoxLayout(panes), self.facets, self.panes, stretch=self.panes)
        fill(QVBoxLayout(self), self._under, panes, stretch=panes)

    def _restyle(self) -> None:
        set_initial_sizes(self.panes, self._theme.look, _RESULTS, _READER)
        self._arrange()

    # Narrow windows.

    def _has_width(self, design: int) -> bool:
        return self.window().width() >= self._theme.look.px(design)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show the panes that fit."""
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Show the panes that fit if the window changed its size meanwhile: a hidden view has no event of it."""
        super().showEvent(event)
        if self.window().width() != self._arranged_for:
            self._arrange()

    def _arrange(self) -> None:
        before, self._arranged_for = self._hidden(), self.window().width()
        px, pane = self._theme.look.px, self.reader_pane
        self.facets.setVisible(self._has_width(_FACETS))
        left = px(16) + px(150) + px(12) if self._has_width(_TWO_PANES) else px(16)
        self._under.setContentsMargins(left, 0, px(16), 0)
        pane.sides.allow_side_panel(self._has_width(_PANEL), self._has_width(_PANEL_TOO))
        pane.sides.allow_outline_column(self._has_width(_OUTLINE))
        has_room = self._has_width(_TWO_READERS)
        pane.set_second_visible(pane.kept is not None and has_room)
        if has_room:  # a remark about the missing room may be shown
            self.line.end_remark()
        self._show_one("reader" if self._has_focus(self.reader_pane) else "list")
        if self._hidden() != before:
            self._shrink_ancestors()

    def _hidden(self) -> list[bool]:
        """Return the hidden state of each optional pane."""
        panes: tuple[QWidget, ...] = (self.facets, self.results, self.reader_pane)
        return [pane.isHidden() for pane in (*panes, self.reader_pane.side)]

    def _shrink_ancestors(self) -> None:
        """Update the minimum size of all ancestors at once; Qt would do so level by level, after growing the window."""
        widget: QWidget | None = self.panes
        while widget is not None and not widget.isWindow():
            widget.updateGeometry()
            widget = widget.parentWidget()

    def _show_one(self, wanted: str) -> None:
        """Without room for both panes, show the ``wanted`` one."""
        both = self._has_width(_TWO_PANES)
        self.results.setVisible(both or wanted == "list")
        self.reader_pane.setVisible(both or wanted == "reader")
