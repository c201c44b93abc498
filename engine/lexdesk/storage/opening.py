"""Finds, makes and opens the store of a library, plain or encrypted."""

from __future__ import annotations

import tempfile
from pathlib import Path

from lexdesk.errors import LibraryCode, NoLibrary
from lexdesk.storage.encryption import Key, key_of
from lexdesk.storage.store import Store
from lexdesk.system.atomic import replace_durably
from lexdesk.system.library_files import STORE
from lexdesk.system.regular_files import is_regular


def open_store(folder: Path, *, create: bool, passphrase: str | None) -> Store:
    """The store of the library in ``folder``; with ``create``, made where there is none.

    One that was killed while it was made is made again, unless the folder holds more: then it is
    damaged. With a ``passphrase`` it is made encrypted. Raises ``NoLibrary``, and what ``Store`` and
    ``lexdesk.storage.encryption.key_of`` raise.
    """
    if is_regular(folder / STORE):
        create = create and all(file.name.startswith(STORE) for file in folder.iterdir())
        return Store(folder / STORE, key_of(folder, passphrase), create=create)
    if not create:
        raise NoLibrary(LibraryCode.NOT_FOUND_CREATE, folder=folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NoLibrary(LibraryCode.FOLDER_OCCUPIED, folder=folder)
    key = None if passphrase is None else Key.new(passphrase)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)  # an empty folder may have been there, open to others
    if key is not None:
        _make_encrypted(folder, key)
    return Store(folder / STORE, key)


def _make_encrypted(folder: Path, key: Key) -> None:
    """Make the store beside the folder, and move it in: no half of it is ever taken for a plain one."""
    beside = folder.absolute()
    with tempfile.TemporaryDirectory(".new", f"{beside.name}.", beside.parent) as partial:
        Store(Path(partial, STORE), key).close()
        replace_durably(Path(partial, STORE), folder / STORE)
