"""The colour tokens of all themes, read from ``tokens.tsv``.

Names follow the design; tests recompute the contrast of each pair in use.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from lexdesk.text.tables import read_table


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


def colours(tokens: Tokens) -> list[str]:
    """Return all colours of ``tokens``."""
    return [colour for field in fields(Tokens) for colour in _colours(getattr(tokens, field.name))]


def _colours(value: str | Ground | tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(value, Ground):
        return value.text, value.ground
    return value if isinstance(value, tuple) else (value,)


def _read() -> tuple[Tokens, Tokens, Tokens]:
    themes = "light", "dark", "contrast"
    rows = read_table(Path(__file__).with_suffix(".tsv"), ("token", *themes))
    light, dark, contrast = (
        Tokens(**{row["token"]: _value(*row[theme].split()) for row in rows}) for theme in themes
    )
    return light, dark, contrast


def _value(colour: str, *more: str) -> Any:
    if not more:
        return colour
    return Ground(colour, *more) if len(more) == 1 else (colour, *more)


LIGHT, DARK, CONTRAST = _read()
