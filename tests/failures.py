"""Failures of files, for tests that display them."""

from lexdesk.errors import FileCode, Message, PhraseCode
from lexdesk.extract.sniff import locked


def damaged(name: str, reason: str = "no end") -> Message:
    """A damaged file, to be read again."""
    return Message(FileCode.ARCHIVE_MEMBER_DAMAGED, name=name, reason=reason)


def data(name: str) -> Message:
    """A file of data without a document."""
    return Message(FileCode.NO_DOCUMENT, name=name, kind=Message(PhraseCode.DATA))


def needs_password(name: str, tried: int = 0) -> Message:
    """A file that no password in ``tried`` opens."""
    return locked(name, tried).message
