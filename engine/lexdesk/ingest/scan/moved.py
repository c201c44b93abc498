"""Files that got another name or folder: recognised by their content, kept with all that was made of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from lexdesk.ingest.scan.scan import is_gone
from lexdesk.storage.schema import FileRecord
from lexdesk.system.paths import path_on_disk


class Moved:
    """Finds the known file that a new one was before; not one that could not be read."""

    def __init__(self, known: Iterable[FileRecord]):
        self._known = [
            record
            for record in known
            if record.container is None and record.sha256 and record.failure is None
        ]

    @cached_property
    def _gone(self) -> defaultdict[str, list[FileRecord]]:
        """Known files that are not where they were, by content."""
        gone: defaultdict[str, list[FileRecord]] = defaultdict(list)
        for record in self._known:
            if is_gone(path_on_disk(record.path)):
                gone[record.sha256].append(record)
        return gone

    @cached_property
    def sizes(self) -> frozenset[int]:
        """The bytes of the known files that are gone: a new one of another size was none of them."""
        return frozenset(record.bytes for same in self._gone.values() for record in same)

    def before(self, sha256: str, reader: int | None = None) -> FileRecord | None:
        """The known file, gone from its place, that had this content; each is told once.

        With ``reader`` only one that was read by that version of the readers.
        """
        left = self._gone.get(sha256, [])
        at = next((n for n, each in enumerate(left) if reader in (None, each.reader)), None)
        return None if at is None else left.pop(at)
