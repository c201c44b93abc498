"""What stands beside a text that is read; found in the engine's process, without Qt."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lexdesk.document.eid import is_recital
from lexdesk.errors import ModelMismatch, NoModel, NotFound
from lexdesk_gui.reader.reading import without_title

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Kept, Mark
    from lexdesk.law.cross_references import References
    from lexdesk.law.display import Shown
    from lexdesk.law.history import History
    from lexdesk.library.library import Library


@dataclass(frozen=True, slots=True)
class Recital:
    """A recital that explains what is read, or a provision that it explains, with the source of the link: text, mapping
    or model; ``marks`` are spans of its ``text``, which has no number (characters, end exclusive)."""

    eid: str
    citation: str
    text: str
    marks: tuple[tuple[int, int], ...]
    source: str
    score: float | None
    where: str


@dataclass(frozen=True, slots=True)
class Suggested:
    """An article of an act that what is read may concern; ``work`` is empty where it is not there."""

    name: str
    probability: float
    work: str
    eid: str


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a reading: recitals (or what a recital explains), outline, history, the days (ISO)
    from which its work is in force and it applies, references out of and into what is read, notes."""

    recitals: tuple[Recital, ...]
    explains: tuple[Recital, ...]
    provisions: Sequence[dict[str, Any]]
    history: History | None
    in_force_from: str | None
    applies_from: str | None
    references: References | None
    marks: tuple[Mark, ...]
    earlier_marks: tuple[Mark, ...]


def suggested(
    library: Library, *, work: str, text: str, language: str | None = None
) -> tuple[Suggested, ...]:
    """The articles that the ``text`` of ``work`` may concern, unless it is their act itself.

    They are named in ``language`` where the library has them in it.
    """
    from lexdesk.models.suggestions import likely_articles

    try:
        likely = likely_articles(text, work=work)
    except (NoModel, ModelMismatch):  # no classifier, or not for this embedder: nothing to suggest
        return ()
    return tuple(
        Suggested(name or each.name, each.probability, likely.work if name else "", each.id)
        for each in likely.labels
        for name in [_name_held(library, likely.work, each.id, language)]
    )


def _name_held(library: Library, work: str, eid: str, language: str | None) -> str:
    """What the library calls a provision, best in ``language``; empty where it has none."""
    for wanted in (language, None):
        try:
            return _name(library.show(work, eid, language=wanted))
        except NotFound:
            continue
    return ""


def beside(
    library: Library,
    *,
    place: Kept,
    eid: str | None,
    day: datetime.date | None,
    valid_from: str | None = None,
    query: str = "",
) -> Beside:
    """What stands beside the provision ``eid`` at ``place``, on ``day``; its text is that of ``valid_from`` (ISO).

    What ``query`` asks for is marked in recitals.
    """
    from lexdesk.annotations.workbook import key_of

    standing = _standing(library, place, valid_from or day)
    with library.workbook() as book:
        marks = [*book.marks(key_of(place)), *book.same_wording(place, standing)]
        before = book.other_wording(place, standing)
    provisions: Sequence[dict[str, Any]] = ()
    history, references = None, None
    in_force_from, applies_from = None, None
    try:
        work = library.show(place.work, language=place.language)
        provisions = _provisions_on(library, place, day) or work.provisions
        in_force_from, applies_from = work.in_force_from, work.applies_from
        if eid and not is_recital(eid):
            history = library.history(place.work, eid, language=place.language)
        if eid:
            references = library.references(place.work, eid, language=place.language, as_of=day)
            own = library.show(place.work, eid, language=place.language, as_of=day)
            applies_from = own.applies_from
    except NotFound:  # removed since
        pass
    explained = _explained_by(library, place, eid, query) if eid else ()
    explains = _explains(library, place, eid, query) if eid and is_recital(eid) else ()
    return Beside(
        explained, explains, provisions, history, in_force_from, applies_from, references, tuple(marks),
        tuple(before),
    )  # fmt: skip


def _provisions_on(
    library: Library, place: Kept, day: datetime.date | None
) -> Sequence[dict[str, Any]]:
    """Those of the work on ``day``, which may be others than today's; none where it has no text of it."""
    if day is None:
        return ()
    try:
        return library.show(place.work, language=place.language, as_of=day).provisions
    except NotFound:
        return ()


def _standing(library: Library, place: Kept, day: datetime.date | str | None) -> frozenset[str]:
    """What the provision of ``place`` says on ``day``, where the text of ``place`` is of that."""
    if not place.eid:
        return frozenset()
    try:
        said = library.wordings(place.work, place.eid, language=place.language, as_of=day)
    except NotFound:  # removed since
        return frozenset()
    return said if place.text.strip() in said else frozenset()


def _explained_by(library: Library, place: Kept, eid: str, query: str) -> tuple[Recital, ...]:
    """Those that the text or a person names first, then the nearest to what is read of ``eid``, or the likeliest."""
    found: dict[str, Recital] = {}
    near = place.eid if place.eid != eid else None
    for each in library.recitals.explained_by(place.work, eid, near):
        link = each.link
        if link.recital not in found:  # the surest source comes first
            found[link.recital] = _recital(
                library, place, link.recital, link.source, link.score, each.where, query
            )
    if near:
        return tuple(found.values())
    surest = sorted(found.values(), key=lambda each: -1.0 if each.score is None else -each.score)
    return tuple(surest)


def _explains(library: Library, place: Kept, eid: str, query: str) -> tuple[Recital, ...]:
    return tuple(
        _recital(library, place, link.provision, link.source, link.score, "itself", query)
        for link in library.recitals.explains(place.work, eid)
    )


def _recital(
    library: Library,
    place: Kept,
    eid: str,
    source: str,
    score: float | None,
    where: str,
    query: str = "",
) -> Recital:
    try:
        shown = library.show(place.work, eid, language=place.language)
    except NotFound:
        return Recital(eid, eid, "", (), source, score, where)
    held = shown.eid or eid
    text = without_title(shown).removeprefix(f"({held.partition('_')[2]})").strip()
    marks = library.highlights(query, text, shown.language) if query else ()
    return Recital(held, _name(shown), text, tuple(marks), source, score, where)


def _name(shown: Shown) -> str:
    """``Article 7  Conditions for consent``."""
    return "  ".join(filter(None, (" ".join(shown.citation.split(" ")[:2]), shown.heading)))
