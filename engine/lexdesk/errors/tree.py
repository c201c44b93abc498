"""The exceptions: a coarse tree, whose classes are what a caller tells apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lexdesk.errors.libraries import LibraryCode
from lexdesk.errors.message import Code, Message, Value

if TYPE_CHECKING:
    import datetime
    from pathlib import Path


class LexdeskError(Exception):
    """Root of all errors that are no bug of ours: a code with its parameters; ``str()`` is the sentence in English."""

    def __init__(self, code: Code | Message, /, **parameters: object):
        self.message = code if isinstance(code, Message) else Message(code, **parameters)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[object, ...]:
        """Return the parts by which another process makes the same error again."""
        return _restored, (type(self), self.message), self.__dict__

    @property
    def code(self) -> Code:
        """What went wrong."""
        return self.message.code

    @property
    def parameters(self) -> Mapping[str, Value]:
        """The things that the message names."""
        return self.message.parameters


def _restored(kind: type[LexdeskError], message: Message) -> LexdeskError:
    error = kind.__new__(kind, message)
    LexdeskError.__init__(error, message)
    return error


class FileFailed(LexdeskError):
    """A file that cannot be read; its code is the failure reason."""


class FileUnreadable(FileFailed):
    """A file that the system lets nobody read now; it is tried again each time."""


class QueryError(LexdeskError):
    """A query that cannot be parsed.

    ``position`` is the 0-based character at which it goes wrong, ``length`` the characters
    concerned, ``suggestion`` a repaired query or ``""``.
    """

    def __init__(
        self,
        code: Code | Message,
        query: str,
        position: int,
        length: int = 1,
        suggestion: str = "",
        /,
        **parameters: object,
    ):
        if isinstance(code, Code) and "character" in code.fields:
            parameters["character"] = position + 1
        super().__init__(code, **parameters)
        self.query = query
        self.position = position
        self.length = length
        self.suggestion = suggestion


class ImpossibleDate(LexdeskError, ValueError):
    """A text that is no date; ``suggestion`` is what may be meant, or ``""``."""

    def __init__(self, code: Code | Message, suggestion: str = "", /, **parameters: object):
        super().__init__(code, **parameters)
        self.suggestion = suggestion


class NotFound(LexdeskError):
    """A work, provision or passage that the library does not hold."""


class UnknownLanguage(LexdeskError):
    """A code that names no language that Lexdesk knows; the message lists those that do."""


class UnsafeFile(LexdeskError):
    """What lies in the place of a file of a library or a model, and is not opened: no regular file, or too large."""


class LibraryError(LexdeskError):
    """Something about the library folder."""


class NoLibrary(LibraryError):
    """There is no library at the path, or none any more."""

    @classmethod
    def any_more(cls, folder: Path) -> NoLibrary:
        """The error to raise where the library that was open in ``folder`` is gone from there."""
        return NoLibrary(LibraryCode.MOVED_OR_REMOVED, folder=folder)


class LibraryLocked(LibraryError):
    """Another program writes to the library: on the machine ``host``, since ``since``, where these are known."""

    def __init__(
        self,
        code: Code | Message,
        host: str = "",
        since: datetime.datetime | None = None,
        /,
        **parameters: object,
    ):
        super().__init__(code, **parameters)
        self.host = host
        self.since = since


class DiskFull(LibraryError):
    """Nothing more fits on the disk of the library; what was acknowledged is kept."""


class LibraryReadOnly(LibraryError):
    """The library can only be read, and this would write to it."""


class LibraryTooNew(LibraryError):
    """The library was written by a later version of Lexdesk."""


class LibraryDamaged(LibraryError):
    """The SQLite file, the one truth, is damaged: only a backup helps."""


class PassphraseNeeded(LibraryError):
    """The library is encrypted, and no passphrase was given."""


class WrongPassphrase(LibraryError):
    """The library is encrypted by another passphrase, or its file is damaged: no one can tell which."""


class EncryptionMissing(LibraryError):
    """Encryption was asked for, and SQLCipher is not installed."""


class IndexDamaged(LibraryError):
    """A derived index is damaged; nothing is lost, since it is made again from SQLite."""


class PublicationError(LibraryError):
    """A published library that cannot be read or written; what was published before stays."""


class ModelError(LexdeskError):
    """Something about a model folder."""


class NoModel(ModelError):
    """No model for the task is at hand."""


class ModelDamaged(ModelError):
    """A file of the model differs from its manifest."""


class ModelMismatch(ModelError):
    """The library's vectors were made by another model than the one at hand."""


class NotEnoughMemory(LexdeskError):
    """The machine, or a limit that was set, gives too little memory."""


class ExtraMissing(LexdeskError):
    """A package that a part of Lexdesk needs is not installed; the message names the extra that has it."""


class MappingError(LexdeskError):
    """A table of recitals and provisions that cannot be loaded; nothing of it was."""


class ServiceError(LexdeskError):
    """Settings of the service on the network that cannot be used, or a part of it that is missing."""


class ServiceBusy(LexdeskError):
    """The service has too much to answer already; the same question may be asked again later."""


class CollectionError(LexdeskError):
    """A retrieval collection that cannot be evaluated."""
