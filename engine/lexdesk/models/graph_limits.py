"""Limits on the memory and time of graphs: one that a user trusts may still be crafted, or exported with a mistake."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from lexdesk.system.cores import count_cores

if TYPE_CHECKING:
    import onnxruntime

MOST_SECONDS = 120.0
"""Of one call; the longest text takes under a second."""

NOT_WHILE_LOADING = ["ConstantFolding"]
"""Optimizers that run parts of a graph while loading, without limits. Exported graphs gain nothing by them: vectors and
times are the same without."""

_MEMORY, _MEMORY_OF_A_CALL = 1 << 30, 256 << 20
"""Bytes; a call of the largest model with 512 tokens takes 30 MB."""

_SIGN_OF_TIME, _SIGN_OF_MEMORY = "terminate flag", "Available memory of"
"""Texts of onnxruntime's errors at the limits."""

_LOOK_EVERY = 1.0  # seconds


def find_exceeded_limit(error: Exception) -> str:
    """Return the limit that ended a call with ``error``, such as ``120 s``; ``""`` for another error."""
    if _SIGN_OF_TIME in str(error):
        return f"{MOST_SECONDS:.0f} s"
    return f"{_memory() >> 20:,} MB" if _SIGN_OF_MEMORY in str(error) else ""


def _memory() -> int:
    return _MEMORY + count_cores() * _MEMORY_OF_A_CALL


def share_memory(options: onnxruntime.SessionOptions) -> None:
    """Let the session of ``options`` work in the memory that all graphs on the processor share, up to a limit.

    Weights do not count. A graph beyond the limit fails with an error of onnxruntime.
    """
    _register_shared_memory()
    options.add_session_config_entry("session.use_env_allocators", "1")


@cache
def _register_shared_memory() -> None:
    """Register the memory, once in a process."""
    import onnxruntime

    place = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    limit = onnxruntime.OrtArenaCfg({"max_mem": _memory()})
    onnxruntime.create_and_register_allocator(place, limit)


@contextlib.contextmanager
def limited_time() -> Iterator[onnxruntime.RunOptions]:
    """Yield the options of a call that ends with an error of onnxruntime after ``MOST_SECONDS``, between two nodes."""
    import onnxruntime

    options = onnxruntime.RunOptions()
    _watch.begin(options)
    try:
        yield options
    finally:
        _watch.end(options)


class _Watch:
    """A thread that ends late calls, while there are calls."""

    def __init__(self) -> None:
        self._ends: dict[onnxruntime.RunOptions, float] = {}
        self._guard = threading.Lock()
        self._is_watching = False

    def begin(self, options: onnxruntime.RunOptions) -> None:
        with self._guard:
            self._ends[options] = time.monotonic() + MOST_SECONDS
            if not self._is_watching:
                self._is_watching = True
                threading.Thread(target=self._watch, name="lexdesk-graphs", daemon=True).start()

    def end(self, options: onnxruntime.RunOptions) -> None:
        with self._guard:
            del self._ends[options]

    def _watch(self) -> None:
        while True:
            time.sleep(_LOOK_EVERY)
            with self._guard:
                now = time.monotonic()
                for options, ends in self._ends.items():
                    if now > ends:
                        options.terminate = True
                if not self._ends:
                    self._is_watching = False
                    return


_watch = _Watch()
