"""PDF pages, rendered by PDFium on a separate thread.

PDFium serves one thread per process at a time and otherwise crashes, so readers take turns.
Obsolete requests are skipped. The text search runs page by page to let rendering continue: a
thousand pages take seconds; hits appear as they are found.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRectF, QThread, Signal, Slot
from PySide6.QtGui import QImage

from lexdesk.document.model import WHOLE, Box
from lexdesk_gui.reader.scanned_pages import Scanned, ScannedPage

_MOST_PIXELS = 40_000_000  # of one page image, 160 MB
_PDFIUM = threading.Lock()  # held by the thread that PDFium serves
_WORDS = (8, 4, 2)
"""Words that identify the start and end of a passage; fewer if the page has other characters in between."""
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
    ``drawn`` the page, the scale in pixels per point and a ``QImage``. ``found`` carries further
    marks of the latest search, complete pages each time, the rest at the end; ``textless`` precedes
    it for a first page without text, such as a scan. ``placed`` carries the mark of a passage.
    ``passwords`` are tried on encrypted files.
    """

    opened = Signal(object)
    textless = Signal()
    unreadable = Signal(object, str, bool)
    drawn = Signal(object, int, float, QImage)
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
        self._document: Any = None  # used by the thread alone, like its path
        self._document_path: Path | None = None
        self._damaged: frozenset[int] = frozenset()
        self._called.connect(self._tell)

    def open(self, path: Path) -> None:
        """Open ``path`` in place of the previous file."""
        self._path, self._wanted, self._search = path, frozenset(), None
        self._tasks.put(lambda: self._open(path))

    def leave(self) -> None:
        """Close the file, so that others can replace or delete it."""
        self._path, self._wanted, self._search = None, frozenset(), None
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
        self.wait()

    @Slot(object)
    def _tell(self, tell: Callable[[], None]) -> None:
        tell()

    # Worker thread.

    def run(self) -> None:
        """Run tasks until ``stop``."""
        while (task := self._tasks.get()) is not None:
            with _PDFIUM:
                task()
        with _PDFIUM:
            self._close()

    def _close(self) -> None:
        if self._document is not None:
            self._document.close()
        self._document, self._document_path = None, None

    def _open(self, path: Path) -> None:
        import pypdfium2  # for its error

        self._close()
        if path != self._path:
            return
        try:
            self._document = _opened(path, (None, *self._passwords))
            sizes = _sizes(path, self._document)
        except (pypdfium2.PdfiumError, OSError) as error:
            self._close()
            reason, is_locked = str(error), _wants_password(error)
            self._called.emit(lambda: self.unreadable.emit(path, reason, is_locked))
            return
        self._document_path, self._damaged = path, sizes.damaged
        self._called.emit(lambda: self.opened.emit(sizes))

    def _draw(self, path: Path | None, number: int, scale: float) -> None:
        if path != self._document_path or path != self._path or (number, scale) not in self._wanted:
            return
        page = self._document[number]
        wide, high = page.get_size()
        fitting = min(scale, (_MOST_PIXELS / max(wide * high, 1)) ** 0.5)
        bitmap = page.render(scale=fitting, rev_byteorder=True, prefer_bgrx=True)
        drawn = QImage(
            bitmap.buffer, bitmap.width, bitmap.height, bitmap.stride, QImage.Format.Format_RGBX8888
        ).copy()
        bitmap.close()
        page.close()
        self._called.emit(lambda: self.drawn.emit(path, number, scale, drawn))

    def _place(self, path: Path | None, passage: str, number: int) -> None:
        if path is None or not self._path == path == self._document_path or number in self._damaged:
            return
        page = self._document[number]
        text = page.get_textpage()
        words = passage.split()
        first = _where(text, [words[:most] for most in _WORDS])
        if first is not None:
            behind = min(first + len(passage), text.count_chars())
            last = _where(text, [words[-most:] for most in _WORDS], first, at_end=True) or behind
            boxes = _boxes(text, first, last - first, page.get_height())
            mark = PageMark(number, boxes)

            def tell_if_shown() -> None:
                if path == self._path:
                    self.placed.emit(mark)

            self._called.emit(tell_if_shown)
        text.close()
        page.close()

    def _find(self, search: _Search) -> None:
        """Search one page; queue the next behind other tasks."""
        path = search.path
        if (
            search is not self._search
            or path is None
            or not self._path == path == self._document_path
        ):
            return
        count = len(self._document)
        if search.looked_at == count:
            self._tell_found(search)
            return
        page = (search.first + search.looked_at) % count
        scan = search.scanned.get(page + 1)
        found = (
            self._on_scan(page, search, scan)
            if scan
            else self._on_page(page, search.texts, search.whole_words)
        )
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
        size = self._document.get_page_size(number)
        found = scan.places(search.texts, whole_words=search.whole_words)
        return [
            PageMark(number, tuple(_box(scan.box(line), *size) for line in lines))
            for lines in found
        ]

    def _on_page(
        self, number: int, texts: tuple[str, ...], whole_words: bool
    ) -> list[PageMark] | None:
        """Return the positions of ``texts``, or ``None`` for a page without text."""
        if number in self._damaged:
            return []
        page = self._document[number]
        text = page.get_textpage()
        has_text = text.count_chars() > 0
        places: set[tuple[int, int]] = set()
        for wanted in texts:
            search = text.search(wanted, match_whole_word=whole_words)
            while (place := search.get_next()) is not None:
                places.add(place)
            search.close()
        high = page.get_height()
        marks = [PageMark(number, _boxes(text, *place, high)) for place in sorted(places)]
        text.close()
        page.close()
        return [mark for mark in marks if mark.boxes] if has_text else None


def _opened(path: Path, passwords: Sequence[str | None]) -> Any:
    """Open the document at ``path`` with the first fitting password. Raise ``PdfiumError``."""
    import pypdfium2

    for password in passwords[:-1]:
        try:
            return pypdfium2.PdfDocument(path, password=password)
        except pypdfium2.PdfiumError as error:
            if not _wants_password(error):
                raise
    return pypdfium2.PdfDocument(path, password=passwords[-1])


def _wants_password(error: Exception) -> bool:
    """Report whether a PDF needs another password."""
    import pypdfium2.raw as pdfium

    return bool(getattr(error, "err_code", None) == pdfium.FPDF_ERR_PASSWORD)


def _sizes(path: Path, document: Any) -> Sizes:
    """Return the page sizes. Raise ``PdfiumError`` if no page is readable."""
    import pypdfium2

    sizes: list[tuple[float, float] | None] = []
    for number in range(len(document)):
        try:
            sizes.append(document.get_page_size(number))
        except pypdfium2.PdfiumError:
            sizes.append(None)
    damaged = frozenset(number for number, size in enumerate(sizes) if size is None)
    last = next(filter(None, sizes), None)
    if last is None:
        raise pypdfium2.PdfiumError("No page can be read.")
    pages = [last := size or last for size in sizes]
    return Sizes(path, tuple(pages), damaged)


def _where(
    text: Any, tried: Sequence[Sequence[str]], start: int = 0, *, at_end: bool = False
) -> int | None:
    """Return the start or end position of the first matching run of words."""
    for words in filter(None, tried):
        search = text.search(" ".join(words), index=start)
        place = search.get_next()
        search.close()
        if place is not None:
            return sum(place) if at_end else int(place[0])
    return None


def _boxes(text: Any, index: int, count: int, high: float) -> tuple[QRectF, ...]:
    """Return one box per line of characters, converted from PDF co-ordinates (origin at the bottom) to Qt's.

    PDFium returns one box per character for fonts with separately positioned letters.
    """
    lines: list[QRectF] = []
    for n in range(text.count_rects(index, count)):
        left, bottom, right, top = text.get_rect(n)
        box = QRectF(left, high - top, right - left, top - bottom)
        if lines and lines[-1].top() < box.center().y() < lines[-1].bottom():
            lines[-1] |= box
        else:
            lines.append(box)
    return tuple(lines)


def _box(box: Box, wide: float, high: float) -> QRectF:
    """Return the box of a line in points on a page of this size."""
    left, right = (wide * side / WHOLE for side in (box.left, box.right))
    top, bottom = (high * side / WHOLE for side in (box.top, box.bottom))
    return QRectF(left, top, right - left, bottom - top)
