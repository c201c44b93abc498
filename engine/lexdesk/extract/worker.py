"""The process that reads files for a ``ReaderPool``: ``python -m lexdesk.extract.worker``.

Messages both ways are frames: four bytes of length, big-endian, then UTF-8. In: a path as JSON.
Out: ``D`` and the document as JSON, or ``R`` and the reason for which it was refused.

The frames go over copies of the standard streams, which themselves are pointed at the null device:
a native library that prints something cannot garble them.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import struct
import sys
from pathlib import Path
from typing import BinaryIO

LENGTH = struct.Struct(">I")
MAX_MEMORY_BYTES = 2 * 1024**3
"""Four times what the largest office file takes that kreuzberg does not refuse (402 MB)."""


def main() -> None:
    """Serve until the parent closes the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = _take_streams()
    _die_with_parent()
    _limit_memory()
    while (frame := receive(requests)) is not None:
        send(replies, _answer(json.loads(frame)))


def _answer(path: str) -> bytes:
    from lexdesk.errors import FileRefused
    from lexdesk.extract import read

    try:
        return b"D" + read(Path(path)).to_json().encode()
    except FileRefused as refusal:
        return b"R" + str(refusal).encode(errors="replace")
    except MemoryError:
        return b"R" + _refused(path, "needs more memory than the reader may use")
    except Exception as error:  # whatever a file does, the run goes on
        return b"R" + _refused(path, f"made the reader fail ({type(error).__name__}: {error})")


def _refused(path: str, what: str) -> bytes:
    return f"{Path(path).name} {what}; it was left out.".encode(errors="replace")


def send(stream: BinaryIO, frame: bytes) -> None:
    """Write one frame."""
    stream.write(LENGTH.pack(len(frame)))
    stream.write(frame)
    stream.flush()


def receive(stream: BinaryIO) -> bytes | None:
    """Read one frame; ``None`` where the other side is gone, be it in the middle of one."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    frame = stream.read(length)
    return frame if len(frame) == length else None


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.close(null)
    return requests, replies


def _die_with_parent() -> None:
    """On Linux, be killed when the parent is; elsewhere the closed pipe ends an idle worker."""
    if sys.platform != "linux":
        return
    import ctypes

    parent = os.getppid()
    with contextlib.suppress(OSError, AttributeError):
        pr_set_pdeathsig = 1
        ctypes.CDLL(None, use_errno=True).prctl(pr_set_pdeathsig, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def _limit_memory() -> None:
    """Bound the data segment where the system can: reserved addresses alone do not count."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        soft = MAX_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(MAX_MEMORY_BYTES, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


if __name__ == "__main__":
    main()
