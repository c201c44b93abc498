"""PDF pages, rendered by PDFium in a separate process; a thread waits for its replies.

A page that ends this process is left out from then on; a file that does so often is given up.
Obsolete requests are skipped. The text search runs page by page to let rendering continue: a
thousand pages take seconds; hits appear as they are found.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QRectF, QThread, Signal, Slot
from PySide6.QtGui import QImage

from lexdesk.document.model import WHOLE, Box
from lexdesk_gui.language import translate
from lexdesk_gui.reader.pdf_client import PdfClient, PdfProcessDied, PdfUnreadable
from lexdesk_gui.reader.scanned_pages import Scanned, ScannedPage

_MOST_DEATHS = 10  # of processes on the pages of a file
_SECONDS_BETWEEN_FINDS = 0.3  # reported; each repaints the view


@dataclass(frozen=True, slots=True)
class Sizes:
    """Page sizes of a file in points (1/72 inch); ``damaged`` pages take the size of the page before."""

    path: Path
    pages: tuple[tuple[float, float], ...]
    damaged: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class PageMark:
    """A match on a page: ``page`` counts from 0, boxes are in points from the top left."""

    page: int
    boxes: tuple[QRectF, ...]

    def holds(self, other: PageMark) -> bool:
        """Report whether ``other`` begins on one of its lines."""
        height = other.boxes[0].center().y()
        return self.page == other.page and any(
            box.top() <= height <= box.bottom() for box in self.boxes
        )


@dataclass(slots=True)
class _Search:
    """A search in a file from page ``first`` on and its progress; ``scanned`` holds the pages without text."""

    path: Path | None
    texts: tuple[str, ...]
    whole_words: bool
    first: int
    scanned: Scanned
    looked_at: int = 0
    marks: list[PageMark] = field(default_factory=list)
    """Matches since the last report."""
    told_at: float = 0.0


class PdfPages(QThread):
    """A thread that opens files, renders pages and searches their text.

    ``opened`` carries ``Sizes``; ``unreadable`` a path, a reason and the need for a password;
    ``drawn`` the page, the scale in pixels per point and a ``QImage``; ``undrawable`` a page. ``found`` carries further
    marks of the latest search, complete pages each time, the rest at the end; ``textless`` precedes
    it for a first page without text, such as a scan. ``placed`` carries the mark of a passage.
    ``passwords`` are tried on encrypted files.
    """

    opened = Signal(object)
    textless = Signal()
    unreadable = Signal(object, str, bool)
    drawn = Signal(object, int, float, QImage)
    undrawable = Signal(object, int)
    found = Signal(object)
    placed = Signal(object)
    _called = Signal(object)

    def __init__(self, passwords: Sequence[str] = ()) -> None:
        super().__init__()
        self._passwords = passwords  # may grow
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._wanted: frozenset[tuple[int, float]] = frozenset()
        self._path: Path | None = None  # the displayed file
        self._search: _Search | None = None  # the current search
        self._client = PdfClient()  # used by the thread alone, as is the rest
        self._document_path: Path | None = None
        self._sizes: tuple[tuple[float, float], ...] = ()
        self._deaths = 0
        self._damaged: frozenset[int] = frozenset()
        self._called.connect(self._tell)

    def open(self, path: Path) -> None:
        """Open ``path`` in place of the previous file."""
        self._path, self._wanted, self._search = path, frozenset(), None
        self._client.interrupt()
        self._tasks.put(lambda: self._open(path))

    def leave(self) -> None:
        """Close the file, so that others can replace or delete it."""
        self._path, self._wanted, self._search = None, frozenset(), None
        self._client.interrupt()
        self._tasks.put(self._close)

    def want(self, pages: Sequence[int], scale: float) -> None:
        """Render only ``pages``, most urgent first, at ``scale`` device pixels per point."""
        path, before = self._path, self._wanted
        self._wanted = frozenset((page, scale) for page in pages)
        for page in pages:
            if (page, scale) not in before:
                self._tasks.put(lambda page=page: self._draw(path, page, scale))  # type: ignore[misc]

    def find(
        self, texts: Sequence[str], *, whole_words: bool, first: int, scanned: Scanned | None = None
    ) -> None:
        """Search for ``texts``, ignoring case, from page ``first`` to the end, then from the start.

        Search ``scanned`` pages by their recognised lines. Cancel the previous search.
        """
        search = self._search = _Search(self._path, tuple(texts), whole_words, first, scanned or {})
        self._tasks.put(lambda: self._find(search))

    def place(self, passage: str, page: int) -> None:
        """Find the lines of ``passage``, starting on ``page``, as far as they match."""
        path = self._path
        self._tasks.put(lambda: self._place(path, passage, page))

    def stop(self) -> None:
        """End the thread."""
        self._path = None
        self._tasks.put(None)
        self._client.interrupt(0)
        self.wait()

    @Slot(object)
    def _tell(self, tell: Callable[[], None]) -> None:
        tell()

    # Worker thread.

    def run(self) -> None:
        """Run tasks until ``stop``."""
        while (task := self._tasks.get()) is not None:
            task()
        self._client.close()

    def _close(self) -> None:
        self._client.leave()
        self._document_path = None

    def _open(self, path: Path) -> None:
        if path != self._path:
            self._close()
            return
        try:
            self._sizes, self._damaged = self._client.open(path, tuple(self._passwords))
        except PdfUnreadable as error:
            self._give_up(path, str(error), is_locked=error.is_locked)
            return
        except PdfProcessDied:
            self._give_up(path, translate("Reader", "PDFium failed or took too long"))
            return
        self._document_path, self._deaths = path, 0
        sizes = Sizes(path, self._sizes, self._damaged)
        self._called.emit(lambda: self.opened.emit(sizes))

    def _give_up(self, path: Path, reason: str, *, is_locked: bool = False) -> None:
        self._close()
        self._called.emit(lambda: self.unreadable.emit(path, reason, is_locked))

    def _leave_out(self, path: Path, number: int) -> None:
        """Try no more to read a page that ended a process, nor any after ``_MOST_DEATHS``."""
        if path != self._path:
            return
        self._damaged |= {number}
        self._deaths += 1
        if self._deaths == _MOST_DEATHS:
            self._give_up(path, translate("Reader", "PDFium failed on many of them"))
        else:
            self._called.emit(lambda: self.undrawable.emit(path, number))

    def _is_shown(self, path: Path | None) -> bool:
        return path is not None and self._path == path == self._document_path

    def _draw(self, path: Path | None, number: int, scale: float) -> None:
        if (
            path is None
            or not self._is_shown(path)
            or (number, scale) not in self._wanted
            or number in self._damaged
        ):
            return
        try:
            drawn = self._client.draw(number, scale)
        except PdfProcessDied:
            self._leave_out(path, number)
            return
        self._called.emit(lambda: self.drawn.emit(path, number, scale, drawn))

    def _place(self, path: Path | None, passage: str, number: int) -> None:
        if path is None or not self._is_shown(path) or number in self._damaged:
            return
        try:
            boxes = self._client.place(number, passage)
        except PdfProcessDied:
            self._leave_out(path, number)
            return
        if boxes is None:
            return
        mark = PageMark(number, boxes)

        def tell_if_shown() -> None:
            if path == self._path:
                self.placed.emit(mark)

        self._called.emit(tell_if_shown)

    def _find(self, search: _Search) -> None:
        """Search one page; queue the next behind other tasks."""
        path = search.path
        if search is not self._search or not self._is_shown(path):
            return
        count = len(self._sizes)
        if search.looked_at == count:
            self._tell_found(search)
            return
        page = (search.first + search.looked_at) % count
        scan = search.scanned.get(page + 1)
        found = self._on_scan(page, search, scan) if scan else self._on_page(page, search)
        if found is None and search.looked_at == 0:
            self._report(search, self.textless.emit)
        search.marks += found or []
        search.looked_at += 1
        if search.marks and time.monotonic() - search.told_at > _SECONDS_BETWEEN_FINDS:
            self._tell_found(search)
        self._tasks.put(lambda: self._find(search))

    def _tell_found(self, search: _Search) -> None:
        marks, search.marks, search.told_at = search.marks, [], time.monotonic()
        self._report(search, lambda: self.found.emit(marks))

    def _report(self, search: _Search, tell: Callable[[], None]) -> None:
        def tell_if_wanted() -> None:
            if search is self._search:  # no newer search
                tell()

        self._called.emit(tell_if_wanted)

    def _on_scan(self, number: int, search: _Search, scan: ScannedPage) -> list[PageMark]:
        """Return the lines of a scanned page that contain the texts."""
        size = self._sizes[number]
        found = scan.places(search.texts, whole_words=search.whole_words)
        return [
            PageMark(number, tuple(_box(scan.box(line), *size) for line in lines))
            for lines in found
        ]

    def _on_page(self, number: int, search: _Search) -> list[PageMark] | None:
        """Return the matches on a page, or ``None`` for a page without text."""
        if number in self._damaged:
            return []
        try:
            found = self._client.find(number, search.texts, whole_words=search.whole_words)
        except PdfProcessDied:
            if search.path is not None:
                self._leave_out(search.path, number)
            return []
        return None if found is None else [PageMark(number, boxes) for boxes in found]


def _box(box: Box, wide: float, high: float) -> QRectF:
    """Return the box of a line in points on a page of this size."""
    left, right = (wide * side / WHOLE for side in (box.left, box.right))
    top, bottom = (high * side / WHOLE for side in (box.top, box.bottom))
    return QRectF(left, top, right - left, bottom - top)
