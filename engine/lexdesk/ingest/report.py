"""What whoever adds is told in the end: what was done."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from lexdesk.errors import FileCode, Message
from lexdesk.system.paths import stored_path


@dataclass(slots=True)
class AddReport:
    """What ``add`` did, counted in files (``vectors`` in passages, ``characters`` of text read).

    ``moved`` were known under another name, and recognised by their content. ``failed`` has the
    reason for each file that cannot be read, also where it was known before, for each folder that cannot, and
    for each file that was read without some of its pages.
    ``gone`` and ``ignored`` stay in the library, but their files are not there any more or are named by
    ``.lexdeskignore`` now; with ``prune`` they are among the ``removed``.
    """

    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    moved: int = 0
    removed: int = 0
    gone: int = 0
    ignored: int = 0
    failed: dict[str, Message] = field(default_factory=dict)
    characters: int = 0
    vectors: int = 0

    def cannot_list(self, folder: Path, error: OSError) -> None:
        """Name a folder whose files cannot be listed among the failures."""
        self.failed[stored_path(folder)] = Message(FileCode.FOLDER_NOT_LISTED, reason=error)

    def was_lost(self, folder: Path) -> None:
        """Name a folder that was lost while it was read, as a share may be, among the failures."""
        self.failed[stored_path(folder)] = Message(FileCode.FOLDER_LOST)
