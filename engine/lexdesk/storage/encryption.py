"""Encryption at rest: SQLite files through SQLCipher 4, and their key.

Each page is encrypted by AES-256-CBC with a random initialization vector and authenticated by HMAC-SHA512; so
are the pages in the write-ahead log, and SQLite's temporary data stays in memory. PBKDF2-HMAC-SHA512 with
256,000 iterations derives the key from a passphrase: SQLCipher's own function and settings, so any SQLCipher
4 opens the files with the passphrase. It is derived here rather than in SQLCipher, so that the files of a
library share one salt and the key is derived once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import cast

from lexdesk.errors import (
    EncryptionMissing,
    LibraryCode,
    LibraryError,
    Message,
    NoLibrary,
    PassphraseNeeded,
    PhraseCode,
    WrongPassphrase,
)
from lexdesk.storage import open_files, page_checksums
from lexdesk.storage.damage import (
    ReportingDamage,
    find_changed_page,
    make_damage_error,
    require_sound_trees,
)
from lexdesk.storage.known_schema import find_latest_format, harden, require_known_schema
from lexdesk.storage.remedies import describe_error
from lexdesk.system.extras import how_to_get
from lexdesk.system.library_files import SQLITE_FILES, STORE
from lexdesk.system.lock import writer_lock
from lexdesk.system.regular_files import is_regular, open_regular

_SALT_BYTES = 16  # SQLCipher stores the salt in place of "SQLite format 3"
_ITERATIONS = 256_000  # the default of SQLCipher 4
_MAGIC = b"SQLite format 3\0"
# Zeros in a plain file (sqlite.org/fileformat2.html, 1.3), random bytes in an encrypted one.
_RESERVED = slice(72, 92)
_HEADER_BYTES = 100

_SILENT = "PRAGMA cipher_log_level = NONE"  # SQLCipher would log to stderr
_NO_FILES = "PRAGMA temp_store = MEMORY"  # instead of plain files in the system's temporary folder


@dataclass(frozen=True, slots=True)
class Key:
    """The key of an encrypted library's files (32 bytes) and its salt (16 bytes); never shown."""

    key: bytes = field(repr=False)
    salt: bytes = field(repr=False)

    @classmethod
    def of(cls, passphrase: str, salt: bytes) -> Key:
        """Derive the key from ``passphrase`` and ``salt``; slow on purpose (0.2 s).

        Composed and decomposed accents count as the same (NFC). Raises ``PassphraseNeeded`` for an empty
        passphrase.
        """
        if not passphrase:
            raise PassphraseNeeded(LibraryCode.PASSPHRASE_EMPTY)
        composed = unicodedata.normalize("NFC", passphrase).encode()
        return cls(hashlib.pbkdf2_hmac("sha512", composed, salt, _ITERATIONS, 32), salt)

    @classmethod
    def new(cls, passphrase: str) -> Key:
        """Create a key for a new library, with a random salt."""
        return cls.of(passphrase, os.urandom(_SALT_BYTES))

    def literal(self) -> str:
        """Return the key and its salt as a SQL literal of SQLCipher."""
        return f"x'{self.key.hex()}{self.salt.hex()}'"


def is_encrypted(library: Path) -> bool:
    """Return whether the library in the folder is encrypted: its store begins with random bytes.

    Reserved zeros identify a plain file with a damaged header; a truncated file, or one overwritten by text,
    is damaged and not encrypted.
    """
    try:
        return open_files.read_salt(library / STORE, _salt) is not None
    except FileNotFoundError:
        return False


def find_key(library: Path, passphrase: str | None) -> Key | None:
    """Return the key of the library in the folder; ``None`` for a library that is not encrypted.

    A wrong key shows only when a file is opened. Raises ``PassphraseNeeded``, and ``LibraryError`` for a
    passphrase given for a library that is not encrypted.
    """
    if passphrase is None and not is_encrypted(library):
        return None
    salt = require_encrypted(library)
    if passphrase is None:
        raise PassphraseNeeded(LibraryCode.PASSPHRASE_NEEDED, library=library)
    return Key.of(passphrase, salt)


def require_encrypted(library: Path) -> bytes:
    """Return the salt of the library in the folder. Raises ``NoLibrary``, and ``LibraryError`` for a plain one."""
    if not is_regular(library / STORE):
        raise NoLibrary(LibraryCode.NOT_FOUND, folder=library)
    salt = open_files.read_salt(library / STORE, _salt)
    if salt is None:
        raise LibraryError(LibraryCode.NOT_ENCRYPTED, library=library)
    return salt


def connect(path: Path, key: Key | None = None) -> sqlite3.Connection:
    """Connect to the SQLite file at ``path``; several threads may read with the connection, one may write.

    With ``key``, through SQLCipher: its connections have the same methods, and their errors are
    ``connection.DatabaseError``. Raises ``WrongPassphrase``, ``EncryptionMissing``, ``LibraryError`` for a
    file that cannot be opened, ``UnsafeFile`` for one that is not regular, and ``LibraryTooNew`` or
    ``LibraryDamaged`` for an unknown schema.
    """
    sqlite = sqlite3 if key is None else _sqlcipher()
    with ReportingDamage(sqlite, path):
        connection = open_files.connect(sqlite, path, key.salt if key else None)
    try:
        if key is not None:
            _decrypt(connection, path, key)
        elif isinstance(connection, page_checksums.Connection):
            _stop_verifying_earlier_format(connection, path)
        connection.execute(_NO_FILES)
        harden(connection)
        require_known_schema(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _stop_verifying_earlier_format(connection: page_checksums.Connection, path: Path) -> None:
    """Stop verifying the pages of a file of an earlier format, in which they have no checksums."""
    with ReportingDamage(cast(sqlite3.Connection, connection), path):
        (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found < find_latest_format(path):
        page_checksums.stop_verifying(connection)


def _decrypt(connection: sqlite3.Connection, path: Path, key: Key) -> None:
    connection.execute(_SILENT)
    connection.execute(f'PRAGMA key = "{key.literal()}"')
    try:
        connection.execute("PRAGMA user_version").fetchone()  # reads the first page only
    except connection.DatabaseError as error:
        if isinstance(error, connection.OperationalError):  # locked, unreadable
            raise LibraryError(LibraryCode.UNUSABLE, path=path, reason=error) from error
        raise WrongPassphrase(LibraryCode.PASSPHRASE_WRONG, path=path) from error


def copy_encrypted(source: Path, target: Path, key: Key) -> None:
    """Copy a snapshot of a plain SQLite file into a new encrypted one.

    The file must not be open in this process: closing it here would release the locks of the other connection
    (sqlite.org/howtocorrupt.html, 2.2). Raises the errors of SQLite as ``LibraryError``, and
    ``EncryptionMissing``.
    """
    with (
        closing(open_files.connect(sqlite3, source, None)) as plain,
        ReportingDamage(plain, source),
    ):
        if page := find_changed_page(plain, source):
            raise make_damage_error(source, Message(PhraseCode.PAGE_NUMBER_CHANGED, page=page))
        require_sound_trees(plain, source)
    with closing(open_files.connect(_sqlcipher(), source, None)) as connection:
        try:
            connection.execute(_SILENT)
            connection.execute(_NO_FILES)
            harden(connection)
            require_known_schema(connection, source)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute(f'ATTACH ? AS copy KEY "{key.literal()}"', (str(target),))
            connection.execute("BEGIN")
            connection.execute("SELECT sqlcipher_export('copy')").fetchall()
            connection.execute(f"PRAGMA copy.user_version = {version}")
            connection.execute("COMMIT")
        except connection.DatabaseError as error:
            raise LibraryError(
                LibraryCode.NOT_COPIED, source=source, target=target, reason=describe_error(error)
            ) from error


def change_passphrase(library: Path, old: str, new: str) -> None:
    """Re-encrypt the files of a library from the passphrase ``old`` to ``new``.

    Each file changes completely or not at all; after a crash between two files, a second call completes the
    change. Raises ``WrongPassphrase``, ``LibraryLocked``, and ``LibraryError`` if another program has the
    library open.
    """
    salt = require_encrypted(library)
    before, after = Key.of(old, salt), Key.of(new, salt)
    with writer_lock(library, "change of the passphrase"), contextlib.ExitStack() as opened:
        # The store first: held open, it keeps other programs from writing notes with the old passphrase.
        names = (STORE, *(name for name in SQLITE_FILES if name != STORE))
        alone = [
            opened.enter_context(_connect_exclusively(library / name, before, after))
            for name in names
            if is_regular(library / name)
        ]
        # The store comes last: the library opens with the old passphrase until all is done.
        for connection in reversed(alone):
            connection.execute(f"PRAGMA rekey = \"x'{after.key.hex()}'\"")
            connection.execute("PRAGMA journal_mode = WAL").fetchone()


@contextlib.contextmanager
def _connect_exclusively(path: Path, old: Key, new: Key) -> Iterator[sqlite3.Connection]:
    """Connect exclusively to a file, with either key."""
    try:
        connection = connect(path, old)
    except WrongPassphrase:
        connection = connect(path, new)  # changed before a crash; else both keys are wrong
    with closing(connection):
        try:
            connection.execute("PRAGMA busy_timeout = 1000")
            connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchone()
            # Leaving the write-ahead log requires exclusive access.
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")  # the lock stays
            yield connection
        except connection.OperationalError as error:
            raise LibraryError(
                LibraryCode.PASSPHRASE_UNCHANGED, path=path, reason=describe_error(error)
            ) from error


def _salt(path: Path) -> bytes | None:
    with open_regular(path) as file:
        header = file.read(_HEADER_BYTES)
    is_plain = header.startswith(_MAGIC) or header[_RESERVED] == bytes(20)
    is_noise = len(header) == _HEADER_BYTES and not header.isascii()
    return header[:_SALT_BYTES] if is_noise and not is_plain else None


def _sqlcipher() -> ModuleType:
    try:
        from sqlcipher3 import dbapi2
    except ImportError as error:
        raise EncryptionMissing(
            LibraryCode.SQLCIPHER_MISSING, install=how_to_get("encryption")
        ) from error
    return cast(ModuleType, dbapi2)
