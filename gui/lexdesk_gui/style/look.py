"""The current look: colours, and sizes and fonts scaled with the text size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase

from lexdesk_gui.style.tokens import Tokens

_FONTS = Path(__file__).parent.parent / "fonts"
_FILES = ("CharisSIL-Regular.ttf", "CharisSIL-Bold.ttf")


@cache
def statute_family() -> str:
    """Return the font family of statutes: Charis SIL, or the system's serif without it."""
    family = ""
    for name in _FILES:
        number = QFontDatabase.addApplicationFont(str(_FONTS / name))
        family = QFontDatabase.applicationFontFamilies(number)[0] if number >= 0 else family
    return family or "serif"


@dataclass(frozen=True, slots=True)
class Look:
    """Current colours and sizes; ``scale`` is interface text in pixels divided by the design's 13."""

    tokens: Tokens
    scale: float
    family: str

    def px(self, design: float) -> int:
        """Return the screen pixels of ``design`` pixels at 100 %."""
        return max(1, round(design * self.scale))

    def interface(self, design: float = 13, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the interface font at ``design`` pixels."""
        return self._font(self.family, design, weight)

    def statute(self, design: float = 15, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the font of statutes at ``design`` pixels."""
        return self._font(statute_family(), design, weight)

    def _font(self, family: str, design: float, weight: QFont.Weight) -> QFont:
        font = QFont(family)
        font.setPixelSize(self.px(design))
        font.setWeight(weight)
        return font
