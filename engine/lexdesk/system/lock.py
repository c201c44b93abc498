"""One writer for each library, and a message that says who it is."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from lexdesk.errors import LibraryLocked, NoLibrary, UnsafeFile
from lexdesk.system.atomic import write_atomically
from lexdesk.system.read_only import is_read_only, refusal
from lexdesk.system.regular_files import is_regular, read_json


class _Writer(TypedDict):
    """What a writer says of itself."""

    pid: int
    host: str
    purpose: str
    since: str


_MOST = 10_000  # bytes of the file that says who writes


@contextlib.contextmanager
def writer_lock(library: Path, purpose: str) -> Iterator[None]:
    """Hold the right to write to ``library``; the operating system frees it when the process ends.

    ``purpose`` is what others are told, such as ``add``. Raises ``LibraryLocked``, which names the
    holder's process, machine, purpose and start, ``LibraryReadOnly``, ``NoLibrary`` where the folder is gone, and
    ``UnsafeFile`` where the lock is no regular file.
    """
    import filelock

    if not library.is_dir():  # filelock would make it
        raise NoLibrary.any_more(library)
    if is_read_only(library):
        raise refusal(library)
    held, holder = library / "writer.lock", library / "writer.json"
    for path in (held, holder):
        is_regular(path)
    lock = filelock.FileLock(held, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise _locked(library, holder) from None
    try:
        since = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
        about = {
            "pid": os.getpid(),
            "host": socket.gethostname(),
            "purpose": purpose,
            "since": since,
        }
        write_atomically(holder, json.dumps(about).encode())
        yield
    finally:
        with contextlib.suppress(PermissionError):  # Windows, while another program reads it
            holder.unlink(missing_ok=True)
        lock.release()


def _locked(library: Path, holder: Path) -> LibraryLocked:
    try:
        about = read_json(holder, _MOST, _Writer)
        who = f"process {about['pid']} on {about['host']} ({about['purpose']}, since {about['since']})"
        host, since = about["host"], datetime.datetime.fromisoformat(about["since"]).astimezone()
    except (
        OSError,
        UnsafeFile,
        ValueError,
        OverflowError,
    ):  # between taking the lock and saying so
        return LibraryLocked(
            f"{library} is being written by another program; wait, or stop that program"
        )
    return LibraryLocked(
        f"{library} is being written by {who}; wait, or stop that program", host, since
    )
