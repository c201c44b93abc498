"""The lock of a library's one writer, and a message naming the writer."""

import contextlib
import datetime
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from lexdesk.errors import (
    LibraryCode,
    LibraryLocked,
    Message,
    NoLibrary,
    NoteCode,
    PhraseCode,
    UnsafeFile,
)
from lexdesk.system.atomic import write_atomically
from lexdesk.system.file_claim import BusyError, hold_exclusively
from lexdesk.system.library_files import LOCK
from lexdesk.system.read_only import is_read_only, read_only_error
from lexdesk.system.regular_files import is_regular, read_json


class _Writer(TypedDict):
    """A writer's description of itself."""

    pid: int
    host: str
    purpose: str
    since: str


_MOST = 10_000  # bytes of the file with the name of the writer


@contextlib.contextmanager
def writer_lock(library: Path, purpose: str) -> Iterator[str]:
    """Hold the right to write to ``library``; the operating system frees it at the end of the process.

    Yields a message on a disk without locks, and on their substitute; ``""`` elsewhere.
    ``purpose`` is reported to others, such as ``add``. Raises ``LibraryLocked``, with the
    holder's process, machine, purpose and start, ``LibraryReadOnly``, ``NoLibrary`` for a missing folder, and
    ``UnsafeFile`` for a lock other than a regular file.
    """
    if not library.is_dir():
        raise NoLibrary.any_more(library)
    if is_read_only(library):
        raise read_only_error(library)
    held, holder = library / f"{LOCK}lock", library / f"{LOCK}json"
    claim = library / f"{LOCK}claim"
    for path in (held, holder, claim):
        is_regular(path)
    with contextlib.ExitStack() as lock:
        try:
            is_claimed = lock.enter_context(hold_exclusively(held, claim))
        except BusyError:
            raise _locked_error(library, holder, claim) from None
        lock.callback(_remove, holder)
        write_atomically(holder, json.dumps(_this_writer(purpose)).encode())
        yield _claim_note(library, claim) if is_claimed else ""


def _this_writer(purpose: str) -> _Writer:
    import socket  # loaded by writers alone

    since = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    return _Writer(pid=os.getpid(), host=socket.gethostname(), purpose=purpose, since=since)


def _remove(holder: Path) -> None:
    with contextlib.suppress(PermissionError):  # Windows, while another program reads it
        holder.unlink(missing_ok=True)


def _claim_note(library: Path, claim: Path) -> Message:
    return Message(NoteCode.NO_FILE_LOCKS, library=library, claim=claim.name)


def _locked_error(library: Path, holder: Path, claim: Path) -> LibraryLocked:
    who, host, since = _read_holder(holder)
    if claim.exists():
        who = who or Message(PhraseCode.ANOTHER_PROGRAM)
        return LibraryLocked(
            LibraryCode.CLAIMED, host, since, library=library, holder=who, claim=claim
        )
    if not who:
        return LibraryLocked(LibraryCode.LOCKED, library=library)
    return LibraryLocked(LibraryCode.LOCKED_BY, host, since, library=library, holder=who)


def _read_holder(holder: Path) -> tuple[Message | None, str, datetime.datetime | None]:
    """Return the writer, in words, its machine, and the start of its writing; ``None`` before it is recorded."""
    try:
        about: _Writer = read_json(holder, _MOST, _Writer)
        since = datetime.datetime.fromisoformat(about["since"]).astimezone()
    except (OSError, UnsafeFile, ValueError, OverflowError):
        return None, "", None
    who = Message(PhraseCode.HELD_BY, **about)
    return who, about["host"], since
