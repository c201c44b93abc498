"""The provisions of an act against documents: which document deals with each, and where nothing does.

A gap is a provision that no passage cites and that no passage is near to (``neighbours``); whether
that matters is told by its duties (``duties``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdesk.citations.query_citations import prioritise_languages
from lexdesk.compliance.act_version import act_in, neighbours_of
from lexdesk.compliance.duties import duties
from lexdesk.compliance.passage_matching import Match
from lexdesk.document.dates import iso
from lexdesk.errors import Message
from lexdesk.law.history import When, unit_texts, version_at
from lexdesk.system.progress import Listener, Progress

if TYPE_CHECKING:
    from lexdesk.library.reading import ReadableLibrary

_CANDIDATES = 40  # passages of a provision, of which the best of each document stays


@dataclass(frozen=True, slots=True)
class Covered:
    """A provision, the sentences in it that oblige somebody, and the best passage of each document."""

    eid: str
    citation: str
    heading: str
    duties: list[str]
    matches: list[Match]

    @property
    def is_gap(self) -> bool:
        """Whether it obliges somebody, and no document deals with it."""
        return bool(self.duties) and not self.matches


@dataclass(frozen=True, slots=True)
class Coverage:
    """An act in the version that holds from ``valid_from``, provision by provision.

    ``notes`` say what was left out of the search.
    """

    work: str
    citation: str
    valid_from: str | None
    provisions: list[Covered]
    notes: list[Message]


def coverage(
    library: ReadableLibrary,
    work: str,
    *,
    within: str | None = None,
    when: When | None = None,
    language: str | None = None,
    listener: Listener | None = None,
) -> Coverage:
    """Every article, section and annex of ``work`` against the documents that ``within`` lets through.

    ``when`` is a day or the number of a version, by default that of today. Raises ``NotFound`` and
    ``QueryError``.
    """
    retriever = library.retriever()
    preferred = prioritise_languages(work, retriever.languages)
    version = version_at(retriever.store, work, when, language, preferred)
    act = act_in(retriever.store, version)
    neighbours = neighbours_of(retriever, act, within)
    texts = unit_texts(retriever.store, version)
    found = []
    for done, (eid, text) in enumerate(texts.items()):
        if listener:
            listener(Progress("provisions", done, len(texts)))
        citing = neighbours.citing(act.work, eid, _CANDIDATES)
        concerned = neighbours.of(text, act.language, _CANDIDATES)
        provision = act.provisions.get(eid)
        heading = provision.heading if provision else ""
        matches = _best_of_each([*citing, *concerned])
        found.append(Covered(eid, act.name_of(eid), heading, duties(text, act.language), matches))
    return Coverage(act.work, act.citation, iso(version.valid_from), found, neighbours.notes)


def _best_of_each(matches: Iterable[Match]) -> list[Match]:
    """The first match of each document."""
    best: dict[str, Match] = {}
    for match in matches:
        best.setdefault(match.work, match)
    return list(best.values())
