"""Text and provisions under construction.

A reader writes line after line and opens and closes provisions in between, so that every span is
known when its text is written and none is computed afterwards.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from lexdesk.document.model import Provision
from lexdesk.structure import StructureError

_DROPPED = re.compile("[\u00ad\u200b\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|[\ud800-\udfff]")


def squeeze(text: str) -> str:
    """Text on one line: runs of white space, no-break spaces among them, become one space.

    Soft hyphens, zero-width spaces and control characters are dropped.
    """
    if not text.isprintable():
        text = _DROPPED.sub("", text)
    return " ".join(text.split())


class ProvisionTree:
    """Provisions under construction: which are open, and where each begins and ends.

    A subclass knows the place at which it writes or reads.
    """

    def __init__(self) -> None:
        self._provisions: list[Provision] = []
        self._index: dict[str, int] = {}
        self._repeats: dict[str, int] = {}
        self._open: list[str] = []

    def _begin(self) -> int:
        """Where a provision that is opened now begins."""
        raise NotImplementedError

    def _finish(self) -> int:
        """Where a provision that is closed now ends."""
        raise NotImplementedError

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """The provisions in the order of their beginnings. Raises ``StructureError`` while one is open."""
        if self._open:
            raise StructureError(f"still open: {', '.join(self._open)}")
        return tuple(self._provisions)

    @property
    def begun(self) -> tuple[Provision, ...]:
        """All provisions so far; those still open have no end yet."""
        return tuple(self._provisions)

    @property
    def innermost(self) -> Provision | None:
        """The provision that is being written, without its end."""
        return self._provisions[self._index[self._open[-1]]] if self._open else None

    def inside(self, step: str) -> str:
        """The eid of a provision that this step leads to from the innermost open one."""
        return f"{self.innermost.eid}__{step}" if self.innermost else step

    def open(self, eid: str, kind: str, number: str, heading: str, label: str) -> str:
        """Open a provision here, inside the innermost open one.

        Returns its eid: a number that occurs twice in an act gets ``_2``, ``_3`` ...
        """
        eid = self._unused(eid)
        start = self._begin()
        parent = self._open[-1] if self._open else None
        provision = Provision(
            eid, kind, number, squeeze(heading), squeeze(label), parent, start, start
        )
        self._index[eid] = len(self._provisions)
        self._provisions.append(provision)
        self._open.append(eid)
        return eid

    def head(self, eid: str, heading: str) -> None:
        """Give the provision the heading that was found after it was opened."""
        index = self._index[eid]
        self._provisions[index] = replace(self._provisions[index], heading=squeeze(heading))

    def close(self, eid: str) -> None:
        """Close the provision and all that are open inside it. Raises ``StructureError`` where it is not open."""
        if eid not in self._open:
            raise StructureError(f"{eid} is not open; open are: {', '.join(self._open) or 'none'}")
        end = self._finish()
        while True:
            innermost = self._open.pop()
            index = self._index[innermost]
            provision = self._provisions[index]
            self._provisions[index] = replace(provision, end=max(provision.start, end))
            if innermost == eid:
                return

    def reopen(self, eid: str) -> None:
        """Open a provision again that was closed right inside the innermost open one."""
        self._open.append(eid)

    def close_all(self) -> None:
        """Close whatever is open."""
        if self._open:
            self.close(self._open[0])

    @contextmanager
    def provision(
        self, eid: str, kind: str, number: str, heading: str, label: str
    ) -> Iterator[str]:
        """Open a provision for as long as the block lasts; gives its eid."""
        eid = self.open(eid, kind, number, heading, label)
        yield eid
        self.close(eid)

    def _unused(self, eid: str) -> str:
        if eid not in self._index:
            return eid
        n = self._repeats.get(eid, 2)  # from the last one on: an act may repeat a number often
        while f"{eid}_{n}" in self._index:
            n += 1
        self._repeats[eid] = n
        return f"{eid}_{n}"


class Outline(ProvisionTree):
    """Lines of NFC text that are being written, and the provisions that span them."""

    def __init__(self) -> None:
        super().__init__()
        self._written: list[str] = []
        self._length = 0
        self._end = 0  # end of the last character that is not a line break
        self._pending = ""  # the beginning of an unfinished line

    @property
    def text(self) -> str:
        """All finished lines, without the last line break."""
        return "".join(self._written)[: self._end]

    def _begin(self) -> int:
        return self._length + len(self._pending)

    def _finish(self) -> int:
        if self._pending:
            self.line()
        return self._end

    def write(self, text: str) -> None:
        """Begin the next line, or go on with it; a space follows.

        The space keeps its last character from composing with what follows, so the
        offsets stay true under NFC.
        """
        text = unicodedata.normalize("NFC", squeeze(text))
        if text:
            self._pending += text + " "

    def line(self, text: str = "") -> None:
        """Finish the line that ``write`` began with this text; an empty line is no line."""
        line = (self._pending + unicodedata.normalize("NFC", squeeze(text))).rstrip()
        self._pending = ""
        if not line:
            return
        self._written += (line, "\n")
        self._end = self._length + len(line)
        self._length = self._end + 1

    def blank(self) -> None:
        """An empty line, for the eye; never two in a row, never at the beginning."""
        if self._pending:
            self.line()
        if 0 < self._length == self._end + 1:
            self._written.append("\n")
            self._length += 1


class MarkedText(ProvisionTree):
    """Provisions of a text that stands already, read line by line."""

    def __init__(self) -> None:
        super().__init__()
        self._start = 0
        self._end = 0

    def at(self, start: int) -> None:
        """A line is read that begins here; what is closed from now on ended before it."""
        self._start = start

    def passed(self, end: int) -> None:
        """The line that ends here belongs to whatever is open."""
        self._end = end

    def _begin(self) -> int:
        return self._start

    def _finish(self) -> int:
        return self._end
