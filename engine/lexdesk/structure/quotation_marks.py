"""Tracking of quotations that span several lines.

Amending acts quote the provisions they insert into other acts; these are not their own.
"""

from __future__ import annotations


class QuotationMarks:
    """A tracker of one pair of quotation marks from line to line.

    The paragraphs of one quotation may each open again and close once, so the last mark of a line
    decides, not the count.
    """

    def __init__(self, opening: str, closing: str) -> None:
        self._opening = opening
        self._closing = closing
        self.inside = False

    def enter(self, line: str) -> bool:
        """Process a line; return True if it begins inside a quotation or opens one."""
        quoted = self.inside or line.startswith(self._opening)
        opened, closed = line.rfind(self._opening), line.rfind(self._closing)
        if opened != closed:
            self.inside = opened > closed
        return quoted

    def reset(self) -> None:
        """End all open quotations, at a heading of the act itself."""
        self.inside = False
