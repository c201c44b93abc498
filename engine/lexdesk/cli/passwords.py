"""The option --passwords."""

import os
from collections.abc import Iterable
from pathlib import Path

import click

_FILE = "lexdesk.passwords"
"""The key of the password file in a command's context."""


def _read_passwords(
    context: click.Context, param: click.Parameter, value: Path | None
) -> tuple[str, ...]:
    """Read the passwords of a file, one a line. Raise ``LexdeskError``."""
    from lexdesk.errors import LexdeskError, LibraryCode
    from lexdesk.system.regular_files import read_named

    if value is None:
        return ()
    try:
        text = read_named(value).decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError:
        raise LexdeskError(LibraryCode.PASSWORDS_NOT_UTF8, path=value) from None
    passwords = tuple(line for line in text.replace("\r\n", "\n").split("\n") if line)
    if not passwords:
        raise LexdeskError(LibraryCode.PASSWORDS_EMPTY, path=value)
    context.meta[_FILE] = value
    return passwords


def require_apart(paths: Iterable[Path | str]) -> None:
    """Raise ``click.UsageError`` if the file of ``--passwords`` lies in ``paths`` and would be indexed.

    Hidden files are never indexed.
    """
    given: Path | None = click.get_current_context().meta.get(_FILE)
    if given is None:
        return
    file = Path(os.path.realpath(given))
    for folder in (Path(os.path.realpath(path)) for path in paths):
        if not file.is_relative_to(folder):
            continue
        below = file.relative_to(folder).parts
        if not any(part.startswith(".") for part in below):
            raise click.UsageError(
                f"the password file {given} lies in {folder} and would be indexed; move it to another folder"
            )


passwords_option = click.option(
    "--passwords",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    callback=_read_passwords,
    help="Try the passwords in FILE, one per line, on protected files; they are not stored.",
)
