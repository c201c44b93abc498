"""Parts of Lexdesk with packages of their own, named by the extra that installs them."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from lexdesk.errors import ExtraMissing, LibraryCode, Message, PhraseCode

BUNDLE_MARK = "lexdesk-bundle"
"""The file that the installers of the bundle write into the folder of the program."""


@contextlib.contextmanager
def require_extra(extra: str, what: str) -> Iterator[None]:
    """Wrap the imports of the part of Lexdesk called ``what``; ``extra`` brings its packages.

    Raises ``ExtraMissing``, with the installation to do, if one of them is missing.
    """
    try:
        yield
    except ImportError as missing:
        raise ExtraMissing(
            LibraryCode.PACKAGE_MISSING, what=what, package=missing.name, install=how_to_get(extra)
        ) from missing


def how_to_get(extra: str) -> Message:
    """Describe the installation of ``extra``, as text after a semicolon.

    No package index has Lexdesk: pip installs an extra from the source, and adds nothing to a frozen program or to
    an installation by the bundle.
    """
    if getattr(sys, "frozen", False) or (Path(sys.prefix) / BUNDLE_MARK).exists():
        return Message(PhraseCode.FROZEN_WITHOUT_EXTRA, extra=extra)
    return Message(PhraseCode.INSTALL_EXTRA, extra=extra)
