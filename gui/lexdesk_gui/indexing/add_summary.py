"""The outcome of an addition in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk_gui import wording
from lexdesk_gui.failures import count_failures
from lexdesk_gui.language import plural, translate

if TYPE_CHECKING:
    from lexdesk.ingest import AddReport
    from lexdesk_gui.indexing.indexing_requests import AdditionOutcome


def summary(outcome: AdditionOutcome) -> str:
    """Return ``12 files read, 3 unchanged.``, with removals, an interruption, and the semantic index."""
    if outcome.report is None:
        return translate("Wording", "Stopped; files already read stay in the library.")
    read = outcome.report
    if outcome.is_removal:
        return plural("Wording", "%Ln files are no longer in the library.")(read.removed)
    if not (read.added or read.replaced or read.unchanged or read.failed) and read.vectors:
        return plural("Wording", "%Ln passages added to the semantic index.")(read.vectors)
    later = translate("Wording", "Semantic search needs a model.")
    return _reported(outcome.report) + (f" {later}" if outcome.no_meaning else "")


def _reported(report: AddReport) -> str:
    parts = [plural("Wording", "%Ln files read")(report.added + report.replaced)]
    if report.unchanged:
        parts.append(
            translate("Wording", "{n} unchanged").format(n=wording.number(report.unchanged))
        )
    if report.moved:
        parts.append(translate("Wording", "{n} renamed").format(n=wording.number(report.moved)))
    if report.removed:
        parts.append(translate("Wording", "{n} removed").format(n=wording.number(report.removed)))
    if report.gone:
        gone = translate("Wording", "{n} no longer on disk but still in the library")
        parts.append(gone.format(n=wording.number(report.gone)))
    needing, _, left_out = count_failures(report.failed)
    if needing:
        parts.append(plural("Wording", "%Ln need attention")(needing))
    if left_out:
        parts.append(translate("Wording", "{n} left out").format(n=wording.number(left_out)))
    return ", ".join(parts) + "."
