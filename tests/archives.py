"""Extraction of the shared archives, which are ours, also by a Python whose tarfile has no filters (3.11.0 to 3.11.3)."""

from __future__ import annotations

import tarfile
from collections.abc import Iterable
from pathlib import Path


def extract(archive: Path, folder: Path, names: Iterable[str] | None = None) -> None:
    """Extract the members ``names`` of ``archive``, or all, into ``folder``."""
    with tarfile.open(archive) as packed:
        members = None if names is None else [packed.getmember(name) for name in names]
        if hasattr(tarfile, "data_filter"):
            packed.extractall(folder, members, filter="data")
        else:
            packed.extractall(folder, members)  # noqa: S202 - ours
