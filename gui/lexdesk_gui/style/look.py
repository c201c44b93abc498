"""The look: colours of the current theme, sizes and typefaces."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtGui import QFont, QFontDatabase

from lexdesk.text.tables import read_table

_FONTS = Path(__file__).parent.parent / "fonts"
_FILES = ("CharisSIL-Regular.ttf", "CharisSIL-Bold.ttf")


@cache
def find_statute_family() -> str:
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
        return self._font(find_statute_family(), design, weight)

    def _font(self, family: str, design: float, weight: QFont.Weight) -> QFont:
        font = QFont(family)
        font.setPixelSize(self.px(design))
        font.setWeight(weight)
        return font


@dataclass(frozen=True, slots=True)
class Ground:
    """A text colour and its background."""

    text: str
    ground: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of a theme as ``#RRGGBB``."""

    window: str
    surface: str
    sunken: str
    line: str
    control: str
    text: str
    secondary: str
    accent: str
    on_accent: str
    selection: str
    hit: Ground
    current_hit: Ground
    good: Ground
    notice: Ground
    bad: Ground
    added: str
    removed: str
    heat: tuple[str, ...]
    """Six steps of one hue, from a weak match to a strong one."""


def list_colours(tokens: Tokens) -> list[str]:
    """Return all colours of ``tokens``."""
    return [colour for field in fields(Tokens) for colour in _colours(getattr(tokens, field.name))]


def _colours(value: str | Ground | tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(value, Ground):
        return value.text, value.ground
    return value if isinstance(value, tuple) else (value,)


def _read() -> tuple[Tokens, Tokens, Tokens]:
    themes = "light", "dark", "contrast"
    rows = read_table(Path(__file__).with_name("tokens.tsv"), ("token", *themes))
    light, dark, contrast = (
        Tokens(**{row["token"]: _value(*row[theme].split()) for row in rows}) for theme in themes
    )
    return light, dark, contrast


def _value(colour: str, *more: str) -> Any:
    if not more:
        return colour
    return Ground(colour, *more) if len(more) == 1 else (colour, *more)


LIGHT, DARK, CONTRAST = _read()
