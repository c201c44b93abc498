"""Links between the recitals and the provisions of a work, in both directions."""

from dataclasses import dataclass
from typing import Literal, cast, get_args

from lexdesk.document.eid import is_recital
from lexdesk.recitals.preamble import Act, find_adopted_act
from lexdesk.storage import Store
from lexdesk.storage.schema import ReferenceRow
from lexdesk.text.lazy_pattern import lazy_pattern

Source = Literal["text", "mapping", "model"]
SOURCES: tuple[Source, ...] = get_args(Source)
"""The sources of links, the most reliable first: the act's text, a table by people, the model."""

Where = Literal["itself", "around", "inside"]
_ORDER: tuple[Where, ...] = get_args(Where)


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


@dataclass(frozen=True, slots=True)
class Link:
    """A recital explains a provision; both are eids.

    ``score`` in 0..1 is the model's, or as loaded.
    """

    recital: str
    provision: str
    source: Source
    score: float | None = None


@dataclass(frozen=True, slots=True)
class ExplainingRecital:
    """A recital that explains a provision.

    ``link.provision`` is the requested provision ``itself``, one ``around`` it or one ``inside``
    it.
    """

    link: Link
    where: Where


def find_links(store: Store, work: str) -> list[Link]:
    """Return all links of a work, by recital, source and provision; empty without recitals."""
    act = find_adopted_act(store, work)
    return _links(store, act) if act else []


def find_explaining_recitals(
    store: Store, work: str, eid: str, near: str | None = None
) -> list[ExplainingRecital]:
    """Return the recitals of a provision: its own first, then those of its ancestors and its parts.

    Recitals of an ancestor of the displayed provision (``near``, or the provision itself) are
    sorted by source and similarity (docs/results/recitals.md); all others by their order in the
    act.
    """
    act = find_adopted_act(store, work)
    if act is None:
        return []
    recitals = [
        ExplainingRecital(link, where)
        for link in _links(store, act)
        if (where := _relation_to(act, link.provision, eid)) is not None
    ]
    displayed = near or eid
    ancestors = set(act.ancestors(displayed))
    similarities = {}
    if sum(recital.link.provision in ancestors for recital in recitals) > 1:
        similarities = _likeness(store, act, displayed)

    def sort_key(recital: ExplainingRecital) -> tuple[int, int, float]:
        where, link = _ORDER.index(recital.where), recital.link
        if link.provision not in ancestors:
            return where, 0, 0.0
        return where, SOURCES.index(link.source), -similarities.get(link.recital, 0.0)

    return sorted(recitals, key=sort_key)


def _likeness(store: Store, act: Act, eid: str) -> dict[str, float]:
    """Return the lexical similarity of an act's recitals to a provision; empty if it was added later."""
    if eid not in act.provisions:
        return {}
    from lexdesk.recitals.similarity import compute_lexical_similarity  # loads numpy

    text = store.texts.text(act.expression.id)
    *recitals, article_text = (
        text[provision.start : provision.end] for provision in (*act.recitals, act.provisions[eid])
    )
    scores = compute_lexical_similarity(recitals, [article_text])[:, 0].tolist()
    return {provision.eid: score for provision, score in zip(act.recitals, scores, strict=True)}


def find_explained_provisions(store: Store, work: str, recital: str) -> list[Link]:
    """Return the links of one recital, such as ``rec_26``."""
    return [link for link in find_links(store, work) if link.recital == recital]


def _relation_to(act: Act, provision: str, eid: str) -> Where | None:
    if provision == eid:
        return "itself"
    if provision in act.ancestors(eid):
        return "around"
    return "inside" if eid in act.ancestors(provision) else None


def _links(store: Store, act: Act) -> list[Link]:
    all_links = [
        Link(recital, provision, "text") for recital, provision in find_stated_links(store, act)
    ]
    all_links += [
        Link(recital, provision, cast(Source, source), score)
        for recital, provision, source, score in store.law.explanations(act.expression.work)
    ]
    position = {eid: at for at, eid in enumerate(act.provisions)}
    last = len(position)
    return sorted(
        all_links,
        key=lambda link: (
            position.get(link.recital, last),
            SOURCES.index(link.source),
            -(link.score or 0.0),
            position.get(link.provision, last),
            link.provision,
        ),
    )


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
    source, target = (_nearest_known(act, eid) for eid in (reference.eid, reference.target))
    if not source or not target or is_recital(source) == is_recital(target):
        return None
    if is_recital(source):
        return source.partition("__")[0], target
    return target.partition("__")[0], source


def _nearest_known(act: Act, eid: str) -> str:
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
