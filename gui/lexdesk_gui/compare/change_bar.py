"""The bars above and below a difference: its changes, and the passages affected by them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from lexdesk.law.citation_labels import label_usual_citation
from lexdesk_gui.compare.compare_requests import LISTED
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.reader.paragraphs import separate_cells
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import ElidedLabel, add_to, button, label, set_gaps

if TYPE_CHECKING:
    from lexdesk.compliance.match import Match

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
            tool.setIcon(make_icon(tool.property("picture"), look.tokens.text))


_LETTERS = 60  # of a passage, in the menu


class ImpactLine(QFrame):
    """A line of affected passages, hidden without any; ``chosen`` carries work and eid of a menu entry."""

    chosen = Signal(str, str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "footer")
        self._mark = QLabel()
        self.counted, self.names = label(kind="strong"), ElidedLabel()
        self.shown = button(translate("Compare", "Show impact"), "plain", lambda: None)
        self._list = QMenu(self)
        self.shown.setMenu(self._list)
        self._row = QHBoxLayout(self)
        for part in (self._mark, self.counted):
            self._row.addWidget(part)
        add_to(self._row, self.names, self.shown, stretch=self.names)
        theme.follow(self._restyle)
        self.hide()

    def show_matches(self, matches: Sequence[Match]) -> None:
        """Show the names of ``matches`` as far as they fit, and list them in the menu."""
        self._list.clear()
        for match in matches[:LISTED]:
            text = " ".join(separate_cells(match.text).split())
            cut = text if len(text) <= _LETTERS else f"{text[:_LETTERS].rpartition(' ')[0]} …"
            entry = f"{label_usual_citation(match)}   {cut}".replace("&", "&&")
            self._list.addAction(entry, partial(self.chosen.emit, match.work, match.eid or ""))
        names = "; ".join(dict.fromkeys(label_usual_citation(match) for match in matches[:LISTED]))
        documents = find_plural("Compare", "in %Ln documents")(
            len({match.work for match in matches})
        )
        passages = find_plural("Compare", "%Ln passages")(len(matches))
        more = find_plural("Compare", "More than %Ln passages")(LISTED)
        self.counted.setText(more if len(matches) > LISTED else f"{passages} {documents}")
        text = translate("Compare", "related to this change: {names}")
        self.names.setText(text.format(names=names))
        self.setVisible(bool(matches))

    def _restyle(self) -> None:
        look = self._theme.look
        px = look.px
        set_gaps(self._row, px(8), px(20), px(6), px(16), px(6))
        side = px(16)
        self._mark.setPixmap(
            make_icon("warn", look.tokens.notice.text).pixmap(
                QSize(side, side), self.devicePixelRatioF()
            )
        )
