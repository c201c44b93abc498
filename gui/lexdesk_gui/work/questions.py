"""What a person's own work asks of the engine and writes there; done in its process, without Qt."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from lexdesk_gui.work.shelf import Shelf

if TYPE_CHECKING:
    from lexdesk.law.citation_styles import Style
    from lexdesk.library import Library
    from lexdesk.search.hits import Hit
    from lexdesk.search.retrieval import Mode
    from lexdesk.work.decisions import Standing
    from lexdesk.work.excerpt_export import Excerpt
    from lexdesk.work.workbook import Kept, Kind, Mark, SavedSearch

_SEEN = 1_000  # hits that a saved search remembers
_NEAREST = 20  # hits of which those count as new that are found by meaning alone
_LISTED = 20  # of what is new in a saved search
_EXPORTED = 10_000


def put(library: Library, *, place: Kept, kind: Kind, value: str) -> Mark:
    """Tag ``place``, note on it, or put it into a collection; the mark as stored."""
    with library.workbook() as book:
        return book.put(place, kind, value)


def restore(library: Library, *, mark: Mark) -> None:
    """Bring a mark back that was removed."""
    with library.workbook() as book:
        book.restore(mark)


def remove(library: Library, *, mark: Mark) -> None:
    """Take a mark away."""
    with library.workbook() as book:
        book.remove(mark)


def put_saved(library: Library, *, search: SavedSearch) -> None:
    """Bring a saved search back that was deleted."""
    with library.workbook() as book:
        book.put_saved(search)


def save(library: Library, *, name: str, query: str, mode: Mode) -> SavedSearch:
    """Keep a search under ``name``, with what it finds now."""
    hits = library.search(query, mode=mode, top=_SEEN).hits
    with library.workbook() as book:
        return book.save(name, query, mode, hits)


def delete(library: Library, *, name: str) -> SavedSearch | None:
    """Delete a saved search; what it was."""
    with library.workbook() as book:
        found = next((each for each in book.saved() if each.name == name), None)
        book.forget_saved(name)
        return found


def seen(library: Library, *, name: str) -> None:
    """Count what a saved search finds now as seen."""
    with library.workbook() as book:
        for each in book.saved():
            if each.name == name:
                mode = cast("Mode", each.mode)
                hits = library.search(each.query, mode=mode, top=_SEEN).hits
                book.save(name, each.query, each.mode, hits)


def shelf(library: Library) -> Shelf:
    """All that is kept, and how much is new in saved searches."""
    from lexdesk.work.workbook import kept, new_since

    with library.workbook() as book:
        saved = book.saved()
        tags, collections = book.values("tag"), book.values("collection")
        notes, earlier = len(book.places("note")), book.earlier("", 20)
    news, new = {}, {}
    for each in saved:
        mode = cast("Mode", each.mode)
        hits = library.search(each.query, mode=mode, top=_SEEN).hits
        found = new_since(each, [hit for hit in hits if _counts(hit, _NEAREST)])
        news[each.name] = len(found)
        new[each.name] = [kept(hit) for hit in found[:_LISTED]]
    made = decisions(library, which="")
    counts: Counter[str] = Counter(each.decision.verdict for each in made)
    counts["changed"] = sum(each.is_changed for each in made)
    return Shelf(saved, news, tags, collections, notes, dict(counts), earlier, new)


def decisions(library: Library, *, which: str) -> list[Standing]:
    """The decisions of a verdict, those whose text has ``changed`` since, or all of them."""
    from lexdesk.matching.reviewed import Reviewed

    return [
        each
        for each in Reviewed(library).standings()
        if which in ("", each.decision.verdict) or (which == "changed" and each.is_changed)
    ]


def named_decisions(library: Library, *, which: str) -> tuple[list[Standing], dict[str, str]]:
    """The ``decisions``, and the names of the documents that they were made as against."""
    from lexdesk_gui.decisions.questions import names_against

    made = decisions(library, which=which)
    return made, names_against(library, made)


def export_decisions(_library: Library, *, made: Sequence[Standing], target: Path) -> int:
    """Write decisions to ``target``, in the format that its suffix names; their number."""
    from lexdesk.work import decision_export

    decision_export.write(made, target)
    return len(made)


def places(library: Library, *, kind: Kind, value: str) -> tuple[list[Kept], dict[str, list[str]]]:
    """The places with a tag or in a collection, or those with notes; and the notes on them by their keys."""
    notes: dict[str, list[str]] = {}
    with library.workbook() as book:
        found = book.places(kind, value or None)
        for mark in book.marks():
            if mark.kind == "note":
                notes.setdefault(mark.place, []).append(mark.value)
    return found, {each.key: notes[each.key] for each in found if each.key in notes}


def export(library: Library, *, found: Sequence[Hit | Kept], target: Path, style: Style) -> int:
    """Write places with their marks to ``target``, in the format of its suffix; their number."""
    from lexdesk.work import excerpt_export

    excerpt_export.write(excerpts(library, found=found), target, style)
    return len(found)


def export_all(
    library: Library,
    *,
    query: str,
    mode: Mode,
    day: datetime.date | None,
    listed: int,
    target: Path,
    style: Style,
) -> int:
    """Write all results of a query on ``day``, up to 10,000, to ``target``; their number.

    Of those by meaning alone only the first ``listed``.
    """
    hits = library.search(query, mode=mode, top=_EXPORTED, as_of=day).hits
    found = [hit for hit in hits if _counts(hit, listed)]
    return export(library, found=found, target=target, style=style)


def _counts(hit: Hit, nearest: int) -> bool:
    """Whether a hit fits: by meaning alone every passage is one, however far it is, and the first ``nearest`` count."""
    by_meaning_alone = hit.why.get("words") is None and hit.why.get("meaning") is not None
    return hit.rank <= nearest or not by_meaning_alone


def excerpts(library: Library, *, found: Sequence[Hit | Kept]) -> list[Excerpt]:
    """Places with their marks."""
    from lexdesk.law.citation_styles import Place
    from lexdesk.work.excerpt_export import Excerpt
    from lexdesk.work.workbook import key_of

    with library.workbook() as book:
        marks: dict[str, list[Mark]] = {}
        for mark in book.marks():
            marks.setdefault(mark.place, []).append(mark)
    return [
        Excerpt(
            Place(each.work, each.eid, each.citation, each.title, each.path, each.page),
            each.heading,
            each.text,
            each.language,
            getattr(each, "valid_from", None),
            getattr(each, "valid_to", None),
            tuple(getattr(each, "highlights", ())),
            tuple(m.value for m in marks.get(key_of(each), []) if m.kind != "note"),
            tuple(m.value for m in marks.get(key_of(each), []) if m.kind == "note"),
            getattr(each, "dated", None),
        )
        for each in found
    ]
