"""Reports of impact, coverage and similar documents, for reviewers: CSV, HTML, DOCX and PDF.

One row for each passage, or for a provision without any; the last column holds the review decision. Notes of what is
not known or was not searched come last.
"""

import html
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lexdesk.annotations import formats
from lexdesk.annotations.formats import strip_controls
from lexdesk.compliance.coverage import Coverage
from lexdesk.compliance.disambiguation import distinguish_names
from lexdesk.compliance.doc2doc.long_query import Paragraph
from lexdesk.compliance.doc2doc.similar import Similar, SimilarDocument
from lexdesk.compliance.impact import Impact
from lexdesk.compliance.match import Match
from lexdesk.compliance.review_subjects import ReviewDecisions
from lexdesk.law.comparison import format_diff
from lexdesk.system.atomic import write_atomically

COLUMNS = ("provision", "change or duty", "document", "passage", "reason", "decision")
COLUMNS_OF_SIMILAR = ("place", "what it says", "document", "passage", "reason", "decision")
Row = tuple[str, str, str, str, str, str]
Reported = Impact | Coverage | Similar
"""The results a report can show."""


@dataclass(frozen=True, slots=True)
class ReportWords:
    """Translated texts for a report of ``similar``.

    ``alike`` contains ``{likeness}``, formatted with the decimal ``point``; ``on_page`` contains ``{page}``;
    ``reasons`` maps each work to its reasons; ``decided`` maps the wording of decisions, such as ``gap`` and
    ``text changed since``, to its translation.
    """

    title: str
    columns: Row
    alike: str
    point: str
    on_page: str
    reasons: Mapping[str, str]
    decided: Mapping[str, str]
    notes: Sequence[str] = ()


def format_of(target: Path) -> Callable[[str, Sequence[Row]], bytes]:
    """Return the report writer for the suffix of ``target``; raise as ``formats.by_suffix``."""
    return formats.by_suffix(target, FORMATS)


def write(
    found: Reported,
    target: Path,
    reviewed: ReviewDecisions | None = None,
    words: ReportWords | None = None,
) -> None:
    """Write a report to ``target`` in the format of its suffix, with review decisions.

    ``words`` translates a report of ``similar``. Raise as ``formats.by_suffix``, and ``OSError``.
    """
    make = format_of(target)
    columns = COLUMNS_OF_SIMILAR if isinstance(found, Similar) else COLUMNS
    title, head = (words.title, words.columns) if words else (make_title(found), columns)
    notes = [(note, "", "", "", "", "") for note in (words.notes if words else found.notes)]
    write_atomically(target, make(title, [head, *list_rows(found, reviewed, words), *notes]))


def make_title(found: Reported) -> str:
    """Return the title of the report."""
    if isinstance(found, Similar):
        about = "documents that it affects" if found.find == "affected" else "what it rests on"
        return f"{found.name}: {about}"
    if isinstance(found, Impact):
        return (
            f"{found.citation}: what changed from {found.old} to {found.new}, and what it touches"
        )
    return f"{found.citation}: its provisions, and the documents that deal with them"


def list_rows(
    found: Reported, reviewed: ReviewDecisions | None = None, words: ReportWords | None = None
) -> Iterator[Row]:
    """Yield the rows of the table, with the columns ``COLUMNS`` or ``COLUMNS_OF_SIMILAR``."""
    if isinstance(found, Similar):
        apart = distinguish_names(found.documents)
        for document in found.documents:
            called = f"{document.citation}{apart[document.work]}"
            yield from _rows_of_document(found, document, called, reviewed, words)
        return
    apart = distinguish_names(
        match for provision in found.provisions for match in provision.matches
    )
    if isinstance(found, Impact):
        for touched in found.provisions:
            changed_text = f"{touched.change}: {format_diff(touched.pieces)}"
            decided = _decision_lookup(reviewed, found.work, touched.eid)
            yield from _rows(touched.citation, changed_text, touched.matches, apart, decided)
            if touched.omitted:
                omitted = f"{touched.omitted} more, not listed here"
                yield (touched.citation, changed_text, "", "", omitted, "")
    else:
        for covered in found.provisions:
            changed_text = " ".join(covered.duties)
            named = f"{covered.citation} {covered.heading}".strip()
            decided = _decision_lookup(reviewed, found.work, covered.eid)
            yield from _rows(named, changed_text, covered.matches, apart, decided)


def describe_reasons(match: Match) -> str:
    """Return the reasons of a match: ``cites it; still says: 72 hours; subject index: audit; similar (0.61): audit``."""
    reasons = ["cites it"] if match.reason == "cites" else []
    if match.still:
        reasons.append(f"still says: {', '.join(match.still)}")
    if match.subject:
        reasons.append(f"subject index: {match.subject}")
    if match.words:
        near = "the same words" if match.semantic is None else f"similar ({match.semantic:.2f})"
        reasons.append(f"{near}: {', '.join(match.words)}")
    return "; ".join(reasons)


def _decision_lookup(reviewed: ReviewDecisions | None, work: str, eid: str) -> Callable[[str], str]:
    """Return a lookup of decisions on a provision, by the compared work; ``""`` for none."""
    return lambda against: reviewed.of_provision(work, eid, against) if reviewed else ""


def _rows(
    provision: str,
    changed_text: str,
    matches: Sequence[Match],
    apart: Mapping[str, str],
    decided: Callable[[str], str],
) -> Iterator[Row]:
    for match in matches:
        reason = describe_reasons(match)
        named = f"{match.citation}{apart[match.work]}"
        yield (provision, changed_text, named, match.text, reason, decided(match.work))
    if not matches:
        yield (provision, changed_text, "", "", "nothing found", decided(""))


def _rows_of_document(
    found: Similar,
    document: SimilarDocument,
    called: str,
    reviewed: ReviewDecisions | None,
    words: ReportWords | None,
) -> Iterator[Row]:
    """Yield a row for each pair of paragraphs; the first row holds the reasons of the whole document."""
    named = f"{called}: {document.title}" if document.title else called
    reasons = [words.reasons[document.work]] if words else list_reasons(document)
    for row, column, likeness in document.pairs:
        paragraph, met = found.rows[row], document.columns[column]
        reason = "; ".join([_alike(likeness, words), *reasons])
        decided = reviewed.of_pair(found, document, paragraph, met) if reviewed else ""
        reasons = []
        yield (
            _place(paragraph, words),
            paragraph.text.strip(),
            f"{_place(met, words)} {named}".strip(),
            met.text.strip(),
            reason,
            _translate_decision(decided, words),
        )
    if not document.pairs:
        yield ("", "", named, "", "; ".join(reasons), "")


def _place(paragraph: Paragraph, words: ReportWords | None) -> str:
    if words is None or paragraph.label or not paragraph.page:
        return paragraph.place
    return words.on_page.format(page=paragraph.page)


def _alike(likeness: float, words: ReportWords | None) -> str:
    if words is None:
        return f"alike ({likeness:.2f})"
    return words.alike.format(likeness=f"{likeness:.2f}".replace(".", words.point))


def _translate_decision(decided: str, words: ReportWords | None) -> str:
    """Translate the verdict at the start of a decision and the remark in brackets at its end."""
    for verdict_text, named in words.decided.items() if words else ():
        if decided.startswith(verdict_text):
            decided = named + decided.removeprefix(verdict_text)
        elif decided.endswith(f"({verdict_text})"):
            decided = f"{decided.removesuffix(f'({verdict_text})')}({named})"
    return decided


def list_reasons(document: SimilarDocument) -> list[str]:
    """Return the reasons and the properties of a document: ``cites it``, ``the words: ...``."""
    common = document.common
    reasons = (
        ("the words", document.words),
        ("defined terms", common.terms),
        ("both cite", common.citations),
    )
    listed = [f"{name}: {', '.join(some)}" for name, some in reasons if some]
    how = "file of" if document.date_is_of_file else "dated"
    dated = [f"{how} {document.date}"] if document.date else []
    return [*common.links, *listed, *dated, *([document.law] if document.law else [])]


def as_csv(_title: str, rows: Sequence[Row]) -> bytes:
    """Return the rows as a CSV table for spreadsheets."""
    return formats.as_spreadsheet(rows)


def as_html(title: str, rows: Sequence[Row]) -> bytes:
    """Return the rows as a self-contained HTML page without scripts."""
    head = "".join(f"<th>{name}</th>" for name in rows[0])
    body = "\n".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows[1:]
    )
    style = (
        "body{font:14px/1.4 sans-serif;margin:2em}table{border-collapse:collapse;width:100%}"
        "td,th{border:1px solid #bbb;padding:.4em;text-align:left;vertical-align:top}"
        "td{white-space:pre-line}td:last-child{min-width:10em}"
    )
    page = (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{style}</style></head><body><h1>{html.escape(title)}</h1>"
        f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></body></html>\n"
    )
    return page.encode("utf-8", "replace")


def as_docx(title: str, rows: Sequence[Row]) -> bytes:
    """Return the rows as a DOCX document in landscape format."""
    from docx import Document
    from docx.enum.section import WD_ORIENT

    document = Document()
    section = document.sections[0]
    section.orientation = WD_ORIENT.LANDSCAPE
    section.page_width, section.page_height = section.page_height, section.page_width
    document.add_heading(strip_controls(title), level=1)
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = strip_controls(text)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def as_pdf(title: str, rows: Sequence[Row]) -> bytes:
    """Return the rows as a PDF in landscape format, with the table head on each page."""
    from lexdesk.compliance.pdf import write_pdf_table

    return write_pdf_table(title, rows)


FORMATS: Mapping[str, Callable[[str, Sequence[Row]], bytes]] = {
    ".csv": as_csv,
    ".html": as_html,
    ".docx": as_docx,
    ".pdf": as_pdf,
}
"""Report writers by suffix; the first row holds the column names."""
