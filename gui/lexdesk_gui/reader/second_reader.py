"""A second reader with a pinned text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout

from lexdesk_gui.language import translate
from lexdesk_gui.reader.citation_label import CitationLabel, make_label_and_file
from lexdesk_gui.reader.reading_views import ReadingViews
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import action_name, add_to, fill, frame, name_with_keys

if TYPE_CHECKING:
    from lexdesk.law.cross_references import Cites
    from lexdesk_gui.reader.pdf_view import PdfView
    from lexdesk_gui.reader.readings import Reading


class SecondReader(QFrame):
    """A reader with a pinned ``Reading``, until another is pinned or ``release`` is triggered.

    ``passwords`` are those of ``PdfView``.
    """

    def __init__(self, theme: Theme, release: QAction, passwords: Sequence[str] = ()):
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "surface")
        self.setAccessibleName(translate("Reader", "Second reader"))
        self.reading: Reading | None = None
        self.title = CitationLabel()
        self._close = QToolButton()
        self._close.setDefaultAction(release)
        self._close.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._close.setAccessibleName(action_name(release))
        release.setToolTip(name_with_keys(release))
        self._close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._close.setProperty("kind", "tool")
        self._views = ReadingViews(theme, passwords)
        self.reader = self._views.reader
        self.reader.setAccessibleName(translate("Reader", "Second reader"))
        self._bar = frame("header")
        self._row = QHBoxLayout(self._bar)
        add_to(self._row, self.title, self._close, stretch=self.title)
        fill(QVBoxLayout(self), self._bar, self._views, stretch=self._views)
        for keys, by in (("Return", 1), ("Shift+Return", -1)):
            self._step_with(keys, by)
        theme.follow(self._restyle)
        self.hide()

    @property
    def pages(self) -> PdfView:
        """Return the PDF view."""
        return self._views.pages

    def keep(self, reading: Reading | None, cites: Sequence[Cites] = (), *, as_text: bool) -> None:
        """Pin ``reading`` with its references; show PDF pages unless ``as_text``."""
        self.reading = reading
        self.title.set_citation(*make_label_and_file(reading))
        self._views.show_reading(reading, as_text=as_text)
        if not self._views.shows_pages:
            self.reader.set_links(cites)

    def take_focus(self) -> None:
        """Focus the view."""
        self._views.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_file(self) -> None:
        """Close the PDF file."""
        self._views.close_file()

    def _step_with(self, keys: str, by: int) -> None:
        action = QAction(self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _checked=False: self._views.view.step(by))
        self._views.addAction(action)

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._bar.setFixedHeight(px(32))
        self._row.setContentsMargins(px(20), 0, px(8), 0)
        self._close.setFixedSize(px(24), px(24))
        self._close.setIconSize(QSize(px(14), px(14)))
        self._close.defaultAction().setIcon(make_icon("close", self._theme.look.tokens.text))
