"""Files that got another name or folder: recognised by their content, kept with all that was made of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from lexdesk.folders.scan import is_gone
from lexdesk.paths import path_on_disk
from lexdesk.store.schema import FileRecord


class Moved:
    """Finds the known file that a new one was before."""

    def __init__(self, known: Iterable[FileRecord]):
        self._known = [record for record in known if record.container is None and record.sha256]

    @cached_property
    def _gone(self) -> defaultdict[tuple[str, int], list[FileRecord]]:
        """Known files that are not where they were, by content."""
        gone: defaultdict[tuple[str, int], list[FileRecord]] = defaultdict(list)
        for record in self._known:
            if not record.refused and is_gone(path_on_disk(record.path)):
                gone[record.sha256, record.reader].append(record)
        return gone

    def before(self, file: FileRecord) -> FileRecord | None:
        """The known file, gone from its place, that ``file`` was; each is told once."""
        left = self._gone.get((file.sha256, file.reader))
        return left.pop(0) if left else None
