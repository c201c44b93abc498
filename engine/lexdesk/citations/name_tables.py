"""Tables of names in tab-separated files of this package, with a source for each row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

_SEPARATOR = ";"


def read_names(file: str, columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a table in ``data/``, without comments."""
    text = (files("lexdesk.citations") / "data" / file).read_text(encoding="utf-8")
    rows = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [dict(zip(columns, row.split("\t"), strict=True)) for row in rows]


def listed(names: str) -> Iterator[str]:
    """Yield the names of one field."""
    return filter(None, names.split(_SEPARATOR))
