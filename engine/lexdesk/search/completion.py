"""What a query that is being typed may become: the citation that it is, or a work of the library."""

from __future__ import annotations

from collections.abc import Iterator

from lexdesk.errors import NotFound
from lexdesk.law.show import show
from lexdesk.query import Filter
from lexdesk.store import Store
from lexdesk.text import fold

_SHORTEST = 2  # letters; fewer begin half of all titles


def completions(store: Store, beginning: str, languages: tuple[str, ...], top: int) -> list[str]:
    """At most ``top`` queries that ``beginning`` may become: its citation first, then works by name.

    A work fits where each word typed begins one of its name or title.
    """
    if len(beginning.strip()) < _SHORTEST:
        return []
    found = [*_cited(store, beginning, languages), *_works(store, beginning)]
    return list(dict.fromkeys(found))[:top]


def _cited(store: Store, beginning: str, languages: tuple[str, ...]) -> Iterator[str]:
    from lexdesk.citations.typed import cited  # many patterns, for the first query alone

    citation = cited(beginning)
    if citation is None or not citation.work:
        return
    for eid in citation.eids[:1] or (None,):
        try:
            yield show(store, citation.work, eid, None, languages).citation
        except NotFound:
            return


def _works(store: Store, beginning: str) -> list[str]:
    wanted = fold(beginning).split()
    fitting: dict[str, tuple[bool, int]] = {}
    for _, short, title in store.names_of_works():
        for name in filter(None, (short, title)):
            folded = fold(name)
            words = folded.split()
            if all(any(word.startswith(part) for word in words) for part in wanted):
                starts = folded.startswith(fold(beginning))
                fitting.setdefault(str(Filter("work", short or title)), (not starts, len(title)))
    return sorted(fitting, key=lambda each: (fitting[each], each))
