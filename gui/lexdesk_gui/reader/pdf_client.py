"""The window's side of a ``pdf_process``: one file, read by a process that may fail."""

import mmap
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from lexdesk.extract.workers.deadline import Deadline, TimeLimit
from lexdesk.system.ipc import Frame, encode_json_frame, receive, send
from lexdesk.system.json_values import parse
from lexdesk_gui.reader.pdf_process import MOST_BYTES, MOST_SIDE, REPLIES

Lines = tuple[QRectF, ...]
Sizes = tuple[tuple[float, float], ...]
_COMMAND = [sys.executable, "-P", "-m", "lexdesk_gui.reader.pdf_process"]
_LIMIT = TimeLimit(20, 120)  # for one request; a page of a map takes a second or two
_BUSY = 0.5  # seconds that a request may last and still be waited for
_Box = tuple[float, float, float, float]


class PdfUnreadable(Exception):  # noqa: N818
    """A file that PDFium does not open, for want of another password if ``is_locked``."""

    def __init__(self, reason: str, is_locked: bool):
        super().__init__(reason)
        self.is_locked = is_locked


class PdfProcessDied(Exception):  # noqa: N818
    """The process crashed, exceeded its limits, or sent an invalid reply."""


class PdfClient:
    """A file, opened again in another process after ``PdfProcessDied``.

    Its methods are called by one thread; any thread may ``interrupt`` them. Those that read raise ``PdfProcessDied``.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._memory: mmap.mmap | None = None
        self._opening: Frame | None = None
        self._busy_since: float | None = None

    def open(self, path: Path, passwords: Sequence[str]) -> tuple[Sizes, frozenset[int]]:
        """Return the page sizes of a file and the damaged ones. Raise ``PdfUnreadable``."""
        self._opening = encode_json_frame(b"O", [str(path), list(passwords)])
        return self._open(self._running(), self._opening)

    def draw(self, number: int, scale: float) -> QImage:
        """Draw a page."""
        process = self._reading()
        size = self._exchange(process, encode_json_frame(b"D", [number, scale]))
        wide, high = self._parsed(size, tuple[int, int])
        if not (0 < wide <= MOST_BYTES and 0 < high <= MOST_BYTES // (4 * wide)):
            raise self._died()
        drawn = QImage(wide, high, QImage.Format.Format_RGBX8888)
        if drawn.isNull() or not self._take(process, memoryview(drawn.bits())):
            raise self._died()
        return drawn

    def _take(self, process: subprocess.Popen[bytes], pixels: memoryview) -> bool:
        """Fill in the pixels of a picture; return whether all were there."""
        if self._memory is not None:
            pixels[:] = memoryview(self._memory)[: len(pixels)]
            return True
        with self._limited(process):
            taken: int = process.stdout.readinto(pixels)  # type: ignore[union-attr]
            return taken == len(pixels)

    def place(self, number: int, passage: str) -> Lines | None:
        """Return the lines of ``passage`` on a page as far as they match."""
        found: list[_Box] | None = self._ask(b"P", [number, passage], list[_Box] | None)
        return None if found is None else _lines(found)

    def find(self, number: int, texts: Sequence[str], *, whole_words: bool) -> list[Lines] | None:
        """Return the lines of each match on a page, or ``None`` for a page without text."""
        shape = list[list[_Box]] | None
        found: list[list[_Box]] | None = self._ask(b"T", [number, list(texts), whole_words], shape)
        return None if found is None else [_lines(boxes) for boxes in found if boxes]

    def leave(self) -> None:
        """Close the file, so that others can replace or delete it; the process waits for the next."""
        self._opening = None
        if self._process is not None:
            with suppress(PdfProcessDied):
                self._exchange(self._process, encode_json_frame(b"C", []))

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def interrupt(self, busy: float = _BUSY) -> None:
        """End a request that has lasted for over ``busy`` seconds; from any thread."""
        process, since = self._process, self._busy_since
        if process is not None and since is not None and time.monotonic() - since >= busy:
            process.kill()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            with _shared() as shared:
                self._memory = mmap.mmap(shared[0], MOST_BYTES) if shared else None
                self._process = _started(shared)
                if shared:
                    self._exchange(self._process, encode_json_frame(b"M", list(shared)))
        return self._process

    def _reading(self) -> subprocess.Popen[bytes]:
        """Return a process that has the file open."""
        if self._process is None:
            if self._opening is None:
                raise PdfProcessDied
            try:
                self._open(self._running(), self._opening)
            except PdfUnreadable:  # now, unlike when it was opened
                raise self._died() from None
        return self._running()

    def _open(
        self, process: subprocess.Popen[bytes], opening: Frame
    ) -> tuple[Sizes, frozenset[int]]:
        reply = self._exchange(process, opening)
        if reply.kind == b"F":
            raise PdfUnreadable(*self._parsed(reply, tuple[str, bool]))
        pages, damaged = self._parsed(reply, tuple[list[tuple[float, float]], list[int]])
        if not pages:
            raise self._died()
        return tuple(_size(*page) for page in pages), frozenset(damaged)

    def _ask(self, kind: bytes, value: object, shape: Any) -> Any:
        return self._parsed(self._exchange(self._reading(), encode_json_frame(kind, value)), shape)

    def _exchange(self, process: subprocess.Popen[bytes], request: Frame) -> Frame:
        with self._limited(process):
            send(process.stdin, request)  # type: ignore[arg-type]
        return self._receive(process)

    def _receive(self, process: subprocess.Popen[bytes]) -> Frame:
        with self._limited(process):
            frame = receive(process.stdout, REPLIES)  # type: ignore[arg-type]
        if frame is None:
            raise self._died()
        return frame

    @contextmanager
    def _limited(self, process: subprocess.Popen[bytes]) -> Iterator[None]:
        """Wait for the process within the time limit."""
        deadline = Deadline(process.pid, _LIMIT, lambda _waited: process.kill())
        self._busy_since = time.monotonic()
        try:
            yield
        except (OSError, ValueError):
            raise self._died() from None
        finally:
            self._busy_since = None
            deadline.cancel()

    def _parsed(self, frame: Frame, shape: Any) -> Any:
        try:
            return parse(frame.content, shape)
        except ValueError:
            raise self._died() from None

    def _died(self) -> PdfProcessDied:
        self.close()
        return PdfProcessDied()


@contextmanager
def _shared() -> Iterator[tuple[int, ...]]:
    """Yield the descriptor of a memory that the other side cannot cut short, or none on systems without."""
    if sys.platform != "linux":
        yield ()
        return
    import fcntl

    descriptor = os.memfd_create("page", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        os.ftruncate(descriptor, MOST_BYTES)
        seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
        yield (descriptor,)
    finally:
        os.close(descriptor)


def _started(shared: tuple[int, ...]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        _COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        pass_fds=shared,
    )


def _size(wide: float, high: float) -> tuple[float, float]:
    """Return a page size of which both sides are possible."""
    smaller = min(1.0, MOST_SIDE / max(wide, high, 1.0))
    return max(wide * smaller, 1.0), max(high * smaller, 1.0)


def _lines(boxes: Sequence[_Box]) -> Lines:
    return tuple(QRectF(*(max(-MOST_SIDE, min(side, MOST_SIDE)) for side in box)) for box in boxes)
