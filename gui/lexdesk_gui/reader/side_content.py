"""Content of the side panel, collected in the engine process without Qt."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lexdesk.document.eid import is_recital
from lexdesk.errors import ModelMismatch, ModelUntrusted, NoModel, NotFound
from lexdesk_gui.reader.title_lines import remove_title

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Bookmark, Mark
    from lexdesk.law.cross_references import References
    from lexdesk.law.display import ShownText
    from lexdesk.law.history import History
    from lexdesk.library.library import Library


@dataclass(frozen=True, slots=True)
class Recital:
    """A recital linked with a provision, or a provision linked with a recital.

    ``source`` is the source of the link: text, mapping or model. ``marks`` are spans of ``text``
    (characters, end exclusive); ``text`` excludes the number of the recital.
    """

    eid: str
    citation: str
    text: str
    marks: tuple[tuple[int, int], ...]
    source: str
    score: float | None
    where: str


@dataclass(frozen=True, slots=True)
class SuggestedArticle:
    """An article suggested for a text; ``work`` is empty if the library lacks it."""

    name: str
    probability: float
    work: str
    eid: str


@dataclass(frozen=True, slots=True)
class SideContent:
    """The side panel's content for a reading.

    Recitals (or provisions explained by a recital), outline, history, entry into force and date of
    application of the work (ISO), references in both directions, and notes.
    """

    recitals: tuple[Recital, ...]
    explains: tuple[Recital, ...]
    provisions: Sequence[dict[str, Any]]
    history: History | None
    in_force_from: str | None
    applies_from: str | None
    references: References | None
    marks: tuple[Mark, ...]
    earlier_marks: tuple[Mark, ...]


def suggest_articles(
    library: Library, *, work: str, text: str, language: str | None = None
) -> tuple[SuggestedArticle, ...]:
    """Return the articles suggested for the ``text`` of ``work``, unless it belongs to the same act.

    Names are in ``language`` if the library has that version.
    """
    from lexdesk.models.label_suggestion import predict_articles

    try:
        likely = predict_articles(text, work=work)
    except (NoModel, ModelMismatch, ModelUntrusted):  # no classifier for this embedder
        return ()
    return tuple(
        SuggestedArticle(
            name or article.name, article.probability, likely.work if name else "", article.id
        )
        for article in likely.labels
        for name in [_name_in_library(library, likely.work, article.id, language)]
    )


def _name_in_library(library: Library, work: str, eid: str, language: str | None) -> str:
    """Return the name of a provision, preferably in ``language``, or an empty text."""
    for wanted in (language, None):
        try:
            return _name(library.law.show(work, eid, language=wanted))
        except NotFound:
            continue
    return ""


def collect(
    library: Library,
    *,
    place: Bookmark,
    eid: str | None,
    day: datetime.date | None,
    valid_from: str | None = None,
    query: str = "",
) -> SideContent:
    """Collect the side content of the provision ``eid`` at ``place`` as of ``day``.

    The text is the one of ``valid_from`` (ISO); ``query`` is highlighted in recitals.
    """
    from lexdesk.annotations.workbook import make_key

    wordings = _current_wordings(library, place, valid_from or day)
    with library.workbook() as book:
        marks = [*book.marks(make_key(place)), *book.same_wording(place, wordings)]
        before = book.other_wording(place, wordings)
    provisions: Sequence[dict[str, Any]] = ()
    history, references = None, None
    in_force_from, applies_from = None, None
    try:
        work = library.law.show(place.work, language=place.language)
        provisions = _provisions_on(library, place, day) or work.provisions
        in_force_from, applies_from = work.in_force_from, work.applies_from
        if eid and not is_recital(eid):
            history = library.law.history(place.work, eid, language=place.language)
        if eid:
            references = library.law.references(place.work, eid, language=place.language, as_of=day)
            own = library.law.show(place.work, eid, language=place.language, as_of=day)
            applies_from = own.applies_from
    except NotFound:  # removed meanwhile
        pass
    explained = _explained_by(library, place, eid, query) if eid else ()
    explains = _explains(library, place, eid, query) if eid and is_recital(eid) else ()
    return SideContent(
        explained, explains, provisions, history, in_force_from, applies_from, references, tuple(marks),
        tuple(before),
    )  # fmt: skip


def _provisions_on(
    library: Library, place: Bookmark, day: datetime.date | None
) -> Sequence[dict[str, Any]]:
    """Return the work's provisions as of ``day``, or nothing without a text of that day."""
    if day is None:
        return ()
    try:
        return library.law.show(place.work, language=place.language, as_of=day).provisions
    except NotFound:
        return ()


def _current_wordings(
    library: Library, place: Bookmark, day: datetime.date | str | None
) -> frozenset[str]:
    """Return the wordings of the provision of ``place`` as of ``day`` if they include its text."""
    if not place.eid:
        return frozenset()
    try:
        wordings = library.law.wordings(place.work, place.eid, language=place.language, as_of=day)
    except NotFound:  # removed meanwhile
        return frozenset()
    return wordings if place.text.strip() in wordings else frozenset()


def _explained_by(library: Library, place: Bookmark, eid: str, query: str) -> tuple[Recital, ...]:
    """Return the recitals of ``eid``: explicit links first, then the nearest to the passage or the likeliest."""
    recitals: dict[str, Recital] = {}
    near = place.eid if place.eid != eid else None
    for explained in library.law.recitals.explained_by(place.work, eid, near):
        link = explained.link
        if link.recital not in recitals:  # the most reliable source comes first
            recitals[link.recital] = build_recital(
                library, place, link.recital, link.source, link.score, explained.where, query
            )
    if near:
        return tuple(recitals.values())
    ranked = sorted(
        recitals.values(), key=lambda recital: -1.0 if recital.score is None else -recital.score
    )
    return tuple(ranked)


def _explains(library: Library, place: Bookmark, eid: str, query: str) -> tuple[Recital, ...]:
    return tuple(
        build_recital(library, place, link.provision, link.source, link.score, "itself", query)
        for link in library.law.recitals.explains(place.work, eid)
    )


def build_recital(
    library: Library,
    place: Bookmark,
    eid: str,
    source: str,
    score: float | None,
    where: str,
    query: str = "",
) -> Recital:
    """Return a recital with its text and the highlights of ``query``; without text if the library lacks it."""
    try:
        shown = library.law.show(place.work, eid, language=place.language)
    except NotFound:
        return Recital(eid, eid, "", (), source, score, where)
    own_eid = shown.eid or eid
    text = remove_title(shown).removeprefix(f"({own_eid.partition('_')[2]})").strip()
    marks = library.search.highlights(query, text, shown.language) if query else ()
    return Recital(own_eid, _name(shown), text, tuple(marks), source, score, where)


def _name(shown: ShownText) -> str:
    """Return a name such as ``Article 7  Conditions for consent``."""
    return "  ".join(filter(None, (" ".join(shown.citation.split(" ")[:2]), shown.heading)))
