"""Opens libraries for all commands, asking for the passphrase where one is encrypted; changes it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli.options import library_option

if TYPE_CHECKING:
    from lexdesk.library import Library


def open_library(path: str | None, *, create: bool = False, encrypt: bool = False) -> Library:
    """The library in the folder ``path``, or published there, or the default one.

    ``encrypt`` demands an encrypted one.

    The passphrase is the first line of what ``--passphrase-file`` names, or is asked for at the
    terminal, unseen. Raises what ``Library.open`` raises.
    """
    named = os.environ.get("LEXDESK_LIBRARY") if path is None else path
    if named is not None and "://" in named:
        return _published(named)
    opened = _in_folder(path, create, encrypt)
    click.get_current_context().call_on_close(lambda: _tell_of_repairs(opened))
    return opened


def _in_folder(path: str | None, create: bool, encrypt: bool) -> Library:
    from lexdesk.errors import NoLibrary
    from lexdesk.library import Library
    from lexdesk.store.encryption import STORE, is_encrypted, require_encrypted

    folder = _folder(path)
    if not (folder / STORE).exists() and (folder / "publication.json").exists():
        raise NoLibrary(
            f"{folder} holds a published library; read it with: -L lance://{folder.absolute()}"
        )
    is_new = create and not (folder / STORE).exists()
    if encrypt and not is_new:
        require_encrypted(folder)
    passphrase = None
    if is_encrypted(folder) or (encrypt and is_new):
        passphrase = told_passphrase(f"Passphrase of {folder}", is_new=is_new)
    return Library.open(folder, create=create, passphrase=passphrase)


def _tell_of_repairs(library: Library) -> None:
    for repair in library.repairs:
        click.echo(f"lexdesk: {repair}", err=True)


def _published(uri: str) -> Library:
    """The library that is published at ``uri``."""
    from lexdesk.errors import PublicationError

    try:
        from lexdesk.published import PublishedLibrary, is_uri
    except ImportError as missing:
        raise PublicationError(
            f"a published library needs the package {missing.name}; run: pip install 'lexdesk[lance]'"
        ) from None
    if not is_uri(uri):
        raise PublicationError(
            f"{uri} is no place of a published library; write lance:///a/folder, s3://, gs:// or az://"
        )
    return PublishedLibrary.open_at(uri)


def told_passphrase(question: str, *, is_new: bool = False, file: str | None = None) -> str:
    """The passphrase out of ``file``, or the one of ``--passphrase-file``, or asked for.

    A new one is asked for twice. Raises ``PassphraseNeeded`` where nobody is there to ask.
    """
    from lexdesk.errors import PassphraseNeeded

    file = file or click.get_current_context().find_root().params["passphrase_file"]
    if file is not None:
        with Path(file).open(encoding="utf-8") as lines:
            return lines.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise PassphraseNeeded(
            f"{question} is asked for, but there is no terminal; name a file that holds it: LEXDESK_PASSPHRASE_FILE"
        )
    answer: str = click.prompt(question, hide_input=True, confirmation_prompt=is_new, err=True)
    return answer


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
    from lexdesk.store.encryption import change_passphrase, require_encrypted

    folder = _folder(library)
    require_encrypted(folder)
    old = told_passphrase(f"Passphrase of {folder}")
    if new_file is None and click.get_current_context().find_root().params["passphrase_file"]:
        raise click.UsageError("name the file of the new passphrase, too: --new-file FILE")
    new = told_passphrase("New passphrase", is_new=True, file=new_file)
    change_passphrase(folder, old, new)
    click.echo(f"{folder}: the passphrase was changed; earlier backups keep the earlier one")
    return 0


def _folder(path: str | None) -> Path:
    from lexdesk.library import default_path

    return Path(path) if path is not None else default_path()
