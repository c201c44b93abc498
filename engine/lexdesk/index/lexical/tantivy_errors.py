"""Tantivy's errors, classified as a fault of the machine or a damaged index."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from lexdesk.errors import DiskFull, IndexDamaged, LibraryError, NoLibrary
from lexdesk.system.memory import shortage

# Signs of a machine at fault, not of a damaged index, and what they mean: making it again would help
# nobody.
_FULL = "No space left"
_NO_DAMAGE = {
    "ermission denied": "permission denied",
    _FULL: "no space left on the disk",
    "File too large": "a file would be larger than is allowed",
    "Input/output error": "the disk failed",
    "Read-only file": "the disk is read-only",
    "Resource temporarily unavailable": "there is not enough memory, or too many threads are running",
    "LockBusy": "another program writes to it",
    "index writer was killed": "a file could not be written",
    "surrogates not allowed": "its path has letters that the system's language settings lack; set LANG to C.UTF-8",
}


def _error(sign: str, said: str) -> LibraryError:
    return DiskFull(said) if sign == _FULL else LibraryError(said)


@contextlib.contextmanager
def translate_tantivy_errors(path: Path) -> Iterator[None]:
    """Translate Tantivy's errors and panics (``BaseException``) into errors of the library at ``path``.

    Raises ``LibraryError`` for a fault of the machine, ``NoLibrary`` for a missing folder, ``IndexDamaged`` otherwise.
    """
    try:
        yield
    except OSError:
        raise
    except BaseException as error:
        if not path.parent.exists():
            raise NoLibrary.any_more(path.parent) from error
        if short := shortage(error):
            raise short from error
        for sign, meaning in _NO_DAMAGE.items():
            if sign in str(error):
                raise _error(
                    sign,
                    f"the full-text index at {path} cannot be used now ({meaning}); what was acknowledged is kept",
                ) from error
        if isinstance(error, ValueError) or type(error).__name__ == "PanicException":
            raise IndexDamaged(
                f"the full-text index at {path} cannot be used ({error}); run: lexdesk rebuild"
            ) from error
        raise
