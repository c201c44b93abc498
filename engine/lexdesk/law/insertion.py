"""Articles that an amendment inserted, such as Article 4a: they are in force from that amendment, not with their act.

Only articles with a letter count: another article that an earlier text lacks may be misread there.
"""

import datetime
from typing import NamedTuple

from msgspec.structs import replace

from lexdesk.document.eid import find_outermost_eid
from lexdesk.law.gaps import list_held_versions
from lexdesk.law.versions import Times, Version
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow
from lexdesk.text.lazy_pattern import lazy_pattern

_INSERTED = lazy_pattern(r"art_\d+_?[a-z]{1,2}")
_FEWEST = 2  # articles of an earlier text that is cut into articles


class Insertion(NamedTuple):
    """The first day of a text with an inserted article; ``is_certain`` is False if texts before it are missing."""

    day: datetime.date
    is_certain: bool


def is_inserted(eid: str | None) -> bool:
    """Return True for an article with a letter: the days of its act may not be its own."""
    return _INSERTED.fullmatch(find_outermost_eid(eid or "")) is not None


def find_insertion(store: Store, expression: ExpressionRow, eid: str | None) -> Insertion | None:
    """Return the insertion of the article of ``eid``; ``None`` if it is not known to be younger than its act."""
    article = find_outermost_eid(eid or "")
    if not (expression.language and expression.valid_from and _INSERTED.fullmatch(article)):
        return None
    return _find(store, expression.work, expression.language, article)


def apply_insertion(
    times: Times, store: Store, expression: ExpressionRow, eid: str | None
) -> Times:
    """Return ``times`` without the days of the act before the insertion of ``eid``."""
    inserted = find_insertion(store, expression, eid)
    begins, applies = times.in_force_from, times.applies_from
    if inserted is None or not (begins or applies):
        return times
    if begins and begins < inserted.day:
        begins = inserted.day if inserted.is_certain else None
    return replace(
        times,
        in_force_from=begins,
        applies_from=applies if applies and applies > inserted.day else None,
    )


@until_changed
def _find(store: Store, work: str, language: str, article: str) -> Insertion | None:
    rows = [row for row in store.law.expressions_of(work) if row.language == language]
    before: Version | None = None
    for version in list_held_versions(store, rows):
        if version.valid_from is None:
            return None
        texts = version.expressions
        if any(store.texts.provision(row.id, article) for row in texts):
            is_certain = version.earliest is None
            return None if before is None else Insertion(version.valid_from, is_certain)
        if all(len(store.texts.last_articles(row.id, _FEWEST)) < _FEWEST for row in texts):
            return None
        before = version
    return None
