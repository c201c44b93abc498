"""Completion of a query while typing: its citation, or a work of the library."""

import heapq
from collections.abc import Iterator

from lexdesk.law.citation_labels import label_citation as name_of
from lexdesk.law.citation_labels import replace_act_name
from lexdesk.law.cross_references import CrossReferences
from lexdesk.law.work_names import NamesOfWork, names_of_works, space_words
from lexdesk.query import Filter
from lexdesk.search.known_item.library_citations import citation_of
from lexdesk.storage import Store

_Fit = tuple[bool, bool, bool, int]
"""Whether the name does not begin so, whether it and the title lack a word, whether no title begins so; the length of it."""

_SHORTEST = 2  # letters; fewer begin half of all titles
_ROWS = 10  # titles examined per suggestion


def list_completions(
    store: Store, beginning: str, languages: tuple[str, ...], top: int
) -> list[str]:
    """Return at most ``top`` completions of ``beginning``: its citation first, then works by name.

    A work fits if each typed word begins a word of one of its names or titles; it is offered by its usual name.
    ``languages`` (ISO 639-1) are those of the citation, unless ``beginning`` has a language.
    """
    if len(beginning.strip()) < _SHORTEST:
        return []
    found = [*_complete_citation(store, beginning, languages), *_works(store, beginning, top)]
    return list(dict.fromkeys(found))[:top]


def _complete_citation(store: Store, beginning: str, languages: tuple[str, ...]) -> Iterator[str]:
    citation = citation_of(beginning)
    if citation is None or not citation.work:
        return
    from lexdesk.citations.query_language import prioritise_languages

    target = citation.eids[0] if citation.eids else ""
    languages = prioritise_languages(beginning, languages)
    located = CrossReferences(store, languages).locate(citation.work, citation.name, target)
    if located is not None and (located.provision or not target):
        label = located.provision.label if located.provision else ""
        text = located.expression
        yield replace_act_name(name_of(label, text, None), text.work, text.title)


def _works(store: Store, beginning: str, top: int) -> list[str]:
    begun = space_words(beginning).rstrip()
    if not begun:
        return []
    names = names_of_works(store).all
    parts = [f" {word}" for word in begun.split()]
    for part in parts:
        names = [name for name in names if part in name.words]
    begun_first = heapq.nsmallest(_ROWS * top, names, key=lambda name: _by_title(name, begun))
    fitting: dict[str, tuple[_Fit, str]] = {}  # the best matching name of each work
    for known_name in begun_first:
        name = replace_act_name(
            known_name.short_title or known_name.title, known_name.work, known_name.title
        )
        titles = space_words(f"{name} {known_name.title}")
        fit = (
            not space_words(name).startswith(begun),
            not all(part in titles for part in parts),
            *_by_title(known_name, begun),
        )
        fitting[known_name.work] = min((fit, name), fitting.get(known_name.work, (fit, name)))
    best = heapq.nsmallest(top, {name: fit for fit, name in fitting.values()}.items(), key=_by_fit)
    return [str(Filter("work", name)) for name, _ in best]


def _by_title(names: NamesOfWork, begun: str) -> tuple[bool, int]:
    starts = names.words.startswith(begun) or names.short_words.startswith(begun)
    return not starts, len(names.title)


def _by_fit(named: tuple[str, _Fit]) -> tuple[_Fit, str]:
    return named[1], named[0]
