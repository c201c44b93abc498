"""The tables of a library's SQLite file, and their rows as seen by the engine."""

from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from lexdesk.errors import Message


def _sql(name: str) -> str:
    return Path(__file__).with_name("sql").joinpath(f"{name}.sql").read_text("utf-8")


FORMAT = 11
"""Version of the tables below; a later one is rejected, an earlier one migrated."""

READABLE = 7
"""The earliest format that can be read without a migration; ``LATER_TABLES`` missing from it count as empty."""

TABLES = _sql("tables")

_LAW = _sql("law")
"""Format 2: references between provisions, relations between works, recitals and their explanations."""

_FILES = _sql("file_contents")
"""Format 2: members of mails and archives, properties stated by files, signatures of near-duplicates."""

_SCANS = _sql("scanned_pages")
"""Format 6: positions of recognised lines on their pages, four unsigned 16-bit numbers each."""

_UNREAD_PAGES = _sql("unread_pages")
"""Format 7: unread pages of a file, each with the code of its failure."""

_REVISIONS = _sql("revisions")
"""Format 9: versions of a law that share their unchanged parts (``lexdesk.storage.revisions``)."""

_FINDING = _sql("finding")
"""Format 10: findings in the texts of laws (``lexdesk.storage.findings``)."""

_PENDING_CITATIONS = _sql("pending_citations")
"""Format 11: texts whose citations are not found yet (``lexdesk.storage.pending_citations``)."""

LATER_TABLES = (_REVISIONS, _FINDING, _PENDING_CITATIONS)
"""The tables added since ``READABLE``, format by format; nothing else has changed since."""

TABLES += _LAW + _FILES + _SCANS + _UNREAD_PAGES + "".join(LATER_TABLES)

MIGRATIONS = {
    2: _sql("to_format_2") + _LAW + _FILES,
    3: 'UPDATE vector SET "values" = from_sixteen_bits("values");',
    4: "DROP INDEX expression_work; CREATE INDEX expression_work ON expression (work, language);",
    5: _sql("to_format_5"),
    6: _SCANS,
    7: _sql("to_format_7") + _UNREAD_PAGES + _sql("failures_of_format_6"),
    8: "",
    9: _REVISIONS.replace("TABLE", "TABLE IF NOT EXISTS").replace("INDEX", "INDEX IF NOT EXISTS"),
    10: _FINDING.replace("TABLE", "TABLE IF NOT EXISTS"),
    11: _PENDING_CITATIONS.replace("TABLE", "TABLE IF NOT EXISTS"),
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

NOTES_FORMAT = 2
"""``user_version`` of the file of annotations and searches; 0 before versions were numbered, 1 before pages had
checksums, with the same tables."""

NOTES_TABLES = _sql("notes")

MOST_PASSAGES = 2**31
"""An upper bound of passage ids; a filter takes a byte for each id."""


class FileRecord(Struct, frozen=True):
    """The library's record of a file; ``failure`` is the reason for not reading it.

    A member of a mail or archive has a path below that of the file on disk, its ``container``, shares its
    hash and has 0 ``bytes``. A container's own ``sha256`` is ``""`` until all its members have been read.
    ``language`` (ISO 639-1) is stated by the user; ``modified`` is the time of the last change in nanoseconds
    since 1970, if known. If ``is_unreadable``, the system denied access to the file; each run tries it again.
    """

    path: str
    sha256: str
    bytes: int
    parser_version: int
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


class ReferenceRow(Struct, frozen=True):
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
