"""Tables as PDF, with an embedded font for all languages of the Union.

DejaVu Sans Condensed is bundled (``fonts/``), since the standard PDF fonts lack Greek and Cyrillic.
The file embeds the used glyphs only.
"""

import functools
import html
import io
from collections.abc import Sequence
from importlib.resources import files

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import LongTable, Paragraph, SimpleDocTemplate, Spacer

from lexdesk.annotations.formats import strip_controls

_FONT, _BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
_MARGIN = 12 * mm
_SHARES = (0.1, 0.25, 0.13, 0.27, 0.13, 0.12)  # of the page width, for each column
_LONGEST = 1500  # characters of a cell: a cell must fit on a page


def write_pdf_table(title: str, rows: Sequence[Sequence[str]]) -> bytes:
    """Return ``rows`` of six cells below ``title`` as PDF; the first row is the head of each page."""
    _register_fonts()
    page = landscape(A4)
    width = page[0] - 2 * _MARGIN
    text = ParagraphStyle("text", fontName=_FONT, fontSize=7, leading=8.5)
    head = ParagraphStyle("head", parent=text, fontName=_BOLD)
    heading = ParagraphStyle("heading", fontName=_BOLD, fontSize=13, leading=16)
    cells = [
        [_cell(cell, text if number else head) for cell in row] for number, row in enumerate(rows)
    ]
    table = LongTable(
        cells,
        colWidths=[share * width for share in _SHARES],
        repeatRows=1,
        splitInRow=1,
        style=[
            ("GRID", (0, 0), (-1, -1), 0.4, colors.grey),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
        ],
    )
    buffer = io.BytesIO()
    document = SimpleDocTemplate(
        buffer, pagesize=page, title=strip_controls(title), author="Lexdesk",
        leftMargin=_MARGIN, rightMargin=_MARGIN, topMargin=_MARGIN, bottomMargin=_MARGIN,
    )  # fmt: skip
    document.build([_cell(title, heading), Spacer(0, 4 * mm), table])
    return buffer.getvalue()


@functools.cache
def _register_fonts() -> None:
    for name in (_FONT, _BOLD):
        with (files("lexdesk.compliance") / "fonts" / f"{name}.ttf").open("rb") as font:
            pdfmetrics.registerFont(TTFont(name, io.BytesIO(font.read())))


def _cell(text: str, style: ParagraphStyle) -> Paragraph:
    shown = strip_controls(text)
    cut = f"{shown[:_LONGEST]} …" if len(shown) > _LONGEST else shown
    return Paragraph(html.escape(cut, quote=False).replace("\n", "<br/>"), style)
