"""Reasons for a match, in the language of the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale

from lexdesk_gui import error_messages
from lexdesk_gui.engine_messages import render
from lexdesk_gui.language import format_long_date, translate
from lexdesk_gui.review.bar import list_verdicts

if TYPE_CHECKING:
    from lexdesk.compliance import Similar, SimilarDocument


def list_reasons(document: SimilarDocument) -> str:
    """Return links, shared defined terms and citations, telling words, the date: all in one line."""
    common = document.common
    listed = (
        (translate("Match", "Defined terms: {these}"), common.terms),
        (translate("Match", "Both cite: {these}"), common.citations),
        (translate("Match", "Words: {these}"), document.words),
    )
    parts = [_link(link) for link in common.links]
    parts += [text.format(these=", ".join(some)) for text, some in listed if some]
    if document.date:
        dated = (
            translate("Match", "File of {day}")
            if document.date_is_of_file
            else translate("Match", "Dated {day}")
        )
        parts.append(dated.format(day=format_long_date(document.date)))
    return " · ".join(error_messages.make_sentence(part).removesuffix(".") for part in parts)


def make_report_words(answer: Similar) -> dict[str, Any]:
    """Return the ``lexdesk.compliance.report.ReportWords`` of ``answer`` in the language of the interface."""
    title = (
        translate("Report", "{name}: documents that it affects")
        if answer.find == "affected"
        else translate("Report", "{name}: authorities")
    )
    return {
        "title": title.format(name=answer.name),
        "columns": (
            translate("Report", "place"),
            translate("Report", "what it says"),
            translate("Report", "document"),
            translate("Report", "passage"),
            translate("Report", "reason"),
            translate("Report", "decision"),
        ),
        "alike": translate("Report", "similar ({likeness})"),
        "point": QLocale().decimalPoint(),
        "on_page": translate("Report", "p. {page}"),
        "reasons": {
            document.work: " · ".join(filter(None, (list_reasons(document), render(document.law))))
            for document in answer.documents
        },
        "decided": {
            **dict(list_verdicts()),
            "text changed since": translate("Decisions", "text changed since"),
        },
        "notes": [error_messages.translate_note(note) for note in answer.notes],
    }


def _link(link: str) -> str:
    """Return the label of a relation; unknown ones keep the engine's name."""
    return {
        "cites it": translate("Match", "cites it"),
        "is cited by it": translate("Match", "is cited by it"),
        "amends it": translate("Match", "amends it"),
        "repeals it": translate("Match", "repeals it"),
        "corrects it": translate("Match", "corrects it"),
        "consolidates it": translate("Match", "consolidates it"),
        "transposes it": translate("Match", "transposes it"),
        "it amends": translate("Match", "is amended by it"),
        "it repeals": translate("Match", "is repealed by it"),
        "it corrects": translate("Match", "is corrected by it"),
        "it consolidates": translate("Match", "is consolidated by it"),
        "it transposes": translate("Match", "is transposed by it"),
    }.get(link, link)
