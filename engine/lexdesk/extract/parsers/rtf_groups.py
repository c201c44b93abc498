"""Groups of an RTF file, and the paragraphs and tables of their destinations."""

from dataclasses import dataclass, field

from lexdesk.extract.clean import raise_digits, tidy_lines, write_row
from lexdesk.extract.heading_marks import mark_heading
from lexdesk.text.lazy_pattern import lazy_pattern

CHARACTER_WORDS = {
    "super",
    "sub",
    "nosupersub",
    "deleted",
    "v",
    "up",
    "dn",
    "fs",
    "strike",
    "striked",
}
"""Control words of characters that are raised, deleted, hidden, lifted, small or struck out."""
_LONGEST_STYLES = 2_000_000  # bytes
_STYLE = lazy_pattern(rb"\{\\s(?P<number>\d{1,5})(?!\d)(?P<words>[^{}]{0,2000})")
_LEVEL = lazy_pattern(rb"\\outlinelevel([0-8])(?!\d)")
_HEADING = lazy_pattern(rb"(?i) heading ([1-9]);")
USUAL_SIZE, _SMALL = 24, 20
"""Half points of text, and of a number that was made smaller and lifted by hand."""


@dataclass(slots=True)
class Sink:
    """The paragraphs and tables of one destination."""

    blocks: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    cell: list[str] = field(default_factory=list)
    cells: list[list[str]] = field(default_factory=list)
    has_row: bool = False  # last

    def end_paragraph(self, *, in_table: bool = False, level: int = 0) -> None:
        """End a paragraph, a heading of a ``level`` from 1, and place its text boxes behind it."""
        text = mark_heading(tidy_lines("".join(self.pieces)), level)
        self.pieces.clear()
        found = [part for part in (text, *self.boxes) if part]
        self.boxes = []
        if in_table or self.cells:
            self.cell += found
        elif found:
            self.blocks += found
            self.has_row = False

    def end_cell(self) -> None:
        """End a cell of the open row."""
        self.end_paragraph(in_table=True)
        self.cells.append(self.cell)
        self.cell = []

    def end_row(self) -> None:
        """End a row, and join it to the rows before it."""
        if self.cell or self.pieces:
            self.end_cell()
        row, self.cells = write_row(self.cells), []
        if row and self.has_row:
            self.blocks[-1] += f"\n{row}"
        elif row:
            self.blocks.append(row)
            self.has_row = True

    def all(self) -> list[str]:
        """Return the blocks, those of an unfinished row or paragraph included."""
        if self.cells or self.cell:
            self.end_row()
        self.end_paragraph()
        return [
            text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            for text in self.blocks
        ]


@dataclass(slots=True)
class Group:
    """The state of a group of the file; it ends with its closing brace."""

    sink: Sink
    encoding: str
    role: str = ""  # of a destination
    is_silent: bool = False
    is_closed: bool = False  # no group in it has text
    in_table: bool = False
    level: int = 0  # of a heading
    is_raised: bool = False
    is_deleted: bool = False
    is_hidden: bool = False
    is_struck: bool = False
    lift: int = 0
    size: int = USUAL_SIZE
    font: int = 0
    skipped: int = 1  # characters for old programs behind each of Unicode
    word: str = ""  # of a destination, which is put into ``outer`` or elsewhere
    outer: Sink | None = None
    inside: frozenset[str] = frozenset()  # roles of this group and those around it

    def reset(self, font: int) -> None:
        """Return to the usual characters."""
        self.is_raised = self.is_deleted = self.is_hidden = self.is_struck = False
        self.lift, self.size, self.font = 0, USUAL_SIZE, font

    def set_characters(self, word: str, value: int | None) -> None:
        """Set a property of the characters that follow, one of ``CHARACTER_WORDS``."""
        is_on = value != 0
        if word in ("super", "sub", "nosupersub"):
            self.is_raised = word == "super" and is_on
        elif word == "deleted":
            self.is_deleted = is_on
        elif word == "v":
            self.is_hidden = is_on
        elif word in ("strike", "striked"):
            self.is_struck = is_on
        elif word in ("up", "dn"):
            self.lift = (6 if value is None else value) if word == "up" else 0
        elif word == "fs":
            self.size = value or USUAL_SIZE

    def shown(self, text: str) -> str:
        """Return a text with the digits in superscript as raised digits, also those lifted and made smaller."""
        is_lifted = self.lift > 0 and 0 < self.size < _SMALL
        return raise_digits(text) if self.is_raised or is_lifted else text


def heading_styles(data: bytes) -> dict[int, int]:
    """Return the levels of headings, from 1, by the numbers of their paragraph styles."""
    found: dict[int, int] = {}
    if (start := data.find(b"{\\stylesheet")) < 0:
        return found
    for style in _STYLE.finditer(data, start, start + _LONGEST_STYLES):
        level = _LEVEL.search(style["words"])
        name = _HEADING.search(style["words"])
        if level or name:
            found[int(style["number"])] = (
                int(level[1]) + 1 if level else int(name[1] if name else 0)
            )
    return found
