"""The command that keeps copies of a library."""

from __future__ import annotations

from pathlib import Path

import click

from lexdesk.cli.options import json_option, library_option, print_json


@click.command()
@click.argument("folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path))
@library_option
@click.option("--verify", is_flag=True, help="Hold the backup in FOLDER against its own manifest.")
@json_option
def backup(folder: Path, library: str | None, verify: bool, as_json: bool) -> int:
    """Copy the library, with notes and vectors, into FOLDER, which is new or empty.

    Others may read and add meanwhile. A backup is a library: search it with -L FOLDER, or copy it to
    where the library was.
    """
    from lexdesk.backup import damage
    from lexdesk.library import Library

    if verify:
        problems = damage(folder)
        if as_json:
            print_json({"ok": not problems, "problems": problems})
        elif not problems:
            click.echo(f"{folder}: every byte is as it was made")
        for problem in problems if not as_json else []:
            click.echo(f"lexdesk: {problem}", err=True)
        return 2 if problems else 0
    with Library.open(library) as opened:
        made = opened.back_up(folder)
    if as_json:
        print_json(made)
    else:
        size = sum(made.files.values()) / 1e6
        click.echo(f"{made.path}: {size:,.1f} MB copied and checked, as of {made.made}")
    return 0
