"""Construction of a German text's provisions from the first lines of its sections.

eids are those of German statutes in other formats: ``buch_1__abschnitt_2``,
``para_1__abs_2__nr_3__buchst_a``. Text after a list that continues the enclosing paragraph cannot
be recognised and goes with the last item.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lexdesk.document.model import Provision
from lexdesk.structure.german.sections import (
    LONGEST_HEADING,
    SectionHead,
    is_first_section,
    is_sentence,
)
from lexdesk.structure.german.vocabulary import ANNEX, END, MONTHS, Division, parse_division
from lexdesk.structure.numbered_levels import OpenLevel, follows, is_first
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line
from lexdesk.text.lazy_pattern import lazy_pattern

_ABSATZ = lazy_pattern(r"\((\d{1,3}[a-z]?)\)(?=\s|$)")
_NUMBER = lazy_pattern(rf"(\d{{1,3}}[a-z]?)\.(?=\s|$)(?!\s+(?:{MONTHS})\b)")
_LETTER = lazy_pattern(r"([a-z]|([a-z])\2)\)(?=\s|$)")
_DOTTED = lazy_pattern(r"(\d{1,3})((?:\.\d{1,3}){1,2})\.?(?=\s|$)")
"""``2.1`` and ``2.1.3`` below § 2, as in contracts."""

_LOOK_BACK = 8  # lines before a section that may name its divisions
_RANKS = (
    "buch", "teil", "hauptteil", "kapitel", "ukapitel", "hauptstueck", "abschnitt", "uabschnitt", "titel", "utitel",
)  # fmt: skip

_COUNTED = {"abs": "figure", "nr": "figure", "buchst": "letter", "dbuchst": "doubled"}
"""The numbering system of each level, by the abbreviation in its eid."""
_WORDS = {"abs": "Abs.", "nr": "Nr.", "buchst": "Buchst.", "dbuchst": "Doppelbuchst."}


def build_provisions(lines: Sequence[Line], chain: Sequence[SectionHead]) -> tuple[Provision, ...]:
    """Build the sections of ``chain``, the divisions around them and the numbered parts inside them."""
    named = dict(_divisions(lines, chain))
    return _Writer(lines, chain, named).write(chain[-1].line)


class _Writer:
    """A writer that marks divisions, sections and their numbered parts, line by line."""

    def __init__(
        self, lines: Sequence[Line], chain: Sequence[SectionHead], named: Mapping[int, Division]
    ) -> None:
        self._lines = lines
        self._tree = MarkedText()
        self._named = named
        self._heads = {head.line: head for head in chain}
        self._headed = {head.line - 1: head for head in chain if self._has_heading_above(head)}
        self._divisions: list[tuple[str, str]] = []  # (abbreviation, eid)
        self._around: dict[str, str] = {}  # kind of division -> kind around its first occurrence
        self._heads_next = False  # no section yet below the last heading of a division
        self._section: tuple[str, str] | None = None  # (eid, label)
        self._levels: list[OpenLevel] = []

    def write(self, last_head: int) -> tuple[Provision, ...]:
        """Build the provisions; ``last_head`` is the line that begins the last section."""
        for index in range(min([*self._heads, *self._headed, *self._named]), len(self._lines)):
            self._line(index, is_behind=index > last_head)
        self._tree.close_all()
        return self._tree.provisions

    def _line(self, index: int, *, is_behind: bool) -> None:
        line = self._lines[index]
        self._tree.begin_line(line.start)
        if named_division := self._named.get(index):
            self._open_division(named_division)
        elif head := self._headed.get(index):
            self._open_section(head, line.text)
        elif head := self._heads.get(index):
            if index - 1 not in self._headed:
                self._open_section(head)
            self._open_numbered(head.text)
        elif is_behind and (END.fullmatch(line.text) or is_first_section(line.text)):
            self._end_section()
        elif self._section and not self._open_dotted(line.text):
            self._open_numbered(line.text)
        self._tree.end_line(line.end)

    def _open_division(self, parsed: Division) -> None:
        self._end_section()
        self._close_divisions(parsed)
        count = sum(provision.kind == parsed.kind for provision in self._tree.all_provisions)
        eid = f"{parsed.abbreviation}_{parsed.eid_number or count + 1}"
        if self._divisions:
            outer, outer_eid = self._divisions[-1]
            self._around.setdefault(parsed.abbreviation, outer)
            eid = f"{outer_eid}__{eid}"
        eid = self._tree.open(eid, parsed.kind, parsed.number, parsed.heading, parsed.label)
        self._divisions.append((parsed.abbreviation, eid))
        self._heads_next = True

    def _close_divisions(self, parsed: Division) -> None:
        """Close the divisions that do not contain the next one.

        A division right below the heading of another lies inside it, and so does each later one of
        its kind. Others follow the order of the Handbuch der Rechtsförmlichkeit.
        """
        kinds = [kind for kind, _ in self._divisions]
        name = parsed.abbreviation
        if parsed.kind == "annex":
            keep = 0
        elif name in kinds:
            keep = kinds.index(name)
        elif self._heads_next:
            keep = len(kinds)
        elif self._around.get(name) in kinds:
            keep = kinds.index(self._around[name]) + 1
        else:
            rank = _RANKS.index(name)
            keep = sum(kind in _RANKS and _RANKS.index(kind) < rank for kind in kinds)
        if keep < len(self._divisions):
            self._tree.close(self._divisions[keep][1])
            del self._divisions[keep:]

    def _has_heading_above(self, head: SectionHead) -> bool:
        """Return True for a section of Austrian form, ``§ 2.``, with a heading on the line above."""
        alone = self._lines[head.line].text.endswith(".") and not head.heading
        is_austrian = head.text or (alone and not self._heading_below(head.line))
        return bool(is_austrian) and self._is_heading_above(head.line)

    def _is_heading_above(self, index: int) -> bool:
        """Return True if the line above a section may be its heading."""
        above = self._lines[index - 1].text if index else ""
        is_one = 0 < len(above) <= LONGEST_HEADING // 2 and above[-1] not in ".,;:"
        return is_one and not (_number(above) or {index - 1} & {*self._heads, *self._named})

    def _open_section(self, head: SectionHead, above: str = "") -> None:
        self._end_section()
        self._heads_next = False
        if head.through:
            return
        number = f"{head.number[0]}{head.number[1]}"
        name, kind, sign = (
            ("art", "article", "Art.") if head.is_article else ("para", "section", "§")
        )
        heading = above or head.heading
        if not (heading or head.text):
            heading = self._heading_below(head.line)
        label = f"{sign} {number}"
        eid = self._tree.open(f"{name}_{number}", kind, number, heading, label)
        self._section = (eid, label)

    def _heading_below(self, index: int) -> str:
        """Return the heading below a section number with a line of its own."""
        below = self._lines[index + 1].text if index + 1 < len(self._lines) else ""
        is_one = 0 < len(below) <= LONGEST_HEADING // 2 and below[-1] not in ".,;:"
        return below if is_one and not _number(below) and index + 1 not in self._heads else ""

    def _end_section(self) -> None:
        self._levels.clear()
        if self._section:
            self._tree.close(self._section[0])
        self._section = None

    def _open_dotted(self, text: str) -> bool:
        """Open ``2.1`` as the first Absatz of § 2 and ``2.1.3`` as its third number, if they are in sequence."""
        match = _DOTTED.match(text)
        if match is None or self._section is None or self._section[1] != f"§ {match[1]}":
            return False
        path = match[2].split(".")[1:]
        depth, number = len(path) - 1, path[-1]
        open_ = [level.number for level in self._levels if level.system == "dotted"]
        last = int(open_[depth]) if depth < len(open_) else 0
        if open_[:depth] != path[:-1] or int(number) != last + 1 or not self._is_dotted_to(depth):
            return False
        self._open(depth, "dotted", number, label=f"§ {match[1]}{match[2]}")
        return True

    def _is_dotted_to(self, depth: int) -> bool:
        """Return True if all open levels down to ``depth`` are dotted."""
        return all(level.system == "dotted" for level in self._levels[: depth + 1])

    def _open_numbered(self, text: str) -> None:
        """Open the level that the line's number begins or continues; else the line is text."""
        if not (found := _number(text)):
            return
        system, number = found
        for depth in reversed(range(len(self._levels))):
            level = self._levels[depth]
            if level.system == system and follows(number, level.number, _COUNTED[system]):
                self._open(depth, system, number)
                return
        if is_first(number, _COUNTED[system]) and self._may_begin(system):
            self._open(len(self._levels), system, number)

    def _may_begin(self, system: str) -> bool:
        """Return True unless an Absatz would be nested, or doubled letters lie outside a letter."""
        inside = [level.system for level in self._levels]
        if system == "abs":
            return not inside
        return system not in inside and (system != "dbuchst" or "buchst" in inside)

    def _open(self, depth: int, system: str, number: str, *, label: str = "") -> None:
        if depth < len(self._levels):
            self._tree.close(self._levels[depth].eid)
            del self._levels[depth:]
        outer = self._levels[-1] if self._levels else None
        eid, outer_label = (outer.eid, outer.label) if outer else self._section or ("", "")
        abbreviation = ("abs", "nr")[depth] if system == "dotted" else system
        kind = "paragraph" if abbreviation == "abs" else "point"
        label = label or f"{outer_label} {_WORDS[system]} {number}"
        eid = self._tree.open(f"{eid}__{abbreviation}_{number}", kind, number, "", label)
        self._levels.append(OpenLevel(system, number, eid, label))


def _number(text: str) -> tuple[str, str] | None:
    """Return the numbering system and the number at the start of a line."""
    if match := _ABSATZ.match(text):
        return "abs", match[1]
    if match := _NUMBER.match(text):
        return "nr", match[1]
    if match := _LETTER.match(text):
        return ("dbuchst" if len(match[1]) == 2 else "buchst"), match[1]
    return None


def _divisions(
    lines: Sequence[Line], chain: Sequence[SectionHead]
) -> Iterator[tuple[int, Division]]:
    """Yield the lines above a section that name a Buch, Teil, Abschnitt ..., and the annexes after all."""
    before = -1
    for head in chain:
        for index in range(max(before + 1, head.line - _LOOK_BACK), head.line):
            if (found := _division_at(lines, index)) and found.kind != "annex":
                yield index, found
        before = head.line
    for index in range(before + 1, len(lines)):
        if ANNEX.fullmatch(lines[index].text) and (found := _division_at(lines, index)):
            yield index, found


def _division_at(lines: Sequence[Line], index: int) -> Division | None:
    """Return the division named by a line; its title may be on the next line."""
    text = lines[index].text
    if len(text) > LONGEST_HEADING or is_sentence(text) or text.endswith("."):
        return None
    found = parse_division(text)
    if found is None or found.heading or index + 1 >= len(lines):
        return found
    below = lines[index + 1].text
    is_title = not (below.startswith(("§", "(")) or parse_division(below)) and len(below) <= 120
    return replace(found, heading=below) if is_title else found
