"""Output that neutralizes control characters in names, titles and texts."""

import os
import re
import sys

import click

from lexdesk.text.control_characters import CONTROLS, escape_character
from lexdesk.text.lazy_pattern import lazy_pattern

# Line ends and the sequences of ``click.style`` pass.
_CONTROLS = lazy_pattern(rf"(?P<allowed>\r?\n|\x1b\[(?:0|1|2|4|9|3[1-3])m)|[{CONTROLS}]")

_WIDEST, _NARROWEST = 110, 10  # characters of a line


def echo(text: str, *, lines: bool = False, err: bool = False, nl: bool = True) -> None:
    """Print one line, or all ``lines`` of a text, with control characters escaped as ``\\u001b``.

    JSON escapes them in the same way. A line break inside of one line, as in a file name, becomes a
    space.
    """
    if not lines:
        line = text.strip("\n")
        text = text.replace(line, " ".join(line.splitlines())) if "\n" in line else text
    color = False if _has_no_colours() else None  # click ignores NO_COLOR
    click.echo(_CONTROLS.sub(_escape_character, text), err=err, nl=nl, color=color)


def has_colours() -> bool:
    """Return whether ``echo`` prints colours: on a terminal without NO_COLOR (no-color.org)."""
    return sys.stdout.isatty() and not _has_no_colours()


def width_of_text() -> int:
    """Return the number of characters in a line after an indent of four."""
    import shutil

    return max(min(shutil.get_terminal_size().columns, _WIDEST) - 4, _NARROWEST)


def _has_no_colours() -> bool:
    return bool(os.environ.get("NO_COLOR"))


def _escape_character(found: re.Match[str]) -> str:
    return found["allowed"] or escape_character(found)
