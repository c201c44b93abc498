"""The hash of a file's content."""

from __future__ import annotations

import hashlib
from pathlib import Path

from lexdesk.system.regular_files import require_dense


def sha256(path: Path) -> str:
    """Return the hash of a file's bytes, in hexadecimal. Raises ``OSError``, and ``UnsafeFile`` for a sparse one."""
    with path.open("rb") as file:
        require_dense(file, path)
        return hashlib.file_digest(file, "sha256").hexdigest()
