"""Export of results to CSV, JSON, RIS and DOCX.

RIS is the tagged format of reference managers (Research Information Systems, 2001): type ``STAT``
for provisions of statutes, ``GEN`` for all else; one excerpt is the abstract (``AB``).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from lexdesk.annotations import formats
from lexdesk.annotations.formats import strip_controls
from lexdesk.law.citation_styles import Place, Style, cite
from lexdesk.system.atomic import write_atomically

if TYPE_CHECKING:
    from docx.oxml.text.paragraph import CT_P
    from docx.text.paragraph import Paragraph


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A place with its text, and the user's note on it."""

    place: Place
    heading: str
    text: str
    language: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    highlights: tuple[tuple[int, int], ...] = ()
    tags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    dated: str | None = None


COLUMNS = (
    "citation", "heading", "title", "work", "eid", "page", "language", "dated", "valid_from", "valid_to",
    "path", "tags", "notes", "text",
)  # fmt: skip


def write(excerpts: Sequence[Excerpt], target: Path, style: Style = "plain") -> None:
    """Write ``excerpts`` to ``target`` in the format of its suffix.

    Raises as ``formats.by_suffix``, and ``OSError``.
    """
    write_atomically(target, formats.by_suffix(target, FORMATS)(excerpts, style))


def as_csv(excerpts: Sequence[Excerpt], style: Style = "plain") -> bytes:
    """Return a table for spreadsheets, under the names of ``COLUMNS``."""
    rows = (_row(excerpt, style) for excerpt in excerpts)
    return formats.as_spreadsheet(
        [COLUMNS, *([_format_value(row[name]) for name in COLUMNS] for row in rows)]
    )


def as_json(excerpts: Sequence[Excerpt], style: Style = "plain") -> bytes:
    """Return a list of objects with the names of ``COLUMNS``."""
    return formats.as_json([_row(excerpt, style) for excerpt in excerpts])


def as_ris(excerpts: Sequence[Excerpt], style: Style = "plain") -> bytes:
    """Return records for reference managers."""
    return "".join(_record(excerpt, style) for excerpt in excerpts).encode("utf-8", "replace")


def as_docx(excerpts: Sequence[Excerpt], style: Style = "plain") -> bytes:
    """Return a document with a heading, the text with its hits marked, and the notes of each place."""
    from docx import Document
    from docx.enum.text import WD_COLOR_INDEX
    from docx.oxml import OxmlElement
    from docx.text.paragraph import Paragraph

    document = Document()
    end = document.element.body[-1]  # the properties of the section, which stand last
    heading, quote = (document.styles[name].style_id for name in ("Heading 2", "Intense Quote"))

    def paragraph(text: str = "", style_id: str = "") -> Paragraph:
        """Append a paragraph. ``add_paragraph`` would walk all others and all styles each time."""
        paragraph_style = cast("CT_P", OxmlElement("w:p"))
        end.addprevious(paragraph_style)
        if style_id:
            paragraph_style.style = style_id
        added = Paragraph(paragraph_style, document._body)
        if text:
            added.add_run(strip_controls(text))
        return added

    for excerpt in excerpts:
        paragraph(cite(excerpt.place, style), heading)
        if excerpt.heading:
            paragraph(excerpt.heading).runs[0].italic = True
        body = paragraph()
        for text, is_hit in _pieces(excerpt):
            run = body.add_run(strip_controls(text))
            if is_hit:
                run.font.highlight_color = WD_COLOR_INDEX.YELLOW
        for note in excerpt.notes:
            paragraph(note, quote)
        if excerpt.tags:
            paragraph(" · ".join(excerpt.tags))
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


FORMATS: Mapping[str, Callable[[Sequence[Excerpt], Style], bytes]] = {
    ".csv": as_csv,
    ".json": as_json,
    ".ris": as_ris,
    ".docx": as_docx,
}
"""The format of each suffix."""


def _row(excerpt: Excerpt, style: Style) -> dict[str, Any]:
    place = excerpt.place
    return {
        "citation": cite(place, style), "heading": excerpt.heading, "title": place.title,
        "work": place.work, "eid": place.eid, "page": place.page, "language": excerpt.language,
        "dated": excerpt.dated, "valid_from": excerpt.valid_from, "valid_to": excerpt.valid_to, "path": place.path,
        "tags": list(excerpt.tags), "notes": list(excerpt.notes), "text": excerpt.text,
    }  # fmt: skip


def _format_value(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(value)
    return "" if value is None else str(value)


def _record(excerpt: Excerpt, style: Style) -> str:
    place = excerpt.place
    lines = [
        ("TY", "STAT" if place.eid and not place.page else "GEN"),
        ("TI", cite(place, style)),
        ("T2", place.title),
        ("AB", excerpt.text),
        ("Y1", (excerpt.valid_from or excerpt.dated or "").replace("-", "/")),
        ("SP", _format_value(place.page)),
        ("LA", excerpt.language or ""),
        *(("KW", tag) for tag in excerpt.tags),
        *(("N1", note) for note in excerpt.notes),
        ("L1", place.path or ""),
    ]
    fields = [
        f"{tag}  - {' '.join(strip_controls(value).split())}" for tag, value in lines if value
    ]
    return "\r\n".join([*fields, "ER  - ", "", ""])


def _pieces(excerpt: Excerpt) -> list[tuple[str, bool]]:
    """Split the text into pieces, each with a flag for a hit."""
    pieces, at = [], 0
    for start, end in sorted(excerpt.highlights):
        if start >= at:
            pieces += [(excerpt.text[at:start], False), (excerpt.text[start:end], True)]
            at = end
    return [piece for piece in [*pieces, (excerpt.text[at:], False)] if piece[0]]
