"""The SQLite file of a library: its format, transactions, settings and integrity."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from lexdesk.errors import LibraryCode, LibraryError, NoLibrary
from lexdesk.storage import damage, migration, open_files, page_checksums
from lexdesk.storage.encryption import Key, connect
from lexdesk.storage.known_schema import require_known_schema
from lexdesk.storage.schema import FORMAT, LATER_TABLES, MIGRATIONS, MOST_PASSAGES, READABLE, TABLES
from lexdesk.storage.statements import Statements
from lexdesk.system.atomic import flush_file
from lexdesk.system.json_values import parse
from lexdesk.system.library_files import STORE
from lexdesk.system.read_only import log_of, read_only_error
from lexdesk.system.regular_files import is_regular

_PAGE = 32_768
"""Bytes of a page; with small pages, passages leave a tenth of the file empty."""

_CACHE = 65_536
"""KB of pages in memory."""


class Connection:
    """The SQLite file at ``path``, encrypted if ``key`` is given; a new file gets its tables.

    Without ``create``, a file without tables counts as damaged. With ``migrates``, a file of an earlier format is
    migrated, and a copy kept; without, one of the formats from ``READABLE`` on is read as it is.
    Raises ``LibraryDamaged``, ``LibraryTooNew``, ``WrongPassphrase``, ``EncryptionMissing``, and ``LibraryError`` for
    another file of an earlier format.
    """

    def __init__(
        self, path: Path, key: Key | None = None, *, create: bool = True, migrates: bool = True
    ):
        self._path = path
        self.key = key
        """The key of the library's encrypted files; ``None`` for plain ones."""
        self._raw = connect(path, key)
        self.statements = Statements(self._raw, path)
        """SQL on the file, for the groups of statements of a ``Store`` and for checks of its rows."""
        with self._translate_errors():
            if not create and self._format() == 0:  # before anything is written
                raise damage.make_damage_error(self._path, "it holds no library")
            if not migrates and self._format():
                self._require_format(LibraryCode.EARLIER_FORMAT)
            if self.is_read_only:
                self._require_format(LibraryCode.EARLIER_FORMAT_READ_ONLY)
                self._require_readable()
                return
            if key is None:  # of a new file; SQLCipher has its own page size
                self.statements.execute(f"PRAGMA page_size = {_PAGE}")
            self.statements.execute("PRAGMA journal_mode = WAL")
            # An acknowledged document survives a power cut, also where there is no write-ahead log: on a full disk.
            self.statements.execute("PRAGMA synchronous = EXTRA")
            self.statements.execute("PRAGMA foreign_keys = ON")
            # Pages with checksums are not mapped; they are checked each time that they are read into the cache.
            self.statements.execute(f"PRAGMA cache_size = {-_CACHE}")
            if migrates or not self._format():
                self._migrate_if_earlier()
            self._require_readable()

    @property
    def folder(self) -> Path:
        """Return the folder of the library."""
        return self._path.parent

    @property
    def is_read_only(self) -> bool:
        """Return whether the file cannot be written, so that it stays unchanged while open."""
        return open_files.is_only_read(self._raw)

    def _format(self) -> int:
        (found,) = self.statements.execute("PRAGMA user_version").fetchone()
        return int(found)

    def _require_format(self, code: LibraryCode) -> None:
        if self._format() < READABLE:
            raise LibraryError(code, folder=self._path.parent, format=FORMAT)

    def _require_readable(self) -> None:
        """Require a known schema and passage ids within the maximum; add the tables of later formats, empty, in memory."""
        later = self._later_tables() if self._format() < FORMAT else ""
        lacking = _tables_in(later)
        require_known_schema(self._raw, self._path, is_whole=True, lacking=lacking)
        if later:
            self._create_in_memory(later)
        self._require_numbers()

    def _create_in_memory(self, tables: str) -> None:
        self.statements.execute("PRAGMA temp_store = MEMORY")
        for statement in tables.split(";"):
            temporary = statement.replace("CREATE TABLE", "CREATE TEMP TABLE")
            self.statements.execute(temporary.replace("CREATE INDEX ", "CREATE INDEX temp."))

    def _later_tables(self) -> str:
        """Return the statements of later formats of which the file has no table."""
        rows = self.statements.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        found = {name for (name,) in rows}
        return "".join(tables for tables in LATER_TABLES if found.isdisjoint(_tables_in(tables)))

    def _require_numbers(self) -> None:
        """Raise ``LibraryDamaged`` if passage ids exceed the maximum."""
        if self.statements.one("SELECT coalesce(max(id), 0) FROM passage") > MOST_PASSAGES:
            raise damage.make_damage_error(
                self._path, f"a passage has a number above {MOST_PASSAGES}"
            )

    def _migrate_if_earlier(self) -> None:
        if (found := self._format()) < FORMAT:
            migration.add_functions(self._raw)
            # Not of a new file, nor of one that lacks nothing but checksums.
            if found and (found < FORMAT - 1 or self._later_tables()):
                migration.keep_copy(self.statements, found)
            self._migrate()
            self._add_checksums()

    def _migrate(self) -> None:
        """Create the tables or migrate them, waiting for another program doing the same."""
        with self.sole_transaction():
            found = self._format()  # again: another program may have finished
            steps = (
                [TABLES] if found == 0 else [MIGRATIONS[to] for to in range(found + 1, FORMAT + 1)]
            )
            try:
                for statement in ";".join(steps).split(";"):
                    self.statements.execute(statement)
            except (
                self._raw.OperationalError
            ) as error:  # such as a missing table of the earlier format
                raise damage.make_damage_error(
                    self._path, f"not of format {found}: {error}"
                ) from error
            require_known_schema(self._raw, self._path, is_whole=True)  # else nothing is migrated
            is_new = found == 0 or self.key is not None
            self.statements.execute(f"PRAGMA user_version = {FORMAT if is_new else FORMAT - 1}")

    def _add_checksums(self) -> None:
        """Give the pages of a file of an earlier format checksums, unless other programs have it open."""
        if self._format() < FORMAT and page_checksums.add(self._raw):
            self.statements.execute(f"PRAGMA user_version = {FORMAT}")

    def _translate_errors(self) -> AbstractContextManager[None]:
        return self.statements.reporting()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all writes inside together, or none of them. Raises ``LibraryReadOnly``."""
        self._require_writable()
        with self._translate_errors(), self.statements.tables.atomic():
            yield

    @contextlib.contextmanager
    def sole_transaction(self) -> Iterator[None]:
        """Hold an exclusive transaction: no other program writes between the reads and writes inside. Not nested."""
        self._require_writable()
        with self._translate_errors():
            self.statements.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.statements.execute("COMMIT")
            except BaseException:
                self._raw.rollback()
                raise

    def _require_writable(self) -> None:
        if self.is_read_only:
            raise read_only_error(self._path.parent)

    @contextlib.contextmanager
    def as_of_one_moment(self) -> Iterator[None]:
        """Read one snapshot inside, regardless of concurrent writers."""
        is_outermost = not self._raw.in_transaction
        try:
            with self._translate_errors(), self.statements.atomic():
                if is_outermost:
                    self.statements.begin_moment()
                yield
        finally:
            if is_outermost:
                self.statements.end_moment()

    def last_change(self) -> int:
        """Return the number of the last change; 0 for an empty library."""
        known = self.statements.known()
        if "last change" not in known:
            known["last change"] = int(
                self.statements.one("SELECT coalesce(max(seq), 0) FROM change")
            )
        change: int = known["last change"]
        return change

    def flush_log(self) -> None:
        """Make the commits of a killed program survive a power cut, before an index is made of them."""
        with contextlib.suppress(FileNotFoundError):  # another program closed the file last
            if log := log_of(self._path):
                flush_file(log)

    def release_memory(self) -> None:
        """Free the pages kept in memory."""
        self.statements.execute("PRAGMA shrink_memory")

    def close(self) -> None:
        """Close the file."""
        self._raw.close()

    def is_in(self, folder: Path) -> bool:
        """Return whether the file is still the one in ``folder``, not moved or replaced."""
        return open_files.is_at(self._raw, folder / STORE)

    def require_in(self, folder: Path) -> None:
        """Raise ``LibraryError`` if ``folder`` now holds another file, ``NoLibrary`` if it holds none."""
        if self.is_in(folder):
            return
        if is_regular(folder / STORE) and self.is_read_only:
            raise LibraryError(LibraryCode.WRITTEN_SINCE_OPENED, folder=folder)
        if is_regular(folder / STORE):
            raise LibraryError(LibraryCode.REPLACED, folder=folder)
        raise NoLibrary.any_more(folder)

    def setting(self, key: str, shape: Any, default: Any = None) -> Any:
        """Return the value of a setting, validated against ``shape`` (``json_values.parsed``), or ``default``."""
        known = self.statements.known()
        if ("setting", key) not in known:
            found = self.statements.execute("SELECT value FROM setting WHERE key = ?", (key,))
            known["setting", key] = found.fetchone()
        row = known["setting", key]
        try:
            return default if row is None else parse(row[0], shape)
        except ValueError as error:
            raise damage.make_damage_error(
                self._path, f"its setting {key} cannot be used: {error}"
            ) from error

    def set_setting(self, key: str, value: Any) -> None:
        """Store a setting; ``value`` is any JSON value."""
        with self.transaction():
            self.statements.table("setting").upsert(
                {"key": key, "value": json.dumps(value)}, pk="key"
            )

    def problems(self) -> list[str]:
        """Describe the damage of the file; empty if it is sound."""
        return damage.find_problems(self._raw, self._path)


def _tables_in(statements: str) -> list[str]:
    """Return the names of the tables that SQL creates."""
    return [part.split()[0] for part in statements.split("CREATE TABLE ")[1:]]
