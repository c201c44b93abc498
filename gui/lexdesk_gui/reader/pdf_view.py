"""A continuous view of PDF pages with highlighted hits."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from itertools import accumulate
from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from lexdesk_gui.language import translate
from lexdesk_gui.reader.pdf_pages import PageMark, PdfPages, Sizes
from lexdesk_gui.reader.scanned_pages import Scanned
from lexdesk_gui.style.look import LIGHT
from lexdesk_gui.style.theme import Theme

_GAP = 12  # pixels at 100 % around pages
_BAR_GAP = 10  # pixels at 100 % between the passage and its bar
_LARGEST = 1.45  # pixels at 100 % a point: a page of a letter as large as the eye likes it
_CACHED = 8  # pictures of pages; some 4 MB each, 16 MB at a device pixel ratio of 2


class PdfView(QAbstractScrollArea):
    """A view of PDF pages.

    ``moved`` carries the number of the current hit, from 1, and the number found so far, or two
    zeros. ``failed`` carries the reason of a rendering failure, ``textless`` reports a scan without
    searchable text. ``passwords``, a growing list, are tried on encrypted files.
    """

    textless = Signal()
    moved = Signal(int, int)
    failed = Signal(str, bool)

    def __init__(self, theme: Theme, passwords: Sequence[str] = ()):
        super().__init__()
        self.setObjectName("pages")
        self.setAccessibleName(translate("Reader", "Pages"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme = theme
        self._worker = PdfPages(passwords)
        self._worker.opened.connect(self._opened)
        self._worker.unreadable.connect(self._unreadable)
        self._worker.drawn.connect(self._drawn)
        self._worker.undrawable.connect(self._undrawable)
        self._worker.found.connect(self._found)
        self._worker.placed.connect(self._placed)
        self._worker.textless.connect(self.textless)
        self.path: Path | None = None
        self._sizes: tuple[tuple[float, float], ...] = ()
        self._damaged: frozenset[int] = frozenset()
        self._given_up: set[int] = set()
        self._tops: list[int] = []
        self._pictures: OrderedDict[tuple[int, float], QImage] = OrderedDict()
        self._words: tuple[str, ...] = ()
        self._scanned: Scanned = {}
        self._goal = 0
        self._passage, self.passage_at = "", PageMark(0, ())
        self.marks: list[PageMark] = []
        self._current = -1
        self._begins = True  # with the hits, not the text of the find bar
        self._marks_are_old = False  # of the previous search, kept until new ones arrive
        theme.changed.connect(self._lay_out)

    # Content.

    @property
    def page_count(self) -> int:
        """Return the number of pages; 0 until the file is open."""
        return len(self._sizes)

    @property
    def is_drawn(self) -> bool:
        """Report whether all visible pages are rendered at their current size."""
        scale = self._device_scale()
        return bool(self._sizes) and not self._missing(self._in_sight(), scale)

    def show_file(
        self,
        path: Path,
        page: int | None,
        words: Sequence[str],
        scanned: Scanned | None = None,
        passage: str = "",
    ) -> None:
        """Show ``path`` from ``page`` (from 1) with the hits of ``words``, by line on ``scanned`` pages.

        Mark ``passage``, starting there, with a bar.
        """
        if not self._worker.isRunning():
            self._worker.start()
        self._words, self._goal = tuple(words), max(0, (page or 1) - 1)
        self._scanned, self._passage = scanned or {}, passage
        if path == self.path and self._sizes:
            self._begin()
            return
        self._forget_pages(path)
        self._worker.open(path)

    def leave_file(self) -> None:
        """Close the file and show nothing."""
        if self.path is not None:
            self._forget_pages(None)
            if self._worker.isRunning():
                self._worker.leave()

    def _forget_pages(self, path: Path | None) -> None:
        """Discard the pages of the previous file; ``path`` is the next one."""
        self.path, self._sizes = path, ()
        self._pictures.clear()
        self._given_up.clear()
        self._forget_marks()
        self._lay_out()

    def find_text(self, text: str) -> None:
        """Highlight all occurrences of ``text``, or the search hits if it is empty."""
        self._marks_are_old, self._begins = True, not text
        here = max(0, self.current_page() - 1) if text else self._goal
        texts = (text,) if text else self._words
        self._worker.find(texts, whole_words=not text, first=here, scanned=self._scanned)

    def step(self, by: int) -> None:
        """Move ``by`` hits on, wrapping around."""
        if self.marks:
            self._go_to((self._current + by) % len(self.marks))

    def page(self, by: int) -> None:
        """Scroll by ``by`` screens."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + by * bar.pageStep())

    def current_page(self) -> int:
        """Return the page at the middle of the view, from 1, or 0."""
        middle = self.verticalScrollBar().value() + self.viewport().height() // 2
        return max(1, bisect_right(self._tops, middle)) if self._tops else 0

    def close_file(self) -> None:
        """End the rendering thread."""
        if self._worker.isRunning():
            self._worker.stop()

    # Signals of the thread.

    def _opened(self, sizes: Sizes) -> None:
        if sizes.path != self.path:
            return
        self._sizes, self._damaged = sizes.pages, sizes.damaged
        self._lay_out()
        self._begin()

    def _begin(self) -> None:
        self._forget_marks()
        self._scroll_to_page(self._goal)
        self.viewport().update()
        if self._passage and self._goal < len(self._sizes):
            self._worker.place(self._passage, self._goal)
        self.find_text("")

    def _unreadable(self, path: Path, reason: str, is_locked: bool) -> None:
        if path == self.path:
            self.failed.emit(reason, is_locked)

    def _drawn(self, path: Path, page: int, scale: float, picture: QImage) -> None:
        if path != self.path:
            return
        self._pictures[page, scale] = picture
        while len(self._pictures) > _CACHED:
            self._pictures.popitem(last=False)
        self.viewport().update()

    def _undrawable(self, path: Path, page: int) -> None:
        if path == self.path:
            self._given_up.add(page)
            self.viewport().update()

    def _placed(self, passage: PageMark) -> None:
        """Show the position of the passage."""
        self.passage_at = passage
        if passage.boxes:
            self._bring_in_sight(passage)

    def _found(self, some: list[PageMark]) -> None:
        """Add hits, and scroll to the first one."""
        if self._marks_are_old:
            self.marks, self._current, self._marks_are_old = [], -1, False
        if some:
            self._add(some)
        elif not self.marks:
            self.moved.emit(0, 0)
        self.viewport().update()

    def _add(self, some: list[PageMark]) -> None:
        current = self.marks[self._current] if self.marks else None
        self.marks = sorted([*self.marks, *some], key=attrgetter("page"))
        if current is None:
            passage = self.passage_at if self._begins else PageMark(0, ())
            inside = next(filter(passage.holds, some), None)
            self._go_to(
                self.marks.index(inside or some[0]), scroll=bool(inside or not passage.boxes)
            )
        else:
            self._current = self.marks.index(current)
            self.moved.emit(self._current + 1, len(self.marks))

    def _forget_marks(self) -> None:
        self.marks, self._current = [], -1
        self.passage_at = PageMark(0, ())
        self.moved.emit(0, 0)

    def _go_to(self, number: int, *, scroll: bool = True) -> None:
        self._current = number
        if scroll:
            self._bring_in_sight(self.marks[number])
        self.moved.emit(number + 1, len(self.marks))
        self.viewport().update()

    def _bring_in_sight(self, mark: PageMark) -> None:
        box = self.rect_on_view(mark.page, mark.boxes[0])
        height = self.viewport().height()
        if not height * 0.1 < box.top() < height * 0.8:
            bar = self.verticalScrollBar()
            bar.setValue(round(bar.value() + box.top() - height / 3))

    # Geometry.

    def _scale(self) -> float:
        """Return the logical pixels per point that fit the widest page."""
        look = self._theme.look
        widest = max((wide for wide, _ in self._sizes), default=612.0)
        room = self.viewport().width() - 2 * look.px(_GAP)
        return max(0.1, min(room / widest, _LARGEST * look.scale))

    def _device_scale(self) -> float:
        return round(self._scale() * self.devicePixelRatioF(), 4)

    def _lay_out(self) -> None:
        gap, scale = self._theme.look.px(_GAP), self._scale()
        highs = [round(high * scale) + gap for _, high in self._sizes]
        self._tops = [gap + top for top in accumulate(highs, initial=0)][:-1] if highs else []
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, gap + sum(highs) - self.viewport().height()))
        bar.setPageStep(max(1, self.viewport().height() - gap))
        bar.setSingleStep(self._theme.look.px(24))
        self.viewport().update()

    def page_box(self, page: int) -> QRectF:
        """Return the rectangle of ``page`` in the view."""
        scale = self._scale()
        wide, high = self._sizes[page]
        left = max(0.0, (self.viewport().width() - wide * scale) / 2)
        top = self._tops[page] - self.verticalScrollBar().value()
        return QRectF(round(left), top, round(wide * scale), round(high * scale))

    def rect_on_view(self, page: int, box: QRectF) -> QRectF:
        """Return the rectangle in the view of ``box``, in points of ``page``."""
        scale, at = self._scale(), self.page_box(page).topLeft()
        return QRectF(at + box.topLeft() * scale, box.size() * scale)

    def _in_sight(self) -> list[int]:
        top = self.verticalScrollBar().value()
        first = max(0, bisect_right(self._tops, top) - 1)
        last = bisect_right(self._tops, top + self.viewport().height())
        return list(range(first, max(last, min(first + 1, len(self._sizes)))))

    def _scroll_to_page(self, page: int) -> None:
        if self._tops:
            gap = self._theme.look.px(_GAP)
            self.verticalScrollBar().setValue(self._tops[min(page, len(self._tops) - 1)] - gap)

    # Drawing and keys.

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a large size, to fill the available room."""
        return QSize(600, 800)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the current page in view."""
        page = self.current_page() - 1
        super().resizeEvent(event)
        self._lay_out()
        if page >= 0 and event.oldSize().width() != event.size().width():
            self._scroll_to_page(page)

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: N802
        """Repaint; rendered pages stay cached."""
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the visible pages, then request missing and neighbouring ones."""
        painter = QPainter(self.viewport())
        look, sight, scale = self._theme.look, self._in_sight(), self._device_scale()
        painter.fillRect(self.viewport().rect(), QColor(look.tokens.sunken))
        for page in sight if self._sizes else []:
            self._paint_page(painter, page, scale)
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.tokens.accent), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        painter.end()
        near = [*sight, sight[-1] + 1, sight[0] - 1] if sight else []
        if missing := self._missing(near, scale):
            self._worker.want(missing, scale)

    def _missing(self, pages: Sequence[int], scale: float) -> list[int]:
        """Return existing ``pages`` not yet rendered."""
        return [
            n for n in pages
            if 0 <= n < len(self._sizes) and n not in self._damaged | self._given_up and (n, scale) not in self._pictures
        ]  # fmt: skip

    def _paint_page(self, painter: QPainter, page: int, scale: float) -> None:
        box = self.page_box(page)
        painter.fillRect(box, QColor(LIGHT.surface))
        picture = self._picture(page, scale)
        if picture is not None:
            smooth = QPainter.RenderHint.SmoothPixmapTransform
            painter.setRenderHint(
                smooth, picture.width() != round(box.width() * self.devicePixelRatioF())
            )
            painter.drawImage(box, picture)
        if page in self._damaged | self._given_up and picture is None:
            damaged = translate("Reader", "Page {n} cannot be read: the PDF is damaged there.")
            failed = translate(
                "Reader", "Page {n} cannot be drawn: PDFium failed or took too long."
            )
            centred = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.setPen(QColor(LIGHT.text))
            text = damaged if page in self._damaged else failed
            painter.drawText(box, centred, text.format(n=page + 1))
        painter.setPen(QColor(self._theme.look.tokens.line))
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        for number, mark in enumerate(self.marks):
            if mark.page == page:
                hit = LIGHT.current_hit if number == self._current else LIGHT.hit
                for box in mark.boxes:
                    painter.fillRect(
                        self.rect_on_view(page, box).adjusted(-1, -1, 1, 1), QColor(hit.ground)
                    )
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        if self.passage_at.page == page and self.passage_at.boxes:
            lines = [self.rect_on_view(page, box) for box in self.passage_at.boxes]
            left = min(line.left() for line in lines) - self._theme.look.px(_BAR_GAP)
            top, bottom = lines[0].top(), lines[-1].bottom()
            painter.fillRect(QRectF(left, top, 3, bottom - top), QColor(LIGHT.accent))

    def _picture(self, page: int, scale: float) -> QImage | None:
        """Return the image at ``scale``, or at another scale until it is rendered."""
        exact = self._pictures.get((page, scale))
        if exact is not None:
            self._pictures.move_to_end((page, scale))
            return exact
        return next((picture for (n, _), picture in self._pictures.items() if n == page), None)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Scroll with the usual keys."""
        bar = self.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_Space:
                back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                self.page(-1 if back else 1)
            case Qt.Key.Key_Home:
                bar.setValue(0)
            case Qt.Key.Key_End:
                bar.setValue(bar.maximum())
            case _:
                super().keyPressEvent(event)
