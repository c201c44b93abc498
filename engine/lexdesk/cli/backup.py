"""The backup command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, ERROR
from lexdesk.cli.opening import folder_of, open_folder, read_passphrase
from lexdesk.cli.options import GivenPath, json_option, library_option, print_json
from lexdesk.cli.printing import echo
from lexdesk.errors import Message, PhraseCode

if TYPE_CHECKING:
    from lexdesk.library.backup import Backup


@click.command()
@click.argument("folder", metavar="FOLDER", type=GivenPath(file_okay=False, path_type=Path))
@library_option
@click.option("--verify", is_flag=True, help="Verify the backup in FOLDER against its manifest.")
@click.option(
    "--encrypt", is_flag=True, help="Encrypt the copy of a library that is not encrypted."
)
@json_option
def backup(folder: Path, library: str | None, verify: bool, encrypt: bool, as_json: bool) -> int:
    """Copy the library into FOLDER, or verify such a copy.

    FOLDER is new or empty. The copy has all annotations and embeddings, and is a library itself: search
    it with -L FOLDER, or copy it back. Other programs may read and add meanwhile. The backup of an
    encrypted library has its passphrase. With --encrypt, the backup of a plain one gets a new
    passphrase, and no other program may add meanwhile.
    """
    from lexdesk.library.backup import damage

    if verify:
        problems = damage(folder)
        if as_json:
            print_json({"ok": not problems, "problems": problems})
        elif not problems:
            echo(f"{folder}: no damage")
        for problem in problems if not as_json else []:
            echo(f"lexdesk: {problem}", err=True)
        return ERROR if problems else DONE
    if encrypt:
        result = _encrypted(library, folder)
    else:
        with open_folder(library, instead=Message(PhraseCode.BACK_UP_ORIGINAL)) as opened:
            result = opened.admin.back_up(folder)
    if as_json:
        print_json(result)
    else:
        size = sum(result.files.values()) / 1e6
        echo(f"{result.path}: {size:,.1f} MB copied and checked, as of {result.made}")
    if encrypt and not as_json:
        echo(_DESTROY)
    return DONE


_DESTROY = (
    "The library that was copied is still there in plain, with its indexes and backups. Destroy it"
    " yourself; on an SSD, deleting or overwriting files does not make sure that their bytes are gone."
)


def _encrypted(library: str | None, folder: Path) -> Backup:
    from lexdesk.library.backup import back_up_encrypted

    passphrase = read_passphrase(f"Passphrase of {folder}", is_new=True)
    return back_up_encrypted(folder_of(library), folder, passphrase)
