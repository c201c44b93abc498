"""The report of an addition."""

from dataclasses import dataclass, field
from pathlib import Path

from lexdesk.errors import FileCode, Message
from lexdesk.ingest.scan.scan import NamesAlikeError
from lexdesk.system.paths import encode_path


@dataclass(slots=True)
class AddReport:
    """The outcome of ``add``, counted in files (``vectors`` in passages, ``characters`` of text read).

    ``moved`` files were known under another name and recognised by their content. ``failed`` gives the reason for
    each unreadable file, known before or not, each unreadable folder, and each file read without some of its pages.
    ``gone`` and ``ignored`` files stay in the library although they are deleted or named by ``.lexdeskignore``; with
    ``prune`` they count as ``removed``.
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
        """Record a folder with an unreadable file list, or with names stored as one, among the failures."""
        message = Message(FileCode.FOLDER_NOT_LISTED, reason=error)
        if isinstance(error, NamesAlikeError):
            message = Message(FileCode.NAMES_ALIKE, name=error.args[0])
        self.failed[encode_path(folder)] = message

    def was_lost(self, folder: Path) -> None:
        """Record a folder lost during reading, such as a network share, among the failures."""
        self.failed[encode_path(folder)] = Message(FileCode.FOLDER_LOST)
