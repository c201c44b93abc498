"""Tab-separated tables of names and terms: lines of columns, comments after ``#``, several names apart by semicolons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

_SEPARATOR = ";"


def read_table(path: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a table that is shipped with the program."""
    text = path.read_text(encoding="utf-8")
    return [dict(zip(columns, line.split("\t"), strict=True)) for _, line in numbered_lines(text)]


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a table with their numbers from 1, without empty ones and comments."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def listed(names: str) -> list[str]:
    """Return the names of one column."""
    return [name for part in names.split(_SEPARATOR) if (name := part.strip())]
