"""The line below a comparison: which passages of other documents speak of what changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu

from lexdesk_gui.language import plural, translate
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.look.widgets import Elided, button

if TYPE_CHECKING:
    from lexdesk.matching.neighbours import Match

_LETTERS = 60  # of a passage, in the menu


class Touched(QFrame):
    """Hidden where there is none; its menu lists the passages, and ``chosen`` gives the work and the eid of one."""

    chosen = Signal(str, str)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "footer")
        self.told = Elided()
        self.shown = button(translate("Compare", "Show impact"), "plain", lambda: None)
        self._list = QMenu(self)
        self.shown.setMenu(self._list)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.told, 1)
        self._row.addWidget(self.shown)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def show_matches(self, matches: Sequence[Match]) -> None:
        """Name ``matches``, as many as there is room for, and list them."""
        self._list.clear()
        for each in matches:
            text = " ".join(each.text.split())
            cut = text if len(text) <= _LETTERS else f"{text[:_LETTERS].rpartition(' ')[0]} …"
            told = f"{each.citation}   {cut}".replace("&", "&&")
            self._list.addAction(told, partial(self.chosen.emit, each.work, each.eid or ""))
        names = "; ".join(dict.fromkeys(each.citation for each in matches))
        told = plural("Compare", "%Ln passages speak of what changed here: {names}")(len(matches))
        self.told.setText(told.format(names=names))
        self.setVisible(bool(matches))

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._row.setContentsMargins(px(16), px(6), px(16), px(6))
