"""Decisions of Germany's federal courts in XML, as rechtsprechung-im-internet.de publishes them.

Source: rii-dok, version 1 of 2015, http://www.rechtsprechung-im-internet.de/dtd/v1/rii-dok.dtd. The parts of a
decision hold XHTML: each row is a ``dl``, whose ``dt`` has the Randnummer, if any, as ``<a name="rd_12">``. A
Randnummer is cited without the part that it lies in, so that its eid, ``para_12``, carries no prefix. What stands
between two of them belongs to the first, but a number or letter that heads the next; behind the last one stand names
of judges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileRefused
from lexdesk.structure import Source
from lexdesk.structure.decisions.german import CourtDecision
from lexdesk.structure.outline import Outline, squeeze
from lexdesk.structure.safe_xml import parse
from lexdesk.structure.stated_dates import stated_date
from lexdesk.structure.xml_blocks import child, local, running_text

if TYPE_CHECKING:
    from lxml.etree import _Element

_PARTS = {
    "leitsatz": "Leitsatz",
    "sonstosatz": "Orientierungssatz",
    "tenor": "Tenor",
    "tatbestand": "Tatbestand",
    "entscheidungsgruende": "Entscheidungsgründe",
    "gruende": "Gründe",
    "abwmeinung": "Abweichende Meinung",
    "sonstlt": "Sonstiger Langtext",
}
_INLINE = {"a", "em", "strong", "span", "sub", "sup", "b", "i", "u", "nohlj"}
_ANCHOR = re.compile(r"rd_0*([1-9]\d*)")
_HEADING = re.compile(r"(?:[IVX]+|[A-Z]|\d{1,2}|[a-z]{1,2}|\((?:\d{1,2}|[a-z]{1,2})\))[.)]{0,2}")


def read(source: Source) -> Document:
    """The decision with its parts and Randnummern; its day is that of the text.

    The work is its ECLI, and before there were such (2016) court, day and docket, as of other files of it. Raises
    ``FileRefused`` for a file that names no court or no docket.
    """
    name = source.path.name
    root = parse(source.data, name)
    court, docket = _value(root, "gertyp"), _value(root, "aktenzeichen")
    if not (court and docket):
        raise FileRefused(
            f"{name} states no court or no docket (<gertyp>, <aktenzeichen>); download it again from"
            " rechtsprechung-im-internet.de."
        )
    day = stated_date(_value(root, "entsch-datum"), name)
    decision = CourtDecision(court, _value(root, "doktyp"), docket, day)
    short = decision.name
    title = " ".join(_lines(root, "titelzeile"))
    writer = _Writer()
    writer.head(root, short, title)
    for part, heading in _PARTS.items():
        if (element := child(root, part)) is not None:
            writer.part(part, heading, element)
    return Document(
        text=writer.outline.text,
        title=title or short,
        kind="judgment",
        work=_value(root, "ecli") or decision.work or f"DE-{_value(root, 'doknr') or docket}",
        short_title=short,
        language="de",
        valid_from=day,
        provisions=writer.outline.provisions,
    )


def _value(root: _Element, name: str) -> str:
    return running_text(child(root, name))


def _lines(root: _Element, name: str) -> list[str]:
    element = child(root, name)
    return list(_lines_of(element)) if element is not None else []


def _lines_of(element: _Element) -> Iterator[str]:
    """A line for each block, and for each row of a table; pictures and links to them are left out."""
    run = [element.text or ""]
    for each in element:
        name = local(each)
        if name == "tr":
            yield from _line(run)
            yield " | ".join(" ".join(_lines_of(cell)) for cell in each if local(cell))
        elif name in _INLINE and not each.get("href"):
            run.append(_inline(each))
        elif name and name not in ("img", "a"):
            yield from _line(run)
            yield from _lines_of(each)
        run.append(each.tail or "")
    yield from _line(run)


def _inline(element: _Element) -> str:
    """The text of an element within a line, in which a line break is a space."""
    pieces = [element.text or ""]
    for each in element:
        if name := local(each):
            pieces.append(" " if name == "br" else _inline(each))
        pieces.append(each.tail or "")
    return "".join(pieces)


def _line(run: list[str]) -> Iterator[str]:
    text = squeeze("".join(run))
    run.clear()
    if text:
        yield text


class _Writer:
    """Writes the parts of a decision, and opens a provision for each and for each Randnummer."""

    def __init__(self) -> None:
        self.outline = Outline()
        self._open = ""  # the Randnummer that is being written

    def head(self, root: _Element, short: str, title: str) -> None:
        self.outline.line(short)
        for name, before in (("spruchkoerper", ""), ("ecli", ""), ("norm", "Normen: ")):
            if value := _value(root, name):
                self.outline.line(before + value)
        for line in (*_lines(root, "vorinstanz"), title):
            self.outline.line(line)

    def part(self, name: str, heading: str, element: _Element) -> None:
        rows = [(number, lines) for number, lines in _rows(element) if number or lines]
        if not rows:
            return
        last = max((at for at, (number, _) in enumerate(rows) if number), default=len(rows))
        self.outline.blank()
        with self.outline.provision(name, "division", "", "", heading):
            self.outline.line(heading)
            for at, (number, lines) in enumerate(rows):
                self._row(number, lines, is_behind=at > last)
            self._end()

    def _row(self, number: str, lines: list[str], *, is_behind: bool) -> None:
        if number:
            self._end()
            label = f"Rn. {number}"
            self._open = self.outline.open(f"para_{number}", "paragraph", number, "", label)
            self.outline.write(number)
        elif is_behind or (len(lines) == 1 and _HEADING.fullmatch(lines[0])):
            self._end()
        for line in lines:
            self.outline.line(line)

    def _end(self) -> None:
        if self._open:
            self.outline.close(self._open)
        self._open = ""


def _rows(element: _Element) -> Iterator[tuple[str, list[str]]]:
    """The Randnummer, ``""`` for none, and the lines of each row, and of what stands in no row."""
    if local(element) == "dl":
        term, text = child(element, "dt"), child(element, "dd")
        anchors = term.iterdescendants() if term is not None else iter(())
        found = (_ANCHOR.fullmatch(each.get("name") or "") for each in anchors if local(each))
        number = next((match[1] for match in found if match), "")
        yield number, list(_lines_of(text)) if text is not None else []
    elif any(local(each) == "dl" for each in element.iterdescendants()):
        for each in element:
            if local(each):
                yield from _rows(each)
    else:
        yield "", list(_lines_of(element))
