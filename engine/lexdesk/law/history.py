"""The versions of a work and the states of a provision, and what changed between them."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.document.dates import iso
from lexdesk.document.eid import is_recital
from lexdesk.document.model import Provision
from lexdesk.errors import NotFound
from lexdesk.law import wording
from lexdesk.law.amendments import Amendment, amended_by, times_of_work
from lexdesk.law.beginning import beginning, without_text_on
from lexdesk.law.compare import DiffPiece, counted, diff
from lexdesk.law.locate import WHOLE, cited, found_in, languages_of, states
from lexdesk.law.naming import citation
from lexdesk.law.show import show as show_
from lexdesk.law.versions import (
    ProvisionText,
    State,
    Times,
    Version,
    holds_on,
    nearest_to,
    printed,
    renumbered,
    version_on,
    versions_of,
)
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow

When = datetime.date | int
"""A day, or the number of a state in a history, counted from 1."""

_UNITS = frozenset({"article", "section", "annex", "schedule", "rule", "regulation", WHOLE})


@dataclass(frozen=True, slots=True)
class Stage:
    """One state of a provision, or one version of a work: its dates (inclusive, ISO) and its changes.

    ``change`` is ``adopted`` where the work begins with it, ``consolidated`` where the work is older than
    this first text of it, ``inserted``, ``renumbered`` where the same text stood under the eid ``formerly``,
    ``repealed`` where the work is no law any more, or ``amended``.
    ``end`` is ``removed`` or ``renumbered`` (as ``later``) where the version after it has the provision
    no more. ``inserted`` and ``deleted`` count words against the stage before; ``provisions`` says, for
    a work, which changed in which way.
    """

    number: int
    change: str
    valid_from: str | None
    valid_to: str | None
    inserted: int
    deleted: int
    amended_by: list[Amendment]
    formerly: str | None = None
    end: str = ""
    later: str | None = None
    provisions: Changed | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """eids of the articles, sections and annexes that a version changed; ``renumbered`` old -> new.

    What has the same words is not amended: an edition that prints them in another way changes no law.
    """

    amended: list[str]
    inserted: list[str]
    removed: list[str]
    renumbered: dict[str, str]


@dataclass(frozen=True, slots=True)
class History:
    """A work's versions, or its provision's states, oldest first."""

    work: str
    eid: str | None
    citation: str
    language: str | None
    stages: list[Stage]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two states of a text and the pieces that make the new one of the old one."""

    work: str
    eid: str | None
    citation: str
    old: dict[str, str | None]
    new: dict[str, str | None]
    inserted: int
    deleted: int
    pieces: list[DiffPiece]


@dataclass(frozen=True, slots=True)
class Revision:
    """Two versions of a work with the texts of their articles, sections and annexes, by eid."""

    old: Version
    new: Version
    before: dict[str, str]
    after: dict[str, str]
    changed: Changed


def history(
    store: Store, work: str, eid: str | None, language: str | None, preferred: Sequence[str]
) -> History:
    """The stages of ``work``, or of its provision ``eid``. Raises ``NotFound``."""
    expressions, known = _known(store, work, eid, language, preferred)
    shown = show_(store, work, eid, expressions[0].language, preferred)
    stages = _of_provision(store, expressions, known) if eid else _of_work(store, expressions)
    return History(shown.work, eid and known[0].found.eid, shown.citation, shown.language, stages)


def compare(
    store: Store,
    work: str,
    eid: str | None,
    old: When,
    new: When,
    language: str | None,
    preferred: Sequence[str],
) -> Comparison:
    """The difference between two states of a text, Markdown's emphasis aside. Raises ``NotFound``."""
    expressions, known = _known(store, work, eid, language, preferred)
    before, after = (_state(store, expressions, known, when) for when in (old, new))
    pieces = diff(*(wording.without_emphasis(each.found.text) for each in (before, after)))
    inserted, deleted = counted(pieces)
    shown = show_(store, work, eid, expressions[0].language, preferred)
    return Comparison(
        shown.work, eid and after.found.eid, shown.citation, _dates(before), _dates(after),
        inserted, deleted, pieces,
    )  # fmt: skip


def revision(
    store: Store,
    work: str,
    old: When,
    new: When,
    language: str | None,
    preferred: Sequence[str],
) -> Revision:
    """What changed in ``work`` between two versions, each a day or a number of its history.

    Raises ``NotFound``.
    """
    before, after = (version_at(store, work, when, language, preferred) for when in (old, new))
    texts = units(store, before), units(store, after)
    return Revision(before, after, *texts, _changed(*texts))


def version_at(
    store: Store, work: str, when: When | None, language: str | None, preferred: Sequence[str]
) -> Version:
    """The version of a work on a day, or with a number; by default that of today, or the last before.

    Raises ``NotFound``.
    """
    expressions = languages_of(store, work, language, preferred)[0]
    versions, name = versions_of(expressions), citation("", expressions[0], None)
    if when is None:
        return nearest_to(versions, datetime.date.today())
    if isinstance(when, int):
        if 1 <= when <= len(versions):
            return versions[when - 1]
        raise _no_version(name, len(versions), when)
    found = version_on(versions, when)
    if found is None:
        if told := without_text_on(beginning(store, expressions), name, when):
            raise NotFound(told)
        raise NotFound(f"{name} had no text on {printed(when)}; lexdesk history lists its versions")
    return found


def _no_version(name: str, last: int, number: int) -> NotFound:
    return NotFound(
        f"{name} has the versions 1 to {last}, not {number}; lexdesk history lists them"
    )


def _known(
    store: Store, work: str, eid: str | None, language: str | None, preferred: Sequence[str]
) -> tuple[list[ExpressionRow], list[State]]:
    """The expressions of the first language that has the provision, and its states in them."""
    for expressions in languages_of(store, work, language, preferred):
        if known := states(store, expressions, eid):
            return expressions, known
    show_(store, work, eid, language, preferred)  # says what there is instead
    raise NotFound(f"{work} has no provision {eid}")


def _state(
    store: Store, expressions: list[ExpressionRow], states: list[State], when: When
) -> State:
    if isinstance(when, int):
        if 1 <= when <= len(states):
            return states[when - 1]
        raise _no_version(cited(store, states[0]), len(states), when)
    found = next((state for state in states if holds_on(state, when)), None)
    if found is None:
        work = citation("", expressions[0], None)
        if told := without_text_on(beginning(store, expressions), work, when):
            raise NotFound(told)
        raise NotFound(
            f"{cited(store, states[0])} had no text on {printed(when)}; lexdesk history lists its versions"
        )
    return found


def _dates(state: State) -> dict[str, str | None]:
    return {"valid_from": iso(state.valid_from), "valid_to": iso(state.valid_to)}


def _of_provision(
    store: Store, expressions: list[ExpressionRow], states: list[State]
) -> list[Stage]:
    versions = versions_of(expressions)
    work, eid = expressions[0].work, states[0].found.eid
    stages: list[Stage] = []
    before: State | None = None
    for number, state in enumerate(states, 1):
        inserted, deleted = counted(diff(before.found.text if before else "", state.found.text))
        change, formerly = _how_it_began(store, versions, before, state, eid)
        end, later = _how_it_ended(store, versions, state, eid)
        stages.append(
            Stage(
                number, change or _first(store, expressions), iso(state.valid_from),
                iso(None if is_recital(eid) else state.valid_to), inserted, deleted,
                amended_by(store, work, eid, state), formerly, end, later,
            )
        )  # fmt: skip
        before = state
    return stages


def _how_it_began(
    store: Store, versions: list[Version], before: State | None, state: State, eid: str | None
) -> tuple[str, str | None]:
    """What made a state, and the eid under which its text stood before; nothing for the first text of a work."""
    first = versions.index(state.versions[0])
    if first == 0:
        return "", None
    if before and versions[first - 1] in before.versions:
        return "amended", None
    formerly = _elsewhere(store, versions, first, first - 1, eid)
    return "renumbered" if formerly else "inserted", formerly


def _how_it_ended(
    store: Store, versions: list[Version], state: State, eid: str | None
) -> tuple[str, str | None]:
    """``removed`` or ``renumbered``, and the eid of its text since, where the next version lacks the provision.

    Consolidated texts lack recitals, which is no amendment.
    """
    last = versions.index(state.versions[-1])
    is_last = last + 1 == len(versions)
    if is_last or is_recital(eid) or found_in(store, versions[last + 1], eid):
        return "", None
    later = _elsewhere(store, versions, last, last + 1, eid)
    return "renumbered" if later else "removed", later


def _elsewhere(
    store: Store, versions: list[Version], here: int, there: int, eid: str | None
) -> str | None:
    """The eid under which the provision's text of one version stands in another, and only there."""
    moved = renumbered(units(store, versions[here]), units(store, versions[there]))
    return moved.get(eid or "")


def _of_work(store: Store, expressions: list[ExpressionRow]) -> list[Stage]:
    work = expressions[0].work
    times = times_of_work(store, expressions[0], datetime.date.today())
    stages: list[Stage] = []
    before: dict[str, str] = {}
    for number, version in enumerate(versions_of(expressions), 1):
        after = units(store, version)
        changed = _changed(before, after)
        counts = [
            counted(diff(before.get(e, ""), after.get(e, "")))
            for e in (*changed.amended, *changed.inserted, *changed.removed)
        ]
        state = State(
            version.valid_from,
            version.valid_to,
            (version,),
            ProvisionText(version.expressions[0], None, ""),
        )
        stages.append(
            Stage(
                number, _change(version, times) if before else _first(store, expressions), iso(version.valid_from),
                iso(version.valid_to), sum(n for n, _ in counts), sum(n for _, n in counts),
                amended_by(store, work, None, state), provisions=changed if before else None,
            )
        )  # fmt: skip
        before = after
    return stages


def _first(store: Store, expressions: list[ExpressionRow]) -> str:
    """How the first text of a work came to be."""
    return "consolidated" if beginning(store, expressions).is_unknown else "adopted"


def _change(version: Version, times: Times) -> str:
    return "repealed" if times.are_over_on(version.valid_from) else "amended"


def _changed(before: dict[str, str], after: dict[str, str]) -> Changed:
    moved = renumbered(before, after)
    return Changed(
        amended=[
            eid for eid in before if eid in after and not wording.same(before[eid], after[eid])
        ],
        inserted=[eid for eid in after if eid not in before and eid not in moved.values()],
        removed=[eid for eid in before if eid not in after and eid not in moved],
        renumbered=moved,
    )


def units(store: Store, version: Version) -> dict[str, str]:
    """eid -> text, without emphasis, of the provisions that are amended as one: articles, sections, annexes.

    Recitals are left out: consolidated texts lack them, which is no amendment. Sections that hold
    articles, at any depth, only arrange them. A text without such provisions is one.
    """
    expression = version.expressions[0].id
    text = store.text(expression)
    provisions = store.provisions(expression)
    arranging = _around_articles(provisions)
    units: dict[str, str] = {}
    end = 0
    for p in provisions:
        if p.kind in _UNITS and p.eid not in arranging and p.start >= end:
            units[p.eid] = wording.without_emphasis(text[p.start : p.end])
            end = p.end
    return units or {WHOLE: wording.without_emphasis(text)}


def _around_articles(provisions: Sequence[Provision]) -> set[str]:
    """The eids of what holds articles: a section, and one that holds only subsections of them."""
    parents = {p.eid: p.parent for p in provisions}
    around: set[str] = set()
    for p in provisions:
        parent = p.parent if p.kind == "article" else None
        while parent and parent not in around:
            around.add(parent)
            parent = parents.get(parent)
    return around
