"""The heading of a comparison: title, display mode and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from lexdesk.law.citation_labels import find_act
from lexdesk_gui.compare import version_labels
from lexdesk_gui.error_messages import sentence
from lexdesk_gui.language import translate
from lexdesk_gui.style.flow_layout import FlowLayout
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import (
    ElidedLabel,
    Segments,
    WrappedLabel,
    add_to,
    button,
    escape_tooltip,
    label,
    set_gaps,
)

if TYPE_CHECKING:
    from lexdesk_gui.compare.compare_requests import Versions


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
        self.counts.setText(version_labels.counts(versions))
        self._say("")
        if notice := versions.history.notice:
            self.unknown.setText(sentence(notice))
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
        self.copy.setIcon(icon("copy", look.tokens.text) if self._is_wide else QIcon())
