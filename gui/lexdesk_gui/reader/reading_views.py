"""A reading as text or as the pages of its PDF, and a second, pinned one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from lexdesk_gui.language import translate
from lexdesk_gui.reader.citation_label import CitationLabel, label_and_file
from lexdesk_gui.reader.text_view import Reader
from lexdesk_gui.style.icons import icon
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import action_name, add_to, fill, frame, name_with_keys

if TYPE_CHECKING:
    from lexdesk.law.cross_references import Cites
    from lexdesk_gui.reader.pdf_view import PdfView
    from lexdesk_gui.reader.readings import Reading


class ReadingViews(QStackedWidget):
    """The text of a reading in ``reader``, or the pages of its file in ``pages``; sometimes the shortcuts.

    ``moved`` carries the current hit of the visible view, from 1, and their number; ``failed`` the reason of pages
    that cannot be drawn, and if they are locked; ``textless`` reports a scan without searchable text.
    ``passwords`` are those of ``PdfView``, ``of_pages`` is its accessible description.
    """

    moved = Signal(int, int)
    failed = Signal(str, bool)
    textless = Signal()

    def __init__(self, theme: Theme, passwords: Sequence[str] = ()):
        super().__init__()
        self._theme, self.passwords, self.of_pages = theme, passwords, ""
        self._reading: Reading | None = None
        self._hit = (0, 0)  # the current one, from 1, and their number
        self._suspended: _Suspended | None = None  # while shortcuts are shown
        self.reader = Reader(theme)
        self.reader.moved.connect(partial(self._tell, self.reader))
        self.addWidget(self.reader)

    @cached_property
    def pages(self) -> PdfView:
        """Return the PDF view, created on first use."""
        from lexdesk_gui.reader.pdf_view import PdfView

        pages = PdfView(self._theme, self.passwords)
        pages.setAccessibleDescription(self.of_pages)
        pages.moved.connect(partial(self._tell, pages))
        pages.failed.connect(self._fail)
        pages.textless.connect(self.textless)
        self.addWidget(pages)
        self.setTabOrder(self.reader, pages)
        return pages

    @property
    def shows_pages(self) -> bool:
        """Report whether PDF pages are shown instead of text."""
        return self.currentWidget() is not self.reader

    @property
    def view(self) -> Reader | PdfView:
        """Return the visible view."""
        return self.pages if self.shows_pages else self.reader

    def show_reading(self, reading: Reading | None, *, as_text: bool) -> None:
        """Show ``reading``: its PDF pages, if any, unless ``as_text``."""
        self._reading, self._suspended = reading, None
        if reading and reading.pages and not as_text:
            self.setCurrentWidget(self.pages)
            self.pages.show_file(
                reading.pages, reading.page, reading.words, reading.scanned, reading.passage
            )
            self.reader.show_reading(None)
        else:
            self._show_text()
            if self.count() > 1:
                self.pages.leave_file()

    @property
    def shows_keys(self) -> bool:
        """Report whether the list of shortcuts is shown."""
        return self._suspended is not None

    def show_keys(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show ``rows`` of shortcuts and descriptions in place of the reading."""
        if self._suspended is None:
            at = self.reader.verticalScrollBar().value()
            self._suspended = _Suspended(self.view, at, self._hit, self.reader.cites)
        self.setCurrentWidget(self.reader)
        self.reader.show_keys(rows)

    def hide_keys(self) -> None:
        """Return from the shortcuts to the reading, its scroll position and its hit."""
        left, self._suspended = self._suspended, None
        if left is None:
            return
        self.setCurrentWidget(left.view)
        if self.shows_pages:
            self.reader.show_reading(None)
            self._tell(self.pages, *left.hit)
            return
        self.reader.show_reading(self._reading)
        self.reader.set_links(left.cites)
        if left.hit[1] == self._hit[1]:  # else the find bar was used
            self.reader.step(left.hit[0] - self._hit[0])
        self.reader.verticalScrollBar().setValue(left.at)

    def set_links(self, cites: Sequence[Cites]) -> None:
        """Make links of the references of the reading, also while the shortcuts are shown."""
        if self._suspended is None:
            self.reader.set_links(cites)
        else:
            self._suspended = self._suspended._replace(cites=cites)

    def close_file(self) -> None:
        """Close the PDF file."""
        if self.count() > 1:
            self.pages.close_file()

    def _show_text(self) -> None:
        self.setCurrentWidget(self.reader)
        self.reader.show_reading(self._reading)

    def _fail(self, reason: str, is_locked: bool) -> None:
        self._suspended = None
        self._show_text()
        self.failed.emit(reason, is_locked)

    def _tell(self, view: Reader | PdfView, current: int, total: int) -> None:
        if view is self.view:
            self._hit = current, total
            self.moved.emit(current, total)


class _Suspended(NamedTuple):
    """The reading replaced by the shortcuts: view, scroll position, current and total hits, references."""

    view: QWidget
    at: int
    hit: tuple[int, int]
    cites: Sequence[Cites]


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
        self.title.set_citation(*label_and_file(reading))
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
        self._close.defaultAction().setIcon(icon("close", self._theme.look.tokens.text))
