"""The Match screen around the heat map: how to begin, progress, and the documents found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QListView,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from lexdesk.errors import NoteCode
from lexdesk.system.progress import compute_percent
from lexdesk_gui import error_messages
from lexdesk_gui.engine_messages import has_code
from lexdesk_gui.language import find_plural, format_long_date, translate
from lexdesk_gui.match.document_list import DocumentDelegate, DocumentModel, DocumentRole, touches
from lexdesk_gui.style.announcements import ProgressAnnouncer
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    ElidedLabel,
    add_to,
    button,
    escape_tooltip,
    fill,
    label,
    repolish,
    set_accessible_name,
    set_gaps,
)

if TYPE_CHECKING:
    from lexdesk.compliance import Similar, SimilarDocument
    from lexdesk.compliance.doc2doc.parameters import Find
    from lexdesk_gui.match.match_requests import MatchQuestion


class ResultsPane(QFrame):
    """The list of results and its controls.

    ``chosen`` emits a ``SimilarDocument`` or ``None``, ``entered`` follows Enter on it; ``choosing`` asks for
    another document, ``asked_again`` emits kind and scope of a repeated match.
    """

    chosen = Signal(object)
    entered = Signal()
    choosing = Signal()
    asked_again = Signal(str, str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._asked_within = ""
        self.model = DocumentModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(DocumentDelegate(theme, self))
        self.list.setUniformItemSizes(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setObjectName("documents")
        self.list.setAccessibleName(translate("Match", "Documents found"))
        self.name, self._facts = ElidedLabel("strong"), label(kind="small", wrap=True)
        self.touches, self.growing = (
            label(kind="strong", wrap=True),
            label(kind="notice", wrap=True),
        )
        self.notes, self.within = label(kind="small", wrap=True), label(kind="small", wrap=True)
        self._make_choices()
        self._fill()
        selection = self.list.selectionModel()
        selection.currentChanged.connect(lambda current, _: self._choose(current))
        self.list.activated.connect(lambda _: self.entered.emit())
        self.list.clicked.connect(lambda _: self.entered.emit())
        theme.follow(self._restyle)

    def show_answer(
        self, answer: Similar | None, question: MatchQuestion | None, chosen: str = ""
    ) -> None:
        """Show the results of ``question`` and select the work ``chosen``, or the best."""
        self.model.put(answer.documents if answer else [])
        if answer is not None:
            self._show_question(answer, question)
        rows = [self.model.index(row) for row in range(self.model.rowCount())]
        of_work = [row for row in rows if row.data(DocumentRole).work == chosen]
        self.list.setCurrentIndex(next(iter(of_work or rows), QModelIndex()))
        if not rows:
            self.chosen.emit(None)

    def set_wide(self, wide: bool) -> None:
        """Move to the side of the heat map, or take its place."""
        way = QBoxLayout.Direction
        self._choices.setDirection(way.TopToBottom if wide else way.LeftToRight)

    def show_choice(self, find: Find) -> None:
        """Show the kind of results."""
        self.what.setCurrentIndex(self.what.findData(find))

    def _show_question(self, answer: Similar, question: MatchQuestion | None) -> None:
        self.name.setText(question.name if question else answer.name)
        self.name.setToolTip(escape_tooltip(answer.title))
        self._facts.setText(_facts(answer))
        self.show_choice(answer.find)
        self._asked_within = question.within if question else ""
        self.within.setText(translate("Match", "Only {query}").format(query=self._asked_within))
        for widget in (self.within, self.everywhere):
            widget.setVisible(bool(self._asked_within))
        self.touches.setText(_summarize(answer.documents))
        share = question.share if question else 1.0
        ready: object = compute_percent(share)
        notes = list(answer.notes)
        for note in answer.notes:
            if share < 1 and has_code(note, NoteCode.VECTORS_UNFINISHED):
                ready = note.parameters["percent"]  # later than the question
                notes.remove(note)
        self.notes.setText(" ".join(map(error_messages.translate_note, notes)))
        self.notes.setVisible(bool(notes))
        growing = translate(
            "Match",
            "Matched with {share} % of the semantic index; the match is repeated once it is complete.",
        )
        self.growing.setText(growing.format(share=ready))
        self.growing.setVisible(share < 1)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(index.data(DocumentRole))

    def _make_choices(self) -> None:
        self.what = QComboBox()
        set_accessible_name(self.what, translate("Match", "Kind of match"))
        for find, text in (
            ("grounds", translate("Match", "Authorities")),
            ("affected", translate("Match", "Implementing acts")),
        ):
            self.what.addItem(text, find)
        self.what.activated.connect(
            lambda _: self.asked_again.emit(self.what.currentData(), self._asked_within)
        )
        self.everywhere = button(
            translate("Match", "Match whole library"), "link",
            lambda: self.asked_again.emit(self.what.currentData(), ""),
        )  # fmt: skip
        self.other = button(translate("Match", "Other document…"), "plain", self.choosing.emit)

    def _fill(self) -> None:
        self._top = QVBoxLayout()
        self._choices = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        add_to(self._choices, self.other, self.what)
        for above in (self.name, self._facts):
            self._top.addWidget(above)
        self._top.addLayout(self._choices)
        for below in (self.within, self.everywhere, self.touches, self.growing, self.notes):
            self._top.addWidget(below)
        fill(QVBoxLayout(self), self._top, self.list, stretch=self.list)

    def _restyle(self) -> None:
        px = self._theme.look.px
        set_gaps(self._top, px(6), px(16), px(12), px(12), px(8))
        self._choices.setSpacing(px(6))


def _summarize(documents: Sequence[SimilarDocument]) -> str:
    """Return ``Touches 2 documents · 5 less similar``."""
    count = sum(map(touches, documents))
    touched = (
        find_plural("Match", "Touches %Ln documents")(count)
        if count
        else translate("Match", "Touches nothing in this library")
    )
    others = len(documents) - count
    near = find_plural("Match", "%Ln less similar")(others) if others else ""
    return " · ".join(filter(None, (touched, near)))


def _facts(answer: Similar) -> str:
    """Return ``20 paragraphs · 3 November 2026``."""
    dated = format_long_date(answer.date) if answer.date else ""
    counted = find_plural("Match", "%Ln paragraphs")(len(answer.rows))
    return " · ".join(filter(None, (counted, dated)))


class StartPage(QWidget):
    """An introduction to matching; ``choosing`` asks for a document."""

    choosing = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._explanation = label(kind="secondary", wrap=True)
        self._explanation.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.choose = button(
            translate("Match", "Choose a document…"), "primary", self.choosing.emit
        )
        self._column.addStretch(1)
        title = label(translate("Match", "Match a document against the library"), "screen")
        for part in (title, self._explanation, self.choose):
            self._column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(2)
        self.show_busy(False)
        theme.follow(self._restyle)

    def show_busy(self, is_busy: bool) -> None:
        """Show that a document is being compared, or how to begin."""
        begin = translate(
            "Match",
            "Drop a policy, a contract or a law on the window. Lexdesk finds related "
            "documents in this library and compares them paragraph by paragraph. Your file is"
            " not changed.",
        )
        busy = translate(
            "Match",
            "The document is being compared with this library; the matches will appear here.",
        )
        self._explanation.setText(busy if is_busy else begin)
        self.choose.setVisible(not is_busy)
        self._restyle()

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._column.setSpacing(px(16))
        width = px(440)
        self._explanation.setFixedSize(width, self._explanation.heightForWidth(width))


class BusyLine(QFrame):
    """Hidden as long as there is nothing to say."""

    def __init__(self, theme: Theme, cancel: Callable[[], object]):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "header")
        self.caption = ElidedLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(translate("Match", "Match progress"))
        self.cancel = button(translate("Match", "Cancel"), "plain", cancel)
        self._row = QHBoxLayout(self)
        add_to(self._row, self.caption, self.bar, self.cancel, stretch=self.caption)
        self._announcer = ProgressAnnouncer(self.bar)
        self._name = ""
        theme.follow(self._restyle)
        self.hide()

    def begin(self, message: str) -> None:
        """Show that a match has begun."""
        self._name = message
        self._announcer.begin()
        self._say(message, is_busy=True)
        self.bar.setRange(0, 0)

    def show_progress(self, step: str, done: int, total: int) -> None:
        """Show the progress of a step."""
        steps = {
            "passages": translate("Match", "Resolving citations"),
            "documents": translate("Match", "Comparing documents"),
            "paragraphs": translate("Match", "Comparing paragraphs"),
        }
        self._say(steps.get(step, self._name), is_busy=True)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        share = compute_percent(done / total) if total else "0"
        self._announcer.update(step, done, total, f"{self.caption.text()}, {share} %")

    def complain(self, sentence: str) -> None:
        """Show an error; keep earlier results."""
        self._say(sentence, is_busy=False)

    def end(self) -> None:
        """Hide the progress; an error stays until the next match or screen."""
        if self.bar.isVisibleTo(self):
            self.hide()

    def _say(self, text: str, *, is_busy: bool) -> None:
        kind = "" if is_busy else "bad"
        if kind != self.caption.property("kind"):
            self.caption.setProperty("kind", kind)
            repolish(self.caption)
        self.caption.setText(text)
        self.caption.setToolTip(escape_tooltip(text))
        self.bar.setVisible(is_busy)
        self.cancel.setVisible(is_busy)
        self.show()

    def _restyle(self) -> None:
        px = self._theme.look.px
        set_gaps(self._row, px(12), px(20), px(6), px(12), px(6))
        self.bar.setFixedWidth(px(200))
