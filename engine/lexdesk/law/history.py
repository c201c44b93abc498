"""The history of a work or provision: its versions or states, and their differences."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lexdesk.document.dates import iso
from lexdesk.document.eid import is_recital
from lexdesk.document.model import STATE
from lexdesk.errors import Message, NoteCode, OptionalMessage, both
from lexdesk.law.amendments import Amendment, derive_times_of_work, find_amendments
from lexdesk.law.comparison import count_words, diff, have_same_words, make_comparable
from lexdesk.law.correlation_tables import find_correspondence_notice
from lexdesk.law.display import ShownText, find_correction_notice, is_last_text
from lexdesk.law.display import show as show_
from lexdesk.law.gaps import is_correction, is_in_parts, list_held_versions
from lexdesk.law.inception import describe_later_wording, find_inception, is_older_by_title
from lexdesk.law.lost_provisions import find_lost_provisions, is_annex, leaves_out_annexes
from lexdesk.law.provision_lookup import (
    find_in_version,
)
from lexdesk.law.revision import (
    UNCHANGED,
    ChangedProvisions,
    compare_units,
    list_unit_texts,
    make_whole_state,
    pair_formats,
    select_changed_texts,
)
from lexdesk.law.state_comparison import states_of
from lexdesk.law.versions import (
    Limit,
    State,
    Times,
    Version,
    find_renumbered,
)
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow


@dataclass(frozen=True, slots=True)
class Stage:
    """One state of a provision, or one version of a work: its dates (inclusive, ISO) and its changes.

    ``change`` is ``adopted`` for the first text of a work, ``consolidated`` if the work is older
    than its first text, ``undated`` if a text has no date, ``inserted``, ``renumbered`` from the eid
    ``formerly`` with the same text, ``repealed`` if the work is no longer in force, ``corrected`` by
    corrigenda alone, ``unchanged`` if a provision has the same words as before days without a known text,
    ``amended``, and ``not compared`` if the files have different formats and no act is known to amend.
    ``earliest`` is the first possible day of the change, if the text before is missing.
    ``end`` is ``removed``, ``repealed`` with the work, or ``renumbered`` (to ``later``) if the next
    version lacks the provision, and ``left out`` if its file leaves out the annexes, or the provision.
    ``inserted`` and ``deleted`` count words compared with the stage before;
    ``provisions`` lists the changed provisions of a work. ``known_until`` is the last day that the text is known for, if it was
    changed before the next stage and the library lacks the changed text; ``valid_to`` is then this
    day, too. ``state`` is the day of the last amendment that an undated text names.
    ``elsewhere`` are the other languages in which the library has later texts, before the next stage.
    ``left_out`` counts the provisions that the file of a version leaves out although its law has them.
    ``is_compared`` is False if the files of this and the last stage have different formats, so that changes are not
    counted.
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
    provisions: ChangedProvisions | None = None
    known_until: str | None = None
    state: str | None = None
    is_compared: bool = True
    earliest: str | None = None
    elsewhere: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def is_open(self) -> bool:
        """Return True if the text is not known to have ended, but known up to a day of its repository only."""
        return bool(self.known_until) and self.valid_to is None


@dataclass(frozen=True, slots=True)
class History:
    """The versions of a work, or the states of its provision, oldest first.

    ``notice`` says that changes after the last text, or the corrections in a text, are not known.
    """

    work: str
    eid: str | None
    citation: str
    language: str | None
    stages: list[Stage]
    notice: OptionalMessage = ""


def list_history(
    store: Store, work: str, eid: str | None, language: str | None, preferred: Sequence[str]
) -> History:
    """Return the stages of ``work`` or of its provision ``eid``. Raises ``NotFound``."""
    expressions, states = states_of(store, work, eid, language, preferred)
    shown = show_(store, work, eid, expressions[0].language, preferred)
    stages = (
        _stages_of_provision(store, expressions, states)
        if eid
        else _stages_of_work(store, expressions)
    )
    return History(
        shown.work, eid and states[0].found.eid, shown.citation, shown.language, stages,
        both(
            *_notices(store, expressions, states, eid),
            _unknown_commencement(shown),
            find_correspondence_notice(store, shown.work, eid),
        ) or "",
    )  # fmt: skip


def _unknown_commencement(shown: ShownText) -> Message | None:
    """Return what decides the entry into force, if its day is not known."""
    if shown.status != "commencement unknown" or shown.status_sentence == "":
        return None
    return shown.status_sentence


def _notices(
    store: Store, expressions: list[ExpressionRow], states: list[State], eid: str | None
) -> Iterator[Message]:
    """Yield that changes after the last text, or the corrections in it, are not known."""
    if not eid and is_in_parts(store, expressions):
        yield Message(NoteCode.IN_PARTS)
    last = states[-1] if eid else make_whole_state(list_held_versions(store, expressions)[-1])
    today = datetime.date.today()
    is_ongoing = not eid or last.valid_to is None
    if is_ongoing and is_last_text(
        last, today, derive_times_of_work(store, last.found.expression, today)
    ):
        yield Message(NoteCode.LAST_TEXT)
    if corrected := find_correction_notice(store, last):
        yield corrected


def _stages_of_provision(
    store: Store, expressions: list[ExpressionRow], timeline: list[State]
) -> list[Stage]:
    work, eid = expressions[0].work, timeline[0].found.eid
    versions = list_held_versions(store, expressions, eid)
    stages: list[Stage] = []
    before: State | None = None
    for number, state in enumerate(timeline, 1):
        pair = pair_formats(before.versions[-1], state.versions[0]) if before else None
        is_compared = pair is not None or before is None
        texts = [found.text for each in pair or () if (found := find_in_version(store, each, eid))]
        if len(texts) != 2:
            texts = [before.found.text if before else "", state.found.text]
        old, new = map(make_comparable, texts)
        inserted, deleted = count_words(diff(old, new)) if is_compared else (0, 0)
        is_rewritten = 2 * deleted > len(old.split())
        change, formerly = _start_change(store, versions, before, state, eid, is_rewritten)
        is_same = change == "amended" and is_compared and have_same_words(old, new)
        is_told = not is_same and change != "not compared"
        made_by = find_amendments(store, work, eid, state) if is_told else []
        change = "unchanged" if is_same else change
        if not is_compared and change == "amended" and all(act.possibly for act in made_by):
            change = "not compared"
        end, later = _end_change(store, versions, state, eid)
        stages.append(
            Stage(
                number, change or _first(store, expressions), iso(state.valid_from),
                iso(None if is_recital(eid) else state.known_to), inserted, deleted,
                made_by, formerly, end, later,
                known_until=None if is_recital(eid) or end == "repealed" else iso(state.known_until),
                state=_state_of(store, state.versions[0]), is_compared=is_compared,
                earliest=None if is_recital(eid) or is_same else iso(state.versions[0].earliest),
                elsewhere=_languages_after(state.versions[-1]),
            )
        )  # fmt: skip
        before = state
    return stages


def _start_change(
    store: Store,
    versions: list[Version],
    before: State | None,
    state: State,
    eid: str | None,
    is_rewritten: bool,
) -> tuple[str, str | None]:
    """Return the change that began a state, and its former eid; empty for the first text of a work.

    A text that ``is_rewritten`` may be that of another provision, which took over the number.
    """
    first = versions.index(state.versions[0])
    if first == 0:
        return "", None
    if before and versions[first - 1] in before.versions:
        moved = is_rewritten and _eid_elsewhere(store, versions, first, first - 1, eid)
        if moved:
            return "renumbered", moved
        return _change(store, versions[first], Times()), None
    if is_annex(eid) and leaves_out_annexes(store, versions[first - 1]):
        return "not compared", None
    if eid in find_lost_provisions(store, versions[first - 1]):
        return "not compared", None
    formerly = _eid_elsewhere(store, versions, first, first - 1, eid)
    return "renumbered" if formerly else "inserted", formerly


def _end_change(
    store: Store, versions: list[Version], state: State, eid: str | None
) -> tuple[str, str | None]:
    """Return ``removed`` or ``renumbered`` and the later eid if the next version lacks the provision.

    Consolidated texts lack recitals; that is no amendment.
    """
    last = versions.index(state.versions[-1])
    is_last = last + 1 == len(versions)
    is_repealed = versions[-1].limit is Limit.PROVISION_REPEALED
    if is_last and state.known_until and (is_repealed or _is_over_after(store, versions[-1])):
        return "repealed", None
    if is_last or is_recital(eid) or find_in_version(store, versions[last + 1], eid):
        return "", None
    if _repeals(store, versions[last + 1]):
        return "repealed", None
    if is_annex(eid) and leaves_out_annexes(store, versions[last + 1]):
        return "left out", None
    if eid in find_lost_provisions(store, versions[last + 1]):
        return "left out", None
    later = _eid_elsewhere(store, versions, last, last + 1, eid)
    return "renumbered" if later else "removed", later


def _eid_elsewhere(
    store: Store, versions: list[Version], index: int, other_index: int, eid: str | None
) -> str | None:
    """Return the eid of the provision's text in another version, if it is unambiguous."""
    moved = find_renumbered(*select_changed_texts(store, versions[index], versions[other_index]))
    return moved.get(eid or "")


def _stages_of_work(store: Store, expressions: list[ExpressionRow]) -> list[Stage]:
    work = expressions[0].work
    times = derive_times_of_work(store, expressions[0], datetime.date.today())
    stages: list[Stage] = []
    last: Version | None = None
    for number, version in enumerate(list_held_versions(store, expressions), 1):
        if last or times.are_over_on(version.valid_from):
            change = _change(store, version, times)
        else:
            change = _first(store, expressions) if version.valid_from else "undated"
        is_over = change == "repealed"  # its text states the repeal, and removes no provision
        pair = pair_formats(last, version) if last else None
        before, after = (
            select_changed_texts(store, *pair) if pair else ({}, list_unit_texts(store, version))
        )
        is_compared = pair is not None or last is None
        changed = compare_units(before, after) if is_compared and not is_over else UNCHANGED
        if last:
            changed = _without_lost(store, last, version, changed)
        counts = [
            *(
                count_words(diff(make_comparable(before[e]), make_comparable(after[e])))
                for e in changed.amended
            ),
            *(count_words(diff("", after[e])) for e in changed.inserted),
            *(count_words(diff(before[e], "")) for e in changed.removed),
        ]
        state = make_whole_state(version)
        made_by = find_amendments(store, work, None, state)
        if not is_compared and change == "amended" and all(act.possibly for act in made_by):
            change = "not compared"
        stages.append(
            Stage(
                number, change, iso(version.valid_from),
                iso(version.known_to), sum(n for n, _ in counts), sum(n for _, n in counts),
                made_by, provisions=changed if last and is_compared else None,
                known_until=iso(version.known_until),
                state=_state_of(store, version), is_compared=is_compared, earliest=iso(version.earliest),
                elsewhere=_languages_after(version), left_out=len(find_lost_provisions(store, version)),
            )
        )  # fmt: skip
        last = version
    return stages


def _without_lost(
    store: Store, old: Version, new: Version, changed: ChangedProvisions
) -> ChangedProvisions:
    """Return the changes between two versions without provisions that one of their files leaves out."""
    before, after = find_lost_provisions(store, old), find_lost_provisions(store, new)
    return replace(
        changed,
        removed=[eid for eid in changed.removed if eid not in after],
        inserted=[eid for eid in changed.inserted if eid not in before],
    )


def _languages_after(version: Version) -> tuple[str, ...]:
    return tuple(sorted({language for _, language in version.elsewhere}))


def _first(store: Store, expressions: list[ExpressionRow]) -> str:
    """Return the change of a work's first text."""
    if all(expression.valid_from is None for expression in expressions):
        return "undated"
    is_unknown = is_in_parts(store, expressions) or find_inception(store, expressions).is_unknown
    is_later = describe_later_wording(store, expressions[0]) is not None
    is_older = is_unknown or is_later or is_older_by_title(store, expressions)
    return "consolidated" if is_older else "adopted"


def _state_of(store: Store, version: Version) -> str | None:
    if version.valid_from:
        return None
    return store.files.properties(version.expressions[0].id).get(STATE)


def _change(store: Store, version: Version, times: Times) -> str:
    if times.are_over_on(version.valid_from):
        return "repealed"
    return "corrected" if is_correction(store, version) else "amended"


def _is_over_after(store: Store, version: Version) -> bool:
    """Return True if the work ended with the last known day of its last version."""
    times = derive_times_of_work(store, version.expressions[0], datetime.date.max)
    return times.in_force_to is not None and times.in_force_to == version.known_until


def _repeals(store: Store, version: Version) -> bool:
    """Return True if a version begins after the end of its work, so that its text states the repeal."""
    times = derive_times_of_work(store, version.expressions[0], datetime.date.today())
    return times.are_over_on(version.valid_from)
