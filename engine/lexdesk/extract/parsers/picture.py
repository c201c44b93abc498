"""A parser of pictures: photographs and scans of pages, read by OCR."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed, Message, PhraseCode
from lexdesk.extract.assemble import assemble
from lexdesk.extract.limits import MAX_PIXELS, MAX_SCANNED_PAGES
from lexdesk.extract.ocr import LONGEST_SIDE, scan
from lexdesk.structure import Source

if TYPE_CHECKING:
    from PIL.Image import Image

    from lexdesk.extract.ocr import Ocr, Picture


def read(source: Source, ocr: Ocr | None = None) -> Document:
    """Read a document with one page per frame of a TIFF; of other pictures, the first frame only.

    Raises ``Scan`` without ``ocr``, ``FileFailed`` for pictures damaged, too large or without text.
    """
    name = source.path.name
    if ocr is None:
        raise scan(name, Message(PhraseCode.PICTURE))
    from lexdesk.extract.ocr import Recognised, RecognitionTooLong

    with _opened(source) as image:
        found: list[Recognised] = []
        skipped: list[int] = []
        for number, picture in enumerate(read_frames(image, name), 1):
            try:
                found.append(ocr.recognise(picture, name))
            except RecognitionTooLong:
                if not any(page.text for page in found):
                    raise
                found.append(Recognised("", 0.0))
                skipped.append(number)
    if not any(page.text.strip() for page in found):
        raise FileFailed(FileCode.PICTURE_WITHOUT_TEXT, name=name)
    document = assemble([page.text for page in found], name=name, paged=True)
    pages = zip(document.pages, found, strict=True)
    return replace(
        document,
        pages=tuple(replace(page, confidence=content.confidence) for page, content in pages),
        skipped_pages=tuple(skipped),
    )


@contextmanager
def _opened(source: Source) -> Iterator[Image]:
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # replaced by a limit on decoded pixels with its own message
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(io.BytesIO(source.data)) as image:
            yield image
    except (OSError, ValueError, SyntaxError, TypeError, EOFError):
        raise FileFailed(FileCode.PICTURE_DAMAGED, name=source.path.name) from None


def read_frames(image: Image, name: str) -> Iterator[Picture]:
    """Yield the pages as BGR pixels, no larger than OCR needs.

    In other formats, further frames are an animation or additions by a phone (MPO).
    """
    import numpy
    from PIL import ImageOps, ImageSequence

    frames = ImageSequence.Iterator(image) if image.format == "TIFF" else [image]
    for number, frame in enumerate(frames, 1):
        if number > MAX_SCANNED_PAGES or frame.width * frame.height > MAX_PIXELS:
            raise _too_large(frame, name)
        frame.draft("RGB", (2 * LONGEST_SIDE, 2 * LONGEST_SIDE))
        upright = ImageOps.exif_transpose(frame)
        plain = _on_white(upright)
        plain.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        yield numpy.ascontiguousarray(numpy.asarray(plain)[:, :, ::-1])


def _on_white(image: Image) -> Image:
    """Replace transparency by white; by default it turns black and hides black print."""
    from PIL import Image as Images

    if not image.has_transparency_data:
        return image.convert("RGB")
    layer = image.convert("RGBA")
    white = Images.new("RGBA", layer.size, "white")
    return Images.alpha_composite(white, layer).convert("RGB")


def _too_large(image: Image, name: str) -> FileFailed:
    return FileFailed(
        FileCode.PICTURE_TOO_LARGE,
        name=name,
        width=image.width,
        height=image.height,
        limit=MAX_SCANNED_PAGES,
    )
