"""Recognition of text in pictures (OCR), with rapidocr and the models that come in its wheel.

They read Latin script (English, German and other Western European languages) and Chinese; what was
measured stands in docs/results/ocr.md. Nothing is ever downloaded: the models are named by their
paths, so that rapidocr's own search for them, which may ask a server, is never reached.
"""

from __future__ import annotations

import contextlib
import importlib.util
import socket
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from lexdesk.document.model import WHOLE, Box
from lexdesk.errors import FileCode, FileFailed, Message
from lexdesk.system.extras import how_to_get

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Picture = NDArray[numpy.uint8]

LONGEST_SIDE = 2000
"""Pixels of a page's longer side: of A4, 170 dots an inch. More takes memory and finds no more."""

_SENSE = 0.8  # confidence; pages that stand upside down have at most 0.66
_LEAST_SIDE = 12  # pixels; no line of print is lower
_MODELS = {
    "Det.model_path": "PP-OCRv6_det_small.onnx",
    "Rec.model_path": "PP-OCRv6_rec_small.onnx",
    "Cls.model_path": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
}


class Scan(FileFailed):
    """A file of pictures without text, which text recognition may read."""


class Recognised(NamedTuple):
    """The text of a picture, the mean confidence of its characters in 0..1, and where each of its lines stands."""

    text: str
    confidence: float
    boxes: tuple[Box, ...] = ()


def available() -> bool:
    """Whether text recognition is installed."""
    return importlib.util.find_spec("rapidocr") is not None


def scan(name: str, what: Message) -> Scan:
    """The refusal of a file that is ``what``: a picture, or pages without text."""
    return Scan(FileCode.TEXT_IN_PICTURES, name=name, what=what, install=how_to_get("ocr"))


class Ocr:
    """A recogniser. The models are loaded with the first picture.

    ``threads`` bounds the cores in use; ``on_page`` is called before each picture, which takes
    seconds, so that a supervisor can tell slow work from none.
    """

    def __init__(self, threads: int = 1, on_page: Callable[[], None] = lambda: None):
        self._threads = threads
        self._on_page = on_page

    def recognise(self, picture: Picture) -> Recognised:
        """The text of a picture (height, width, 3), blue first, line by line.

        What gives little sense is also read upside down.
        """
        self._on_page()
        if min(picture.shape[:2]) < _LEAST_SIDE:
            return Recognised("", 0.0)
        found = self._read(picture)
        if not found.text or found.confidence >= _SENSE:
            return found
        import numpy

        self._on_page()
        turned = self._read(numpy.ascontiguousarray(picture[::-1, ::-1]))
        upright = turned._replace(boxes=tuple(map(_turned, turned.boxes)))
        return max(found, upright, key=lambda each: each.confidence)

    def _read(self, picture: Picture) -> Recognised:
        found = self._engine(picture)
        if not found.txts:
            return Recognised("", 0.0)
        corners = found.boxes.tolist()
        weights = [max(len(text), 1) for text in found.txts]
        confidence = sum(s * w for s, w in zip(found.scores, weights, strict=True)) / sum(weights)
        high, wide = picture.shape[:2]
        lines = _in_lines(_straight(corners), found.txts)
        boxes = (_around([corners[n] for n in line], wide, high) for line in lines)
        text = "\n".join(" ".join(found.txts[n] for n in line) for line in lines)
        return Recognised(text, round(float(confidence), 4), tuple(boxes))

    @cached_property
    def _engine(self) -> Any:
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
                    "Global.use_cls": False,  # it turns lines of typewriting upside down that stand upright
                    "Rec.rec_batch_num": 1,  # lines of unlike length: padding costs more than batches save
                    f"{engine}.intra_op_num_threads": self._threads,
                    f"{engine}.inter_op_num_threads": 1,
                    **{key: str(models / name) for key, name in _MODELS.items()},
                }
            )


@contextlib.contextmanager
def _no_socket_for_ipv6() -> Iterator[None]:
    """Let requests, which rapidocr imports and does not use here, make no socket.

    It tries by one whether the system has IPv6; told that it has not, it makes none, so that a trace
    of the system calls shows local sockets alone.
    """
    had, socket.has_ipv6 = socket.has_ipv6, False
    try:
        yield
    finally:
        socket.has_ipv6 = had


class _Upright(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def beside(self, other: _Upright) -> bool:
        """Whether both stand on one line: they share 40 % of the higher one's height."""
        shared = min(self.bottom, other.bottom) - max(self.top, other.top)
        return shared > 0.4 * max(self.bottom - self.top, other.bottom - other.top)


_Corners = list[list[float]]
"""The corners (x, y) of a text in pixels, from the upper left clockwise."""


def _straight(quadrangles: list[_Corners]) -> list[_Upright]:
    """Upright boxes around texts.

    The page is turned straight first: on one that is turned by half a degree, the ends of a line
    lie as high as the middle of its neighbours.
    """
    slopes = [(right[1] - left[1]) / max(right[0] - left[0], 1) for left, right, *_ in quadrangles]
    slope = median(slopes)
    boxes = []
    for corners in quadrangles:
        across = [x for x, _ in corners]
        down = [y - slope * x for x, y in corners]
        boxes.append(_Upright(min(across), min(down), max(across), max(down)))
    return boxes


def _in_lines(boxes: list[_Upright], texts: Sequence[str]) -> list[list[int]]:
    """The numbers of the texts, line by line from top to bottom, those on one line from left to right.

    A line of nothing but spaces is none.
    """
    lines: list[list[int]] = []
    for n in sorted(range(len(boxes)), key=lambda each: boxes[each].top):
        if lines and boxes[n].beside(boxes[lines[-1][0]]):
            lines[-1].append(n)
        else:
            lines.append([n])
    ordered = (sorted(line, key=lambda each: boxes[each].left) for line in lines)
    return [line for line in ordered if any(texts[n].strip() for n in line)]


def _around(quadrangles: list[_Corners], wide: int, high: int) -> Box:
    """The box around the texts of a line, of a picture that is so many pixels ``wide`` and ``high``."""
    across = [_share(x, wide) for corners in quadrangles for x, _ in corners]
    down = [_share(y, high) for corners in quadrangles for _, y in corners]
    return Box(min(across), min(down), max(across), max(down))


def _share(pixels: float, of: int) -> int:
    return round(min(max(pixels / of, 0.0), 1.0) * WHOLE)


def _turned(box: Box) -> Box:
    """A box on a page that stands upside down."""
    return Box(WHOLE - box.right, WHOLE - box.bottom, WHOLE - box.left, WHOLE - box.top)
