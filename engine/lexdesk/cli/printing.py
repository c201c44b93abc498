"""Printing: what names, titles and texts hold must not steer the terminal that it is printed on."""

from __future__ import annotations

import os
import re
import sys

import click

# C0 and C1, of which the escape sequences of terminals are made, and what turns the direction in which a line is read
# (CVE-2021-42574). The end of a line stays, and so do the sequences that ``click.style`` makes for this command line.
_STEERING = re.compile(
    r"(?P<stays>\r?\n|\x1b\[(?:0|1|2|4|9|3[1-3])m)|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)

_WIDEST, _NARROWEST = 110, 10  # characters of a line


def echo(text: str, *, lines: bool = False, err: bool = False, nl: bool = True) -> None:
    """Print one line, or all ``lines`` of a text; what would steer the terminal is printed as ``\\u001b``.

    JSON writes such characters in the same way, so that it says what it said. A line break inside of one line, as in
    the name of a file, becomes a space; around it, it stays.
    """
    if not lines:
        line = text.strip("\n")
        text = text.replace(line, " ".join(line.splitlines())) if "\n" in line else text
    color = False if _without_colours() else None  # click knows nothing of it
    click.echo(_STEERING.sub(_shown, text), err=err, nl=nl, color=color)


def has_colours() -> bool:
    """Whether ``echo`` leaves colours in what it prints: on a terminal, unless NO_COLOR is set (no-color.org)."""
    return sys.stdout.isatty() and not _without_colours()


def width_of_text() -> int:
    """How many characters of text a line holds behind an indent of four, on whatever terminal."""
    import shutil

    return max(min(shutil.get_terminal_size().columns, _WIDEST) - 4, _NARROWEST)


def _without_colours() -> bool:
    return bool(os.environ.get("NO_COLOR"))


def _shown(found: re.Match[str]) -> str:
    return found["stays"] or f"\\u{ord(found[0]):04x}"
