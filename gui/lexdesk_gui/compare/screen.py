"""Two versions of a provision side by side, or in one text, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QResizeEvent, QTextCursor
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from lexdesk_gui.compare.rows import Row, folded, rows
from lexdesk_gui.compare.setting import Setting
from lexdesk_gui.compare.touched import Touched
from lexdesk_gui.language import long_date, plural, translate
from lexdesk_gui.look.paper import Paper, laid_out_once
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import (
    Wrapped,
    busy_bar,
    button,
    label,
    name_choice,
    set_first_sizes,
    splitter,
)
from lexdesk_gui.reader.outline_view import OutlineView

if TYPE_CHECKING:
    from lexdesk.law.history import Comparison, History, Stage
    from lexdesk_gui.look.pages import Section


_LEGEND, _OUTLINE = 960, 1240
"""Effective widths of a window from which the legend, with what can be done beside the title, and the outline have room."""


class CompareScreen(QFrame):
    """``wanted`` gives the numbers of two states to compare, ``chosen`` the eid of a provision; ``saving`` asks to
    write the difference to a file."""

    wanted = Signal(int, int)
    chosen = Signal(str)
    saving = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._history: History | None = None
        self._comparison: Comparison | None = None
        self._changes: list[int] = []  # where each change stands in the text
        self._current = -1
        self._asked = ""  # how the provision is called whose versions were asked for last
        self.outline = OutlineView(translate("Compare", "Outline"), theme)
        self.outline.chosen.connect(self._choose)
        self.model = self.outline.model_of_outline
        self.differing = label(kind="secondary")
        self._changed: frozenset[str] = frozenset()
        self.title, self.subtitle = Wrapped("pane"), Wrapped("secondary")
        self.count = label(kind="strong")
        self.counted = label(kind="secondary")
        self.old, self.new = QComboBox(), QComboBox()
        self.text = QTextBrowser()
        self.text.setObjectName("difference")
        self.text.setAccessibleName(translate("Compare", "Difference"))
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.touched = Touched(theme)
        self.fold = QCheckBox(translate("Compare", "Fold what is the same"))
        self.fold.setChecked(True)
        self.in_one = QCheckBox(translate("Compare", "In one text"))
        for box in (self.fold, self.in_one):
            box.toggled.connect(self._set_again)
        self._fill()
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_history(None, [])

    # What is compared.

    @property
    def history(self) -> History | None:
        """The states that can be compared."""
        return self._history

    def announce(self, citation: str) -> None:
        """Say of which provision versions are looked for; what is shown stays till they are there."""
        self._asked = citation
        if self._history is None:
            self.title.setText(citation)
            self.subtitle.setText("…")

    def set_busy(self, busy: bool) -> None:
        """Say that an answer takes long, or that it is over."""
        self._busy.setVisible(busy)

    def show_failure(self, told: str) -> None:
        """Say why there are no versions of what was asked for; those of another provision are shown no more."""
        self._offer(None)
        self.show_changed(frozenset())
        self.title.setText(self._asked)
        self.subtitle.setText(told)
        self._set_again()

    def show_no_difference(self, told: str) -> None:
        """Say why what is chosen is not compared; the difference of others is shown no more."""
        self._comparison = None
        self.subtitle.setText(told)
        self._set_again()

    def show_history(self, history: History | None, provisions: Sequence[dict[str, str]]) -> None:
        """Offer the states of ``history``, the two latest ones chosen."""
        if provisions or history is None:
            self.model.put(provisions)
            self.show_changed(frozenset())
        self._offer(history)
        self._title()
        if self.old.isEnabled():
            self._ask()
        else:
            self._set_again()

    def _offer(self, history: History | None) -> None:
        self._history, self._comparison = history, None
        stages = history.stages if history else []
        for box in (self.old, self.new):
            box.blockSignals(True)
            box.clear()
            for stage in stages:
                box.addItem(period(stage), stage.number)
        self.old.setCurrentIndex(max(0, len(stages) - 2))
        self.new.setCurrentIndex(len(stages) - 1)
        for box in (self.old, self.new):
            box.blockSignals(False)
            box.setEnabled(len(stages) > 1)
        self._share_width()

    def show_comparison(self, comparison: Comparison) -> None:
        """Show the difference."""
        self._comparison = comparison
        self._title()
        self._set_again()

    def _choose(self, eid: str) -> None:
        self.announce(self.model.index_of(eid).data())
        self.chosen.emit(eid)

    def show_changed(self, eids: frozenset[str]) -> None:
        """Set apart in the outline what else differs between the same days."""
        self._changed = eids
        count = self.model.mark(eids, QColor(self._theme.look.tokens.notice.text))
        self.differing.setText(plural("Compare", "%Ln changed")(count) if count else "")

    def step(self, by: int) -> None:
        """Go ``by`` changes on, from the last to the first."""
        if self._changes:
            self._go_to((self._current + by) % len(self._changes))

    def _ask(self) -> None:
        old, new = self.old.currentData(), self.new.currentData()
        if old is not None and new is not None:
            self.wanted.emit(old, new)

    def _title(self) -> None:
        history = self._history
        if history is None:
            self.title.setText(translate("Compare", "Compare versions"))
            self.subtitle.setText(
                translate("Compare", "Read a provision first; here are its versions, side by side.")
            )
            return
        self.title.setText(history.citation)
        self.subtitle.setText(plural("Compare", "%Ln versions")(len(history.stages)))
        self.outline.show_place(history.eid)

    # Setting the difference.

    def _set_again(self) -> None:
        self._changes, self._current = [], -1
        self.text.document().clear()
        comparison = self._comparison
        if comparison is None:
            self._say_nothing()
            return
        inserted = plural("Compare", "%Ln words added")(comparison.inserted)
        deleted = plural("Compare", "%Ln removed")(comparison.deleted)
        self.counted.setText(f"{inserted}, {deleted}")
        shown = self._shown(comparison)
        setting = Setting(self.text.document(), self._theme.look)
        with laid_out_once(self.text.document()):
            in_one = self.in_one.isChecked()
            self._changes = setting.in_one(shown) if in_one else setting.table(shown)
        self._count()
        if self._changes:
            self._go_to(0)

    def _shown(self, comparison: Comparison) -> Sequence[Row | int]:
        found = rows(comparison.pieces)
        return folded(found) if self.fold.isChecked() else found

    def printed(self) -> tuple[str, Iterator[Section]]:
        """The citation of what is compared, and the difference ready to be set on paper."""
        from lexdesk_gui.compare.printed import sections

        comparison = self._comparison
        if comparison is None:
            return "", iter(())
        citation, days = comparison.citation, (self.old.currentText(), self.new.currentText())
        return citation, sections(citation, *days, self._shown(comparison))

    def _say_nothing(self) -> None:
        self.counted.setText("")
        self.count.setText("")
        self._may()
        if self._history is not None and len(self._history.stages) < 2:
            paper = Paper(self.text.document(), self._theme.look)
            paper.block(24, 8)
            paper.write(
                translate("Compare", "The library knows one version of this text."),
                paper.style(14, self._theme.look.tokens.secondary),
            )

    # Changes.

    def _count(self) -> None:
        total = len(self._changes)
        told = translate("Compare", "Change {n} / {m}").format(n=self._current + 1, m=total)
        self.count.setText(told if total else translate("Compare", "No change"))
        self._may()

    def _may(self) -> None:
        for each in self._acting:
            each.setEnabled(bool(self._changes))

    def _go_to(self, number: int) -> None:
        self._current = number
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(self._changes[number])
        self.text.setTextCursor(cursor)
        self.text.ensureCursorVisible()
        self._count()

    def _copy(self) -> None:
        from lexdesk.law.compare import marked

        if self._comparison is not None:
            QGuiApplication.clipboard().setText(
                f"{self._comparison.citation}\n{marked(self._comparison.pieces)}"
            )

    # Building.

    def _fill(self) -> None:
        left, middle = QWidget(), QWidget()
        self._left, self._middle = QVBoxLayout(left), QVBoxLayout(middle)
        head = QHBoxLayout()
        head.addWidget(label(translate("Compare", "Outline"), "strong"))
        head.addStretch(1)
        head.addWidget(self.differing)
        self._left.addLayout(head)
        self._left.addWidget(self.outline, 1)
        copy, save, *steps = self._acting = (
            button(translate("Compare", "Copy change"), "plain", self._copy),
            button(translate("Compare", "Save as PDF…"), "plain", self.saving.emit),
            button(translate("Compare", "Previous"), "plain", lambda: self.step(-1)),
            button(translate("Compare", "Next"), "plain", lambda: self.step(1)),
        )
        legend = (
            label(translate("Compare", "added"), "added"),
            label(translate("Compare", "removed"), "removed"),
        )
        self._spare: tuple[tuple[QWidget, int], ...] = (
            *((each, _LEGEND) for each in (*legend, self.counted)),
            (left, _OUTLINE),
        )
        self._periods = self._choice_of_periods()
        for row in (self._head(copy, save), self._line(steps, legend), self._periods):
            self._middle.addLayout(row)
        self._busy = busy_bar()
        self._middle.addWidget(self._busy)
        self._middle.addWidget(self.text, 1)
        self._splitter = splitter(Qt.Orientation.Horizontal, left, middle)
        self._splitter.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._splitter, 1)
        column.addWidget(self.touched)

    def _head(self, *acting_with: QWidget) -> QBoxLayout:
        self._head_row, titles = QBoxLayout(QBoxLayout.Direction.LeftToRight), QVBoxLayout()
        for each in (self.title, self.subtitle):
            titles.addWidget(each)
        acting = QHBoxLayout()
        for part in (self.in_one, *acting_with):
            acting.addWidget(part)
        acting.addStretch(1)
        self._head_row.addLayout(titles, 1)
        self._head_row.addLayout(acting)
        return self._head_row

    def _line(self, steps: Sequence[QWidget], legend: Sequence[QWidget]) -> QHBoxLayout:
        line = QHBoxLayout()
        for each in (self.count, *steps, self.counted):
            line.addWidget(each)
        line.addStretch(1)
        for each in (self.fold, *legend):
            line.addWidget(each)
        return line

    def _choice_of_periods(self) -> QHBoxLayout:
        choice = QHBoxLayout()
        for letter, box, name in (
            ("A", self.old, translate("Compare", "Old version")),
            ("B", self.new, translate("Compare", "New version")),
        ):
            name_choice(box, name)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(12)
            box.currentIndexChanged.connect(self._ask)
            box.currentTextChanged.connect(self._share_width)
            choice.addWidget(label(letter, f"letter{letter}"))
            choice.addWidget(box, 1)
        return choice

    def _share_width(self) -> None:
        """The longer period gets more room: with large text there is not enough for two of its length."""
        for box in (self.old, self.new):
            self._periods.setStretchFactor(box, max(1, len(box.currentText())))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """In a narrow window, leave the outline and the legend out."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        area = self.window().width() / self._theme.look.scale
        for each, needed in self._spare:
            each.setVisible(area >= needed)
        way = QBoxLayout.Direction
        self._head_row.setDirection(way.LeftToRight if area >= _LEGEND else way.TopToBottom)

    def _restyle(self) -> None:
        px = self._theme.look.px
        for column in (self._left, self._middle):
            column.setContentsMargins(px(16), px(12), px(16), px(8))
            column.setSpacing(px(8))
        set_first_sizes(self._splitter, self._theme.look, 250, 1000)
        self.show_changed(self._changed)
        self._arrange()
        self._set_again()


def period(stage: Stage) -> str:
    """The days through which a state held."""
    begin = long_date(stage.valid_from) if stage.valid_from else ""
    end = long_date(stage.valid_to) if stage.valid_to else ""
    if begin and end:
        return translate("Compare", "{begin} to {end}").format(begin=begin, end=end)
    if begin:
        return translate("Compare", "from {begin}").format(begin=begin)
    return translate("Compare", "version {n}").format(n=stage.number)
