"""The tables of a library's SQLite file, and their rows as seen by the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from msgspec import Struct

from lexdesk.errors import Message

FORMAT = 9
"""Version of the tables below; a later one is rejected, an earlier one migrated."""

READABLE = 7
"""The earliest format that is read without a migration, with ``LATER_TABLES`` empty where it has none."""

TABLES = """
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE expression (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    work TEXT NOT NULL, title TEXT NOT NULL, short_title TEXT NOT NULL, kind TEXT NOT NULL,
    language TEXT, valid_from TEXT, valid_to TEXT,
    in_force_from TEXT, in_force_to TEXT, applies_from TEXT
);
CREATE INDEX expression_work ON expression (work, language);
CREATE TABLE file (
    path TEXT PRIMARY KEY, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, reader INTEGER NOT NULL,
    expression INTEGER UNIQUE REFERENCES expression (id) ON DELETE SET NULL,
    container TEXT, language TEXT, modified INTEGER,
    failure TEXT, failure_parameters TEXT, unreadable INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE provision (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    eid TEXT NOT NULL, kind TEXT NOT NULL, number TEXT NOT NULL, heading TEXT NOT NULL, label TEXT NOT NULL,
    parent TEXT, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    PRIMARY KEY (expression, eid)
) WITHOUT ROWID;
CREATE TABLE page (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, confidence REAL,
    PRIMARY KEY (expression, start, number)
) WITHOUT ROWID;
CREATE TABLE passage (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    eid TEXT, heading TEXT NOT NULL, label TEXT NOT NULL, page INTEGER, searchable INTEGER NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX passage_expression ON passage (expression, start);
CREATE INDEX passage_unsearchable ON passage (id) WHERE NOT searchable;
CREATE TABLE vector (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage INTEGER NOT NULL UNIQUE REFERENCES passage (id) ON DELETE CASCADE,
    "values" BLOB NOT NULL
);
CREATE TABLE change (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('add', 'remove')),
    expression INTEGER NOT NULL,
    first_passage INTEGER NOT NULL, last_passage INTEGER NOT NULL
);
"""

_LAW = """
CREATE TABLE reference (
    id INTEGER PRIMARY KEY,
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    eid TEXT, kind TEXT NOT NULL,
    work TEXT NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL, target TEXT NOT NULL
);
CREATE INDEX reference_expression ON reference (expression, start);
CREATE INDEX reference_work ON reference (work, target) WHERE work <> '';
CREATE INDEX reference_change ON reference (work, target) WHERE kind <> 'cites';
CREATE INDEX reference_name ON reference (name_key, target) WHERE work = '';
CREATE TABLE relation (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, subject TEXT NOT NULL, object TEXT NOT NULL, date TEXT,
    PRIMARY KEY (expression, kind, subject, object)
) WITHOUT ROWID;
CREATE INDEX relation_subject ON relation (subject);
CREATE INDEX relation_object ON relation (object);
CREATE TABLE explanation (
    work TEXT NOT NULL, recital TEXT NOT NULL, provision TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('mapping', 'model')), score REAL,
    PRIMARY KEY (work, recital, provision, source)
) WITHOUT ROWID;
"""
"""Format 2: references between provisions, relations between works, recitals and their explanations."""

_FILES = """
CREATE INDEX file_container ON file (container) WHERE container IS NOT NULL;
CREATE TABLE property (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (expression, name)
) WITHOUT ROWID;
CREATE TABLE signature (
    expression INTEGER PRIMARY KEY REFERENCES expression (id) ON DELETE CASCADE,
    "values" BLOB NOT NULL
);
"""
"""Format 2: members of mails and archives, properties stated by files, signatures of near-duplicates."""

_SCANS = """
CREATE TABLE scanned_page (
    expression INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, boxes BLOB NOT NULL,
    PRIMARY KEY (expression, number)
) WITHOUT ROWID;
"""
"""Format 6: positions of recognised lines on their pages, four unsigned 16-bit numbers each."""

_UNREAD_PAGES = """
CREATE TABLE unread_page (
    file TEXT NOT NULL REFERENCES file (path) ON DELETE CASCADE ON UPDATE CASCADE,
    page INTEGER NOT NULL, failure TEXT NOT NULL,
    PRIMARY KEY (file, page)
) WITHOUT ROWID;
"""
"""Format 7: unread pages of a file, each with the code of its failure."""

_REVISIONS = """
CREATE TABLE revision (
    expression INTEGER PRIMARY KEY REFERENCES expression (id) ON DELETE CASCADE,
    base INTEGER NOT NULL, law TEXT NOT NULL, "commit" TEXT NOT NULL
);
CREATE INDEX revision_law ON revision (law, expression);
CREATE TABLE part (
    base INTEGER NOT NULL, position INTEGER NOT NULL,
    first INTEGER NOT NULL, last INTEGER NOT NULL,
    home INTEGER NOT NULL REFERENCES expression (id) ON DELETE CASCADE,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, eid TEXT NOT NULL,
    PRIMARY KEY (base, position, first)
) WITHOUT ROWID;
CREATE INDEX part_eid ON part (base, eid);
CREATE INDEX part_home ON part (home, start);
"""
"""Format 9: versions of a law that share their unchanged parts (``lexdesk.storage.revisions``)."""

LATER_TABLES = _REVISIONS
"""The tables that formats after ``READABLE`` brought; these changed nothing else."""

TABLES += _LAW + _FILES + _SCANS + _UNREAD_PAGES + _REVISIONS

MIGRATIONS = {
    2: """
ALTER TABLE expression ADD COLUMN in_force_from TEXT;
ALTER TABLE expression ADD COLUMN in_force_to TEXT;
ALTER TABLE expression ADD COLUMN applies_from TEXT;
ALTER TABLE page ADD COLUMN confidence REAL;
ALTER TABLE file ADD COLUMN container TEXT;
ALTER TABLE file ADD COLUMN language TEXT;
ALTER TABLE file ADD COLUMN modified INTEGER;
"""
    + _LAW
    + _FILES,
    3: """
UPDATE vector SET "values" = from_sixteen_bits("values");
""",
    4: """
DROP INDEX expression_work;
CREATE INDEX expression_work ON expression (work, language);
""",
    5: """
DROP INDEX passage_searchable;
CREATE INDEX passage_unsearchable ON passage (id) WHERE NOT searchable;
""",
    6: _SCANS,
    7: """
ALTER TABLE file ADD COLUMN failure TEXT;
ALTER TABLE file ADD COLUMN failure_parameters TEXT;
ALTER TABLE file ADD COLUMN unreadable INTEGER NOT NULL DEFAULT 0;
"""
    + _UNREAD_PAGES
    + """
INSERT INTO unread_page SELECT json_extract(found, '$.file'), pages.value, json_extract(found, '$.failure')
    FROM (SELECT pages_of_format_6(path, refused) AS found FROM file WHERE refused IS NOT NULL)
    JOIN json_each(found, '$.pages') AS pages
    WHERE found IS NOT NULL AND json_extract(found, '$.file') IN (SELECT path FROM file);
DELETE FROM file WHERE refused IS NOT NULL AND pages_of_format_6(path, refused) IS NOT NULL;
UPDATE file SET failure = failure_of_format_6(refused, 'code'),
    failure_parameters = failure_of_format_6(refused, 'parameters') WHERE refused IS NOT NULL;
UPDATE file SET unreadable = 1, sha256 = '' WHERE substr(sha256, 1, 11) = 'unreadable:';
ALTER TABLE file DROP COLUMN refused;
""",
    8: "",
    9: _REVISIONS.replace("TABLE", "TABLE IF NOT EXISTS").replace("INDEX", "INDEX IF NOT EXISTS"),
}
"""Statements that migrate a library from the previous format to this one; the last ones may run twice.

A library of format 1 lacks later findings of the parsers: its files are read again. ``from_sixteen_bits`` is
``lexdesk.vector_codes.int8.from_float16``; the functions of format 6 are those of
``lexdesk.storage.format_6``.
"""

EARLIER_INDEXES = (
    "CREATE INDEX expression_work ON expression (work)",
    "CREATE INDEX passage_searchable ON passage (id) WHERE searchable",
)
"""Indexes of formats before 4 and 5."""

EARLIER_COLUMNS = {"file": frozenset({"refused TEXT"})}
"""Columns of formats before 7, by table."""

SIGNATURE_BYTES = 512
"""128 numbers of 32 bits (``lexdesk.near_duplicates.signature``)."""

MOST_PASSAGES = 2**31
"""An upper bound of passage ids; a filter takes a byte for each id."""


@dataclass(frozen=True, slots=True)
class FileRecord:
    """The library's record of a file; ``failure`` is the reason for not reading it.

    A member of a mail or archive has a path below that of the file on disk, its ``container``, shares its
    hash and has 0 ``bytes``. A container's own ``sha256`` is ``""`` until all its members have been read.
    ``language`` (ISO 639-1) is stated by the user; ``modified`` is the time of the last change in nanoseconds
    since 1970, if known. If ``is_unreadable``, the system denied access to the file; each run tries it again.
    """

    path: str
    sha256: str
    bytes: int
    reader: int
    failure: Message | None = None
    container: str | None = None
    language: str | None = None
    modified: int | None = None
    is_unreadable: bool = False


class Change(Struct, frozen=True):
    """An entry of the log: ``kind`` is ``add`` or ``remove``; the ids of its passages form one range."""

    seq: int
    kind: str
    expression: int
    first_passage: int
    last_passage: int


class ExpressionRow(NamedTuple):
    """An expression as stored, without its text; ``path`` is its file."""

    id: int
    work: str
    title: str
    short_title: str
    kind: str
    language: str | None
    valid_from: str | None
    valid_to: str | None
    in_force_from: str | None
    in_force_to: str | None
    applies_from: str | None
    path: str | None


class PieceRow(NamedTuple):
    """A passage as stored, searchable or layout only, without the rest of its expression."""

    id: int
    expression: int
    eid: str | None
    searchable: bool
    text: str


class Extent(NamedTuple):
    """The expression of a passage, and its number of ``characters``."""

    expression: int
    characters: int


class PassageRow(NamedTuple):
    """A passage as stored, with its expression."""

    id: int
    start: int
    eid: str | None
    heading: str
    label: str
    page: int | None
    text: str
    expression: ExpressionRow


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """A reference as stored: from a provision (``eid``, ``label``) of ``expression`` to ``target``.

    The citing words stand at ``start`` to ``end`` of the expression's text.
    """

    expression: ExpressionRow
    start: int
    end: int
    eid: str | None
    label: str
    kind: str
    work: str
    name: str
    target: str


EXPRESSION_COLUMNS = (
    "e.id, e.work, e.title, e.short_title, e.kind, e.language, e.valid_from, e.valid_to,"
    " e.in_force_from, e.in_force_to, e.applies_from, f.path"
)
"""The columns of ``ExpressionRow``, from ``expression e`` and ``file f``."""

COUNT_SEARCHABLE = (
    "SELECT (SELECT count(*) FROM passage) - (SELECT count(*) FROM passage WHERE NOT searchable)"
)
"""Counts searchable passages: nearly all are, so only the others have an index."""
