"""A library as Parquet, for databases, data tools and most languages.

works.parquet        one row a work: its names and languages, its number of expressions
expressions.parquet  one row an expression: work, language, titles, kind, dates, file
provisions.parquet   one row a provision: expression, eid, the place of its text
passages.parquet     one row a passage: text, its place, and its vector
references.parquet   one row a citation in a text, as the text gives it

Rows are written as they are read, some thousand at a time.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from lexdesk.document.dates import from_iso
from lexdesk.document.model import DATE_FIELDS
from lexdesk.export.source import MADE_BY, ExportResult, Text, read_export, read_texts
from lexdesk.models.embedder import model_of
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.system.atomic import new_folder
from lexdesk.system.paths import require_readable_name
from lexdesk.system.progress import Listener, ignore

FORMAT = 1
"""Raised when a column changes its name or meaning."""

_ROWS = 4_096  # of a group: 16 MB of passages with vectors of 384 dimensions

_TEXT, _NUMBER = pa.string(), pa.int64()
_EXPRESSIONS = pa.schema(
    [("expression", _NUMBER)]
    + [(name, _TEXT) for name in ("work", "title", "short_title", "kind", "language")]
    + [(name, pa.date32()) for name in DATE_FIELDS]
    + [("path", _TEXT)]
)
_WORKS = pa.schema(
    [(name, _TEXT) for name in ("work", "short_title", "title", "kind")]
    + [("languages", pa.list_(_TEXT)), ("expressions", _NUMBER), ("first_valid_from", pa.date32())]
)
_PROVISIONS = pa.schema(
    [("expression", _NUMBER), ("work", _TEXT), ("position", _NUMBER)]
    + [(name, _TEXT) for name in ("eid", "kind", "number", "heading", "label", "parent")]
    + [("start", _NUMBER), ("end", _NUMBER)]
)
_REFERENCES = pa.schema(
    [("expression", _NUMBER), ("eid", _TEXT), ("start", _NUMBER), ("end", _NUMBER)]
    + [(name, _TEXT) for name in ("kind", "cited_work", "cited_name", "cited_eid")]
)


def _passages(dimensions: int) -> pa.Schema:
    return pa.schema(
        [("passage", _NUMBER), ("expression", _NUMBER), ("work", _TEXT), ("language", _TEXT)]
        + [("eid", _TEXT), ("label", _TEXT), ("heading", _TEXT), ("page", _NUMBER)]
        + [("start", _NUMBER), ("end", _NUMBER), ("searchable", pa.bool_()), ("text", _TEXT)]
        + ([("vector", pa.list_(pa.float32(), dimensions))] if dimensions else [])
    )


def export(store: Store, folder: Path, listener: Listener = ignore) -> ExportResult:
    """Write the library to ``folder``, an empty or new one; a vector has unit length, float32.

    Documents whose references are not found yet are counted in the result and in ``lexdesk.pending_citations`` of each
    table.

    Raises ``LibraryError`` for a folder with files in it, and ``OSError``.
    """
    require_readable_name(store.folder, folder)
    with new_folder(folder) as partial, store.as_of_one_moment():
        metadata = {"lexdesk.format": str(FORMAT), "lexdesk.made_by": MADE_BY}
        metadata |= {f"lexdesk.model.{name}": str(value) for name, value in model_of(store).items()}
        pending = store.pending.count()
        if pending:
            metadata["lexdesk.pending_citations"] = str(pending)
        counts = _write(store, partial, metadata, listener)
        if pending:
            counts["documents without their references"] = pending
    return read_export(folder, counts)


def _write(
    store: Store, folder: Path, metadata: dict[str, str], listener: Listener
) -> dict[str, int]:
    dimensions = store.vectors.vector_bytes()
    tables = (
        _Table(folder / "works.parquet", _WORKS, metadata),
        _Table(folder / "expressions.parquet", _EXPRESSIONS, metadata),
        _Table(folder / "provisions.parquet", _PROVISIONS, metadata),
        _Table(folder / "passages.parquet", _passages(dimensions), metadata),
        _Table(folder / "references.parquet", _REFERENCES, metadata),
    )
    with contextlib.ExitStack() as stack:
        works, expressions, provisions, passages, references = map(stack.enter_context, tables)
        for work in sorted(store.law.works()):
            works.add([_work(store.law.expressions_of(work))])
        for text in read_texts(store, listener=listener):
            of = text.expression
            expressions.add([_expression(of)])
            provisions.add(_provisions(store, of))
            passages.add(_rows(text, dimensions))
            references.add(_references(store, of.id))
    return {table.name: table.rows for table in tables}


class _Table:
    """A file of rows, written in batches of some thousand."""

    def __init__(self, path: Path, schema: pa.Schema, metadata: dict[str, str]):
        self.name, self.rows = path.stem, 0
        self._path = path
        self._schema = schema.with_metadata(metadata)
        self._waiting: list[dict[str, Any]] = []

    def __enter__(self) -> _Table:
        self._writer = pq.ParquetWriter(self._path, self._schema, compression="zstd")
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._flush()
        self._writer.close()

    def add(self, rows: Iterable[dict[str, Any]]) -> None:
        """Write rows, sooner or later."""
        self._waiting += rows
        if len(self._waiting) >= _ROWS:
            self._flush()

    def _flush(self) -> None:
        self.rows += len(self._waiting)
        if self._waiting:
            self._writer.write_table(pa.Table.from_pylist(self._waiting, self._schema))
            self._waiting = []


def _work(of_work: list[ExpressionRow]) -> dict[str, Any]:
    latest = of_work[0]
    dated = [from_iso(expression.valid_from) for expression in of_work]
    return {
        "work": latest.work,
        "short_title": latest.short_title,
        "title": latest.title,
        "kind": latest.kind,
        "languages": sorted({expression.language for expression in of_work if expression.language}),
        "expressions": len(of_work),
        "first_valid_from": min(filter(None, dated), default=None),
    }


def _expression(row: ExpressionRow) -> dict[str, Any]:
    return {
        "expression": row.id,
        "work": row.work,
        "title": row.title,
        "short_title": row.short_title,
        "kind": row.kind,
        "language": row.language,
        **{name: from_iso(getattr(row, name)) for name in DATE_FIELDS},
        "path": row.path,
    }


def _provisions(store: Store, of: ExpressionRow) -> Iterator[dict[str, Any]]:
    for position, provision in enumerate(store.texts.stored_provisions(of.id)):
        yield {
            "expression": of.id,
            "work": of.work,
            "position": position,
            "eid": provision.eid,
            "kind": provision.kind,
            "number": provision.number,
            "heading": provision.heading,
            "label": provision.label,
            "parent": provision.parent,
            "start": provision.start,
            "end": provision.end,
        }


def _rows(text: Text, dimensions: int) -> Iterator[dict[str, Any]]:
    of = text.expression
    for row in text.passages:
        vector = {"vector": text.vectors.get(row.id)}
        yield {
            "passage": row.id,
            "expression": of.id,
            "work": of.work,
            "language": of.language,
            "eid": row.eid,
            "label": row.label,
            "heading": row.heading,
            "page": row.page,
            "start": row.start,
            "end": row.start + len(row.text),
            "searchable": row.id in text.indexed,
            "text": row.text,
            **(vector if dimensions else {}),
        }


def _references(store: Store, expression: int) -> Iterator[dict[str, Any]]:
    for reference in store.law.own_references(expression):
        yield {
            "expression": expression,
            "eid": reference.eid,
            "start": reference.start,
            "end": reference.end,
            "kind": reference.kind,
            "cited_work": reference.work,
            "cited_name": reference.name,
            "cited_eid": reference.target,
        }
