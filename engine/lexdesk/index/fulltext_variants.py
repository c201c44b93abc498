"""The full-text index in memory alone, for a library whose files are encrypted.

It does not encrypt its files, so that such a library has none of them.
"""

import shutil
import tempfile
import weakref
from collections.abc import Mapping
from pathlib import Path

from lexdesk.index.lexical.folder import MANAGED, require_own_files
from lexdesk.index.lexical.fulltext import HELD, FullText
from lexdesk.index.lexical.fulltext_search import FullTextSearch
from lexdesk.index.lexical.seal import require_sealed
from lexdesk.index.lexical.subjects import compute_checksums


class FullTextInMemory(FullText):
    """The full-text index in memory; ``place`` only names it in messages."""

    def __init__(self, place: Path):
        self._path = place
        self._change = 0
        self._open(None)

    @property
    def last_change(self) -> int:
        """Return the number of the last change of the library that the index holds; 0 for a new index."""
        return self._change

    @property
    def subjects(self) -> Mapping[str, int]:
        """Return the checksums of this version of the program."""
        return compute_checksums()

    def damage(self) -> str | None:
        """Return nothing: there are no files."""
        return None

    def worn(self) -> set[int]:
        """Return nothing: the index is too short-lived to grow by removals."""
        return set()

    def _seal(self) -> None:
        pass

    def _hold(self, change: int, subjects: Mapping[str, int]) -> None:
        self._change = change

    def _state(self) -> tuple[int, int]:
        return (0, self._change)


class LinkedFullText(FullText):
    """A full-text index read through links, since its folder ``path`` cannot be written.

    Tantivy locks a file beside the index even to read it, and makes that: so it is given a temporary folder of links
    to the index's files. Raises ``IndexDamaged``.
    """

    def __init__(self, path: Path):
        FullTextSearch.__init__(self, path)
        self._held = path / HELD
        require_own_files(path)
        self.is_known = require_sealed(path)
        links = tempfile.mkdtemp(prefix="lexdesk-")
        weakref.finalize(self, shutil.rmtree, links, ignore_errors=True)
        for file in path.iterdir():
            # Without the list of managed files, Tantivy deletes none.
            if file.suffix != ".lock" and file.name != MANAGED and file.is_file():
                _link(file.absolute(), Path(links, file.name))
        self._open(links)


def _link(file: Path, link: Path) -> None:
    try:
        link.symlink_to(file)
    except OSError:  # Windows needs a right for links
        shutil.copyfile(file, link)
