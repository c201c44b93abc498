"""Charis SIL, the bundled typeface of statutes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtGui import QFontDatabase

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
