"""The one truth of a library: texts, structure, dates, vectors and a log of changes, in SQLite.

An acknowledged document is a committed row here; the full-text and vector indexes are derived and
can always be made again. Every change has a number, and every vector too (``vector.seq``), by which
the indexes know what they lack. Deleting an expression deletes all that hangs on it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import sqlite_utils

from lexdesk.document import Document, Page, Provision, Relation
from lexdesk.errors import LibraryDamaged, LibraryError, LibraryTooNew
from lexdesk.passages import Passage
from lexdesk.store.encryption import Key, connect
from lexdesk.store.packing import forget_superseded, is_worn, pack
from lexdesk.store.schema import (
    FORMAT,
    MIGRATIONS,
    TABLES,
    Change,
    ExpressionRow,
    FileRecord,
    PassageRow,
    PieceRow,
    ReferenceRow,
)


class Store:
    """The SQLite file at ``path``, encrypted by ``key`` if there is one; made with its tables if new.

    Raises ``LibraryDamaged``, ``LibraryTooNew``, ``WrongPassphrase`` and ``EncryptionMissing``.
    """

    def __init__(self, path: Path, key: Key | None = None):
        self._path = path
        self.key = key
        """What opens the library's encrypted files; ``None`` where they are plain."""
        self._db = sqlite_utils.Database(connect(path, key))
        self._conn: sqlite3.Connection = self._db.conn
        with self._reporting_damage():
            self._conn.execute("PRAGMA journal_mode = WAL")
            self._conn.execute(
                "PRAGMA synchronous = FULL"
            )  # an acknowledged document survives a power cut
            self._conn.execute("PRAGMA foreign_keys = ON")
            # More would count as memory of the process, and gain little.
            self._conn.execute("PRAGMA mmap_size = 268435456")
            self._open_format()

    def _open_format(self) -> None:
        (found,) = self._conn.execute("PRAGMA user_version").fetchone()
        if found > FORMAT:
            raise LibraryTooNew(
                f"{self._path.parent} has library format {found}, this Lexdesk reads up to {FORMAT}; install a later Lexdesk"
            )
        steps = [TABLES] if found == 0 else [MIGRATIONS[to] for to in range(found + 1, FORMAT + 1)]
        if steps:
            self._conn.create_function("from_sixteen_bits", 1, _from_sixteen_bits)
            with self._db.atomic():
                for statement in ";".join(steps).split(";"):
                    self._conn.execute(statement)
                self._conn.execute(f"PRAGMA user_version = {FORMAT}")

    @contextlib.contextmanager
    def _reporting_damage(self) -> Iterator[None]:
        try:
            yield
        except self._conn.DatabaseError as error:  # that of SQLite or of SQLCipher
            if isinstance(error, self._conn.OperationalError):
                if any(
                    sign in str(error)
                    for sign in ("full", "readonly", "locked", "unable to open", "I/O")
                ):
                    raise LibraryError(
                        f"{self._path} cannot be used ({error}); what was acknowledged is kept"
                    ) from error
                raise
            raise LibraryDamaged(
                f"{self._path} is damaged ({error}); restore it from a backup"
            ) from error

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside becomes durable together, or not at all."""
        with self._reporting_damage(), self._db.atomic():
            yield

    def close(self) -> None:
        """Close the file."""
        self._conn.close()

    # Settings.

    def setting(self, key: str, default: Any = None) -> Any:
        """The value of a setting, or ``default``."""
        row = self._conn.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
        return default if row is None else json.loads(row[0])

    def set_setting(self, key: str, value: Any) -> None:
        """Store a setting; ``value`` is anything that JSON holds."""
        with self.transaction():
            self._conn.execute(
                "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)",
                (key, json.dumps(value)),
            )

    # Files and expressions. To be called inside ``transaction()``.

    def files(self) -> dict[str, FileRecord]:
        """All files that the library knows, by path."""
        rows = self._conn.execute(
            "SELECT path, sha256, bytes, reader, refused, container, language, modified FROM file"
        )
        return {row[0]: FileRecord(*row) for row in rows}

    def put(
        self, file: FileRecord | None, work: str, document: Document, pieces: Sequence[Passage]
    ) -> int:
        """Store an expression with its pieces, in the place of what ``file`` gave before; its id."""
        from lexdesk.citations.lookup import name_key  # finding citations loads many patterns

        if file is not None:
            self.remove_of_file(file.path)
        cursor = self._conn.execute(
            "INSERT INTO expression (work, title, short_title, kind, language, valid_from, valid_to,"
            " in_force_from, in_force_to, applies_from) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                work, document.title, document.short_title, document.kind, document.language,
                *map(_iso, (document.valid_from, document.valid_to, document.in_force_from,
                            document.in_force_to, document.applies_from)),
            ),
        )  # fmt: skip
        expression = int(cursor.lastrowid or 0)
        self._conn.executemany(
            "INSERT INTO provision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    expression,
                    position,
                    p.eid,
                    p.kind,
                    p.number,
                    p.heading,
                    p.label,
                    p.parent,
                    p.start,
                    p.end,
                )
                for position, p in enumerate(document.provisions)
            ),
        )
        self._conn.executemany(
            "INSERT INTO page VALUES (?, ?, ?, ?, ?)",
            ((expression, p.number, p.start, p.end, p.confidence) for p in document.pages),
        )
        self._conn.executemany(
            "INSERT OR REPLACE INTO property VALUES (?, ?, ?)",
            ((expression, p.name, p.value) for p in document.properties),
        )
        self._conn.executemany(
            'INSERT INTO passage (expression, start, "end", eid, heading, label, page, searchable, text)'
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    expression,
                    p.start,
                    p.end,
                    p.eid,
                    p.heading,
                    p.label,
                    p.page,
                    p.searchable,
                    document.text[p.start : p.end],
                )
                for p in pieces
            ),
        )
        self._conn.executemany(
            'INSERT INTO reference (expression, start, "end", eid, kind, work, name, name_key, target)'
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    expression,
                    r.start,
                    r.end,
                    r.eid,
                    r.kind,
                    r.work,
                    r.name,
                    name_key(r.name),
                    r.target,
                )
                for r in document.references
            ),
        )
        self._conn.executemany(
            "INSERT OR REPLACE INTO relation VALUES (?, ?, ?, ?, ?)",
            (
                (expression, r.kind, r.subject or work, r.object or work, _iso(r.date))
                for r in document.relations
            ),
        )
        if file is not None:
            self._put_file(file, expression)
        self._log("add", expression)
        return expression

    def put_refused(self, file: FileRecord) -> None:
        """Record that ``file`` cannot be read; what it gave before, if anything, stays."""
        row = self._conn.execute(
            "SELECT expression FROM file WHERE path = ?", (file.path,)
        ).fetchone()
        self._put_file(file, row[0] if row else None)

    def finish_container(self, file: FileRecord) -> None:
        """Record that all that lies in ``file`` is stored; what lies in it no longer is forgotten."""
        row = self._conn.execute(
            "SELECT sha256, reader, language FROM file WHERE path = ?", (file.path,)
        ).fetchone()
        if row and row[0] == "":  # its own text was stored before
            self._conn.execute(
                "UPDATE file SET sha256 = ?, modified = ? WHERE path = ?",
                (file.sha256, file.modified, file.path),
            )
        elif row != (file.sha256, file.reader, file.language):
            self.remove_of_file(file.path)
            self._put_file(file, None)
        gone = self._conn.execute(
            "SELECT path FROM file WHERE container = ? AND (sha256 <> ? OR reader <> ?)",
            (file.path, file.sha256, file.reader),
        ).fetchall()
        for (path,) in gone:
            self.forget_file(path)

    def forget_file(self, path: str) -> None:
        """Remove a file's record and the expression that it gave, and all that lay in the file."""
        rows = self._conn.execute(
            "SELECT path FROM file WHERE container = ?1 OR path = ?1", (path,)
        ).fetchall()
        for (each,) in rows:
            self.remove_of_file(each)
            self._conn.execute("DELETE FROM file WHERE path = ?", (each,))

    def move_file(self, old: str, new: str) -> None:
        """Give a file, and all that lies in it, another path; what was made of it stays."""
        self._conn.execute(
            "UPDATE file SET path = ?2 || substr(path, length(?1) + 1), container = ?2"
            " WHERE container = ?1",
            (old, new),
        )
        self._conn.execute("UPDATE file SET path = ? WHERE path = ?", (new, old))

    def mark_unread(self, path: str) -> None:
        """Have a file, or the mail or archive that it lies in, read again; what it gave stays till then."""
        self._conn.execute(
            "UPDATE file SET sha256 = '', modified = NULL"
            " WHERE path = coalesce((SELECT container FROM file WHERE path = ?1), ?1)",
            (path,),
        )

    def touch_file(self, file: FileRecord) -> None:
        """Record the time of a file that was written again and says the same."""
        self._conn.execute(
            "UPDATE file SET modified = ? WHERE path = ?", (file.modified, file.path)
        )

    def remove_of_file(self, path: str) -> None:
        """Remove the expression that a file gave, if there is one."""
        row = self._conn.execute("SELECT expression FROM file WHERE path = ?", (path,)).fetchone()
        if row and row[0] is not None:
            self._log("remove", row[0])  # first: it reads which passages go
            self._conn.execute("DELETE FROM expression WHERE id = ?", row)

    def _put_file(self, file: FileRecord, expression: int | None) -> None:
        self._conn.execute(
            "INSERT OR REPLACE INTO file"
            " (path, sha256, bytes, reader, refused, container, language, modified, expression)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*dataclasses.astuple(file), expression),
        )

    def _log(self, kind: str, expression: int) -> None:
        self._conn.execute(
            "INSERT INTO change (kind, expression, first_passage, last_passage)"
            " SELECT ?, ?, coalesce(min(id), 0), coalesce(max(id), -1) FROM passage WHERE expression = ?",
            (kind, expression, expression),
        )

    def pack_where_worn(self) -> None:
        """Give back the space of what was replaced, once it is much; not inside ``transaction()``."""
        with self._reporting_damage():
            if not is_worn(self._conn, self.setting("packed", 0)):
                return
            with self.transaction():
                forget_superseded(self._conn)
            pack(self._conn)
        self.set_setting("packed", self.last_change())

    def last_change(self) -> int:
        """The number of the last change; 0 for an empty library."""
        return int(self._one("SELECT coalesce(max(seq), 0) FROM change"))

    def changes(self, after: int, kind: str | None = None) -> list[Change]:
        """The changes after the number ``after``, in order; of one ``kind``, or of both."""
        rows = self._conn.execute(
            "SELECT seq, kind, expression, first_passage, last_passage FROM change"
            " WHERE seq > ?1 AND kind = coalesce(?2, kind) ORDER BY seq",
            (after, kind),
        )
        return [Change(*row) for row in rows]

    def counts(self) -> dict[str, int]:
        """How much there is: ``files``, ``refused``, ``works``, ``expressions``, ``passages``, ``vectors``."""
        return {
            "files": int(self._one("SELECT count(*) FROM file WHERE expression IS NOT NULL")),
            "refused": int(self._one("SELECT count(*) FROM file WHERE refused IS NOT NULL")),
            "works": int(self._one("SELECT count(DISTINCT work) FROM expression")),
            "expressions": int(self._one("SELECT count(*) FROM expression")),
            "passages": int(self._one("SELECT count(*) FROM passage WHERE searchable")),
            "vectors": int(self._one("SELECT count(*) FROM vector")),
        }

    def progress(self) -> tuple[int, int]:
        """(passages that have a vector, passages that searches may find)."""
        return int(self._one("SELECT count(*) FROM vector")), int(
            self._one("SELECT count(*) FROM passage WHERE searchable")
        )

    def works(self) -> set[str]:
        """All works."""
        return {row[0] for row in self._conn.execute("SELECT DISTINCT work FROM expression")}

    def languages(self) -> dict[str, int]:
        """ISO 639-1 codes of the expressions, with how many there are, most first."""
        rows = self._conn.execute(
            "SELECT language, count(*) FROM expression WHERE language IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"
        )
        return dict(rows)

    # Reading passages and provisions.

    def index_entries(self, expression: int) -> Iterator[tuple[int, str, str, str | None]]:
        """What is searchable in an expression: passage, names of the work, label with heading and text, language."""
        yield from self._conn.execute(
            "SELECT p.id, e.title || ' ' || e.short_title || ' ' || e.work,"
            " p.label || char(10) || p.heading || char(10) || p.text, e.language"
            " FROM passage p JOIN expression e ON e.id = p.expression"
            " WHERE p.expression = ? AND p.searchable ORDER BY p.start",
            (expression,),
        )

    def searchable_passages(self) -> set[int]:
        """The ids of all passages that searches may find."""
        return {row[0] for row in self._conn.execute("SELECT id FROM passage WHERE searchable")}

    def passages(self, ids: Iterable[int]) -> dict[int, PassageRow]:
        """The passages with these ids, by id; ids that are gone are left out."""
        found: dict[int, PassageRow] = {}
        for some in _batches(list(ids), 500):
            rows = self._conn.execute(
                "SELECT p.id, p.start, p.eid, p.heading, p.label, p.page, p.text,"
                f" {_EXPRESSION_COLUMNS} FROM passage p JOIN expression e ON e.id = p.expression"
                f" LEFT JOIN file f ON f.expression = e.id WHERE p.id IN ({_marks(some)})",
                some,
            )
            for row in rows:
                passage, start, eid, heading, label, page, text = row[:7]
                expression = ExpressionRow(*row[7:])
                found[passage] = PassageRow(
                    passage, start, eid, heading, label, page, text, expression
                )
        return found

    def works_of(self, ids: Iterable[int]) -> dict[int, str]:
        """The work that each of these passages belongs to."""
        found: dict[int, str] = {}
        for some in _batches(list(ids), 500):
            found.update(
                self._conn.execute(
                    "SELECT p.id, e.work FROM passage p JOIN expression e ON e.id = p.expression"
                    f" WHERE p.id IN ({_marks(some)})",
                    some,
                )
            )
        return found

    def languages_of(self, ids: Sequence[int]) -> list[str]:
        """The language of each of these passages, where it is known."""
        rows = self._conn.execute(
            "SELECT e.language FROM passage p JOIN expression e ON e.id = p.expression"
            f" WHERE p.id IN ({_marks(ids)}) AND e.language IS NOT NULL",
            ids,
        )
        return [row[0] for row in rows]

    def works_like(self, work: str) -> list[str]:
        """A few works whose identifier contains ``work``."""
        rows = self._conn.execute(
            "SELECT DISTINCT work FROM expression WHERE instr(lower(work), lower(?)) LIMIT 5",
            (work,),
        )
        return [row[0] for row in rows]

    def expressions_of(self, work: str) -> list[ExpressionRow]:
        """The expressions of a work, latest state of the text first."""
        for collation in ("", "COLLATE NOCASE"):  # as written first: an index knows that at once
            rows = self._conn.execute(
                f"SELECT {_EXPRESSION_COLUMNS} FROM expression e LEFT JOIN file f ON f.expression = e.id"
                f" WHERE e.work = ? {collation} ORDER BY e.valid_from IS NULL, e.valid_from DESC, e.id DESC",
                (work,),
            )
            if found := [ExpressionRow(*row) for row in rows]:
                return found
        return []

    def expression_rows(self, ids: Iterable[int]) -> dict[int, ExpressionRow]:
        """The expressions with these ids, by id."""
        rows = self._conn.execute(
            f"SELECT {_EXPRESSION_COLUMNS} FROM expression e LEFT JOIN file f ON f.expression = e.id"
            " WHERE e.id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),),
        )
        return {row[0]: ExpressionRow(*row) for row in rows}

    def put_signature(self, expression: int, values: bytes) -> None:
        """Store what tells copies and drafts of an expression; inside ``transaction()``."""
        self._conn.execute("INSERT OR REPLACE INTO signature VALUES (?, ?)", (expression, values))

    def signatures(self, ids: Iterable[int] | None = None) -> dict[int, bytes]:
        """The signatures of these expressions, or of all, by id, in the order of ids."""
        where = "" if ids is None else "WHERE expression IN (SELECT value FROM json_each(?))"
        rows = self._conn.execute(
            f'SELECT expression, "values" FROM signature {where} ORDER BY expression',
            () if ids is None else (json.dumps(list(ids)),),
        )
        return dict(rows.fetchall())

    def expressions_with_versions(self) -> list[ExpressionRow]:
        """The expressions of works that have several in one language, by work and language."""
        rows = self._conn.execute(
            f"SELECT {_EXPRESSION_COLUMNS} FROM expression e LEFT JOIN file f ON f.expression = e.id"
            " JOIN (SELECT work, language FROM expression GROUP BY work, language HAVING count(*) > 1) v"
            " ON v.work = e.work AND v.language IS e.language ORDER BY e.work, e.language"
        )
        return [ExpressionRow(*row) for row in rows]

    def recitals_in(self, expression: int) -> list[int]:
        """The searchable passages of the recitals of an expression."""
        rows = self._conn.execute(
            "SELECT id FROM passage WHERE expression = ? AND eid GLOB 'rec_*' AND searchable",
            (expression,),
        )
        return [row[0] for row in rows]

    def relations_to(self, work: str) -> list[Relation]:
        """What other works do to ``work``, as stated by the latest version of whoever states it."""
        rows = self._conn.execute(
            "SELECT r.kind, r.subject, r.object, r.date FROM relation r JOIN expression e ON e.id = r.expression"
            " WHERE r.object = ? AND r.subject <> r.object"
            " ORDER BY r.date IS NULL, e.valid_from DESC, e.id DESC",
            (work,),
        )
        found: dict[tuple[str, str], Relation] = {}
        for kind, subject, object_, date in rows:
            day = datetime.date.fromisoformat(date) if date else None
            found.setdefault((kind, subject), Relation(kind, subject, object_, day))
        return list(found.values())

    def amendments_to(self, work: str) -> list[tuple[str, str]]:
        """(eid or ``""`` for the whole work, amending work) of what provisions of other works amend in it."""
        rows = self._conn.execute(
            "SELECT DISTINCT r.target, e.work FROM reference r JOIN expression e ON e.id = r.expression"
            " WHERE r.work = ?1 AND r.kind <> 'cites' AND r.kind = 'amends' AND e.work <> ?1 ORDER BY 1, 2",
            (work,),
        )
        return rows.fetchall()

    def expression_of_file(self, path: str) -> int | None:
        """The id of the expression that a file gave."""
        row = self._conn.execute("SELECT expression FROM file WHERE path = ?", (path,)).fetchone()
        return row[0] if row else None

    def title_of_file(self, path: str) -> str | None:
        """The title of the expression that a file gave."""
        row = self._conn.execute(
            "SELECT e.title FROM file f JOIN expression e ON e.id = f.expression WHERE f.path = ?",
            (path,),
        ).fetchone()
        return row[0] if row else None

    def work_of_file(self, path: str) -> str | None:
        """The work that was read from a file."""
        row = self._conn.execute(
            "SELECT e.work FROM file f JOIN expression e ON e.id = f.expression WHERE f.path = ?",
            (path,),
        ).fetchone()
        return str(row[0]) if row else None

    def provisions(self, expression: int) -> list[Provision]:
        """The provisions of an expression, in the order of its text."""
        rows = self._conn.execute(
            'SELECT eid, kind, number, heading, label, parent, start, "end" FROM provision'
            " WHERE expression = ? ORDER BY position",
            (expression,),
        )
        return [Provision(*row) for row in rows]

    def provisions_in(self, expression: int, parent: str) -> list[Provision]:
        """The provisions right inside the provision ``parent``, in the order of the text."""
        rows = self._conn.execute(
            'SELECT eid, kind, number, heading, label, parent, start, "end" FROM provision'
            " WHERE expression = ? AND parent = ? ORDER BY position",
            (expression, parent),
        )
        return [Provision(*row) for row in rows]

    def provision(self, expression: int, eid: str) -> Provision | None:
        """One provision of an expression."""
        row = self._conn.execute(
            'SELECT eid, kind, number, heading, label, parent, start, "end" FROM provision'
            " WHERE expression = ? AND eid = ?",
            (expression, eid),
        ).fetchone()
        return Provision(*row) if row else None

    def pages(self, expression: int) -> list[Page]:
        """The pages of an expression."""
        rows = self._conn.execute(
            'SELECT number, start, "end", confidence FROM page WHERE expression = ? ORDER BY start, number',
            (expression,),
        )
        return [Page(*row) for row in rows]

    def properties(self, expression: int) -> dict[str, str]:
        """What the file of an expression says of itself, by name."""
        rows = self._conn.execute(
            "SELECT name, value FROM property WHERE expression = ? ORDER BY name", (expression,)
        )
        return dict(rows)

    def enclosing(self, path: str) -> str | None:
        """The nearest file with a text of its own in which the file at ``path`` lies: its mail."""
        above = [path[:at] for at, character in enumerate(path) if character == "/" and at]
        row = self._conn.execute(
            f"SELECT path FROM file WHERE path IN ({_marks(above)}) AND expression IS NOT NULL"
            " ORDER BY length(path) DESC LIMIT 1",
            above,
        ).fetchone()
        return str(row[0]) if row else None

    def text(self, expression: int, start: int = 0, end: int | None = None) -> str:
        """The text of an expression from character ``start`` to ``end`` (exclusive)."""
        rows = self._conn.execute(
            'SELECT start, text FROM passage WHERE expression = ? AND "end" > ? AND start < ? ORDER BY start',
            (expression, start, end if end is not None else sys.maxsize),
        ).fetchall()
        if not rows:
            return ""
        first = rows[0][0]
        text = "".join(row[1] for row in rows)
        return text[max(start - first, 0) : None if end is None else end - first]

    def first_days(self) -> list[tuple[int, str | None, str | None]]:
        """Of each expression: the first day of its work, and the date that its file states."""
        return self._conn.execute(
            "SELECT e.id, w.first, (SELECT value FROM property p WHERE p.expression = e.id"
            " AND p.name IN ('date', 'created', 'modified')"
            " ORDER BY instr('date created modified', p.name) LIMIT 1)"
            " FROM expression e JOIN (SELECT work, min(min(coalesce(in_force_from, valid_from),"
            " coalesce(valid_from, in_force_from))) AS first FROM expression GROUP BY work) w"
            " ON w.work = e.work"
        ).fetchall()

    def mean_length(self) -> float:
        """Characters of an expression, on average; 0 for an empty library."""
        return float(
            self._one(
                'SELECT coalesce(avg((SELECT "end" FROM passage WHERE expression = e.id'
                " ORDER BY start DESC LIMIT 1)), 0) FROM expression e"
            )
        )

    # References between provisions.

    def references_in(self, expression: int, start: int, end: int | None) -> list[ReferenceRow]:
        """The references in the characters ``start`` to ``end`` of an expression, in order."""
        return self._references(
            'r.expression = ? AND r.start >= ? AND r."end" <= ? ORDER BY r.start, r.id',
            (expression, start, sys.maxsize if end is None else end),
        )

    def references_to(
        self, work: str, name_keys: Sequence[str], targets: Sequence[str] | None
    ) -> list[ReferenceRow]:
        """The references from other works to ``work``, or to a work with one of these names.

        With ``targets`` those to these eids and what lies inside them, else to all of the work.
        """
        inside = "1"
        eids: list[str] = []
        if targets is not None:
            inside = " OR ".join("r.target = ? OR r.target GLOB ?" for _ in targets) or "0"
            eids = [part for eid in targets for part in (eid, f"{eid}__*")]
        return self._references(
            f"((r.work = ? COLLATE NOCASE) OR (r.work = '' AND r.name_key IN ({_marks(name_keys)})))"
            f" AND ({inside}) ORDER BY e.work, e.valid_from DESC, r.start",
            (work, *name_keys, *eids),
        )

    def _references(self, condition: str, values: Sequence[object]) -> list[ReferenceRow]:
        rows = self._conn.execute(
            "SELECT r.start, r.\"end\", r.eid, coalesce(p.label, ''), r.kind, r.work, r.name, r.target,"
            f" {_EXPRESSION_COLUMNS} FROM reference r JOIN expression e ON e.id = r.expression"
            " LEFT JOIN provision p ON p.expression = r.expression AND p.eid = r.eid"
            f" LEFT JOIN file f ON f.expression = e.id WHERE {condition}",
            values,
        )
        return [ReferenceRow(ExpressionRow(*row[8:]), *row[:8]) for row in rows]

    def titles(self) -> Iterator[tuple[str, str]]:
        """(work, title or short title) of every work, for resolving names."""
        yield from self._conn.execute(
            "SELECT work, title FROM expression UNION SELECT work, short_title FROM expression WHERE short_title <> ''"
        )

    # Recitals and what they explain.

    def has_recitals(self, expression: int) -> bool:
        """Whether an expression has recitals."""
        return bool(self._one(f"SELECT {_HAS_RECITALS.format('?1')}", (expression,)))

    def works_with_recitals(self, after: int) -> tuple[int, list[str]]:
        """The last expression, and the works with recitals and articles in one after ``after``."""
        rows = self._conn.execute(
            f"SELECT DISTINCT work FROM expression e WHERE id > ? AND {_HAS_RECITALS.format('e.id')} AND EXISTS"
            " (SELECT 1 FROM provision p WHERE p.expression = e.id AND p.kind = 'article') ORDER BY 1",
            (after,),
        )
        return int(self._one("SELECT coalesce(max(id), 0) FROM expression")), [r[0] for r in rows]

    def explanations(self, work: str) -> list[tuple[str, str, str, float | None]]:
        """(recital, provision, source, score) of the links stored for a work."""
        return self._conn.execute(
            "SELECT recital, provision, source, score FROM explanation WHERE work = ?", (work,)
        ).fetchall()

    def put_explanations(
        self, work: str, source: str, links: Iterable[tuple[str, str, float | None]]
    ) -> int:
        """Store (recital, provision, score) in the place of what ``source`` gave before; how much that was."""
        gone = self._conn.execute(
            "DELETE FROM explanation WHERE work = ? AND source = ?", (work, source)
        )
        self._conn.executemany(
            "INSERT OR REPLACE INTO explanation VALUES (?, ?, ?, ?, ?)",
            ((work, recital, provision, source, score) for recital, provision, score in links),
        )
        return gone.rowcount

    def is_encoded(self, expression: int) -> bool:
        """Whether all that searches may find in an expression has its vector."""
        return not self._one(
            "SELECT EXISTS (SELECT 1 FROM passage p WHERE p.expression = ? AND p.searchable"
            " AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.passage = p.id))",
            (expression,),
        )

    def vectors_of(self, expression: int) -> list[tuple[int, bytes]]:
        """(start, vector as bytes) of the passages of an expression that have one, in order."""
        return self._conn.execute(
            'SELECT p.start, v."values" FROM passage p JOIN vector v ON v.passage = p.id'
            " WHERE p.expression = ? ORDER BY p.start",
            (expression,),
        ).fetchall()

    # What connectors and filters ask for.

    def pieces(self, ids: Iterable[int]) -> dict[int, PieceRow]:
        """The passages with these ids, by id, searchable or not. Ids of an expression follow its text."""
        found: dict[int, PieceRow] = {}
        for some in _batches(list(ids), 500):
            rows = self._conn.execute(
                f"SELECT id, expression, eid, searchable, text FROM passage WHERE id IN ({_marks(some)})",
                some,
            )
            for number, expression, eid, searchable, text in rows:
                found[number] = PieceRow(number, expression, eid, bool(searchable), text)
        return found

    def pieces_in(self, expression: int) -> Iterator[PieceRow]:
        """All passages of an expression in the order of its text, searchable or not."""
        rows = self._conn.execute(
            "SELECT id, expression, eid, searchable, text FROM passage WHERE expression = ? ORDER BY start, id",
            (expression,),
        )
        for number, of, eid, searchable, text in rows:
            yield PieceRow(number, of, eid, bool(searchable), text)

    def expressions(self) -> set[int]:
        """The ids of all expressions."""
        return self._ids("SELECT id FROM expression")

    def expression_counts(self, column: Literal["kind", "language"]) -> dict[str, int]:
        """How many expressions there are of each kind, or in each language that is known."""
        rows = self._conn.execute(
            f"SELECT {column}, count(*) FROM expression WHERE {column} IS NOT NULL GROUP BY 1"
        )
        return dict(rows.fetchall())

    def expressions_with(
        self, column: Literal["kind", "language"], value: str, *, inverse: bool
    ) -> set[int]:
        """The ids of the expressions of a kind, or in a language; of all others where ``inverse``."""
        operator = "IS NOT" if inverse else "IS"
        return self._ids(f"SELECT id FROM expression WHERE {column} {operator} ?", (value,))

    def expressions_of_works(self, works: Iterable[str]) -> set[int]:
        """The ids of the expressions of these works."""
        return self._ids(
            "SELECT id FROM expression WHERE work IN (SELECT value FROM json_each(?))",
            (json.dumps(list(works)),),
        )

    def expressions_from(self, first: str, last: str) -> set[int]:
        """The ids of the expressions whose text is valid from a day between two, in ISO form; ``""`` is open."""
        return self._ids(
            "SELECT id FROM expression WHERE valid_from >= ?1 AND (?2 = '' OR valid_from <= ?2)",
            (first, last),
        )

    def expressions_in_force(self, day: str) -> set[int]:
        """The ids of the expressions of works in force on ``day``.

        When a work is in force is what any of its expressions states, or the act that repeals it; where
        none does, an expression counts while its text is valid.
        """
        return self._ids(
            "WITH stated AS (SELECT work, coalesce(min(in_force_from), min(valid_from)) AS first,"
            " min(coalesce(max(in_force_to), '9999'), coalesce((SELECT date(min(date), '-1 day') FROM relation"
            " WHERE object = work AND kind = 'repeals'), '9999')) AS last,"
            " count(in_force_from) AS begins FROM expression GROUP BY work)"
            " SELECT e.id FROM expression e JOIN stated s ON s.work = e.work"
            " WHERE CASE WHEN s.begins OR s.last < '9999' THEN s.first <= ?1 AND s.last >= ?1"
            " ELSE e.valid_from <= ?1 AND coalesce(e.valid_to, ?1) >= ?1 END",
            (day,),
        )

    def titles_of_expressions(self) -> Iterator[tuple[int, str, str]]:
        """(id, work, title) of all expressions."""
        yield from self._conn.execute("SELECT id, work, title FROM expression")

    def expressions_in_folder(self, folder: str) -> set[int]:
        """The ids of the expressions of files in a folder of this name, or of these names: ``HR/2024``.

        Capital letters of ASCII count as small ones, as on most systems that ignore case.
        """
        inside = folder.replace("\\", "/").strip("/")
        for sign in "|%_":
            inside = inside.replace(sign, f"|{sign}")
        return self._ids(
            "SELECT expression FROM file WHERE expression IS NOT NULL"
            " AND replace(path, char(92), '/') LIKE ? ESCAPE '|'",
            (f"%/{inside}/%",),
        )

    def paths_of_documents(self) -> list[str]:
        """The paths of all files that a text was read from."""
        rows = self._conn.execute("SELECT path FROM file WHERE expression IS NOT NULL")
        return [path for (path,) in rows]

    def names_of_works(self) -> list[tuple[str, str, str]]:
        """(work, short title, title) of all works."""
        return self._conn.execute(
            "SELECT DISTINCT work, short_title, title FROM expression"
        ).fetchall()

    def passages_citing(
        self, works: Iterable[str], names: Iterable[str], eids: Sequence[str]
    ) -> set[int]:
        """The searchable passages that cite one of ``works``, by identifier or by one of their ``names``.

        With ``eids``, those that cite one of these provisions or something in it.
        """
        from lexdesk.citations.lookup import name_key

        keys = json.dumps([name_key(name) for name in names])
        target, within = "1", [""]
        if eids:
            target = "(r.target = ?3 OR (r.target > ?3 || '__' AND r.target < ?3 || '_`'))"
            within = list(eids)
        rows = (
            self._ids(
                "SELECT p.id FROM reference r JOIN passage p ON p.id = (SELECT id FROM passage WHERE"
                " expression = r.expression AND start <= r.start ORDER BY start DESC LIMIT 1)"
                " WHERE p.searchable AND (r.work IN (SELECT value FROM json_each(?1))"
                f" OR (r.work = '' AND r.name_key IN (SELECT value FROM json_each(?2)))) AND {target} AND ?3 = ?3",
                (json.dumps(list(works)), keys, eid),
            )
            for eid in within
        )
        return set().union(*rows)

    def expressions_of_passages(self, passages: Iterable[int]) -> list[tuple[int, int]]:
        """(passage, expression) of these passages, in the order of their numbers."""
        return self._conn.execute(
            "SELECT id, expression FROM passage WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
            (json.dumps(list(passages)),),
        ).fetchall()

    def first_passages(
        self, expressions: Iterable[int], without: Iterable[int] = ()
    ) -> dict[int, int]:
        """The first searchable passage of each expression, those in ``without`` aside."""
        rows = self._conn.execute(
            "SELECT e.value, (SELECT id FROM passage WHERE expression = e.value AND searchable"
            " AND id NOT IN (SELECT value FROM json_each(?2)) ORDER BY start LIMIT 1) FROM json_each(?1) e",
            (json.dumps(list(expressions)), json.dumps(list(without))),
        )
        return {expression: passage for expression, passage in rows if passage is not None}

    def latest_first(self, expressions: Iterable[int]) -> list[int]:
        """These expressions, latest text first, those without a date last."""
        rows = self._conn.execute(
            "SELECT id FROM expression WHERE id IN (SELECT value FROM json_each(?))"
            " ORDER BY valid_from IS NULL, valid_from DESC, id DESC",
            (json.dumps(list(expressions)),),
        )
        return [row[0] for row in rows]

    def passage_ranges(self) -> list[tuple[int, int, int]]:
        """(expression, first passage, last passage) of all expressions."""
        return self._conn.execute(
            "SELECT c.expression, c.first_passage, c.last_passage FROM change c"
            " JOIN expression e ON e.id = c.expression WHERE c.kind = 'add'"
        ).fetchall()

    def _ids(self, query: str, values: Sequence[object] = ()) -> set[int]:
        return {row[0] for row in self._conn.execute(query, values)}

    # Vectors.

    def passages_without_vectors(self) -> list[int]:
        """The passages that are still to be encoded, shortest first."""
        rows = self._conn.execute(
            "SELECT p.id FROM passage p WHERE p.searchable"
            " AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.passage = p.id)"
            " ORDER BY length(p.text) + length(p.heading), p.id"
        )
        return [row[0] for row in rows]

    def texts_to_encode(self, passages: Sequence[int]) -> list[tuple[int, str, str]]:
        """(passage, heading, text) of these passages, in no order."""
        return self._conn.execute(
            f"SELECT id, heading, text FROM passage WHERE id IN ({_marks(passages)})", passages
        ).fetchall()

    def put_vectors(self, vectors: Iterable[tuple[int, bytes]]) -> None:
        """Store (passage, vector as bytes); passages that are gone meanwhile are passed over."""
        self._conn.executemany(
            'INSERT OR REPLACE INTO vector (passage, "values")'
            " SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM passage WHERE id = ?1)",
            vectors,
        )

    def copy_vectors(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Give the second passage of each pair the vector of the first, which has the same text."""
        self._conn.executemany(
            'INSERT OR REPLACE INTO vector (passage, "values")'
            ' SELECT p.id, v."values" FROM vector v JOIN passage p ON p.id = ?2 WHERE v.passage = ?1',
            pairs,
        )

    def clear_vectors(self) -> None:
        """Forget all vectors, as when another model is to make them."""
        self._conn.execute("DELETE FROM vector")

    def last_vector(self) -> int:
        """The number of the last vector; 0 where there is none."""
        return int(self._one("SELECT coalesce(max(seq), 0) FROM vector"))

    def vector_numbers(self) -> set[int]:
        """The passages that have a vector."""
        return {row[0] for row in self._conn.execute("SELECT passage FROM vector")}

    def vectors(self, after: int, limit: int = -1) -> Iterator[tuple[int, int, bytes]]:
        """(number, passage, vector as bytes) of the vectors after the number ``after``, in order."""
        yield from self._conn.execute(
            'SELECT seq, passage, "values" FROM vector WHERE seq > ? ORDER BY seq LIMIT ?',
            (after, limit),
        )

    def vectors_for(self, passages: Sequence[int]) -> tuple[list[int], list[bytes]]:
        """Those among ``passages`` that have a vector, and their vectors as bytes."""
        numbers = ",".join(map(str, map(int, passages)))  # more than SQLite takes as parameters
        rows = self._conn.execute(
            f'SELECT passage, "values" FROM vector WHERE passage IN ({numbers})'
        ).fetchall()
        return [row[0] for row in rows], [row[1] for row in rows]

    # Soundness.

    def problems(self) -> list[str]:
        """What is wrong with the file, in words; empty where nothing is."""
        with self._reporting_damage():
            found = [row[0] for row in self._conn.execute("PRAGMA quick_check") if row[0] != "ok"]
            found += [
                f"row without its parent in {row[0]}"
                for row in self._conn.execute("PRAGMA foreign_key_check")
            ]
        return found

    def _one(self, query: str, values: Sequence[object] = ()) -> Any:
        with self._reporting_damage():
            return self._conn.execute(query, values).fetchone()[0]


_EXPRESSION_COLUMNS = (
    "e.id, e.work, e.title, e.short_title, e.kind, e.language, e.valid_from, e.valid_to,"
    " e.in_force_from, e.in_force_to, e.applies_from, f.path"
)


_HAS_RECITALS = "EXISTS (SELECT 1 FROM provision p WHERE p.expression = {} AND p.eid GLOB 'rec_*')"


def _from_sixteen_bits(stored: bytes) -> bytes:
    from lexdesk.store.eight_bits import from_sixteen_bits  # numpy is loaded where it is needed

    return from_sixteen_bits(stored)


def _iso(date: datetime.date | None) -> str | None:
    return date.isoformat() if date else None


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def _batches(values: list[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]
