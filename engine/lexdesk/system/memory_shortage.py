"""Errors of Python and the libraries for a lack of memory."""

from __future__ import annotations

import errno

from lexdesk.errors import LibraryCode, NotEnoughMemory

_SIGNS = (
    "bad_alloc",  # of C++, as in onnxruntime and tokenizers
    "bad allocation",
    "ailed to allocate memory",
    "annot allocate memory",
    "failed to map segment from shared object",
    "can't start new thread",
    "allocating memory failed",
)
"""What the libraries say, whatever the class of the error."""


def shortage(error: BaseException) -> NotEnoughMemory | None:
    """Return the error to raise if ``error``, or its cause, reports a lack of memory; else ``None``."""
    seen: BaseException | None = error
    while seen is not None:
        if _is_shortage(seen):
            return NotEnoughMemory(LibraryCode.MEMORY)
        seen = seen.__cause__ or seen.__context__
    return None


def _is_shortage(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    return any(sign in str(error) for sign in _SIGNS)
