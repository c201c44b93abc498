"""Export of review decisions and of a library's list of works: a table for spreadsheets, or JSON."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lexdesk.annotations import formats
from lexdesk.annotations.decisions import DecisionStatus
from lexdesk.search.holdings import Holding
from lexdesk.system.atomic import write_atomically

_DECISION_COLUMNS = (
    "provision", "decision", "note", "text_changed_since", "against", "made", "work", "eid", "language",
)  # fmt: skip
_HOLDING_COLUMNS = tuple(field.name for field in dataclasses.fields(Holding))


def write_decisions(standings: Sequence[DecisionStatus], target: Path) -> None:
    """Write ``standings`` to ``target`` in the format of its suffix, ``.csv`` or ``.json``.

    Raises as ``formats.by_suffix``, and ``OSError``.
    """
    _write([_row(standing) for standing in standings], _DECISION_COLUMNS, target)


def write_holdings(works: Sequence[Holding], target: Path) -> None:
    """Write ``works`` to ``target`` in the format of its suffix, as ``write_decisions`` does."""
    _write([dataclasses.asdict(work) for work in works], _HOLDING_COLUMNS, target)


def _write(rows: list[dict[str, Any]], columns: Sequence[str], target: Path) -> None:
    def as_csv(rows: list[dict[str, Any]]) -> bytes:
        return formats.as_spreadsheet(
            [columns, *([_cell(row[name]) for name in columns] for row in rows)]
        )

    encode = formats.by_suffix(target, {".csv": as_csv, ".json": formats.as_json})
    write_atomically(target, encode(rows))


def _cell(value: str | int | tuple[str, ...] | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return " ".join(value) if isinstance(value, tuple) else str("" if value is None else value)


def _row(standing: DecisionStatus) -> dict[str, Any]:
    decision = standing.decision
    return {
        "provision": decision.citation, "decision": decision.verdict, "note": decision.note,
        "text_changed_since": standing.is_changed, "against": decision.against, "made": decision.made,
        "work": decision.work, "eid": decision.eid, "language": decision.language,
    }  # fmt: skip
