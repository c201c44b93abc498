"""The bar above the reader: location, current hit and actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from lexdesk_gui.reader.citation_label import CitationLabel
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.tooltips import escape_tooltip
from lexdesk_gui.style.widgets import action_button, add_to, label, name_with_keys, set_gaps

Tool = tuple[QAction, str]
"""The action of a tool button and the name of its icon."""


class ReaderBar(QFrame):
    """A bar with the path of the current text, or its citation if the path does not fit.

    ``yielding`` actions are available elsewhere; they hide one by one to make room for the path.
    """

    def __init__(
        self,
        theme: Theme,
        provisions: Sequence[Tool],
        hits: Sequence[Tool],
        copy: QAction,
        others: Sequence[Tool],
        yielding: Sequence[QAction],
    ):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "header")
        self.place, self.hits = CitationLabel(), label(kind="secondary")
        self.copy = action_button(copy, "plain")
        self.copy.setAccessibleName(copy.text())
        self._copied = copy.text()
        self.tools: list[tuple[QToolButton, str]] = []
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.place)
        self._add(provisions)
        add_to(self._row, None, self.hits)
        self._add(hits)
        self._row.addWidget(self.copy)
        self._add(others)
        by_action = {tool.defaultAction(): tool for tool, _ in self.tools}
        self.yielding: tuple[QWidget, ...] = (
            self.hits,
            *(by_action[action] for action in yielding),
        )
        theme.follow(self._restyle)

    def show_hit(self, text: str, tip: str) -> None:
        """Show the current hit, with details in the tool tip."""
        self.hits.setText(text)
        self.hits.setToolTip(escape_tooltip(tip))
        self.fit()

    def fit(self) -> None:
        """Show the longest path that fits, hiding the yielding parts if necessary."""
        self.copy.setText(self._copied)
        for part in self.yielding:
            part.setVisible(not isinstance(part, QToolButton) or part.defaultAction().isVisible())
        give_way = (lambda: self.copy.setText(""), *(part.hide for part in self.yielding))
        for so_far in range(len(give_way) + 1):
            if so_far:
                give_way[so_far - 1]()
            for form in range(max(1, self.place.forms)):
                self.place.show_form(form)
                if self._fits():
                    return
        self.place.show_form(self.place.forms)  # the wrapping citation

    def _fits(self) -> bool:
        return self._row.sizeHint().width() <= self.width()

    def _add(self, tools: Sequence[Tool]) -> None:
        for action, name in tools:
            tool = QToolButton()
            tool.setDefaultAction(action)
            tool.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            tool.setAccessibleName(action.text())
            # Buttons copy the action's tool tip at each change.
            action.setToolTip(name_with_keys(action))
            tool.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            tool.setProperty("kind", "tool")
            action.visibleChanged.connect(partial(self._follow, tool))
            self.tools.append((tool, name))
            self._row.addWidget(tool)

    def _follow(self, tool: QToolButton) -> None:
        tool.setVisible(tool.defaultAction().isVisible())
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the path to the new width."""
        super().resizeEvent(event)
        self.fit()

    def _restyle(self) -> None:
        look = self._theme.look
        px = look.px
        self.setFixedHeight(px(40))
        self.setMinimumWidth(1)  # parts can hide
        set_gaps(self._row, px(4), px(20), 0, px(12), 0)
        for tool, name in self.tools:
            tool.setFixedSize(px(28), px(28))
            tool.setIconSize(QSize(px(16), px(16)))
            tool.defaultAction().setIcon(icon(name, look.tokens.text))
        self.copy.setIcon(icon("copy", look.tokens.text))
        self.copy.setIconSize(QSize(px(16), px(16)))
        self.fit()
