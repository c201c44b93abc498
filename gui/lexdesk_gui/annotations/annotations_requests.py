"""Requests for annotations; run in the engine's process, without Qt."""

from __future__ import annotations

import dataclasses
import datetime
import math
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast
from weakref import WeakKeyDictionary

from lexdesk.errors import LexdeskError
from lexdesk_gui.annotations.saved_items import News, SavedItems
from lexdesk_gui.engine.tasks import read_library_state

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import Decision, DecisionStatus
    from lexdesk.annotations.excerpt_export import Excerpt
    from lexdesk.annotations.workbook import Bookmark, Kind, Mark, SavedSearch
    from lexdesk.law.citation_styles import Style
    from lexdesk.library.library import Library
    from lexdesk.search.options import Mode
    from lexdesk.search.results.hits import Hit

_MATCHING = 1_000  # keyword results that count as new
_NEAREST = 20  # best hits that count as new, also by semantic search alone
_NEAREST_SEEN, _MATCHING_SEEN = 100, 1_500  # remembered results: removals let later ones move up
_LISTED = 20  # of the new results of a saved search
_EXPORTED = 10_000


def put(library: Library, *, place: Bookmark, kind: Kind, value: str) -> Mark:
    """Add a tag, a note or a collection to ``place``; return the stored mark."""
    with library.workbook() as book:
        return book.put(place, kind, value)


def restore(library: Library, *, mark: Mark) -> None:
    """Restore a deleted tag or note."""
    with library.workbook() as book:
        book.restore(mark)


def remove(library: Library, *, mark: Mark) -> None:
    """Remove an annotation."""
    with library.workbook() as book:
        book.remove(mark)


def put_saved(library: Library, *, search: SavedSearch) -> None:
    """Restore a deleted saved search."""
    with library.workbook() as book:
        book.put_saved(search)


def save(library: Library, *, name: str, query: str, mode: Mode) -> SavedSearch:
    """Save a search under ``name`` with its current results."""
    hits = _matches(library, query, mode, best=_NEAREST_SEEN, most=_MATCHING_SEEN)
    with library.workbook() as book:
        return book.save(name, query, mode, hits)


def delete(library: Library, *, name: str) -> SavedSearch | None:
    """Delete a saved search and return it."""
    with library.workbook() as book:
        found = next((search for search in book.saved_searches() if search.name == name), None)
        book.forget_saved(name)
        return found


def mark_seen(library: Library, *, name: str) -> None:
    """Mark the current results of a saved search as seen."""
    with library.workbook() as book:
        for saved_search in book.saved_searches():
            if saved_search.name == name:
                mode = cast("Mode", saved_search.mode)
                query = saved_search.query
                hits = _matches(library, query, mode, best=_NEAREST_SEEN, most=_MATCHING_SEEN)
                book.save(name, saved_search.query, saved_search.mode, hits)


def read_shelf(library: Library) -> SavedItems:
    """Return all annotations, with news as far as known."""
    with library.workbook() as book:
        saved, decided = book.saved_searches(), book.decisions.all()
        tags, collections = book.values("tag"), book.values("collection")
        notes, earlier = len(book.places("note")), book.earlier("", 20)
    known = _known_of(library)
    return SavedItems(
        [dataclasses.replace(search, seen=frozenset()) for search in saved],  # thousands of keys
        tags,
        collections,
        notes,
        dict(Counter(decision.verdict for decision in decided)),
        earlier,
        known.news_of(saved, decided),
    )


def find_news(library: Library, *, seconds: float) -> News:
    """Return news on saved searches and decisions, found until the time limit or the first new item.

    A search takes half a second in a large library, a text some milliseconds: hundreds at once would block other
    requests.
    """
    until, found = time.perf_counter() + seconds, []
    known = _known_of(library)
    with library.workbook() as book:
        saved, decided = book.saved_searches(), book.decisions.all()
    for search in saved:
        if _key_of(search) not in known.news:
            known.news[_key_of(search)] = _new_in(library, search)
            found.append(search.name)
            if time.perf_counter() > until:
                break
    else:
        known.look_up(library, decided, until)
    known_state = known.news_of(saved, decided)
    return dataclasses.replace(known_state, first={name: known_state.first[name] for name in found})


def _new_in(library: Library, search: SavedSearch) -> _New:
    """Return the number of new results of a saved search and the first ones; empty for an invalid query."""
    from lexdesk.annotations.workbook import find_new, make_bookmark

    try:
        mode = cast("Mode", search.mode)
        hits = _matches(library, search.query, mode, best=_NEAREST, most=_MATCHING)
    except LexdeskError:  # as in semantic search without a model
        return 0, ()
    found = find_new(search, hits)
    return len(found), [make_bookmark(hit) for hit in found[:_LISTED]]


_SearchKey = tuple[str, str, str, str]
_New = tuple[int, Sequence["Bookmark"]]


def _key_of(search: SavedSearch) -> _SearchKey:
    return (search.name, search.query, search.mode, search.seen_at)


class _KnownNews:
    """News known for the current library generation and date."""

    def __init__(self, state: object):
        self.state = state
        self.news: dict[_SearchKey, _New] = {}
        self.changed: dict[Decision, bool] = {}

    def look_up(self, library: Library, decisions: Sequence[Decision], until: float) -> None:
        """Check the texts of the decisions until the deadline; at least one."""
        from lexdesk.compliance.review_subjects import ReviewDecisions

        reviewed = ReviewDecisions(library)
        for decision in decisions:
            if decision not in self.changed:
                self.changed[decision] = reviewed.status_of(decision).is_changed
                if time.perf_counter() > until:
                    break

    def news_of(self, saved: Sequence[SavedSearch], decisions: Sequence[Decision]) -> News:
        """Return the known news."""
        found = {
            search.name: self.news[_key_of(search)]
            for search in saved
            if _key_of(search) in self.news
        }
        return News(
            {name: count for name, (count, _) in found.items()},
            {name: places for name, (_, places) in found.items()},
            sum(self.changed.get(decision, False) for decision in decisions),
            len(saved) - len(found) + sum(decision not in self.changed for decision in decisions),
        )


_KNOWN: WeakKeyDictionary[Library, _KnownNews] = WeakKeyDictionary()


def _known_of(library: Library) -> _KnownNews:
    """Return the cache of the current generation of ``library``."""
    state = read_library_state(library)
    known = _KNOWN.get(library)
    if known is None or known.state != state:
        known = _KNOWN[library] = _KnownNews(state)
    return known


def list_decisions(library: Library, *, which: str) -> list[DecisionStatus]:
    """Return decisions by verdict, with ``changed`` text, or all, the latest first.

    Immediate: a changed text is reported as far as ``find_news`` has found it.
    """
    from lexdesk.annotations.decisions import DecisionStatus

    with library.workbook() as book:
        decided = book.decisions.all()
    changed = _known_of(library).changed
    standing = [
        DecisionStatus(decision, changed.get(decision, False))
        for decision in decided
        if which in ("", "changed", decision.verdict)
    ]
    return [judgement for judgement in standing if judgement.is_changed or which != "changed"]


def list_named_decisions(
    library: Library, *, which: str
) -> tuple[list[DecisionStatus], dict[str, str]]:
    """Return ``decisions`` and the names of the documents compared."""
    from lexdesk_gui.review.review_requests import names_against

    decided = list_decisions(library, which=which)
    return decided, names_against(library, decided)


def export_decisions(library: Library, *, standings: Sequence[DecisionStatus], target: Path) -> int:
    """Export decisions to ``target``, in the format of its suffix, with changes of text; return their number."""
    from lexdesk.annotations import table_export
    from lexdesk.annotations.decisions import DecisionStatus

    known, decided = _known_of(library), [standing.decision for standing in standings]
    known.look_up(library, decided, math.inf)
    table_export.write_decisions(
        [DecisionStatus(decision, known.changed[decision]) for decision in decided], target
    )
    return len(standings)


def list_places(
    library: Library, *, kind: Kind, value: str
) -> tuple[list[Bookmark], dict[str, list[str]]]:
    """Return the passages with a tag, in a collection, or with notes, and their notes by key."""
    notes: dict[str, list[str]] = {}
    with library.workbook() as book:
        found = book.places(kind, value or None)
        for mark in book.marks():
            if mark.kind == "note":
                notes.setdefault(mark.place, []).append(mark.value)
    return found, {place.key: notes[place.key] for place in found if place.key in notes}


def export(library: Library, *, found: Sequence[Hit | Bookmark], target: Path, style: Style) -> int:
    """Write places with their marks to ``target``, in the format of its suffix; their number."""
    from lexdesk.annotations import excerpt_export

    excerpt_export.write(list_excerpts(library, found=found), target, style)
    return len(found)


def export_all(
    library: Library,
    *,
    query: str,
    mode: Mode,
    as_of: datetime.date | None,
    listed: int,
    target: Path,
    style: Style,
) -> tuple[int, int]:
    """Write the first ``listed`` results of a query and its other keyword results, up to 10,000, to ``target``.

    Return their number, and that of the copies folded into them.
    """
    found = _matches(library, query, mode, best=listed, most=_EXPORTED, as_of=as_of)
    export(library, found=found, target=target, style=style)
    return len(found), sum(hit.copies for hit in found)


def _matches(
    library: Library,
    query: str,
    mode: Mode,
    *,
    best: int,
    most: int,
    as_of: datetime.date | None = None,
) -> list[Hit]:
    """Return the ``best`` hits, and below them the other keyword results of up to ``most``.

    All passages are more or less similar: thousands of semantic hits are no results, and take seconds.
    """
    if mode == "keyword":
        return library.search(query, mode=mode, top=most, as_of=as_of).hits
    first = library.search(query, mode=mode, top=best, as_of=as_of).hits
    if mode == "semantic":
        return first
    rest = library.search(query, mode="keyword", top=most, as_of=as_of).hits
    known = {(hit.work, hit.eid, hit.page, hit.text) for hit in first}
    # A hit may be folded into another copy later.
    folded = {hit.text for hit in first if hit.copies}
    return first + [
        hit
        for hit in rest
        if (hit.work, hit.eid, hit.page, hit.text) not in known and hit.text not in folded
    ]


def list_excerpts(library: Library, *, found: Sequence[Hit | Bookmark]) -> list[Excerpt]:
    """Return places with their marks."""
    from lexdesk.annotations.excerpt_export import Excerpt
    from lexdesk.annotations.workbook import make_key
    from lexdesk.law.citation_styles import Place

    with library.workbook() as book:
        marks: dict[str, list[Mark]] = {}
        for mark in book.marks():
            marks.setdefault(mark.place, []).append(mark)
    return [
        Excerpt(
            Place(
                passage.work,
                passage.eid,
                passage.citation,
                passage.title,
                passage.path,
                passage.page,
            ),
            passage.heading,
            passage.text,
            passage.language,
            getattr(passage, "valid_from", None),
            getattr(passage, "valid_to", None),
            tuple(getattr(passage, "highlights", ())),
            tuple(m.value for m in marks.get(make_key(passage), []) if m.kind != "note"),
            tuple(m.value for m in marks.get(make_key(passage), []) if m.kind == "note"),
            getattr(passage, "dated", None),
        )
        for passage in found
    ]
