"""Atomic writes of files, and of folders of files: whole after a crash, or absent."""

import contextlib
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.system.regular_files import is_folder

_PARTIAL = ".partial"  # folder of unfinished output, inside the target
_PAUSES = (0.01, 0.05, 0.2, 0.5, 1.0)  # seconds; Windows and Samba reject renames of open files

_HERE, _EXCHANGE = -100, 2
"""AT_FDCWD and RENAME_EXCHANGE (renameat2(2))."""

# Never an existing file: the owner of the folder may have put a link under a name that can be guessed.
_CREATING = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the content of ``path``: temporary file beside it, fsync, rename, fsync of the folder."""
    with replace_file(path) as file:
        file.write(data)


@contextlib.contextmanager
def replace_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file beside ``path`` to replace it at the end of the block; after an error none is left.

    Who could not read the file before cannot read the new one.
    """
    temporary = make_temporary_name(path)
    with name_path_in_errors(path):
        descriptor = os.open(temporary, _CREATING, 0o666)
        try:
            with os.fdopen(descriptor, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            _narrow_access(temporary, path)
            replace_durably(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)


def _narrow_access(temporary: Path, path: Path) -> None:
    """Deny to others what the file at ``path`` denies to them."""
    with contextlib.suppress(FileNotFoundError):
        before = path.lstat().st_mode
        if stat.S_ISREG(before):
            temporary.chmod(stat.S_IMODE(temporary.lstat().st_mode) & (before | 0o600))


def make_temporary_name(path: Path) -> Path:
    """Return an unguessable name in the folder of ``path``."""
    return path.with_name(f"{path.name}.{os.urandom(8).hex()}.new")


@contextlib.contextmanager
def name_path_in_errors(path: Path) -> Iterator[None]:
    """Make errors of the system name ``path``, as requested, and not the temporary file beside it."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def replace_durably(temporary: Path, path: Path) -> None:
    """Rename ``temporary`` to ``path`` and make the rename survive a power cut."""
    move_into_place(temporary, path)
    flush_names(path.parent)


def exchange(first: Path, second: Path) -> bool:
    """Exchange two names in one step; return False where the system or the disk cannot (it is Linux that can)."""
    if sys.platform != "linux":
        return False
    import ctypes

    call = getattr(ctypes.CDLL(None), "renameat2", None)
    names = os.fsencode(first), os.fsencode(second)
    return call is not None and bool(call(_HERE, names[0], _HERE, names[1], _EXCHANGE) == 0)


def flush_names(folder: Path) -> None:
    """Make the names in ``folder`` survive a power cut."""
    if os.name == "posix":  # Windows has no handle of a folder to flush; its renames are journalled
        _flush(folder, os.O_RDONLY)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, and its parents, whose names survive a power cut; an existing one stays as it is."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(mode, parents=True, exist_ok=True)
    for each in reversed(missing):
        with contextlib.suppress(PermissionError):  # a folder with write permission alone
            flush_names(each.parent)


def flush_below(folder: Path) -> None:
    """Flush all files below ``folder``, and its own name, to survive a power cut; follow no link."""
    for above, _, names in os.walk(folder):
        for name in names:
            if (path := Path(above, name)).is_file() and not path.is_symlink():
                flush_file(path)
        flush_names(Path(above))
    flush_names(folder.parent)


def flush_file(path: Path) -> None:
    """Make the bytes of a file survive a power cut; follow no link."""
    # Windows flushes writable handles only.
    access = os.O_RDONLY if os.name == "posix" else os.O_RDWR
    _flush(path, access | getattr(os, "O_NOFOLLOW", 0))


def _flush(path: Path, access: int) -> None:
    file = os.open(path, access)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def move_into_place(temporary: Path, path: Path) -> None:
    """Rename, and retry for two seconds: another program reads ``path``, or scans ``temporary`` for viruses."""
    for pause in _PAUSES:
        try:
            temporary.replace(path)
            return
        except PermissionError:
            time.sleep(pause)
    temporary.replace(path)


def _require_only(partial: Path, folder: Path) -> None:
    """Raise ``LibraryError`` for a ``folder`` with anything but ``partial``, or for a file in its place."""
    if not folder.is_dir() or set(folder.iterdir()) - {partial}:
        if partial.exists():  # killed during the renames: other files there may be foreign
            raise LibraryError(LibraryCode.WRITE_INTERRUPTED, folder=folder)
        raise LibraryError(LibraryCode.TARGET_OCCUPIED, folder=folder)


@contextlib.contextmanager
def new_folder(folder: Path, mode: int = 0o777) -> Iterator[Path]:
    """Yield a folder to write to; its files get into ``folder`` once all are whole, and not before.

    The entries of ``folder`` are files; a missing one is made with ``mode``, and nothing of it is left after a
    failure. Leftovers of a killed process go, unless some of them were in ``folder`` already. Raises
    ``LibraryError`` for any other content, and ``UnsafeFile`` for a link or a pipe in their place.
    """
    partial = folder / _PARTIAL
    is_new = not folder.exists()
    if not is_new:
        _require_only(partial, folder)
    if is_folder(partial):  # rmtree would wait for a pipe
        shutil.rmtree(partial, ignore_errors=True)
    with name_path_in_errors(folder):
        make_folder(folder, mode)
        partial.mkdir(mode)  # inside ``folder``, which may be a mounted disk
    placed: list[Path] = []
    try:
        yield partial
        for path in sorted(partial.iterdir()):
            with path.open("rb+") as file:  # contents reach the disk before the name
                os.fsync(file.fileno())
            placed.append(folder / path.name)  # first, so that a failed rename is undone, too
            replace_durably(path, placed[-1])
    except BaseException:
        for path in placed:
            path.unlink(missing_ok=True)
        raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        if is_new:
            with contextlib.suppress(OSError):  # not empty after a success
                folder.rmdir()
