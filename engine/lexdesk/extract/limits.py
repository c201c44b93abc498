"""What one file may cost: members, bytes that it unpacks to, depth.

The limits hold for a file on disk with everything that lies in it, so that neither one large bomb
nor a million small ones get through. Time and memory are limited by ``pool`` and ``worker``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from lexdesk.errors import FileCode, FileFailed

MAX_FILE_BYTES = 200 * 1024 * 1024
"""A file is held in memory beside its text; the largest court bundles have about 100 MB."""

MAX_ARCHIVE_BYTES = 20 * 1024**3
"""Of an archive or mailbox on disk, which is gone through for its hash first: it would unpack to more than is read."""

MAX_TEXT_CHARACTERS = 50_000_000
"""The largest codes have 5 million; beyond ten times that it is data, not a document."""

MAX_PROVISIONS = 200_000
"""The German tax code has 7,000, the largest consolidated EU act 20,000."""

MAX_NAME_CHARACTERS = 2_000
"""Of a title, heading or label, which is kept with each passage below it; the longest of the Union have some 900."""

MAX_DEPTH = 100
"""Provisions inside each other; acts have up to ten, and what walks the tree calls itself."""

MAX_SCANNED_PAGES = 2000
"""At two to five seconds a page, more would take hours for one file."""

MAX_PIXELS = 120_000_000
"""Of one picture: an A0 plan at 240 dots an inch has 90 million, in memory 360 MB."""

MAX_ARCHIVE_DEPTH = 10
"""Archives inside archives; a quine, which holds itself, has no end."""

MAX_MAIL_DEPTH = 50
"""Messages inside messages; long chains of forwarded mail have about 20."""

_MAX_MEMBERS = 20_000
_MAX_UNPACKED = MAX_ARCHIVE_BYTES
_MAX_RATIO = 200  # prose packs to a quarter, tables of repeated rows to a fiftieth
_RATIO_APPLIES_FROM = 10 * 1024 * 1024  # bytes; small files of blanks may pack better
_RATIO_OF_ALL_APPLIES_FROM = 64 * 1024 * 1024  # ... and several of them in one archive
_PIECE = 1024 * 1024


class Readable(Protocol):
    """A stream of bytes, whatever packs it."""

    def read(self, size: int = -1, /) -> bytes:
        """At most ``size`` bytes; none at the end."""
        ...


class LimitReached(FileFailed):
    """The file on disk as a whole unfolds into too much; what was read of it is kept."""


@dataclass(slots=True)
class Limits:
    """What one file on disk of ``size`` bytes, with all that lies in it, may still unfold to.

    Its bytes count each time that they are unpacked: for each link to them, each entry that names them, each archive
    around them.
    """

    name: str
    size: int
    members: int = _MAX_MEMBERS
    unpacked: int = 0

    def take_member(self) -> None:
        """Count one member. Raises ``LimitReached``."""
        self.members -= 1
        if self.members < 0:
            raise LimitReached(FileCode.TOO_MANY_MEMBERS, name=self.name, limit=_MAX_MEMBERS)

    def read(self, stream: Readable, name: str, packed: int) -> bytes:
        """All of a member, of which ``packed`` bytes lie in the archive (0 where unknown).

        Raises ``FileFailed`` for one that is too large or a bomb, ``LimitReached`` where all
        members together are.
        """
        pieces, size = [], 0
        while piece := stream.read(_PIECE):
            size += len(piece)
            self.take_bytes(len(piece))
            self.check(name, size, packed)
            pieces.append(piece)
        return b"".join(pieces)

    def take_bytes(self, count: int) -> None:
        """Count unpacked bytes, or characters of text. Raises ``LimitReached``."""
        self.unpacked += count
        if self.unpacked > _MAX_UNPACKED:
            raise LimitReached(
                FileCode.UNPACKS_TOO_LARGE, name=self.name, limit=_MAX_UNPACKED / 1024**3
            )
        if self.unpacked > max(_RATIO_OF_ALL_APPLIES_FROM, _MAX_RATIO * self.size):
            raise LimitReached(FileCode.ZIP_BOMB_OF_ALL, name=self.name, ratio=_MAX_RATIO)

    @staticmethod
    def check(name: str, size: int, packed: int) -> None:
        """Raise ``FileFailed`` where a member of ``size`` bytes is too large or a bomb."""
        if size > MAX_FILE_BYTES:
            raise too_large(name, size)
        Limits.check_ratio(name, size, packed)

    @staticmethod
    def check_ratio(name: str, size: int, packed: int) -> None:
        """Raise ``FileFailed`` where ``packed`` bytes (0 where unknown) become a bomb."""
        if packed and size > max(_RATIO_APPLIES_FROM, _MAX_RATIO * packed):
            raise FileFailed(FileCode.ZIP_BOMB, name=name, ratio=_MAX_RATIO)


def archive_too_large(name: str, size: int) -> FileFailed:
    """The refusal of an archive or mailbox of ``size`` bytes."""
    return FileFailed(
        FileCode.ARCHIVE_TOO_LARGE, name=name, size=size / 2**30, limit=MAX_ARCHIVE_BYTES / 2**30
    )


def too_large(name: str, size: int) -> FileFailed:
    """The refusal of a file of ``size`` bytes."""
    return FileFailed(
        FileCode.TOO_LARGE, name=name, size=size / 2**20, limit=MAX_FILE_BYTES / 2**20
    )
