"""A reading as text, or as the pages of its PDF."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from lexdesk_gui.reader.text_view import Reader
from lexdesk_gui.style.theme import Theme

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
