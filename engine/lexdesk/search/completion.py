"""What a query that is being typed may become: the citation that it is, or a work of the library."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from lexdesk.law.cross_references import CrossReferences
from lexdesk.law.naming import citation as name_of
from lexdesk.query import Filter
from lexdesk.search.names import names_of_works, spaced
from lexdesk.store import Store

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
    begun = spaced(beginning).rstrip()
    if not begun:
        return []
    names = names_of_works(store).all
    for part in (f" {word}" for word in begun.split()):
        names = [each for each in names if part in each.words]
    fitting: dict[str, tuple[bool, int]] = {}
    for each in names:
        starts = each.words.startswith(begun) or each.short_words.startswith(begun)
        fitting.setdefault(each.short_title or each.title, (not starts, len(each.title)))
    best = heapq.nsmallest(top, fitting, key=lambda name: (fitting[name], name))
    return [str(Filter("work", name)) for name in best]
