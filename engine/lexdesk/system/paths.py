"""Paths as a library stores and shows them.

A name on disk may have bytes outside of UTF-8, and neither SQLite nor JSON nor a terminal takes them.
Such bytes are written as ``\\xe9``; all other paths stay as they are.
"""

import contextlib
import os
import re
import shlex
import sys
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from lexdesk.errors import LibraryCode, LibraryError, Message, PhraseCode
from lexdesk.system.network_places import may_touch

BESIDE_DOCUMENTS = ("~$*", "Thumbs.db", "desktop.ini")
"""Files of Office and Windows beside documents, as patterns of names (of ``fnmatch`` and of Git)."""
_ESCAPED = re.compile(rb"\\x([89a-f][0-9a-f])")


_LONGEST_OF_FOLDERS = 247


def make_absolute(path: str | os.PathLike[str]) -> Path:
    """Return ``path`` from the root on, without ``..``; links stay as they are named, unlike by ``Path.resolve``.

    On Windows and macOS names get the case of the disk, so that a file has one path.
    """
    found = Path(os.path.abspath(path))  # noqa: PTH100
    return as_listed(found) if sys.platform in ("win32", "darwin") and may_touch(found) else found


def as_listed(path: Path, exists: Callable[[Path], bool] = Path.exists) -> Path:
    """Return an absolute ``path`` with each name as its folder lists it; missing and hidden ones as they are."""
    found = Path(path.anchor.upper() if path.drive.endswith(":") else path.anchor)
    for part in path.parts[1:]:
        name = part
        with contextlib.suppress(OSError):
            if exists(found / part):
                names, folded = _names(found, found.stat().st_mtime_ns)
                name = part if part in names else folded.get(_fold(part), part)
        found /= name
    return found


@lru_cache(maxsize=64)
def _names(folder: Path, modified: int) -> tuple[frozenset[str], dict[str, str]]:
    del modified  # of the key
    names = frozenset(os.listdir(folder))  # noqa: PTH208
    return names, {_fold(name): name for name in names}


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def quote_for_shell(text: str, system: str = sys.platform) -> str:
    """Return ``text`` quoted for the shell; for Windows by double quotes, which cmd and PowerShell take."""
    if system != "win32":
        return shlex.quote(text)
    return text if re.fullmatch(r"[\w.:\\/~-]+", text) else f'"{text}"'


def encode_path(path: str | os.PathLike[str]) -> str:
    """Return the path as text fit for storage and printing."""
    text = os.fspath(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(text).decode("utf-8", "backslashreplace")
        except UnicodeEncodeError:  # a lone surrogate: no file can have such a name
            return text.encode("utf-8", "backslashreplace").decode()
    return text


def require_readable_name(source: Path, target: Path) -> None:
    """Reject a copy to a ``target`` that the libraries of indexes and tables could not open: they take paths in UTF-8 alone.

    Raises ``LibraryError``.
    """
    if encode_path(target) != str(target):
        raise LibraryError(
            LibraryCode.NOT_COPIED,
            source=source,
            target=encode_path(target),
            reason=Message(PhraseCode.INDEX_PATH),
        )


def decode_path(stored: str) -> Path:
    """Invert ``encode_path``, for opening the file or checking its existence."""
    path = Path(stored)
    if "\\x" not in stored or not may_touch(path) or _exists(path):
        return path
    raw = _ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), stored.encode())
    try:
        return Path(os.fsdecode(raw))
    except UnicodeDecodeError:  # Windows has no such names: this is a folder such as C:\x86
        return path


def _exists(path: Path) -> bool:
    """Return whether the file exists; false for a name too long, possible with four characters for each byte."""
    try:
        return path.exists()
    except OSError:
        return False


@cache
def find_longest_path() -> int:
    """Return the characters of the longest path of a folder that the system lists.

    Windows calls files in longer ones missing, unless LongPathsEnabled is set:
    https://learn.microsoft.com/windows/win32/fileio/maximum-file-path-limitation
    """
    if sys.platform != "win32":
        return sys.maxsize
    import ctypes

    enabled = getattr(ctypes.CDLL("ntdll"), "RtlAreLongPathsEnabled", None)  # since version 1607
    is_enabled = enabled is not None and enabled() & 0xFF  # a BOOLEAN
    return sys.maxsize if is_enabled else _LONGEST_OF_FOLDERS
