"""The search for eligible files in named paths."""

import errno
import fnmatch
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.extract.containers.git_objects import is_repository_folder
from lexdesk.ingest.scan.ignore_rules import Rules
from lexdesk.system.library_files import (
    BACKUP,
    CHECKED,
    LOCK,
    SQLITE_FILES,
    STORE,
    USER_TABLES,
    VECTORS,
    WORDS,
)
from lexdesk.system.network_places import may_touch
from lexdesk.system.paths import BESIDE_DOCUMENTS, encode_path, find_longest_path, make_absolute
from lexdesk.system.regular_files import has_link_below

_INDEXES = WORDS, VECTORS
_MOST_OF_LIBRARY = 1_000  # entries of its folder; each change in a watched folder asks
_FILES = {*USER_TABLES, CHECKED, BACKUP}
"""Files of a library or a backup besides its databases and its lock."""


class NamesAlikeError(OSError):
    """Two names of files that a library stores as one, the first argument."""


def find_files(
    paths: Iterable[Path],
    library: Path,
    *,
    gone_is_fine: bool = False,
    unlisted: Callable[[Path, OSError], None] = lambda folder, error: None,
) -> list[Path]:
    """Return all files in ``paths``, absolute and sorted.

    In folders, hidden files, links, paths named by ``.lexdeskignore`` and files of libraries and backups are
    excluded; an explicitly named file is included under any name. The folder of a git repository counts as one file.
    ``unlisted`` receives folders without permission to list them, with paths too long for Windows, or with two files of
    one stored path.

    Raises ``LibraryError`` for a missing path, unless ``gone_is_fine``, for a library, and for unreadable rules.
    """
    found: dict[Path, None] = {}
    for given in paths:
        path = make_absolute(given)
        if not gone_is_fine:
            require_documents(given)
        if not may_touch(path):
            continue
        if path.is_file() or is_repository_folder(path):
            found[path] = None
        elif path.is_dir() and not is_library(path):
            found.update(dict.fromkeys(_files_below(path, library, unlisted)))
    return _of_own_names(sorted(found), unlisted)


def _of_own_names(files: list[Path], unlisted: Callable[[Path, OSError], None]) -> list[Path]:
    """Return ``files`` without those that a library would store under the path of another one.

    The byte E9 in a name is stored as the letters ``\\xe9``, which another name may have: each addition would replace
    the one by the other, and ``watch`` would never end.
    """
    if all(encode_path(path) == os.fspath(path) for path in files):
        return files
    of_paths: dict[str, Path] = {}
    for path in files:
        if of_paths.setdefault(encode_path(path), path) != path:
            unlisted(path.parent, NamesAlikeError(encode_path(path.name)))
    return list(of_paths.values())


def require_documents(path: Path) -> None:
    """Raise ``LibraryError`` for a missing path, for a pipe, a socket or a device, and for a library."""
    require_there(path)
    if not (path.is_file() or path.is_dir()):
        raise LibraryError(LibraryCode.NOT_A_DOCUMENT, path=path)
    if is_library(make_absolute(path)):
        raise LibraryError(LibraryCode.IS_A_LIBRARY, path=path)


def require_there(path: Path) -> None:
    """Raise ``LibraryError`` for a missing path."""
    if not make_absolute(path).exists():
        raise LibraryError(LibraryCode.PATH_MISSING, path=path)


def _files_below(
    root: Path, library: Path, unlisted: Callable[[Path, OSError], None]
) -> Iterator[Path]:
    def report(error: OSError) -> None:
        path = Path(error.filename)
        if _is_too_long(path):
            unlisted(path, _too_long())
        elif not isinstance(error, FileNotFoundError):  # removed meanwhile
            unlisted(path, error)

    try:
        around = {root: Rules.at(root)}
    except OSError as error:
        unlisted(root, error)
        return
    for folder, folders, names in os.walk(root, onerror=report, followlinks=False):
        here = Path(folder)
        try:  # only now: of a thousand neighbours with rules, one's are held
            own = around.pop(here)
            own = own if here == root else own.inside(here)
        except OSError as error:
            unlisted(here, error)
            folders.clear()
            continue
        eligible = _eligible_folders([here / name for name in folders], own, library, unlisted)
        repositories = [path for path in eligible if is_repository_folder(path)]
        yield from repositories
        entered = [path for path in eligible if path not in repositories]
        around |= dict.fromkeys(entered, own)
        folders[:] = [path.name for path in entered]
        for path in (here / name for name in names):
            if _is_eligible_file(path, own, library):
                yield path
            elif _is_too_long(path) and not path.exists():
                unlisted(here, _too_long())


def _eligible_folders(
    folders: Iterable[Path], rules: Rules, library: Path, unlisted: Callable[[Path, OSError], None]
) -> list[Path]:
    """Return the eligible folders of ``folders``."""
    found: list[Path] = []
    for path in folders:
        try:
            if not _is_ignored(path, rules, library, is_folder=True):
                found.append(path)
        except OSError as error:
            unlisted(path, error)
    return found


def _is_eligible_file(path: Path, rules: Rules, library: Path) -> bool:
    try:
        return not _is_ignored(path, rules, library, is_folder=False) and path.is_file()
    except OSError:  # the parser reports it
        return True


def _is_ignored(path: Path, rules: Rules, library: Path, *, is_folder: bool) -> bool:
    """Return true for an ineligible path: hidden, excluded by the ``rules`` around it, a link, a library.

    Raises ``OSError`` without permission to read it.
    """
    if path.name.startswith(".") or rules.ignores(path, is_folder=is_folder):
        return True
    if is_folder and path.name in _INDEXES and (path.parent / STORE).is_file():
        return True
    return path.is_symlink() or (is_folder and (path == library or is_library(path)))


def is_eligible(path: Path, root: Path, library: Path) -> bool:
    """Return true if ``find_files`` would visit ``path``, a path below ``root``."""
    rules = Rules.at(root)
    here = root
    parts = path.relative_to(root).parts
    for number, name in enumerate(parts, 1):
        here /= name
        is_folder = number < len(parts) or here.is_dir()
        if _is_ignored(here, rules, library, is_folder=is_folder):
            return False
        rules = rules.inside(here) if is_folder else rules
    return True


def _is_too_long(path: Path) -> bool:
    return len(os.fspath(path)) > find_longest_path()


def _too_long() -> OSError:
    return OSError(
        errno.ENAMETOOLONG, "paths are too long; an administrator can set LongPathsEnabled"
    )


def is_library(folder: Path) -> bool:
    """Return true if the visible contents of ``folder`` are those of a library or a backup, and no others.

    A folder of documents to which somebody added ``library.sqlite`` is read, but for the folders of indexes.
    """
    try:
        if not (folder / STORE).is_file():
            return False
        entries = [*islice(folder.iterdir(), _MOST_OF_LIBRARY + 1)]
        return len(entries) <= _MOST_OF_LIBRARY and all(map(_is_of_library, entries))
    except OSError:
        return False


def _is_of_library(path: Path) -> bool:
    if path.name.startswith(".") or path.name in _FILES:
        return True
    if any(fnmatch.fnmatch(path.name.lower(), pattern.lower()) for pattern in BESIDE_DOCUMENTS):
        return True
    return path.name.startswith(_INDEXES if path.is_dir() else (*SQLITE_FILES, LOCK))


def is_gone(file: Path) -> bool:
    """Return true if ``file`` is certainly deleted.

    It is not on a failing disk, in an unreadable folder, on an untrusted share, or with a path too long for Windows.
    """
    try:
        return may_touch(file) and not (
            _is_too_long(file) or file.is_file() or is_repository_folder(file)
        )
    except OSError:
        return False


class Confinement:
    """The absolute ``folders`` below which no link is followed; those ``named`` by a person may be links themselves."""

    def __init__(self, folders: Iterable[Path], named: Iterable[Path] = ()):
        self._named = frozenset(named)
        self._folders = self._named.union(folders)

    def __call__(self, file: Path) -> Path | None:
        """Return the innermost folder around ``file``; ``None`` for one outside of all, or named itself."""
        if file in self._named:
            return None
        return next((folder for folder in file.parents if folder in self._folders), None)

    def leaves(self, file: Path) -> bool:
        """Return true if a link below its folder leads to ``file``."""
        folder = self(file)
        return folder is not None and has_link_below(file, folder)
