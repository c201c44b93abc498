"""What a query that is being typed may become: the citation that it is, or a work of the library."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from lexdesk.law.cross_references import CrossReferences
from lexdesk.law.naming import citation as name_of
from lexdesk.query import Filter
from lexdesk.store import Store, until_changed
from lexdesk.text import fold

_SHORTEST = 2  # letters; fewer begin half of all titles


def completions(store: Store, beginning: str, languages: tuple[str, ...], top: int) -> list[str]:
    """At most ``top`` queries that ``beginning`` may become: its citation first, then works by name.

    A work fits where each word typed begins one of its name or title.
    """
    if len(beginning.strip()) < _SHORTEST:
        return []
    found = [*_cited(store, beginning, languages), *_works(store, beginning, top)]
    return list(dict.fromkeys(found))[:top]


def _cited(store: Store, beginning: str, languages: tuple[str, ...]) -> Iterator[str]:
    from lexdesk.citations.typed import cited  # many patterns, for the first query alone

    citation = cited(beginning)
    if citation is None or not citation.work:
        return
    target = citation.eids[0] if citation.eids else ""
    located = CrossReferences(store, languages).locate(citation.work, citation.name, target)
    if located is not None and (located.provision or not target):
        label = located.provision.label if located.provision else ""
        yield name_of(label, located.expression, None)


def _works(store: Store, beginning: str, top: int) -> list[str]:
    begun = fold(beginning)
    names = _names(store)
    for part in (f" {word}" for word in begun.split()):
        names = [each for each in names if part in each[0]]
    fitting: dict[str, tuple[bool, int]] = {}
    for folded, short, title in names:
        starts = folded.startswith(f" {begun}")
        fitting.setdefault(short or title, (not starts, len(title)))
    best = heapq.nsmallest(top, fitting, key=lambda each: (fitting[each], each))
    return [str(Filter("work", each)) for each in best]


@until_changed
def _names(store: Store) -> list[tuple[str, str, str]]:
    """(folded, short title, title) for each name of each work; a space before each folded word."""
    return [
        (f" {' '.join(fold(name).split())}", short, title)
        for _, short, title in store.names_of_works()
        for name in filter(None, (short, title))
    ]
