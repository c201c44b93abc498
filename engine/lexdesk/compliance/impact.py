"""Impact of an amendment: changed provisions, and the affected passages of other documents.

A changed provision affects a passage if the passage cites it or concerns the inserted or deleted text
(``passage_matching``). A passage with deleted wording (``deleted_wording``) must change as well. Example:
list the contracts and policies to review after an amendment.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lexdesk.citations.cited_eids import Eids
from lexdesk.citations.query_language import prioritise_languages
from lexdesk.compliance.act_version import (
    ActVersion,
    find_unchanged,
    make_neighbour_finder,
    read_act,
)
from lexdesk.compliance.deleted_wording import NOTHING, Struck, collect_deleted
from lexdesk.compliance.match import Match
from lexdesk.compliance.paragraph_words import LONGEST, split_sentences
from lexdesk.compliance.passage_matching import Neighbours
from lexdesk.document.dates import iso
from lexdesk.errors import Message, NoteCode
from lexdesk.law.comparison import DiffPiece, count_words, diff
from lexdesk.law.gaps import WHOLE
from lexdesk.law.revision import Revision, When, compute_revision, describe_version, pair_formats
from lexdesk.system.progress import Listener, Progress
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lexdesk.library.protocol import ReadableLibrary
    from lexdesk.storage import Store

_CONSIDERED = 50  # passages of a provision for each reason

# Consolidated texts renumber their footnotes. Matches "of the Council (3)", not "point (3)" or "Article 4 (3)".
_FOOTNOTE = lazy_pattern(
    r"(?<![^\W\d_])(?!(?:sub)?(?:paragraph|point|indent|section|item|clause)s?\b)[^\W\d_]+[)’']* \(\d{1,3}\)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ChangedProvision:
    """A changed provision, and the affected paragraphs, most important first.

    ``change`` is ``amended``, ``inserted``, ``removed`` or ``renumbered`` (then ``formerly`` is the old
    eid); ``inserted`` and ``deleted`` count words. Changes of spacing, signs or emphasis do not count. ``omitted`` is
    the number of paragraphs beyond ``matches``.
    """

    eid: str
    citation: str
    change: str
    formerly: str | None
    inserted: int
    deleted: int
    pieces: list[DiffPiece]
    matches: list[Match]
    omitted: int = 0


@dataclass(frozen=True, slots=True)
class Impact:
    """Two versions of an act, each with its first day of validity, and the changes between them.

    ``notes`` report texts that the library lacks, and parts left out of the search.
    """

    work: str
    citation: str
    old: str | None
    new: str | None
    provisions: list[ChangedProvision]
    notes: list[str]


def compute_impact(
    library: ReadableLibrary,
    work: str,
    old: When,
    new: When,
    *,
    only: str | None = None,
    within: str | None = None,
    language: str | None = None,
    top: int = 5,
    listener: Listener | None = None,
) -> Impact:
    """Return each provision changed between two versions, with at most ``top`` affected passages.

    ``old`` and ``new`` are days or version numbers; ``only`` is the eid of a single provision; passages
    match the query ``within``. Raise ``NotFound`` and ``QueryError``.
    """
    retriever = library.search.retriever()
    preferred = prioritise_languages(work, retriever.languages)
    revised = compute_revision(retriever.store, work, old, new, language, preferred)
    act, former = (read_act(retriever.store, version) for version in (revised.new, revised.old))
    neighbours = make_neighbour_finder(retriever, act, within)
    same, known = find_unchanged(retriever.store, former, act), Eids(former.provisions)

    def spared(target: str) -> bool:
        return known.resolve(target) in same

    changes = [change for change in _changes(revised) if only in (None, *change[1:])]
    touched = []
    for done, (change, eid, formerly) in enumerate(changes):
        if listener:
            listener(Progress("provisions", done, len(changes)))
        # A number given up may have been given to another text.
        before = "" if change == "inserted" else revised.before.get(formerly or eid, "")
        after = "" if change == "removed" else revised.after.get(eid, "")
        pieces = diff(before, after)
        inserted, deleted = count_words(pieces)
        # Documents may cite the old number; citations of an undivided text name no provision.
        cited = [
            None if provision == WHOLE else provision for provision in (eid, formerly) if provision
        ]
        gone = collect_deleted(pieces, act.language) if after else NOTHING
        matches = _matches(neighbours, act, cited, spared, find_changed_text(pieces), gone)
        # A removed provision exists in the former version only.
        named = (former if change == "removed" else act).name_of(eid)
        shown, omitted = matches[:top], max(0, len(matches) - top)
        touched.append(
            ChangedProvision(
                eid, named, change, formerly, inserted, deleted, pieces, shown, omitted
            )
        )
    return Impact(
        work=act.work,
        citation=act.citation,
        old=iso(revised.old.valid_from),
        new=iso(revised.new.valid_from),
        provisions=touched,
        notes=[
            *dict.fromkeys(_notes_of_gaps(retriever.store, revised, old, new)),
            *neighbours.notes,
            *neighbours.notes_on(act.language),
        ],
    )


def _notes_of_gaps(store: Store, revised: Revision, old: When, new: When) -> Iterator[str]:
    """Yield the notices of unknown texts on the compared days."""
    for version, when in ((revised.old, old), (revised.new, new)):
        if notice := describe_version(store, version, when):
            yield notice
    if pair_formats(revised.old, revised.new) is None:
        yield Message(NoteCode.OTHER_FORMAT)


def find_changed_text(pieces: list[DiffPiece]) -> str:
    """Return the changed lines of both texts, in their new wording.

    Lines with deletions only are returned in their old wording. Of lines over ``LONGEST`` characters only
    the changed sentences and points are returned.
    """
    after = _lines(pieces, "inserted", "deleted")
    before = _lines(pieces, "deleted", "inserted")
    return "\n".join(dict.fromkeys([*after, *before]))


def _lines(pieces: list[DiffPiece], kind: str, other: str) -> Iterator[str]:
    """Yield the lines of one of the two texts with a piece of ``kind``."""
    line, changed = "", list[int]()
    for piece in (piece for piece in pieces if piece.kind != other):
        for part in piece.text.splitlines(keepends=True):
            if piece.kind == kind:
                changed += [len(line) + at for at, sign in enumerate(part) if not sign.isspace()]
            line += part
            if part.endswith("\n"):
                yield from _changed_lines(line, changed)
                line, changed = "", []
    yield from _changed_lines(line, changed)


def _changed_lines(line: str, changed: Sequence[int]) -> Iterator[str]:
    """Yield a ``line`` with ``changed`` characters; of a line over ``LONGEST``, its changed sentences and points."""
    marks = [match.span() for match in _FOOTNOTE.finditer(line)]
    changed = [at for at in changed if not any(start <= at < end for start, end in marks)]
    at = 0
    for text in [line] if len(line) <= LONGEST else split_sentences(line):
        at = line.index(text, at)
        first = bisect.bisect_left(changed, at)
        at += len(text)
        if first < len(changed) and changed[first] < at:
            yield text.strip()


def _changes(revised: Revision) -> Iterator[tuple[str, str, str | None]]:
    """Yield (change, eid, former eid) of each changed provision, in the order of the act."""
    changed = revised.changed
    formerly = {new: old for old, new in changed.renumbered.items()}
    for eid in revised.before:
        if eid in changed.removed:
            yield "removed", eid, None
    for eid in revised.after:
        if eid in changed.amended:
            yield "amended", eid, None
        elif eid in changed.inserted:
            yield "inserted", eid, None
        elif eid in formerly:
            yield "renumbered", eid, formerly[eid]


def _matches(
    neighbours: Neighbours,
    act: ActVersion,
    eids: Iterable[str | None],
    spared: Callable[[str], bool],
    text: str,
    gone: Struck,
) -> list[Match]:
    """Return the paragraphs citing one of ``eids`` or concerned by ``text``, the changed wording.

    Citations of ``spared`` provisions do not count. Order: paragraphs with deleted wording (``gone``),
    then citing ones, then by similarity.
    """
    concerned = neighbours.of(text, act.language, _CONSIDERED) if text else []
    found = {match.place: match for match in concerned}
    for eid in eids:
        for match in neighbours.find_citing(act.work, eid, _CONSIDERED, spared):
            alike = found.get(match.place, match)
            found[match.place] = replace(alike, reason="cites")
    matches = [
        replace(match, still=gone.said_in(match.text, act.language, neighbours.is_discriminative))
        for match in found.values()
    ]
    matches.sort(key=lambda match: (not match.still, match.reason != "cites", -match.likeness))
    return matches
