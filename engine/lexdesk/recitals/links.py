"""Links between the recitals and the provisions of a work, in both directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from lexdesk.recitals.preamble import Act, find_adopted_act
from lexdesk.recitals.text_links import find_stated_links
from lexdesk.storage import Store

Source = Literal["text", "mapping", "model"]
SOURCES: tuple[Source, ...] = get_args(Source)
"""The sources of links, the most reliable first: the act's text, a table by people, the model."""

Where = Literal["itself", "around", "inside"]
_ORDER: tuple[Where, ...] = get_args(Where)


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
        where = _ORDER.index(recital.where)
        if recital.link.provision not in ancestors:
            return where, 0, 0.0
        return (
            where,
            SOURCES.index(recital.link.source),
            -similarities.get(recital.link.recital, 0.0),
        )

    return sorted(recitals, key=sort_key)


def _likeness(store: Store, act: Act, eid: str) -> dict[str, float]:
    """Return the lexical similarity of an act's recitals to a provision; empty if it was added later."""
    if eid not in act.provisions:
        return {}
    from lexdesk.recitals.similarity import lexical_similarity  # loads numpy

    text = store.texts.text(act.expression.id)
    *recitals, article_text = (
        text[provision.start : provision.end] for provision in (*act.recitals, act.provisions[eid])
    )
    scores = lexical_similarity(recitals, [article_text])[:, 0].tolist()
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
