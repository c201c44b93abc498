"""Links stated in the text: a recital that names a provision of its own act, or the reverse.

Derived from the references stored with the document. "This Regulation" alone names no provision and
links nothing. References to other acts are excluded, including inconspicuous ones: "Article 2 of
the Annex to Commission Recommendation 2003/361/EC", "Directive 2000/31/EC, in particular its
Article 3".
"""

from __future__ import annotations

from lexdesk.document.eid import is_recital
from lexdesk.recitals.preamble import Act
from lexdesk.storage import Store
from lexdesk.storage.schema import ReferenceRow
from lexdesk.text.lazy_pattern import lazy_pattern

_BEHIND = lazy_pattern(
    r",?\s*(?:thereof\b|(?:of|to|in)\s+(?:the|that)\s+Annex\b"
    r"|(?:of|to|der|des|du|de la)\s+(?:the\s+)?(?:Annex\s|Commission|Council|Recommendation|Decision|Protocol|Charter"
    r"|Charta|Charte|(?:European\s|Europäischen\s)?[CK]onvention|Protokolls|protocole))"
)
"""Text right after a citation of another act."""

_LATER = lazy_pattern(
    r"\b(?:of (?:that|the said)|der genannten|des genannten|jener|jenes|dudit|de ladite)\s+[A-ZÄÖÜr-]"
)
"""Text later in the clause: "Article 6(1), point (a), or Article 9(2) of that Regulation"."""

_BEFORE = lazy_pattern(r"\b(?:its|their|deren|dessen|ses|son|sa|leurs?)\s+$")
_CATALOGUE = lazy_pattern(r"\b(?:Charter|Charta|Charte|Convention|Konvention)\b")
"""Catalogues of rights with articles in brackets: "protection of personal data (Article 8)"."""

_POINTER = lazy_pattern(
    r"\b(?:that (?:Article|paragraph|Annex)|(?:dieses|jenes) Artikels|(?:cet|dudit) article)\b"
)
"""Pointers to an earlier reference, which has its own link if it is to this act."""

_CLAUSE = lazy_pattern(r"[.;]\s")
_NEAR, _FAR = 40, 200  # characters searched before and after a citation


def find_stated_links(store: Store, act: Act) -> list[tuple[str, str]]:
    """Return (recital, provision) pairs named by recitals or articles of ``act``, in order, without repeats."""
    text = store.texts.text(act.expression.id)
    pairs: dict[tuple[str, str], None] = {}
    for reference in store.law.references_in(act.expression.id, 0, len(text)):
        pair = _pair(act, reference)
        if pair is not None and not _is_of_other_act(text, reference.start, reference.end):
            pairs[pair] = None
    return list(pairs)


def _pair(act: Act, reference: ReferenceRow) -> tuple[str, str] | None:
    """Return recital and provision of a reference between the two; ``None`` for other references."""
    if reference.eid is None or reference.work != act.expression.work:
        return None
    source, target = (_known(act, eid) for eid in (reference.eid, reference.target))
    if not source or not target or is_recital(source) == is_recital(target):
        return None
    if is_recital(source):
        return source.partition("__")[0], target
    return target.partition("__")[0], source


def _known(act: Act, eid: str) -> str:
    """Return ``eid``, or its innermost ancestor in the act; ``""`` if there is none."""
    while eid and eid not in act.provisions:
        eid = eid.rpartition("__")[0]
    return eid


def _is_of_other_act(text: str, start: int, end: int) -> bool:
    before, behind = text[max(0, start - _FAR) : start], text[end : end + _FAR]
    in_brackets = before.endswith("(") and behind.startswith(")")
    return bool(
        _BEHIND.match(behind)
        or _LATER.search(_CLAUSE.split(behind)[0])
        or _BEFORE.search(before[-_NEAR:])
        or (in_brackets and _CATALOGUE.search(text, max(0, start - 5 * _FAR), start))
        or _POINTER.search(text, start, end)
    )
