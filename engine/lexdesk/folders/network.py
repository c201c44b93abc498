"""Whether a folder lies on a network drive, of whose changes the system does not tell all."""

from __future__ import annotations

import os
import re
from pathlib import Path

_OCTAL = re.compile(rb"\\([0-3][0-7]{2})")  # a blank, tab, line break or backslash in a name
_NETWORK = frozenset(
    {"9p", "afs", "ceph", "cifs", "fuse.sshfs", "ncpfs", "nfs", "nfs4", "smb3", "smbfs", "vboxsf", "virtiofs"}
)  # fmt: skip


def is_on_network(folder: Path) -> bool:
    """Whether ``folder``, or what it is a link to, lies on another machine's disk, as far as the system tells."""
    if str(folder).startswith("\\\\"):
        return True
    try:
        mounts = Path("/proc/mounts").read_bytes()
        return file_system(folder.resolve(), mounts) in _NETWORK
    except OSError:
        return False


def file_system(folder: Path, mounts: bytes) -> str | None:
    """The kind of file system that ``folder`` lies on, by lines such as those of ``/proc/mounts`` (proc(5)).

    Of those mounted at one place the last is seen, such as that of a share over its automount.
    """
    found, kind = b"", None
    for line in mounts.splitlines():
        _, point, type_ = [*line.split(b" "), b"", b""][:3]
        at = _OCTAL.sub(lambda escape: bytes([int(escape[1], 8)]), point)
        if at and len(at) >= len(found) and folder.is_relative_to(os.fsdecode(at)):
            found, kind = at, type_.decode("ascii", "replace")
    return kind
