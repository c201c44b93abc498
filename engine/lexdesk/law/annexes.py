"""Annexes that the file of a version leaves out, which are no amendments.

An archive cuts some versions of an act into articles alone. Their texts still cite the annexes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lexdesk.law.versions import Version
from lexdesk.storage import Store
from lexdesk.text.lazy_pattern import lazy_pattern

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
