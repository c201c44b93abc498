"""The known schemas of a library's SQLite files, and the check of a file against them.

A view or trigger in place of a table, a generated column or an index on an expression would run with our
statements. So a file is used only if its schema consists of definitions written by Lexdesk, in any order of
migrations.
"""

import sqlite3
import time
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from lexdesk.errors import LibraryCode, LibraryDamaged, LibraryTooNew
from lexdesk.storage import page_checksums, schema
from lexdesk.storage.damage import ReportingDamage
from lexdesk.storage.remedies import find_result_code
from lexdesk.system.library_files import NOTES
from lexdesk.text.lazy_pattern import lazy_pattern

_SECONDS = 5  # a schema of forty entries is read in less than a millisecond
_STEPS = 10_000  # instructions of SQLite between two looks at the clock
_ENTRIES = 200
_LONGEST = 1_000_000  # bytes of a statement
_LONGEST_ENTRY = 4_000  # characters; our longest statement has less than a third
_CREATION = lazy_pattern(r'CREATE TABLE (?:IF NOT EXISTS )?("?)(\w+)\1 ?\((.*)\)([^()]*)')
# SQLite's white space: any other character belongs to a name.
_SPACE = lazy_pattern(r"[ \t\n\r\f]+")
_COUNTERS = ("sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)")


class _Table(NamedTuple):
    """The definitions of columns and constraints, and the options after the bracket."""

    parts: frozenset[str]
    options: str


class _KnownSchema(NamedTuple):
    """The statements of tables by name, those of indexes, and (kind, name) by statement."""

    tables: dict[str, str]
    indexes: frozenset[str]
    created: dict[str, tuple[str, str]]


def harden(connection: sqlite3.Connection) -> None:
    """Have SQLite distrust the file of a new connection, as far as its module supports it."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    if isinstance(connection, page_checksums.Connection):  # SQLCipher's lacks these methods
        connection.harden(_LONGEST)


def require_known_schema(
    connection: sqlite3.Connection,
    path: Path,
    *,
    is_whole: bool = False,
    lacking: Collection[str] = (),
) -> None:
    """Raise ``LibraryDamaged`` if the schema of the file at ``path`` has any entry not made by Lexdesk.

    With ``is_whole``, also if a table or column of the latest format is missing, other than the
    tables ``lacking``. Raises ``LibraryTooNew`` for
    the file of a later Lexdesk.
    """
    _require_known_format(connection, path)
    known = _read_schema(path.name == NOTES)
    missing = set(known.tables)
    for kind, name, table, statement in _entries(connection, path):
        if known.created.get(statement) == (kind, name):  # unchanged by migrations
            missing.discard(name)
            continue
        is_known = (
            _is_index(name, table, statement, known)
            if kind == "index"
            else kind == "table" and _is_table(name, statement, known)
        )
        if not is_known:
            raise _foreign(path, f"its schema has the {kind} {name}")
        if name in missing and _table(statement) == _table(known.tables[name]):
            missing.discard(name)
    missing.difference_update(lacking)
    if is_whole and missing:
        raise _foreign(path, f"its schema lacks the table {min(missing)} or a column of it")


def find_latest_format(path: Path) -> int:
    """Return the format in which this version writes the file."""
    return schema.NOTES_FORMAT if path.name == NOTES else schema.FORMAT


def _require_known_format(connection: sqlite3.Connection, path: Path) -> None:
    is_of_notes, latest = path.name == NOTES, find_latest_format(path)
    with ReportingDamage(connection, path):
        (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found < 0:
        raise _foreign(path, f"it has format {found}")
    is_plain = isinstance(connection, page_checksums.Connection)
    if found == latest and is_plain and not page_checksums.verify(connection):
        raise _foreign(path, "its pages have no checksums")
    if found > latest:
        if is_of_notes:
            raise LibraryTooNew(LibraryCode.NOTES_TOO_NEW, path=path, found=found, supported=latest)
        raise LibraryTooNew(LibraryCode.TOO_NEW, path=path.parent, found=found, supported=latest)


def _entries(connection: sqlite3.Connection, path: Path) -> list[tuple[str, str, str, str]]:
    """Read (type, name, table, statement) of each entry of the schema, as texts."""
    columns = ", ".join(
        f"coalesce(CAST(substr({column}, 1, {_LONGEST_ENTRY}) AS TEXT), '')"
        for column in ("type", "name", "tbl_name", "sql")
    )
    ends = time.monotonic() + _SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > ends, _STEPS)
    try:
        with ReportingDamage(connection, path):
            found = connection.execute(
                f"SELECT {columns} FROM sqlite_master LIMIT {_ENTRIES + 1}"
            ).fetchall()
    except connection.OperationalError as error:
        if find_result_code(error) == sqlite3.SQLITE_INTERRUPT:
            raise _foreign(path, "its schema takes too long to read") from error
        raise
    finally:
        connection.set_progress_handler(None, 0)
    if len(found) > _ENTRIES:
        raise _foreign(path, f"its schema has more than {_ENTRIES} entries")
    return found


def _is_index(name: str, table: str, statement: str, known: _KnownSchema) -> bool:
    if not statement:  # of a primary key or a unique column
        return table in known.tables and name.startswith(f"sqlite_autoindex_{table}_")
    return _squeeze(statement) in known.indexes


def _is_table(name: str, statement: str, known: _KnownSchema) -> bool:
    if name not in known.tables:
        return (name, statement) == _COUNTERS
    table, wanted = _table(statement), _table(known.tables[name])
    is_of_name = _name(statement) == name
    parts = wanted.parts | schema.EARLIER_COLUMNS.get(name, frozenset())
    return is_of_name and table.options == wanted.options and table.parts <= parts


def _foreign(path: Path, how: str) -> LibraryDamaged:
    return LibraryDamaged(LibraryCode.SCHEMA_UNKNOWN, path=path, reason=_squeeze(how)[:200])


@cache
def _read_schema(is_of_notes: bool) -> _KnownSchema:
    script = schema.NOTES_TABLES if is_of_notes else schema.TABLES
    earlier = () if is_of_notes else schema.EARLIER_INDEXES
    kept = script.replace("IF NOT EXISTS ", "")  # as SQLite stores it
    run = [statement.strip() for statement in kept.split(";") if statement.strip()]
    created = {statement: _created_object(statement) for statement in run}
    return _KnownSchema(
        {name: statement for statement, (kind, name) in created.items() if kind == "table"},
        frozenset(
            _squeeze(statement)
            for statement in (*run, *earlier)
            if _created_object(statement)[0] == "index"
        ),
        created,
    )


def _created_object(statement: str) -> tuple[str, str]:
    """Return the kind and the name of the object that one of our statements creates."""
    _, kind, name, *_ = statement.split()
    return kind.lower(), name


def _squeeze(text: str) -> str:
    return _SPACE.sub(" ", text).strip(" ")


def _name(statement: str) -> str:
    found = _CREATION.fullmatch(_squeeze(statement))
    return found[2] if found else ""


@lru_cache(200)
def _table(statement: str) -> _Table:
    """Return the parts of a statement that creates a table; any other statement is its only part."""
    found = _CREATION.fullmatch(_squeeze(statement))
    if not found:
        return _Table(frozenset([statement]), "")
    return _Table(frozenset(_parts(found[3])), found[4].strip())


def _parts(body: str) -> Iterator[str]:
    """Split the definitions of a table at the commas outside of brackets."""
    start = depth = 0
    for at, sign in enumerate(body):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            yield body[start:at].strip()
            start = at + 1
    yield body[start:].strip()
