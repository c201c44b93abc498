"""A reader of a library for export, one expression at a time, in bounded memory."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow, PassageRow
from lexdesk.system.progress import Listener, Progress, ignore
from lexdesk.vector_codes.int8 import unpack

MADE_BY = "lexdesk export"


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The result of an export: the folder, its files with their bytes, and the count of each kind."""

    path: str
    files: dict[str, int]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Text:
    """An expression with its passages in the order of its text, by number.

    ``vectors`` are as ``lexdesk.vector_codes.int8`` packs them. ``indexed`` are the searchable passages,
    each with the names of its work and with its label, heading and text: the input of
    the full-text index.
    """

    expression: ExpressionRow
    passages: list[PassageRow]
    vectors: dict[int, NDArray[np.float32]]
    indexed: dict[int, tuple[str, str]]


def read_texts(
    store: Store, among: Container[int] | None = None, listener: Listener = ignore
) -> Iterator[Text]:
    """Yield every expression, or those ``among`` some, in the order of their numbers.

    ``listener`` counts them in the stage ``export``.
    """
    ranges = sorted(row for row in store.passages.ranges() if among is None or row[0] in among)
    for done, (number, first, last) in enumerate(ranges):
        listener(Progress("export", done, len(ranges)))
        if (expression := store.law.expression_rows([number]).get(number)) is None:
            continue
        rows = store.passages.by_id(range(first, last + 1))
        at = {row.start: passage for passage, row in rows.items()}
        indexed = {
            passage: (title, body)
            for passage, title, body, *_ in store.passages.index_entries(number)
        }
        stored = store.vectors.of_expression(number)
        if not (indexed.keys() <= rows.keys() and {start for start, _ in stored} <= at.keys()):
            store.passages.raise_wrong_ranges()
        ordered = sorted(rows.values(), key=lambda row: (row.start, row.id))
        yield Text(expression, ordered, _vectors(stored, at), indexed)


def _vectors(
    stored: Sequence[tuple[int, bytes]], at: dict[int, int]
) -> dict[int, NDArray[np.float32]]:
    rows = unpack([values for _, values in stored]) if stored else ()
    return {at[start]: row for (start, _), row in zip(stored, rows, strict=True)}


def read_export(folder: Path, counts: dict[str, int]) -> ExportResult:
    """Return the current content of ``folder``."""
    files = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    return ExportResult(str(folder), files, counts)
