"""7z archives, through py7zr.

The format packs many files as one stream, and py7zr unpacks it as a whole. All of it is held in
memory, and archives with more unpacked bytes than the limit are rejected.
"""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterator
from typing import IO

from py7zr import Bad7zFile, PasswordRequired, SevenZipFile
from py7zr.exceptions import AbsolutePathError, ArchiveError
from py7zr.io import Py7zIO, WriterFactory

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.limits import LimitReached, Limits
from lexdesk.extract.passwords import Passwords
from lexdesk.extract.sniff import Locked, locked
from lexdesk.extract.sniff.packages import ZIP_DAMAGE

MAX_UNPACKED = 512 * 1024 * 1024


class _Damaged(FileFailed):
    """An inconsistent archive, as after decryption with a wrong password."""


def extract_members(
    file: IO[bytes], name: str, limits: Limits, passwords: Passwords
) -> Iterator[tuple[str, bytes]]:
    """Return each file's path in the archive with its bytes; raise ``FileFailed`` if none can be read."""
    try:
        found = _unpacked(file, name, limits, None)
    except Locked:
        found = _unlocked(file, name, limits, passwords)
    for path, buffer in found:
        yield path, buffer.getvalue()


def _unlocked(
    file: IO[bytes], name: str, limits: Limits, passwords: Passwords
) -> list[tuple[str, _Buffer]]:
    """Unpack with the password that opens the archive, verified by the checksum of its content."""
    for password in passwords:
        trial = dataclasses.replace(limits)  # output of a wrong password does not count
        try:
            found = _unpacked(file, name, trial, password)
        except LimitReached:
            raise
        except (_Damaged, Locked, *ZIP_DAMAGE):
            continue
        passwords.opened(password)
        limits.members, limits.unpacked = trial.members, trial.unpacked
        return found
    raise locked(name, len(passwords))


def _unpacked(
    file: IO[bytes], name: str, limits: Limits, password: str | None
) -> list[tuple[str, _Buffer]]:
    packed = file.seek(0, 2)
    file.seek(0)
    collected = _Collected(name, packed, limits)
    try:
        with SevenZipFile(file, password=password, max_extract_size=MAX_UNPACKED) as archive:
            if password is None and archive.needs_password():
                raise locked(name)
            entries = [entry for entry in archive.list() if not entry.is_directory]
            if sum(entry.uncompressed for entry in entries) > MAX_UNPACKED:
                raise _too_large(name)
            archive.extractall(factory=collected)
    except PasswordRequired:
        raise locked(name) from None
    except AbsolutePathError:
        raise FileFailed(FileCode.ARCHIVE_ESCAPES, name=name) from None
    except (Bad7zFile, ArchiveError, AttributeError, TypeError, AssertionError) as error:
        raise _Damaged(FileCode.SEVEN_ZIP_DAMAGED, name=name, reason=error) from None
    return collected.files


def _too_large(name: str) -> FileFailed:
    return FileFailed(FileCode.SEVEN_ZIP_TOO_LARGE, name=name, limit=MAX_UNPACKED / 2**20)


class _Collected(WriterFactory):
    """An in-memory sink for the output of py7zr, within the limits."""

    def __init__(self, name: str, packed: int, limits: Limits):
        self.name, self.packed, self.limits = name, packed, limits
        self.files: list[tuple[str, _Buffer]] = []
        self.unpacked = 0

    def create(self, filename: str) -> Py7zIO:
        self.limits.take_member()
        buffer = _Buffer(self)
        self.files.append((filename, buffer))
        return buffer

    def take(self, count: int) -> None:
        self.limits.take_bytes(count)
        self.unpacked += count
        if self.unpacked > MAX_UNPACKED:
            raise _too_large(self.name)
        self.limits.check_ratio(self.name, self.unpacked, self.packed)


class _Buffer(Py7zIO):
    """One file in memory; py7zr reads back its output to check it."""

    def __init__(self, collected: _Collected):
        self._collected = collected
        self._bytes = io.BytesIO()
        self.getvalue = self._bytes.getvalue

    def write(self, s: bytes | bytearray) -> int:
        self._collected.take(len(s))
        return self._bytes.write(s)

    def read(self, size: int | None = None) -> bytes:
        return self._bytes.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._bytes.seek(offset, whence)

    def flush(self) -> None:
        self._bytes.flush()

    def size(self) -> int:
        return len(self._bytes.getbuffer())
