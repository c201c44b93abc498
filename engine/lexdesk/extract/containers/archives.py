"""Archives as folders (ZIP, TAR, 7z), and single files signed or packed by gzip, bzip2 or xz.

Members are read into memory one after the other. Nothing is ever written to a path from an archive,
so ``../../etc/passwd`` is a name like any other; symbolic links and devices are skipped.
"""

from __future__ import annotations

import bz2
import io
import lzma
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import IO, NamedTuple

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.limits import MAX_FILE_BYTES, LimitReached, Limits, too_large
from lexdesk.extract.passwords import Passwords
from lexdesk.extract.sniff import Format, Locked, locked, signed
from lexdesk.extract.sniff.packages import ZIP_DAMAGE
from lexdesk.system.paths import BESIDE_DOCUMENTS
from lexdesk.text.tokens import normalize

_DAMAGE = (*ZIP_DAMAGE, tarfile.TarError, OverflowError)
"""Exceptions of the standard library on damaged or malicious archives."""
_SIGNED = (".p7m", ".p7s", ".p7c")
_GZIP = b"\x1f\x8b"
_PIECE = 64 * 1024
# Bytes of a packed tar unpacked again to seek back to files.
MOST_BYTES_UNPACKED_AGAIN = 2 * 1024**3
_NAMED_IN_UTF8 = 0x800  # APPNOTE.TXT 4.4.4, bit 11; else names are in code page 437


class Member(NamedTuple):
    """One file in an archive: its sanitised path, and its bytes or the failure reason."""

    path: str
    data: bytes | FileFailed


def read_members(
    format_: Format, file: IO[bytes], name: str, limits: Limits, passwords: Passwords
) -> Iterator[Member]:
    """Yield the files in the seekable archive ``file``.

    Raises ``FileFailed`` for a damaged archive, ``Locked`` if no password opens any member, and
    ``LimitReached``. Members yielded before stay valid.
    """
    try:
        match format_:
            case Format.ZIP:
                yield from _zip(file, name, limits, passwords)
            case Format.SEVEN_ZIP:
                yield from _seven_zip(file, name, limits, passwords)
            case Format.TAR:
                yield from _tar(file, name, limits)
            case Format.SIGNED:
                yield from _signed(file, name, limits)
            case _:
                yield from _packed(file, name, limits)
    except FileFailed:
        raise
    except _DAMAGE as error:
        raise FileFailed(FileCode.ARCHIVE_TRUNCATED, name=name, reason=error) from None


def sanitize_path(path: str) -> str:
    """Sanitise a member's path: ``/`` as separator, inside the archive, no invisible characters."""
    path = path.encode("utf-8", "replace").decode()
    shown = "".join(c for c in path.replace("\\", "/") if unicodedata.category(c)[0] != "C")
    names = [n.strip() for n in shown.split("/")]
    names = [n[:200] for n in names if n not in ("", ".", "..") and not n.endswith(":")]
    return normalize("NFC", "/".join(names[-40:])) or "unnamed"


def is_hidden(path: str) -> bool:
    """Recognise paths of system files, by the same rules as for folders on disk."""
    parts = PurePath(path).parts
    return any(part.startswith((".", "__MACOSX")) for part in parts) or any(
        fnmatchcase(parts[-1].lower(), pattern.lower()) for pattern in BESIDE_DOCUMENTS
    )


def _zip(file: IO[bytes], name: str, limits: Limits, passwords: Passwords) -> Iterator[Member]:
    """Yield the members; if all are locked, raise ``Locked`` for the archive instead."""
    all_locked: list[Member] | None = []
    with _open_archive(file, passwords) as archive:
        for entry in archive.infolist():
            path = sanitize_path(_zip_name(entry))
            if entry.is_dir() or is_hidden(path):
                continue
            limits.take_member()
            member = Member(path, _zip_member(archive, entry, path, limits, passwords))
            if all_locked is not None and isinstance(member.data, Locked):
                all_locked.append(member)
                continue
            yield from all_locked or ()
            all_locked = None
            yield member
    if all_locked:
        raise locked(name, len(passwords))


def _zip_name(entry: zipfile.ZipInfo) -> str:
    """Return a member's name; decode UTF-8 even without its flag, as macOS writes it."""
    if entry.flag_bits & _NAMED_IN_UTF8:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode()
    except UnicodeError:
        return entry.filename


def _zip_member(
    archive: zipfile.ZipFile,
    entry: zipfile.ZipInfo,
    path: str,
    limits: Limits,
    passwords: Passwords,
) -> bytes | FileFailed:
    name = PurePath(path).name
    try:
        limits.check(name, entry.file_size, entry.compress_size)
        if entry.flag_bits & _ENCRYPTED:
            return _read_locked(archive, entry, name, limits, passwords)
        with archive.open(entry) as stream:
            return limits.read(stream, name, entry.compress_size)
    except LimitReached:
        raise
    except FileFailed as failure:
        return failure
    except NotImplementedError:
        return FileFailed(FileCode.PACKING_UNKNOWN, name=name)
    except _DAMAGE as error:
        return FileFailed(FileCode.ARCHIVE_MEMBER_DAMAGED, name=name, reason=error)


def _tar(
    file: IO[bytes], name: str, limits: Limits, *, is_packed: bool = False
) -> Iterator[Member]:
    """Yield the members, also under a second name: a hard link to an earlier file."""
    again = MOST_BYTES_UNPACKED_AGAIN
    files: dict[str, tarfile.TarInfo] = {}
    with tarfile.open(fileobj=file, mode="r:*") as archive:
        for entry in archive:
            source = files.get(entry.linkname) if entry.islnk() else entry
            if source is not None:
                files[entry.name] = source
            path = sanitize_path(entry.name)
            if is_hidden(path) or not (source is None or source.isreg()):
                continue  # a skipped file is skipped under a second name, too
            limits.take_member()
            if entry.islnk() and is_packed:
                again -= entry.offset
            if source is None or again < 0:
                yield Member(path, _not_followed(path, entry.linkname, is_there=source is not None))
            else:
                yield Member(path, _tar_member(archive, source, path, limits))


def _tar_member(
    archive: tarfile.TarFile, entry: tarfile.TarInfo, path: str, limits: Limits
) -> bytes | FileFailed:
    name = PurePath(path).name
    try:
        limits.check(name, entry.size, 0)
    except FileFailed as failure:
        return failure
    stream = archive.extractfile(entry)
    return b"" if stream is None else limits.read(stream, name, 0)


def _not_followed(path: str, linked: str, *, is_there: bool) -> FileFailed:
    name, other = PurePath(path).name, sanitize_path(linked)
    if is_there:
        return FileFailed(FileCode.ARCHIVE_ALIAS_READ, name=name, other=other)
    return FileFailed(FileCode.ARCHIVE_ALIAS_MISSING, name=name, other=other)


def _packed(file: IO[bytes], name: str, limits: Limits) -> Iterator[Member]:
    """Yield the members of a packed tar, or else one file named without its last extension."""
    kind = {_GZIP: "gz", b"BZ": "bz2"}.get(file.read(2), "xz")
    packed = file.seek(0, 2)
    if _is_packed_tar(file):
        yield from _tar(file, name, limits, is_packed=True)
        return
    inner = sanitize_path(PurePath(name).stem)
    inner = inner if inner != name else "content"
    limits.take_member()
    yield Member(inner, limits.read(_unpacked(kind, file), inner, packed))


def _signed(file: IO[bytes], name: str, limits: Limits) -> Iterator[Member]:
    """Yield the signed content, named without the signature's extension."""
    if (size := file.seek(0, io.SEEK_END)) > MAX_FILE_BYTES:
        raise too_large(name, size)
    file.seek(0)
    content = signed.content(file.read())
    if content is None:
        raise FileFailed(FileCode.SIGNATURE_ALONE, name=name)
    inner = sanitize_path(PurePath(name).stem if name.lower().endswith(_SIGNED) else name)
    limits.take_member()
    yield Member(f"{inner}.eml" if signed.is_mail(content) else inner, content)


class _Gzip:
    """A gzip stream; like ``gzip -d``, it ignores trailing data without the magic number."""

    def __init__(self, file: IO[bytes]):
        self._file = file
        self._waiting = b""
        self._member = _gzip_member()

    def read(self, size: int = -1, /) -> bytes:
        while True:
            if self._member.eof and not self._begin_next():
                return b""
            data = self._waiting or self._file.read(_PIECE)
            if not data:
                raise EOFError("it ends in the middle")
            piece = self._member.decompress(data, max(size, 0))
            self._waiting = self._member.unconsumed_tail
            if piece:
                return piece

    def _begin_next(self) -> bool:
        """Start the next member, if any follows; zeros between members are padding."""
        behind = self._member.unused_data.lstrip(b"\0")
        while len(behind) < len(_GZIP) and (more := self._file.read(_PIECE)):
            behind = (behind + more).lstrip(b"\0")
        self._waiting = behind
        if not behind.startswith(_GZIP):
            return False
        self._member = _gzip_member()
        return True


def _gzip_member() -> zlib._Decompress:
    return zlib.decompressobj(zlib.MAX_WBITS | 16)  # with gzip header and checksum


def _is_packed_tar(file: IO[bytes]) -> bool:
    """Look for a packed tar with at least one member; zeros alone are an empty tar."""
    file.seek(0)
    try:
        with tarfile.open(fileobj=file, mode="r:*") as archive:
            return archive.next() is not None
    except _DAMAGE:
        return False
    finally:
        file.seek(0)


def _unpacked(kind: str, file: IO[bytes]) -> _Gzip | bz2.BZ2File | lzma.LZMAFile:
    if kind == "gz":
        return _Gzip(file)
    return bz2.BZ2File(file) if kind == "bz2" else lzma.LZMAFile(file)


def _seven_zip(
    file: IO[bytes], name: str, limits: Limits, passwords: Passwords
) -> Iterator[Member]:
    from lexdesk.extract.containers.seven_zip import extract_members as unpacked

    for path, data in unpacked(file, name, limits, passwords):
        shown = sanitize_path(path)
        if not is_hidden(shown):
            yield Member(shown, data)


_ENCRYPTED = 1
"""The flag of an encrypted entry (APPNOTE.TXT 4.4.4, bit 0)."""
_AES = 99  # compression method of AES entries (APPNOTE.TXT 4.4.5)
_ENCODINGS = ("utf-8", "cp1252", "cp850")
"""Encodings of passwords in practice; the format specifies none."""


@contextmanager
def _open_archive(file: IO[bytes], passwords: Passwords) -> Iterator[zipfile.ZipFile]:
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


def _read_locked(
    archive: zipfile.ZipFile,
    entry: zipfile.ZipInfo,
    name: str,
    limits: Limits,
    passwords: Passwords,
) -> bytes | Locked:
    """Return the bytes of an entry encrypted by ZipCrypto (APPNOTE.TXT 6.1) or WinZip's AES, or ``Locked``.

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
