"""The file system of a folder: on a network, removable, and its type."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

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
            file_system(make_absolute(), mounts) in _NETWORK
            for make_absolute in (folder.absolute, folder.resolve)
        )
    except (OSError, subprocess.SubprocessError):
        return False


def is_held_by_watching(folder: Path) -> bool:
    """Return true if watching ``folder`` would block the removal of its drive, as on Windows."""
    return _drive_type(folder) == _REMOVABLE


def file_system(folder: Path, mounts: bytes) -> str | None:
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
    """Return the mounted file systems as lines of ``/proc/mounts``."""
    if sys.platform == "darwin":
        mounts = subprocess.run(["/sbin/mount"], check=False, capture_output=True, timeout=5)
        return as_proc_mounts(mounts.stdout)
    return Path("/proc/mounts").read_bytes()


def _drive_type(folder: Path) -> int | None:
    if sys.platform == "win32":
        import ctypes

        return int(ctypes.windll.kernel32.GetDriveTypeW(folder.absolute().anchor))
    return None
