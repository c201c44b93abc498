"""Writing files so that after a crash either the old or the new content is there, whole."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the content of ``path``: temporary file beside it, fsync, rename, fsync of the folder."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    with naming(path):
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            replace_durably(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have what the system refuses name ``path``, which was asked for, and not what is made beside it."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def replace_durably(temporary: Path, path: Path) -> None:
    """Rename ``temporary`` to ``path`` and make the rename survive a power cut."""
    temporary.replace(path)
    if os.name == "posix":  # Windows has no handle of a folder to flush; its rename is journalled
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
