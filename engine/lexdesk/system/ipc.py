"""Messages between a program and its worker processes, over their standard streams.

A frame is four bytes of length, big-endian, and as many bytes. In the process, frames go over copies of
the streams, and the streams point at the null device: prints of a native library
cannot garble the frames.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from typing import BinaryIO

LENGTH = struct.Struct(">I")
MAX_FRAME_BYTES = 512 * 1024**2
"""Above what the largest text with all its provisions takes (200 MB and 60 MB); more is no honest reply."""


def send(stream: BinaryIO, frame: bytes) -> None:
    """Write one frame."""
    stream.write(LENGTH.pack(len(frame)))
    stream.write(frame)
    stream.flush()


def receive(stream: BinaryIO, admit: Callable[[int], bool] = lambda size: True) -> bytes | None:
    """Read one frame; ``None`` after the end of the other side, even in the middle of one.

    ``admit`` is called before the frame's bytes are taken off the stream, and may wait; if it
    returns false, there is none.
    """
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    if length > MAX_FRAME_BYTES or not admit(length):
        return None
    frame = stream.read(length)
    return frame if len(frame) == length else None


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return copies of the standard streams for frames; the streams themselves lead to nowhere from now on."""
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.close(null)
    return requests, replies
