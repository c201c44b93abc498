"""Filled-in form fields and annotations of a PDF (ISO 32000-1, 12.5 and 12.7), absent from the text of its pages.

On court forms, the statements of the parties are in fields only, or typed on the page as annotations.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from lexdesk.extract.parsers.docx.margins import comment
from lexdesk.text.lazy_pattern import lazy_pattern

_TYPED = {pdfium.FPDF_ANNOT_FREETEXT}
_COMMENTS = {
    pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_HIGHLIGHT, pdfium.FPDF_ANNOT_UNDERLINE, pdfium.FPDF_ANNOT_SQUIGGLY,
    pdfium.FPDF_ANNOT_STRIKEOUT, pdfium.FPDF_ANNOT_CARET, pdfium.FPDF_ANNOT_SQUARE, pdfium.FPDF_ANNOT_CIRCLE,
    pdfium.FPDF_ANNOT_LINE, pdfium.FPDF_ANNOT_POLYGON, pdfium.FPDF_ANNOT_INK, pdfium.FPDF_ANNOT_STAMP,
}  # fmt: skip
_DAY = lazy_pattern(r"D:(\d{4})(\d\d)(\d\d)")
_NOT_SHOWN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW
_PASSWORD = 1 << 13  # flag of a text field with hidden input (table 228)
_BOXES = {pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON}
_CHOICES = {pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX}
_READ = _BOXES | _CHOICES | {pdfium.FPDF_FORMFIELD_TEXTFIELD}
_MOST_FIELDS = 5000  # of a page
_MOST_OPTIONS = 1000
_NEAR = 250  # points beside a field, searched for its label
_LONGEST_LABEL = 100  # characters
_TICKED = "☒"


def open_forms(pdf: pypdfium2.PdfDocument) -> bool:
    """Initialise forms, before any page is loaded; return false if there are none."""
    # It warns on the terminal about XFA forms, but their values are in AcroForm as well.
    logging.getLogger("pypdfium2").setLevel(logging.ERROR)
    try:
        return bool(pdf.init_forms())
    except pypdfium2.PdfiumError:
        return False


def filled_in(page: pypdfium2.PdfPage) -> list[str]:
    """Return one line per filled field of the page: its label, if any, and its value."""
    form = page.formenv
    lines = []
    with closing(page.get_textpage()) as text:
        for number in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST_FIELDS)):
            with _annotation(page, number) as field:
                if field and (value := _value(form, field)):
                    lines.append(_line(value, _label(form, field, text)))
    return lines


def annotated(page: pypdfium2.PdfPage, text: str) -> list[str]:
    """Return what is typed on the page, and its comments; marks that repeat the marked ``text`` say nothing new."""
    shown = " ".join(text.split())
    lines = []
    for number in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST_FIELDS)):
        with _annotation(page, number) as found:
            kind = pdfium.FPDFAnnot_GetSubtype(found) if found else None
            if kind not in _TYPED | _COMMENTS or pdfium.FPDFAnnot_GetFlags(found) & _NOT_SHOWN:
                continue
            content = _entry(found, b"Contents")
            if kind in _TYPED:
                lines.append(content)
            elif content and " ".join(content.split()) not in shown:
                day = _DAY.match(_entry(found, b"M"))
                label = comment(_entry(found, b"T"), "-".join(day.groups()) if day else "")
                lines.append(f"{label}: {content}")
    return [line for line in lines if line]


def _entry(annotation: Any, name: bytes) -> str:
    return _string(lambda *to: pdfium.FPDFAnnot_GetStringValue(annotation, name, *to))


@contextmanager
def _annotation(page: pypdfium2.PdfPage, number: int) -> Iterator[Any]:
    annotation = pdfium.FPDFPage_GetAnnot(page, number)
    try:
        yield annotation
    finally:
        if annotation:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _value(form: Any, field: Any) -> str:
    """Return the value of a field, or the sign for a ticked box; ``""`` if empty or hidden."""
    if pdfium.FPDFAnnot_GetSubtype(field) != pdfium.FPDF_ANNOT_WIDGET:
        return ""
    kind = pdfium.FPDFAnnot_GetFormFieldType(form, field)
    if kind not in _READ or pdfium.FPDFAnnot_GetFlags(field) & _NOT_SHOWN:
        return ""
    if kind in _BOXES:
        return _TICKED if pdfium.FPDFAnnot_IsChecked(form, field) else ""
    if kind in _CHOICES:
        options = min(pdfium.FPDFAnnot_GetOptionCount(form, field), _MOST_OPTIONS)
        chosen = [n for n in range(options) if pdfium.FPDFAnnot_IsOptionSelected(form, field, n)]
        shown = [_option(form, field, number) for number in chosen]
        if any(shown):
            return ", ".join(filter(None, shown))
    elif pdfium.FPDFAnnot_GetFormFieldFlags(form, field) & _PASSWORD:
        return ""
    return _string(lambda *to: pdfium.FPDFAnnot_GetFormFieldValue(form, field, *to))


def _option(form: Any, field: Any, number: int) -> str:
    return _string(lambda *to: pdfium.FPDFAnnot_GetOptionLabel(form, field, number, *to))


def _line(value: str, label: str) -> str:
    if value == _TICKED:
        return f"{value} {label}".rstrip()
    return f"{label.rstrip(' :')}: {value}" if label.strip(" :") else value


def _label(form: Any, field: Any, text: pypdfium2.PdfTextPage) -> str:
    """Return the field's alternate name, else the text printed right of a box, left of others."""
    stated = _string(lambda *to: pdfium.FPDFAnnot_GetFormFieldAlternateName(form, field, *to))
    if stated:
        return " ".join(stated.split())[:_LONGEST_LABEL]
    box = pdfium.FS_RECTF()
    if not pdfium.FPDFAnnot_GetRect(field, box):
        return ""
    height = min(box.bottom, box.top), max(box.bottom, box.top)
    if pdfium.FPDFAnnot_GetFormFieldType(form, field) in _BOXES:
        found = text.get_text_bounded(box.right, height[0], box.right + _NEAR, height[1])
    else:
        found = text.get_text_bounded(max(box.left - _NEAR, 0), height[0], box.left, height[1])
    return " ".join(found.split())[:_LONGEST_LABEL]


def _string(get: Callable[..., int]) -> str:
    """Return a UTF-16 string of pdfium; the first call of ``get`` returns its size in bytes."""
    size = get(None, 0)
    if size <= 2:  # the NUL at its end
        return ""
    memory = (pdfium.FPDF_WCHAR * (size // 2))()
    get(memory, size)
    return bytes(memory).decode("utf-16-le", "replace").rstrip("\0").replace("\r", "\n").strip()
