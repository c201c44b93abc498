"""What can go wrong through a file, a machine or a query, as one tree.

Anything raised that is not a ``LexdeskError`` is a bug in Lexdesk, or in the program that calls it: a verdict, a
style or a weight that there is not, which no person can choose, is a ``ValueError``, as its docstring says. Every
message is one sentence that says what, where and what to do next; the command line prints it as it stands.

    LexdeskError
    ├── FileRefused            a file that cannot be read; the run goes on
    │   └── FileUnreadable     not now, as where its disk went away
    ├── QueryError             a query that cannot be parsed; knows the position
    ├── ImpossibleDate         a text that is no day; also a ValueError
    ├── NotFound               a work, provision or passage that the library does not hold
    ├── UnsafeFile             a link, a pipe or the like in the place of a file of a library or a model
    ├── LibraryError           the library folder
    │   ├── NoLibrary          there is none at the path, or none any more
    │   ├── LibraryLocked      another program writes; knows who
    │   ├── DiskFull           nothing more fits on its disk
    │   ├── LibraryReadOnly    its folder or disk cannot be written
    │   ├── LibraryTooNew      written by a later Lexdesk
    │   ├── LibraryDamaged     SQLite itself is damaged
    │   ├── PassphraseNeeded   it is encrypted, and no passphrase was given
    │   ├── WrongPassphrase    it is encrypted by another passphrase
    │   ├── EncryptionMissing  SQLCipher is not installed
    │   ├── IndexDamaged       a derived index is damaged; the library makes it again
    │   └── PublicationError   a published library that cannot be read or written
    ├── ModelError             a model folder
    │   ├── NoModel            none at hand for the task
    │   ├── ModelDamaged       a file's hash differs from the manifest
    │   └── ModelMismatch      the library's vectors were made by another model
    ├── NotEnoughMemory        the machine, or a limit, gives too little
    ├── ExtraMissing           a package that a part of Lexdesk needs is not installed
    ├── UnknownLanguage        a code that names no language that Lexdesk knows
    ├── MappingError           a table of recitals and provisions that cannot be loaded
    ├── ServiceError           settings of the service on the network that cannot be used
    ├── ServiceBusy            the service has too much to answer already
    └── CollectionError        a retrieval collection that cannot be evaluated
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime
    from pathlib import Path


class LexdeskError(Exception):
    """Root of all errors that are no bug of ours."""


class FileRefused(LexdeskError):
    """A file that cannot be read; ``str()`` is the reason, in plain words."""


class FileUnreadable(FileRefused):
    """A file that the system lets nobody read now; it is tried again each time."""


class QueryError(LexdeskError):
    """A query that cannot be parsed.

    ``position`` is the 0-based character at which it goes wrong, ``length`` the characters
    concerned, ``suggestion`` a repaired query or ``""``.
    """

    def __init__(
        self, message: str, query: str, position: int, length: int = 1, suggestion: str = ""
    ):
        super().__init__(message)
        self.query = query
        self.position = position
        self.length = length
        self.suggestion = suggestion

    def __reduce__(self) -> tuple[type[QueryError], tuple[str, str, int, int, str]]:
        """How it is carried from one process to another."""
        return type(self), (
            str(self), self.query, self.position, self.length, self.suggestion,
        )  # fmt: skip


class ImpossibleDate(LexdeskError, ValueError):
    """A text that is no date; ``suggestion`` is what may be meant, or ``""``."""

    def __init__(self, message: str, suggestion: str = ""):
        super().__init__(message)
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
        return NoLibrary(
            f"{folder} is no longer there: the library was moved or removed; open it where it is now"
        )


class LibraryLocked(LibraryError):
    """Another program writes to the library: on the machine ``host``, since ``since``, where these are known."""

    def __init__(self, message: str, host: str = "", since: datetime.datetime | None = None):
        super().__init__(message)
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
