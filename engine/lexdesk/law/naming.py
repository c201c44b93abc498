"""How a place of the law is named, in hits and wherever else one is shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk.store.schema import ExpressionRow


def citation(label: str, expression: ExpressionRow, page: int | None) -> str:
    """How a lawyer names the place: ``Article 7(3) Regulation (EU) 2016/679``, ``lease.pdf, p. 3``.

    A place in a decision stands behind it: ``BGH, Beschluss vom 14.01.2010, IX ZB 72/08, Rn. 1``; a page of a German
    text is ``S. 3``.
    """
    name = expression.short_title or (
        Path(expression.path).name if expression.path else expression.title or expression.work
    )
    place = f"{label} {name}" if label else name
    if label and expression.kind == "judgment":
        place = f"{name}, {label}"
    if page is None:
        return place
    return f"{place}, {'S.' if expression.language == 'de' else 'p.'} {page}"
