"""What changed between two versions of an act, and the passages of other documents that it touches.

A document is touched by a changed provision where it cites it, or where what was inserted or deleted
concerns it (``neighbours``). So an amendment answers the question: which of our contracts and
policies must be read again, where, and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdesk.days import iso
from lexdesk.law.compare import Piece, counted, difference
from lexdesk.law.history import Revision, When, revision
from lexdesk.matching.neighbours import Listener, Match, Neighbours
from lexdesk.matching.within import Act, act_in, neighbours_of

if TYPE_CHECKING:
    from lexdesk.library import Library


@dataclass(frozen=True, slots=True)
class Touched:
    """A provision that changed, and the passages that it touches, those that cite it first.

    ``change`` is ``amended``, ``inserted``, ``removed`` or ``renumbered`` (then ``formerly`` is its old
    eid); ``inserted`` and ``deleted`` count words. Where only spacing, signs or emphasis changed, nothing did.
    """

    eid: str
    citation: str
    change: str
    formerly: str | None
    inserted: int
    deleted: int
    pieces: list[Piece]
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
    notes: list[str]


def impact(
    library: Library,
    work: str,
    old: When,
    new: When,
    *,
    within: str | None = None,
    language: str | None = None,
    top: int = 5,
    listener: Listener | None = None,
) -> Impact:
    """Every provision that changed between two versions, and at most ``top`` passages for each.

    ``old`` and ``new`` are days, or numbers of the work's history; ``within`` is a query that the
    passages fulfil. Raises ``NotFound`` and ``QueryError``.
    """
    retriever = library.retriever()
    told = revision(retriever.store, work, old, new, language, retriever.languages)
    act, former = (act_in(retriever.store, version) for version in (told.new, told.old))
    neighbours = neighbours_of(retriever, act, within)
    changes = list(_changes(told))
    touched = []
    for done, (change, eid, formerly) in enumerate(changes):
        if listener:
            listener(done, len(changes))
        before, after = told.before.get(formerly or eid, ""), told.after.get(eid, "")
        pieces = difference(before, after)
        inserted, deleted = counted(pieces)
        matches = _matches(neighbours, act, eid, formerly, changed_text(pieces), top)
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


def changed_text(pieces: list[Piece]) -> str:
    """The lines of both texts in which something was inserted or deleted, as they read after it.

    What was only deleted is given as it read before.
    """
    after = _lines(pieces, "inserted", "deleted")
    before = _lines(pieces, "deleted", "inserted")
    return "\n".join(dict.fromkeys([*after, *before]))


def _lines(pieces: list[Piece], kind: str, other: str) -> Iterator[str]:
    """The lines of one of the two texts that hold a piece of ``kind``."""
    line, is_changed = "", False
    for piece in (each for each in pieces if each.kind != other):
        for part in piece.text.splitlines(keepends=True):
            line += part
            is_changed |= piece.kind == kind and not part.isspace()
            if part.endswith("\n"):
                if is_changed:
                    yield line.strip()
                line, is_changed = "", False
    if is_changed:
        yield line.strip()


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
    neighbours: Neighbours, act: Act, eid: str, formerly: str | None, text: str, top: int
) -> list[Match]:
    """Passages that cite the provision, under its old eid too, then those that its change concerns."""
    cited = (target for target in (eid, formerly) if target)
    citing = [match for target in cited for match in neighbours.citing(act.work, target, top)]
    concerned = neighbours.of(text, act.language, top) if text else []
    found: dict[tuple[str, str | None, str], Match] = {}  # one of what several files hold
    for match in (*citing, *concerned):
        found.setdefault((match.work, match.eid, match.text), match)
    return list(found.values())[:top]
