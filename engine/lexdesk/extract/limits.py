"""Resource limits of one file: members, unpacked bytes, depth, time; ``workers/sandbox.py`` limits memory.

The limits hold for a file on disk including everything inside it, so neither one large bomb nor a
million small ones get through. Two limits end slow reading. ``SECONDS_PER_DOCUMENT`` holds for a single document:
its worker is killed, and the document fails. ``limit_seconds`` holds for the file with all its contents: the worker
stops before the next document, or is killed in it, and documents read until then are kept. A large file has more time only
while it yields text, so that one made to waste time gets little.
"""

import time
from dataclasses import dataclass, field
from typing import Protocol

from lexdesk.errors import FileCode, FileFailed

MAX_FILE_BYTES = 200 * 1024 * 1024
"""File and text are in memory together; the largest court bundles have about 100 MB."""

MAX_ARCHIVE_BYTES = 20 * 1024**3
"""Maximum size of an archive or mailbox on disk. A larger one would be hashed first, then exceed the unpacking limit."""

MAX_TEXT_CHARACTERS = 50_000_000
"""The largest codes have 5 million; ten times as many are data, not a document."""

MAX_PROVISIONS = 200_000
"""The German tax code has 7,000, the largest consolidated EU act 20,000."""

MAX_NAME_CHARACTERS = 2_000
"""Maximum of a title, heading or label, stored with each passage below it; the longest of the EU have some 900."""

MAX_DEPTH = 100
"""Nested provisions; acts have up to ten, and tree walks are recursive."""

MAX_SCANNED_PAGES = 2000
"""At two to five seconds a page, more would take hours for one file."""

MAX_PIXELS = 120_000_000
"""Maximum of one picture: an A0 plan at 240 dpi has 90 million, 360 MB in memory."""

MAX_ARCHIVE_DEPTH = 10
"""Nested archives; a quine contains itself without end."""

MAX_MAIL_DEPTH = 50
"""Nested messages; long chains of forwarded mail have about 20."""

SECONDS_PER_DOCUMENT = 60
"""Processor time of one document."""

ELAPSED_RATIO = 10
"""Elapsed to processor time of one document, for busy machines and slow network shares."""

_SECONDS_PER_BYTE, _LARGE = 1 / 2**20, 12 * 2**20
"""Of processor time for each byte of a file beyond 12 MB, with all its contents."""
_SECONDS_PER_CHARACTER, _MOST_SECONDS_PER_BYTE = 10 / 1e6, 10 / 2**20
"""... for each character of its documents, up to 10 s for such a megabyte; packed laws (XML in tar.gz) take 2.4 s."""
_OCR_SECONDS, _OCR_SECONDS_PER_BYTE = 300, 200 / 2**20
"""... for text recognition: 2 to 5 s for a scanned page, of 30 KB and more."""

_MAX_MEMBERS = 20_000
MAX_UNPACKED = MAX_ARCHIVE_BYTES
MAX_RATIO = 200  # prose packs to a quarter, tables of repeated rows to a fiftieth
_RATIO_APPLIES_FROM = 10 * 1024 * 1024  # bytes; small files of blanks may pack better
RATIO_OF_ALL_APPLIES_FROM = 64 * 1024 * 1024  # ... and several of them in one archive
_PIECE = 1024 * 1024


class Readable(Protocol):
    """A stream of bytes, packed or not."""

    def read(self, size: int = -1, /) -> bytes:
        """Read at most ``size`` bytes; return none at the end."""
        ...


class LimitReached(FileFailed):
    """A failure of a whole file on disk that unpacks to too much; documents read before it are kept."""


@dataclass(slots=True)
class Limits:
    """The remaining budget of one file on disk of ``size`` bytes, including all its contents.

    Bytes count each time they are unpacked: for each link to them, each entry with their name, each
    archive around them.
    """

    name: str
    size: int
    members: int = _MAX_MEMBERS
    unpacked: int = 0

    def take_member(self) -> None:
        """Count one member; raise ``LimitReached`` above the limit."""
        self.members -= 1
        if self.members < 0:
            raise LimitReached(FileCode.TOO_MANY_MEMBERS, name=self.name, limit=_MAX_MEMBERS)

    def read(self, stream: Readable, name: str, packed: int) -> bytes:
        """Read a whole member, stored as ``packed`` bytes in the archive (0 if unknown).

        Raises ``FileFailed`` for a member too large or a bomb, ``LimitReached`` if all members
        together are.
        """
        pieces, size = [], 0
        while piece := stream.read(_PIECE):
            size += len(piece)
            self.take_bytes(len(piece))
            self.check(name, size, packed)
            pieces.append(piece)
        return b"".join(pieces)

    def take_bytes(self, count: int) -> None:
        """Count unpacked bytes, or characters of text; raise ``LimitReached`` above the limit."""
        self.unpacked += count
        if self.unpacked > MAX_UNPACKED:
            raise LimitReached(
                FileCode.UNPACKS_TOO_LARGE, name=self.name, limit=MAX_UNPACKED / 1024**3
            )
        if self.unpacked > max(RATIO_OF_ALL_APPLIES_FROM, MAX_RATIO * self.size):
            raise LimitReached(FileCode.ZIP_BOMB_OF_ALL, name=self.name, ratio=MAX_RATIO)

    @staticmethod
    def check(name: str, size: int, packed: int) -> None:
        """Raise ``FileFailed`` if a member of ``size`` bytes is too large or a bomb."""
        if size > MAX_FILE_BYTES:
            raise too_large(name, size)
        Limits.check_ratio(name, size, packed)

    @staticmethod
    def check_ratio(name: str, size: int, packed: int) -> None:
        """Raise ``FileFailed`` if ``packed`` bytes (0 if unknown) unpack to a bomb."""
        if packed and size > max(_RATIO_APPLIES_FROM, MAX_RATIO * packed):
            raise FileFailed(FileCode.ZIP_BOMB, name=name, ratio=MAX_RATIO)


def limit_seconds(size: int, characters: int = 0) -> int:
    """Return the most seconds of processor time for a file of ``size`` bytes that yielded ``characters`` until now."""
    large = max(size - _LARGE, 0)
    earned = min(
        _SECONDS_PER_CHARACTER * characters, (_MOST_SECONDS_PER_BYTE - _SECONDS_PER_BYTE) * large
    )
    return round(SECONDS_PER_DOCUMENT + _SECONDS_PER_BYTE * large + earned)


@dataclass(slots=True)
class TimeBudget:
    """The processor time of the file ``name`` of ``size`` bytes with all its contents.

    ``spent`` are the seconds of workers before this one, ``characters`` the text that the file yielded.
    """

    name: str
    size: int
    spent: float = 0
    characters: int = 0
    _begun: float = field(default_factory=time.process_time)

    def left(self) -> float:
        """Return the seconds left; raise ``LimitReached`` without any."""
        seconds = limit_seconds(self.size, self.characters)
        left = seconds - self.spent - (time.process_time() - self._begun)
        if left < 0:
            raise LimitReached(FileCode.TOO_LONG_IN_ALL, name=self.name, seconds=seconds)
        return left


def limit_recognition_seconds(size: int) -> int:
    """Return the most seconds of processor time for recognition in a file of ``size`` bytes."""
    return round(_OCR_SECONDS + _OCR_SECONDS_PER_BYTE * size)


def archive_too_large(name: str, size: int) -> FileFailed:
    """Return the failure of an archive or mailbox of ``size`` bytes."""
    return FileFailed(
        FileCode.ARCHIVE_TOO_LARGE, name=name, size=size / 2**30, limit=MAX_ARCHIVE_BYTES / 2**30
    )


def too_large(name: str, size: int) -> FileFailed:
    """Return the failure of a file of ``size`` bytes."""
    return FileFailed(
        FileCode.TOO_LARGE, name=name, size=size / 2**20, limit=MAX_FILE_BYTES / 2**20
    )
