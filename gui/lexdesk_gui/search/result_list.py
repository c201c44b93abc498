"""The results: their count, the list and the explanation of the selected one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lexdesk_gui import wording
from lexdesk_gui.language import translate
from lexdesk_gui.search.explanation_line import ExplanationLine
from lexdesk_gui.search.result_delegate import ResultDelegate
from lexdesk_gui.search.result_model import ResultModel
from lexdesk_gui.style.rows import Index
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    ElidedLabel,
    ScreenStack,
    add_to,
    busy_bar,
    button,
    escape_tooltip,
    fill,
    frame,
    label,
    scrollable,
    set_accessible_name,
    set_gaps,
)

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Answer, Hit

_LONGEST = 50  # displayed characters of an earlier search
_EXAMPLES = 2  # the page of example queries
_DIMMED = 0.55  # opacity of results kept after an invalid query


class _List(QListView):
    """The list view; ``entered_row`` signals Enter, ``paged`` Space (1) or Shift+Space (-1)."""

    entered_row = Signal()
    paged = Signal(int)
    moved_to = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter the reader with Enter, page it with Space."""
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.entered_row.emit()
        elif event.key() == Qt.Key.Key_Space:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.paged.emit(-1 if back else 1)
        else:
            super().keyPressEvent(event)

    def currentChanged(  # noqa: N802
        self, current: Index, previous: Index
    ) -> None:
        """Emit the selected row."""
        super().currentChanged(current, previous)
        self.moved_to.emit(current.row())


class ResultList(QFrame):
    """The results of an answer; ``chosen`` carries the ``Hit`` of the current row, ``example`` an example query.

    ``again`` carries the query, mode and name of an earlier or saved search; mode and name may be
    empty. ``clicked`` signals a click on a row, even the selected one.
    """

    chosen = Signal(object)
    example = Signal(str)
    again = Signal(str, str, str)
    clicked = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._query = ""
        self._answer: Answer | None = None
        self._is_growing = self._is_empty = False
        self.query_buttons: list[QPushButton] = []  # of earlier searches, saved ones and examples
        self._before = QVBoxLayout()
        self._rows: list[QHBoxLayout] = []
        self._columns: list[QVBoxLayout] = []
        self.count_label, self.note, self.explanation_line = (
            label(kind="strong"),
            ElidedLabel("small", separator=" · "),
            ExplanationLine(theme),
        )
        self.no_results = label(kind="secondary", wrap=True)
        self.no_results.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.order = QComboBox()
        set_accessible_name(self.order, translate("Results", "Sort by"))
        self.order.setProperty("kind", "quiet")
        for order, name in wording.orders():
            self.order.addItem(name, order)
        self.order.currentIndexChanged.connect(self._sort)
        self.model = ResultModel(self)
        self.view = self._list()
        self._pages = ScreenStack()
        self._pages.setProperty("kind", "surface")
        self.busy_bar = busy_bar()
        self._fill()
        theme.follow(self._restyle)

    @property
    def is_at_top(self) -> bool:
        """Report whether the list is still at its top."""
        return self.view.currentIndex().row() <= 0 and self.view.verticalScrollBar().value() == 0

    def set_growing(self, is_growing: bool) -> None:
        """Set whether files are being indexed that may match."""
        self._is_growing = is_growing
        if self._answer is not None:
            self._show_count(self._answer)

    def set_empty(self, is_empty: bool) -> None:
        """Set whether the library is empty, which is shown in place of example queries."""
        if is_empty != self._is_empty:
            self._is_empty = is_empty
            if not self._query:
                self.show_examples()

    def show_answer(
        self, answer: Answer, *, reads_elsewhere: bool = False, from_top: bool = False
    ) -> bool:
        """Show the hits of ``answer`` and report whether its query is new.

        The selected hit stays selected if still present, or the best one becomes selected with
        ``from_top``. With ``reads_elsewhere``, an answer to the same query, such as for another
        date, selects without opening.
        """
        before = self.hit()
        is_new = answer.query != self._query
        again = before is not None and not is_new
        self._query = answer.query
        self.dim(False)
        self.model.put(answer)
        self._show_count(answer)
        if not answer.hits:
            self.explanation_line.show_hit(None)
            nothing = wording.nothing_found(answer, more_to_come=self._is_growing)
            self.no_results.setText(wording.empty_library() if self._is_empty else nothing)
            self._pages.setCurrentIndex(1)
            return is_new
        self._pages.setCurrentIndex(0)
        row = self.model.row_of(before) if again and before and not from_top else 0
        is_same = before is not None and self.model.row_of(before) == row
        self._go_to(max(row, 0), quietly=not is_new and (reads_elsewhere or (from_top and is_same)))
        return is_new

    def reorder(self, answer: Answer) -> None:
        """Show the hits of ``answer`` in its order, unless the user has moved down the list."""
        before = self.hit()
        if before is None or not self.is_at_top:
            self.extend(answer)
            return
        self.model.put(answer, reordered=True)
        self._show_count(answer)
        self._go_to(0, quietly=self.model.row_of(before) == 0)  # keeps the scroll position

    def _go_to(self, row: int, *, quietly: bool) -> None:
        """Select ``row``; ``quietly`` keeps the text in the reader."""
        was_blocked = self.view.blockSignals(quietly)
        self.view.setCurrentIndex(self.model.index(row))
        self.view.blockSignals(was_blocked)
        if quietly and (hit := self.hit()):
            self._explain(hit)

    def extend(self, answer: Answer) -> None:
        """Append the further hits of ``answer``, keeping the selection and the scroll position."""
        before, top = self.hit(), self.view.indexAt(QPoint(1, 1))
        in_sight, above = self.model.hit(top.row()), self.view.visualRect(top).top()
        self.model.extend(answer)
        if before and in_sight and not self.view.currentIndex().isValid():  # in another order
            self._go_to(self.model.row_of(before), quietly=True)
            first = self.model.index(self.model.row_of(in_sight))
            self.view.scrollTo(first, QAbstractItemView.ScrollHint.PositionAtTop)
            bar = self.view.verticalScrollBar()
            bar.setValue(bar.value() - above)
        self._show_count(answer)

    def _show_count(self, answer: Answer) -> None:
        """Show the number of results; with semantic hits, the number listed so far."""
        self._answer = answer
        self.count_label.setText(wording.result_count(answer))
        self.note.setText(wording.result_note(answer, more_to_come=self._is_growing))

    def show_examples(self) -> None:
        """Show example queries, or that the library is empty."""
        self._query, self._answer = "", None
        self.dim(False)
        self.model.put(None)
        self.note.setText("")
        self.explanation_line.show_hit(None)
        self.count_label.setText(translate("Results", "Results"))
        if self._is_empty:
            self.no_results.setText(wording.empty_library())
        self._pages.setCurrentIndex(1 if self._is_empty else _EXAMPLES)

    def offer(self, earlier: Sequence[str], saved: Sequence[tuple[str, str, str]]) -> None:
        """Offer earlier and saved searches above the examples; ``saved`` are queries, modes and names."""
        while (item := self._before.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.query_buttons = self.query_buttons[-len(wording.examples()) :]
        for title, searches in (
            (
                translate("Results", "Earlier searches"),
                [(query, query, "", "") for query in earlier],
            ),
            (translate("Results", "Saved searches"), [(search[2], *search) for search in saved]),
        ):
            if searches:
                self._before.addWidget(label(title, "facet"))
            for text, *search in searches:
                link = button(_shorten(text), "link", partial(self.again.emit, *search))
                link.setToolTip(escape_tooltip(text))
                self.query_buttons.insert(-len(wording.examples()), link)
                self._before.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
                link.show()  # at once, so that it takes keys
        gap = self._theme.look.px(16) if earlier or saved else 0
        self._before.setContentsMargins(0, 0, 0, gap)
        for previous, current in itertools.pairwise(self.query_buttons):
            self.setTabOrder(previous, current)

    def dim(self, dimmed: bool) -> None:
        """Dim the list while it does not answer the query in the field."""
        effect = None
        if dimmed:
            from PySide6.QtWidgets import QGraphicsOpacityEffect

            effect = QGraphicsOpacityEffect(self._pages)
            effect.setOpacity(_DIMMED)
        self._pages.setGraphicsEffect(effect)  # type: ignore[arg-type]

    def set_busy(self, busy: bool) -> None:
        """Show the progress bar at the top of the list."""
        self.busy_bar.setVisible(busy)
        if (
            busy and self._pages.currentIndex() == _EXAMPLES
        ):  # a query waits, perhaps for a new library
            self.no_results.setText("")
            self._pages.setCurrentIndex(1)

    def take_focus(self) -> None:
        """Focus the list, or the first example before any search."""
        goal = self.view if self._pages.currentWidget() is self.view else self.query_buttons[0]
        goal.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def hit(self) -> Hit | None:
        """Return the selected hit."""
        return self.model.hit(self.view.currentIndex().row())

    def step(self, by: int) -> None:
        """Move the selection by ``by`` rows."""
        row = self.view.currentIndex().row() + by
        if 0 <= row < self.model.rowCount():
            self.view.setCurrentIndex(self.model.index(row))

    def _sort(self) -> None:
        before = self.hit()
        self.model.sort_by(self.order.currentData())
        row = self.model.row_of(before) if before else -1
        if self.model.rowCount():
            self._go_to(max(row, 0), quietly=row >= 0)

    def _choose(self, row: int) -> None:
        hit = self.model.hit(row)
        if hit is not None:
            self._explain(hit)
            self.chosen.emit(hit)

    def _explain(self, hit: Hit) -> None:
        self.explanation_line.show_hit(hit, self.model.hits, self.model.rank_before(hit))

    def _list(self) -> _List:
        view = _List()
        view.setObjectName("results")
        view.setAccessibleName(translate("Results", "Results"))
        view.setUniformItemSizes(True)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setMouseTracking(False)
        view.setModel(self.model)
        view.setItemDelegate(ResultDelegate(self._theme, view))
        view.moved_to.connect(self._choose)
        view.clicked.connect(lambda _: self.clicked.emit())
        return view

    def _fill(self) -> None:
        self._header, self._footer = frame("header"), frame("footer")
        for part, widgets in (
            (self._header, (self.count_label, self.note)),
            (self._footer, (self.explanation_line,)),
        ):
            row = QHBoxLayout(part)
            for widget in widgets:
                row.addWidget(widget)
            if part is self._header:
                add_to(row, None, self.order)
            self._rows.append(row)
        for page in (self.view, self._page(self.no_results), self._examples()):
            self._pages.addWidget(page)
        parts = (self._header, self.busy_bar, self._pages, self._footer)
        fill(QVBoxLayout(self), *parts, stretch=self._pages)
        self.show_examples()

    def _examples(self) -> QWidget:
        intro = label(
            translate("Results", "Enter words, a quoted phrase or a citation, for example:"),
            "secondary",
            wrap=True,
        )
        self.query_buttons = [
            button(query, "link", partial(self.example.emit, query)) for query in wording.examples()
        ]
        page = self._page(intro, *self.query_buttons)
        self._columns[-1].insertLayout(0, self._before)
        area = scrollable(page)
        area.setProperty("kind", "surface")
        return area

    def _page(self, *widgets: QWidget) -> QWidget:
        page = QWidget()
        page.setProperty("kind", "surface")
        column = QVBoxLayout(page)
        for widget in widgets:
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        column.addStretch(1)
        self._columns.append(column)
        return page

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._header.setFixedHeight(px(40))
        self._footer.setFixedHeight(px(32))
        for row in self._rows:
            set_gaps(row, px(8), px(16), 0, px(16), 0)
        for column in self._columns:
            set_gaps(column, px(4), px(16), px(16), px(16), px(16))
        self._before.setSpacing(px(4))
        self.setMinimumWidth(px(280))


def _shorten(text: str) -> str:
    """Return ``text`` shortened for a button."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return " ".join(short.split()).replace("&", "&&")
