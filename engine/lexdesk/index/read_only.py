"""The full-text index of a library that can only be read."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path

from lexdesk.index.lexical.folder import MANAGED, require_own_files
from lexdesk.index.lexical.fulltext import HELD, FullText
from lexdesk.index.lexical.fulltext_search import FullTextSearch
from lexdesk.index.lexical.seal import require_sealed


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
