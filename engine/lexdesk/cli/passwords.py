"""The option by which commands that read files take passwords for those that need one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

_FILE = "lexdesk.passwords"
"""Where a command's context keeps what ``--passwords`` named."""


def _told(context: click.Context, param: click.Parameter, value: Path | None) -> tuple[str, ...]:
    """The passwords in the file, one a line, as they stand there. Raises ``LexdeskError``."""
    from lexdesk.errors import FileCode, LexdeskError

    if value is None:
        return ()
    try:
        text = value.read_bytes().decode("utf-8-sig")  # some editors begin a file with that mark
    except UnicodeDecodeError:
        raise LexdeskError(FileCode.PASSWORDS_NOT_UTF8, path=value) from None
    passwords = tuple(line for line in text.replace("\r\n", "\n").split("\n") if line)
    if not passwords:
        raise LexdeskError(FileCode.PASSWORDS_EMPTY, path=value)
    context.meta[_FILE] = value
    return passwords


def require_apart(paths: Iterable[Path | str]) -> None:
    """Refuse a file of ``--passwords`` that would be read with what lies in ``paths``, and so be found by who searches.

    Raises ``click.UsageError``. A hidden file is left out anyway.
    """
    given: Path | None = click.get_current_context().meta.get(_FILE)
    if given is None:
        return
    file = given.resolve()
    for folder in (Path(each).resolve() for each in paths):
        if not file.is_relative_to(folder):
            continue
        below = file.relative_to(folder).parts
        if not any(part.startswith(".") for part in below):
            raise click.UsageError(
                f"the passwords in {given} lie in {folder}, and would be read into the library with it; keep them elsewhere"
            )


passwords_option = click.option(
    "--passwords",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    callback=_told,
    help="Try the passwords in FILE, one a line, on files that need one; they are kept nowhere.",
)
