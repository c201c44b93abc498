"""Extraction of a file to a ``Document``, or to the reason for its failure.

``read`` runs in the calling process; ``WorkerPool`` runs it in extraction workers.

workers         processes that extract files and can be killed
containers      files that hold files: archives, mailboxes, mails with attachments
one_document    conversion of one document's bytes to a ``Document``, in these steps:
sniff           format detection
parsers         the text of each format; ocr: the text of pictures
assemble        building a document from text after ``clean``; heading_marks: its headings, marked by the parser
passwords       passwords for locked files; unlocking: opens documents with them
limits          resource limits of one file
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexdesk.errors import FileCode, FileFailed, Message, PhraseCode
from lexdesk.extract.limits import MAX_FILE_BYTES

if TYPE_CHECKING:  # loaded on use: searches extract nothing
    from lexdesk.document.model import Document
    from lexdesk.extract.ocr import Ocr
    from lexdesk.extract.one_document import PARSER_VERSION, name_as_title, read_source
    from lexdesk.extract.workers.pool import WorkerPool

__all__ = ["MAX_FILE_BYTES", "PARSER_VERSION", "WorkerPool", "name_as_title", "read", "read_source"]


_MODULES = {
    "WorkerPool": "workers.pool",
    **dict.fromkeys(("PARSER_VERSION", "name_as_title", "read_source"), "one_document"),
}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"lexdesk.extract.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def read(path: Path, *, ocr: Ocr | None = None, passwords: Iterable[str] = ()) -> Document:
    """Read one file, without its attachments; an archive raises an error.

    ``passwords`` are tried on a locked file. The text is NFC-normalised and the structure
    validated. Raises ``FileFailed`` with one sentence for every cause of failure.
    """
    from lexdesk.extract.containers.contents import read_leaves
    from lexdesk.extract.one_document import only_holds_others, with_references
    from lexdesk.extract.passwords import Passwords

    path = Path(path)
    _check_regular(path)
    for leaf in read_leaves(path, Passwords(passwords)):
        if not leaf.member:
            return with_references(leaf.read(ocr))
    raise only_holds_others(path.name)


def _check_regular(path: Path) -> None:
    """Reject pipes, which would block, and folders, before opening the path."""
    if path.exists() and not path.is_file():
        what = PhraseCode.FOLDER if path.is_dir() else PhraseCode.NO_REGULAR_FILE
        raise FileFailed(FileCode.NOT_A_DOCUMENT, name=path.name, what=Message(what))
