"""Tab-separated tables of names and terms: lines of columns, comments after ``#``, several names apart by semicolons."""

from collections.abc import Iterator, Sequence
from pathlib import Path

_SEPARATOR = ";"


def read_table(path: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a table that is shipped with the program."""
    return [dict(zip(columns, row, strict=True)) for row in read_rows(path)]


def read_rows(path: Path) -> list[list[str]]:
    """Return the columns of each row of a table that is shipped with the program."""
    return [line.split("\t") for line in _lines(path.read_text(encoding="utf-8")) if line]


def _lines(text: str) -> list[str]:
    """Return the lines of a table; comments and lines of blanks are empty."""
    return ["" if line.startswith("#") else line.strip() and line for line in text.splitlines()]


def read_numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a table with their numbers from 1, without empty ones and comments."""
    return ((number, line) for number, line in enumerate(_lines(text), start=1) if line)


def listed(names: str) -> list[str]:
    """Return the names of one column."""
    return [name for part in names.split(_SEPARATOR) if (name := part.strip())]
