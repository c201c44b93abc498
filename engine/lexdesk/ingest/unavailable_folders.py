"""Empty and unavailable folders: their files were removed or their disk was detached."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.ingest.difference import find_known_inside
from lexdesk.ingest.scan.scan import require_there
from lexdesk.storage.schema import FileRecord
from lexdesk.system.network_places import may_touch
from lexdesk.system.paths import make_absolute, quote_for_shell


def is_away(path: Path) -> bool:
    """Return true for an absent path, an empty or unreadable folder, and an untrusted share."""
    try:
        return (
            not may_touch(path) or not path.exists() or (path.is_dir() and not any(path.iterdir()))
        )
    except OSError:
        return True


class LostFolders:
    """The folders among ``folders`` lost during reading, as after a share or a disk is detached."""

    def __init__(self, folders: Iterable[Path]):
        self._folders = list(folders)
        self.found: set[Path] = set()

    def holds(self, file: Path) -> bool:
        """Return true if the unreadable ``file`` lies in a lost folder; the result is cached."""
        around = [folder for folder in self._folders if file.is_relative_to(folder)]
        self.found.update(folder for folder in around if folder in self.found or is_away(folder))
        return not self.found.isdisjoint(around)


def describe_unavailable_folder(path: Path) -> LibraryError:
    """Return a sentence for the user about the unavailable ``path``."""
    code = LibraryCode.AWAY if may_touch(path) else LibraryCode.SHARE_NOT_NAMED
    return LibraryError(code, path=path, argument=quote_for_shell(str(path)))


def require_none_away(paths: Iterable[Path], known: Mapping[str, FileRecord]) -> None:
    """Raise ``LibraryError`` for a path that is absent, or is unavailable while files of it are ``known``."""
    for path in map(make_absolute, paths):
        if is_away(path) and find_known_inside([path], known):
            raise describe_unavailable_folder(path)
        require_there(path)
