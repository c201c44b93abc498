"""The Match screen: documents touched by a query document, paragraph by paragraph."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from lexdesk.law.citation_labels import label_usual_citation
from lexdesk_gui import error_messages, wording
from lexdesk_gui.file_dialogs import choose_export_path
from lexdesk_gui.language import translate
from lexdesk_gui.match import match_requests
from lexdesk_gui.match.coverage import CoverageRow, OpenDuties, explain_rule
from lexdesk_gui.match.heat_model import LikenessRole
from lexdesk_gui.match.heat_view import HeatView, Legend
from lexdesk_gui.match.match_session import MatchSession
from lexdesk_gui.match.pair_view import NearbyCell, PairView, Side
from lexdesk_gui.match.reasons import list_reasons
from lexdesk_gui.match.results_pane import BusyLine, ResultsPane, StartPage
from lexdesk_gui.review.bar import DecisionBar
from lexdesk_gui.review.review_session import DecidingSession
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    ElidedLabel,
    add_to,
    button,
    escape_tooltip,
    fill,
    frame,
    label,
    set_gaps,
    set_initial_sizes,
    splitter,
)

if TYPE_CHECKING:
    from lexdesk.compliance import Similar, SimilarDocument
    from lexdesk.compliance.doc2doc.long_query import Paragraph
    from lexdesk_gui.match.match_requests import MatchQuestion

_LIST = 264  # pixels at 100 %
_WIDE = 900  # effective pixels that the list has room for beside the heat map
_TOLD = 1080  # those from which the head of the map has room for the colours, and for a number with its words
_UNLIMITED = 16_777_215  # Qt's QWIDGETSIZE_MAX
_REPORTS = "Word (*.docx);;PDF (*.pdf);;HTML (*.html);;CSV (*.csv)"


class MatchScreen(QFrame):
    """The view of a ``MatchSession`` and a ``DecidingSession``.

    ``choosing`` asks for a document, ``reading`` emits a work and its ``Paragraph`` to read.
    """

    choosing = Signal()
    reading = Signal(str, object)

    def __init__(self, session: MatchSession, deciding: DecidingSession, theme: Theme):
        super().__init__()
        self._session, self._deciding, self._theme = session, deciding, theme
        self._answer: Similar | None = None
        self._document: SimilarDocument | None = None
        self.setProperty("kind", "panes")
        self.busy = BusyLine(theme, session.cancel)
        self.beginning = StartPage(theme)
        self.found = ResultsPane(theme)
        self.heat = HeatView(theme)
        self.covered = CoverageRow(self.heat, theme)
        self.duties = OpenDuties(self.heat.model_of_cells)
        self.pair = PairView(theme)
        self.likeness = label(kind="strong")
        self.decision = DecisionBar(theme)
        self.export = button(translate("Match", "Export report…"), "plain", self._export)
        self._make_head()
        self._fill()
        self._connect()
        theme.follow(self._restyle)
        self.show_answer(None)

    # What is shown.

    def show_answer(self, answer: Similar | None) -> None:
        """Show an answer, or the start page without one."""
        document, index = self._document, self.heat.currentIndex()
        cells = self.heat.model_of_cells
        before = (cells.row(index), cells.column(index)) if index.isValid() else None
        self._answer = answer
        if answer is None:
            self.busy.hide()
        was_empty = self.window().focusWidget() is self.beginning.choose
        self.export.setEnabled(bool(answer and answer.documents))
        self._stack.setCurrentWidget(self._split if answer else self.beginning)
        self.found.show_answer(answer, self._session.question, document.work if document else "")
        if before is not None:
            self._return_to(*before)
        self._show_one("map" if self._has_focus(self._right) else "list")
        if was_empty:
            self.take_focus()

    def _return_to(self, row: Paragraph, column: Paragraph) -> None:
        """Select the cell of these paragraphs again, if a repeated match has it."""
        cells = self.heat.model_of_cells
        for index in (cells.index(at, 0) for at in range(cells.rowCount())):
            if cells.row(index) == row:
                across = (cells.index(index.row(), at) for at in range(cells.columnCount()))
                found = next((cell for cell in across if cells.column(cell) == column), index)
                self.heat.setCurrentIndex(found)
                return

    def back(self) -> bool:
        """Return from the heat map to the list; False if the list was visible."""
        if not self._has_focus(self._right):
            return False
        self._show_one("list")
        self.found.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    @property
    def panes(self) -> tuple[QWidget, ...]:
        """Return the panes for F6."""
        return self.beginning, self.found.list, self.heat, self.pair, self.decision

    def take_focus(self) -> None:
        """Focus the documents, or the button to choose one."""
        goal = self.found.list if self._answer else self.beginning.choose
        goal.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_document(self, document: SimilarDocument | None) -> None:
        self._document = document
        query_rows = self._answer.rows if self._answer else []
        causes = list_reasons(document) if document else ""
        self.title.setText(
            f"{self.found.name.text()}  ›  {label_usual_citation(document)}" if document else ""
        )
        self.title.setToolTip(escape_tooltip(document.title if document else ""))
        self.reasons.setText(causes)
        self.reasons.setToolTip(escape_tooltip(causes))
        cells = self.heat.model_of_cells
        cells.put(query_rows, document)
        best = cells.best()
        self.heat.setCurrentIndex(best)
        self.rule.setVisible(bool(cells.unmet))
        if best.isValid():
            self.heat.scrollTo(best, HeatView.ScrollHint.PositionAtCenter)
        else:
            self.pair.show_pair(None, None)
            self.likeness.setText("")
            self._deciding.look(None)

    def _show_cell(self, index: QModelIndex) -> None:
        answer, document, cells = self._answer, self._document, self.heat.model_of_cells
        if answer is None or document is None:
            return
        from lexdesk.compliance.doc2doc.shared_features import find_words_in_common

        row, column = cells.row(index), cells.column(index)
        languages = (answer.language, document.language)
        words = find_words_in_common(row.text, column.text, languages)
        at_left = [
            NearbyCell(cells.column_name(c.column()), c.row(), c.column())
            for c in cells.near_row(index)
        ]
        at_right = [
            NearbyCell(cells.row_name(c.row()), c.row(), c.column())
            for c in cells.near_column(index)
        ]
        self.pair.show_pair(
            Side(
                _add_page(cells.row_name(index.row()), row), self.found.name.text(), row.text, words,
                at_left, bool(self._own_work()),
            ),
            Side(
                _add_page(cells.column_name(index.column()), column), label_usual_citation(document), column.text,
                words, at_right, True,
            ),
        )  # fmt: skip
        line = translate("Match", "Match {likeness}")
        self.likeness.setText(line.format(likeness=wording.decimal(index.data(LikenessRole))))
        subject = partial(
            match_requests.make_pair_subject,
            found=dataclasses.replace(answer, rows=[], documents=[]),
            document=dataclasses.replace(
                document, pairs=[], columns=[], matrix=[], unmet=None, named=()
            ),
            row=row,
            column=column,
        )
        self._deciding.look(subject)

    def _own_work(self) -> str:
        """Return the query document if it is a work of the library."""
        question = self._session.question
        return question.query if question and isinstance(question.query, str) else ""

    # What is done.

    def _read(self, side: int) -> None:
        index, document = self.heat.currentIndex(), self._document
        if not index.isValid() or document is None:
            return
        cells = self.heat.model_of_cells
        if side == 0:
            self.reading.emit(self._own_work(), cells.row(index))
        else:
            self.reading.emit(document.work, cells.column(index))

    def _began(self, question: MatchQuestion) -> None:
        self.busy.begin(translate("Match", "Reading {name}").format(name=question.name))
        if self._answer is None:
            self.beginning.show_busy(True)

    def _fail(self, error: Exception) -> None:
        had_focus = self.window().focusWidget() is self.busy.cancel
        self.busy.complain(error_messages.describe_failure(error))
        self.beginning.show_busy(False)
        if had_focus:
            self.take_focus()

    def _ended(self) -> None:
        had_focus = self.window().focusWidget() is self.busy.cancel
        self.beginning.show_busy(False)
        self.busy.end()
        if had_focus:
            self.take_focus()
        if self._answer is not None:  # it may have been asked for something else, and cancelled
            self.found.show_choice(self._answer.find)

    def _enter(self) -> None:
        """Go from the list into the heat map."""
        self._show_one("map")
        self.heat.scrollTo(self.heat.currentIndex())
        self.heat.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_to_column(self, column: int) -> None:
        """Select the strongest cell of ``column``."""
        self._show_one("map")
        self.heat.setCurrentIndex(self.heat.model_of_cells.best_in(column))
        self.heat.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_to(self, row: int, column: int) -> None:
        self.heat.setCurrentIndex(self.heat.model_of_cells.index(row, column))

    def _export(self) -> None:
        if report := choose_export_path(self, translate("Match", "Export report"), _REPORTS):
            self._forget_complaint()  # it may have been about the file that was named before
            self._session.write_report(report)

    # Building.

    def _make_head(self) -> None:
        self.title = ElidedLabel("pane", Qt.TextElideMode.ElideLeft)  # the citation is never cut
        self.reasons = ElidedLabel("small")
        self.legend = Legend(self._theme)
        self._head = frame("header")
        self._head_row, titles = QHBoxLayout(self._head), QVBoxLayout()
        add_to(titles, self.title, self.reasons)
        add_to(self._head_row, titles, self.duties, self.legend, self.export, stretch=titles)

    def _fill(self) -> None:
        surface = frame("surface")
        self._around = QVBoxLayout(surface)
        self.rule = ElidedLabel("small")
        self.rule.setText(explain_rule())
        add_to(self._around, self.heat, self.covered, self.rule, stretch=self.heat)
        self._around.addStretch(0)
        self._foot = frame("footer")
        self._foot_row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._foot)
        add_to(self._foot_row, self.likeness, self.decision, stretch=self.decision)
        self.work = splitter(Qt.Orientation.Vertical, surface, self.pair)
        self._right = QWidget()
        fill(QVBoxLayout(self._right), self._head, self.work, self._foot, stretch=self.work)
        across = Qt.Orientation.Horizontal
        self._split = splitter(across, self.found, self._right, stretch=self._right)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.beginning)
        self._stack.addWidget(self._split)
        fill(QVBoxLayout(self), self.busy, self._stack, stretch=self._stack)

    def _connect(self) -> None:
        self.beginning.choosing.connect(self.choosing)
        self.found.choosing.connect(self.choosing)
        self.found.chosen.connect(self._show_document)
        self.found.entered.connect(self._enter)
        self.found.asked_again.connect(
            lambda find, within: self._session.ask_again(find=find, within=within)
        )
        self.heat.chosen.connect(self._show_cell)
        self.covered.chosen.connect(self._go_to_column)
        self.duties.chosen.connect(self._go_to_column)
        self.heat.entered.connect(self.pair.take_focus)
        self.pair.wanted.connect(self._go_to)
        self.pair.reading.connect(self._read)
        self._deciding.leaving.connect(self.decision.take_note)
        self._deciding.looked.connect(self.decision.show_decided)
        self.decision.decided.connect(self._deciding.decide)
        self.decision.taken_back.connect(self._deciding.take_back)
        self._session.began.connect(self._began)
        self._session.progressed.connect(self.busy.show_progress)
        self._session.ended.connect(self._ended)
        self._session.found.connect(self.show_answer)
        self._session.failed.connect(self._fail)

    # Narrow windows.

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Clear a rejected document's error."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._forget_complaint()

    def _forget_complaint(self) -> None:
        if not self._session.is_busy:
            self.busy.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show the list beside the heat map, or one of them."""
        super().resizeEvent(event)
        self._arrange()

    @property
    def _is_wide(self) -> bool:
        return self.width() / self._theme.look.scale >= _WIDE

    def _arrange(self) -> None:
        look, wide = self._theme.look, self._is_wide
        self.pair.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        has_room = self.width() / look.scale >= _TOLD
        self.legend.setVisible(has_room)
        self.duties.set_wide(has_room)
        self.decision.set_wide(wide)
        self.found.set_wide(wide)
        self.found.setMinimumWidth(look.px(_LIST) if wide else 0)
        self.found.setMaximumWidth(look.px(_LIST) if wide else _UNLIMITED)
        self.heat.set_wide(wide)
        # Without a least width of its own: else no window were too narrow for both, and it would be scrolled.
        self._right.setMinimumWidth(1 if wide else 0)
        if wide:
            self._split.setSizes([look.px(_LIST), max(1, self.width() - look.px(_LIST))])
        self._show_one("map" if self._has_focus(self._right) else "list")

    def _show_one(self, wanted: str) -> None:
        """Show the ``wanted`` part of a narrow screen."""
        self.found.setVisible(self._is_wide or wanted == "list")
        self._right.setVisible(self._is_wide or wanted == "map")

    @staticmethod
    def _has_focus(part: QWidget) -> bool:
        focused = part.window().focusWidget()
        return focused is not None and part.isAncestorOf(focused)

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._around.setContentsMargins(px(16), px(8), px(8), px(8))
        set_gaps(self._head_row, px(12), px(20), px(10), px(12), px(10))
        set_gaps(self._foot_row, px(16), px(20), px(8), px(16), px(8))
        set_initial_sizes(self.work, self._theme.look, 440, 300)
        self._arrange()


def _add_page(name: str, paragraph: Paragraph) -> str:
    """Return ``3.3 Withdrawing consent, p. 4``."""
    if paragraph.page is None:
        return name
    text = translate("Match", "{name}, p. {page}")
    return text.format(name=name, page=paragraph.page)
