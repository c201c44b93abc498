"""PDF, through pypdfium2: the text of each page, as it stands on it.

kreuzberg reads PDF with the same engine and gives the same text, at half the speed, and unpacks
the engine into a folder that all users of the machine share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lexdesk.document import Document, Property
from lexdesk.errors import FileRefused
from lexdesk.extract.assemble import assemble
from lexdesk.extract.limits import MAX_SCANNED_PAGES
from lexdesk.extract.ocr import LONGEST_SIDE, scan
from lexdesk.extract.sniff import locked
from lexdesk.structure import Source

if TYPE_CHECKING:
    import pypdfium2

    from lexdesk.extract.ocr import Ocr, Picture

_STAMP = 300  # characters at most that a court or a scanner prints onto the picture of a page
_COVERING = 0.5  # share of a page; a picture that covers more is taken for a scan of it
_POINTS = 72  # an inch
_DOTS = 200  # an inch: what small print needs
_PROPERTIES = {"Author": "author", "CreationDate": "created", "ModDate": "modified"}
_Box = tuple[float, float, float, float]  # left, bottom, right and top, in points
_TIME = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?")


def read(source: Source, ocr: Ocr | None = None) -> Document:
    """A document with pages.

    Pages that are pictures are recognised by ``ocr``; without one they have confidence 0. One that is
    damaged is a page without text. What is filled in on forms stands below the text of its page. Raises
    ``Scan`` where there are no other pages then, ``FileRefused`` for locked and damaged files.
    """
    import pypdfium2

    from lexdesk.extract.pdf_forms import filled_in, open_forms

    name = source.path.name
    with _opened(source) as pdf:
        has_forms = open_forms(pdf)
        texts = [""] * len(pdf)
        pictures: dict[int, float] = {}  # pages without text of their own, with their confidence
        damaged: list[int] = []
        for number in range(len(texts)):
            try:
                with closing(pdf[number]) as page:
                    text = _text(page)
                    fields = filled_in(page) if has_forms else []
                    texts[number] = _joined(text, fields)
                    if _is_picture(page, text):
                        pictures[number] = 0.0
                        if ocr is not None:
                            _check_count(len(pictures), name)
                            text, pictures[number] = ocr.recognise(_rendered(page))
                            texts[number] = _joined(text, [f for f in fields if f not in text])
            except pypdfium2.PdfiumError:
                damaged.append(number + 1)
        stated = pdf.get_metadata_dict()
    if damaged and not pictures and not any(t.strip() for t in texts):
        raise _damage(name)
    if ocr is None and pictures and not any(t.strip() for t in texts):
        raise scan(name, "a scan of 1 page" if len(texts) == 1 else f"a scan of {len(texts)} pages")
    document = assemble(texts, name=name, titles=[str(stated.get("Title", ""))], paged=True)
    pages = tuple(
        replace(page, confidence=pictures.get(number)) for number, page in enumerate(document.pages)
    )
    return replace(
        document, pages=pages, properties=_properties(stated), damaged_pages=tuple(damaged)
    )


@contextmanager
def _opened(source: Source) -> Iterator[pypdfium2.PdfDocument]:
    import pypdfium2

    name = source.path.name
    try:
        with closing(pypdfium2.PdfDocument(source.data)) as pdf:
            yield pdf
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise locked(name) from None
        raise _damage(name) from None


def _damage(name: str) -> FileRefused:
    return FileRefused(
        f"{name} is damaged or not really a PDF; open it in the program that made it, save it again and add that."
    )


def _text(page: pypdfium2.PdfPage) -> str:
    with closing(page.get_textpage()) as text:
        return str(text.get_text_range())


def _joined(text: str, fields: list[str]) -> str:
    return "\n\n".join(filter(None, [text, "\n".join(fields)]))


def _is_picture(page: pypdfium2.PdfPage, text: str) -> bool:
    """Whether what there is to read on the page is drawn: it has no text, or a stamp on a scan."""
    import pypdfium2.raw as pdfium

    if len(text.strip()) > _STAMP:
        return False
    if not text.strip():
        return int(pdfium.FPDFPage_CountObjects(page)) > 0
    box = page.get_cropbox()
    pictures = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3)
    shown = (_overlap(picture.get_bounds(), box) for picture in pictures)
    return any(area > _COVERING * _overlap(box, box) for area in shown)


def _overlap(a: _Box, b: _Box) -> float:
    """The area that is in both; a picture may lie beside the page."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return max(width, 0) * max(height, 0)


def _rendered(page: pypdfium2.PdfPage) -> Picture:
    longest = max(page.get_width(), page.get_height(), 1)
    scale = min(_DOTS / _POINTS, LONGEST_SIDE / longest)
    with closing(page.render(scale=scale, rev_byteorder=False)) as bitmap:
        picture: Picture = bitmap.to_numpy()[:, :, :3].copy()
    return picture


def _check_count(pictures: int, name: str) -> None:
    if pictures > MAX_SCANNED_PAGES:
        raise FileRefused(
            f"{name} has more than {MAX_SCANNED_PAGES:,} scanned pages, which would take hours; "
            "split it into smaller files."
        )


def _properties(stated: dict[str, Any]) -> tuple[Property, ...]:
    found = ((name, str(stated.get(key, "")).strip()) for key, name in _PROPERTIES.items())
    return tuple(Property(name, _iso(value)) for name, value in found if value)


def _iso(value: str) -> str:
    """A PDF's date ``D:20240131120000Z`` as ISO 8601, as far as it goes; other text as it is."""
    match = _TIME.match(value)
    if not match:
        return value
    parts = [part for part in match.groups() if part]
    date = "-".join(parts[:3])
    return f"{date}T{':'.join([*parts[3:], '00', '00'][:3])}" if len(parts) > 3 else date
