"""The bar above a difference: current change, size of the change, folding."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QToolButton, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import ElidedLabel, label, set_gaps

_TOOL, _ICON = 28, 16  # pixels at 100 %


class ChangeBar(QFrame):
    """A bar for changes; ``stepped`` carries the changes to move by, ``folding`` whether to fold unchanged text."""

    stepped = Signal(int)
    folding = Signal(bool)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "header")
        self.count, self.counted = label(kind="strong"), ElidedLabel("secondary")
        self.previous = self._step(translate("Compare", "Previous change"), "up", -1)
        self.next = self._step(translate("Compare", "Next change"), "down", 1)
        self.fold = QCheckBox(translate("Compare", "Fold unchanged text"))
        self.fold.setChecked(True)
        self.fold.toggled.connect(self.folding)
        self.legend: tuple[QWidget, ...] = (
            label(translate("Compare", "added"), "added"),
            label(translate("Compare", "removed"), "removed"),
        )
        self._row = QHBoxLayout(self)
        for widget in (self.count, self.previous, self.next):
            self._row.addWidget(widget)
        self._row.addWidget(self.counted, 1_000)
        self._row.addStretch(1)  # without room for the count
        marks: tuple[QWidget, ...] = (self.fold, *self.legend)
        for part in marks:
            self._row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.follow(self._restyle)

    def show_place(self, current: int, total: int) -> None:
        """Show the index of the current change, from 0, and the total."""
        text = translate("Compare", "Change {n} / {m}").format(n=current + 1, m=total)
        self.count.setText(text if total else translate("Compare", "No change"))
        self.allow(may_step=total > 0)

    def show_nothing(self) -> None:
        """Show an empty bar without a difference."""
        self.count.setText("")
        self.counted.setText("")
        self.allow(may_step=False)

    def allow(self, *, may_step: bool) -> None:
        """Enable or disable the step buttons."""
        for tool in (self.previous, self.next):
            tool.setEnabled(may_step)

    def _step(self, name: str, picture: str, by: int) -> QToolButton:
        tool = QToolButton()
        tool.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        tool.setAccessibleName(name)
        tool.setToolTip(name)
        tool.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        tool.setProperty("kind", "tool")
        tool.setProperty("picture", picture)
        tool.clicked.connect(lambda _=False: self.stepped.emit(by))
        return tool

    def _restyle(self) -> None:
        look = self._theme.look
        px = look.px
        set_gaps(self._row, px(8), px(20), px(4), px(16), px(4) + 1)
        for tool in (self.previous, self.next):
            tool.setFixedSize(px(_TOOL), px(_TOOL))
            tool.setIconSize(QSize(px(_ICON), px(_ICON)))
            tool.setIcon(icon(tool.property("picture"), look.tokens.text))
