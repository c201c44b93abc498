"""Expected errors of files, machines and queries, as one tree.

Any other exception is a bug in Lexdesk or in the calling program. A ``ValueError`` marks an argument that no person
can choose, such as an unknown verdict, as docstrings state. Every message is one sentence: problem, place, next step;
the command line prints it unchanged.

    LexdeskError
    ├── FileFailed             a file that cannot be read; the run goes on
    │   └── FileUnreadable     not now, such as on a disconnected disk
    ├── QueryError             a query that cannot be parsed; knows the position
    ├── ImpossibleDate         not a date; also a ValueError
    ├── NotFound               a work, provision or passage absent from the library
    ├── UnsafeFile             a link, pipe or device in the place of a library or model file
    ├── LibraryError           the library folder
    │   ├── NoLibrary          none at the path, or no longer
    │   ├── LibraryLocked      another program writes; knows its holder
    │   ├── DiskFull           its disk is full
    │   ├── LibraryReadOnly    its folder or disk cannot be written
    │   ├── LibraryTooNew      written by a later Lexdesk
    │   ├── LibraryDamaged     SQLite itself is damaged
    │   ├── PassphraseNeeded   it is encrypted, and no passphrase was given
    │   ├── WrongPassphrase    it is encrypted by another passphrase
    │   ├── EncryptionMissing  SQLCipher is not installed
    │   ├── IndexDamaged       a derived index is damaged; it is rebuilt
    │   └── PublicationError   a published library that cannot be read or written
    ├── ModelError             a model folder
    │   ├── NoModel            none installed for the task
    │   ├── ModelDamaged       a file's hash differs from the manifest
    │   ├── ModelUntrusted     from elsewhere, and not approved by the user
    │   └── ModelMismatch      the library's vectors were made by another model
    ├── NotEnoughMemory        the machine, or a limit, gives too little
    ├── ExtraMissing           a missing optional package
    ├── UnknownLanguage        an unknown language code
    ├── MappingError           a table of recitals and provisions that cannot be loaded
    ├── ServiceError           invalid settings of the HTTP service
    ├── ServiceBusy            the service is overloaded
    └── CollectionError        a retrieval collection unfit for evaluation

message     a code with named parameters, of which English is one rendering
files, libraries, models, notes, phrases, searches, services    the codes by area: the English template of each message
tree        the exceptions
"""

from lexdesk.errors.files import (
    CAUSED_OUTSIDE,
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
    OptionalMessage,
    SystemCode,
    Value,
    find_code,
    find_reason,
    format_english_date,
    list_codes,
    message_from_json,
)
from lexdesk.errors.models import ModelCode
from lexdesk.errors.notes import NoteCode, StatusCode
from lexdesk.errors.phrases import PhraseCode, both, join_list
from lexdesk.errors.searches import LawCode, QueryCode, RecitalCode
from lexdesk.errors.services import CollectionCode, ServiceCode
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
    ModelUntrusted,
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
    "CAUSED_OUTSIDE",
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
    "ModelUntrusted",
    "NoLibrary",
    "NoModel",
    "NotEnoughMemory",
    "NotFound",
    "NoteCode",
    "OptionalMessage",
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
    "both",
    "find_code",
    "find_reason",
    "format_english_date",
    "join_list",
    "list_codes",
    "message_from_json",
]  # fmt: skip
