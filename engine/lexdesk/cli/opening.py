"""Opens libraries for all commands: to be asked, or to be changed or copied; asks for the passphrase of an encrypted one."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli.printing import echo
from lexdesk.system.extras import needing

if TYPE_CHECKING:
    from lexdesk.errors import Message
    from lexdesk.library.library import Library
    from lexdesk.library.reading import ReadableLibrary


def open_library(path: str | None) -> ReadableLibrary:
    """The library in the folder ``path``, or published there, or the default one, to be asked.

    Raises what ``open_folder`` raises, and ``PublicationError``.
    """
    if uri := _uri(path):
        return _published(uri)
    return open_folder(path)


def opener_of(path: str | None) -> Callable[[], ReadableLibrary]:
    """Return what opens the library that ``open_library`` opens, in any thread; asks for the passphrase once.

    It raises what ``open_library`` raises.
    """
    if uri := _uri(path):
        return functools.partial(_published, uri)
    from lexdesk.library.library import Library
    from lexdesk.storage.encryption import is_encrypted

    folder = _unpublished_folder(path)
    passphrase = told_passphrase(f"Passphrase of {folder}") if is_encrypted(folder) else None
    return functools.partial(Library.open, folder, passphrase=passphrase)


def open_folder(
    path: str | None, *, create: bool = False, encrypt: bool = False, instead: Message | None = None
) -> Library:
    """The library in the folder ``path``, or the default one, also to be changed or copied.

    ``encrypt`` demands an encrypted one. The passphrase is the first line of what ``--passphrase-file`` names, or is
    asked for at the terminal, unseen. Raises what ``Library.open`` raises, and ``LibraryReadOnly`` for a published one,
    with what to do ``instead``.
    """
    if uri := _uri(path):
        from lexdesk.system.read_only import refusal_of_published

        raise refusal_of_published(uri, instead)
    opened = _in_folder(path, create, encrypt)
    click.get_current_context().call_on_close(lambda: _tell_of_repairs(opened))
    return opened


def _uri(path: str | None) -> str | None:
    """Where the library ``path``, or the default one, is published; ``None`` of a folder."""
    named = os.environ.get("LEXDESK_LIBRARY") if path is None else path
    return named if named is not None and "://" in named else None


def _in_folder(path: str | None, create: bool, encrypt: bool) -> Library:
    from lexdesk.library.library import Library
    from lexdesk.storage.encryption import is_encrypted, require_encrypted
    from lexdesk.system.library_files import STORE
    from lexdesk.system.regular_files import is_regular

    folder = _unpublished_folder(path)
    is_new = create and not is_regular(folder / STORE)
    if encrypt and not is_new:
        require_encrypted(folder)
    passphrase = None
    if is_encrypted(folder) or (encrypt and is_new):
        passphrase = told_passphrase(f"Passphrase of {folder}", is_new=is_new)
    return Library.open(folder, create=create, passphrase=passphrase)


def _unpublished_folder(path: str | None) -> Path:
    from lexdesk.errors import NoLibrary, PublicationCode
    from lexdesk.system.library_files import STORE
    from lexdesk.system.regular_files import is_regular

    folder = folder_of(path)
    if not is_regular(folder / STORE) and (folder / "publication.json").exists():
        raise NoLibrary(PublicationCode.OPEN_AS_PUBLISHED, folder=folder, place=folder.absolute())
    return folder


def _tell_of_repairs(library: Library) -> None:
    for told in (*library.repairs, *library.notices):
        echo(f"lexdesk: {told}", err=True)


def _published(uri: str) -> ReadableLibrary:
    """The library that is published at ``uri``."""
    with needing("lance", "a published library"):
        from lexdesk.publishing import PublishedLibrary
    require_place(uri)
    return PublishedLibrary.open_at(uri)


def require_place(uri: str) -> None:
    """Raise ``PublicationError`` where no published library can be named so."""
    from lexdesk.errors import PublicationCode, PublicationError
    from lexdesk.publishing import is_uri

    if not is_uri(uri):
        raise PublicationError(PublicationCode.PLACE_INVALID, uri=uri)


def told_passphrase(question: str, *, is_new: bool = False, file: str | None = None) -> str:
    """The passphrase out of ``file``, or the one of ``--passphrase-file``, or asked for.

    A new one is asked for twice. Raises ``PassphraseNeeded`` where nobody is there to ask.
    """
    from lexdesk.errors import LibraryCode, PassphraseNeeded

    file = file or click.get_current_context().find_root().params["passphrase_file"]
    if file is not None:
        with Path(file).open("rb") as lines:
            said = lines.readline().rstrip(b"\r\n")
        try:
            return said.decode("utf-8-sig")  # some editors begin a file with that mark
        except UnicodeDecodeError:
            raise PassphraseNeeded(LibraryCode.PASSPHRASE_NOT_UTF8, file=file) from None
    if not sys.stdin.isatty():
        raise PassphraseNeeded(LibraryCode.PASSPHRASE_NO_TERMINAL, question=question)
    answer: str = click.prompt(question, hide_input=True, confirmation_prompt=is_new, err=True)
    return answer


def folder_of(path: str | None) -> Path:
    """The folder ``path``, or that of the default library; raises ``NoLibrary`` for a published one."""
    from lexdesk.errors import NoLibrary, PublicationCode
    from lexdesk.library.library import default_path

    if uri := _uri(path):
        raise NoLibrary(PublicationCode.NOT_A_FOLDER, uri=uri)
    return Path(path) if path is not None else default_path()
