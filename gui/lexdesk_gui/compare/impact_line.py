"""The line below a comparison with the affected passages of other documents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu

from lexdesk.law.citation_labels import usual_citation
from lexdesk_gui.compare.compare_requests import LISTED
from lexdesk_gui.language import plural, translate
from lexdesk_gui.reader.paragraphs import separate_cells
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import ElidedLabel, add_to, button, label, set_gaps

if TYPE_CHECKING:
    from lexdesk.compliance.match import Match

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
            entry = f"{usual_citation(match)}   {cut}".replace("&", "&&")
            self._list.addAction(entry, partial(self.chosen.emit, match.work, match.eid or ""))
        names = "; ".join(dict.fromkeys(usual_citation(match) for match in matches[:LISTED]))
        documents = plural("Compare", "in %Ln documents")(len({match.work for match in matches}))
        passages = plural("Compare", "%Ln passages")(len(matches))
        more = plural("Compare", "More than %Ln passages")(LISTED)
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
            icon("warn", look.tokens.notice.text).pixmap(
                QSize(side, side), self.devicePixelRatioF()
            )
        )
