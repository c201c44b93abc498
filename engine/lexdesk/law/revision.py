"""The changes between two versions of a work: their articles, sections and annexes, compared by eid."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from lexdesk.document.model import Provision
from lexdesk.errors import LawCode, Message, NotFound, StatusCode, both
from lexdesk.law.amendments import derive_times_of_work
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.comparison import have_same_words
from lexdesk.law.display import describe_state_on
from lexdesk.law.gaps import WHOLE, list_held_versions
from lexdesk.law.lost_provisions import describe_lost, drop_lost_annexes, find_lost_provisions
from lexdesk.law.printed_text import print_text
from lexdesk.law.provision_lookup import make_missing_error, sort_by_language
from lexdesk.law.versions import (
    ProvisionText,
    State,
    Version,
    find_nearest_period,
    find_renumbered,
    find_version_on,
    is_flattened,
)
from lexdesk.storage import Store

When = datetime.date | int
"""A day, or the number of a state in a history, counted from 1."""

_UNITS = frozenset({"article", "section", "annex", "schedule", "rule", "regulation", WHOLE})


@dataclass(frozen=True, slots=True)
class ChangedProvisions:
    """The eids of the articles, sections and annexes changed by a version; ``renumbered`` old -> new.

    A provision with the same words is not amended: another print layout is no amendment.
    """

    amended: list[str]
    inserted: list[str]
    removed: list[str]
    renumbered: dict[str, str]


UNCHANGED = ChangedProvisions([], [], [], {})


@dataclass(frozen=True, slots=True)
class Revision:
    """Two versions of a work with the texts of their articles, sections and annexes, by eid."""

    old: Version
    new: Version
    before: dict[str, str]
    after: dict[str, str]
    changed: ChangedProvisions


def compute_revision(
    store: Store, work: str, old: When, new: When, language: str | None, preferred: Sequence[str]
) -> Revision:
    """Return the changes of ``work`` between two versions, each a day or a number of its history.

    Raises ``NotFound``.
    """
    before, after = (find_version_at(store, work, when, language, preferred) for when in (old, new))
    pair = pair_formats(before, after) or (before, after)
    earlier, later = drop_lost_annexes(store, *pair, *(list_unit_texts(store, of) for of in pair))
    lost, lost_later = (find_lost_provisions(store, of) for of in pair)
    earlier = {eid: text for eid, text in earlier.items() if eid not in lost_later}
    later = {eid: text for eid, text in later.items() if eid not in lost}
    return Revision(before, after, earlier, later, compare_units(earlier, later))


def find_version_at(
    store: Store, work: str, when: When | None, language: str | None, preferred: Sequence[str]
) -> Version:
    """Return the version of a work on a day or with a number; by default today's, or the last before.

    A notice of its repeal removes no provision: in place of it, the last text is returned. Raises ``NotFound``.
    """
    expressions = sort_by_language(store, work, language, preferred)[0]
    versions, name = (
        list_held_versions(store, expressions),
        label_citation("", expressions[0], None),
    )
    texts = list_held_versions(store, expressions, "")  # without notices
    if when is None:
        return find_nearest_period(texts, datetime.date.today())
    if isinstance(when, int):
        if not 1 <= when <= len(versions):
            raise make_missing_version_error(name, len(versions), when)
        begin = versions[when - 1].valid_from
        return find_nearest_period(texts, begin) if begin else versions[when - 1]
    if found := find_version_on(texts, when):
        return found
    raise make_missing_error(store, [expressions], None, when)


def make_missing_version_error(name: str, last: int, number: int) -> NotFound:
    """Return the error for a number beyond the ``last`` version of a work."""
    return NotFound(LawCode.VERSION_MISSING, name=name, last=last, number=number)


def describe_version(store: Store, version: Version, when: When | None) -> Message | None:
    """Return a notice of the unknown part of a version's text on a day, by default today."""
    return both(
        describe_state(store, make_whole_state(version), when),
        describe_lost(store, version),
        _describe_end(store, version),
    )


def _describe_end(store: Store, version: Version) -> Message | None:
    """Return that the work of a version, its last text, is no longer in force."""
    today = datetime.date.today()
    times = derive_times_of_work(store, version.expressions[0], today)
    end = times.in_force_to
    is_last = version.known_to is None or end is None or version.known_to >= end
    if end is None or end >= today or not is_last:
        return None
    return Message(StatusCode.WAS_IN_FORCE_TO, last=end)


def describe_state(store: Store, state: State, when: When | None) -> Message | None:
    """Return a notice of the unknown part of a state's text on a day; ``None`` for a state chosen by number."""
    return None if isinstance(when, int) else describe_state_on(store, state, when)


def make_whole_state(version: Version) -> State:
    """Return a version as the state of its whole text."""
    text = ProvisionText(version.expressions[0], None, "")
    return State(version.valid_from, version.valid_to, (version,), text)


def pair_formats(before: Version, after: Version) -> tuple[Version, Version] | None:
    """Return both versions with the files of one format first; ``None`` if they have none in common."""
    for old in before.expressions:
        for new in after.expressions:
            if is_flattened(old) == is_flattened(new):
                return replace(before, expressions=(old,)), replace(after, expressions=(new,))
    return None


def compare_units(before: dict[str, str], after: dict[str, str]) -> ChangedProvisions:
    """Compare the provisions of two versions, by eid."""
    moved = find_renumbered(before, after)
    left, taken = moved.keys(), {*moved.values()}  # a number left may be given to another text
    return ChangedProvisions(
        amended=[
            eid
            for eid in before
            if eid in after and eid not in left and eid not in taken
            if not have_same_words(before[eid], after[eid])
        ],
        inserted=[eid for eid in after if eid not in taken and (eid not in before or eid in left)],
        removed=[eid for eid in before if eid not in left and (eid not in after or eid in taken)],
        renumbered=moved,
    )


def select_changed_texts(
    store: Store, old: Version, new: Version
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the ``list_unit_texts`` of two versions without lost annexes, and in git without the articles of both."""
    one, other = old.expressions[0].id, new.expressions[0].id
    changed = store.revisions.changed_between(one, other)
    if changed is None:
        return drop_lost_annexes(
            store, old, new, list_unit_texts(store, old), list_unit_texts(store, new)
        )
    before, after = (
        {
            eid: print_text(text)
            for eid in changed
            if (text := store.texts.provision_text(expression, eid)) is not None
        }
        for expression in (one, other)
    )
    return before, after


def list_unit_texts(store: Store, version: Version) -> dict[str, str]:
    """Return the texts, without emphasis, of the provisions amended as a unit: articles, sections, annexes.

    Recitals are omitted, because consolidated texts lack them. Sections that contain articles, at
    any depth, are only divisions. A text without such provisions is one unit.
    """
    expression = version.expressions[0].id
    text = store.texts.text(expression)
    provisions = store.texts.provisions(expression)
    arranging = _ancestors_of_articles(provisions)
    texts: dict[str, str] = {}
    end = 0
    for p in provisions:
        if p.kind in _UNITS and p.eid not in arranging and p.start >= end:
            texts[p.eid] = print_text(text[p.start : p.end])
            end = p.end
    return texts or {WHOLE: print_text(text)}


def _ancestors_of_articles(provisions: Sequence[Provision]) -> set[str]:
    """Return the eids of the ancestors of articles."""
    parents = {p.eid: p.parent for p in provisions}
    ancestors: set[str] = set()
    for p in provisions:
        parent = p.parent if p.kind == "article" else None
        while parent and parent not in ancestors:
            ancestors.add(parent)
            parent = parents.get(parent)
    return ancestors
