"""The parts of a publication, as its JSON lists them, and the URIs of publications."""

from typing import Annotated

import msgspec

from lexdesk.errors import LibraryTooNew, PublicationCode, PublicationError
from lexdesk.system.json_values import Count, Record, parse
from lexdesk.system.library_files import PUBLICATION
from lexdesk.text.lazy_pattern import lazy_pattern

FORMAT = 1
"""Raised when a publication is laid out in another way; a reader refuses a later one."""

SCHEME = "lance://"

_OBJECT_STORE = lazy_pattern(r"(?:s3|gs|az)://")
_NAME = lazy_pattern(r"publications/[0-9]{6,15}\.json")
_PART = r"\.?[\w-][\w.-]*"  # a plain file name: no separator, no ``..``
_FileName = Annotated[str, msgspec.Meta(pattern=rf"^{_PART}\Z", max_length=200)]
_StoredName = Annotated[str, msgspec.Meta(pattern=rf"^{_PART}(?:/{_PART})*\Z", max_length=400)]
_SEGMENT_FILES, _LISTS = 10_000, 100
"""Of a full-text index: a reader links each file; one of ten million passages has some hundred."""


class StoredFile(Record, frozen=True):
    """A file of a publication: its name below the URI, bytes and SHA-256."""

    name: _StoredName
    bytes: Count
    sha256: str


class Counts(Record, frozen=True):
    """The counts of a library."""

    files: Count
    failed: Count
    works: Count
    expressions: Count
    passages: Count
    vectors: Count


class Publication(Record, frozen=True):
    """One state of a library on shared storage.

    ``made`` is a time in UTC, ``library`` identifies the publishing library, ``passages`` is the
    version of the Lance table, ``segments`` the files of the full-text index by their names in it, and
    ``index`` the small files that list its current segments, with their content.
    """

    format: int
    number: Count
    made: str
    library: str
    store_format: Count
    passages: Count
    dimensions: Count
    model: str
    catalogue: StoredFile
    segments: Annotated[dict[_FileName, StoredFile], msgspec.Meta(max_length=_SEGMENT_FILES)]
    index: Annotated[dict[_FileName, str], msgspec.Meta(max_length=_LISTS)]
    counts: Counts

    def as_json(self) -> str:
        """Return the JSON written to the storage."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()

    @property
    def name(self) -> str:
        """Return its path below the URI; also the tag of its version in Lance."""
        return make_name(self.number)

    @property
    def tag(self) -> str:
        """Return the name of its version of the Lance table."""
        return make_tag(self.number)

    def files(self) -> list[StoredFile]:
        """Return all files other than the Lance table."""
        return [self.catalogue, *self.segments.values()]


def make_name(number: int) -> str:
    """Return the path of the publication with a number, below the URI."""
    return f"publications/{number:06}.json"


def is_name(name: str) -> bool:
    """Return whether ``make_name`` makes a path."""
    return _NAME.fullmatch(name) is not None


def make_tag(number: int) -> str:
    """Return the tag in Lance of the publication with a number."""
    return f"publication-{number:06}"


def read(text: str, uri: str) -> Publication:
    """Parse a publication from JSON. Raises ``LibraryTooNew`` and ``PublicationError``."""
    try:
        version = parse(text, dict[str, object])["format"]
        if isinstance(version, int) and version > FORMAT:
            raise LibraryTooNew(PublicationCode.TOO_NEW, uri=uri, found=version, supported=FORMAT)
        publication: Publication = parse(text, Publication)
        return publication
    except (ValueError, KeyError) as error:
        raise PublicationError(
            PublicationCode.UNREADABLE, uri=uri, pointer=PUBLICATION, reason=error
        ) from error


def is_uri(library: str) -> bool:
    """Return whether a library's name is the URI of a published one."""
    return library.startswith(SCHEME) or _OBJECT_STORE.match(library) is not None


def place_of(uri: str) -> str:
    """Return the place of a publication: a folder, or a URI of Lance's object stores.

    ``lance:///srv/law`` is the folder ``/srv/law``; ``lance://s3://bucket/law`` and
    ``s3://bucket/law`` are the same.
    """
    return uri.removeprefix(SCHEME).rstrip("/")
