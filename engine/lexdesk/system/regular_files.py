"""Reads of untrusted folders: regular files only, and of bounded size.

A library or a model is copied and sent around. A link, a pipe or a device in it would make Lexdesk read, write,
or wait for, files outside of the folder.
"""

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Any, BinaryIO

from lexdesk.errors import LibraryCode, UnsafeFile


def hash_file(path: Path) -> str:
    """Return the hash of a file's bytes, in hexadecimal. Raises ``OSError``, and ``UnsafeFile`` for a sparse one."""
    import hashlib

    with path.open("rb") as file:
        require_dense(file, path)
        return hashlib.file_digest(file, "sha256").hexdigest()


SMALL = 64 << 20
"""Bytes that a JSON file of a library or a model may have at most."""

# No link is followed, and no pipe waited for; Windows has neither in a folder.
_OPENING = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)


_SPARSE_FROM = 64 << 20
_MOST_SPARSE = 20
"""Bytes of a file for each one of it on the disk; compression of the file system saves less on what Lexdesk writes."""
_MOST_EXTENTS = 10_000


def is_regular(path: Path, most: int | None = None) -> bool:
    """Return whether a regular file lies at ``path``, of at most ``most`` bytes.

    Raises ``UnsafeFile`` for anything else there.
    """
    is_there = _is(stat.S_IFREG, path)
    if is_there and most is not None and path.lstat().st_size > most:
        raise _too_large(path, most)
    return is_there


def is_folder(path: Path) -> bool:
    """Return whether a folder lies at ``path``. Raises ``UnsafeFile`` for anything else there, such as a link."""
    return _is(stat.S_IFDIR, path)


def _is(wanted: int, path: Path) -> bool:
    try:
        found = stat.S_IFMT(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    if found != wanted:
        raise _unsafe(path, found, wanted)
    return True


def _unsafe(path: Path, found: int, wanted: int) -> UnsafeFile:
    if found == stat.S_IFLNK:
        return UnsafeFile(LibraryCode.IS_A_LINK, path=path)
    if wanted == stat.S_IFDIR:
        return UnsafeFile(LibraryCode.NOT_A_FOLDER, path=path)
    return UnsafeFile(LibraryCode.NOT_A_REGULAR_FILE, path=path)


def _too_large(path: Path, most: int) -> UnsafeFile:
    return UnsafeFile(LibraryCode.FILE_TOO_LARGE, path=path, limit=most)


def read_bytes(path: Path, most: int = SMALL) -> bytes:
    """Read the regular file at ``path``, of at most ``most`` bytes. Raises ``UnsafeFile`` and ``OSError``."""
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        content = file.read(size + 1) if size <= most else b""  # one more: it may grow
    if max(size, len(content)) > most:
        raise _too_large(path, most)
    return content


def read_named(path: Path, most: int = 1 << 20) -> bytes:
    """Read the file that a person named, a pipe too, of at most ``most`` bytes. Raises ``UnsafeFile`` and ``OSError``."""
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise UnsafeFile(LibraryCode.NAMED_FILE_TOO_LARGE, path=path, limit=most)
    return content


def open_regular(path: Path, *, follows_links: bool = False) -> BinaryIO:
    """Open the regular file at ``path`` for reading. Raises ``UnsafeFile`` and ``OSError``."""
    if not follows_links:
        is_regular(path)
    flags = _OPENING & ~getattr(os, "O_NOFOLLOW", 0) if follows_links else _OPENING
    descriptor = os.open(path, flags)
    found = stat.S_IFMT(os.fstat(descriptor).st_mode)
    if (
        found != stat.S_IFREG
    ):  # where no link is followed: it took the place of a regular one just now
        os.close(descriptor)
        raise _unsafe(path, found, stat.S_IFREG)
    file = os.fdopen(descriptor, "rb")
    try:
        require_dense(file, path)
    except BaseException:
        file.close()
        raise
    return file


def open_document(path: Path, folder: Path | None = None) -> BinaryIO:
    """Open the regular file at ``path`` without waiting for a pipe; follow no link below ``folder``, where given.

    Whoever may write to a watched folder can put a link in place of a file that was listed a moment ago. Windows takes
    no descriptor of a folder, so that links are followed there. Raises ``OSError``.
    """
    if folder is None or os.open not in os.supports_dir_fd:
        descriptor = os.open(path, _OPENING & ~getattr(os, "O_NOFOLLOW", 0))
    else:
        descriptor = _open_below(folder, path.relative_to(folder).parts)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file")
    return os.fdopen(descriptor, "rb")


def _open_below(folder: Path, names: tuple[str, ...]) -> int:
    is_folder = getattr(os, "O_DIRECTORY", 0)
    around = os.open(folder, os.O_RDONLY | is_folder)
    try:
        for name in names[:-1]:
            inside = os.open(name, _OPENING | is_folder, dir_fd=around)
            os.close(around)
            around = inside
        return os.open(names[-1], _OPENING, dir_fd=around)
    except OSError as error:
        if error.errno in (
            errno.ELOOP,
            errno.ENOTDIR,
        ):  # Linux says the second of a link to a folder
            raise OSError(errno.ELOOP, "it became a link, or a folder around it did") from error
        raise
    finally:
        os.close(around)


def has_link_below(path: Path, folder: Path) -> bool:
    """Return true if ``path``, or a folder between it and ``folder``, is a link now; false if it cannot be examined."""
    between = [path, *path.parents]
    # Unlike ``Path.is_symlink``, this does not raise for a name too long, which its reading reports.
    return any(os.path.islink(each) for each in between[: between.index(folder)])  # noqa: PTH114


def require_dense(file: BinaryIO, path: Path) -> None:
    """Raise ``UnsafeFile`` for a sparse ``file``: a terabyte of zeros takes hours to read and a few bytes to send."""
    found = os.fstat(file.fileno())
    blocks = getattr(found, "st_blocks", None)  # missing in Windows, wrong on some network disks
    if blocks is None or not _is_sparse(found.st_size, blocks * 512):
        return
    if _is_sparse(found.st_size, _bytes_of_extents(file.fileno(), found.st_size)):
        raise UnsafeFile(LibraryCode.FILE_IS_SPARSE, path=path, size=found.st_size)


def require_dense_unopened(path: Path) -> None:
    """Raise ``UnsafeFile`` for a sparse file that must not be opened, as closing it gives up SQLite's locks."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    blocks = getattr(found, "st_blocks", 0)  # 0 on some network disks
    if blocks and _is_sparse(found.st_size, blocks * 512):
        raise UnsafeFile(LibraryCode.FILE_IS_SPARSE, path=path, size=found.st_size)


def _is_sparse(size: int, on_disk: int) -> bool:
    return size > _SPARSE_FROM + _MOST_SPARSE * on_disk


def _bytes_of_extents(descriptor: int, size: int) -> int:
    """Return the bytes outside of holes, up to a number of extents; all if the system does not report holes."""
    if sys.platform == "win32":
        return size
    end = count = 0
    for _ in range(_MOST_EXTENTS):
        try:
            start = os.lseek(descriptor, end, os.SEEK_DATA)
        except OSError:  # none behind
            break
        end = os.lseek(descriptor, start, os.SEEK_HOLE)
        count += end - start
        if end >= size:
            break
    os.lseek(descriptor, 0, os.SEEK_SET)
    return count


def read_json(path: Path, most: int = SMALL, shape: Any = object) -> Any:
    """Read the JSON of ``shape`` in the regular file at ``path``.

    Raises ``ValueError`` for anything else (``json_values.parsed``), and as ``read_bytes``.
    """
    from lexdesk.system.json_values import parse  # msgspec: 15 % of the window's start

    return parse(read_bytes(path, most), shape)
