"""Options that several commands share."""

from __future__ import annotations

import contextlib
import datetime
import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from lexdesk.cli import NOTHING_FOUND
from lexdesk.cli.printing import echo

if TYPE_CHECKING:
    from lexdesk.errors import Message


class GivenPath(click.Path):
    """A path as ``click.Path`` takes it, save the empty one.

    A script gives that where a variable is not set, and it would be the current folder, with all that lies in it.
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
    help="Folder of the library, or URI of a published one; else LEXDESK_LIBRARY, else the platform's data folder.",
)
language_option = click.option(
    "--language", metavar="CODE", help="ISO 639-1, such as en; by default that of most documents."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


class _Day(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4, not before
    """A day in ISO form."""

    name = "date"

    def convert(self, value: Any, param: Any, ctx: Any) -> datetime.date:
        from lexdesk.errors import ImpossibleDate
        from lexdesk.query.dates import day_of

        try:
            return day_of(value)
        except ImpossibleDate as error:
            self.fail(str(error), param, ctx)


DAY = _Day()
as_of_option = click.option(
    "--as-of", type=DAY, metavar="DATE", help="As the law stood on this day, such as 2018-05-24."
)


def not_empty(context: click.Context, param: click.Parameter, value: str) -> str:
    """The name of a work as it is; one that is empty would only be told to be none of the library."""
    if not value.strip():
        what = param.metavar or "WORK"
        raise click.UsageError(f"{what} is empty; name a work, such as GDPR", context)
    return value


def place_arguments(command: Callable[..., int]) -> Callable[..., int]:
    """WORK, and its provision EID or none, each given as an identifier or as people name it."""
    return click.argument("work", callback=not_empty)(
        click.argument("eid", required=False)(command)
    )


MODES = ("keyword", "semantic", "hybrid")
"""As in ``lexdesk.search.retrieval.hybrid``, which is slow to import."""


def as_given(library: str | None) -> str:
    """``-L LIB`` and a space, for a command that is told, where this one was given it; else ``""``."""
    return f"-L {shlex.quote(library)} " if library else ""


@contextlib.contextmanager
def nothing_found() -> Iterator[None]:
    """End the command with exit code 1, and say what is not there, where ``NotFound`` is raised inside."""
    from lexdesk.errors import NotFound

    try:
        yield
    except NotFound as error:
        echo(f"lexdesk: {error}", err=True)
        raise click.exceptions.Exit(NOTHING_FOUND) from error


def as_plain(value: Any) -> Any:
    """A dataclass as plain data; anything else as it is."""
    import dataclasses

    is_record = dataclasses.is_dataclass(value) and not isinstance(value, type)
    return dataclasses.asdict(value) if is_record else value


def coded(failures: Mapping[str, Message]) -> dict[str, dict[str, str]]:
    """Failures by path as plain data: the code and the message of each."""
    return {path: as_coded(failure) for path, failure in failures.items()}


def as_coded(message: Message) -> dict[str, str]:
    """A message as plain data."""
    return {"code": message.code.id, "message": message}


def print_json(value: Any) -> None:
    """Print plain data, or a dataclass, as one JSON object."""
    import json

    echo(json.dumps(as_plain(value), ensure_ascii=False))
