"""A secret of this user on this machine, to sign files and reject those of other machines, and private files.

They lie in the user's state folder, outside of every library and model: a sender neither knows nor writes them.
"""

import contextlib
import os
import stat
import sys
from functools import cache
from pathlib import Path

from lexdesk.errors import UnsafeFile
from lexdesk.system.atomic import move_into_place
from lexdesk.system.regular_files import read_bytes

_BYTES = 32
_CREATING = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)


@cache
def read_machine_key() -> bytes | None:
    """Return the secret, made on first use; ``None`` if it cannot be stored."""
    path = _path()
    with contextlib.suppress(OSError, UnsafeFile):
        return _read_key(path) or _make_key(path)
    return None


def _path() -> Path:
    return find_state_path() / "index.key"


def find_state_path() -> Path:
    """Return the user's state folder."""
    import platformdirs

    return platformdirs.user_state_path("lexdesk", appauthor=False)


def is_private(path: Path) -> bool:
    """Return whether ``path`` belongs to this user, without access for others. Raise ``OSError``."""
    status = path.lstat()
    if sys.platform == "win32":  # the user's profile is private there
        return True
    return status.st_uid == os.geteuid() and not stat.S_IMODE(status.st_mode) & 0o077


def write_private(path: Path, data: bytes) -> None:
    """Replace the content of ``path``, readable by this user alone. Raise ``OSError``."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.urandom(8).hex()}.new")
    try:
        with os.fdopen(os.open(temporary, _CREATING, 0o600), "wb") as file:
            file.write(data)
        move_into_place(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _read_key(path: Path) -> bytes | None:
    """Return the secret in ``path``; ``None`` unless this user alone can read it."""
    with contextlib.suppress(FileNotFoundError):
        if not is_private(path):
            return None
        key = read_bytes(path, _BYTES)
        return key if len(key) == _BYTES else None
    return None


def _make_key(path: Path) -> bytes:
    write_private(path, os.urandom(_BYTES))
    return read_bytes(path, _BYTES)  # another process may have written its key first
