"""The synchronisation state of a library and its folders: new, missing and excluded files."""

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
    """Compare ``paths`` with their state in the library in the folder ``library``.

    Raises ``LibraryError`` for unreadable rules in an ``.lexdeskignore``, and with ``prune`` for an unavailable path.
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
    """Return the missing files of ``folder`` and those named by ``.lexdeskignore``.

    All files are scanned only if one is missing, since it may have been renamed. Raises as ``compared`` does with
    ``prune``.
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
