"""The search screen: field, line below it, results and reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from lexdesk_gui import wording
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import label
from lexdesk_gui.reader.pane import ReaderPane
from lexdesk_gui.search.field import SearchField
from lexdesk_gui.search.notice_line import NoticeLine
from lexdesk_gui.search.result_list import ResultList
from lexdesk_gui.search.session import SearchSession
from lexdesk_gui.wording import Complaint, Repair

if TYPE_CHECKING:
    from lexdesk.retrieval import Mode
    from lexdesk.search import Answer
    from lexdesk_gui.reader.reading import Reading

_RESULTS, _READER = 392, 1000  # pixels at 100 %, as the splitter starts


class SearchView(QWidget):
    """Shows what a ``SearchSession`` says and tells it what is typed and chosen."""

    def __init__(self, session: SearchSession, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self.field = SearchField(theme)
        self.line = NoticeLine(theme)
        self.results = ResultList(theme)
        self.reader_pane = ReaderPane(theme)
        self.reader = self.reader_pane.reader
        self.library_name = label(kind="strong", name="Library")
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
        self.results.take_focus()

    def focus_reader(self) -> None:
        """Go into the reader."""
        self.reader.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def cycle(self, by: int) -> None:
        """Go to the next pane, or to the previous one where ``by`` is -1."""
        goals = (self.focus_field, self.focus_results, self.focus_reader)
        panes: tuple[QWidget, ...] = (self.field, self.results, self.reader_pane)
        at = next((n for n, pane in enumerate(panes) if self._has_focus(pane)), 0)
        goals[(at + by) % len(goals)]()

    def set_mode(self, mode: Mode) -> None:
        """Search in ``mode``."""
        self.field.set_mode(mode)
        self._session.set_mode(mode)

    def set_query(self, query: str) -> None:
        """Search for ``query`` at once."""
        self.field.set_query(query)
        self._session.search_now()

    def copy_with_citation(self) -> None:
        """Put the passage and where it stands on the clipboard."""
        if reading := self.reader.reading:
            QGuiApplication.clipboard().setText(f"{reading.text}\n— {reading.citation}")
            self.line.say(f"Copied with its citation: {reading.citation}")

    @staticmethod
    def _has_focus(pane: QWidget) -> bool:
        focused = pane.window().focusWidget()
        return focused is not None and (pane is focused or pane.isAncestorOf(focused))

    # What the session says.

    def _answered(self, answer: Answer) -> None:
        self.field.mark(None)
        self.line.say(f"Reads as  {answer.parsed}")
        self.results.show_answer(answer)
        if not answer.hits:
            self.reader_pane.show_reading(None)
        self._announce(wording.result_count(answer))

    def _refused(self, complaint: Complaint) -> None:
        self.field.mark(complaint.span)
        self.line.complain(complaint)
        self.results.dim(True)
        self._announce(complaint.sentence)

    def _cleared(self) -> None:
        self.field.mark(None)
        self.line.say("")
        self.results.show_examples()
        self.reader_pane.show_reading(None)

    def _read(self, reading: Reading) -> None:
        self.reader_pane.show_reading(reading)

    def _repair(self, repair: Repair) -> None:
        if repair.mode is not None:
            self.set_mode(repair.mode)
        if repair.query is not None:
            self.set_query(repair.query)
        self.field.edit.setFocus()

    def _enter(self) -> None:
        self._session.search_now()
        self.focus_results()

    def _announce(self, text: str) -> None:
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # Building.

    def _connect(self) -> None:
        self.field.typed.connect(self._session.type)
        self.field.chosen.connect(self._session.set_mode)
        self.field.entered.connect(self._enter)
        self.field.stepped.connect(self.results.step)
        self.line.repair.connect(self._repair)
        self.results.chosen.connect(self._session.choose)
        self.results.example.connect(self.set_query)
        self.results.entered.connect(self.focus_reader)
        self.results.paged.connect(self.reader.page)
        self._session.answered.connect(self._answered)
        self._session.refused.connect(self._refused)
        self._session.cleared.connect(self._cleared)
        self._session.busy.connect(self.results.set_busy)
        self._session.read.connect(self._read)

    def _fill(self) -> None:
        self._bar, self._under = QHBoxLayout(), QHBoxLayout()
        self._bar.addWidget(self.library_name)
        self._bar.addWidget(self.field, 1)
        self._under.addWidget(self.line)
        self._panes = QSplitter(Qt.Orientation.Horizontal)
        self._panes.setChildrenCollapsible(False)
        self._panes.setHandleWidth(1)
        self._panes.addWidget(self.results)
        self._panes.addWidget(self.reader_pane)
        self._panes.setStretchFactor(1, 1)
        frame = QFrame()
        frame.setProperty("kind", "panes")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._panes)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._bar)
        column.addLayout(self._under)
        column.addWidget(frame, 1)

    def _restyle(self) -> None:
        px = self._theme.look.px
        self.library_name.setFixedWidth(px(150))
        self._bar.setContentsMargins(px(16), px(4), px(16), px(4))
        self._bar.setSpacing(px(12))
        self._under.setContentsMargins(px(16) + px(150) + px(12), 0, px(16), px(8))
        self._panes.setSizes([px(_RESULTS), px(_READER)])
