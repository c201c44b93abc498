"""Export of a library's list of works: a table for spreadsheets, or JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from lexdesk.annotations import formats
from lexdesk.search.catalogue import Holding
from lexdesk.system.atomic import write_atomically

COLUMNS = tuple(field.name for field in dataclasses.fields(Holding))


def write(works: Sequence[Holding], target: Path) -> None:
    """Write ``works`` to ``target`` in the format of its suffix.

    Raises as ``formats.by_suffix``, and ``OSError``.
    """
    write_atomically(target, formats.by_suffix(target, FORMATS)(works))


def _csv(works: Sequence[Holding]) -> bytes:
    return formats.as_spreadsheet(
        [COLUMNS, *([_cell(getattr(work, name)) for name in COLUMNS] for work in works)]
    )


def _cell(value: str | int | tuple[str, ...] | None) -> str:
    return " ".join(value) if isinstance(value, tuple) else str("" if value is None else value)


def _json(works: Sequence[Holding]) -> bytes:
    return formats.as_json([dataclasses.asdict(work) for work in works])


FORMATS: Mapping[str, Callable[[Sequence[Holding]], bytes]] = {".csv": _csv, ".json": _json}
"""What each suffix makes."""
