"""OLE files (compound files), read within the size of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import olefile

if TYPE_CHECKING:
    _Base = olefile.OleFileIO[str]
else:
    _Base = olefile.OleFileIO


class OleFile(_Base):
    """An OLE file whose streams are no longer than itself.

    Sectors that follow each other in a ring would give gigabytes to a stream that claims them.
    """

    def _open(self, start: int, size: int = olefile.UNKNOWN_SIZE, force_FAT: bool = False) -> Any:  # noqa: N803
        if size != olefile.UNKNOWN_SIZE:
            size = min(size, vars(self)["_filesize"])  # not in the stubs
        return super()._open(start, size, force_FAT)
