"""A citation cut to the lines of its box: between words if possible, the file name first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics

_BY_WORDS, _ANYWHERE = int(Qt.TextFlag.TextWordWrap), int(Qt.TextFlag.TextWrapAnywhere)
_MUCH = 9_999  # pixels
_LITTLE = 12  # additional characters cut to break lines between words


@dataclass(frozen=True, slots=True)
class LineBox:
    """A box ``width`` pixels wide, with room for ``lines`` of text in the type of ``metrics``."""

    metrics: QFontMetrics
    width: int
    lines: int

    def fits(self, text: str, wrap: int = _ANYWHERE) -> bool:
        """Report whether ``text`` fits, wrapped as the text flag ``wrap`` says."""
        box = QRect(0, 0, self.width, _MUCH)
        # A line may be drawn a pixel higher than ``lineSpacing``.
        room = self.lines * self.metrics.boundingRect(box, wrap, "X").height()
        needed = self.metrics.boundingRect(box, wrap, text)
        return needed.height() <= room and needed.width() <= self.width

    def cut(self, citation: str, file: str) -> tuple[str, int]:
        """Return ``citation`` as far as it fits, and its wrapping: between words unless that loses much text.

        Of a citation with the name of ``file``, the middle of that name is elided.
        """
        for wrap in (_BY_WORDS, _ANYWHERE):
            if self.fits(citation, wrap):
                return citation, wrap
        before, found, behind = citation.partition(file) if file else (citation, "", "")
        names = [f"{before}{_middle(file, kept)}{behind}" for kept in range(1, len(found))]
        ends = [f"{citation[:end]}…" for end in range(len(citation))]
        cuts = names if names and self.fits(names[0]) else ends
        by_words, anywhere = (self._longest(cuts, wrap) for wrap in (_BY_WORDS, _ANYWHERE))
        if len(by_words) + _LITTLE >= len(anywhere) and self.fits(by_words, _BY_WORDS):
            return by_words, _BY_WORDS
        return anywhere, _ANYWHERE

    def _longest(self, cuts: Sequence[str], wrap: int) -> str:
        """Return the longest of the ascending ``cuts`` that fits, or the first."""
        fitting = bisect_right(cuts, 0, key=lambda cut: not self.fits(cut, wrap))
        return cuts[max(0, fitting - 1)] if cuts else ""


def _middle(name: str, kept: int) -> str:
    """Return ``name`` elided in the middle to ``kept`` characters, with its suffix if possible."""
    behind = min(kept // 2, 12)
    return f"{name[: kept - behind]}…{name[len(name) - behind :]}"
