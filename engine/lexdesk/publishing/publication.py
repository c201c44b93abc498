"""What a publication consists of, as its JSON says, and the URIs that name one."""

from __future__ import annotations

import dataclasses
import json
import re
from dataclasses import dataclass
from typing import Any

from lexdesk.errors import LibraryTooNew, PublicationCode, PublicationError
from lexdesk.system.json_values import parsed

FORMAT = 1
"""Raised when a publication is laid out in another way; a reader refuses a later one."""

POINTER = "publication.json"
SCHEME = "lance://"

_OBJECT_STORE = re.compile(r"(?:s3|gs|az)://")
_COUNTED = {"files", "failed", "works", "expressions", "passages", "vectors"}
_FILE = re.compile(r"\.?[\w-][\w.-]*")  # no folder, and no way out of one


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of a publication: its name below the URI, bytes and SHA-256."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Publication:
    """One state of a library on shared storage.

    ``made`` is a time in UTC, ``library`` tells the library that publishes here, ``passages`` is the
    version of the Lance table, ``segments`` the files of the full-text index by their names in it, and
    ``index`` the small ones that say which of them count, with their content.
    """

    format: int
    number: int
    made: str
    library: str
    store_format: int
    passages: int
    dimensions: int
    model: str
    catalogue: StoredFile
    segments: dict[str, StoredFile]
    index: dict[str, str]
    counts: dict[str, int]

    def as_json(self) -> str:
        """As it lies on the storage."""
        return json.dumps(dataclasses.asdict(self), indent=1)

    @property
    def name(self) -> str:
        """Where it is kept, below the URI; also the tag of its version in Lance."""
        return name_of(self.number)

    @property
    def tag(self) -> str:
        """The name of its version of the Lance table."""
        return tag_of(self.number)

    def files(self) -> list[StoredFile]:
        """All files beside the Lance table."""
        return [self.catalogue, *self.segments.values()]


def name_of(number: int) -> str:
    """Where the publication with a number is kept, below the URI."""
    return f"publications/{number:06}.json"


def tag_of(number: int) -> str:
    """The tag in Lance of the publication with a number."""
    return f"publication-{number:06}"


def read(text: str, uri: str) -> Publication:
    """The publication that JSON tells of. Raises ``LibraryTooNew`` and ``PublicationError``."""
    try:
        told: dict[str, Any] = parsed(text)
        if told["format"] > FORMAT:
            raise LibraryTooNew(
                PublicationCode.TOO_NEW, uri=uri, found=told["format"], supported=FORMAT
            )
        segments = {name: StoredFile(**each) for name, each in told["segments"].items()}
        changed = {"catalogue": StoredFile(**told["catalogue"]), "segments": segments}
        made = Publication(**{**told, **changed})
        _require_own_names(made)
        _require_types(made)
        return made
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise PublicationError(
            PublicationCode.UNREADABLE, uri=uri, pointer=POINTER, reason=error
        ) from error


def _require_own_names(publication: Publication) -> None:
    """Raise ``ValueError`` where a name leads elsewhere: a reader would link or write files outside of its cache."""
    stored = (part for file in publication.files() for part in file.name.split("/"))
    for name in (*publication.segments, *publication.index, *stored):
        if not _FILE.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a file")


def _require_types(publication: Publication) -> None:
    """Raise ``ValueError`` for a value of another type: what is no number might name a tag or a branch of the table."""
    numbers = [
        publication.number,
        publication.passages,
        publication.store_format,
        publication.dimensions,
    ]
    numbers += [*publication.counts.values(), *(file.bytes for file in publication.files())]
    for number in numbers:
        if type(number) is not int or number < 0:
            raise ValueError(f"{number!r} is no number")
    texts = [publication.made, publication.library, publication.model, *publication.index.values()]
    for text in (*texts, *(file.sha256 for file in publication.files())):
        if type(text) is not str:
            raise ValueError(f"{text!r} is no text")
    if publication.counts.keys() != _COUNTED:
        raise ValueError(f"{list(publication.counts)!r} are not what is counted")


def is_uri(library: str) -> bool:
    """Whether what names a library names a published one."""
    return library.startswith(SCHEME) or _OBJECT_STORE.match(library) is not None


def place_of(uri: str) -> str:
    """Where a publication lies: a folder, or a URI that Lance's object store knows.

    ``lance:///srv/law`` is the folder ``/srv/law``; ``lance://s3://bucket/law`` and
    ``s3://bucket/law`` are the same.
    """
    return uri.removeprefix(SCHEME).rstrip("/")
