"""Comparison of errors by their codes, which outlast their wording."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TypeVar

import pytest

from lexdesk.errors import LexdeskError
from lexdesk.errors.message import Code

Kind = TypeVar("Kind", bound=LexdeskError)


@contextlib.contextmanager
def raises_code(
    kind: type[Kind], code: Code, match: str | None = None, /, **parameters: str
) -> Iterator[pytest.ExceptionInfo[Kind]]:
    """Check that the block raises ``kind`` with ``code`` and, as text, ``parameters`` of its message."""
    with pytest.raises(kind, match=match) as error:
        yield error
    assert error.value.code is code
    found = error.value.parameters
    assert {name: str(found[name]) for name in parameters} == parameters
