"""Comparison of errors and notices by their codes."""

import contextlib
from collections.abc import Iterator
from typing import TypeVar

import pytest

from lexdesk.errors import LexdeskError
from lexdesk.errors.message import Code, Message, OptionalMessage

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


def code_of(message: OptionalMessage) -> Code | None:
    """Return the code of a message of the engine; ``None`` without one."""
    return message.code if message else None


class _Sentence(Code):
    TEXT = "{text}"


def sentence(text: str) -> OptionalMessage:
    """Return a message of the engine with any text."""
    return Message(_Sentence.TEXT, text=text) if text else ""
