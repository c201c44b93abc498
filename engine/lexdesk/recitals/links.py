"""The links between the recitals and the provisions of a work, read in both directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from lexdesk.recitals.preamble import Act, adopted
from lexdesk.recitals.stated import stated
from lexdesk.storage import Store

Source = Literal["text", "mapping", "model"]
SOURCES: tuple[Source, ...] = get_args(Source)
"""Where a link comes from, the surest first: the act says so, people say so, the model thinks so."""

Where = Literal["itself", "around", "inside"]
_ORDER: tuple[Where, ...] = get_args(Where)


@dataclass(frozen=True, slots=True)
class Link:
    """A recital explains a provision; both are eids. ``score`` in 0..1 is the model's, or as loaded."""

    recital: str
    provision: str
    source: Source
    score: float | None = None


@dataclass(frozen=True, slots=True)
class ExplainingRecital:
    """A recital that explains a provision.

    ``link.provision`` is the provision asked for ``itself``, one ``around`` it or one ``inside`` it.
    """

    link: Link
    where: Where


def links(store: Store, work: str) -> list[Link]:
    """All links of a work, by recital, source and provision; none where it has no recitals."""
    act = adopted(store, work)
    return _links(store, act) if act else []


def explained_by(
    store: Store, work: str, eid: str, near: str | None = None
) -> list[ExplainingRecital]:
    """The recitals of a provision: its own first, then those of what is around and inside it.

    Those of something larger than what is read, which is ``near`` in it or the provision itself, come by their
    source, and then the nearest to what is read (docs/results/recitals.md); all others as they stand in the act.
    """
    act = adopted(store, work)
    if act is None:
        return []
    found = [
        ExplainingRecital(link, where)
        for link in _links(store, act)
        if (where := _where(act, link.provision, eid)) is not None
    ]
    read = near or eid
    larger = set(act.around(read))
    alike = {}
    if sum(each.link.provision in larger for each in found) > 1:
        alike = _likeness(store, act, read)

    def place(each: ExplainingRecital) -> tuple[int, int, float]:
        where = _ORDER.index(each.where)
        if each.link.provision not in larger:
            return where, 0, 0.0
        return where, SOURCES.index(each.link.source), -alike.get(each.link.recital, 0.0)

    return sorted(found, key=place)


def _likeness(store: Store, act: Act, eid: str) -> dict[str, float]:
    """How alike the recitals of an act and one of its provisions are, by words; none where it was added later."""
    if eid not in act.provisions:
        return {}
    from lexdesk.recitals.likeness import by_words  # loads numpy

    text = store.text(act.expression.id)
    *recitals, read = (text[each.start : each.end] for each in (*act.recitals, act.provisions[eid]))
    alike = by_words(recitals, [read])[:, 0].tolist()
    return {each.eid: score for each, score in zip(act.recitals, alike, strict=True)}


def explains(store: Store, work: str, recital: str) -> list[Link]:
    """The links of one recital, such as ``rec_26``."""
    return [link for link in links(store, work) if link.recital == recital]


def _where(act: Act, provision: str, eid: str) -> Where | None:
    if provision == eid:
        return "itself"
    if provision in act.around(eid):
        return "around"
    return "inside" if eid in act.around(provision) else None


def _links(store: Store, act: Act) -> list[Link]:
    found = [Link(recital, provision, "text") for recital, provision in stated(store, act)]
    found += [
        Link(recital, provision, cast(Source, source), score)
        for recital, provision, source, score in store.explanations(act.expression.work)
    ]
    position = {eid: at for at, eid in enumerate(act.provisions)}
    last = len(position)
    return sorted(
        found,
        key=lambda link: (
            position.get(link.recital, last),
            SOURCES.index(link.source),
            -(link.score or 0.0),
            position.get(link.provision, last),
            link.provision,
        ),
    )
