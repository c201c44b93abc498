"""The selection of versions A and B above the columns of a comparison, with periods and status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QComboBox, QFrame, QHBoxLayout

from lexdesk_gui.compare import version_labels
from lexdesk_gui.language import translate
from lexdesk_gui.style.badge import BadgeLabel
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import add_to, label, set_accessible_name, set_gaps

if TYPE_CHECKING:
    from lexdesk.law.history import Stage
    from lexdesk_gui.compare.compare_requests import Force


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
                box.addItem(version_labels.period(stage), stage.number)
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
            badge = version_labels.badge(stage, force, following) if stage and force else None
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
