"""The list of works that a library holds as a file: a table for spreadsheets, or JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from lexdesk.atomic import write_atomically
from lexdesk.errors import LexdeskError
from lexdesk.search.holdings import Holding
from lexdesk.work.spreadsheet import as_spreadsheet

COLUMNS = tuple(each.name for each in dataclasses.fields(Holding))


def write(works: Sequence[Holding], target: Path) -> None:
    """Write ``works`` to ``target`` in the format that its suffix names.

    Raises ``LexdeskError``, naming the formats, for another suffix, and ``OSError``.
    """
    make = FORMATS.get(target.suffix.lower())
    if make is None:
        raise LexdeskError(
            f"{target.name} names no format for a list of works; end it with one of: {', '.join(FORMATS)}"
        )
    write_atomically(target, make(works))


def _csv(works: Sequence[Holding]) -> bytes:
    return as_spreadsheet(
        [COLUMNS, *([_cell(getattr(each, name)) for name in COLUMNS] for each in works)]
    )


def _cell(value: str | int | tuple[str, ...] | None) -> str:
    return " ".join(value) if isinstance(value, tuple) else str("" if value is None else value)


def _json(works: Sequence[Holding]) -> bytes:
    rows = [dataclasses.asdict(each) for each in works]
    return json.dumps(rows, ensure_ascii=False, indent=1).encode("utf-8", "replace")


FORMATS: Mapping[str, Callable[[Sequence[Holding]], bytes]] = {".csv": _csv, ".json": _json}
"""What each suffix makes."""
