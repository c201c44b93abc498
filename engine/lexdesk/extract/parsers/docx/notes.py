"""Numbers of footnotes and endnotes, counted by Word on display (ECMA-376, part 1, 17.11)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lexdesk.structure.numbers import to_roman
from lexdesk.structure.xml_blocks import attribute

if TYPE_CHECKING:
    from lxml.etree import _Element

REFERENCES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}
_TRUE = ("1", "true", "on")


class Notes:
    """The notes that a text refers to, in order: (``footnote`` or ``endnote``, id) -> printed mark."""

    def __init__(self) -> None:
        self.marks: dict[tuple[str, str], str] = {}
        self._counted: Counter[str] = Counter()

    def refer(self, reference: _Element, kind: str) -> str:
        """Return the mark of a reference: footnotes count as 1, 2, endnotes as i, ii; ``""`` for one of its own."""
        key = kind, attribute(reference, "id")
        if key not in self.marks:
            self.marks[key] = ""
            if attribute(reference, "customMarkFollows") not in _TRUE:  # an asterisk, say
                self._counted[kind] += 1
                number = self._counted[kind]
                self.marks[key] = f"[{number if kind == 'footnote' else to_roman(number)}]"
        return self.marks[key]
