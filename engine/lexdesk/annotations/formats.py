"""Formats of exported files: selection by suffix, CSV, JSON."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from lexdesk.errors import ExportCode, LexdeskError
from lexdesk.text.lazy_pattern import lazy_pattern

_Make = TypeVar("_Make")

# Spreadsheets drop some invisible characters. "- " opens many lines of a list; a formula with it calls something.
_UNSEEN = r"(?:[^\S\t\r\n]|[\u200b-\u200f\u2060\ufeff])*+"
_FORMULA = lazy_pattern(
    rf"\A(?={_UNSEEN}[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?={_UNSEEN}(?:[=+@＝＋＠]|[-－][^;\t\r\n]*[|(!]))"
)


def by_suffix(target: Path, formats: Mapping[str, _Make]) -> _Make:
    """Return the writer for the suffix of ``target``, out of ``formats`` by suffix.

    Raises ``LexdeskError``, naming the suffixes, for another one.
    """
    make = formats.get(target.suffix.lower())
    if make is None:
        raise LexdeskError(ExportCode.FORMAT_UNKNOWN, name=target.name, formats=", ".join(formats))
    return make


def as_spreadsheet(rows: Iterable[Sequence[str]]) -> bytes:
    """Encode ``rows`` as CSV in UTF-8, with a byte order mark (U+FEFF) for spreadsheets.

    A cell that begins like a formula gets an apostrophe, so that no text of a document is run; so do lines and parts
    behind a semicolon, where spreadsheets in German begin a cell.
    """
    lines = io.StringIO(newline="")
    csv.writer(lines).writerows([_inert(cell) for cell in row] for row in rows)
    return lines.getvalue().encode("utf-8-sig", "replace")


def as_json(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Encode ``rows`` as one JSON list of objects, in UTF-8."""
    return json.dumps(rows, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def strip_controls(text: str) -> str:
    """Return ``text`` without the control characters forbidden in XML."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", " ", text)


def _inert(cell: str) -> str:
    return _FORMULA.sub("'", strip_controls(cell))
