"""Recognition of renamed and moved files by their content; their derived data are kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from lexdesk.ingest.scan.scan import is_gone
from lexdesk.storage.schema import FileRecord
from lexdesk.system.paths import path_on_disk


class Moved:
    """An index of missing known files by content, without files of failed readings."""

    def __init__(self, known: Iterable[FileRecord]):
        self._known = [
            record
            for record in known
            if record.container is None and record.sha256 and record.failure is None
        ]

    @cached_property
    def _gone(self) -> defaultdict[str, list[FileRecord]]:
        """Return the missing known files, by content."""
        gone: defaultdict[str, list[FileRecord]] = defaultdict(list)
        for record in self._known:
            if is_gone(path_on_disk(record.path)):
                gone[record.sha256].append(record)
        return gone

    @cached_property
    def sizes(self) -> frozenset[int]:
        """Return the sizes of the missing known files in bytes; another size excludes a move."""
        return frozenset(record.bytes for same in self._gone.values() for record in same)

    def before(self, sha256: str, reader: int | None = None) -> FileRecord | None:
        """Return the missing known file with this content; each is returned once.

        With ``reader``, only files read by this version of the readers count.
        """
        left = self._gone.get(sha256, [])
        at = next((n for n, file in enumerate(left) if reader in (None, file.reader)), None)
        return None if at is None else left.pop(at)
