"""The tables of a paper: each row runs once and is printed with the published number.

A row without results is printed as ``not run``; published numbers are in brackets.
"""

import csv
import math
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexdesk_reproductions.ledger import Ledger, Values
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TrainingError

NOT_RUN = "not run"


@dataclass(frozen=True)
class Row:
    """One system: its computation, its settings, and the published numbers.

    ``settings`` is a frozen dataclass or a tuple of them that determines the result. A ``costly`` row is
    skipped in short runs.
    """

    name: str
    settings: Any
    make: Callable[[], Values]
    published: Mapping[str, float] = field(default_factory=dict)
    costly: bool = False


@dataclass(frozen=True)
class Table:
    """Rows over the same columns. ``notes`` explain the numbers and the reductions.

    ``of`` is the title of the table with the same rows and other columns.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: str = ""
    of: str = ""

    @property
    def key(self) -> str:
        """Return the title for storing the rows."""
        return self.of or self.title


def read_published(module: str) -> dict[str, dict[str, float]]:
    """Read the published numbers of each row and column from ``published.tsv`` beside the file of a module."""
    with Path(module).with_name("published.tsv").open(encoding="utf-8", newline="") as lines:
        return {
            row.pop("row"): {column: float(value) for column, value in row.items() if value}
            for row in csv.DictReader(lines, delimiter="\t")
        }


def run(
    tables: Collection[Table],
    ledger: Ledger,
    *,
    costly: bool,
    only: str = "",
    report: Callable[[str], None] = print,
) -> None:
    """Run every row missing in the ledger with ``only`` in the name of row or table.

    Costly rows are skipped unless ``costly``. Raises ``TrainingError`` if no row matches.
    """
    wanted = [(table, row) for table in tables for row in select_rows(table, only)]
    if only and not wanted:
        names = [
            name for table in tables for name in (table.title, *(row.name for row in table.rows))
        ]
        raise TrainingError(
            TrainingCode.NO_TABLE, only=only, fromkeys="; ".join(dict.fromkeys(names))
        )
    for table, row in wanted:
        known = ledger.find(table.key, row.name, repr(row.settings)) is not None
        if known or (row.costly and not costly):
            continue
        began = time.monotonic()
        values = row.make()
        seconds = time.monotonic() - began
        ledger.keep(table.key, row.name, repr(row.settings), values, seconds)
        cells = ", ".join(f"{name} {value:.3f}" for name, value in values.items())
        report(f"{table.title}, {row.name}: {cells} ({seconds:.0f} s)")


def select_rows(table: Table, only: str) -> list[Row]:
    """Return the rows with ``only`` in the name of row or table."""
    return [row for row in table.rows if only.lower() in f"{table.title} {row.name}".lower()]


def lines(tables: Iterable[Table], ledger: Ledger) -> Iterator[str]:
    """Yield the tables as Markdown."""
    for table in tables:
        yield f"### {table.title}"
        yield ""
        if table.notes:
            yield table.notes
            yield ""
        yield f"| | {' | '.join(table.columns)} |"
        yield "|---" * (len(table.columns) + 1) + "|"
        for row in table.rows:
            found = ledger.find(table.key, row.name, repr(row.settings))
            cells = [_cell(found, row.published, column) for column in table.columns]
            yield f"| {row.name} | {' | '.join(cells)} |"
        yield ""


def _cell(found: Values | None, published: Mapping[str, float], column: str) -> str:
    ours = NOT_RUN if found is None else _number(found.get(column, math.nan))
    theirs = f"({_number(published[column])})" if column in published else ""
    return f"{ours} {theirs}".strip()


def _number(value: float) -> str:
    if math.isnan(value):
        return ""
    return f"{value:,.0f}" if value == int(value) and abs(value) > 1 else f"{value:.3f}"
