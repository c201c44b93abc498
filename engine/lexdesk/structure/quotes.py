"""Whether a line stands inside a quotation that an earlier line opened.

Amending acts quote the provisions that they insert into other acts; those are not their own.
"""

from __future__ import annotations


class QuotationMarks:
    """Follows one pair of quotation marks from line to line.

    Paragraphs of one quotation may each open again and close once, so the last mark on a line
    decides, not the count.
    """

    def __init__(self, opening: str, closing: str) -> None:
        self._opening = opening
        self._closing = closing
        self.inside = False

    def enter(self, line: str) -> bool:
        """Say whether the line begins inside a quotation or opens one, then take it in."""
        quoted = self.inside or line.startswith(self._opening)
        opened, closed = line.rfind(self._opening), line.rfind(self._closing)
        if opened != closed:
            self.inside = opened > closed
        return quoted

    def reset(self) -> None:
        """A heading of the act itself ends whatever was left open."""
        self.inside = False
