"""The passages of a published library: a Lance table of texts and vectors.

Lance (lance.org) keeps each state of a table as an immutable version; a publication names
its version by a tag, to keep it from cleanup.
"""

import contextlib
import datetime
import os
import string
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import lance
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lexdesk.errors import PublicationCode, PublicationError
from lexdesk.export.source import Text, read_texts
from lexdesk.index.vector.base import Vectors
from lexdesk.publishing import manifest
from lexdesk.publishing.storage import Storage, translate_errors
from lexdesk.storage import Store
from lexdesk.storage.damage import LONGEST_PASSAGE
from lexdesk.system.progress import Listener, ignore
from lexdesk.vector_codes.int8 import pack, unpack

TABLE = "passages.lance"
"""The table, below the place of a publication."""

INDEXED = 10_000
"""Vectors from which on there is an approximate index; fewer are scanned exactly."""

_ROWS = 2_048  # of a batch that is written: 6 MB
_NUMBERS = 5_000  # in one condition
_READ = 64  # rows of a batch that is read
_MOST_BYTES = 4 * 3 * LONGEST_PASSAGE  # of UTF-8 in heading, label and text
_PROBES = 40  # clusters looked at
_REFINED = 10  # candidates whose exact cosine is computed, for each hit that is wanted
_MANIFEST = ".manifest"
_MAGIC = b"LANC"  # ends each file of Lance
_LAST = 2**64 - 1  # manifests are named by this minus the version; older ones by the version
_PLAIN = "".join(sorted({*string.punctuation, " "} - {*'{}[]^"<>\\|~*?#%`'}))
"""Characters in the name of a folder that Lance does not escape."""
_BY_PASSAGE, _BY_EXPRESSION, _BY_VECTOR = "passage_idx", "expression_idx", "vector_idx"


class PublishedPassage(NamedTuple):
    """A row of the table: one passage."""

    passage: int
    start: int
    heading: str
    label: str
    text: str


def _schema(dimensions: int) -> pa.Schema:
    number, text = pa.int64(), pa.string()
    return pa.schema(
        [("passage", number), ("expression", number), ("work", text), ("language", text)]
        + [("kind", text), ("valid_from", text), ("valid_to", text)]
        + [("eid", text), ("label", text), ("heading", text), ("page", number)]
        + [("start", number), ("searchable", pa.bool_()), ("text", text)]
        + ([("vector", pa.list_(pa.float16(), dimensions))] if dimensions else [])
    )


# Writing.


def write(
    place: str, store: Store, dimensions: int, since: int | None, listener: Listener = ignore
) -> int:
    """Bring the table at ``place`` to the state of ``store``; return its version.

    ``since`` is the version of the last publication: its unchanged rows are kept;
    ``None`` writes all of them. Raises ``PublicationError``.
    """
    uri = f"{place}/{TABLE}"
    schema = _schema(dimensions)
    _require_own(place)
    before = _files(place)
    with translate_errors(place):
        if since is None:
            mode = "overwrite" if _is_there(uri) else "create"
            rows = _batches(store, schema, None, listener)
            lance.write_dataset(rows, uri, schema=schema, mode=mode)
        else:
            _update(lance.dataset(uri, version=since), store, schema, listener)
        _index(lance.dataset(uri), dimensions)
        version = int(lance.dataset(uri).version)
    _require_whole(_files(place) - before, place)
    return version


def _files(place: str) -> set[Path]:
    """Return the files of Lance in the table of a local ``place``."""
    folder = Storage(place).folder
    return set() if folder is None else {*(folder / TABLE).rglob("*.lance")}


def _require_whole(files: Iterable[Path], place: str) -> None:
    """Raise ``PublicationError`` for a file without its end: Lance 14 ignores some errors of the disk, as when it is full."""
    for path in sorted(files):
        with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - len(_MAGIC)))
            if file.read() != _MAGIC:
                reason = f"{path.name} was not written whole"
                raise PublicationError(PublicationCode.UNREACHABLE, place=place, reason=reason)


def _require_own(place: str, version: int | None = None) -> None:
    """Raise ``PublicationError`` if the table, of one ``version`` or of any, names anything outside of it.

    Another writer may exchange files after this check; that takes precise timing.
    """
    storage = Storage(place)
    folder = f"{TABLE}/_versions"
    if storage.folder is not None and not (storage.folder / TABLE).exists():
        return
    storage.require_no_links(TABLE)
    if version is None:
        names = [name for name in storage.names(folder) if name.endswith(_MANIFEST)]
    else:
        both = (f"{folder}/{_LAST - version:020}{_MANIFEST}", f"{folder}/{version}{_MANIFEST}")
        names = [candidate for candidate in both if storage.has(candidate)]
    left = 2 * manifest.MAX_BYTES  # of all versions
    for manifest_name in names:
        data = storage.read_bytes(manifest_name, min(left, manifest.MAX_BYTES))
        left -= len(data)
        try:
            manifest.check(data)
        except manifest.OutsideTableError as error:
            raise PublicationError(
                PublicationCode.NAMES_OUTSIDE, table=manifest_name, place=place, name=error
            ) from error


def _is_there(uri: str) -> bool:
    try:
        lance.dataset(uri)
    except ValueError:  # remains of an interrupted first publication
        return False
    return True


def _update(table: lance.LanceDataset, store: Store, schema: pa.Schema, listener: Listener) -> None:
    """Drop deleted rows and add new ones; leftovers of an interrupted publication go first."""
    if table.version != table.latest_version:
        table.restore()  # type: ignore[no-untyped-call]
    held = _distinct(table, "expression")
    there = store.filters.expressions()
    anew = _newly_encoded(table, store) if "vector" in table.schema.names else set[int]()
    gone = sorted((held - there) | (anew & held))
    for start in range(0, len(gone), _NUMBERS):
        table.delete(f"expression IN ({is_in_list(gone[start : start + _NUMBERS])})")
    added = (there - held) | (anew & there)
    if added:
        rows = _batches(store, schema, added, listener)
        lance.write_dataset(rows, table.uri, schema=schema, mode="append")


def _distinct(table: lance.LanceDataset, column: str, condition: str | None = None) -> set[int]:
    found: set[int] = set()
    for batch in table.scanner(columns=[column], filter=condition).to_batches():
        found.update(batch.column(column).unique().to_pylist())
    return found


def _newly_encoded(table: lance.LanceDataset, store: Store) -> set[int]:
    """Return the expressions of passages stored without a vector and encoded since."""
    waiting = sorted(_distinct(table, "passage", "searchable AND vector IS NULL"))
    found: set[int] = set()
    for start in range(0, len(waiting), _NUMBERS):
        encoded, _ = store.vectors.for_passages(waiting[start : start + _NUMBERS])
        found.update(store.passages.expressions_with(encoded))
    return found


def _batches(
    store: Store, schema: pa.Schema, among: Collection[int] | None, listener: Listener
) -> Iterator[pa.RecordBatch]:
    waiting: list[dict[str, Any]] = []
    for text in read_texts(store, among, listener):
        waiting += _rows(text, schema)
        if len(waiting) >= _ROWS:
            yield pa.RecordBatch.from_pylist(waiting, schema)
            waiting = []
    yield pa.RecordBatch.from_pylist(waiting, schema)


def _rows(text: Text, schema: pa.Schema) -> Iterator[dict[str, Any]]:
    of = text.expression
    has_vectors = "vector" in schema.names
    for row in text.passages:
        vector = text.vectors.get(row.id)
        small = None if vector is None else vector.astype(np.float16)
        yield {
            "passage": row.id,
            "expression": of.id,
            "work": of.work,
            "language": of.language,
            "kind": of.kind,
            "valid_from": of.valid_from,
            "valid_to": of.valid_to,
            "eid": row.eid,
            "label": row.label,
            "heading": row.heading,
            "page": row.page,
            "start": row.start,
            "searchable": row.id in text.indexed,
            "text": row.text,
            **({"vector": small} if has_vectors else {}),
        }


def _index(table: lance.LanceDataset, dimensions: int) -> None:
    """Make the indexes of the table, or take the new rows into them."""
    named = {index.name for index in table.describe_indices()}
    for column, name in (("passage", _BY_PASSAGE), ("expression", _BY_EXPRESSION)):
        if name not in named:
            table.create_scalar_index(column, "BTREE", name=name)
    if named:
        table.optimize.optimize_indices()
    if dimensions and _BY_VECTOR not in named and table.count_rows("vector IS NOT NULL") >= INDEXED:
        table.create_index("vector", "IVF_RQ", name=_BY_VECTOR, metric="cosine")


def name(place: str, version: int, tag: str) -> None:
    """Tag ``version`` of the table as ``tag``, to keep it from cleanup."""
    with translate_errors(place):
        tags = lance.dataset(f"{place}/{TABLE}").tags
        if tag in tags.list():
            tags.update(tag, version)
        else:
            tags.create(tag, version)
    if "://" not in place:
        _remove_escaped(f"{place}/{TABLE}/_refs/tags")


def _remove_escaped(folder: str) -> None:
    """Remove the empty folder of Lance 14 beside that of its tags, under a name with ``%C3%B6``."""
    escaped = quote(folder, safe=_PLAIN).replace("~", "%7E")  # ``quote`` never escapes it
    if escaped != folder:
        with contextlib.suppress(OSError):
            os.removedirs(escaped)


def clean(place: str, kept: Collection[str]) -> None:
    """Drop the versions of the table outside the tags ``kept``."""
    with translate_errors(place):
        table = lance.dataset(f"{place}/{TABLE}")
        for tag in set(table.tags.list()) - set(kept):
            table.tags.delete(tag)
        now = datetime.timedelta(0)
        table.cleanup_old_versions(older_than=now, error_if_tagged_old_versions=False)


# Reading.


class Passages:
    """One version of the table at ``place``; ``exact`` compares every vector.

    Raises ``PublicationError``, also from every method, if the storage is gone.
    """

    def __init__(self, place: str, version: int, *, exact: bool = False):
        self._place, self._exact = place, exact
        _require_own(place, version)
        with translate_errors(place):
            self._table = lance.dataset(f"{place}/{TABLE}", version=version)

    def pieces(self, passages: Collection[int]) -> dict[int, PublishedPassage]:
        """Return the texts of these passages of the catalogue, by number. Raises ``PublicationError`` for a missing one."""
        found: dict[int, PublishedPassage] = {}
        for condition in _conditions("passage", sorted(set(passages))):
            found.update((piece.passage, piece) for piece in self._pieces(condition, _NUMBERS))
        if not found.keys() >= set(passages):  # a damaged index of Lance loses rows in silence
            raise self._content_changed_error()
        return found

    def pieces_of(self, expression: int) -> list[PublishedPassage]:
        """Return the passages of an expression, in the order of its text."""
        found = self._pieces(f"expression = {expression}", self.rows)
        return sorted(found, key=lambda piece: (piece.start, piece.passage))

    @cached_property
    def rows(self) -> int:
        """Return the number of rows."""
        with translate_errors(self._place):
            return int(self._table.count_rows())

    def require_rows(self, most: int) -> None:
        """Raise ``PublicationError`` for more rows than so many: endless ones cost few bytes."""
        if self.rows > most:
            raise self._content_changed_error()

    def _pieces(self, condition: str, most: int) -> list[PublishedPassage]:
        """Return the texts of at most so many rows. Raises ``PublicationError`` for more, and for overlong ones."""
        columns = list(PublishedPassage._fields)
        found: list[PublishedPassage] = []
        with translate_errors(self._place):
            rows = self._table.scanner(
                columns=columns, filter=condition, limit=most + 1, batch_size=_READ
            )
            for batch in rows.to_batches():
                if batch.nbytes > _READ * _MOST_BYTES:
                    raise self._content_changed_error()
                found += [PublishedPassage(**row) for row in batch.to_pylist()]
        if len(found) > most or any(max(map(len, row[2:])) > LONGEST_PASSAGE for row in found):
            raise self._content_changed_error()
        return found

    def _content_changed_error(self) -> PublicationError:
        return PublicationError(PublicationCode.CONTENT_CHANGED, name=TABLE, place=self._place)

    def vectors(self, passages: Collection[int]) -> tuple[NDArray[np.int64], Vectors]:
        """Return the encoded ones of ``passages``, and their vectors: (n,) and float32 (n, dimensions)."""
        ids, rows = [np.empty(0, np.int64)], [np.empty((0, self.dimensions), np.float32)]
        for condition in _conditions("passage", sorted(set(passages))):
            where = f"({condition}) AND vector IS NOT NULL"
            with translate_errors(self._place):
                found = self._table.to_table(columns=["passage", "vector"], filter=where)
            ids.append(found["passage"].to_numpy())
            rows.append(self._unit(found))
        return np.concatenate(ids), np.concatenate(rows)

    @property
    def dimensions(self) -> int:
        """Return the length of a vector; 0 without vectors."""
        names = self._table.schema.names
        return int(self._table.schema.field("vector").type.list_size) if "vector" in names else 0

    def passages_with_vectors(self) -> set[int]:
        """Return the passages with a vector."""
        with translate_errors(self._place):
            return _distinct(self._table, "passage", "vector IS NOT NULL")

    def nearest(self, query: Vectors, limit: int, condition: str | None) -> list[tuple[int, float]]:
        """Return the passages nearest to ``query`` (unit length, (dimensions,)) and their cosines, best first."""
        request = {
            "column": "vector",
            "q": query.astype(np.float16),
            "k": limit,
            "metric": "cosine",
            "use_index": not self._exact,
            "nprobes": _PROBES,
            "refine_factor": _REFINED,
        }
        with translate_errors(self._place):
            found = self._table.to_table(
                columns=["passage", "vector", "_distance"],
                nearest=request,
                filter=f"({condition}) AND vector IS NOT NULL" if condition else None,
                prefilter=condition is not None,
            )
            numbers = found["passage"].to_numpy()
            cosines = self._unit(found) @ query  # of float16 Lance has fewer digits
        order = np.argsort(-cosines, kind="stable")
        return list(zip(numbers[order].tolist(), cosines[order].tolist(), strict=True))

    def _unit(self, found: pa.Table) -> Vectors:
        """Return the column ``vector`` as float32 (n, dimensions), rows of unit length, as in a library.

        The table's sixteen bits hold the library's eight without loss.
        """
        column = found["vector"].combine_chunks()
        rows = column.flatten().to_numpy(zero_copy_only=False).astype(np.float32)
        rows = rows.reshape(len(found), self.dimensions)
        return unpack(pack(rows)) if len(rows) else rows


def _conditions(column: str, numbers: list[int]) -> Iterator[str]:
    for start in range(0, len(numbers), _NUMBERS):
        yield f"{column} IN ({is_in_list(numbers[start : start + _NUMBERS])})"


def is_in_list(numbers: list[int]) -> str:
    """Return a condition of the table that lists ``numbers``."""
    return ",".join(map(str, numbers))
