"""Tables for spreadsheets, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def as_spreadsheet(rows: Iterable[Sequence[str]]) -> bytes:
    """``rows`` as CSV in UTF-8, with the mark (U+FEFF) by which spreadsheets know that.

    A cell that begins like a formula gets an apostrophe, so that no text of a document is run.
    """
    lines = io.StringIO(newline="")
    csv.writer(lines).writerows([_inert(cell) for cell in row] for row in rows)
    return lines.getvalue().encode("utf-8-sig", "replace")


def _inert(cell: str) -> str:
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
