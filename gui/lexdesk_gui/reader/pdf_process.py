"""The process that PDFium runs in, confined like an extraction worker: ``python -m lexdesk_gui.reader.pdf_process``.

A damaged or hostile PDF ends this process and leaves the window alone. Messages are those of ``lexdesk.system.ipc``.
In, as JSON:

    M  draw into a memory shared by this descriptor, if there is one
    O  open the file at a path with the first fitting of some passwords
    D  draw a page, counted from 0, at a scale in pixels per point
    P  place a passage on a page
    T  find texts on a page, or whole words
    C  close the file

Out: ``V`` a value as JSON, ``F`` the failure reason of ``O`` and whether it is the password. The value of a picture is
its width and height; its pixels (four bytes: red, green, blue, nothing) follow where no memory is shared. Boxes are
(left, top, width, height) in points from the top left of a page.
"""

from __future__ import annotations

import ctypes
import mmap
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lexdesk.extract.workers import sandbox
from lexdesk.system.ipc import (
    Frame,
    decode_plain_value,
    encode_json_frame,
    receive,
    send,
    take_streams,
)

if TYPE_CHECKING:
    import pypdfium2

Box = tuple[float, float, float, float]
REQUESTS, REPLIES = b"MODPTC", b"VF"
MOST_PIXELS = 40_000_000
"""Of one page image, 160 MB."""
MOST_BYTES = 4 * (MOST_PIXELS + 1_000_000)
"""Of one page image, with sides rounded up."""
MOST_SIDE = 14_400.0
"""The longest side of a page in points, as in Acrobat; longer ones are shown smaller."""
_MOST_MATCHES = 20_000  # on a page
_WORDS = (8, 4, 2)
"""Words that identify the start and end of a passage; fewer if the page has other characters in between."""


def main() -> None:
    """Serve requests until the parent closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = take_streams()
    sandbox.confine()
    pdf = _Pdf()
    answers: dict[bytes, tuple[Any, Callable[..., Iterator[Frame | memoryview]]]] = {
        b"M": (tuple[int], pdf.share),
        b"O": (tuple[str, tuple[str, ...]], pdf.open),
        b"D": (tuple[int, float], pdf.draw),
        b"P": (tuple[int, str], pdf.place),
        b"T": (tuple[int, tuple[str, ...], bool], pdf.find),
        b"C": (tuple[()], pdf.close),
    }
    while (frame := receive(requests, REQUESTS)) is not None:
        shape, answer = answers[frame.kind]
        for reply in answer(*decode_plain_value(frame.content, shape)):
            if isinstance(reply, Frame):
                send(replies, reply)
            else:
                replies.write(reply)
                replies.flush()


class _Pdf:
    """The open file."""

    _document: pypdfium2.PdfDocument | None = None
    _memory: mmap.mmap | None = None

    def share(self, descriptor: int) -> Iterator[Frame]:
        """Draw into the memory that the window shares."""
        self._memory = mmap.mmap(descriptor, MOST_BYTES)
        yield Frame(b"V")

    def close(self) -> Iterator[Frame]:
        """Close the file."""
        self._close()
        yield Frame(b"V")

    def _close(self) -> None:
        if self._document is not None:
            self._document.close()
        self._document = None

    def _page(self, number: int) -> pypdfium2.PdfPage:
        if self._document is None:
            raise LookupError("no file is open")
        return self._document[number]

    def open(self, path: str, passwords: tuple[str, ...]) -> Iterator[Frame]:
        """Yield the sizes of all pages, with the numbers of the damaged ones; those take the size of the page before."""
        import pypdfium2

        self._close()
        try:
            self._document = _opened(path, (None, *passwords))
            yield encode_json_frame(b"V", _sizes(self._document))
        except (pypdfium2.PdfiumError, OSError) as error:
            yield encode_json_frame(b"F", [str(error), _wants_password(error)])

    def draw(self, number: int, scale: float) -> Iterator[Frame | memoryview]:
        """Yield the size of a picture and its pixels."""
        page = self._page(number)
        wide, high = page.get_size()
        most = min((MOST_PIXELS / max(wide * high, 1)) ** 0.5, 4 * MOST_SIDE / max(wide, high, 1))
        bitmap = page.render(
            scale=min(scale, most), rev_byteorder=True, prefer_bgrx=True, bitmap_maker=self._bitmap
        )
        yield encode_json_frame(b"V", [bitmap.width, bitmap.height])
        if self._memory is None:
            yield memoryview(bitmap.buffer).cast("B")
        bitmap.close()
        page.close()

    def _bitmap(self, wide: int, high: int, **kind: Any) -> pypdfium2.PdfBitmap:
        import pypdfium2

        room = (
            (ctypes.c_ubyte * (4 * wide * high)).from_buffer(self._memory) if self._memory else None
        )
        return pypdfium2.PdfBitmap.new_native(wide, high, buffer=room, **kind)

    def place(self, number: int, passage: str) -> Iterator[Frame]:
        """Yield the lines of ``passage`` as far as they match, or none."""
        page = self._page(number)
        text = page.get_textpage()
        words = passage.split()
        first = _where(text, [words[:most] for most in _WORDS])
        boxes: list[Box] | None = None
        if first is not None:
            behind = min(first + len(passage), text.count_chars())
            last = _where(text, [words[-most:] for most in _WORDS], first, at_end=True) or behind
            boxes = _boxes(text, first, last - first, page.get_height())
        text.close()
        page.close()
        yield encode_json_frame(b"V", boxes)

    def find(self, number: int, texts: tuple[str, ...], whole_words: bool) -> Iterator[Frame]:
        """Yield the lines of each match in the order of the page, or ``None`` for a page without text."""
        page = self._page(number)
        text = page.get_textpage()
        has_text = text.count_chars() > 0
        places: set[tuple[int, int]] = set()
        for wanted in texts:
            search = text.search(wanted, match_whole_word=whole_words)
            while len(places) < _MOST_MATCHES and (place := search.get_next()) is not None:
                places.add(place)
            search.close()
        high = page.get_height()
        matches = [_boxes(text, *place, high) for place in sorted(places)]
        text.close()
        page.close()
        yield encode_json_frame(b"V", [boxes for boxes in matches if boxes] if has_text else None)


def _opened(path: str, passwords: Sequence[str | None]) -> Any:
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


def _sizes(document: pypdfium2.PdfDocument) -> tuple[list[tuple[float, float]], list[int]]:
    """Return the size of each page, and the damaged ones. Raise ``PdfiumError`` if no page is readable."""
    import pypdfium2

    sizes: list[tuple[float, float] | None] = []
    for number in range(len(document)):
        try:
            sizes.append(document.get_page_size(number))
        except pypdfium2.PdfiumError:
            sizes.append(None)
    last = next(filter(None, sizes), None)
    if last is None:
        raise pypdfium2.PdfiumError("No page can be read.")
    pages = [last := size or last for size in sizes]
    return pages, [number for number, size in enumerate(sizes) if size is None]


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


def _boxes(text: Any, index: int, count: int, high: float) -> list[Box]:
    """Return one box per line of characters, converted from PDF co-ordinates (origin at the bottom).

    PDFium returns one box per character for fonts with separately positioned letters.
    """
    lines: list[Box] = []
    for n in range(text.count_rects(index, count)):
        left, bottom, right, top = text.get_rect(n)
        box = (left, high - top, right - left, top - bottom)
        if lines and lines[-1][1] < box[1] + box[3] / 2 < lines[-1][1] + lines[-1][3]:
            lines[-1] = _bounding_box(lines[-1], box)
        else:
            lines.append(box)
    return lines


def _bounding_box(one: Box, other: Box) -> Box:
    """Return the smallest box around both."""
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    bottom = max(one[1] + one[3], other[1] + other[3])
    return left, top, right - left, bottom - top


if __name__ == "__main__":
    main()
