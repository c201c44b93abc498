"""Whether a library is in step with folders: what is new in them, what is gone, and what is left out now."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from lexdesk.ingest.scan import difference
from lexdesk.ingest.scan.away import require_none_away
from lexdesk.ingest.scan.difference import Difference
from lexdesk.ingest.scan.ignoring import LeftOut
from lexdesk.ingest.scan.sources_registry import Added
from lexdesk.storage import Store
from lexdesk.system.paths import absolute


def compared(
    library: Path,
    store: Store,
    added: Added,
    paths: Iterable[str | os.PathLike[str]],
    prune: bool,
) -> Difference:
    """How ``paths`` differ from what the library in the folder ``library`` has of them.

    Raises ``LibraryError`` for rules in an ``.lexdeskignore`` that cannot be read, and with ``prune`` for a path that
    is away.
    """
    roots = [Path(path) for path in paths]
    known = store.files.records()
    if prune:
        require_none_away(roots, known)
    return difference.difference(
        roots, library, known, added.overruled(), store.files.unread_pages()
    )


def left_behind(
    library: Path, store: Store, added: Added, folder: Path
) -> tuple[list[str], list[str]]:
    """Which files of ``folder`` are gone, and which ``.lexdeskignore`` names now; raises as ``compared`` with ``prune``.

    All files are looked through only where one is gone, since it may have another name now.
    """
    known, roots = store.files.records(), [absolute(folder)]
    require_none_away(roots, known)
    left_out = LeftOut(roots, added.overruled())
    gone, ignored = difference.left_behind(difference.known_inside(roots, known), (), left_out)
    if gone:
        found = difference.difference(
            roots, library, known, added.overruled(), store.files.unread_pages()
        )
        gone, ignored = found.gone, found.ignored
    return gone, ignored
