"""Alternative texts of pictures in documents of Office and OpenDocument, which screen readers read out.

ECMA-376, part 1, 20.1.2.2.8 and 20.4.2.5; OpenDocument 1.2, part 1, 10.3.17.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lexdesk.structure.xml_blocks import find_child, read_attribute, read_local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_BY_PROGRAM = lazy_pattern(
    r"(?:description automatically generated|automatisch generierte beschreibung|ai-generated content may be incorrect).*",
    re.IGNORECASE,
)
_NO_TEXT = lazy_pattern(
    r"\S+\.(?:png|jpe?g|gif|bmp|emf|wmf|tiff?|svg)|[^\W\d]+ ?\d+", re.IGNORECASE
)
"""The name of a file, or the one that a program gives: ``Picture 1``."""


def picture_texts(roots: Iterable[_Element]) -> list[str]:
    """Return each distinct alternative text of a picture, after its label, without names of files."""
    found: dict[str, None] = {}
    for root in roots:
        for stated in _stated(root):
            text = _BY_PROGRAM.sub("", " ".join(stated.split())).strip()
            if text and not _NO_TEXT.fullmatch(text):
                found[f"Picture: {text}"] = None
    return list(found)


def _stated(root: _Element) -> Iterator[str]:
    for element in root.iter("{*}docPr", "{*}nvPicPr", "{*}frame"):
        name = read_local_name(element)
        if name == "docPr":  # of Word, whose picture inside has the name of its file
            place = element.getparent()
            if place is not None and next(place.iter("{*}pic"), None) is not None:
                yield read_attribute(element, "descr")
        elif name == "nvPicPr":
            own = find_child(element, "cNvPr")
            if own is not None and "/picture" not in element.tag:
                yield read_attribute(own, "descr")
        elif find_child(element, "image") is not None:
            yield from (
                part.text or ""
                for kind in ("title", "desc")
                if (part := find_child(element, kind)) is not None
            )
