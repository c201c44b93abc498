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

from lexdesk.document.model import Box, Document, Property
from lexdesk.errors import FileCode, FileFailed, Message, PhraseCode
from lexdesk.extract.assemble import assemble
from lexdesk.extract.clean import clean
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
    ``Scan`` where there are no other pages then, ``FileFailed`` for locked and damaged files.
    """
    name = source.path.name
    with _opened(source) as pdf:
        if _waits_to_be_drawn(pdf):
            raise FileFailed(FileCode.PDF_XFA_FORM, name=name)
        found = _read_pages(pdf, name, ocr)
        stated = pdf.get_metadata_dict()
    texts, pictures = found.texts, found.pictures
    has_text = any(text.strip() for text in texts)
    if found.damaged and not pictures and not has_text:
        raise _damage(name)
    if ocr is None and pictures and not has_text:
        one = len(texts) == 1
        what = (
            Message(PhraseCode.SCANNED_PAGE) if one else Message(PhraseCode.SCAN, pages=len(texts))
        )
        raise scan(name, what)
    document = assemble(texts, name=name, titles=[str(stated.get("Title", ""))], paged=True)
    pages = tuple(
        replace(page, confidence=pictures.get(at), boxes=found.boxes.get(at, ()))
        for at, page in enumerate(document.pages)
    )
    return replace(
        document, pages=pages, properties=_properties(stated), damaged_pages=tuple(found.damaged)
    )


class _Pages:
    """What is read of the pages of the file ``name``, each by its place.

    ``texts`` are theirs; ``pictures`` have no text of their own, and a confidence in what was recognised, in 0..1;
    ``boxes`` tell where its lines stand. ``damaged`` are counted from 1.
    """

    def __init__(self, count: int, name: str, ocr: Ocr | None):
        self._name, self._ocr = name, ocr
        self.texts = [""] * count
        self.pictures: dict[int, float] = {}
        self.boxes: dict[int, tuple[Box, ...]] = {}
        self.damaged: list[int] = []

    def take(self, at: int, page: pypdfium2.PdfPage, fields: list[str]) -> None:
        """Read a page whose forms were filled in with ``fields``."""
        text = _text(page)
        self.texts[at] = _joined(text, fields)
        if not _is_picture(page, text):
            return
        self.pictures[at] = 0.0
        if self._ocr is None:
            return
        _check_count(len(self.pictures), self._name)
        text, self.pictures[at], boxes = self._ocr.recognise(_rendered(page))
        if len(boxes) == sum(line != "" for line in clean(text).split("\n")):
            self.boxes[at] = boxes
        self.texts[at] = _joined(text, [field for field in fields if field not in text])


def _read_pages(pdf: pypdfium2.PdfDocument, name: str, ocr: Ocr | None) -> _Pages:
    import pypdfium2

    from lexdesk.extract.parsers.pdf_forms import filled_in, open_forms

    has_forms = open_forms(pdf)
    found = _Pages(len(pdf), name, ocr)
    for at in range(len(pdf)):
        try:
            with closing(pdf[at]) as page:
                found.take(at, page, filled_in(page) if has_forms else [])
        except pypdfium2.PdfiumError:
            found.damaged.append(at + 1)
    return found


def _waits_to_be_drawn(pdf: pypdfium2.PdfDocument) -> bool:
    """Whether there is but a page that asks to wait, as in a form whose pages are made of a template (XFA)."""
    import pypdfium2.raw as pdfium

    return len(pdf) == 1 and pdf.get_formtype() == pdfium.FORMTYPE_XFA_FULL


@contextmanager
def _opened(source: Source) -> Iterator[pypdfium2.PdfDocument]:
    import pypdfium2
    import pypdfium2.raw as pdfium

    name = source.path.name
    try:
        with closing(pypdfium2.PdfDocument(source.data, password=source.password)) as pdf:
            yield pdf
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise locked(name) from None
        raise _damage(name) from None


def _damage(name: str) -> FileFailed:
    return FileFailed(FileCode.PDF_DAMAGED, name=name)


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
        raise FileFailed(FileCode.TOO_MANY_SCANNED_PAGES, name=name, limit=MAX_SCANNED_PAGES)


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
