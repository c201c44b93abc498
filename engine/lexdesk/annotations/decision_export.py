"""All decisions of reviewers as a file: a table for spreadsheets, or JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lexdesk.annotations import formats
from lexdesk.annotations.decisions import Standing
from lexdesk.system.atomic import write_atomically

COLUMNS = (
    "provision", "decision", "note", "text_changed_since", "against", "made", "work", "eid", "language",
)  # fmt: skip


def write(standings: Sequence[Standing], target: Path) -> None:
    """Write ``standings`` to ``target`` in the format of its suffix.

    Raises as ``formats.by_suffix``, and ``OSError``.
    """
    make = formats.by_suffix(target, FORMATS)
    write_atomically(target, make([_row(standing) for standing in standings]))


def _csv(rows: Sequence[dict[str, Any]]) -> bytes:
    exported = (row | {"text_changed_since": "yes" * row["text_changed_since"]} for row in rows)
    return formats.as_spreadsheet(
        [COLUMNS, *([str(row[name]) for name in COLUMNS] for row in exported)]
    )


FORMATS: Mapping[str, Callable[[Sequence[dict[str, Any]]], bytes]] = {
    ".csv": _csv,
    ".json": formats.as_json,
}
"""What each suffix makes."""


def _row(standing: Standing) -> dict[str, Any]:
    decision = standing.decision
    return {
        "provision": decision.citation, "decision": decision.verdict, "note": decision.note,
        "text_changed_since": standing.is_changed, "against": decision.against, "made": decision.made,
        "work": decision.work, "eid": decision.eid, "language": decision.language,
    }  # fmt: skip
