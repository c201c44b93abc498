"""The text of a reading, written into the document of the reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QLocale
from PySide6.QtGui import QColor, QFont, QTextCharFormat

from lexdesk_gui import wording
from lexdesk_gui.engine_messages import render
from lexdesk_gui.language import translate
from lexdesk_gui.reader.links import link_to
from lexdesk_gui.reader.paragraphs import find_longest_cells, read_tables
from lexdesk_gui.style.document_writer import DocumentWriter, unit_span
from lexdesk_gui.style.look import Look
from lexdesk_gui.style.rows import find_tone_colours
from lexdesk_gui.style.widgets import escape_tooltip

if TYPE_CHECKING:
    from lexdesk_gui.reader.paragraphs import Paragraph
    from lexdesk_gui.reader.readings import Reading

Span = tuple[int, int]
"""Positions of characters in a document, the end exclusive."""

NUMBER = 34
"""Pixels at 100 % that numbers of paragraphs hang out."""
_TABLE = 500  # pixels at 100 %, those of a line
_ENCLOSED = 40  # listed attachments; some archives have thousands


class WrittenSpans(NamedTuple):
    """The spans of search hits in a document, and of the opened passage."""

    marks: list[Span]
    passage: Span | None


def write_reading(reading: Reading, writer: DocumentWriter, look: Look) -> WrittenSpans:
    """Write source, title, attachments and paragraphs of ``reading``."""
    source = writer.style(12, look.tokens.secondary)
    _write_source(reading, writer, look, source)
    if reading.title:
        writer.block(28, 12)
        writer.write(reading.title, writer.style(20, weight=QFont.Weight.Bold, statute=True))
    _write_enclosed(reading, writer, source)
    number = writer.style(15, look.tokens.secondary, statute=True)
    text_of_law = writer.style(15, statute=True)
    title = writer.style(15, weight=QFont.Weight.DemiBold, statute=True)
    marks: list[Span] = []
    passage: Span | None = None
    for columns, rows in read_tables(reading.paragraphs):
        if columns:
            passage = _write_table(rows, writer, writer.style(13, statute=True), marks, passage)
            continue
        (paragraph,) = rows
        # A number has a hanging indent; a paragraph without one is aligned with the text of its neighbours.
        hanging = NUMBER if paragraph.number else 0
        start = writer.block(24, 10, left=NUMBER * (paragraph.level + 1), hanging=hanging)
        if paragraph.number:
            writer.write(f"{paragraph.number}\t", number)
        begin, end = writer.write(paragraph.text, title if paragraph.is_heading else text_of_law)
        for a, b in (unit_span(paragraph.text, *span) for span in paragraph.marks):
            marks.append((begin + a, begin + b))
        if paragraph.is_hit:
            passage = passage[0] if passage else start, end
    return WrittenSpans(marks, passage)


def _write_table(
    rows: Sequence[Paragraph], writer: DocumentWriter, style: QTextCharFormat,
    marks: list[Span], passage: Span | None,
) -> Span | None:  # fmt: skip
    """Write ``rows``, add their hits to ``marks``, and return ``passage`` extended to them."""
    table = writer.table(len(rows), find_longest_cells(rows), style, NUMBER, _TABLE)
    for number, row in enumerate(rows):
        for column, (a, b) in enumerate(row.cells):
            writer.cell(table, number, column, 18)
            begin, end = writer.write(row.text[a:b], style)
            inside = [(max(s, a) - a, min(e, b) - a) for s, e in row.marks if s < b and a < e]
            for first, last in (unit_span(row.text[a:b], *span) for span in inside):
                marks.append((begin + first, begin + last))
            if row.is_hit:
                passage = passage[0] if passage else begin, end
    writer.end_table()
    return passage


def _write_source(
    reading: Reading, writer: DocumentWriter, look: Look, style: QTextCharFormat
) -> None:
    """Write the act with a status badge, and a longer status as a sentence."""
    status, badge = render(reading.status), wording.badge_of_status(reading.force)
    if not (reading.source or status):
        return
    writer.block(18, 4)
    writer.write(reading.source, style)
    if badge is not None:
        text, ground = find_tone_colours(look, badge.tone)
        shown = writer.style(11, text, QFont.Weight.Medium)
        shown.setBackground(QColor(ground))
        shown.setToolTip(escape_tooltip(status))
        writer.write("  " if reading.source else "", style)
        writer.write(f"\u00a0{badge.text}\u00a0", shown)
    if status and not (badge is not None and reading.is_plainly_law):
        between = "  ·  " if reading.source and badge is None else "  " if badge else ""
        of_gap = writer.style(12, look.tokens.notice.text)
        writer.write(between + status, of_gap if reading.is_outdated else style)


def _write_enclosed(reading: Reading, writer: DocumentWriter, style: QTextCharFormat) -> None:
    """Write the links between a mail and its attachments."""
    mail, attached = reading.attached_to, reading.attached[:_ENCLOSED]
    for label, named in (
        (translate("Reader", "Attached to: "), (mail,) if mail else ()),
        (translate("Reader", "Attached: "), attached),
    ):
        if not named:
            continue
        writer.block(18, 12)
        writer.write(label, style)
        for at, document in enumerate(named):
            link = writer.style(12, link=link_to(document.work, None))
            link.setFontUnderline(True)
            writer.write(" · " if at else "", style)
            writer.write(document.name, link)
    if (more := len(reading.attached) - len(attached)) > 0:
        writer.write(f" · +{QLocale().toString(more)}", style)
