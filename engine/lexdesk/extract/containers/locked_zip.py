"""Encrypted files in zip archives: ZipCrypto (APPNOTE.TXT 6.1), or AES by WinZip."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from lexdesk.extract.limits import LimitReached, Limits
from lexdesk.extract.passwords import Passwords
from lexdesk.extract.sniff import Locked, locked
from lexdesk.extract.sniff.packages import ZIP_DAMAGE

ENCRYPTED = 1
"""The flag of an encrypted entry (APPNOTE.TXT 4.4.4, bit 0)."""
_AES = 99  # compression method of AES entries (APPNOTE.TXT 4.4.5)
_ENCODINGS = ("utf-8", "cp1252", "cp850")
"""Encodings of passwords in practice; the format specifies none."""


@contextmanager
def open_archive(file: IO[bytes], passwords: Passwords) -> Iterator[zipfile.ZipFile]:
    """Open the archive ``file``, with AES support if there are passwords for it."""
    with zipfile.ZipFile(file) as archive:
        if not passwords or not any(member.compress_type == _AES for member in archive.infolist()):
            yield archive
            return
    import pyzipper

    try:
        with pyzipper.AESZipFile(file) as archive:
            yield archive
    except pyzipper.BadZipFile as error:
        raise zipfile.BadZipFile(str(error)) from None


def read_locked(
    archive: zipfile.ZipFile,
    entry: zipfile.ZipInfo,
    name: str,
    limits: Limits,
    passwords: Passwords,
) -> bytes | Locked:
    """Return the bytes of an encrypted entry, or ``Locked`` if no password opens it.

    Raises ``NotImplementedError`` for an unknown method, ``FileFailed`` for an entry too large.
    With ZipCrypto, one wrong password in 256 passes its check; its output then does not unpack.
    """
    for password in passwords:
        for key in dict.fromkeys(_encoded(password)):
            try:
                with archive.open(entry, pwd=key) as stream:
                    data = limits.read(stream, name, entry.compress_size)
            except (LimitReached, NotImplementedError):
                raise
            except _wrong():
                continue
            passwords.opened(password)
            return data
    return locked(name, len(passwords))


def _encoded(password: str) -> Iterator[bytes]:
    for encoding in _ENCODINGS:
        try:
            yield password.encode(encoding)
        except UnicodeEncodeError:
            continue


def _wrong() -> tuple[type[Exception], ...]:
    """Return the exceptions of a wrong password."""
    import pyzipper

    return (*ZIP_DAMAGE, pyzipper.BadZipFile)
