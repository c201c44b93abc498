"""All files in what a person named that a library can take in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from lexdesk.errors import LibraryError
from lexdesk.folders.ignoring import Rules
from lexdesk.paths import absolute
from lexdesk.store.encryption import STORE


def find_files(
    paths: Iterable[Path],
    library: Path,
    *,
    gone_is_fine: bool = False,
    unlisted: Callable[[Path, OSError], None] = lambda folder, error: None,
) -> list[Path]:
    """All files in ``paths``, absolute and sorted.

    In folders, hidden files, links, what ``.lexdeskignore`` names and the files of libraries and their
    backups are left out; a file that is named itself is taken whatever its name. ``unlisted`` is told of folders
    whose files cannot be listed, as where nobody else may look into them.

    Raises ``LibraryError`` for a path that does not exist or is a library, unless ``gone_is_fine``,
    and for rules that cannot be read.
    """
    found: dict[Path, None] = {}
    for given in paths:
        path = absolute(given)
        if gone_is_fine and not path.exists():
            continue
        require_there(given)
        if path.is_file():
            found[path] = None
        elif is_library(path):
            if not gone_is_fine:
                raise LibraryError(
                    f"{given} is a library of Lexdesk, not documents; open it to search it, or add the"
                    " folder that its documents lie in"
                )
        else:
            found.update(dict.fromkeys(_files_below(path, library, unlisted)))
    return sorted(found)


def require_there(path: Path) -> None:
    """Raise ``LibraryError`` for a path that does not exist."""
    if not absolute(path).exists():
        raise LibraryError(f"there is no file or folder {path}; check the path")


def _files_below(
    root: Path, library: Path, unlisted: Callable[[Path, OSError], None]
) -> Iterator[Path]:
    def tell(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):  # removed meanwhile
            unlisted(Path(error.filename), error)

    try:
        rules = {root: Rules.at(root)}
    except OSError as error:
        unlisted(root, error)
        return
    for folder, folders, names in os.walk(root, onerror=tell, followlinks=False):
        here = Path(folder)
        own = rules.pop(here)
        kept = []
        for name in folders:
            path = here / name
            if name.startswith(".") or own.ignore(path, is_folder=True):
                continue
            if path == library or is_library(path):
                continue
            try:
                if not path.is_symlink():  # which os.walk does not enter
                    rules[path] = own.inside(path)
            except OSError as error:
                unlisted(path, error)
            else:
                kept.append(name)
        folders[:] = kept
        for name in names:
            path = here / name
            if name.startswith(".") or own.ignore(path, is_folder=False):
                continue
            if _is_file(path):
                yield path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file() and not path.is_symlink()
    except OSError:  # told by whoever reads it
        return True


def counts(path: Path, root: Path, library: Path) -> bool:
    """Whether ``path``, below ``root``, is a file or folder that ``find_files`` would come by."""
    rules = Rules.at(root)
    here = root
    parts = path.relative_to(root).parts
    for number, name in enumerate(parts, 1):
        child = here / name
        is_folder = number < len(parts) or child.is_dir()
        if name.startswith(".") or child == library or child.is_symlink() or is_library(child):
            return False
        if rules.ignore(child, is_folder=is_folder):
            return False
        rules = rules.inside(child) if is_folder else rules
        here = child
    return True


def is_library(folder: Path) -> bool:
    """Whether ``folder`` holds what Lexdesk keeps, as far as one may see: a library, or a backup of one."""
    try:
        return (folder / STORE).is_file()
    except OSError:
        return False


def is_gone(file: Path) -> bool:
    """Whether ``file`` is surely there no more: a disk that fails and a folder that may not be entered hide it only."""
    try:
        return not file.is_file()
    except OSError:
        return False
