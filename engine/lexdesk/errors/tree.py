"""The exceptions: a coarse tree with one class per case that callers handle apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lexdesk.errors.libraries import LibraryCode
from lexdesk.errors.message import Code, Message, Value

if TYPE_CHECKING:
    import datetime
    from pathlib import Path


class LexdeskError(Exception):
    """The root of all expected errors: a code with parameters; ``str()`` renders English."""

    def __init__(self, code: Code | Message, /, **parameters: object):
        self.message = code if isinstance(code, Message) else Message(code, **parameters)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[object, ...]:
        """Return the parts from which another process rebuilds the error."""
        return _restore, (type(self), self.message), self.__dict__

    @property
    def code(self) -> Code:
        """Return the code of the failure."""
        return self.message.code

    @property
    def parameters(self) -> Mapping[str, Value]:
        """Return the parameters of the message."""
        return self.message.parameters


def _restore(kind: type[LexdeskError], message: Message) -> LexdeskError:
    error = kind.__new__(kind, message)
    LexdeskError.__init__(error, message)
    return error


class FileFailed(LexdeskError):
    """A file that cannot be read; its code is the failure reason."""


class FileUnreadable(FileFailed):
    """A file that the system does not open now; every addition retries it."""


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
    """A text that is not a date; ``suggestion`` is a likely date, or ``""``."""

    def __init__(self, code: Code | Message, suggestion: str = "", /, **parameters: object):
        super().__init__(code, **parameters)
        self.suggestion = suggestion


class NotFound(LexdeskError):
    """A work, provision or passage absent from the library."""


class UnknownLanguage(LexdeskError):
    """An unknown language code; the message lists the known ones."""


class UnsafeFile(LexdeskError):
    """A link, pipe, device or oversized file in place of a library or model file."""


class LibraryError(LexdeskError):
    """A problem of the library folder."""


class NoLibrary(LibraryError):
    """No library at the path, or no longer."""

    @classmethod
    def any_more(cls, folder: Path) -> NoLibrary:
        """Return the error for an open library that has left ``folder``."""
        return NoLibrary(LibraryCode.MOVED_OR_REMOVED, folder=folder)


class LibraryLocked(LibraryError):
    """Another program writes to the library: on ``host``, since ``since``, if known."""

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
    """The disk of the library is full; acknowledged documents are kept."""


class LibraryReadOnly(LibraryError):
    """A write to a library that can only be read."""


class LibraryTooNew(LibraryError):
    """The library was written by a later version of Lexdesk."""


class LibraryDamaged(LibraryError):
    """The SQLite file, the one truth, is damaged: only a backup helps."""


class PassphraseNeeded(LibraryError):
    """The library is encrypted, and no passphrase was given."""


class WrongPassphrase(LibraryError):
    """The library has another passphrase, or its file is damaged; the two cannot be told apart."""


class EncryptionMissing(LibraryError):
    """Encryption needs SQLCipher, which is not installed."""


class IndexDamaged(LibraryError):
    """A derived index is damaged; nothing is lost, since it is rebuilt from SQLite."""


class PublicationError(LibraryError):
    """A published library that cannot be read or written; earlier publications stay."""


class ModelError(LexdeskError):
    """A problem of a model folder."""


class NoModel(ModelError):
    """No model for the task is installed."""


class ModelDamaged(ModelError):
    """A file of the model differs from its manifest."""


class ModelUntrusted(ModelError):
    """A model from elsewhere, which the user has not approved with ``lexdesk model trust``."""


class ModelMismatch(ModelError):
    """The library's vectors come from another model than the installed one."""


class NotEnoughMemory(LexdeskError):
    """Too little memory on the machine, or under a limit."""


class ExtraMissing(LexdeskError):
    """A missing optional package; the message names the extra with it."""


class MappingError(LexdeskError):
    """An invalid table of recitals and provisions; no row of it was loaded."""


class ServiceError(LexdeskError):
    """Invalid settings of the HTTP service, or a missing part of it."""


class ServiceBusy(LexdeskError):
    """The service is overloaded; the client may retry later."""


class CollectionError(LexdeskError):
    """A retrieval collection unfit for evaluation."""
