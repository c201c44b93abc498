"""Construction of a contract's provisions from its chain of clause numbers, level by level."""

from collections.abc import Mapping, Sequence

from lexdesk.document.model import Provision
from lexdesk.structure.contract.numbers import ClauseNumber, parse_heading, parse_item
from lexdesk.structure.contract.wordings import GERMAN, ContractWording
from lexdesk.structure.numbered_levels import follows, list_numbering_systems, place_in_lists
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line

_LEVELS = {
    "article": (("article", "art"), ("section", "sec"), ("subsection", "subsec"), ("paragraph", "para")),
    "section": (("section", "sec"), ("subsection", "subsec"), ("paragraph", "para"), ("point", "subpara")),
    "clause": (("clause", "sec"), ("subsection", "subsec"), ("paragraph", "para"), ("point", "subpara")),
}  # fmt: skip
_WIDEST_GAP = 2
_FIRST = {
    "figure": "1",
    "letter": "a",
    "capital": "A",
    "roman": "i",
    "capital roman": "I",
    "doubled": "aa",
}
_GERMAN_ITEMS = {"letter": "Buchst.", "doubled": "Doppelbuchst.", "figure": "Abs."}


def build_provisions(
    lines: Sequence[Line],
    chain: Sequence[ClauseNumber],
    numbers: Mapping[int, ClauseNumber],
    wording: ContractWording,
) -> tuple[Provision, ...]:
    """Build the provisions of ``chain`` and of the numbers inside its clauses.

    ``numbers`` are all parsed clause numbers by line.
    """
    return _Writer(lines, chain, numbers, wording).write(chain[0].line)


class _Writer:
    """A writer that marks clauses line by line."""

    def __init__(
        self,
        lines: Sequence[Line],
        chain: Sequence[ClauseNumber],
        numbers: Mapping[int, ClauseNumber],
        wording: ContractWording,
    ) -> None:
        self._lines = lines
        self._wording = wording
        self._numbers = numbers
        self._tops = {number.line: number for number in chain}
        self._last = chain[-1].line
        self._tree = MarkedText()
        self._open: list[tuple[tuple[int, ...], str, str]] = []  # (path, eid, label)
        self._counts: dict[tuple[int, ...], int] = {}  # path -> number of its last child
        self._items: list[tuple[str, str, str]] = []  # (system, number, eid)

    def write(self, first: int) -> tuple[Provision, ...]:
        """Build the provisions from the line ``first`` on."""
        for index in range(first, len(self._lines)):
            line = self._lines[index]
            if self._is_over(index):
                break
            self._tree.begin_line(line.start)
            self._line(index)
            self._tree.end_line(line.end)
        self._tree.close_all()
        return self._tree.provisions

    def _is_over(self, index: int) -> bool:
        """Return True after the last clause, at signatures, an exhibit or a new clause 1."""
        if index <= self._last:
            return False
        number = self._numbers.get(index)
        top = self._tops[self._last]
        again = number is not None and number.path == (1,) and number.style == top.style
        again = again and not number.goes_on if number else False
        return again or self._wording.end.fullmatch(self._lines[index].text) is not None

    def _line(self, index: int) -> None:
        top = self._tops.get(index)
        if top:
            self._close_clauses_from(0)
            self._clause(top, top.path, index)
        if top and not top.implied:
            return
        if (number := self._numbers.get(index)) and (path := self._path_of(number)):
            self._clause(number, path, index)
        elif item := parse_item(self._lines[index].text, self._wording):
            self._item(item, index)

    def _path_of(self, number: ClauseNumber) -> tuple[int, ...]:
        """Return the path of a number inside the open clause; ``()`` if it is out of sequence."""
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
        if not any(clause[0] == parent for clause in self._open):
            return ()
        last = self._counts.get(parent, 0)
        if number.goes_on and not (path[-1] == last + 1 and self._is_apart(number.line)):
            return ()
        return path if last < path[-1] <= last + (_WIDEST_GAP if last else 1) else ()

    def _is_apart(self, index: int) -> bool:
        """Return True if the line before ends a sentence or announces a list."""
        return self._lines[index - 1].text.endswith((".", ";", ":", "-", "–", "—", "; and", "; or"))

    def _clause(self, number: ClauseNumber, path: tuple[int, ...], index: int) -> None:
        depth = len(path) - 1
        self._close_clauses_from(depth)
        style = self._tops[self._last].style
        kind, abbreviation = _LEVELS[style][depth]
        outer = self._open[-1][1] if self._open else ""
        eid = f"{outer}__{abbreviation}_{path[-1]}" if outer else f"{abbreviation}_{path[-1]}"
        printed = number.printed
        if self._wording is GERMAN and depth and "." not in printed:  # V., then 1., 2.
            printed = f"{self._open[0][2].partition(' ')[2]}.{printed}"
        label = f"{self._word(number, depth)} {printed}"
        heading = number.heading or ("" if number.implied else self._heading_below(number, index))
        eid = self._tree.open(eid, kind, number.printed, heading, label)
        self._open.append((path, eid, label))
        if depth:
            self._counts[path[:-1]] = path[-1]

    def _word(self, number: ClauseNumber, depth: int) -> str:
        if number.word:
            return number.word
        style = self._tops[self._last].style
        is_section = style in ("article", "section") and depth
        return self._wording.section if is_section else self._wording.clause

    def _heading_below(self, number: ClauseNumber, index: int) -> str:
        """Return the heading on the line below ``ARTICLE V`` or a number alone."""
        text = self._lines[index].text
        alone = len(text) <= len(number.word) + len(number.printed) + 3
        if not alone or index + 1 >= len(self._lines) or index + 1 in self._numbers:
            return ""
        below = self._lines[index + 1].text
        return below if parse_heading(below, self._wording) == below.rstrip(".:") else ""

    def _item(self, number: str, index: int) -> None:
        """Open a list item if its number begins a list, continues one, or is the second of one."""
        if not self._open:
            return
        lists = [(system, last) for system, last, _ in self._items]
        found = place_in_lists(number, self._systems_of(number), lists)
        if found := found or self._second_of_list(number, index):
            self._open_item(*found, number)

    def _second_of_list(self, number: str, index: int) -> tuple[int, str] | None:
        """Return the list with ``(b)`` as its second item if the first is unnumbered or inline."""
        systems = [
            system for system in self._systems_of(number) if follows(number, _FIRST[system], system)
        ]
        if not systems or any(system in systems for system, _, _ in self._items):
            return None
        text = self._lines[index].text.lstrip("()" + number + " ")
        ends = self._lines[index - 1].text.endswith((".", "]", ";"))
        return (0, systems[0]) if ends and text[:1].isupper() else None

    def _open_item(self, depth: int, system: str, number: str) -> None:
        if depth < len(self._items):
            self._tree.close(self._items[depth][2])
            del self._items[depth:]
        outer = self._items[-1][2] if self._items else self._open[-1][1]
        names = [*((s, n) for s, n, _ in self._items), (system, number)]
        label = self._open[-1][2] + "".join(self._item_label(*name) for name in names)
        eid = self._tree.open(f"{outer}__list_{number.lower()}", "point", number, "", label)
        self._items.append((system, number, eid))

    def _systems_of(self, number: str) -> list[str]:
        is_doubled = len(number) == 2 and number[0] == number[1] != "i" and number.isalpha()
        return (
            ["doubled"]
            if is_doubled and self._wording is GERMAN
            else list_numbering_systems(number)
        )

    def _item_label(self, system: str, number: str) -> str:
        word = _GERMAN_ITEMS.get(system) if self._wording is GERMAN else None
        return f" {word} {number}" if word else f"({number})"

    def _close_clauses_from(self, depth: int) -> None:
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
