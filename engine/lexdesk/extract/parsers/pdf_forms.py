"""What is filled in on the forms of a PDF (AcroForm; ISO 32000-1, 12.7), which is no text of its pages.

Courts hand out forms, and what parties state in them stands in fields alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

_NOT_SHOWN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW
_PASSWORD = 1 << 13  # of a text field: what is typed is not shown (table 228)
_BOXES = {pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON}
_CHOICES = {pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX}
_READ = _BOXES | _CHOICES | {pdfium.FPDF_FORMFIELD_TEXTFIELD}
_MOST_FIELDS = 5000  # of a page
_MOST_OPTIONS = 1000
_NEAR = 250  # points beside a field in which its label is looked for
_LONGEST_LABEL = 100  # characters
_TICKED = "☒"


def open_forms(pdf: pypdfium2.PdfDocument) -> bool:
    """Whether there are forms to be read; to be called before any page is loaded."""
    # Of XFA forms, which hold their values as AcroForm as well, it warns on the terminal.
    logging.getLogger("pypdfium2").setLevel(logging.ERROR)
    try:
        return bool(pdf.init_forms())
    except pypdfium2.PdfiumError:
        return False


def filled_in(page: pypdfium2.PdfPage) -> list[str]:
    """One line for each field of the page that holds a value: its label, as far as it has one, and that."""
    form = page.formenv
    lines = []
    with closing(page.get_textpage()) as text:
        for number in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST_FIELDS)):
            with _annotation(page, number) as field:
                if field and (value := _value(form, field)):
                    lines.append(_line(value, _label(form, field, text)))
    return lines


@contextmanager
def _annotation(page: pypdfium2.PdfPage, number: int) -> Iterator[Any]:
    annotation = pdfium.FPDFPage_GetAnnot(page, number)
    try:
        yield annotation
    finally:
        if annotation:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _value(form: Any, field: Any) -> str:
    """What is filled in, of a box that is ticked the sign for it; ``""`` where nothing is, or is shown."""
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
    """What the form's maker called the field, else what is printed on its line: right of a box, left of others."""
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
    """What a function of pdfium writes as UTF-16 into memory of the size, in bytes, that it states first."""
    size = get(None, 0)
    if size <= 2:  # the NUL at its end
        return ""
    memory = (pdfium.FPDF_WCHAR * (size // 2))()
    get(memory, size)
    return bytes(memory).decode("utf-16-le", "replace").rstrip("\0").replace("\r", "\n").strip()
