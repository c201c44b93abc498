"""The passphrase command."""

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import folder_of, read_passphrase
from lexdesk.cli.options import library_option
from lexdesk.cli.printing import echo


@click.command()
@library_option
@click.option(
    "--new-file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Read the new passphrase from the first line of FILE.",
)
def passphrase(library: str | None, new_file: str | None) -> int:
    """Change the passphrase of an encrypted library.

    Prompt for the old one and, twice, for the new one. Earlier backups keep the old passphrase. After an
    interruption, run the same command with the same answers to finish.
    """
    from lexdesk.storage.encryption import change_passphrase, require_encrypted

    folder = folder_of(library)
    require_encrypted(folder)
    old = read_passphrase(f"Passphrase of {folder}")
    if new_file is None and click.get_current_context().find_root().params["passphrase_file"]:
        raise click.UsageError("name the file of the new passphrase with --new-file FILE")
    new = read_passphrase("New passphrase", is_new=True, file=new_file)
    change_passphrase(folder, old, new)
    echo(f"{folder}: the passphrase was changed; earlier backups keep the earlier one")
    return DONE
