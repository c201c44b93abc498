"""Messages without the folders of the server, which are no business of its readers."""

from __future__ import annotations

import re

from lexdesk.errors import Message
from lexdesk.errors.message import Value
from lexdesk.text.lazy_pattern import lazy_pattern

_FOLDERS = lazy_pattern(
    r"(?:[a-z][a-z0-9+.-]*://|(?<![^\s('\"«„=])(?:[A-Za-z]:)?[\\/])[^\s'\"]*[\\/](?=[^\s'\"\\/])"
)
"""A path or URI up to its last name, behind a space, a bracket or a quotation mark."""


def without_folders(message: Message) -> Message:
    """Return ``message`` with the last name of each path in it alone, inner messages too."""
    return Message(
        message.code,
        **{name: _without_folders(value) for name, value in message.parameters.items()},
    )


def _without_folders(value: Value) -> Value:
    if isinstance(value, Message):
        return without_folders(value)
    if not isinstance(value, str):
        return value
    if _is_path(value):
        return re.split(r"[\\/]+", value.rstrip("\\/"))[-1]
    return _FOLDERS.sub("", value)


def _is_path(value: str) -> bool:
    return bool(re.match(r"(?:[A-Za-z]:)?[\\/]|[a-z][a-z0-9+.-]*://", value))
