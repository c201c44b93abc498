"""Paths as a library stores and shows them.

A name on disk may be bytes that are no UTF-8, which neither SQLite nor JSON nor a terminal takes.
Such bytes are written as ``\\xe9``; all other paths stay as they are.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

BESIDE_DOCUMENTS = ("~$*", "Thumbs.db", "desktop.ini")
"""What Office and Windows put beside documents, as patterns of names (of ``fnmatch`` and of Git)."""
_ESCAPED = re.compile(rb"\\x([89a-f][0-9a-f])")


def absolute(path: str | os.PathLike[str]) -> Path:
    """``path`` from the root on, without ``..``; links stay as they are named, unlike by ``Path.resolve``."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def stored_path(path: str | os.PathLike[str]) -> str:
    """The path as text that can be stored and printed anywhere."""
    text = os.fspath(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(text).decode("utf-8", "backslashreplace")
        except UnicodeEncodeError:  # half a character: no file can have such a name
            return text.encode("utf-8", "backslashreplace").decode()
    return text


def path_on_disk(stored: str) -> Path:
    """The inverse of ``stored_path``, for opening the file or asking whether it is there."""
    path = Path(stored)
    if "\\x" not in stored or _exists(path):
        return path
    raw = _ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), stored.encode())
    try:
        return Path(os.fsdecode(raw))
    except UnicodeDecodeError:  # Windows has no such names: this is a folder such as C:\x86
        return path


def _exists(path: Path) -> bool:
    """Whether the file is there; none of a name that is too long, as four characters for each byte may be."""
    try:
        return path.exists()
    except OSError:
        return False
