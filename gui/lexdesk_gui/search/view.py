"""The search screen: how the query was read, filters, results and reader."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from lexdesk_gui import error_messages, wording
from lexdesk_gui.error_messages import Complaint, Repair
from lexdesk_gui.language import plural, translate
from lexdesk_gui.reader.pane import ReaderPane
from lexdesk_gui.reader.reader_session import ReaderSession
from lexdesk_gui.reader.tabs import TabSession
from lexdesk_gui.reader.trail import opened
from lexdesk_gui.search.chips import Chips
from lexdesk_gui.search.counting import CountingSession
from lexdesk_gui.search.facets import Facets
from lexdesk_gui.search.field import SearchField
from lexdesk_gui.search.how_read import HowRead, how_read, notice
from lexdesk_gui.search.notice_line import NoticeLine
from lexdesk_gui.search.result_list import ResultList
from lexdesk_gui.search.search_session import SearchSession
from lexdesk_gui.search.spelling import SpellingSession
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import set_initial_sizes, splitter

if TYPE_CHECKING:
    from lexdesk.law.citation_styles import Style
    from lexdesk.search.options import Mode
    from lexdesk.search.results.hits import Answer, Hit
    from lexdesk_gui.reader.reading import Reading

_RESULTS, _READER = 392, 1000  # pixels at 100 %, as the splitter starts
_TWO_PANES, _PANEL, _FACETS = 924, 1244, 1280
"""Widths of the window, at 100 %, from which both panes, the panel beside the text, and facets have
room. Not of this view: the rail is as wide as its longest word in the language of the interface."""
_TWO_READERS, _PANEL_TOO, _OUTLINE = 1164, 1764, 1600
"""Those from which two readers have room, the panel beside them, and the outline in a column of its own."""


class SearchView(QWidget):
    """Shows what a ``SearchSession`` and a ``ReaderSession`` say and tells them what is done.

    ``field`` is the window's search field, which stands above all screens; ``style`` is how
    citations are copied; ``searched`` comes when a person asks from another screen, ``wanted_vectors``
    when they are to be made anew.
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
        self._follows = False  # whether the answer to come may go on from the top of the list
        self._is_asked = True  # by a person
        self._inflected: tuple[str, Mapping[str, Sequence[str]]] = (
            "",
            {},
        )  # a query, forms of its words
        self.field = field
        self.line = NoticeLine(theme)
        self.chips = Chips(theme)
        self.facets = Facets(theme)
        self.results = ResultList(theme)
        self.reader_pane = ReaderPane(theme)
        self.reader = self.reader_pane.reader
        self.reader_pane.tabs.use(self.tabs)
        self._fill()
        self._connect()
        theme.changed.connect(self._restyle)
        self._restyle()

    def focus_field(self) -> None:
        """Go to the field and select what it holds."""
        self.field.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.edit.selectAll()

    def focus_results(self) -> None:
        """Go to the list of results."""
        self._show_one("list")
        self.results.take_focus()

    def focus_reader(self) -> None:
        """Go into the reader."""
        self._show_one("reader")
        self.reader_pane.take_focus()

    def cycle(self, by: int) -> None:
        """Go to the next pane, or to the previous one where ``by`` is -1."""
        goals = [self.focus_field, self.focus_results, self.focus_reader]
        panes: list[QWidget] = [self.field, self.results, self.reader_pane]
        if self.reader_pane.kept and self.reader_pane.second.isVisible():
            goals.append(self.reader_pane.second.take_focus)
            panes.append(self.reader_pane.second)
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
        """Ask again, since there is more to find; where a person is busy with what was found, only if that is said,
        and then what they chose stays chosen."""
        if self.results.hit() is None or (self.results.is_at_top and not self._reads_on):
            self._follows = True
            self.ask_again(reranked=True)
        elif also_if_busy:
            self.ask_again()

    def ask_again(self, *, reranked: bool = False) -> None:
        """Ask again what was asked, for no person: nobody is told aloud how many results there are now."""
        self._is_asked = False
        self._session.search_again(reranked=reranked)

    def show_parse(self, shown: bool) -> None:
        """Show or hide how the query was read; mistakes are always told."""
        self.line.set_quiet(not shown)

    def copy_with_citation(self) -> None:
        """Put the passage and where it stands on the clipboard."""
        reading = self._reading.reading
        if reading is None or reading.place is None:
            return
        from lexdesk.law.citation_styles import Place, cite

        place = reading.place
        told = cite(
            Place(place.work, place.eid, place.citation, place.title, place.path, place.page),
            self.style_of_citations,
        )
        QGuiApplication.clipboard().setText(f"{place.text or reading.text}\n— {told}")
        self.line.remark(
            translate("Search", "Copied with its citation: {citation}").format(citation=told)
        )

    @staticmethod
    def _has_focus(pane: QWidget) -> bool:
        focused = pane.window().focusWidget()
        return focused is not None and (pane is focused or pane.isAncestorOf(focused))

    # What the sessions say.

    def _answered(self, answer: Answer) -> None:
        self.field.mark(None)
        self.chips.show_query(answer.query)
        self.facets.show_query(answer.query)
        self._count_years(answer)
        self.facets.forget_counts()
        self._count()
        if self._session.mode == "hybrid" and answer.mode == "keyword":
            self.line.complain(error_messages.keyword_only())
        else:
            self.line.say(self._notice(answer))
            self._spelling.check(answer.query)
        reads_elsewhere = bool(self.tabs.current) or not self._reading.is_of_list
        follows, self._follows = self._follows and not self._reads_on, False
        is_new = self.results.show_answer(
            answer, reads_elsewhere=reads_elsewhere, from_top=follows and self.results.is_at_top
        )
        if not answer.hits:
            self._counting.relax(answer.query, datetime.date.fromisoformat(answer.as_of))
            if is_new or not reads_elsewhere:
                self._close_reader()
        if self._is_asked or is_new:
            announce(self, wording.result_count(answer))
        self._is_asked = True

    def _tell_cause(self, dropped: str, left: str, count: int) -> None:
        """Why there is no result, and the query that has some."""
        if self._session.answer is None or self._session.answer.hits:
            return
        told = plural("Search", "Without {filter} there are %Ln results.")(count)
        repair = Repair(translate("Search", "Search without it"), query=left)
        self._say_and_offer(told.format(filter=dropped), repair)

    def _show_relaxed(self, query: str, count: int) -> None:
        """What has results and asks for less; where a word is misspelt, that is told."""
        if self._session.answer is None or self._session.answer.hits or self.line.offer.isVisible():
            return
        label = translate("Search", "Search for: {query}").format(query=query)
        told = plural("Search", "What asks for less has %Ln results.")(count)
        self._say_and_offer(told, Repair(label, query=query))

    def _say_and_offer(self, told: str, repair: Repair) -> None:
        self.line.say(told)
        self.line.offer_instead(repair)
        announce(self, f"{told} {repair.label}")

    def _tell_meant(self, query: str, meant: str) -> None:
        answer = self._session.answer
        if answer is not None and answer.query == query:
            label = translate("Search", "Did you mean: {query}").format(query=meant)
            self.line.say(self._notice(answer))
            self.line.offer_instead(Repair(label, query=meant))
            announce(self, label)

    def _tell_forms(self, query: str, forms: Mapping[str, Sequence[str]]) -> None:
        answer = self._session.answer
        is_citation = answer is not None and any(hit.named for hit in answer.hits[:1])
        if answer is not None and answer.query == query and not is_citation:
            self._inflected = query, forms
            self.line.tell_more(how_read(answer, forms))

    def _notice(self, answer: Answer) -> str | HowRead:
        query, forms = self._inflected
        return notice(answer, forms if query == answer.query else {})

    def _reranked(self, answer: Answer) -> None:
        if self._reads_on:  # the text stays
            self.results.extend(answer)
        else:
            self.results.reorder(answer)

    @property
    def _reads_on(self) -> bool:
        """Whether a person is in the reader, or reads in a tab of its own."""
        return bool(self.tabs.current) or self._has_focus(self.reader_pane)

    def _count(self) -> None:
        answer = self._session.answer
        if answer is not None and self.facets.isVisible():
            day = datetime.date.fromisoformat(answer.as_of)
            self._counting.count(answer.query, day, self.facets.uncounted)

    def _count_years(self, answer: Answer) -> None:
        self.facets.count_years([hit.valid_from or hit.dated for hit in answer.hits])

    def _refused(self, complaint: Complaint) -> None:
        self.field.mark(complaint.span)
        self.line.complain(complaint)
        self.results.dim(True)
        announce(self, complaint.sentence)

    def _cleared(self) -> None:
        self.field.mark(None)
        self.line.say("")
        self.chips.show_query("")
        self.facets.show_query("")
        self.facets.forget_counts()
        self.facets.count_years(())
        self._counting.stop()
        self.results.show_examples()
        self._close_reader()

    def _close_reader(self) -> None:
        if self.tabs.current:  # a tab of its own stays, whatever is found
            return
        self._reading.close()

    def _closed(self) -> None:
        self.reader_pane.show_reading(None)
        self.reader_pane.show_beside(None)
        self.reader_pane.timeline.put(None, None)

    def _choose(self, hit: Hit) -> None:
        self.tabs.follow_results()
        self._reading.open_hit(hit, self._query_answered)

    @property
    def _query_answered(self) -> str:
        return self._session.answer.query if self._session.answer else ""

    def open_in_tab(self) -> None:
        """Open the chosen result in a tab of its own; what is read, where keys go to the reader."""
        trail, hit = self._reading.trail, self.results.hit()
        if trail.place is not None and self._has_focus(self.reader_pane):
            self.tabs.open_new(
                opened(trail.place), partial(self._reading.open_place, trail.place, trail.query)
            )
        elif hit is not None:
            self.tabs.open_new(
                opened(hit), partial(self._reading.open_hit, hit, self._query_answered)
            )

    def keep_beside(self) -> None:
        """Keep what is read in a second reader, where there is room for it."""
        if not self._has_width(_TWO_READERS):
            self.line.remark(
                translate("Search", "Make the window wider to have room for two readers.")
            )
            return
        self.reader_pane.keep_beside()
        if not self._has_width(_PANEL_TOO):
            self.reader_pane.set_beside_visible(False)

    def _read(self, reading: Reading) -> None:
        self.reader_pane.show_reading(reading)
        if self._has_focus(self.reader_pane):  # else the list says what is chosen
            announce(self.reader_pane, reading.called)

    def _unread(self, error: Exception) -> None:
        self.line.complain(error_messages.Complaint(error_messages.failure(error)))

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
        """Read the chosen result where something else is read, or nothing, or where the keys are shown."""
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
        self._counting.filter_dropped.connect(self._tell_cause)
        self._counting.relaxed.connect(self._show_relaxed)
        self._spelling.meant.connect(self._tell_meant)
        self._spelling.inflected.connect(self._tell_forms)
        self.line.picked.connect(self.field.select)
        self.results.chosen.connect(self._choose)
        self.results.example.connect(self.set_query)
        self.results.clicked.connect(self._reopen)
        self.results.entered.connect(self._enter_result)
        self.results.paged.connect(self.reader_pane.turn_page)
        self.results.wanted_more.connect(self._session.more)
        self.reader_pane.told.connect(self.line.remark)
        self._session.answered.connect(self._answered)
        self._session.reranked.connect(self._reranked)
        self._session.extended.connect(self.results.extend)
        for further in (self._session.reranked, self._session.extended):
            further.connect(self._count_years)
        self._session.refused.connect(self._refused)
        self._session.completed.connect(self.field.offer)
        self._session.cleared.connect(self._cleared)
        self._session.begun.connect(self.results.offer)
        self._session.busy.connect(self.results.set_busy)
        self._reading.read.connect(self._read)
        self._reading.closed.connect(self._closed)
        self._reading.failed.connect(self._unread)

    def _fill(self) -> None:
        self._under = QVBoxLayout()
        self._under.addWidget(self.line)
        self._under.addWidget(self.chips)
        self.panes = splitter(Qt.Orientation.Horizontal, self.results, self.reader_pane)
        self.panes.setStretchFactor(1, 1)
        frame = QFrame()
        frame.setProperty("kind", "panes")
        inside = QHBoxLayout(frame)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.facets)
        inside.addWidget(self.panes, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._under)
        column.addWidget(frame, 1)

    def _restyle(self) -> None:
        self._under.setSpacing(0)
        set_initial_sizes(self.panes, self._theme.look, _RESULTS, _READER)
        self._arrange()

    # Narrow windows.

    def _has_width(self, design: int) -> bool:
        return self.window().width() >= self._theme.look.px(design)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show as many panes as there is room for."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        before = self._hidden()
        px, pane = self._theme.look.px, self.reader_pane
        self.facets.setVisible(self._has_width(_FACETS))
        left = px(16) + px(150) + px(12) if self._has_width(_TWO_PANES) else px(16)
        self._under.setContentsMargins(left, 0, px(16), 0)
        pane.give_room_beside(self._has_width(_PANEL))
        pane.give_outline_room(self._has_width(_OUTLINE))
        has_room = self._has_width(_TWO_READERS)
        pane.set_second_visible(pane.kept is not None and has_room)
        if has_room:  # it may have been said that there is none
            self.line.end_remark()
        self._show_one("reader" if self._has_focus(self.reader_pane) else "list")
        if self._hidden() != before:
            self._ask_for_less()

    def _hidden(self) -> list[bool]:
        """Of what needs room, whether it is hidden."""
        panes: tuple[QWidget, ...] = (self.facets, self.results, self.reader_pane)
        return [pane.isHidden() for pane in (*panes, self.reader_pane.side)]

    def _ask_for_less(self) -> None:
        """Have the window know at once what is hidden: by itself it learns that level by level, and has grown by then."""
        each: QWidget | None = self.panes
        while each is not None and not each.isWindow():
            each.updateGeometry()
            each = each.parentWidget()

    def _show_one(self, wanted: str) -> None:
        """Where there is room for one pane, show the one that is ``wanted``."""
        both = self._has_width(_TWO_PANES)
        self.results.setVisible(both or wanted == "list")
        self.reader_pane.setVisible(both or wanted == "reader")
