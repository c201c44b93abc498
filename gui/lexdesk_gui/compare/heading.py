"""Above a comparison: its title and actions, and the choice of versions with periods and status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from lexdesk.law.citation_labels import find_act
from lexdesk_gui.compare import version_labels
from lexdesk_gui.error_messages import make_sentence
from lexdesk_gui.language import translate
from lexdesk_gui.style.flow_layout import FlowLayout
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.rows import BadgeLabel
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    ElidedLabel,
    Segments,
    WrappedLabel,
    add_to,
    button,
    escape_tooltip,
    label,
    set_accessible_name,
    set_gaps,
)

if TYPE_CHECKING:
    from lexdesk.law.history import Stage
    from lexdesk_gui.compare.compare_requests import Force, Versions


class Heading(QFrame):
    """The heading of a comparison.

    ``arranged`` carries whether to show both versions in one text; ``copying``, ``saving`` and ``matching``, of a
    document without other versions, are requests.
    """

    arranged = Signal(bool)
    copying = Signal()
    saving = Signal()
    matching = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "header")
        self.title, self.notice, self.unknown = (
            WrappedLabel("pane"),
            WrappedLabel("small"),
            WrappedLabel("small"),
        )
        self.act, self.counts = ElidedLabel("small"), label(kind="small")
        self.ways = Segments(
            translate("Compare", "Show versions"),
            (
                ("beside", translate("Compare", "Side by side"), translate("Compare", "Show versions side by side")),
                ("one", translate("Compare", "In one text"), translate("Compare", "Show versions in one text")),
            ),
        )  # fmt: skip
        self.ways.buttons["beside"].setChecked(True)
        self.ways.buttons["one"].toggled.connect(self.arranged)
        self.copy = button(translate("Compare", "Copy change"), "plain", self.copying.emit)
        self.save = button(translate("Compare", "Save as PDF…"), "plain", self.saving.emit)
        self.match = button(translate("Compare", "Match document"), "plain", self.matching.emit)
        self._dot, self._actions, self._is_wide = label("·", "small"), QWidget(), True
        self._rows, self._below = QVBoxLayout(self), QHBoxLayout()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._acting = FlowLayout(self.ways, self.copy, self.save, self.match)
        for action in (self.copy, self.save):
            action.setProperty("beside", "segments")
        self._fill()
        self.unknown.hide()
        theme.follow(self._restyle)

    @property
    def in_one(self) -> bool:
        """Report whether both versions are shown in one text."""
        return self.ways.buttons["one"].isChecked()

    def show_sentence(self, title: str, text: str) -> None:
        """Show ``title`` and a sentence below it."""
        self.title.setText(title)
        self._say(text)

    def show_versions(self, versions: Versions) -> None:
        """Show the name and the version counts of the compared provision."""
        named = (versions.history.citation, versions.heading)
        self.title.setText("  ".join(filter(None, named)))
        cited = versions.history.citation
        usual_name = find_act(cited, versions.history.work, versions.title).usual
        is_named = versions.title.casefold() in cited.casefold()
        self.act.setText(usual_name or ("" if is_named else versions.title))
        if usual_name:
            self.act.setToolTip(escape_tooltip(versions.title))
        self.counts.setText(version_labels.describe_counts(versions))
        self._say("")
        if notice := versions.history.notice:
            self.unknown.setText(make_sentence(notice))
            self.unknown.show()

    def offer(self, *, comparing: bool, matching: bool) -> None:
        """Show the actions on a comparison, or the one of a document without another version."""
        for part in (self.ways, self.copy, self.save):
            part.setVisible(comparing)
        self.match.setVisible(matching)
        self._fit_actions()

    def say(self, text: str) -> None:
        """Show a sentence in place of the version counts, or these again for an empty text."""
        self._say(text)

    def _say(self, text: str) -> None:
        self.notice.setText(text)
        self.notice.setVisible(bool(text))
        self.unknown.hide()
        self.counts.setVisible(not text)
        self._fit_act()

    def arrange(self, *, wide: bool) -> None:
        """Arrange title and actions on one line, or the actions below without room for the act's title."""
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if wide else way.TopToBottom)
        self._row.setAlignment(
            self._actions, Qt.AlignmentFlag.AlignVCenter if wide else Qt.AlignmentFlag(0)
        )
        self._is_wide = wide
        self._fit_act()
        self._draw()
        self._fit_actions()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the actions to the new width."""
        super().resizeEvent(event)
        self._fit_actions()

    def _fit_actions(self) -> None:
        """Place the actions beside the title, or below it on as many lines as necessary."""
        inner, margins = self._acting, self._rows.contentsMargins()
        wide = inner.sizeHint().width() if self._is_wide else 0
        self._actions.setMinimumWidth(wide)
        room = self.width() - margins.left() - margins.right()
        self._actions.setMinimumHeight(inner.heightForWidth(wide or room))

    def _fit_act(self) -> None:
        shown = bool(self.act.text()) and self._is_wide and not self.notice.text()
        for part in (self.act, self._dot):
            part.setVisible(shown)

    def _fill(self) -> None:
        titles = QVBoxLayout()
        for part in (self.act, self._dot, self.counts):
            self._below.addWidget(part)
        self._below.addStretch(1)
        titles.setSpacing(0)
        add_to(titles, self.title, self._below)
        self._acting.setContentsMargins(0, 0, 0, 0)
        self._actions.setLayout(self._acting)
        self._row.addLayout(titles, 1)
        self._row.addWidget(self._actions, 0, Qt.AlignmentFlag.AlignVCenter)
        add_to(self._rows, self._row, self.notice, self.unknown)  # sentences have the whole width

    def _restyle(self) -> None:
        look = self._theme.look
        px = look.px
        set_gaps(self._rows, 0, px(20), px(8), px(16), px(8) + 1)
        self._row.setSpacing(px(8))
        self._below.setSpacing(px(6))
        self.copy.setIconSize(QSize(px(16), px(16)))
        self._draw()

    def _draw(self) -> None:
        """Hide the icons in a narrow window."""
        look = self._theme.look
        self._acting.setSpacing(look.px(12 if self._is_wide else 6))
        self.copy.setIcon(make_icon("copy", look.tokens.text) if self._is_wide else QIcon())


class _Periods(QComboBox):
    """A combo box as wide as its current item, or narrower without room."""

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the width of the current item."""
        wide, metrics = super().sizeHint(), self.fontMetrics()
        texts = [self.itemText(at) for at in range(self.count())] or [""]
        longest = max(metrics.horizontalAdvance(text) for text in texts)
        return wide - QSize(longest - metrics.horizontalAdvance(self.currentText()), 0)

    def showPopup(self) -> None:  # noqa: N802
        """Show all items without elision."""
        self.view().setMinimumWidth(super().sizeHint().width())
        super().showPopup()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for the arrow and a few letters."""
        least = super().minimumSizeHint()
        return QSize(min(least.width(), 3 * least.height()), least.height())


class Side(QFrame):
    """The selection of one version: letter, combo box and badge."""

    def __init__(self, theme: Theme, letter: str, name: str):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "side")
        self.box = _Periods()
        self.box.setProperty("kind", "period")
        set_accessible_name(self.box, name)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.badge = BadgeLabel(theme)
        self._letter = label(letter, f"letter{letter}")
        self._letter.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._row = QHBoxLayout(self)
        add_to(self._row, self._letter, self.box, None, self.badge)
        theme.follow(self._restyle)

    def _restyle(self) -> None:
        px = self._theme.look.px
        self.box.setFixedHeight(px(28))
        set_gaps(self._row, px(4), px(20), px(4), px(16), px(4) + 1)
        self._letter.setFixedSize(px(18), px(18))


class VersionChoice(QFrame):
    """The selection of two versions; ``chosen`` signals a change."""

    chosen = Signal()

    def __init__(self, theme: Theme):
        super().__init__()
        self.setProperty("kind", "sides")
        self._stages: Sequence[Stage] = ()
        self._force: Force | None = None
        self._old = Side(theme, "A", translate("Compare", "Old version"))
        self._new = Side(theme, "B", translate("Compare", "New version"))
        self.old, self.new = self._old.box, self._new.box
        self.badges = self._old.badge, self._new.badge
        self.setFocusProxy(self.old)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        set_gaps(self._row, 0, 0, 0, 0, 0)
        for side in (self._old, self._new):
            self._row.addWidget(side, 1)
            side.box.currentIndexChanged.connect(self._choose)

    def offer(self, stages: Sequence[Stage]) -> None:
        """Offer ``stages`` with the two latest selected."""
        self._stages, self._force = stages, None
        for box, at in ((self.old, len(stages) - 2), (self.new, len(stages) - 1)):
            box.blockSignals(True)
            box.clear()
            for stage in stages:
                box.addItem(version_labels.name_period(stage), stage.number)
            box.setCurrentIndex(max(0, at) if stages else -1)
            box.blockSignals(False)
            box.setEnabled(len(stages) > 1)
            box.updateGeometry()
        self._tell()

    @property
    def may_choose(self) -> bool:
        """Report whether two versions exist."""
        return len(self._stages) > 1

    @property
    def numbers(self) -> tuple[int, int] | None:
        """Return the numbers of A and B, if both are selected."""
        old, new = self.old.currentData(), self.new.currentData()
        return None if old is None or new is None else (old, new)

    @property
    def places(self) -> tuple[int, int]:
        """Return the indices of A and B, from 0."""
        return max(0, self.old.currentIndex()), max(0, self.new.currentIndex())

    def choose(self, old: int, new: int) -> None:
        """Select the versions at these indices."""
        before = self.places
        for box, place in ((self.old, old), (self.new, new)):
            box.blockSignals(True)
            box.setCurrentIndex(place)
            box.blockSignals(False)
        if self.places != before:
            self._choose()

    def show_force(self, force: Force | None) -> None:
        """Show the status of the versions for ``force``."""
        self._force = force
        self._tell()

    def _choose(self) -> None:
        for box in (self.old, self.new):
            box.updateGeometry()
        self._tell()
        self.chosen.emit()

    def _tell(self) -> None:
        for side, place in zip((self._old, self._new), self.places, strict=True):
            stage, following = [*self._stages[place : place + 2], None, None][:2]
            force = self._force
            badge = version_labels.make_badge(stage, force, following) if stage and force else None
            side.badge.show_badge(badge)

    def share(self, text: int, whole: int) -> None:
        """Align with the columns of a text of this width and its scroll bar (pixels)."""
        self._row.setStretch(0, text)
        self._row.setStretch(1, 2 * whole - text)

    def arrange(self, *, wide: bool) -> None:
        """Arrange the selections side by side, or A above B."""
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if wide else way.TopToBottom)
        self._row.setSpacing(1 if wide else 0)  # the line between the columns
