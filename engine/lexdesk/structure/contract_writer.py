"""From the chain of a contract's clauses to its provisions, level by level."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lexdesk.document import Provision
from lexdesk.structure.contract_numbers import Number, heading_of, item_of
from lexdesk.structure.numbered_levels import follows, is_first, systems_of
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line

_END = re.compile(
    r"IN WITNESS WHEREOF\b.*|In witness whereof\b.*|\[?signature page.*|"
    r"(?:EXHIBIT|SCHEDULE|ANNEX|APPENDIX|ATTACHMENT|ADDENDUM)\b[^a-z]{0,60}|"
    r"(?:Exhibit|Schedule|Annex|Appendix|Attachment)\s+[“\"]?[A-Z0-9]{1,3}[”\"]?"
)
_LEVELS = {
    "article": (("article", "art"), ("section", "sec"), ("subsection", "subsec"), ("paragraph", "para")),
    "section": (("section", "sec"), ("subsection", "subsec"), ("paragraph", "para"), ("point", "subpara")),
    "clause": (("clause", "sec"), ("subsection", "subsec"), ("paragraph", "para"), ("point", "subpara")),
}  # fmt: skip
_WIDEST_GAP = 2


class ContractWriter:
    """Marks the clauses of ``chain`` and what is numbered inside them."""

    def __init__(
        self, lines: Sequence[Line], chain: Sequence[Number], numbers: Mapping[int, Number]
    ) -> None:
        self._lines = lines
        self._numbers = numbers
        self._tops = {number.line: number for number in chain}
        self._last = chain[-1].line
        self._tree = MarkedText()
        self._open: list[tuple[tuple[int, ...], str, str]] = []  # (path, eid, label)
        self._counts: dict[tuple[int, ...], int] = {}  # path -> number of its last child
        self._items: list[tuple[str, str, str]] = []  # (system, number, eid)
        self._read(chain[0].line)

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """What was found."""
        return self._tree.provisions

    def _read(self, first: int) -> None:
        for index in range(first, len(self._lines)):
            line = self._lines[index]
            if self._is_over(index):
                break
            self._tree.at(line.start)
            self._line(index)
            self._tree.passed(line.end)
        self._tree.close_all()

    def _is_over(self, index: int) -> bool:
        """Behind the last clause: signatures, an exhibit, or clauses that count from 1 again."""
        if index <= self._last:
            return False
        number = self._numbers.get(index)
        top = self._tops[self._last]
        again = number is not None and number.path == (1,) and number.style == top.style
        again = again and not number.goes_on if number else False
        return again or _END.fullmatch(self._lines[index].text) is not None

    def _line(self, index: int) -> None:
        top = self._tops.get(index)
        if top:
            self._close_from(0)
            self._clause(top, top.path, index)
        if top and not top.implied:
            return
        if (number := self._numbers.get(index)) and (path := self._path_of(number)):
            self._clause(number, path, index)
        elif item := item_of(self._lines[index].text):
            self._item(item)

    def _path_of(self, number: Number) -> tuple[int, ...]:
        """The path of a number inside the open clause; ``()`` where it does not count on."""
        top = self._open[0][0]
        path = number.path
        if (
            len(path) == 1
            and self._tops[self._last].style == "article"
            and number.style != "article"
        ):
            path = (*top, *path)  # Article V, then 1., 2.
        if len(path) < 2 or path[0] != top[0] or len(path) > 4:
            return ()
        parent = path[:-1]
        if not any(each[0] == parent for each in self._open):
            return ()
        before = self._counts.get(parent, 0)
        if number.goes_on and not (path[-1] == before + 1 and self._is_apart(number.line)):
            return ()
        return path if before < path[-1] <= before + (_WIDEST_GAP if before else 1) else ()

    def _is_apart(self, index: int) -> bool:
        """Whether the line before ends a sentence or announces a list."""
        return self._lines[index - 1].text.endswith((".", ";", ":", "-", "–", "—", "; and", "; or"))

    def _clause(self, number: Number, path: tuple[int, ...], index: int) -> None:
        depth = len(path) - 1
        self._close_from(depth)
        style = self._tops[self._last].style
        kind, abbreviation = _LEVELS[style][depth]
        outer = self._open[-1][1] if self._open else ""
        eid = f"{outer}__{abbreviation}_{path[-1]}" if outer else f"{abbreviation}_{path[-1]}"
        label = f"{self._word(number, depth)} {number.printed}"
        heading = number.heading or ("" if number.implied else self._heading_below(number, index))
        eid = self._tree.open(eid, kind, number.printed, heading, label)
        self._open.append((path, eid, label))
        if depth:
            self._counts[path[:-1]] = path[-1]

    def _word(self, number: Number, depth: int) -> str:
        if number.word:
            return number.word
        style = self._tops[self._last].style
        return "Section" if style in ("article", "section") and depth else "Clause"

    def _heading_below(self, number: Number, index: int) -> str:
        """The heading on the line below ``ARTICLE V``, or below a number that stands alone."""
        text = self._lines[index].text
        alone = len(text) <= len(number.word) + len(number.printed) + 3
        if not alone or index + 1 >= len(self._lines) or index + 1 in self._numbers:
            return ""
        below = self._lines[index + 1].text
        return below if heading_of(below) == below.rstrip(".:") else ""

    def _item(self, number: str) -> None:
        """Open the item of a list where its number begins one or goes on in one that is open."""
        if not self._open:
            return
        systems = systems_of(number)
        for depth in reversed(range(len(self._items))):
            system, last, _ = self._items[depth]
            if system in systems and follows(number, last, system):
                self._open_item(depth, system, number)
                return
        taken = {system for system, _, _ in self._items}
        fresh = [s for s in systems if is_first(number, s) and s not in taken]
        if fresh:
            self._open_item(len(self._items), fresh[-1], number)

    def _open_item(self, depth: int, system: str, number: str) -> None:
        if depth < len(self._items):
            self._tree.close(self._items[depth][2])
            del self._items[depth:]
        outer = self._items[-1][2] if self._items else self._open[-1][1]
        label = self._open[-1][2] + "".join(f"({n})" for _, n, _ in self._items) + f"({number})"
        eid = self._tree.open(f"{outer}__list_{number.lower()}", "point", number, "", label)
        self._items.append((system, number, eid))

    def _close_from(self, depth: int) -> None:
        self._items.clear()
        if depth < len(self._open):
            for path, _, _ in self._open[depth:]:
                self._counts.pop(path, None)
            self._tree.close(self._open[depth][1])
            del self._open[depth:]
        elif self._open:
            self._close_items()

    def _close_items(self) -> None:
        while (inner := self._tree.innermost) is not None and inner.eid != self._open[-1][1]:
            self._tree.close(inner.eid)
