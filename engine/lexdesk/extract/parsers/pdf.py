"""A PDF parser based on pypdfium2: the text of each page.

kreuzberg uses the same engine for PDF, returns the same text at half the speed, and unpacks the
engine into a folder shared by all users of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lexdesk.document.model import Box, Document
from lexdesk.errors import FileCode, FileFailed, Message, PhraseCode
from lexdesk.extract.assemble import assemble
from lexdesk.extract.clean import clean
from lexdesk.extract.limits import MAX_SCANNED_PAGES
from lexdesk.extract.ocr import LONGEST_SIDE, RecognitionTooLong, scan
from lexdesk.extract.parsers.pdf_bookmarks import find_headings, read_bookmarks
from lexdesk.extract.parsers.pdf_pages import join_across_pages
from lexdesk.extract.parsers.pdf_text import page_text
from lexdesk.extract.parsers.pdf_text_layer import is_garbled_layer
from lexdesk.extract.sniff import locked
from lexdesk.structure import Source
from lexdesk.structure.headings import find_sections
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import pypdfium2

    from lexdesk.extract.ocr import Ocr, Picture

_STAMP = 300  # maximum characters of a stamp by a court or scanner on a scanned page
_COVERING = 0.5  # share of a page; a larger picture is taken for a scan of it
_POINTS = 72  # an inch
_DOTS = 200  # an inch, enough for small print
_PROPERTIES = {"Author": "author", "CreationDate": "created", "ModDate": "modified"}
_Box = tuple[float, float, float, float]  # left, bottom, right and top, in points
_TIME = lazy_pattern(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?")


def read(source: Source, ocr: Ocr | None = None) -> Document:
    """Read a document with pages.

    ``ocr`` recognises pages without text; without it they have confidence 0. A damaged page has no
    text. Filled-in form fields follow the text of their page. Raises ``Scan`` for
    pictures only and no ``ocr``, ``FileFailed`` for locked and damaged files.
    """
    name = source.path.name
    with _opened(source) as pdf:
        if _waits_to_be_drawn(pdf):
            raise FileFailed(FileCode.PDF_XFA_FORM, name=name)
        found = _read_pages(pdf, name, ocr)
        stated, bookmarks = pdf.get_metadata_dict(), read_bookmarks(pdf)
    texts, pictures = found.texts, found.pictures
    texts = join_across_pages(texts, fixed=pictures)  # whose lines have places
    has_text = any(text.strip() for text in texts)
    if found.damaged and not pictures and not has_text:
        raise _damage(name)
    if found.too_long and not has_text:
        raise found.too_long
    if ocr is None and pictures and not has_text:
        one = len(texts) == 1
        what = (
            Message(PhraseCode.SCANNED_PAGE) if one else Message(PhraseCode.SCAN, pages=len(texts))
        )
        raise scan(
            name, Message(PhraseCode.UNREADABLE_FONTS) if found.has_unreadable_fonts else what
        )
    titles, properties = [str(stated.get("Title", ""))], _properties(stated)
    document = assemble(texts, name=name, titles=titles, paged=True, properties=properties)
    pages = tuple(
        replace(page, confidence=pictures.get(at), boxes=found.boxes.get(at, ()))
        for at, page in enumerate(document.pages)
    )
    headings = find_headings(document.text, document.pages, bookmarks)
    return replace(
        document,
        pages=pages,
        provisions=find_sections(document.text, headings, document.language),
        damaged_pages=tuple(found.damaged),
        skipped_pages=tuple(found.skipped),
    )


class _Pages:
    """Results for the pages of the file ``name``, by page index.

    ``texts`` are the texts of all pages; ``pictures`` maps pages without own text to the OCR
    confidence in 0..1; ``boxes`` has the positions of their lines. ``damaged`` page numbers count
    from 1, and so do the ``skipped`` ones, for which no time was left.
    """

    def __init__(self, count: int, name: str, ocr: Ocr | None):
        self._name, self._ocr = name, ocr
        self.texts = [""] * count
        self.pictures: dict[int, float] = {}
        self.boxes: dict[int, tuple[Box, ...]] = {}
        self.damaged: list[int] = []
        self.skipped: list[int] = []
        self.too_long: RecognitionTooLong | None = None
        self.has_unreadable_fonts = False

    def take(self, at: int, page: pypdfium2.PdfPage, fields: list[str]) -> None:
        """Read a page with the filled-in form ``fields``."""
        from lexdesk.extract.parsers.pdf_forms import annotated

        text = page_text(page)
        if text is None:
            text, self.has_unreadable_fonts = "", True
        fields = [*fields, *annotated(page, text)]
        self.texts[at] = _joined(text, fields)
        if not _is_picture(page, text):
            return
        self.pictures[at] = 0.0
        if self._ocr is None:
            return
        _check_count(len(self.pictures), self._name)
        try:
            text, self.pictures[at], boxes = self._ocr.recognise(_rendered(page), self._name)
        except RecognitionTooLong as reason:
            self.skipped.append(at + 1)
            self.too_long = reason
            return
        if not text.strip():
            return
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
    """Recognise a placeholder page, as in a form with pages from a template (XFA)."""
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


def _joined(text: str, fields: list[str]) -> str:
    return "\n\n".join(filter(None, [text, "\n".join(fields)]))


def _is_picture(page: pypdfium2.PdfPage, text: str) -> bool:
    """Recognise pages with drawn text only: no text at all, a stamp on a scan, or the text of a bad recognition."""
    import pypdfium2.raw as pdfium

    if len(text.strip()) > _STAMP and not is_garbled_layer(page, text):
        return False
    if not text.strip():
        return int(pdfium.FPDFPage_CountObjects(page)) > 0
    box = page.get_cropbox()
    pictures = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3)
    shown = (_overlap(picture.get_bounds(), box) for picture in pictures)
    return any(area > _COVERING * _overlap(box, box) for area in shown)


def _overlap(a: _Box, b: _Box) -> float:
    """Return the common area; a picture may lie outside the page."""
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


def _properties(stated: dict[str, Any]) -> dict[str, str]:
    return {name: _iso(str(stated.get(key, "")).strip()) for key, name in _PROPERTIES.items()}


def _iso(value: str) -> str:
    """Convert a PDF date ``D:20240131120000Z`` to ISO 8601; return other text unchanged."""
    match = _TIME.match(value)
    if not match:
        return value
    parts = [part for part in match.groups() if part]
    date = "-".join(parts[:3])
    return f"{date}T{':'.join([*parts[3:], '00', '00'][:3])}" if len(parts) > 3 else date
