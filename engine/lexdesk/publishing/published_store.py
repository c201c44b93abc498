"""The catalogue of a publication: SQLite without texts and vectors, and the store over both.

It is small beside them, so that filters, dates, versions and references are resolved by the same
statements as in a library. Texts are fetched from the table for display and verification.
"""

import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NoReturn, cast

from lexdesk.errors import PublicationCode, PublicationError
from lexdesk.publishing.passages import Passages
from lexdesk.storage import Store, page_checksums
from lexdesk.storage.damage import ReportingDamage, make_damage_error
from lexdesk.storage.files import Files
from lexdesk.storage.filter_queries import Narrowing
from lexdesk.storage.findings import Findings
from lexdesk.storage.known_schema import harden, require_known_schema
from lexdesk.storage.law import Law
from lexdesk.storage.passage_rows import PassageRows
from lexdesk.storage.pending_citations import PendingCitations
from lexdesk.storage.revisions import Revisions
from lexdesk.storage.schema import FORMAT, MOST_PASSAGES, PassageRow, PieceRow
from lexdesk.storage.statements import Statements
from lexdesk.storage.texts import Texts
from lexdesk.storage.vector_rows import VectorRows
from lexdesk.system.read_only import make_read_only_error
from lexdesk.vector_codes.int8 import pack

_READ = 5_000  # passages at a time, when all are read
_LEAST_BYTES = 16
"""Of a passage in the catalogue, which has some 200; counting ten million takes a second."""
_LEFT_OUT = {"passage": {"heading": "''", "label": "''", "text": "''"}, "vector": {"values": "x''"}}
"""Columns whose values lie in the table of passages."""


def write(source: Path, target: Path) -> None:
    """Copy the SQLite file of a library to the new file ``target``, without texts and vectors."""
    Store(target).close()  # its tables
    with (
        closing(page_checksums.connect(target)) as copy,
        ReportingDamage(cast(sqlite3.Connection, copy), target),
    ):
        copy.execute("PRAGMA foreign_keys = OFF")
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("ATTACH ? AS library", (str(page_checksums.in_real_folder(source)),))
        names = copy.execute(
            "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        for (table,) in names:
            columns_info = copy.execute(f"PRAGMA table_info({table})").fetchall()
            columns = [f'"{name}"' for _, name, *_ in columns_info]
            left_out = _LEFT_OUT.get(table, {})
            values = [left_out.get(name, f'"{name}"') for _, name, *_ in columns_info]
            copy.execute(
                f"INSERT INTO main.{table} ({', '.join(columns)})"
                f" SELECT {', '.join(values)} FROM library.{table}"
            )
        copy.execute("VACUUM main")


class PublishedStore(Store):
    """The store of a publication at ``uri``: its catalogue in the file ``path``, its texts in ``passages``.

    Read only: ``transaction`` raises ``LibraryReadOnly``.
    Raises ``PublicationError`` for a catalogue of another version of Lexdesk.
    """

    def __init__(self, path: Path, passages: Passages, uri: str):
        self._path, self._uri = path, uri
        self.key = None
        # SQLite need not lock the file, which never changes.
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        self._raw = cast(sqlite3.Connection, page_checksums.connect(uri))
        harden(self._raw)
        self.statements = Statements(self._raw, path)
        (found,) = self.statements.execute("PRAGMA user_version").fetchone()
        if found != FORMAT:
            raise PublicationError(
                PublicationCode.CATALOGUE_FORMAT, path=path, found=found, supported=FORMAT
            )
        require_known_schema(self._raw, path, is_whole=True)
        last = self.statements.one("SELECT coalesce(max(id), 0) FROM passage")
        if last > MOST_PASSAGES:
            raise make_damage_error(path, f"a passage has a number above {MOST_PASSAGES}")
        passages.require_rows(min(last, path.stat().st_size // _LEAST_BYTES))
        self.revisions = Revisions(self.statements)
        self.files = Files(self.statements, self.revisions)
        self.texts = _PublishedTexts(self.statements, self.revisions, passages)
        self.passages: PublishedPassages = PublishedPassages(
            self.statements, self.revisions, passages
        )
        self.law = Law(self.statements, self.revisions)
        self.findings = Findings(self.statements)
        self.pending = PendingCitations(self.statements)
        self.filters = Narrowing(self.statements)
        self.vectors = _PublishedVectors(self.statements, passages)

    def transaction(self) -> NoReturn:
        """Raise ``LibraryReadOnly``: nothing can be written."""
        raise make_read_only_error(self._uri)

    def sole_transaction(self) -> NoReturn:
        """Raise ``LibraryReadOnly``: nothing can be written."""
        raise make_read_only_error(self._uri)

    @property
    def is_read_only(self) -> bool:
        """Return True."""
        return True

    def is_in(self, folder: Path) -> bool:
        """Return True: a publication never changes, and a reader keeps to the one it opened."""
        return True


class _PublishedTexts(Texts):
    """Texts with their wording in ``passages``."""

    def __init__(self, statements: Statements, revisions: Revisions, passages: Passages):
        super().__init__(statements, revisions)
        self._passages = passages

    def _passages_between(self, expression: int, start: int, end: int) -> list[tuple[int, str]]:
        rows = self._statements.execute(
            'SELECT id, start FROM passage WHERE expression = ? AND "end" > ? AND start < ? ORDER BY start',
            (expression, start, end),
        ).fetchall()
        texts = self._passages.pieces([number for number, _ in rows])
        return [(begin, texts[number].text) for number, begin in rows]


class PublishedPassages(PassageRows):
    """Passages with their wording in ``passages``."""

    def __init__(self, statements: Statements, revisions: Revisions, passages: Passages):
        super().__init__(statements, revisions)
        self._passages = passages

    def require_texts(self) -> None:
        """Read the texts of all passages. Raises ``PublicationError`` for missing, repeated and overlong ones."""
        ids = self._statements.column("SELECT id FROM passage")
        self._passages.require_rows(len(ids))
        for start in range(0, len(ids), _READ):
            self._passages.pieces(ids[start : start + _READ])

    def by_id(self, ids: Iterable[int]) -> dict[int, PassageRow]:
        """Return the passages with these ids, by id, without missing ones."""
        rows = super().by_id(ids)
        texts = self._passages.pieces(rows)
        return {
            number: row._replace(
                heading=texts[number].heading, label=texts[number].label, text=texts[number].text
            )
            for number, row in rows.items()
        }

    def pieces(self, ids: Iterable[int]) -> dict[int, PieceRow]:
        """Return the passages with these ids, by id, searchable or not. Ids of an expression follow its text."""
        rows = super().pieces(ids)
        texts = self._passages.pieces(rows)
        return {n: row._replace(text=texts[n].text) for n, row in rows.items()}

    def stored_pieces(
        self, expression: int, start: int = 0, end: int = sys.maxsize
    ) -> Iterator[PieceRow]:
        """Yield the passages stored with an expression that begin in a range of its characters."""
        rows = [*super().stored_pieces(expression, start, end)]
        texts = self._passages.pieces([row.id for row in rows])
        for row in rows:
            yield row._replace(text=texts[row.id].text)


class _PublishedVectors(VectorRows):
    """Vectors in ``passages``."""

    def __init__(self, statements: Statements, passages: Passages):
        super().__init__(statements)
        self._passages = passages

    def of_expression(self, expression: int) -> list[tuple[int, bytes]]:
        """Return (start, vector as bytes) of the encoded passages of an expression, in order."""
        starts = {piece.passage: piece.start for piece in self._passages.pieces_of(expression)}
        ids, stored = self.for_passages(list(starts))
        return sorted(zip((starts[number] for number in ids), stored, strict=True))

    def for_passages(self, passages: Sequence[int]) -> tuple[list[int], list[bytes]]:
        """Return the encoded ones among ``passages``, and their vectors as bytes."""
        ids, rows = self._passages.vectors(passages)
        return ids.tolist(), pack(rows) if len(rows) else []
