"""Parts of Lexdesk that need packages of their own, named by the extra that installs them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from lexdesk.errors import ExtraMissing, LibraryCode, Message, PhraseCode


@contextlib.contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Holds the imports of a part of Lexdesk, which ``what`` names to people; ``extra`` brings its packages.

    Raises ``ExtraMissing``, with what to install, where one of them is missing.
    """
    try:
        yield
    except ImportError as missing:
        raise ExtraMissing(
            LibraryCode.PACKAGE_MISSING, what=what, package=missing.name, install=how_to_get(extra)
        ) from missing


def how_to_get(extra: str) -> Message:
    """What brings the packages of ``extra``, to be said after a semicolon: pip adds nothing to a frozen program."""
    if getattr(sys, "frozen", False):
        return Message(PhraseCode.FROZEN_WITHOUT_EXTRA, extra=extra)
    return Message(PhraseCode.INSTALL_EXTRA, extra=extra)
