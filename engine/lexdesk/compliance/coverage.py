"""Coverage of an act: the documents dealing with each of its provisions, and the gaps.

A gap is a provision with duties (``find_duties``), without a citing passage and without one that deals with
it (``provision_choice``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdesk.citations.query_language import prioritise_languages
from lexdesk.compliance.act_version import make_neighbour_finder, read_act
from lexdesk.compliance.duties import find_duties, has_rule
from lexdesk.compliance.match import Match
from lexdesk.document.dates import iso
from lexdesk.errors import Message, NoteCode
from lexdesk.law.revision import When, describe_version, find_version_at, list_unit_texts
from lexdesk.system.progress import Listener, Progress

if TYPE_CHECKING:
    from lexdesk.library.protocol import ReadableLibrary

_CANDIDATES = 200  # citing passages of a provision; the best one of each document is kept


@dataclass(frozen=True, slots=True)
class CoveredProvision:
    """A provision, its duties, and the best passage of each document."""

    eid: str
    citation: str
    heading: str
    duties: list[str]
    matches: list[Match]

    @property
    def is_gap(self) -> bool:
        """Return whether it contains a duty and no document deals with it."""
        return bool(self.duties) and not self.matches


@dataclass(frozen=True, slots=True)
class Coverage:
    """An act in the version valid from ``valid_from``, provision by provision.

    ``notes`` report a text that the library lacks, and parts left out of the search.
    """

    work: str
    citation: str
    valid_from: str | None
    provisions: list[CoveredProvision]
    notes: list[str]


def compute_coverage(
    library: ReadableLibrary,
    work: str,
    *,
    within: str | None = None,
    when: When | None = None,
    language: str | None = None,
    listener: Listener | None = None,
) -> Coverage:
    """Compare each article, section and annex of ``work`` with the documents matching ``within``.

    ``when`` is a day or a version number, today by default. Raise ``NotFound`` and ``QueryError``.
    """
    retriever = library.search.retriever()
    preferred = prioritise_languages(work, retriever.languages)
    version = find_version_at(retriever.store, work, when, language, preferred)
    act = read_act(retriever.store, version)
    neighbours = make_neighbour_finder(retriever, act, within)
    texts = list_unit_texts(retriever.store, version)
    eids = list(texts)

    def begin(number: int) -> None:
        if listener:
            listener(Progress("provisions", number, len(eids)))

    matches = {}
    for eid in eids:
        begin(0)  # soon done, but it can be interrupted
        matches[eid] = neighbours.find_citing(act.work, eid, _CANDIDATES)
    dealing = neighbours.dealing_with(act.work, texts, act.language, begin)
    for number, match in sorted(dealing, key=lambda pair: -pair[1].likeness):
        matches[eids[number]].append(match)
    found = [
        CoveredProvision(
            eid,
            act.name_of(eid),
            heading := provision.heading if (provision := act.provisions.get(eid)) else "",
            find_duties(text, act.language, heading),
            _best_of_each(matches[eid]),
        )
        for eid, text in texts.items()
    ]
    notice = describe_version(retriever.store, version, when)
    notes = [*([notice] if notice else ()), *neighbours.notes, *neighbours.notes_on(act.language)]
    if not has_rule(act.language) and act.language:
        notes.append(Message(NoteCode.DUTIES_UNKNOWN, language=act.language))
    return Coverage(act.work, act.citation, iso(version.valid_from), found, notes)


def _best_of_each(matches: Iterable[Match]) -> list[Match]:
    """Return the first match of each document."""
    best: dict[str, Match] = {}
    for match in matches:
        best.setdefault(match.work, match)
    return list(best.values())
