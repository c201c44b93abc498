"""The comparison screen: two versions of a provision, side by side or in one text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from lexdesk_gui.compare import version_labels
from lexdesk_gui.compare.change_bar import ChangeBar, ImpactLine
from lexdesk_gui.compare.difference import Difference
from lexdesk_gui.compare.difference_rows import Fold, Row, fold_unchanged, make_rows
from lexdesk_gui.compare.heading import Heading, VersionChoice
from lexdesk_gui.compare.version_line import VersionLine
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.reader.outline_model import EidRole, MarkRole, OutlineView
from lexdesk_gui.style.announcements import announce
from lexdesk_gui.style.rows import Index
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import busy_bar, fill, frame, label, set_initial_sizes, splitter

if TYPE_CHECKING:
    from lexdesk.law.history import History
    from lexdesk.law.state_comparison import Comparison
    from lexdesk_gui.compare.compare_requests import Force, Versions
    from lexdesk_gui.style.pagination import Section

_LEGEND, _OUTLINE = 960, 1240
"""Minimum effective window widths for the legend and the actions beside the title, and for the outline."""
_HIGH = 560  # effective height of a window from which the line of time has room
_LEAST = 120  # pixels at 100 % of the difference


def _is_undated(versions: Versions) -> bool:
    """Check whether a document, such as a contract, has no other version to expect."""
    return versions.known <= 1 and not any(stage.valid_from for stage in versions.history.stages)


def _reason(versions: Versions) -> str:
    """Return why there is one version to show, and what to do."""
    if versions.known > 1:
        return translate("Compare", "This text is the same in all versions in the library.")
    if not _is_undated(versions):
        return translate(
            "Compare", "The library has one version of this text; add the file of another one."
        )
    return translate(
        "Compare",
        "The library has one version of this text; Match compares its document with others.",
    )


class CompareScreen(QFrame):
    """The comparison screen.

    ``wanted`` carries the numbers of two versions to compare, ``chosen`` the eid of a provision;
    ``saving`` requests a PDF of the difference.
    """

    wanted = Signal(int, int)
    chosen = Signal(str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._versions: Versions | None = None
        self._comparison: Comparison | None = None
        self._rows: list[Row] = []
        self._opened: set[int] = set()  # folds, by their numbers
        self._requested = ""  # the name of the provision last requested
        self.outline = ChangedOutline(translate("Compare", "Outline"), theme)
        self.model = self.outline.model_of_outline
        self.differing = label(kind="small")
        self.heading, self.line = Heading(theme), VersionLine(theme)
        self.bar, self.sides = ChangeBar(theme), VersionChoice(theme)
        self.text, self.touched = Difference(theme), ImpactLine(theme)
        self._fill()
        self._connect()
        theme.follow(self._restyle)
        self.show_versions(None)

    # The compared texts.

    @property
    def history(self) -> History | None:
        """Return the history of the comparable versions."""
        return self._versions.history if self._versions else None

    def announce(self, citation: str) -> None:
        """Announce the provision of the requested versions; the current content stays until they arrive."""
        self._requested = citation
        if self._versions is None:
            self.heading.show_sentence(citation, "…")

    def set_busy(self, busy: bool) -> None:
        """Show or hide the progress bar."""
        self.busy_bar.setVisible(busy)

    def show_failure(self, reason: str) -> None:
        """Show the reason for missing versions in place of the previous provision."""
        self._offer(None)
        self.show_changed(frozenset())
        self.heading.show_sentence(self._requested, reason)
        self._set_again()

    def show_no_difference(self, reason: str) -> None:
        """Show the reason for a missing difference in place of the previous one."""
        self._comparison = None
        self.heading.say(reason)
        self._set_again()

    def show_versions(self, versions: Versions | None) -> None:
        """Offer ``versions`` with the two latest selected."""
        if versions is None or versions.provisions:
            self._outline(versions.provisions if versions else ())
        self._offer(versions)
        self._title()
        if self.sides.may_choose:
            self._ask()
        else:
            self._set_again()

    def show_force(self, force: Force) -> None:
        """Show the status of the versions on another day."""
        self.sides.show_force(force)

    def _outline(self, provisions: Sequence[Mapping[str, Any]]) -> None:
        self.model.put(provisions)
        self.show_changed(frozenset())

    def _offer(self, versions: Versions | None) -> None:
        self._versions, self._comparison = versions, None
        self.sides.offer(versions.history.stages if versions else [])
        self.line.put(versions)
        self.line.choose(*self.sides.places)
        self.sides.show_force(versions.force if versions else None)
        self._arrange()

    def show_comparison(self, comparison: Comparison) -> None:
        """Show the difference."""
        self._comparison = comparison
        self._title()
        self._arrange()
        self._set_again()

    def _choose(self, eid: str) -> None:
        self.announce(self.model.index_of(eid).data())
        self.chosen.emit(eid)

    def show_changed(self, eids: frozenset[str]) -> None:
        """Mark other changes between the same days in the outline."""
        count = self.model.mark(eids)
        self.differing.setText(find_plural("Compare", "%Ln changed")(count) if count else "")

    def step(self, by: int) -> None:
        """Move ``by`` changes on, wrapping around."""
        self.text.step(by)
        above = self.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        if isinstance(above, QScrollArea):  # in a low window the difference may be out of sight
            above.ensureWidgetVisible(self.text, 0, 0)

    def step_version(self, by: int) -> None:
        """Compare with the version ``by`` places away."""
        old, new = self.sides.places
        self.sides.choose(old, min(max(new + by, 0), self.sides.new.count() - 1))

    @property
    def panes(self) -> list[QWidget]:
        """Return the panes for F6."""
        return [self.outline, self.line, self.sides, self.text]

    def take_focus(self) -> None:
        """Focus the difference."""
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _ask(self) -> None:
        self.line.choose(*self.sides.places)
        if (numbers := self.sides.numbers) is not None:
            self.wanted.emit(*numbers)

    def _title(self) -> None:
        if self._versions is None:
            self.heading.show_sentence(
                translate("Compare", "Compare versions"),
                translate("Compare", "Open a provision in the reader to compare its versions."),
            )
            return
        self.heading.show_versions(self._versions)
        self.outline.show_place(self._versions.history.eid)

    # Setting the difference.

    def _set_again(self) -> None:
        self._opened.clear()
        comparison = self._comparison
        self._rows = make_rows(comparison.pieces) if comparison else []
        if comparison is None:
            self._say_nothing()
            return
        self.bar.counted.setText(version_labels.describe_difference(comparison, self._rows))
        self.text.show_rows(self._shown(), in_one=self.heading.in_one)
        self._count()

    def _shown(self) -> Sequence[Row | Fold]:
        return fold_unchanged(self._rows, self._opened) if self.bar.fold.isChecked() else self._rows

    def _toggle(self, fold: int) -> None:
        self._opened ^= {fold}
        self.text.show_again(self._shown())

    def printed(self) -> tuple[str, Iterator[Section]]:
        """Return the citation and the print layout of the difference."""
        from lexdesk_gui.compare.difference_layout import make_sections

        comparison = self._comparison
        if comparison is None:
            return "", iter(())
        days = (self.sides.old.currentText(), self.sides.new.currentText())
        return comparison.citation, make_sections(comparison.citation, *days, self._shown())

    def _say_nothing(self) -> None:
        only = self._versions is not None and not self.sides.may_choose
        self.text.say(_reason(self._versions) if only and self._versions else "")
        self.bar.show_nothing()
        self._may()

    # Changes.

    def _count(self) -> None:
        self.bar.show_place(self.text.current, self.text.total)
        self._may()

    def _may(self) -> None:
        for action in (self.heading.copy, self.heading.save):
            action.setEnabled(self.text.total > 0)

    def _tell_place(self) -> None:
        self._count()
        if self.text.hasFocus() or self.bar.isAncestorOf(self.window().focusWidget()):
            announce(self.text, self.bar.count.text())

    def _copy(self) -> None:
        from lexdesk.law.comparison import format_diff

        if self._comparison is not None:
            QGuiApplication.clipboard().setText(
                f"{self._comparison.citation}\n{format_diff(self._comparison.pieces)}"
            )

    # Building.

    def _connect(self) -> None:
        self.outline.chosen.connect(self._choose)
        self.heading.arranged.connect(lambda _: self._set_again())
        self.heading.copying.connect(self._copy)
        self.line.chosen.connect(self.sides.choose)
        self.sides.chosen.connect(self._ask)
        self.bar.stepped.connect(self.step)
        self.bar.folding.connect(lambda _: self._set_again())
        self.text.moved.connect(self._tell_place)
        self.text.toggled.connect(self._toggle)
        self.text.narrowed.connect(self.sides.share)

    def _fill(self) -> None:
        left, middle = QWidget(), QWidget()
        self._head = frame("panehead")
        self._head_row = QHBoxLayout(self._head)
        self._head_row.addWidget(label(translate("Compare", "Outline"), "strong"))
        self._head_row.addStretch(1)
        self._head_row.addWidget(self.differing)
        fill(QVBoxLayout(left), self._head, self.outline, stretch=self.outline)
        self.busy_bar = busy_bar()
        parts = (self.heading, self.line, self.bar, self.sides, self.busy_bar, self.text)
        fill(QVBoxLayout(middle), *parts, stretch=self.text)
        self._spare: tuple[tuple[QWidget, int], ...] = (
            *((part, _LEGEND) for part in (*self.bar.legend, self.bar.counted)),
            (left, _OUTLINE),
        )
        self._splitter = splitter(Qt.Orientation.Horizontal, left, middle, stretch=middle)
        fill(QVBoxLayout(self), self._splitter, self.touched, stretch=self._splitter)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Hide outline and legend in a narrow window, and the timeline in a low one."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        window, scale = self.window(), self._theme.look.scale
        wide, high = window.width() / scale, window.height() / scale
        for part, needed in self._spare:
            part.setVisible(wide >= needed)
        for part in (self.heading, self.sides):
            part.arrange(wide=wide >= _LEGEND)
        self.line.setVisible(high >= _HIGH and not self.line.is_empty)
        is_any = self.sides.may_choose or self._comparison is not None
        undated = self._versions is not None and _is_undated(self._versions)
        self.heading.offer(comparing=is_any, matching=undated and not is_any)
        self.bar.setVisible(is_any)
        self.sides.setVisible(is_any)

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._head.setFixedHeight(px(40))
        self._head_row.setContentsMargins(px(16), 0, px(12), 0)
        self.text.setMinimumHeight(px(_LEAST))
        set_initial_sizes(self._splitter, self._theme.look, 240, 1136)
        self._arrange()
        self._set_again()


_BAR = 3  # pixels at 100 %: the width of the bar beside the compared provision
_RADIUS, _RIGHT, _ROOM = 3.5, 12, 30  # of a dot, its distance from the right, its room


class ChangedOutline(OutlineView):
    """The outline of a comparison."""

    def __init__(self, name: str, theme: Theme):
        super().__init__(name, theme)
        self.setObjectName("changed")
        self.setItemDelegate(_Dots(theme, self))

    def drawRow(  # noqa: N802
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Draw a bar at the left of the compared provision."""
        super().drawRow(painter, option, index)
        if self.selectionModel().isSelected(index):
            look, rect = self._theme.look, option.rect
            accent = QColor(look.tokens.accent)
            painter.fillRect(0, rect.top(), look.px(_BAR), rect.height(), accent)


class _Dots(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: OutlineView):
        super().__init__(parent)
        self._theme, self._outline = theme, parent

    def initStyleOption(  # noqa: N802
        self, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Reserve room for the dot and emphasise the compared provision."""
        super().initStyleOption(option, index)
        option.text = _short(index.data(EidRole), option.text)
        if self._outline.selectionModel().isSelected(index):
            option.font.setWeight(QFont.Weight.DemiBold)
            option.fontMetrics = QFontMetrics(option.font)
        room = option.rect.width() - self._theme.look.px(_ROOM)
        if index.data(MarkRole) and room > 0:
            cut = Qt.TextElideMode.ElideRight
            option.text = option.fontMetrics.elidedText(option.text, cut, room)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the entry and its dot."""
        super().paint(painter, option, index)
        if not index.data(MarkRole):
            return
        look = self._theme.look
        radius = look.scale * _RADIUS
        middle = QRectF(option.rect).center().y()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.tokens.notice.text))
        painter.drawEllipse(QPointF(option.rect.right() - look.px(_RIGHT), middle), radius, radius)
        painter.restore()


def _short(eid: str, text: str) -> str:
    """Return the number of an article and its heading, without its kind."""
    label, between, heading = text.partition("  ")
    if not heading or not eid.rpartition("__")[2].startswith("art_"):
        return text
    return f"{label.rpartition(' ')[2]}{between}{heading}"
