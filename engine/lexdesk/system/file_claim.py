"""One holder of a file at a time: by locks of the system, or by a claim on a disk without locks.

NFS without its lock service, and some file systems in user space, have no ``flock``. There a holder creates a
file exclusively (``O_EXCL``), and removes it at the end. A claim of a dead process of this machine is
taken over; a person must judge whether one on another machine is dead.
"""

import contextlib
import errno
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from lexdesk.system.json_values import parse
from lexdesk.system.regular_files import read_bytes

_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
_BUSY = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK}
_MOST = 10_000
"""Bytes of a claim."""
_SETTLED = 60
"""Seconds after which a claim without a content, or half of a takeover, is of a process that was killed."""


class BusyError(Exception):
    """Another program has locked the file."""


class _Holder(TypedDict):
    """The unambiguous identity of a process: ``boot``, ``space`` and ``started`` are ``""`` if unknown."""

    host: str
    pid: int
    boot: str
    space: str
    started: str


@contextlib.contextmanager
def hold_exclusively(lock: Path, claim: Path) -> Iterator[bool]:
    """Hold the file ``lock``, or on a disk without locks the file ``claim``; yield true for the claim.

    Raises ``BusyError``, and ``OSError``.
    """
    with contextlib.ExitStack() as held:
        has_locks = True
        try:
            held.enter_context(_lock_file(lock))
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
            has_locks = False
        if not has_locks:
            held.enter_context(_claim_file(claim))
        elif _is_held(claim):  # by a machine that mounts the same disk without locks
            raise BusyError
        yield not has_locks


@contextlib.contextmanager
def _lock_file(path: Path) -> Iterator[None]:
    if sys.platform == "win32":
        import filelock

        lock = filelock.FileLock(path, timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout:
            raise BusyError from None
        try:
            yield
        finally:
            lock.release()
        return
    import fcntl

    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _BUSY:
                raise BusyError from None
            raise
        yield
    finally:
        os.close(file)  # releases the lock


@contextlib.contextmanager
def _claim_file(path: Path) -> Iterator[None]:
    own = json.dumps(_this_process()).encode()
    if not _create(path, own):
        _take_over(path, own)
    try:
        yield
    finally:
        if _content(path) == own:
            path.unlink(missing_ok=True)


def _create(path: Path, content: bytes) -> bool:
    """Create a file exclusively; return false if it exists."""
    try:
        file = os.open(
            path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o644
        )
    except FileExistsError:
        return False
    with os.fdopen(file, "wb") as claim:
        claim.write(content)
        claim.flush()
        os.fsync(claim.fileno())
    return True


def _take_over(path: Path, own: bytes) -> None:
    """Replace the claim of a dead process by ours; of several takers, one succeeds. Raises ``BusyError``."""
    stale = _content(path)
    if stale is None:  # released meanwhile: a later claim is of a live process
        if not _create(path, own):
            raise BusyError
        return
    if _may_be_alive(stale, path):
        raise BusyError
    guard = path.with_name(f"{path.name}.{hashlib.sha256(stale).hexdigest()[:16]}")
    if _age(guard) > _SETTLED:
        guard.unlink(missing_ok=True)
    if not _create(guard, own):
        raise BusyError
    try:
        # Nobody else has taken it over meanwhile.
        if _content(path) == stale and not _may_be_alive(stale, path):
            path.unlink(missing_ok=True)
        if not _create(path, own):
            raise BusyError
    finally:
        guard.unlink(missing_ok=True)


def _content(path: Path) -> bytes | None:
    """Return the content of a claim, ``None`` without one. Raises ``UnsafeFile``."""
    try:
        return read_bytes(path, _MOST)
    except FileNotFoundError:
        return None


def _age(path: Path) -> float:
    """Return the seconds since the change of a file; 0 for a missing one."""
    try:
        return time.time() - path.lstat().st_mtime
    except FileNotFoundError:
        return 0


def _is_held(path: Path) -> bool:
    """Return whether a claim exists and its process may be alive."""
    content = _content(path)
    return content is not None and _may_be_alive(content, path)


def _may_be_alive(content: bytes, path: Path) -> bool:
    """Return whether the process that wrote ``content`` to the claim ``path`` may be alive."""
    try:
        holder: _Holder = parse(content, _Holder)
    except ValueError:  # it is being written, or its writer was killed
        return _age(path) <= _SETTLED
    here = _this_process()
    if (holder["host"], holder["space"]) != (here["host"], here["space"]):
        return holder["host"] != here["host"] or holder["boot"] == here["boot"]
    started = _process_start(holder["pid"])
    if holder["boot"] != here["boot"] or started is None:
        return False
    return "" in (started, holder["started"]) or started == holder["started"]


def _this_process() -> _Holder:
    import socket  # claims are rare, and searches make none

    return _Holder(
        host=socket.gethostname(),
        pid=os.getpid(),
        boot=read_boot_id(),
        space=_space(),
        started=_process_start(os.getpid()) or "",
    )


def read_boot_id() -> str:
    """Return the name of the current start of the machine; ``""`` if the system has none."""
    return _read_text(Path("/proc/sys/kernel/random/boot_id"))


def _space() -> str:
    """Return the scope of process numbers: the container, or the like."""
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""


def _process_start(pid: int) -> str | None:
    """Return the start of a process here, ``""`` if the system hides it; ``None`` without such a process."""
    if stated := _read_text(Path(f"/proc/{pid}/stat")):
        # The fields after the name in brackets, which may contain blanks.
        return stated.rpartition(")")[2].split()[19]
    if sys.platform == "win32":  # where the signal 0 is that of Ctrl-C
        return ""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return ""
    except (OSError, OverflowError):
        return None
    return ""


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
