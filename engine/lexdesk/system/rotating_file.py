"""A file of lines that several programs append to, renamed before it grows too large."""

import errno
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

_SECONDS_FOR_OTHERS = 5
"""While another process rotates the file."""


class RotatingFile:
    """An append-only file, readable by its owner alone.

    Each line is one write to the end, so that several processes may share the file. A half line, left by a full disk
    or a power cut, is ended before the next line. A file about to grow past ``largest`` bytes is renamed to
    ``NAME.1``, and ``files`` older ones are kept. ``not_rotated`` gets the error of a failed rotation before the line
    is written to the old file; it may raise to prevent that.
    """

    def __init__(
        self, path: Path, largest: int, files: int, not_rotated: Callable[[Exception], None]
    ):
        self._path, self._largest, self._files = path, largest, files
        self._not_rotated = not_rotated
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: int | None = _open(path)

    def append(self, line: bytes) -> None:
        """Write one line. Raises ``OSError`` if it cannot be written whole."""
        file = self._file_for(len(line))
        data = _end_of_half_a_line(file) + line
        if os.write(file, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        """Close the file; the next line opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _file_for(self, size: int) -> int:
        """Return the file for a line of ``size`` bytes: the open one, or a new one in its place."""
        if self._file is not None:
            status = os.fstat(self._file)
            if not stat.S_ISREG(status.st_mode):  # as a pipe
                return self._file
            if status.st_size + size > self._largest:
                self._rotate()
            elif not _is_at(self._file, self._path):  # another program renamed it
                self.close()
        if self._file is None:
            self._file = _open(self._path)
        return self._file

    def _rotate(self) -> None:
        """Rename the file and the older ones, unless another process just did."""
        from filelock import FileLock, Timeout

        try:
            with FileLock(f"{self._path}.lock", timeout=_SECONDS_FOR_OTHERS):
                is_ours = self._file is not None and _is_at(self._file, self._path)
                self.close()
                if is_ours:
                    _shift(self._path, self._files)
        except (OSError, Timeout) as error:
            self._not_rotated(error)


def _open(path: Path) -> int:
    if sys.platform == "win32":
        return _open_shared(path)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)


def _open_shared(path: Path) -> int:
    """Open a file of Windows so that other programs may rename it, unlike by ``os.open``.

    https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-createfilew
    """
    import ctypes
    import msvcrt
    from ctypes import wintypes

    read_and_append, share_all, open_always, plain = 0x8000_0004, 0x7, 4, 0x80
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    kernel.CreateFileW.restype = wintypes.HANDLE
    handle = kernel.CreateFileW(
        str(path), read_and_append, share_all, None, open_always, plain, None
    )
    if handle in (None, wintypes.HANDLE(-1).value):
        raise ctypes.WinError(ctypes.get_last_error())  # type: ignore[attr-defined,unused-ignore]
    return int(msvcrt.open_osfhandle(handle, os.O_APPEND | os.O_BINARY))  # type: ignore[attr-defined,unused-ignore]


def _is_at(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _shift(path: Path, files: int) -> None:
    """Rename ``path`` to ``NAME.1``, that to ``NAME.2``, and so on; the last is lost."""
    for number in range(files, 0, -1):
        older = path.with_name(f"{path.name}.{number}")
        newer = path.with_name(f"{path.name}.{number - 1}") if number > 1 else path
        if newer.exists():
            newer.replace(older)


def _end_of_half_a_line(file: int) -> bytes:
    """Return a line break unless ``file`` ends with one."""
    if os.fstat(file).st_size == 0:  # also a pipe
        return b""
    os.lseek(file, -1, os.SEEK_END)
    return b"" if os.read(file, 1) == b"\n" else b"\n"
