"""Restriction of an extraction worker by Linux: no socket, no file changed, no program started.

Landlock (Linux 5.13) restricts files, programs and signals; a filter of system calls (seccomp) forbids sockets and
changes of owners, times and permissions. Both last until the process ends and hold for its threads and children.
Reading stays allowed.
"""

import contextlib
import ctypes
import errno
import os
import platform
import signal
import struct
import sys
import tempfile
from typing import IO, Any

_NO_NEW_PRIVILEGES, _GET_SECCOMP, _SET_SECCOMP, _FILTER = 38, 21, 22, 2  # prctl(2)
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on all processors
_WRITE_FILE = 1 << 1
_CHANGES = {1: 0b1_1111_1111_0011, 2: 1 << 13, 3: 1 << 14}
"""Access rights since each version of Landlock: executing, writing, making and removing; linking; truncating."""
_SCOPES = 0b11  # abstract sockets and signals to other processes, since version 6
_SINCE = {
    1: "Landlock",
    3: "Landlock 3 of Linux 6.2 (files can be emptied)",
    6: "Landlock 6 of Linux 6.12 (other programs can be stopped)",
}
_IO_URING, _FCHMODAT2, _OTHER_CALLS = 425, 452, 0x40000000  # the last: calls of a second table
_MACHINES = {
    "x86_64": (0xC000003E, (41, *range(90, 95), 132, *range(188, 191), *range(197, 200), 235, 260, 261, 268, 280)),
    "aarch64": (0xC00000B7, (198, *range(5, 8), *range(14, 17), *range(52, 56), 88)),
}  # fmt: skip
"""The number of each processor, and of its calls ``socket``, ``chmod``, ``chown``, ``utime``, ``setxattr`` and relatives."""
MAX_MEMORY_BYTES = 2 * 1024**3
"""Twice the peak of the largest accepted Word file, and of OCR (1 GB each)."""

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # of the filter's instructions
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000


def confine() -> None:
    """Bind this process to its parent's life, limit its memory, and ``restrict`` it."""
    _die_with_parent()
    _limit_memory()
    restrict()


def restrict() -> None:
    """Drop all rights that no parser needs, as far as the system allows; call it before any thread starts."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):
        _prctl(_NO_NEW_PRIVILEGES, 1)
        tempfile.TemporaryFile = _memory_file  # type: ignore[assignment,unused-ignore]  # parsers may want one
        _restrict_files()
    with contextlib.suppress(OSError, AttributeError):
        _forbid_calls()


def find_missing() -> list[str]:
    """Return the missing parts of Landlock and seccomp, with the rights that an older Landlock cannot drop."""
    if sys.platform != "linux":
        return ["Landlock", "seccomp"]
    version = find_landlock_version()
    lacking = [name for since, name in _SINCE.items() if version < since][:1]
    has_filter = platform.machine() in _MACHINES and _libc().prctl(_GET_SECCOMP) >= 0
    return lacking + ["seccomp"] * (not has_filter)


def find_landlock_version() -> int:
    """Return the version of Landlock in this system, below 1 if it has none."""
    return int(_libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1))


def _die_with_parent() -> None:
    """Have Linux kill the worker with its parent; elsewhere the closed pipe ends an idle worker."""
    if sys.platform != "linux":
        return
    parent = os.getppid()
    with contextlib.suppress(OSError, AttributeError):
        pr_set_pdeathsig = 1
        ctypes.CDLL(None, use_errno=True).prctl(pr_set_pdeathsig, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def _limit_memory() -> None:
    """Limit the data segment on systems with support; reserved addresses alone do not count."""
    if sys.platform == "win32":  # without resource limits
        return
    import resource

    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        soft = MAX_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(MAX_MEMORY_BYTES, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _memory_file(mode: str = "w+b", **_: Any) -> IO[Any]:
    file = os.memfd_create("temporary")  # type: ignore[attr-defined,unused-ignore]
    return os.fdopen(file, mode)


def _restrict_files() -> None:
    version = find_landlock_version()
    if version < 1:
        return
    changes = sum(right for since, right in _CHANGES.items() if since <= version)
    rights = struct.pack("=QQQ", changes, 0, _SCOPES)[
        : 8 if version < 4 else 16 if version < 6 else 24
    ]
    rules = _call(_CREATE_RULESET, rights, len(rights), 0)
    null = os.open(os.devnull, os.O_PATH | os.O_CLOEXEC)  # type: ignore[attr-defined,unused-ignore]
    try:
        _call(_ADD_RULE, rules, 1, struct.pack("=Qi", _WRITE_FILE, null), 0)
        _call(_RESTRICT_SELF, rules, 0)
    finally:
        os.close(null)
        os.close(rules)


def _forbid_calls() -> None:
    if platform.machine() not in _MACHINES:
        return
    processor, calls = _MACHINES[platform.machine()]
    tests = [(_EQUAL, True, number) for number in (*calls, _IO_URING, _FCHMODAT2)]
    program = [(_LOAD, False, 4), (_EQUAL, False, processor)]
    program += [
        (_LOAD, False, 0),
        (_AT_LEAST, True, _OTHER_CALLS),
        *tests,
        (_RETURN, False, _ALLOW),
    ]
    code = b""
    for at, (operation, is_denied, value) in enumerate(program):
        to_denial = len(program) - at - 1
        other = to_denial if operation == _EQUAL and not is_denied else 0
        code += struct.pack("=HBBI", operation, to_denial * is_denied, other, value)
    code += struct.pack("=HBBI", _RETURN, 0, 0, _ERROR | errno.EACCES)
    kept = ctypes.create_string_buffer(code)
    _prctl(_SET_SECCOMP, _FILTER, struct.pack("@HP", len(program) + 1, ctypes.addressof(kept)))


def _call(number: int, *arguments: int | bytes) -> int:
    given = [ctypes.c_long(item) if isinstance(item, int) else item for item in arguments]
    result = int(_libc().syscall(ctypes.c_long(number), *given))
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock is not available")
    return result


def _prctl(option: int, *arguments: int | bytes) -> None:
    given = [ctypes.c_ulong(item) if isinstance(item, int) else item for item in arguments]
    unused = [ctypes.c_ulong(0)] * (4 - len(given))
    if _libc().prctl(option, *given, *unused):
        raise OSError(ctypes.get_errno(), "seccomp is not available")


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
