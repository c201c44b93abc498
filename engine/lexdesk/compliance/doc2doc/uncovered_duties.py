"""The duties of a law that a document leaves open where it touches that law.

A paragraph of the law counts where it obliges somebody (``duties``), where some paragraph of the
document comes near to another one of its article, section or annex, and none comes near to it itself.
What the document never touches is left out: ``coverage`` goes through a whole act.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdesk.compliance.duties import duties, has_rule
from lexdesk.document.eid import is_recital, outermost_eid

if TYPE_CHECKING:
    from lexdesk.compliance.doc2doc.interactions import Interactions

NEAR = 0.5
"""The likeness, in 0..1, from which two paragraphs count as near (docs/results/documents.md)."""


def unmet(met: Interactions, language: str | None) -> list[int] | None:
    """The places in ``met.columns`` of paragraphs of law with a duty that nothing comes near.

    ``None`` where duties are not told: in a language without a rule, or in a text without provisions.
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
    """The article, section or annex that a provision stands in; nothing for a recital."""
    return "" if not eid or is_recital(eid) else outermost_eid(eid)
