"""Acts of the Union of which some provisions apply from other days than the act as a whole.

Article 113 of the AI Act: "It shall apply from 2 August 2026. However: (a) Chapters I and II shall apply from
2 February 2025". Which provisions those are is left to who reads the article; that there are some is told.
"""

from __future__ import annotations

import dataclasses

from lexdesk.days import from_iso
from lexdesk.law.versions import LegalStatus, Times
from lexdesk.store import Store, until_changed
from lexdesk.store.schema import ExpressionRow

_LAST = 4  # articles of an act, of which one states its application


def with_other_days(
    status: LegalStatus | None, times: Times, store: Store, expression: ExpressionRow
) -> LegalStatus | None:
    """``status`` with the article of ``expression`` that states other days of application, where one does."""
    if status is None or times.applies_from is None or status.name == "no longer in force":
        return status
    article = _stating_other_days(
        store, expression.id, expression.language, expression.applies_from
    )
    if not article:
        return status
    return dataclasses.replace(
        status, sentence=f"{status.sentence}, some provisions from another day ({article})"
    )


@until_changed
def _stating_other_days(
    store: Store, expression: int, language: str | None, applies_from: str | None
) -> str:
    """The label of the article that states the day ``applies_from``, and behind it another one; ``""`` for none."""
    from lexdesk.extract.commencement_words import WORDINGS
    from lexdesk.structure.eu_dates import printed_date, printed_dates

    wording, day = WORDINGS.get(language or ""), from_iso(applies_from)
    if wording is None or day is None:
        return ""
    for article in store.last_articles(expression, _LAST):
        text = store.text(expression, article.start, article.end)
        for stated in wording.application.finditer(text):
            if printed_date(stated[0]) == day and {*printed_dates(text[stated.start() :])} != {day}:
                return article.label
    return ""
