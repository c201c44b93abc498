"""Numbers of footnotes and endnotes, counted by Word on display (ECMA-376, part 1, 17.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lexdesk.extract.parsers.list_numbers import write_number
from lexdesk.structure.xml_blocks import find_child, read_attribute, read_local_name

if TYPE_CHECKING:
    from lxml.etree import _Element

REFERENCES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}
_TRUE = ("1", "true", "on")
_CHICAGO = "*†‡§"


@dataclass(frozen=True, slots=True)
class _Style:
    """The numbering of notes of one kind: first number, format, and restarts."""

    format: str = "decimal"
    start: int = 1
    restart: str = "continuous"


_DEFAULTS = {"footnote": _Style(), "endnote": _Style("lowerRoman")}


class Notes:
    """The notes that a text refers to, in order: (``footnote`` or ``endnote``, id) -> printed mark.

    ``settings`` are roots of the part of that name, ``sections`` the properties of each section of the body.
    """

    def __init__(
        self, settings: Sequence[_Element] = (), sections: Iterable[_Element] = ()
    ) -> None:
        self.marks: dict[tuple[str, str], str] = {}
        self._counted: Counter[str] = Counter()
        usual = dict(_DEFAULTS)
        for root in settings:
            usual = {kind: _style(root, kind, usual[kind]) for kind in usual}
        self._usual = usual
        self._sections = [{kind: _style(s, kind, usual[kind]) for kind in usual} for s in sections]
        self._section = 0

    def refer(self, reference: _Element, kind: str) -> str:
        """Return the mark of a reference; ``""`` for one of its own, such as an asterisk."""
        key = kind, read_attribute(reference, "id")
        if key not in self.marks:
            self.marks[key] = ""
            if read_attribute(reference, "customMarkFollows") not in _TRUE:
                style = self._of_section(kind)
                number = style.start + self._counted[kind]
                self._counted[kind] += 1
                self.marks[key] = f"[{_written(number, style.format)}]"
        return self.marks[key]

    def end_section(self) -> None:
        """Begin the next section, which may restart its numbers."""
        self._section += 1
        self._begin("eachSect")

    def end_page(self) -> None:
        """Begin the next page, as the file was saved."""
        self._begin("eachPage")

    def _begin(self, place: str) -> None:
        for kind in _DEFAULTS:
            if self._of_section(kind).restart == place:
                self._counted[kind] = 0

    def _of_section(self, kind: str) -> _Style:
        sections = self._sections
        return sections[self._section][kind] if self._section < len(sections) else self._usual[kind]


def sections(body: _Element) -> list[_Element]:
    """Return the properties of the sections of a body, without those of tracked changes."""
    return [
        found
        for found in body.iter("{*}sectPr")
        if (parent := found.getparent()) is not None and read_local_name(parent) != "sectPrChange"
    ]


def _style(properties: _Element, kind: str, usual: _Style) -> _Style:
    stated = find_child(properties, f"{kind}Pr")
    if stated is None:
        return usual
    values = {read_local_name(child): read_attribute(child, "val") for child in stated}
    start = values.get("numStart", "")
    return replace(
        usual,
        format=values.get("numFmt", usual.format),
        start=int(start) if start.isdecimal() and len(start) < 6 else usual.start,
        restart=values.get("numRestart", usual.restart),
    )


def _written(number: int, format_: str) -> str:
    if format_ == "chicago" and number > 0:
        times, at = divmod(number - 1, len(_CHICAGO))
        return _CHICAGO[at] * (times + 1)
    return write_number(number, format_) or str(number)
