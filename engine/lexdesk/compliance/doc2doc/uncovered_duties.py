"""Uncovered duties: duties of a law without a near paragraph in a document dealing with that law.

A paragraph of the law counts if it contains a duty (``duties``), if no paragraph of the document is near to
it, and if one is near to another paragraph of the same article, section or annex. Articles the document
does not touch are left out: ``coverage`` compares a whole act.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.compliance.duties import duties, has_rule
from lexdesk.document.eid import is_recital, outermost_eid

if TYPE_CHECKING:
    from lexdesk.compliance.doc2doc.interactions import Interactions

NEAR = 0.5
"""The similarity, in 0..1, from which two paragraphs count as near (docs/results/documents.md)."""


def unmet(met: Interactions, language: str | None) -> list[int] | None:
    """Return the places in ``met.columns`` of paragraphs of law with an uncovered duty.

    Return ``None`` for a language without a duty rule, or a text without provisions.
    """
    articles = [_article(column.eid) for column in met.columns]
    if not has_rule(language) or not any(articles) or not met.values.size:
        return None
    best = met.values.max(axis=0).tolist()
    touched = {article for article, near in zip(articles, best, strict=True) if near >= NEAR}
    return [
        place
        for place, (column, article) in enumerate(zip(met.columns, articles, strict=True))
        if article and article in touched and best[place] < NEAR and duties(column.text, language)
    ]


def _article(eid: str | None) -> str:
    """Return the enclosing article, section or annex; ``""`` for a recital."""
    return "" if not eid or is_recital(eid) else outermost_eid(eid)
