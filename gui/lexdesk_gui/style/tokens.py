"""The colour tokens of all themes, the only place with literal colours.

Names follow the design; tests recompute the contrast of each pair in use.
"""

from __future__ import annotations

from dataclasses import dataclass, fields


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


LIGHT = Tokens(
    window="#F3F2EE",
    surface="#FFFFFF",
    sunken="#E9E7E1",
    line="#DAD7CF",
    control="#8A867C",
    text="#1C1B19",
    secondary="#57544D",
    accent="#2353A4",
    on_accent="#FFFFFF",
    selection="#E4ECF8",
    hit=Ground("#1C1B19", "#FFE58A"),
    current_hit=Ground("#1C1B19", "#FFC83D"),
    good=Ground("#1B6B3A", "#E2F1E6"),
    notice=Ground("#7F5100", "#FBEED2"),
    bad=Ground("#A3271F", "#FBE6E3"),
    added="#DDF2E1",
    removed="#FBE2DF",
    heat=("#F1F4FA", "#D3DCEB", "#A8B9D6", "#7590BC", "#4266A2", "#1B478F"),
)

DARK = Tokens(
    window="#18191B",
    surface="#202124",
    sunken="#121315",
    line="#383A3F",
    control="#85888F",
    text="#E9E7E2",
    secondary="#ACA9A2",
    accent="#8DB4F7",
    on_accent="#0E1B30",
    selection="#26334A",
    hit=Ground("#E9E7E2", "#665200"),
    current_hit=Ground("#1C1B19", "#F2C230"),
    good=Ground("#86D39F", "#1D3626"),
    notice=Ground("#EFBF6C", "#3B2E14"),
    bad=Ground("#F39C92", "#432320"),
    added="#1C3A27",
    removed="#4A2522",
    heat=("#292B30", "#2F3B50", "#3D5377", "#5576A8", "#7A9FDB", "#B4D0FF"),
)

CONTRAST = Tokens(
    window="#FFFFFF",
    surface="#FFFFFF",
    sunken="#FFFFFF",
    line="#000000",
    control="#000000",
    text="#000000",
    secondary="#000000",
    accent="#0000B8",
    on_accent="#FFFFFF",
    selection="#FFF3A6",
    hit=Ground("#000000", "#FFE100"),
    current_hit=Ground("#FFFFFF", "#0000B8"),
    good=Ground("#004D1A", "#FFFFFF"),
    notice=Ground("#5C3A00", "#FFFFFF"),
    bad=Ground("#8F0000", "#FFFFFF"),
    added="#FFFFFF",
    removed="#FFFFFF",
    heat=("#FFFFFF", "#D9D9FF", "#A8A8F0", "#6C6CE0", "#3030CC", "#000070"),
)
"""A theme with more than 7:1 contrast everywhere; underline and strike alone mark changes."""
