"""Comparison of errors by their codes, which outlast their wording."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from lexdesk.errors import LexdeskError
from lexdesk.errors.message import Code


@contextlib.contextmanager
def raises_code(
    kind: type[LexdeskError], code: Code, match: str | None = None, /, **parameters: str
) -> Iterator[pytest.ExceptionInfo[LexdeskError]]:
    """Check that the block raises ``kind`` with ``code`` and, as text, ``parameters`` of its message."""
    with pytest.raises(kind, match=match) as error:
        yield error
    assert error.value.code is code
    found = error.value.parameters
    assert {name: str(found[name]) for name in parameters} == parameters
