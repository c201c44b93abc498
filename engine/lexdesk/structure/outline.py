"""Text and provisions under construction.

A parser writes lines and opens and closes provisions in between, so that every span is known as
soon as its text is written.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from lexdesk.document.model import Provision
from lexdesk.structure import StructureError
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import normalize

_DROPPED = lazy_pattern("[\u00ad\u200b\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|[\ud800-\udfff]")


def squeeze(text: str) -> str:
    """Put a text on one line: runs of white space, including no-break spaces, become one space.

    Soft hyphens, zero-width spaces and control characters are dropped.
    """
    if not text.isprintable():
        text = _DROPPED.sub("", text)
    return " ".join(text.split())


class ProvisionTree:
    """Provisions under construction, with their open spans.

    A subclass provides the current position in the text.
    """

    def __init__(self) -> None:
        self._provisions: list[Provision] = []
        self._index: dict[str, int] = {}
        self._repeats: dict[str, int] = {}
        self._open: list[str] = []

    def _begin(self) -> int:
        """Return the start of a provision opened now."""
        raise NotImplementedError

    def _finish(self) -> int:
        """Return the end of a provision closed now."""
        raise NotImplementedError

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """Return the provisions in order of their starts. Raises ``StructureError`` while one is open."""
        if self._open:
            raise StructureError(f"still open: {', '.join(self._open)}")
        return tuple(self._provisions)

    @property
    def all_provisions(self) -> tuple[Provision, ...]:
        """Return all provisions so far; open ones have no end yet."""
        return tuple(self._provisions)

    @property
    def innermost(self) -> Provision | None:
        """Return the innermost open provision, without its end."""
        return self._provisions[self._index[self._open[-1]]] if self._open else None

    def child_eid(self, step: str) -> str:
        """Return the eid of a child of the innermost open provision."""
        return f"{self.innermost.eid}__{step}" if self.innermost else step

    def open(self, eid: str, kind: str, number: str, heading: str, label: str) -> str:
        """Open a provision here, inside the innermost open one, and return its eid.

        A repeated number gets ``_2``, ``_3`` ...
        """
        eid = self._unique_eid(eid)
        start = self._begin()
        parent = self._open[-1] if self._open else None
        provision = Provision(
            eid, kind, number, squeeze(heading), squeeze(label), parent, start, start
        )
        self._index[eid] = len(self._provisions)
        self._provisions.append(provision)
        self._open.append(eid)
        return eid

    def set_heading(self, eid: str, heading: str) -> None:
        """Set the heading of an open provision."""
        index = self._index[eid]
        self._provisions[index] = replace(self._provisions[index], heading=squeeze(heading))

    def close(self, eid: str) -> None:
        """Close the provision and all open ones inside it.

        Raises ``StructureError`` if it is not open.
        """
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
        """Reopen a closed direct child of the innermost open provision."""
        self._open.append(eid)

    def close_all(self) -> None:
        """Close all open provisions."""
        if self._open:
            self.close(self._open[0])

    @contextmanager
    def provision(
        self, eid: str, kind: str, number: str, heading: str, label: str
    ) -> Iterator[str]:
        """Open a provision for the duration of the block; yields its eid."""
        eid = self.open(eid, kind, number, heading, label)
        yield eid
        self.close(eid)

    def _unique_eid(self, eid: str) -> str:
        if eid not in self._index:
            return eid
        n = self._repeats.get(eid, 2)  # starts at the last repetition, in linear time
        while f"{eid}_{n}" in self._index:
            n += 1
        self._repeats[eid] = n
        return f"{eid}_{n}"


class Outline(ProvisionTree):
    """Lines of NFC text under construction, with their provisions."""

    def __init__(self) -> None:
        super().__init__()
        self._written: list[str] = []
        self._length = 0
        self._end = 0  # end of the last character that is not a line break
        self._pending = ""  # the beginning of an unfinished line

    @property
    def text(self) -> str:
        """Return all finished lines, without the last line break."""
        return "".join(self._written)[: self._end]

    def _begin(self) -> int:
        return self._length + len(self._pending)

    def _finish(self) -> int:
        if self._pending:
            self.line()
        return self._end

    def write(self, text: str) -> None:
        """Begin or continue the next line; a space follows.

        The space prevents composition with the next text, so that offsets stay valid under NFC.
        """
        text = normalize("NFC", squeeze(text))
        if text:
            self._pending += text + " "

    def line(self, text: str = "") -> None:
        """Finish the line begun by ``write``; an empty line is dropped."""
        line = (self._pending + normalize("NFC", squeeze(text))).rstrip()
        self._pending = ""
        if not line:
            return
        self._written += (line, "\n")
        self._end = self._length + len(line)
        self._length = self._end + 1

    def blank(self) -> None:
        """Write an empty line, never two in a row and never at the beginning."""
        if self._pending:
            self.line()
        if 0 < self._length == self._end + 1:
            self._written.append("\n")
            self._length += 1


class MarkedText(ProvisionTree):
    """Provisions of an existing text, read line by line."""

    def __init__(self) -> None:
        super().__init__()
        self._start = 0
        self._end = 0

    def begin_line(self, start: int) -> None:
        """Begin a line at ``start``; provisions closed from now on end before it."""
        self._start = start

    def end_line(self, end: int) -> None:
        """End a line at ``end``; it belongs to all open provisions."""
        self._end = end

    def _begin(self) -> int:
        return self._start

    def _finish(self) -> int:
        return self._end
