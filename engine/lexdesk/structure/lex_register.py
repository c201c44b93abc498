"""Relations of a work in ``work.json``, the register beside its dated versions."""

import datetime
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lexdesk.document.model import Relation
from lexdesk.errors import UnsafeFile
from lexdesk.system.regular_files import read_json
from lexdesk.text.lazy_pattern import lazy_pattern

_MAX_BYTES = 4_000_000  # the longest register of the 207 in the archive has 40 KB
_ACTIVE = {"amends": "amends", "repeals": "repeals", "corrects": "corrects",
           "transposes": "transposes", "consolidates": "consolidates"}  # fmt: skip
_PASSIVE = {"amended_by": "amends", "repealed_by": "repeals", "corrected_by": "corrects",
            "implemented_by": "transposes"}  # fmt: skip
_NAMES = ("lex_work_id", "work", "celex", "target", "id")
_CELEX = lazy_pattern(r"\b\d{5}[a-z]{1,2}\d{4}(?:r\(\d{2}\))?", re.IGNORECASE)


def read_relations(version: Path, work: str) -> tuple[Relation, ...]:
    """Return the relations in the register of ``work``, two folders above ``version``.

    Empty if the register is missing, unreadable or of another work: the version is sound without
    it.
    """
    register = _register(version.parent.parent.parent / "work.json")
    stated = register.get("relations")
    if str(register.get("lex_work_id", "")).rpartition(":")[2] != work:
        return ()
    return tuple(dict.fromkeys(_relations(stated))) if isinstance(stated, dict) else ()


def _register(path: Path) -> dict[str, Any]:
    try:
        return dict(read_json(path, _MAX_BYTES, dict[str, Any]))
    except (OSError, ValueError, UnsafeFile):
        return {}


def _relations(stated: dict[str, Any]) -> Iterator[Relation]:
    for name, others in stated.items():
        for other, date in _other_works(others):
            if kind := _ACTIVE.get(name):
                yield Relation(kind, "", other, date)
            elif kind := _PASSIVE.get(name):
                yield Relation(kind, other, "", date)


def _other_works(stated: object) -> Iterable[tuple[str, datetime.date | None]]:
    """Yield (work, date) of entries: identifiers, or records with one."""
    for entry in stated if isinstance(stated, list) else ():
        record = entry if isinstance(entry, dict) else {"id": entry}
        named = next((str(record[key]) for key in _NAMES if record.get(key)), "")
        if found := _CELEX.search(named):
            yield found[0].upper(), _date(record.get("date"))


def _date(printed: object) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(str(printed)[:10])
    except ValueError:
        return None
