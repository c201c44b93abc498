"""What can go wrong through a file, a machine or a query, as one tree.

Anything raised that is not a ``LexdeskError`` is a bug in Lexdesk, or in the program that calls it: a verdict, a
style or a weight that there is not, which no person can choose, is a ``ValueError``, as its docstring says. Every
message is one sentence that says what, where and what to do next; the command line prints it as it stands.

    LexdeskError
    ├── FileFailed             a file that cannot be read; the run goes on
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

message     a code with named parameters, of which English is one rendering
files, libraries, phrases, searches, services    the codes by area: the English template of each message
tree        the exceptions
"""

from lexdesk.errors.files import (
    HOLDS_NO_DOCUMENT,
    IS_PROTECTED,
    NEEDS_PASSWORD,
    NEEDS_RECOGNITION,
    OF_PAGES,
    FileCode,
)
from lexdesk.errors.libraries import ExportCode, IndexCode, LibraryCode, PublicationCode
from lexdesk.errors.message import (
    Code,
    Message,
    SystemCode,
    Value,
    all_codes,
    code_named,
    english_date,
    message_from_json,
    reason_of,
)
from lexdesk.errors.phrases import NoteCode, PhraseCode, StatusCode, both, listed
from lexdesk.errors.searches import LawCode, QueryCode, RecitalCode
from lexdesk.errors.services import CollectionCode, ModelCode, ServiceCode
from lexdesk.errors.tree import (
    CollectionError,
    DiskFull,
    EncryptionMissing,
    ExtraMissing,
    FileFailed,
    FileUnreadable,
    ImpossibleDate,
    IndexDamaged,
    LexdeskError,
    LibraryDamaged,
    LibraryError,
    LibraryLocked,
    LibraryReadOnly,
    LibraryTooNew,
    MappingError,
    ModelDamaged,
    ModelError,
    ModelMismatch,
    NoLibrary,
    NoModel,
    NotEnoughMemory,
    NotFound,
    PassphraseNeeded,
    PublicationError,
    QueryError,
    ServiceBusy,
    ServiceError,
    UnknownLanguage,
    UnsafeFile,
    WrongPassphrase,
)

__all__ = [
    "HOLDS_NO_DOCUMENT",
    "IS_PROTECTED",
    "NEEDS_PASSWORD",
    "NEEDS_RECOGNITION",
    "OF_PAGES",
    "Code",
    "CollectionCode",
    "CollectionError",
    "DiskFull",
    "EncryptionMissing",
    "ExportCode",
    "ExtraMissing",
    "FileCode",
    "FileFailed",
    "FileUnreadable",
    "ImpossibleDate",
    "IndexCode",
    "IndexDamaged",
    "LawCode",
    "LexdeskError",
    "LibraryCode",
    "LibraryDamaged",
    "LibraryError",
    "LibraryLocked",
    "LibraryReadOnly",
    "LibraryTooNew",
    "MappingError",
    "Message",
    "ModelCode",
    "ModelDamaged",
    "ModelError",
    "ModelMismatch",
    "NoLibrary",
    "NoModel",
    "NotEnoughMemory",
    "NotFound",
    "NoteCode",
    "PassphraseNeeded",
    "PhraseCode",
    "PublicationCode",
    "PublicationError",
    "QueryCode",
    "QueryError",
    "RecitalCode",
    "ServiceBusy",
    "ServiceCode",
    "ServiceError",
    "StatusCode",
    "SystemCode",
    "UnknownLanguage",
    "UnsafeFile",
    "Value",
    "WrongPassphrase",
    "all_codes",
    "both",
    "code_named",
    "english_date",
    "listed",
    "message_from_json",
    "reason_of",
]
