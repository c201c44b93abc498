"""The look of the moment: colours, and sizes and fonts that follow the size of text."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QFont

from lexdesk_gui.style import typefaces
from lexdesk_gui.style.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Look:
    """Colours and sizes of the moment; ``scale`` is interface text in pixels by the design's 13."""

    tokens: Tokens
    scale: float
    family: str

    def px(self, design: float) -> int:
        """Pixels on this screen for ``design`` pixels at 100 %."""
        return max(1, round(design * self.scale))

    def interface(self, design: float = 13, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The interface font at ``design`` pixels."""
        return self._font(self.family, design, weight)

    def statute(self, design: float = 15, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The font that the text of the law is set in."""
        return self._font(typefaces.statute_family(), design, weight)

    def _font(self, family: str, design: float, weight: QFont.Weight) -> QFont:
        font = QFont(family)
        font.setPixelSize(self.px(design))
        font.setWeight(weight)
        return font
