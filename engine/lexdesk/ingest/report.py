"""What whoever adds is told in the end: what was done."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from lexdesk.system.paths import stored_path


@dataclass(slots=True)
class AddReport:
    """What ``add`` did, counted in files (``vectors`` in passages, ``characters`` of text read).

    ``moved`` were known under another name, and recognised by their content. ``refused`` has the
    reason for each file that cannot be read, also where it was known before, for each folder that cannot, and
    for ``FILE/pages 2, 5-7`` of a file that was read without them.
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
    refused: dict[str, str] = field(default_factory=dict)
    characters: int = 0
    vectors: int = 0

    def cannot_list(self, folder: Path, error: OSError) -> None:
        """Name a folder whose files cannot be listed among what was refused."""
        self.refused[stored_path(folder)] = (
            f"the files in this folder cannot be listed ({error.strerror}); what is known of them is kept"
        )

    def was_lost(self, folder: Path) -> None:
        """Name a folder that was lost while it was read, as a share may be, among what was refused."""
        self.refused[stored_path(folder)] = (
            "this folder was lost while it was read; try again once its disk is back; what the library has of it is kept"
        )
