"""Libraries of commands, opened for reading or writing, with the passphrase of encrypted ones."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

import click

from lexdesk.cli.printing import echo
from lexdesk.system.extras import require_extra

if TYPE_CHECKING:
    from lexdesk.errors import Message
    from lexdesk.library.library import Library
    from lexdesk.library.protocol import ReadableLibrary


def open_library(path: str | None) -> ReadableLibrary:
    """Open the library at ``path``, a folder or URI, or the default one, for reading.

    Raise ``PublicationError`` and the errors of ``open_folder``.
    """
    if uri := _uri(path):
        return _open_published(uri)
    return open_folder(path)


def is_in_folder(library: ReadableLibrary) -> TypeGuard[Library]:
    """Return true for a library in a folder, which has sources and notes; false for a published one."""
    from lexdesk.library.library import Library

    return isinstance(library, Library)


def opener_of(path: str | None) -> Callable[[], ReadableLibrary]:
    """Return a function that opens the library in any thread; ask for the passphrase once.

    It raises the errors of ``open_library``.
    """
    if uri := _uri(path):
        return functools.partial(_open_published, uri)
    from lexdesk.library.library import Library
    from lexdesk.storage.encryption import is_encrypted

    folder = folder_of(path)
    passphrase = read_passphrase(f"Passphrase of {folder}") if is_encrypted(folder) else None
    return functools.partial(Library.open, folder, passphrase=passphrase, migrates=False)


def open_folder(
    path: str | None,
    *,
    create: bool = False,
    encrypt: bool = False,
    migrates: bool = False,
    instead: Message | None = None,
) -> Library:
    """Open the library in the folder ``path``, or the default one.

    ``encrypt`` requires an encrypted one. ``migrates`` is for commands that write, as is ``create``. The passphrase
    comes from the first line of the file of
    ``--passphrase-file``, or from a hidden prompt. Raise the errors of ``Library.open``, and
    ``LibraryReadOnly`` for a published library, with the advice ``instead``.
    """
    if uri := _uri(path):
        from lexdesk.system.read_only import make_read_only_error

        raise make_read_only_error(uri, instead)
    opened = _in_folder(path, create, encrypt, migrates=create or migrates)
    click.get_current_context().call_on_close(lambda: _print_repairs(opened))
    return opened


def _uri(path: str | None) -> str | None:
    """Return the URI of a published library; ``None`` for a folder."""
    named = os.environ.get("LEXDESK_LIBRARY") if path is None else path
    return named if named is not None and "://" in named else None


def _in_folder(path: str | None, create: bool, encrypt: bool, *, migrates: bool) -> Library:
    from lexdesk.library.library import Library
    from lexdesk.storage.encryption import is_encrypted, require_encrypted
    from lexdesk.system.library_files import STORE
    from lexdesk.system.regular_files import is_regular

    folder = folder_of(path)
    is_new = create and not is_regular(folder / STORE)
    if encrypt and not is_new:
        require_encrypted(folder)
    passphrase = None
    if is_encrypted(folder) or (encrypt and is_new):
        passphrase = read_passphrase(f"Passphrase of {folder}", is_new=is_new)
    return Library.open(folder, create=create, passphrase=passphrase, migrates=migrates)


def _print_repairs(library: Library) -> None:
    for message in (*library.admin.repairs, *library.admin.notices):
        echo(f"lexdesk: {message}", err=True)


def _open_published(uri: str) -> ReadableLibrary:
    """Open the library published at ``uri``."""
    with require_extra("lance", "a published library"):
        from lexdesk.publishing import PublishedLibrary
    require_place(uri)
    return PublishedLibrary.open_at(uri)


def require_place(uri: str) -> None:
    """Raise ``PublicationError`` for an invalid URI."""
    from lexdesk.errors import PublicationCode, PublicationError
    from lexdesk.publishing import is_uri

    if not is_uri(uri):
        raise PublicationError(PublicationCode.PLACE_INVALID, uri=uri)


def read_passphrase(question: str, *, is_new: bool = False, file: str | None = None) -> str:
    """Read the passphrase from ``file``, ``--passphrase-file`` or the terminal.

    A new one is entered twice. Raise ``PassphraseNeeded`` without a terminal.
    """
    from lexdesk.errors import LibraryCode, PassphraseNeeded

    file = file or click.get_current_context().find_root().params["passphrase_file"]
    if file is not None:
        with Path(file).open("rb") as lines:
            line = lines.readline(10_000).rstrip(b"\r\n")
        try:
            return line.decode("utf-8-sig")  # some editors write a byte order mark
        except UnicodeDecodeError:
            raise PassphraseNeeded(LibraryCode.PASSPHRASE_NOT_UTF8, file=file) from None
    if not sys.stdin.isatty():
        raise PassphraseNeeded(LibraryCode.PASSPHRASE_NO_TERMINAL, question=question)
    answer: str = click.prompt(question, hide_input=True, confirmation_prompt=is_new, err=True)
    return answer


def folder_of(path: str | None) -> Path:
    """Return the folder ``path``, or the default one; raise ``NoLibrary`` for a published library."""
    from lexdesk.errors import NoLibrary, PublicationCode
    from lexdesk.library.library import find_default_path

    if uri := _uri(path):
        raise NoLibrary(PublicationCode.NOT_A_FOLDER, uri=uri)
    return Path(path) if path is not None else find_default_path()
