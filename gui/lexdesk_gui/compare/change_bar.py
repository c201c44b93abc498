"""The bar over a difference: which change is the current one, how much changed, what is folded."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QToolButton, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import Elided, label

_TOOL, _ICON = 28, 16  # pixels at 100 %


class ChangeBar(QFrame):
    """``stepped`` asks to go so many changes on; ``folding`` comes where what is the same is folded, or no more."""

    stepped = Signal(int)
    folding = Signal(bool)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "header")
        self.count, self.counted = label(kind="strong"), Elided()
        self.counted.setProperty("kind", "secondary")
        self.previous = self._step(translate("Compare", "Previous change"), "up", -1)
        self.next = self._step(translate("Compare", "Next change"), "down", 1)
        self.fold = QCheckBox(translate("Compare", "Fold what is the same"))
        self.fold.setChecked(True)
        self.fold.toggled.connect(self.folding)
        self.legend: tuple[QWidget, ...] = (
            label(translate("Compare", "added"), "added"),
            label(translate("Compare", "removed"), "removed"),
        )
        self._row = QHBoxLayout(self)
        for each in (self.count, self.previous, self.next):
            self._row.addWidget(each)
        self._row.addWidget(self.counted, 1_000)
        self._row.addStretch(1)  # where there is no room for what is counted
        marks: tuple[QWidget, ...] = (self.fold, *self.legend)
        for part in marks:
            self._row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_place(self, current: int, total: int) -> None:
        """Say which change is the current one, from 0, of how many."""
        told = translate("Compare", "Change {n} / {m}").format(n=current + 1, m=total)
        self.count.setText(told if total else translate("Compare", "No change"))
        self.allow(may_step=total > 0)

    def show_nothing(self) -> None:
        """There is no difference to go through."""
        self.count.setText("")
        self.counted.setText("")
        self.allow(may_step=False)

    def allow(self, *, may_step: bool) -> None:
        """Whether there is a change to go to."""
        for each in (self.previous, self.next):
            each.setEnabled(may_step)

    def _step(self, name: str, picture: str, by: int) -> QToolButton:
        made = QToolButton()
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        made.setAccessibleName(name)
        made.setToolTip(name)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.setProperty("kind", "tool")
        made.setProperty("picture", picture)
        made.clicked.connect(lambda _=False: self.stepped.emit(by))
        return made

    def _restyle(self) -> None:
        look = self._theme.look
        px = look.px
        self._row.setContentsMargins(px(20), px(4), px(16), px(4) + 1)
        self._row.setSpacing(px(8))
        for tool in (self.previous, self.next):
            tool.setFixedSize(px(_TOOL), px(_TOOL))
            tool.setIconSize(QSize(px(_ICON), px(_ICON)))
            tool.setIcon(icon(tool.property("picture"), look.tokens.text))
