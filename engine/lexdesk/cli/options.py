"""Options that several commands share."""

from __future__ import annotations

import contextlib
import datetime
import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.printing import echo
from lexdesk.system.paths import quote_for_shell

if TYPE_CHECKING:
    from lexdesk.errors import Message


_Command = TypeVar("_Command", bound=Callable[..., Any])


class GivenPath(click.Path):
    """A ``click.Path`` that rejects the empty path.

    A script passes an empty path for an unset variable; it would mean the current folder.
    """

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: D102
        if not os.fspath(value):
            self.fail("the path is empty; name a file or folder", param, ctx)
        return super().convert(value, param, ctx)


library_option = click.option(
    "-L",
    "--library",
    metavar="LIB",
    type=GivenPath(file_okay=False),
    help="Folder of the library, or URI of a published one. Default: LEXDESK_LIBRARY, then the user data folder.",
)
language_option = click.option(
    "--language",
    metavar="CODE",
    help="ISO 639-1 code, such as en; defaults to the most frequent language.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def top_option(default: int, of: str, most: int = 100) -> Callable[[_Command], _Command]:
    """Return the option ``--top``: the number ``of`` which results, at most ``most``."""
    return click.option(
        "--top", type=click.IntRange(1, most), default=default, show_default=True, help=of
    )


def no_vectors_option(later: str) -> Callable[[_Command], _Command]:
    """Return the option ``--no-vectors``; ``later`` names the command that builds the semantic index."""
    about = f"Build the keyword index only; run {later} to build the semantic index."
    return click.option("--no-vectors", is_flag=True, help=about)


class Duration(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4, not before
    """A time span such as 90s, 10m or 2h, as seconds."""

    name = "TIME"
    _SECONDS: ClassVar[dict[str, int]] = {"s": 1, "m": 60, "h": 3_600}

    def convert(self, value: Any, param: Any, ctx: Any) -> float:  # noqa: D102
        number, unit = str(value)[:-1], str(value)[-1:]
        if unit not in self._SECONDS or not (
            number.isascii() and number.isdigit() and len(number) < 6
        ):
            self.fail(f"{value!r} is not a time span; write it such as 90s, 10m or 2h", param, ctx)
        return float(int(number) * self._SECONDS[unit])


class _Day(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4, not before
    """A day in ISO form."""

    name = "date"

    def convert(self, value: Any, param: Any, ctx: Any) -> datetime.date:
        from lexdesk.errors import ImpossibleDate
        from lexdesk.query.dates import read_day

        try:
            return read_day(value)
        except ImpossibleDate as error:
            self.fail(str(error), param, ctx)


DAY = _Day()


class _DayOrNumber(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4, not before
    """A day in ISO form, or the number of a version."""

    name = "when"

    def convert(self, value: Any, param: Any, ctx: Any) -> datetime.date | int:
        if isinstance(value, str) and value.isdecimal() and len(value) < 5:
            return int(value)
        return DAY.convert(value, param, ctx)


WHEN = _DayOrNumber()
as_of_option = click.option(
    "--as-of", type=DAY, metavar="DATE", help="Show the law as of this date, such as 2018-05-24."
)


def not_empty(context: click.Context, param: click.Parameter, value: str) -> str:
    """Return the name of a work; raise ``click.UsageError`` for an empty one."""
    if not value.strip():
        name = param.metavar or "WORK"
        raise click.UsageError(f"{name} is empty; name a work, such as GDPR", context)
    return value


def place_arguments(command: Callable[..., int]) -> Callable[..., int]:
    """Add the arguments WORK and the optional EID, each an identifier or a name."""
    return click.argument("work", callback=not_empty)(
        click.argument("eid", required=False)(command)
    )


MODES = ("keyword", "semantic", "hybrid")
"""As in ``lexdesk.search.options``, which is slow to import."""


def library_argument(library: str | None) -> str:
    """Return ``-L LIB`` and a space for a suggested command, or ``""`` for the default library."""
    return f"-L {quote_for_shell(library)} " if library else ""


@contextlib.contextmanager
def report_nothing_found() -> Iterator[None]:
    """Print ``NotFound`` and end the command with exit code 1."""
    from lexdesk.errors import NotFound

    try:
        yield
    except NotFound as error:
        echo(f"lexdesk: {error}", err=True)
        raise click.exceptions.Exit(NOTHING_FOUND) from error


def to_plain(value: Any) -> Any:
    """Return a dataclass as a dictionary, and any other value unchanged."""
    import dataclasses

    is_record = dataclasses.is_dataclass(value) and not isinstance(value, type)
    return dataclasses.asdict(value) if is_record else value


def to_codes(failures: Mapping[str, Message]) -> dict[str, dict[str, str]]:
    """Return the code and the message of each failure by path."""
    return {path: to_coded(failure) for path, failure in failures.items()}


def to_coded(message: Message) -> dict[str, str]:
    """Return the code and the text of a message."""
    return {"code": message.code.id, "message": message}


def print_result(value: Any, as_json: bool, *lines: str) -> int:
    """Print ``value`` as one JSON object, or else ``lines``; return the exit code of a finished command."""
    if as_json:
        print_json(value)
    for line in () if as_json else lines:
        echo(line)
    return DONE


def print_json(value: Any) -> None:
    """Print plain data, or a dataclass, as one JSON object."""
    import json

    echo(json.dumps(to_plain(value), ensure_ascii=False))
