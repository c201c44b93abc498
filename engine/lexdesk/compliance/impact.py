"""What changed between two versions of an act, and the passages of other documents that it touches.

A document is touched by a changed provision where it cites it, or where what was inserted or deleted
concerns it (``neighbours``); where it says what is struck out (``struck``), it must change as well. So
an amendment answers the question: which of our contracts and policies must be read again, where, and why.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lexdesk.citations.cited_eids import Eids
from lexdesk.citations.query_citations import prioritise_languages
from lexdesk.compliance.act_version import ActVersion, act_in, neighbours_of, unchanged
from lexdesk.compliance.deleted_wording import NOTHING, Struck, struck
from lexdesk.compliance.passage_matching import LONGEST, Match, Neighbours, sentences_of
from lexdesk.document.dates import iso
from lexdesk.errors import Message
from lexdesk.law.comparison import DiffPiece, count_words, diff
from lexdesk.law.history import Revision, When, revision
from lexdesk.law.lookup import WHOLE
from lexdesk.system.progress import Listener, Progress

if TYPE_CHECKING:
    from lexdesk.library.reading import ReadableLibrary

_CONSIDERED = 50  # passages of a provision by each reason, of which the most important are told

# Each consolidated text counts its footnotes anew: of the Council (3), but not point (3) and Article 4 (3).
_FOOTNOTE = re.compile(
    r"(?<![^\W\d_])(?!(?:sub)?(?:paragraph|point|indent|section|item|clause)s?\b)[^\W\d_]+[)’']* \(\d{1,3}\)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Touched:
    """A provision that changed, and the paragraphs that it touches, the most important first.

    ``change`` is ``amended``, ``inserted``, ``removed`` or ``renumbered`` (then ``formerly`` is its old
    eid); ``inserted`` and ``deleted`` count words. Where only spacing, signs or emphasis changed, nothing did.
    """

    eid: str
    citation: str
    change: str
    formerly: str | None
    inserted: int
    deleted: int
    pieces: list[DiffPiece]
    matches: list[Match]


@dataclass(frozen=True, slots=True)
class Impact:
    """Two versions of an act, told by the day from which they hold, and what changed between them.

    ``notes`` say what was left out of the search.
    """

    work: str
    citation: str
    old: str | None
    new: str | None
    provisions: list[Touched]
    notes: list[Message]


def impact(
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
    """Every provision that changed between two versions, and at most ``top`` passages for each.

    ``old`` and ``new`` are days, or numbers of the work's history; ``only`` is the eid of the one provision that is
    looked at, and ``within`` a query that the passages fulfil. Raises ``NotFound`` and ``QueryError``.
    """
    retriever = library.retriever()
    preferred = prioritise_languages(work, retriever.languages)
    told = revision(retriever.store, work, old, new, language, preferred)
    act, former = (act_in(retriever.store, version) for version in (told.new, told.old))
    neighbours = neighbours_of(retriever, act, within)
    same, known = unchanged(retriever.store, former, act), Eids(former.provisions)

    def spared(target: str) -> bool:
        return known.resolve(target) in same

    changes = [each for each in _changes(told) if only in (None, *each[1:])]
    touched = []
    for done, (change, eid, formerly) in enumerate(changes):
        if listener:
            listener(Progress("provisions", done, len(changes)))
        before, after = told.before.get(formerly or eid, ""), told.after.get(eid, "")
        pieces = diff(before, after)
        inserted, deleted = count_words(pieces)
        # documents cite by the old number, too; of a text that is not divided they cite what it did not tell apart
        cited = [None if each == WHOLE else each for each in (eid, formerly) if each]
        gone = struck(pieces, act.language) if after else NOTHING
        matches = _matches(neighbours, act, cited, spared, changed_text(pieces), gone, top)
        named = (former if change == "removed" else act).name_of(eid)  # the new one has it no more
        touched.append(Touched(eid, named, change, formerly, inserted, deleted, pieces, matches))
    return Impact(
        work=act.work,
        citation=act.citation,
        old=iso(told.old.valid_from),
        new=iso(told.new.valid_from),
        provisions=touched,
        notes=neighbours.notes,
    )


def changed_text(pieces: list[DiffPiece]) -> str:
    """The lines of both texts in which something was inserted or deleted, as they read after it.

    What was only deleted is given as it read before. Of a line that is too long to be asked at once, the
    sentences and points in which something was.
    """
    after = _lines(pieces, "inserted", "deleted")
    before = _lines(pieces, "deleted", "inserted")
    return "\n".join(dict.fromkeys([*after, *before]))


def _lines(pieces: list[DiffPiece], kind: str, other: str) -> Iterator[str]:
    """What holds a piece of ``kind`` in one of the two texts."""
    line, changed = "", list[int]()
    for piece in (each for each in pieces if each.kind != other):
        for part in piece.text.splitlines(keepends=True):
            if piece.kind == kind:
                changed += [len(line) + at for at, sign in enumerate(part) if not sign.isspace()]
            line += part
            if part.endswith("\n"):
                yield from _holding(line, changed)
                line, changed = "", []
    yield from _holding(line, changed)


def _holding(line: str, changed: Sequence[int]) -> Iterator[str]:
    """A ``line`` in which characters ``changed``; of one that is too long, its sentences and points that hold some."""
    marks = [each.span() for each in _FOOTNOTE.finditer(line)]
    changed = [at for at in changed if not any(start <= at < end for start, end in marks)]
    at = 0
    for text in [line] if len(line) <= LONGEST else sentences_of(line):
        at = line.index(text, at)
        first = bisect.bisect_left(changed, at)
        at += len(text)
        if first < len(changed) and changed[first] < at:
            yield text.strip()


def _changes(told: Revision) -> Iterator[tuple[str, str, str | None]]:
    """(change, eid, former eid) of each provision that changed, in the order of the act."""
    changed = told.changed
    formerly = {new: old for old, new in changed.renumbered.items()}
    for eid in told.before:
        if eid in changed.removed:
            yield "removed", eid, None
    for eid in told.after:
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
    top: int,
) -> list[Match]:
    """The paragraphs that cite one of ``eids`` that is not ``spared``, and those that ``text``, what changed, concerns.

    What says things that are ``gone`` comes first, then what cites, then what is most like the change.
    """
    concerned = neighbours.of(text, act.language, _CONSIDERED) if text else []
    found = {match.place: match for match in concerned}
    for eid in eids:
        for match in neighbours.citing(act.work, eid, _CONSIDERED, spared):
            alike = found.get(match.place, match)
            found[match.place] = replace(alike, reason="cites")
    told = [
        replace(match, still=gone.said_in(match.text, act.language, neighbours.tells))
        for match in found.values()
    ]
    told.sort(key=lambda match: (not match.still, match.reason != "cites", -match.likeness))
    return told[:top]
