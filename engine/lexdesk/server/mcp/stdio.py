"""Standard input and output of the MCP server: one message a line, of bounded length; errors for all other lines."""

import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import BinaryIO

import anyio

from lexdesk.server.mcp.messages import LONGEST_LINE, MalformedMessage, read

_CHUNK = 65_536


class Output:
    """An output of whole lines, from any task or thread."""

    def __init__(self, stream: BinaryIO):
        self._stream, self._lock = stream, threading.Lock()

    async def write(self, text: str) -> None:
        """Write ``text``, with its line break."""
        await anyio.to_thread.run_sync(self._write, text.encode("utf-8", "backslashreplace"))

    async def flush(self) -> None:
        """Do nothing: each line is written at once."""

    def _write(self, data: bytes) -> None:
        with self._lock:
            self._stream.write(data)
            self._stream.flush()


class Input:
    """The valid messages among the input lines; the others are answered through ``output``."""

    def __init__(self, stream: BinaryIO, output: Output):
        self._stream, self._output = stream, output

    async def __aiter__(self) -> AsyncIterator[str]:
        """Read until the stream ends."""
        while line := await anyio.to_thread.run_sync(self._line):
            if not line.strip():
                continue
            try:
                yield read(line)
            except MalformedMessage as error:
                await self._output.write(f"{error.answer}\n")

    def _line(self) -> bytes:
        """Read a line; of one over the limit, just enough to detect it."""
        line = self._stream.readline(LONGEST_LINE + 1)
        part = line
        while part and not part.endswith(b"\n"):
            part = self._stream.readline(_CHUNK)
        return line


@contextlib.contextmanager
def open_stdio() -> Iterator[tuple[Input, Output]]:
    """Take standard input and output; redirect other prints to standard error."""
    with os.fdopen(os.dup(0), "rb") as source, os.fdopen(os.dup(1), "wb") as sink:
        sys.stdout.flush()
        with _reopen_stderr() as other:
            os.dup2(other.fileno(), 1)
        try:
            output = Output(sink)
            yield Input(source, output), output
        finally:
            os.dup2(sink.fileno(), 1)


def _reopen_stderr() -> BinaryIO:
    """Open standard error again, or the null device if it is closed."""
    try:
        return os.fdopen(os.dup(2), "wb")
    except OSError:
        return Path(os.devnull).open("wb")
