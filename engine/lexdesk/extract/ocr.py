"""Optical character recognition (OCR) with rapidocr and the models of its wheel.

The models read Latin script (English, German and other Western European languages) and Chinese;
docs/results/ocr.md has the measurements. Nothing is ever downloaded: explicit model paths bypass
the model search of rapidocr, a possible network request.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import math
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from lexdesk.document.model import WHOLE, Box
from lexdesk.errors import FileCode, FileFailed, Message
from lexdesk.system.extras import how_to_get
from lexdesk.system.native_runtime import load_cpp_runtime

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Picture = NDArray[numpy.uint8]

LONGEST_SIDE = 2000
"""Maximum pixels of the longer side, 170 dpi for A4. More pixels take memory without better results."""

_SENSE = 0.8  # confidence; pages upside down reach at most 0.66
_LEAST_SIDE = 12  # pixels; minimum height of a line of print
_MODELS = {
    "Det.model_path": "PP-OCRv6_det_small.onnx",
    "Rec.model_path": "PP-OCRv6_rec_small.onnx",
    "Cls.model_path": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
}


class Scan(FileFailed):
    """A failure caused by a file of pictures without text; OCR may read it."""


class RecognitionTooLong(FileFailed):
    """A picture that was not recognised, since those before it took all the time of its file."""


class Recognised(NamedTuple):
    """The text of a picture, the mean confidence of its characters in 0..1, and one box per line."""

    text: str
    confidence: float
    boxes: tuple[Box, ...] = ()


def is_available() -> bool:
    """Check that OCR is installed."""
    return importlib.util.find_spec("rapidocr") is not None


def scan(name: str, what: Message) -> Scan:
    """Return the failure of a picture, or of pages without text; ``what`` names the kind of file."""
    return Scan(FileCode.TEXT_IN_PICTURES, name=name, what=what, install=how_to_get("ocr"))


class Ocr:
    """A text recogniser; the first picture loads the models.

    ``threads`` bounds the cores in use. ``on_page`` is called before each picture, which takes
    seconds, to show a supervisor that work goes on. ``seconds`` bounds the processor time,
    of which ``spent`` are gone.
    """

    def __init__(
        self,
        threads: int = 1,
        on_page: Callable[[], None] = lambda: None,
        seconds: float = math.inf,
        spent: float = 0,
    ):
        self._threads = threads
        self._on_page = on_page
        self._known: dict[tuple[tuple[int, ...], bytes], Recognised] = {}
        self._seconds, self._until = seconds, time.process_time() + seconds - spent

    def recognise(self, picture: Picture, name: str = "") -> Recognised:
        """Recognise a picture of shape (height, width, 3), channels in BGR order, line by line.

        A result of low confidence is compared with one of the picture upside down. Raises
        ``RecognitionTooLong``.
        """
        if time.process_time() > self._until:
            raise RecognitionTooLong(
                FileCode.RECOGNITION_TOO_LONG, name=name, seconds=self._seconds
            )
        self._on_page()
        if min(picture.shape[:2]) < _LEAST_SIDE:
            return Recognised("", 0.0)
        key = picture.shape, hashlib.sha256(picture.tobytes()).digest()
        if key not in self._known:  # a small file may repeat one picture on thousands of pages
            self._known[key] = self._recognised(picture)
        return self._known[key]

    def _recognised(self, picture: Picture) -> Recognised:
        found = self._read(picture)
        if not found.text or found.confidence >= _SENSE:
            return found
        import numpy

        self._on_page()
        turned = self._read(numpy.ascontiguousarray(picture[::-1, ::-1]))
        upright = turned._replace(boxes=tuple(map(_turned, turned.boxes)))
        return max(found, upright, key=lambda line: line.confidence)

    def _read(self, picture: Picture) -> Recognised:
        found = self._engine(picture)
        if not found.txts:
            return Recognised("", 0.0)
        corners = found.boxes.tolist()
        weights = [max(len(text), 1) for text in found.txts]
        confidence = sum(s * w for s, w in zip(found.scores, weights, strict=True)) / sum(weights)
        high, wide = picture.shape[:2]
        lines = group_lines(correct_slope(corners), found.txts)
        boxes = (_bounding_box([corners[n] for n in line], wide, high) for line in lines)
        text = "\n".join(" ".join(found.txts[n] for n in line) for line in lines)
        return Recognised(text, round(float(confidence), 4), tuple(boxes))

    @cached_property
    def _engine(self) -> Any:
        load_cpp_runtime()
        import cv2

        cv2.setNumThreads(self._threads)
        with _no_socket_for_ipv6():
            import rapidocr

            models = Path(rapidocr.__file__).parent / "models"
            engine = "EngineConfig.onnxruntime"
            return rapidocr.RapidOCR(
                params={
                    "Global.log_level": "critical",
                    "Global.max_side_len": LONGEST_SIDE,
                    "Global.use_cls": False,  # it turns upright lines of typewriting upside down
                    "Rec.rec_batch_num": 1,  # lines differ in length: padding costs more than batching saves
                    f"{engine}.intra_op_num_threads": self._threads,
                    f"{engine}.inter_op_num_threads": 1,
                    **{key: str(models / name) for key, name in _MODELS.items()},
                }
            )


@contextlib.contextmanager
def _no_socket_for_ipv6() -> Iterator[None]:
    """Keep requests, which rapidocr imports but does not use here, from opening a socket.

    On import it opens one to probe for IPv6. Without it, a trace of system calls shows only local
    sockets.
    """
    had, socket.has_ipv6 = socket.has_ipv6, False
    try:
        yield
    finally:
        socket.has_ipv6 = had


class UprightBox(NamedTuple):
    """The borders of a text on a page, in pixels from the top left."""

    left: float
    top: float
    right: float
    bottom: float

    def is_beside(self, other: UprightBox) -> bool:
        """Check for a common line: the boxes share 40 % of the height of the higher one."""
        shared = min(self.bottom, other.bottom) - max(self.top, other.top)
        return shared > 0.4 * max(self.bottom - self.top, other.bottom - other.top)


_Corners = list[list[float]]
"""The corners (x, y) of a text in pixels, from the upper left clockwise."""


def correct_slope(quadrangles: list[_Corners]) -> list[UprightBox]:
    """Return upright boxes around texts, after correcting the slope of the page.

    On a page turned by half a degree, the ends of a line lie as high as the middle of its
    neighbours.
    """
    slopes = [(right[1] - left[1]) / max(right[0] - left[0], 1) for left, right, *_ in quadrangles]
    slope = median(slopes)
    boxes = []
    for corners in quadrangles:
        across = [x for x, _ in corners]
        down = [y - slope * x for x, y in corners]
        boxes.append(UprightBox(min(across), min(down), max(across), max(down)))
    return boxes


def group_lines(boxes: list[UprightBox], texts: Sequence[str]) -> list[list[int]]:
    """Group text numbers into lines, top to bottom and left to right.

    Lines of blanks only are dropped.
    """
    lines: list[list[int]] = []
    for n in sorted(range(len(boxes)), key=lambda box: boxes[box].top):
        if lines and boxes[n].is_beside(boxes[lines[-1][0]]):
            lines[-1].append(n)
        else:
            lines.append([n])
    ordered = (sorted(line, key=lambda box: boxes[box].left) for line in lines)
    return [line for line in ordered if any(texts[n].strip() for n in line)]


def _bounding_box(quadrangles: list[_Corners], wide: int, high: int) -> Box:
    """Return the box around the texts of a line, for a picture of ``wide`` x ``high`` pixels."""
    across = [_share(x, wide) for corners in quadrangles for x, _ in corners]
    down = [_share(y, high) for corners in quadrangles for _, y in corners]
    return Box(min(across), min(down), max(across), max(down))


def _share(pixels: float, of: int) -> int:
    return round(min(max(pixels / of, 0.0), 1.0) * WHOLE)


def _turned(box: Box) -> Box:
    """Rotate a box by 180 degrees."""
    return Box(WHOLE - box.right, WHOLE - box.bottom, WHOLE - box.left, WHOLE - box.top)
