"""Notices on an answer below the search field, with the queries offered there."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from lexdesk_gui import error_messages
from lexdesk_gui.error_messages import Repair
from lexdesk_gui.language import plural, translate
from lexdesk_gui.search.counting_session import CountingSession
from lexdesk_gui.search.interpretation import Interpretation, interpret, notice
from lexdesk_gui.search.notice_line import NoticeLine
from lexdesk_gui.search.search_session import SearchSession
from lexdesk_gui.search.spelling import SpellingSession
from lexdesk_gui.style.announcements import announce

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Answer


class AnswerNotices(QObject):
    """The notices of each answer in ``line``: its interpretation, a spelling, a query without a filter or a relaxed one."""

    def __init__(
        self,
        session: SearchSession,
        counting: CountingSession,
        spelling: SpellingSession,
        line: NoticeLine,
    ):
        super().__init__(line)
        self._session, self._counting, self._spelling = session, counting, spelling
        self._line = line
        self._query = ""
        self._forms: Mapping[str, Sequence[str]] = {}  # inflected forms of the words of ``_query``
        counting.filter_dropped.connect(self._show_dropped_filter)
        counting.relaxed.connect(self._show_relaxed)
        spelling.suggested.connect(self._show_spelling)
        spelling.inflected.connect(self._show_forms)

    def show_answer(self, answer: Answer) -> None:
        """Show the interpretation of the query, and look for other queries to offer."""
        if self._session.mode == "hybrid" and answer.mode == "keyword":
            self._line.complain(error_messages.keyword_only())
        else:
            self._line.say(self._notice(answer))
            self._spelling.check(answer.query)
        if not answer.hits:
            self._counting.relax(answer.query, datetime.date.fromisoformat(answer.as_of))

    def _notice(self, answer: Answer) -> str | Interpretation:
        return notice(answer, self._forms if self._query == answer.query else {})

    def _show_dropped_filter(self, dropped: str, left: str, count: int) -> None:
        """Name the filter responsible for an empty result, and offer the query without it."""
        if self._has_no_hits:
            text = plural("Search", "Without {filter} there are %Ln results.")(count)
            repair = Repair(translate("Search", "Search without it"), query=left)
            self._suggest(text.format(filter=dropped), repair)

    def _show_relaxed(self, query: str, count: int) -> None:
        """Offer a relaxed query, unless a spelling suggestion is shown."""
        if self._has_no_hits and not self._line.offer.isVisible():
            label = translate("Search", "Search for: {query}").format(query=query)
            text = plural("Search", "A relaxed query has %Ln results.")(count)
            self._suggest(text, Repair(label, query=query))

    @property
    def _has_no_hits(self) -> bool:
        return self._session.answer is not None and not self._session.answer.hits

    def _suggest(self, text: str, repair: Repair) -> None:
        self._line.say(text)
        self._line.suggest(repair)
        announce(self._line, f"{text} {repair.label}")

    def _show_spelling(self, query: str, meant: str) -> None:
        answer = self._session.answer
        if answer is not None and answer.query == query:
            label = translate("Search", "Did you mean: {query}").format(query=meant)
            self._line.say(self._notice(answer))
            self._line.suggest(Repair(label, query=meant))
            announce(self._line, label)

    def _show_forms(self, query: str, forms: Mapping[str, Sequence[str]]) -> None:
        answer = self._session.answer
        is_citation = answer is not None and any(hit.named for hit in answer.hits[:1])
        if answer is not None and answer.query == query and not is_citation:
            self._query, self._forms = query, forms
            self._line.add_forms(interpret(answer, forms))
