"""Print layout of a reading."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont

from lexdesk.law.citation_styles import Place, Style, cite
from lexdesk_gui.engine_messages import render
from lexdesk_gui.language import format_long_date, translate
from lexdesk_gui.reader.label_placement import find_first_day
from lexdesk_gui.reader.paragraphs import find_longest_cells
from lexdesk_gui.reader.recitals import name_source
from lexdesk_gui.style.document_writer import DocumentWriter
from lexdesk_gui.style.look import LIGHT
from lexdesk_gui.style.pagination import Section

if TYPE_CHECKING:
    from lexdesk_gui.reader.paragraphs import Paragraph
    from lexdesk_gui.reader.readings import Reading
    from lexdesk_gui.reader.side_content import Recital

_TOGETHER = 20  # paragraphs that are set in one step, some milliseconds' work
_TABLE = 600  # pixels, a little less than the width of A4 between its margins
_NUMBER = 30  # pixels that numbers hang out


def make_sections(
    reading: Reading, recitals: Sequence[Recital], day: datetime.date, style: Style
) -> Iterator[Section]:
    """Yield the sections of ``reading`` as of ``day`` with the displayed ``recitals``."""
    yield partial(_set_head, reading=reading, day=day, style=style)
    paragraphs = select_body_paragraphs(reading)
    for columns, group in _together(paragraphs):
        if columns:
            yield partial(_set_table, rows=group)
        else:
            yield partial(_set_paragraphs, paragraphs=group)
    if recitals:
        yield partial(_set_recitals, recitals=recitals)


def _together(paragraphs: Sequence[Paragraph]) -> Iterator[tuple[int, Sequence[Paragraph]]]:
    """Yield tables with the number of their columns, and other paragraphs, some at a time, with 0."""
    for columns, group in groupby(paragraphs, key=lambda paragraph: len(paragraph.cells)):
        found = list(group)
        step = len(found) if columns else _TOGETHER
        yield from ((columns, found[at : at + step]) for at in range(0, len(found), step))


def find_citation(reading: Reading, style: Style) -> str:
    """Return the citation of the displayed provision, or of the passage of a file."""
    place = reading.place
    text = (reading.around if reading.eid else "") or reading.citation
    if place is None:
        return text
    page = None if reading.eid else place.page
    return cite(Place(place.work, reading.eid, text, place.title, place.path, page), style)


def _title(reading: Reading) -> str:
    """Return the title of the reading, on paper with the act's citation."""
    named, between, about = (reading.title or reading.citation).partition("  ")
    if reading.act and named.endswith(reading.act):
        named = f"{named.removesuffix(reading.act)}{reading.source}"
    return f"{named}{between}{about}"


def select_body_paragraphs(reading: Reading) -> Sequence[Paragraph]:
    """Return its paragraphs without repetitions of the heading: ``CHAPTER II`` and ``Principles``."""
    named, _, about = _title(reading).casefold().partition("  ")
    at = 0
    while reading.eid and at < min(2, len(reading.paragraphs) - 1):
        paragraph = reading.paragraphs[at]
        line = " ".join(f"{paragraph.number} {paragraph.text}".split()).casefold()
        if not f"{named} ".startswith(f"{line.removesuffix(about).strip()} ".lstrip()):
            break
        at += 1
    return reading.paragraphs[at:]


def _citation_below_title(cited: str, title: str) -> str:
    """Return the part of the citation missing in the title: of ``Article 6 Regulation (EU) 2016/679`` the act."""
    named = title.partition("  ")[0]
    return "" if f"{named} ".startswith(f"{cited} ") else cited.removeprefix(f"{named} ")


def _set_head(
    writer: DocumentWriter, reading: Reading, day: datetime.date, style: Style
) -> list[int]:
    """Write the heading and return its positions."""
    cited, title = find_citation(reading, style), _title(reading)
    of = reading.place.title if reading.place and reading.eid else ""
    small, name = writer.style(12, LIGHT.secondary), writer.style(20, weight=QFont.Weight.Bold)
    as_of = translate("Timeline", "As of {day}").format(day=format_long_date(day.isoformat()))
    mail = reading.attached_to
    came_with = translate("Reader", "Attached to: ") + mail.name if mail else ""
    facts = "  ·  ".join(
        filter(None, (came_with, _validity(reading), render(reading.status), as_of))
    )
    headings = []
    for text, format_, line, below in (
        ("" if of.rstrip(".") in cited else of, small, 17, 4),  # OSCOLA cites by the title
        (title, name, 28, 4),
        (_citation_below_title(cited, title), writer.style(13), 20, 2),
        (facts, small, 17, 14),
    ):
        if text:
            headings.append(writer.block(line, below))
            writer.write(text, format_)
    return headings


def _validity(reading: Reading) -> str:
    if not reading.valid_from:
        return ""
    begun, ended = find_first_day(reading.valid_from, reading.earliest), reading.valid_to
    if ended:
        text = translate("Reader", "Text from {first} to {last}")
        return text.format(first=begun, last=format_long_date(ended))
    return translate("Reader", "Text from {first} on").format(first=begun)


def _set_paragraphs(writer: DocumentWriter, paragraphs: Sequence[Paragraph]) -> list[int]:
    headings = []
    for paragraph in paragraphs:
        if paragraph.is_heading:
            headings.append(writer.block(20, 4, above=10))
            style = writer.style(14, weight=QFont.Weight.DemiBold, statute=True)
            if paragraph.number:
                writer.write(f"{paragraph.number} ", style)
        else:
            left = _NUMBER * (paragraph.level + 1)
            writer.block(20, 6, left=left, hanging=_NUMBER if paragraph.number else 0)
            style = writer.style(13, statute=True)
            if paragraph.number:
                writer.write(
                    f"{paragraph.number}\t", writer.style(13, LIGHT.secondary, statute=True)
                )
        writer.write_marked(paragraph.text, style, paragraph.marks)
    return headings


def _set_table(writer: DocumentWriter, rows: Sequence[Paragraph]) -> list[int]:
    style = writer.style(11, statute=True)
    table = writer.table(len(rows), find_longest_cells(rows), style, _NUMBER, _TABLE)
    for number, row in enumerate(rows):
        for column, (a, b) in enumerate(row.cells):
            writer.cell(table, number, column, 16)
            inside = [(s - a, e - a) for s, e in row.marks if s < b and a < e]
            writer.write_marked(row.text[a:b], style, inside)
    writer.end_table()
    return []


def _set_recitals(writer: DocumentWriter, recitals: Sequence[Recital]) -> list[int]:
    headings = [writer.block(24, 4, above=16)]
    text = translate("SidePanel", "Related recitals")
    writer.write(text, writer.style(15, weight=QFont.Weight.DemiBold))
    for recital in recitals:
        headings.append(writer.block(20, 2, above=4))
        writer.write(recital.citation, writer.style(13, weight=QFont.Weight.DemiBold))
        writer.badge(name_source(recital), LIGHT.secondary, LIGHT.sunken)
        writer.block(20, 8)
        writer.write_marked(recital.text, writer.style(13, statute=True), recital.marks)
    return headings
