"""Texts of saved places and review decisions in lists."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lexdesk.annotations.decisions import Standing
from lexdesk.law.citation_labels import usual_citation, with_usual_name
from lexdesk_gui.language import long_day, translate
from lexdesk_gui.review.bar import verdicts

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Bookmark


def place_text(place: Bookmark, notes: Sequence[str]) -> str:
    """Return citation, notes and first words of a passage."""
    head = "  ".join(filter(None, (usual_citation(place), place.heading)))
    remarks = (translate("Saved", "Note: {note}").format(note=note) for note in notes)
    return "\n".join((head, *remarks, textwrap.shorten(place.text, 160, placeholder="…")))


def decided_on(standing: Standing) -> str:
    """Return the citation of a decided provision."""
    return with_usual_name(standing.decision.citation, standing.decision.work)


def decision_text(standing: Standing, names: Mapping[str, str]) -> str:
    """Return provision and verdict; below, date, compared document, and note."""
    taken_decision = standing.decision
    verdict = dict(verdicts())[taken_decision.verdict]
    changed = translate("Saved", "Text changed since") if standing.is_changed else ""
    against = translate("Decisions", "Compared with {document}").format(
        document=names.get(taken_decision.against, "")
    )
    head = "  ·  ".join(filter(None, (verdict, decided_on(standing), changed)))
    below = (
        long_day(taken_decision.made),
        against if taken_decision.against else "",
        taken_decision.note,
    )
    return f"{head}\n{'  ·  '.join(filter(None, below))}"
