"""Formats of the files that people are handed: the one that a name asks for by its suffix, CSV, JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from lexdesk.errors import ExportCode, LexdeskError

_Make = TypeVar("_Make")


def by_suffix(target: Path, formats: Mapping[str, _Make]) -> _Make:
    """What makes the format that the suffix of ``target`` names, out of ``formats`` by suffix.

    Raises ``LexdeskError``, naming the suffixes, for another one.
    """
    make = formats.get(target.suffix.lower())
    if make is None:
        raise LexdeskError(ExportCode.FORMAT_UNKNOWN, name=target.name, formats=", ".join(formats))
    return make


def as_spreadsheet(rows: Iterable[Sequence[str]]) -> bytes:
    """``rows`` as CSV in UTF-8, with the mark (U+FEFF) by which spreadsheets know that.

    A cell that begins like a formula gets an apostrophe, so that no text of a document is run.
    """
    lines = io.StringIO(newline="")
    csv.writer(lines).writerows([_inert(cell) for cell in row] for row in rows)
    return lines.getvalue().encode("utf-8-sig", "replace")


def as_json(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """``rows`` as one JSON list of objects, in UTF-8."""
    return json.dumps(rows, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def printable(text: str) -> str:
    """``text`` without the control characters that XML cannot hold."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", " ", text)


def _inert(cell: str) -> str:
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
