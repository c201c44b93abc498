"""Decisions of Germany's federal courts in the XML of rechtsprechung-im-internet.de.

Source: rii-dok, version 1 of 2015, http://www.rechtsprechung-im-internet.de/dtd/v1/rii-dok.dtd. The
parts of a decision hold XHTML: each row is a ``dl``, with the Randnummer, if any, in its ``dt`` as
``<a name="rd_12">``. A Randnummer is cited without its part, so its eid, ``para_12``, has no
prefix. Text between two Randnummern belongs to the first, except a heading of the next; the last
one is followed by the names of the judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.structure import Source
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.decisions.german import CourtDecision
from lexdesk.structure.outline import Outline, squeeze
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import find_child, read_local_name, read_running_text
from lexdesk.text.lazy_pattern import lazy_pattern

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
_ANCHOR = lazy_pattern(r"rd_0*([1-9]\d*)")
_HEADING = lazy_pattern(r"(?:[IVX]+|[A-Z]|\d{1,2}|[a-z]{1,2}|\((?:\d{1,2}|[a-z]{1,2})\))[.)]{0,2}")


def read(source: Source) -> Document:
    """Read the decision with its parts and Randnummern; its date is that of the text.

    The work is the ECLI, or before 2016 court, date and docket, as in other files of the decision.
    Raises ``FileFailed`` for a file without a court or a docket.
    """
    name = source.path.name
    root = parse_xml(source.data, name)
    court, docket = _value(root, "gertyp"), _value(root, "aktenzeichen")
    if not (court and docket):
        raise FileFailed(FileCode.DECISION_UNNAMED, name=name)
    day = parse_metadata_date(_value(root, "entsch-datum"), name)
    decision = CourtDecision(court, _value(root, "doktyp"), docket, day)
    short = decision.name
    title = " ".join(_lines(root, "titelzeile"))
    writer = _Writer()
    writer.head(root, short, title)
    for part, heading in _PARTS.items():
        if (element := find_child(root, part)) is not None:
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
    return read_running_text(find_child(root, name))


def _lines(root: _Element, name: str) -> list[str]:
    element = find_child(root, name)
    return list(_lines_of(element)) if element is not None else []


def _lines_of(element: _Element) -> Iterator[str]:
    """Yield a line for each block and table row, without pictures and links to them."""
    run = [element.text or ""]
    for part in element:
        name = read_local_name(part)
        if name == "tr":
            yield from _line(run)
            yield " | ".join(" ".join(_lines_of(cell)) for cell in part if read_local_name(cell))
        elif name in _INLINE and not part.get("href"):
            run.append(_inline(part))
        elif name and name not in ("img", "a"):
            yield from _line(run)
            yield from _lines_of(part)
        run.append(part.tail or "")
    yield from _line(run)


def _inline(element: _Element) -> str:
    """Return the text of an inline element; a line break becomes a space."""
    pieces = [element.text or ""]
    for part in element:
        if name := read_local_name(part):
            pieces.append(" " if name == "br" else _inline(part))
        pieces.append(part.tail or "")
    return "".join(pieces)


def _line(run: list[str]) -> Iterator[str]:
    text = squeeze("".join(run))
    run.clear()
    if text:
        yield text


class _Writer:
    """A writer of a decision's parts and Randnummern into an outline."""

    def __init__(self) -> None:
        self.outline = Outline()
        self._open = ""  # the open Randnummer

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
        last = max((index for index, (number, _) in enumerate(rows) if number), default=len(rows))
        self.outline.blank()
        with self.outline.provision(name, "division", "", "", heading):
            self.outline.line(heading)
            for index, (number, lines) in enumerate(rows):
                self._row(number, lines, is_behind=index > last)
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
    """Yield the Randnummer, or ``""``, and the lines of each row and of text outside rows."""
    if read_local_name(element) == "dl":
        term, text = find_child(element, "dt"), find_child(element, "dd")
        anchors = term.iterdescendants() if term is not None else iter(())
        matches = (
            _ANCHOR.fullmatch(part.get("name") or "") for part in anchors if read_local_name(part)
        )
        number = next((match[1] for match in matches if match), "")
        yield number, list(_lines_of(text)) if text is not None else []
    elif any(read_local_name(part) == "dl" for part in element.iterdescendants()):
        for part in element:
            if read_local_name(part):
                yield from _rows(part)
    else:
        yield "", list(_lines_of(element))
