"""Provisions that the file of a version leaves out although its law still has them.

Some files of laws in git end after their first articles. That is a fault of the file and no repeal: few reforms remove
one article in twenty and insert none in their place. An archive cuts some versions of an act into articles alone: their
texts still cite the annexes, which are no amendments either.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from itertools import pairwise
from operator import itemgetter

from lexdesk.errors import Message, NoteCode
from lexdesk.law.gaps import list_held_versions
from lexdesk.law.versions import Version
from lexdesk.storage import Store, until_changed
from lexdesk.text.lazy_pattern import lazy_pattern

_FEWEST = 3
_SHARE = 20
"""Provisions removed at once are lost if they are at least three, and one in twenty of the law."""
_REPLACED = 2
"""They are not, if at least one is inserted for two of them."""
_BEGIN, _END = itemgetter(1), itemgetter(2)  # of the span of an article


def find_lost_provisions(store: Store, version: Version) -> frozenset[str]:
    """Return the eids that the file of a version of a law in git leaves out; empty for other texts."""
    first = version.expressions[0]
    if store.revisions.base_of(first.id) is None:
        return frozenset()
    return _lost_by_version(store, first.work, first.language).get(first.id, frozenset())


def describe_lost(store: Store, version: Version) -> Message | None:
    """Return the notice that the file of a version leaves out provisions."""
    lost = find_lost_provisions(store, version)
    if not lost or version.valid_from is None:
        return None
    return Message(NoteCode.PROVISIONS_LEFT_OUT, day=version.valid_from, count=len(lost))


@until_changed
def _lost_by_version(store: Store, work: str, language: str | None) -> dict[int, frozenset[str]]:
    """Return the eids left out by each version of a law in git."""
    rows = [row for row in store.law.expressions_of(work) if row.language == language]
    found: dict[int, frozenset[str]] = {}
    lost: frozenset[str] = frozenset()
    spans = store.revisions.article_spans(rows[0].id)
    by_end = sorted(spans, key=_END)
    by_begin = sorted(spans, key=_BEGIN)
    for old, new in pairwise(list_held_versions(store, rows)):
        before, after = (version.expressions[0].id for version in (old, new))
        ended = by_end[bisect_left(by_end, before, key=_END) : bisect_left(by_end, after, key=_END)]
        begun = by_begin[
            bisect_right(by_begin, before, key=_BEGIN) : bisect_right(by_begin, after, key=_BEGIN)
        ]
        earlier = {eid for eid, first, _ in ended if first <= before}
        later = {eid for eid, _, last in begun if last >= after}
        removed, inserted = earlier - later, later - earlier - lost
        if _are_lost(store, before, len(removed), len(inserted)):
            lost |= removed
        lost -= later
        found[after] = lost
    return found


def _are_lost(store: Store, before: int, removed: int, inserted: int) -> bool:
    if removed < _FEWEST or removed <= _REPLACED * inserted:
        return False
    provisions = store.texts.provisions(before)
    return _SHARE * removed >= sum(p.parent is None and p.kind != "division" for p in provisions)


_EID = lazy_pattern(r"ann?ex?(?:_|$)|anx")
_CITED = lazy_pattern(
    r"\b(?:annex|anhang|anhänge|anexo|allegat[oi]|bijlage|bilag|liitte|přílo|príloh|załącznik|приложени|melléklet|prilog"
    r"|pielikum|pried|παρ[αά]ρτ)",
    re.IGNORECASE,
)


def is_annex(eid: str | None) -> bool:
    """Return True for the eid of an annex, or of a place in one."""
    return _EID.match(eid or "") is not None


def leaves_out_annexes(store: Store, version: Version) -> bool:
    """Return True if the text of ``version`` speaks of an annex and has none."""
    texts = [row.id for row in version.expressions]
    if any(p.kind == "annex" for text in texts for p in store.texts.provisions(text)):
        return False
    return any(_CITED.search(store.texts.text(text)) for text in texts)


def drop_lost_annexes(
    store: Store, old: Version, new: Version, before: Mapping[str, str], after: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the texts of two versions without the annexes of one that the file of the other leaves out."""
    left = {eid: text for eid, text in before.items() if not is_annex(eid)}
    right = {eid: text for eid, text in after.items() if not is_annex(eid)}
    if len(left) < len(before) and len(right) == len(after) and leaves_out_annexes(store, new):
        return left, dict(after)
    if len(right) < len(after) and len(left) == len(before) and leaves_out_annexes(store, old):
        return dict(before), right
    return dict(before), dict(after)
