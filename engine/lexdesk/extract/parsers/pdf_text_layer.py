"""The text that a scanner's program laid, unseen, over the picture of a page, and whether it is worth keeping."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import pypdfium2

_DEPTH = 3  # of forms inside each other
_MOST_BROKEN = 0.25  # of the tokens; real pages have up to a tenth, such as numbers of parts
_FEWEST = 20  # tokens
_EDGES = ".,;:!?()[]{}\"'«»„“”‘’…*§%€$£&/–—-•"
_BROKEN = lazy_pattern(
    r"[^\W\d_]\d+[^\W\d_]|\d[^\W\d_]{3}|[^\W\d_]{2}\d|[~|^<>{}\\=¦¬]|[^\W\d_][!?;:][^\W\d_]"
    r"|[bcdfghjklmnpqrstvwxz]{5}|(?i:([^\W\d_])\1\1\1)"
)
"""Digits and signs inside of words, and letters without vowels, as in *c0nd1t10n*, *bundrcd*."""


def is_garbled_layer(page: pypdfium2.PdfPage, text: str) -> bool:
    """Return True for a page whose text is all invisible, a picture's recognised by another program, and mostly no words."""
    tokens = text.split()
    if len(tokens) < _FEWEST or not all(_are_invisible(page)):
        return False
    return sum(map(_is_broken, tokens)) > _MOST_BROKEN * len(tokens)


def _is_broken(token: str) -> bool:
    bare = token.strip(_EDGES)
    return (
        _BROKEN.search(bare) is not None
        if bare
        else len(token) > 1 and re.match(r"\W+", token) is not None
    )


def _are_invisible(page: pypdfium2.PdfPage) -> Iterator[bool]:
    """Yield for each text of a page whether it is drawn in mode 3 (ISO 32000-1, 9.3.6)."""
    import pypdfium2.raw as pdfium

    for text in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=_DEPTH):
        yield pdfium.FPDFTextObj_GetTextRenderMode(text) == pdfium.FPDF_TEXTRENDERMODE_INVISIBLE
