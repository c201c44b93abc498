"""The command that changes the passphrase of a library."""

from __future__ import annotations

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import folder_of, told_passphrase
from lexdesk.cli.options import library_option
from lexdesk.cli.printing import echo


@click.command()
@library_option
@click.option(
    "--new-file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Take the new passphrase from the first line of FILE in place of asking.",
)
def passphrase(library: str | None, new_file: str | None) -> int:
    """Change the passphrase of an encrypted library.

    Asks for the old one and, twice, for the new one. Backups keep the passphrase that they were made
    with. Where it is interrupted, the same command with the same answers finishes it.
    """
    from lexdesk.storage.encryption import change_passphrase, require_encrypted

    folder = folder_of(library)
    require_encrypted(folder)
    old = told_passphrase(f"Passphrase of {folder}")
    if new_file is None and click.get_current_context().find_root().params["passphrase_file"]:
        raise click.UsageError("name the file of the new passphrase, too: --new-file FILE")
    new = told_passphrase("New passphrase", is_new=True, file=new_file)
    change_passphrase(folder, old, new)
    echo(f"{folder}: the passphrase was changed; earlier backups keep the earlier one")
    return DONE
