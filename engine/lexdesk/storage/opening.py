"""Opening and creation of a library's store, plain or encrypted.

The file may be crafted: ``Connection`` checks its schema (``known_schema``), ``Statements`` its rows (``tree_check``,
``column_values``).
"""

import tempfile
from pathlib import Path

from lexdesk.errors import LibraryCode, LibraryError, NoLibrary, PublicationCode
from lexdesk.storage.encryption import Key, find_key
from lexdesk.storage.store import Store
from lexdesk.system.atomic import make_folder, replace_durably
from lexdesk.system.library_files import LOCK, PUBLICATION, STORE
from lexdesk.system.regular_files import is_regular


def open_store(
    folder: Path, *, create: bool, passphrase: str | None, migrates: bool = True
) -> Store:
    """Open the store of the library in ``folder``; with ``create``, create it if missing.

    An interrupted creation is repeated, unless the folder holds files other than the lock: then the library is damaged.
    With a ``passphrase`` the new store is encrypted; ``migrates`` is that of ``Connection``. Raises
    ``NoLibrary``, ``LibraryError`` for a published library, and the errors of ``Store`` and
    ``lexdesk.storage.encryption.find_key``.
    """
    if is_regular(folder / STORE):
        try:
            create = create and all(
                file.name.startswith((STORE, LOCK)) for file in folder.iterdir()
            )
            key = find_key(folder, passphrase)
            return Store(folder / STORE, key, create=create, migrates=migrates)
        except FileNotFoundError as error:
            if error.filename and Path(error.filename) in {folder, folder / STORE}:
                raise NoLibrary.any_more(folder) from error  # moved after the test above
            raise
    if is_publication(folder):
        place = folder.absolute()
        raise LibraryError(PublicationCode.OPEN_AS_PUBLISHED, folder=folder, place=place)
    if not create:
        raise NoLibrary(LibraryCode.NOT_FOUND_CREATE, folder=folder)
    return _create_store(folder, passphrase)


def _create_store(folder: Path, passphrase: str | None) -> Store:
    """Create the store of a library in a missing or empty ``folder``. Raises ``NoLibrary`` for any other."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NoLibrary(LibraryCode.FOLDER_OCCUPIED, folder=folder)
    key = None if passphrase is None else Key.new(passphrase)
    make_folder(folder, 0o700)
    folder.chmod(0o700)  # an existing empty folder may be open to others
    if key is not None:
        _make_encrypted(folder, key)
    return Store(folder / STORE, key)


def is_publication(folder: Path) -> bool:
    """Return whether ``folder`` holds a published library, and no other one."""
    return (folder / PUBLICATION).exists() and not is_regular(folder / STORE)


def _make_encrypted(folder: Path, key: Key) -> None:
    """Create the store next to the folder, then move it in, so that a partial file is never mistaken for a plain one."""
    target = folder.absolute()
    with tempfile.TemporaryDirectory(".new", f"{target.name}.", target.parent) as partial:
        Store(Path(partial, STORE), key).close()
        replace_durably(Path(partial, STORE), folder / STORE)
