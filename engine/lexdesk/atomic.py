"""Writing files so that after a crash either the old or the new content is there, whole."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the content of ``path``: temporary file beside it, fsync, rename, fsync of the folder."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        replace_durably(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def replace_durably(temporary: Path, path: Path) -> None:
    """Rename ``temporary`` to ``path`` and make the rename survive a power cut."""
    temporary.replace(path)
    if os.name == "posix":  # Windows has no handle of a folder to flush; its rename is journalled
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
