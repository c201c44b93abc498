"""German federal statutes in Markdown, with ``jurabk`` and ``slug`` in the front matter.

``## § 1 Fördergrundsatz`` begins a section, ``## Art 1`` or ``## Art II`` an article, at any
heading level below its Buch, Teil, Abschnitt ...
"""

import re
from dataclasses import dataclass

from lexdesk.document.model import Document
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.german.writer import Block, build_statute
from lexdesk.structure.markdown import parse_heading, strip_markup
from lexdesk.text.lazy_pattern import lazy_pattern

_ITEM = lazy_pattern(r"( *)(\d+[a-z]*\.|[a-z]{1,3}\)|[*+-]|[–—])(?:\s+|$)(.*)")
_HEADED_ITEM = lazy_pattern(r"( *)([A-Z]\.|[IVX]+\.)\s+(\S.*)")
"""``A.`` and ``I.`` in the balance sheet of § 266 HGB; a wrapped line may begin with ``S.``"""
_FOOTNOTE = lazy_pattern(r"\[\^[^\]]+\]:\s*(.*)")
_ENACTED = lazy_pattern(r"^Ausfertigungsdatum\s*\n:\s*(\S+)", re.MULTILINE)


def claims(front_matter: dict[str, str]) -> bool:
    """Return True for front matter with the official abbreviation and the slug of publication."""
    return "jurabk" in front_matter and bool(
        front_matter.get("slug") or front_matter.get("origslug")
    )


def read_statute(front_matter: dict[str, str], body: str) -> Document:
    """Read the statute with its provisions and its day of enactment."""
    slug = front_matter.get("slug") or front_matter["origslug"]
    enacted = _ENACTED.search(body)
    return build_statute(
        split_blocks(body),
        title=front_matter.get("Title") or front_matter.get("title", ""),
        abbreviation=front_matter["jurabk"],
        work=f"DE-{slug}",
        enacted=parse_metadata_date(enacted[1], slug) if enacted else None,
    )


@dataclass(slots=True)
class _Lines:
    """A block with its lines so far."""

    lines: list[str]
    level: int = 0
    indent: int = 0
    marker: str = ""
    footnote: bool = False

    @property
    def text(self) -> str:
        """Return the lines as one text, without Markdown."""
        return strip_markup(" ".join(line.strip() for line in self.lines))


def split_blocks(body: str) -> list[Block]:
    """Split the text into blocks; single line breaks (70 columns) have no meaning."""
    collected: list[_Lines] = []
    current: _Lines | None = None
    for line in body.splitlines():
        if not line.strip():
            current = None
            continue
        new = (
            None
            if current and _is_wrapped_number(line, current)
            else _begin_block(line, fresh=current is None)
        )
        if new is None and current is not None:
            current.lines.append(line)
            continue
        current = new or _Lines([line], indent=len(line) - len(line.lstrip()))
        collected.append(current)
        if current.level:
            current = None
    return [
        Block(block.text, block.level, block.indent, block.marker, block.footnote)
        for block in collected
    ]


def _is_wrapped_number(line: str, current: _Lines) -> bool:
    """Return True if the line begins with the rest of a citation: ``gilt §`` / ``153f.`` is one.

    A list begins with 1, or continues in the column of the item before.
    """
    match = _ITEM.match(line)
    if match is None or not match[2][0].isdigit() or not current.text:
        return False
    return match[2] != "1." and not (current.marker and current.indent == len(match[1]))


def _begin_block(line: str, *, fresh: bool) -> _Lines | None:
    """Return the block begun by the line, or ``None`` if it may continue the one before."""
    if found := parse_heading(line):
        return _Lines([found[1]], level=found[0])
    if match := _FOOTNOTE.match(line):
        return _Lines([match[1]], footnote=True)
    if match := _ITEM.match(line):
        indent, marker, rest = len(match[1]), match[2], match[3]
        while marker in "*+-" and (inner := _ITEM.match(rest)):  # a table cell: ``*    *   x``
            marker, rest = inner[2], inner[3]
        return _Lines([rest], indent=indent, marker="" if marker in "*+-" else marker)
    if fresh and (match := _HEADED_ITEM.match(line)):
        return _Lines([match[3]], indent=len(match[1]), marker=match[2])
    if line.startswith(":   "):
        return _Lines([line[4:]])
    if fresh and not line[0].isspace():
        return _Lines([line])
    return None
