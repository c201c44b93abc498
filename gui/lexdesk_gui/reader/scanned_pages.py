"""The PDF of a text, and text positions on its scanned pages, by recognised line; without Qt."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.system.paths import decode_path
from lexdesk_gui.path_status import is_file

if TYPE_CHECKING:
    from lexdesk.document.model import Box
    from lexdesk.library.library import Library


class ScannedPage(NamedTuple):
    """The ``text`` of a page, one recognised line per line, with the coordinates of their boxes.

    Compact because files of a thousand pages travel between processes with each hit: pickling one
    ``Box`` per line would cause a visible delay.
    """

    text: str
    numbers: array[int]

    @classmethod
    def of(cls, lines: Iterable[tuple[str, Box]]) -> ScannedPage:
        """Return the page with these lines."""
        texts, boxes = zip(*lines, strict=True)
        return cls("\n".join(texts), array("H", (number for box in boxes for number in box)))

    def box(self, line: int) -> Box:
        """Return the box of a line."""
        from lexdesk.document.model import Box  # which the window does not need to start

        return Box(*self.numbers[4 * line : 4 * line + 4])

    def places(self, texts: Sequence[str], *, whole_words: bool) -> list[range]:
        """Return the line ranges with any of ``texts``, ignoring case; a text may cross line breaks."""
        starts = [0, *accumulate(len(line) + 1 for line in self.text.split("\n"))]
        lines = {
            (bisect_right(starts, match.start()) - 1, bisect_right(starts, match.end() - 1))
            for wanted in texts
            if (words := wanted.split())
            for match in re.finditer(_pattern(words, whole_words), self.text, re.IGNORECASE)
        }
        return [range(first, end) for first, end in sorted(lines)]


Scanned = Mapping[int, ScannedPage]
"""Scanned pages of a file by number, from 1."""


def _pattern(words: Sequence[str], whole_words: bool) -> str:
    pattern = r"\s+".join(map(re.escape, words))
    return rf"(?<!\w){pattern}(?!\w)" if whole_words else pattern


def find_pdf(path: str | None) -> Path | None:
    """Return the PDF file at ``path`` if it exists."""
    file = _pdf(path)
    return file if file and is_file(file) else None


def has_lost_pages(path: str | None) -> bool:
    """Report whether ``path`` is a missing PDF whose containing mail or archive is missing too."""
    file = _pdf(path)
    return file is not None and not any(is_file(path) for path in (file, *file.parents))


def _pdf(path: str | None) -> Path | None:
    return decode_path(path) if path and path.lower().endswith(".pdf") else None


def copy_file(_library: Library, *, file: Path, target: Path) -> None:
    """Copy ``file``, possibly from a slow drive, to ``target``. Raise ``OSError``."""
    from lexdesk.system.atomic import write_atomically

    write_atomically(target, file.read_bytes())
