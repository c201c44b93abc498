"""The option by which commands that read files take passwords for those that need one."""

from __future__ import annotations

from pathlib import Path

import click


def _told(context: click.Context, param: click.Parameter, value: Path | None) -> tuple[str, ...]:
    """The passwords in the file, one a line, as they stand there. Raises ``LexdeskError``."""
    from lexdesk.errors import LexdeskError

    if value is None:
        return ()
    try:
        text = value.read_bytes().decode("utf-8-sig")  # some editors begin a file with that mark
    except UnicodeDecodeError:
        raise LexdeskError(
            f"the passwords in {value} are not in UTF-8; save the file in that encoding"
        ) from None
    passwords = tuple(line for line in text.replace("\r\n", "\n").split("\n") if line)
    if not passwords:
        raise LexdeskError(f"{value} holds no password; write one a line")
    return passwords


passwords_option = click.option(
    "--passwords",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    callback=_told,
    help="Try the passwords in FILE, one a line, on files that need one; they are kept nowhere.",
)
