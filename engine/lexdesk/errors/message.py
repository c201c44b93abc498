"""Messages as data: a code with named parameters, of which English is one rendering.

A ``Message`` is the English sentence (a ``str``) and keeps what it was made of, so that a library stores, a process
sends and the window translates the code and the parameters, and nobody reads them back from the sentence.
"""

from __future__ import annotations

import datetime
import errno
import string
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache, cached_property
from typing import Annotated, Any, Literal

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip

_MAX_REASON = 200  # characters of what another program says
_MAX_DEPTH = 4  # messages inside messages
_MAX_CHARACTERS = 4_000  # of a parameter that was stored
_MAX_SHOWN = 1_000  # characters of a parameter; a name in a crafted file may have a million


class Code(Enum):
    """Base of the enumerations of codes; the value of a member is its English template.

    A new message is one member here and one translation in ``lexdesk_de.ts``.
    """

    @cached_property
    def id(self) -> str:
        """Return the stable name of the code, such as ``file.empty``."""
        area = type(self).__name__.removesuffix("Code").lower()
        return f"{area}.{self.name.lower()}"

    @property
    def template(self) -> str:
        """Return the English sentence with its parameters in braces."""
        return str(self.value)

    @cached_property
    def fields(self) -> frozenset[str]:
        """Return the names of the parameters."""
        parsed = string.Formatter().parse(self.template)
        return frozenset(name for _, name, _, _ in parsed if name)


class Message(str):
    """A message in English with its code and parameters."""

    code: Code
    parameters: Mapping[str, Value]

    def __new__(cls, code: Code, /, **parameters: object) -> Message:
        """Render the template of ``code``; paths and system errors are converted to text.

        Raises ``KeyError`` if a parameter of the template is missing.
        """
        values = {name: as_value(value) for name, value in parameters.items()}
        shown = {name: _render_parameter(value) for name, value in values.items()}
        message = super().__new__(cls, code.template.format_map(shown))
        message.code, message.parameters = code, values
        return message

    def __reduce__(self) -> tuple[object, ...]:
        """Return the parts from which a copy or another process rebuilds the message."""
        return _message, (self.code, self.parameters)

    def codes(self) -> Iterator[Code]:
        """Return the code and those of the messages inside."""
        yield self.code
        for value in self.parameters.values():
            if isinstance(value, Message):
                yield from value.codes()

    def to_json(self) -> dict[str, Any]:
        """Return the code and the parameters as values of JSON."""
        stored = {name: _to_json(value) for name, value in self.parameters.items()}
        return {"code": self.code.id, "parameters": stored}


class _AsString:
    """The schema of a message for pydantic, in answers of the HTTP service: a string."""

    @staticmethod
    def __get_pydantic_core_schema__(_source: object, handler: Callable[[object], Any]) -> Any:
        return handler(str)


OptionalMessage = Annotated[Message | Literal[""], _AsString()]
"""A message, or ``""`` for none, in results that are printed as JSON."""

Value = str | int | float | datetime.date | Message
"""The types of a message's parameters."""


def _message(code: Code, parameters: Mapping[str, Value]) -> Message:
    return Message(code, **parameters)


def as_value(value: object) -> Value:
    """Return ``value`` as a parameter of a message: an error by its message, other objects by their text."""
    if isinstance(value, Message | int | float | datetime.date):
        return value
    if isinstance(value, BaseException):
        return find_reason(value)
    text = "" if value is None else _printable(str(value))
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"


def _printable(text: str) -> str:
    """Return ``text``, in which bytes of a name that are no UTF-8 are written as ``\\xe9``."""
    if any("\udc80" <= sign <= "\udcff" for sign in text):
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return text


def find_reason(error: BaseException) -> Value:
    """Return the message of ``error``, the reason of the system, or its text on one line."""
    message = getattr(error, "message", None)
    if isinstance(message, Message):
        return message
    if isinstance(error, OSError) and error.errno:
        known = _BY_NUMBER.get(error.errno)
        return Message(known) if known else error.strerror or str(error)
    return " ".join(str(error).split())[:_MAX_REASON] or type(error).__name__


def _render_parameter(value: Value) -> Value:
    if isinstance(value, datetime.date):
        return format_english_date(value)
    return value


def format_english_date(day: datetime.date) -> str:
    """Return ``25 May 2018``, independent of the locale."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def _to_json(value: Value) -> Any:
    if isinstance(value, Message):
        return value.to_json()
    if isinstance(value, datetime.date):
        return {"date": value.isoformat()}
    return value


def message_from_json(stored: object, depth: int = 0) -> Message | None:
    """Return the message stored by ``to_json``; ``None`` for an unknown one, since a library may be hostile."""
    match stored:
        case {"code": str(name), "parameters": dict(values)} if depth < _MAX_DEPTH:
            code = find_code(name)
            read = {str(key): _from_json(value, depth) for key, value in values.items()}
        case _:
            return None
    parameters = {key: value for key, value in read.items() if value is not None}
    if code is None or parameters.keys() != read.keys() or parameters.keys() != code.fields:
        return None
    try:
        return Message(code, **parameters)
    except (ValueError, TypeError):  # a format that its value does not take
        return None


def _from_json(value: object, depth: int) -> Value | None:
    match value:
        case str():
            return value[:_MAX_CHARACTERS]
        case int() | float():
            return value
        case {"date": str(day)}:
            try:
                return datetime.date.fromisoformat(day)
            except ValueError:
                return None
    return message_from_json(value, depth + 1)


def list_codes(package: str = "lexdesk") -> Iterator[Code]:
    """Yield every code of the loaded enumerations of a package."""
    for enumeration in Code.__subclasses__():
        if enumeration.__module__.partition(".")[0] == package:
            yield from enumeration


def find_code(name: str) -> Code | None:
    """Return the code with the ``id`` ``name``."""
    return _codes().get(name)


@cache
def _codes() -> Mapping[str, Code]:
    return {code.id: code for code in list_codes()}


class SystemCode(Code):
    """Reasons of the operating system, by the numbers of its errors."""

    MISSING = "No such file or directory"
    DISK_FULL = "No space left on device"
    PERMISSION = "Permission denied"
    NOT_PERMITTED = "Operation not permitted"
    READ_ONLY = "Read-only file system"
    IO_ERROR = "Input/output error"
    STALE = "Stale file handle"
    NOT_CONNECTED = "Transport endpoint is not connected"


_BY_NUMBER = {
    errno.ENOENT: SystemCode.MISSING,
    errno.ENOSPC: SystemCode.DISK_FULL,
    errno.EACCES: SystemCode.PERMISSION,
    errno.EPERM: SystemCode.NOT_PERMITTED,
    errno.EROFS: SystemCode.READ_ONLY,
    errno.EIO: SystemCode.IO_ERROR,
    errno.ESTALE: SystemCode.STALE,
    errno.ENOTCONN: SystemCode.NOT_CONNECTED,
}
