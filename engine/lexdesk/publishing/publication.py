"""The parts of a publication, as its JSON lists them, and the URIs of publications."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

from lexdesk.errors import LibraryTooNew, PublicationCode, PublicationError
from lexdesk.system.json_values import parsed
from lexdesk.text.lazy_pattern import lazy_pattern

FORMAT = 1
"""Raised when a publication is laid out in another way; a reader refuses a later one."""

POINTER = "publication.json"
SCHEME = "lance://"

_OBJECT_STORE = lazy_pattern(r"(?:s3|gs|az)://")
_MOST = 1 << 48
"""More than any number of a publication; one that is longer makes no name of a file."""
_COUNTED = {"files", "failed", "works", "expressions", "passages", "vectors"}
_NAME = lazy_pattern(r"publications/[0-9]{6,15}\.json")
_FILE = lazy_pattern(r"\.?[\w-][\w.-]*")  # no folder, and no way out of one


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of a publication: its name below the URI, bytes and SHA-256."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Publication:
    """One state of a library on shared storage.

    ``made`` is a time in UTC, ``library`` identifies the publishing library, ``passages`` is the
    version of the Lance table, ``segments`` the files of the full-text index by their names in it, and
    ``index`` the small files that list its current segments, with their content.
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
        """Return its path below the URI; also the tag of its version in Lance."""
        return name_of(self.number)

    @property
    def tag(self) -> str:
        """The name of its version of the Lance table."""
        return tag_of(self.number)

    def files(self) -> list[StoredFile]:
        """All files beside the Lance table."""
        return [self.catalogue, *self.segments.values()]


def name_of(number: int) -> str:
    """Return the path of the publication with a number, below the URI."""
    return f"publications/{number:06}.json"


def is_name(name: str) -> bool:
    """Return whether ``name_of`` makes a path."""
    return _NAME.fullmatch(name) is not None


def tag_of(number: int) -> str:
    """Return the tag in Lance of the publication with a number."""
    return f"publication-{number:06}"


def read(text: str, uri: str) -> Publication:
    """Parse a publication from JSON. Raises ``LibraryTooNew`` and ``PublicationError``."""
    try:
        stored: dict[str, Any] = parsed(text)
        if stored["format"] > FORMAT:
            raise LibraryTooNew(
                PublicationCode.TOO_NEW, uri=uri, found=stored["format"], supported=FORMAT
            )
        segments = {name: StoredFile(**segment) for name, segment in stored["segments"].items()}
        changed = {"catalogue": StoredFile(**stored["catalogue"]), "segments": segments}
        publication = Publication(**{**stored, **changed})
        _require_own_names(publication)
        _require_types(publication)
        return publication
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise PublicationError(
            PublicationCode.UNREADABLE, uri=uri, pointer=POINTER, reason=error
        ) from error


def _require_own_names(publication: Publication) -> None:
    """Raise ``ValueError`` for a name outside the publication: a reader would link or write it outside of its cache."""
    stored = (part for file in publication.files() for part in file.name.split("/"))
    for name in (*publication.segments, *publication.index, *stored):
        if not _FILE.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a file")


def _require_types(publication: Publication) -> None:
    """Raise ``ValueError`` for a value of another type: a string for a number might name a tag or a branch."""
    numbers = [
        publication.number,
        publication.passages,
        publication.store_format,
        publication.dimensions,
    ]
    numbers += [*publication.counts.values(), *(file.bytes for file in publication.files())]
    for number in numbers:
        if type(number) is not int or not 0 <= number < _MOST:
            raise ValueError("it has a number that no publication has")
    texts = [publication.made, publication.library, publication.model, *publication.index.values()]
    for text in (*texts, *(file.sha256 for file in publication.files())):
        if type(text) is not str:
            raise ValueError(f"{text!r} is no text")
    if publication.counts.keys() != _COUNTED:
        raise ValueError(f"{list(publication.counts)!r} are not what is counted")


def is_uri(library: str) -> bool:
    """Return whether a library's name is the URI of a published one."""
    return library.startswith(SCHEME) or _OBJECT_STORE.match(library) is not None


def place_of(uri: str) -> str:
    """Return the place of a publication: a folder, or a URI of Lance's object stores.

    ``lance:///srv/law`` is the folder ``/srv/law``; ``lance://s3://bucket/law`` and
    ``s3://bucket/law`` are the same.
    """
    return uri.removeprefix(SCHEME).rstrip("/")
