"""Places on other machines that a library names: contacted only after a person named them on this machine.

The mere look at a path such as ``\\\\server\\share`` makes Windows look the server up and log in there with the
user's name. A library from elsewhere may name any server.
"""

import contextlib
import os
import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path, PureWindowsPath

from lexdesk.errors import UnsafeFile
from lexdesk.system.machine_key import find_state_path, write_private
from lexdesk.system.regular_files import read_bytes

_MOST = 100_000  # bytes of the list
# The names of devices, in each folder, with any extension and blanks behind:
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:[.:].*)?",
    re.IGNORECASE | re.DOTALL,
)
_named: set[str] = set()  # where the list cannot be written


def share_of(path: str | os.PathLike[str], system: str = sys.platform) -> str:
    """Return the machine and share of ``path``, or its device; ``""`` for a place on a local disk.

    On Windows only a path from a drive's root on is local: not ``C:name``, and no device such as ``NUL``.
    Elsewhere automounters contact the machines named below ``/net``.
    """
    text = os.fspath(path)
    if system != "win32":
        found = re.match(r"/+net/+[^/]+", text) if "/net/" in text else None
        return found[0] if found else ""
    pure = PureWindowsPath(text)
    is_on_drive = re.fullmatch("[A-Za-z]:", pure.drive) is not None and bool(pure.root)
    if is_on_drive and not any(_DEVICE.fullmatch(part) for part in pure.parts[1:]):
        return ""
    return (pure.drive or text).replace("/", "\\").casefold()


def may_touch(path: str | os.PathLike[str]) -> bool:
    """Return true for a path on a local disk, and on a share that a person named on this machine."""
    share = share_of(path)
    return not share or share in _named or share in _read_listed()


def trust_shares(paths: Iterable[str | os.PathLike[str]]) -> None:
    """Record the shares of ``paths``, named by a person."""
    new = {share_of(path) for path in paths} - {""} - _read_listed()
    if new:
        _named.update(new)
        with contextlib.suppress(OSError):
            write_private(_list(), "\n".join(sorted({*_read_listed(), *new})).encode())


def _list() -> Path:
    return find_state_path() / "shares.txt"


def _read_listed() -> frozenset[str]:
    with contextlib.suppress(OSError):
        return _read_list(_list(), _list().stat().st_mtime_ns)
    return frozenset()


@lru_cache(maxsize=1)
def _read_list(path: Path, modified: int) -> frozenset[str]:
    del modified  # of the key
    try:
        return frozenset(read_bytes(path, _MOST).decode(errors="replace").split("\n"))
    except UnsafeFile:
        return frozenset()


# An escaped blank, tab, line break or backslash in a name.
_OCTAL = re.compile(rb"\\([0-3][0-7]{2})")
_MAC = re.compile(rb".* on (/.*) \(([^,)]+)[^()]*\)")
_NETWORK = frozenset(
    {
        "9p", "afpfs", "afs", "ceph", "cifs", "fuse.sshfs", "ncpfs", "nfs", "nfs4", "smb3", "smbfs", "vboxsf",
        "virtiofs", "webdav",
    }
)  # fmt: skip
_REMOVABLE, _REMOTE = 2, 4  # results of GetDriveTypeW on Windows


def is_on_network(folder: Path) -> bool:
    """Return true if the system reports ``folder``, or the target of its link, on another machine's disk."""
    if str(folder).startswith("\\\\") or _drive_type(folder) == _REMOTE:
        return True
    try:
        mounts = read_mounts()
        # An unresponsive share is recognised by its name, before its target is resolved.
        return any(
            find_file_system(make_absolute(), mounts) in _NETWORK
            for make_absolute in (folder.absolute, folder.resolve)
        )
    except OSError:
        return False


def is_held_by_watching(folder: Path) -> bool:
    """Return true if watching ``folder`` would block the removal of its drive, as on Windows."""
    return _drive_type(folder) == _REMOVABLE


def find_file_system(folder: Path, mounts: bytes) -> str | None:
    """Return the file system type of ``folder``, from lines in the format of ``/proc/mounts`` (proc(5)).

    The last of several mounts at one place counts, such as a share over its automount.
    """
    found, kind = b"", None
    for line in mounts.splitlines():
        _, point, type_ = [*line.split(b" "), b"", b""][:3]
        at = _OCTAL.sub(lambda escape: bytes([int(escape[1], 8)]), point)
        if at and len(at) >= len(found) and folder.is_relative_to(os.fsdecode(at)):
            found, kind = at, type_.decode("ascii", "replace")
    return kind


def as_proc_mounts(mounts: bytes) -> bytes:
    """Convert macOS ``mount`` lines, ``//me@nas/law on /Volumes/law (smbfs, nodev)``, to ``/proc/mounts`` lines."""
    lines = filter(None, map(_MAC.fullmatch, mounts.splitlines()))
    return b"\n".join(b"- %s %s" % (line[1].replace(b" ", rb"\040"), line[2]) for line in lines)


def read_mounts() -> bytes:
    """Return the mounted file systems as lines of ``/proc/mounts``; raise ``OSError`` without an answer."""
    if sys.platform != "darwin":
        return Path("/proc/mounts").read_bytes()
    import subprocess

    try:
        mounts = subprocess.run(["/sbin/mount"], check=False, capture_output=True, timeout=5)
    except subprocess.SubprocessError as error:
        raise TimeoutError(str(error)) from error
    return as_proc_mounts(mounts.stdout)


def _drive_type(folder: Path) -> int | None:
    if sys.platform == "win32":
        import ctypes

        return int(ctypes.windll.kernel32.GetDriveTypeW(folder.absolute().anchor))
    return None
