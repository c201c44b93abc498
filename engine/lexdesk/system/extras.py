"""Parts of Lexdesk that need packages of their own, named by the extra that installs them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from lexdesk.errors import ExtraMissing


@contextlib.contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Holds the imports of a part of Lexdesk, which ``what`` names to people; ``extra`` brings its packages.

    Raises ``ExtraMissing``, with what to install, where one of them is missing.
    """
    try:
        yield
    except ImportError as missing:
        raise ExtraMissing(
            f"{what} needs the package {missing.name}; {how_to_get(extra)}"
        ) from missing


def how_to_get(extra: str) -> str:
    """What brings the packages of ``extra``, to be said after a semicolon: pip adds nothing to a frozen program."""
    if getattr(sys, "frozen", False):
        return f"this program comes without it: take a Lexdesk that has the extra {extra}"
    return f"run: pip install 'lexdesk[{extra}]'"
