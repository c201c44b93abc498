"""OLE files (compound files), read within the size of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import olefile

if TYPE_CHECKING:
    _Base = olefile.OleFileIO[str]
else:
    _Base = olefile.OleFileIO


_FEWEST = 109
"""Sectors of the table of sectors that the header itself lists."""


class OleFile(_Base):
    """An OLE file whose streams and table of sectors are no longer than itself.

    Sectors that follow each other in a ring would give gigabytes to a stream that claims them.
    """

    def loadfat(self, header: bytes) -> None:
        """Load the table of sectors. Raise ``OSError`` for one of far more sectors than the file needs."""
        stated = vars(self)  # not in the stubs
        needed = stated["nb_sect"] // max(stated["sectorsize"] // 4, 1)  # damaged: of 1 byte
        if stated["num_fat_sectors"] > 2 * needed + _FEWEST:
            raise OSError("its table of sectors is longer than the file")
        super().loadfat(header)

    def _open(self, start: int, size: int = olefile.UNKNOWN_SIZE, force_FAT: bool = False) -> Any:  # noqa: N803
        if size != olefile.UNKNOWN_SIZE:
            size = min(size, vars(self)["_filesize"])  # not in the stubs
        return super()._open(start, size, force_FAT)
