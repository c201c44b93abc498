"""Licence check of the sources of a model that ships.

The licence is stated by the source: ``licence`` in its ``meta.json``, else the licence column of the
README of the data folder. Each part between semicolons must be one of the free licences below; ``evaluate
only``, ``non-commercial``, ``unclear`` and missing licences are rejected.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from lexdesk.errors import CollectionError
from lexdesk.models.manifest import TrainingData
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import LicenceForbids

FORBIDDEN = re.compile(
    r"evaluate only|non-commercial|\bNC\b|-NC-|unclear|no licence", re.IGNORECASE
)
FREE = re.compile(
    r"EU reuse with attribution|CC BY 4\.0|CC0|official works|Unlicense|public domain|\bMIT\b"
    r"|Apache-2\.0|BSD-[23]|own documents"
)
OWN_DOCUMENTS = "own documents of whoever trains; the model is theirs and is not shipped"
"""Licence of collections mined from a library."""

_Read = TypeVar("_Read")


class Reader(NamedTuple, Generic[_Read]):
    """Reader of the texts or pairs of one source, with the name of its licence entry."""

    licensed_as: str
    read: Callable[[Path], Iterator[_Read]]


_TAGS = {
    "mit": "MIT", "apache-2.0": "Apache-2.0", "cc-by-4.0": "CC BY 4.0", "cc0-1.0": "CC0",
    "bsd-2-clause": "BSD-2", "bsd-3-clause": "BSD-3", "unlicense": "Unlicense",
}  # fmt: skip
"""Free licences by their tag in the head of a model card."""


def canonical_licence(tag: str) -> str:
    """Return the licence of a model card's ``tag`` as the shared data spell it; other tags unchanged."""
    return _TAGS.get(tag.casefold(), tag)


def is_free(licence: str) -> bool:
    """Return whether each part of ``licence`` allows training a model that ships."""
    is_known = licence == OWN_DOCUMENTS or all(map(FREE.search, licence.split(";")))
    return is_known and not FORBIDDEN.search(licence)


def read_licence(data: Path, name: str) -> str:
    """Return the licence stated by the source ``name`` in the folder ``data``."""
    meta = data / name / "meta.json"
    if meta.is_file():
        try:
            stated = dict(json.loads(meta.read_text(encoding="utf-8"))).get("licence", "")
        except (ValueError, TypeError) as problem:
            raise CollectionError(TrainingCode.META_NOT_JSON, meta=meta, problem=problem) from None
    else:
        stated = _licence_in_table(data / "README.md", name)
    if not stated and not (data / name).exists():
        raise CollectionError(TrainingCode.PATH_MISSING, path=data / name)
    if not stated:
        raise LicenceForbids(TrainingCode.NO_LICENCE, data=data / name, data_2=data / "README.md")
    return str(stated)


def require_allowed(data: Path, name: str, *, ships: bool = True) -> TrainingData:
    """Return the manifest entry of the source ``name``; raise LicenceForbids if its use is not allowed.

    With ``ships`` off, a model that stays on this machine may learn from restricted sources.
    """
    licence = read_licence(data, name)
    if not ships:
        return TrainingData(name, licence)
    if not is_free(licence):
        raise LicenceForbids(TrainingCode.LICENCE_FORBIDS, name=name, licence=licence)
    return TrainingData(name, licence)


def _licence_in_table(readme: Path, name: str) -> str:
    """Return the licence cell of the row ``name`` in any table of ``readme`` with such a column."""
    if not readme.is_file():
        return ""
    column = -1
    for line in readme.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if "licence" in cells:
            column = cells.index("licence")
        elif column >= 0 and cells[0] == name and len(cells) > column:
            return cells[column]
    return ""
