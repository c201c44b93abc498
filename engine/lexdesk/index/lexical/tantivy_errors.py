"""Tantivy's errors, classified as a fault of the machine or a damaged index."""

import contextlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from lexdesk.errors import (
    DiskFull,
    IndexCode,
    IndexDamaged,
    LibraryError,
    Message,
    NoLibrary,
    PhraseCode,
)
from lexdesk.system.memory_shortage import find_shortage
from lexdesk.system.read_only import is_full

# Signs of a fault of the machine, not of a damaged index: a rebuild would not help.
_NO_DAMAGE = {
    "ermission denied": PhraseCode.INDEX_PERMISSION,
    "No space left": PhraseCode.INDEX_DISK_FULL,
    "File too large": PhraseCode.INDEX_FILE_TOO_LARGE,
    "Input/output error": PhraseCode.INDEX_DISK_FAILED,
    "Read-only file": PhraseCode.INDEX_READ_ONLY,
    "Resource temporarily unavailable": PhraseCode.INDEX_MEMORY,
    "LockBusy": PhraseCode.INDEX_LOCKED,
    "index writer was killed": PhraseCode.INDEX_NOT_WRITTEN,
    "surrogates not allowed": PhraseCode.INDEX_PATH,
}
_OF_WINDOWS = {
    5: PhraseCode.INDEX_PERMISSION,  # also while a virus scanner holds a file
    8: PhraseCode.INDEX_MEMORY,
    14: PhraseCode.INDEX_MEMORY,
    19: PhraseCode.INDEX_READ_ONLY,
    23: PhraseCode.INDEX_DISK_FAILED,
    32: PhraseCode.INDEX_LOCKED,
    33: PhraseCode.INDEX_LOCKED,
    39: PhraseCode.INDEX_DISK_FULL,
    112: PhraseCode.INDEX_DISK_FULL,
    1117: PhraseCode.INDEX_DISK_FAILED,
    1455: PhraseCode.INDEX_MEMORY,
}
"""The same by number, as Windows words them in the user's language: winerror.h."""


def find_machine_fault(text: str, system: str = sys.platform) -> PhraseCode | None:
    """Return the fault of the machine in an error of Tantivy; ``None`` for a damaged index."""
    if system == "win32" and (number := re.search(r"\(os error (\d+)\)", text)):
        return _OF_WINDOWS.get(int(number[1]))
    return next((meaning for sign, meaning in _NO_DAMAGE.items() if sign in text), None)


def _error(meaning: PhraseCode, path: Path) -> LibraryError:
    if meaning is PhraseCode.INDEX_NOT_WRITTEN and is_full(
        path.parent
    ):  # by a thread that died of it
        meaning = PhraseCode.INDEX_DISK_FULL
    kind = DiskFull if meaning is PhraseCode.INDEX_DISK_FULL else LibraryError
    return kind(IndexCode.FULLTEXT_UNUSABLE_NOW, path=path, reason=Message(meaning))


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
        if short := find_shortage(error):
            raise short from error
        if meaning := find_machine_fault(str(error)):
            raise _error(meaning, path) from error
        if isinstance(error, ValueError) or type(error).__name__ == "PanicException":
            raise IndexDamaged(IndexCode.FULLTEXT_UNUSABLE, path=path, reason=error) from error
        raise
