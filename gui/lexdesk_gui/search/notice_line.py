"""The line under the search field: the interpretation of the query, or an error and its repair."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from lexdesk_gui import error_messages
from lexdesk_gui.error_messages import Complaint, Repair
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.search.counting_session import CountingSession, SpellingSession
from lexdesk_gui.search.interpretation import MOST_FORMS, Interpretation, find_notice, interpret
from lexdesk_gui.search.search_session import SearchSession
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import add_to, button, escape_tooltip, label, repolish

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Answer

_MOST = 300  # characters, two lines; the tool tip has the rest
_REMARK_TIME = 10_000  # ms until the text about the results returns


class NoticeLine(QWidget):
    """A line of text with an optional button, higher for long sentences.

    ``repair`` carries the accepted repair, ``picked`` a clicked part of the query.
    """

    repair = Signal(object)
    picked = Signal(str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.text_label = label()
        self.text_label.linkActivated.connect(self._pick)
        self.text_label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.text_label.setWordWrap(True)
        self.offer: QPushButton = button("", "plain", self._offer)
        self._repair: Repair | None = None
        self._is_quiet = False
        self._meant: Repair | None = None
        self.text = ""
        self._standing: str | Interpretation | Complaint = ""
        self._shown: Interpretation | None = None
        self.remark_timer = QTimer(self, singleShot=True)
        self.remark_timer.setInterval(_REMARK_TIME)
        self.remark_timer.timeout.connect(self._show_standing)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        add_to(row, self.text_label, self.offer, stretch=self.text_label)
        self.offer.hide()
        theme.follow(self._restyle)

    def say(self, text: str | Interpretation) -> None:
        """Show ``text`` about the results."""
        self._standing, self._meant = text, None
        self._say(text)
        self.setVisible(not self._is_quiet)

    def add_forms(self, read: Interpretation) -> None:
        """Update the displayed interpretation with inflected forms; an offered repair stays."""
        if isinstance(self._standing, Interpretation):
            self._standing = read
            if not self.remark_timer.isActive():
                self._say(read, self._meant)

    def suggest(self, meant: Repair) -> None:
        """Offer another query next to the text about the results."""
        self._meant = meant
        if not self.remark_timer.isActive():
            self._show_standing()

    def remark(self, text: str) -> None:
        """Show ``text`` for a while, even on a quiet line."""
        self._say(text)
        announce(self, text)
        self.remark_timer.start()
        self.show()

    def end_remark(self) -> None:
        """Return from a remark to the text about the results."""
        if self.remark_timer.isActive():
            self._show_standing()

    def _show_standing(self) -> None:
        if isinstance(self._standing, Complaint):
            self.complain(self._standing)
        else:
            self._say(self._standing, self._meant)
            self.setVisible(not self._is_quiet or self._meant is not None)

    def set_quiet(self, quiet: bool) -> None:
        """Hide or show texts about results; errors are always shown."""
        self._is_quiet = quiet
        stays = isinstance(self._standing, Complaint) or self._meant is not None
        self.setVisible(not quiet or stays)

    def complain(self, complaint: Complaint) -> None:
        """Show an error and its repair."""
        self._standing, self._meant = complaint, None
        self._show(complaint.sentence, "bad", complaint.repair)
        self.show()

    def _say(self, text: str | Interpretation, repair: Repair | None = None) -> None:
        plain = text if isinstance(text, str) else text.plain(0)
        if len(plain) > _MOST:
            cut = f"{plain[:_MOST].rpartition(' ')[0] or plain[:_MOST]} …"
            self._show(cut, "small", repair)
            self.text_label.setToolTip(escape_tooltip(plain))
        else:
            self._show(text, "small", repair)

    def _show(self, text: str | Interpretation, kind: str, repair: Repair | None) -> None:
        self.remark_timer.stop()
        self.text_label.setProperty("kind", kind)
        repolish(self.text_label)
        self._repair = repair
        if repair:
            self.offer.setText(repair.label.replace("&", "&&"))
        self.offer.setVisible(repair is not None)
        self._shown = text if isinstance(text, Interpretation) else None
        if isinstance(text, Interpretation):
            self._write_parts(text)
        else:
            self._write(text, text, Qt.TextFormat.PlainText)

    def _write_parts(self, read: Interpretation) -> None:
        """Show as many forms of each word as fit on one line, so that the layout below does not move."""
        room = self.width() - (self.offer.sizeHint().width() if self._repair else 0)
        wide = self.text_label.fontMetrics().horizontalAdvance
        most = next((n for n in range(MOST_FORMS, 0, -1) if wide(read.plain(n)) < room * 0.9), 0)
        marked = read.marked(self._theme.look.tokens, most)
        self._write(read.plain(most), marked, Qt.TextFormat.RichText)

    def _write(self, plain: str, text: str, form: Qt.TextFormat) -> None:
        self.text = plain
        self.text_label.clear()  # which would be read in the new format
        self.text_label.setTextFormat(form)
        self.text_label.setText(text)
        self.text_label.setToolTip(escape_tooltip(plain))
        self.text_label.setAccessibleName(plain)

    def _pick(self, link: str) -> None:
        if self._shown is not None:
            self.picked.emit(self._shown.parts[int(link)].text)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the inflected forms to the new width."""
        super().resizeEvent(event)
        if self._shown is not None:
            self._write_parts(self._shown)

    def _offer(self) -> None:
        if self._repair:
            self.repair.emit(self._repair)

    def _restyle(self) -> None:
        self.setMinimumHeight(self._theme.look.px(24))
        if self._shown is not None:
            self._write_parts(self._shown)


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
            self._line.complain(error_messages.describe_keyword_only())
        else:
            self._line.say(self._notice(answer))
            self._spelling.check(answer.query)
        if not answer.hits:
            self._counting.relax(answer.query, datetime.date.fromisoformat(answer.as_of))

    def _notice(self, answer: Answer) -> str | Interpretation:
        return find_notice(answer, self._forms if self._query == answer.query else {})

    def _show_dropped_filter(self, dropped: str, left: str, count: int) -> None:
        """Name the filter responsible for an empty result, and offer the query without it."""
        if self._has_no_hits:
            text = find_plural("Search", "Without {filter} there are %Ln results.")(count)
            repair = Repair(translate("Search", "Search without it"), query=left)
            self._suggest(text.format(filter=dropped), repair)

    def _show_relaxed(self, query: str, count: int) -> None:
        """Offer a relaxed query, unless a spelling suggestion is shown."""
        if self._has_no_hits and not self._line.offer.isVisible():
            label = translate("Search", "Search for: {query}").format(query=query)
            text = find_plural("Search", "A relaxed query has %Ln results.")(count)
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
