"""Which version of a work holds on a day, how a provision's text went on, and what the law then was.

Three times are kept apart. A *version* is a state of the text of a work; a *state* is what a
provision said through one or more versions; the *status* tells whether the work was law, whatever
its text.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from lexdesk.document.dates import from_iso
from lexdesk.storage.schema import ExpressionRow

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Version:
    """A state of the text of a work in one language; dates are inclusive, ``None`` is open or unknown.

    ``expressions`` are the files that hold it, the one that was read last first.
    """

    valid_from: datetime.date | None
    valid_to: datetime.date | None
    expressions: tuple[ExpressionRow, ...]


@dataclass(frozen=True, slots=True)
class ProvisionText:
    """A text in a version: a provision, or all of it."""

    expression: ExpressionRow
    eid: str | None
    text: str


@dataclass(frozen=True, slots=True)
class State:
    """What a provision said, through versions that follow each other; ``found`` is its first text."""

    valid_from: datetime.date | None
    valid_to: datetime.date | None
    versions: tuple[Version, ...]
    found: ProvisionText


Period = TypeVar("Period", Version, State)


def versions_of(expressions: Iterable[ExpressionRow]) -> list[Version]:
    """The versions of a work, oldest first; ``expressions`` are of one language.

    - Files with the same ``valid_from`` hold the same version; it ends on the earliest day that one of
      them gives.
    - A version ends at the latest on the day before the next one begins, whatever its file says.
    - Files without a date count only where no file of the work has one: then all are one version.
    """
    by_day: dict[datetime.date, list[ExpressionRow]] = {}
    undated: list[ExpressionRow] = []
    for each in sorted(expressions, key=lambda e: e.id, reverse=True):
        day = from_iso(each.valid_from)
        (by_day.setdefault(day, []) if day else undated).append(each)
    if not by_day:
        return [Version(None, None, tuple(undated))] if undated else []
    versions = [
        Version(
            day,
            min((end for e in same if (end := from_iso(e.valid_to))), default=None),
            tuple(same),
        )
        for day, same in sorted(by_day.items())
    ]
    return [*map(_cut_short, versions, versions[1:]), versions[-1]]


def _cut_short(version: Version, following: Version) -> Version:
    latest = following.valid_from - _DAY if following.valid_from else None
    if latest and (version.valid_to is None or version.valid_to > latest):
        return replace(version, valid_to=latest)
    return version


def version_on(versions: Iterable[Version], day: datetime.date) -> Version | None:
    """The version that holds on ``day``; one without dates always does."""
    return next((version for version in versions if holds_on(version, day)), None)


def nearest_to(periods: Sequence[Period], day: datetime.date) -> Period:
    """The one of ``periods``, oldest first, that holds on ``day``.

    Where none does, the last one that began before it, whose text was the last; else the first one.
    """
    holding = (each for each in periods if holds_on(each, day))
    begun = [each for each in periods if each.valid_from is None or each.valid_from <= day]
    return next(holding, begun[-1] if begun else periods[0])


def holds_on(period: Version | State, day: datetime.date) -> bool:
    """Whether a day lies between the dates of a version or state."""
    return not (
        (period.valid_from and day < period.valid_from)
        or (period.valid_to and day > period.valid_to)
    )


def states_of(
    versions: Sequence[Version], text_in: Callable[[Version], ProvisionText | None]
) -> list[State]:
    """The states of a provision, oldest first; ``text_in`` is ``None`` where a version lacks it.

    Versions with the same text are one state while each begins on the day after the one before.
    """
    states: list[State] = []
    before: Version | None = None
    for version in versions:
        found = text_in(version)
        if found is None:
            before = None
            continue
        last = states[-1] if states else None
        if last and before and _follows(before, version) and last.found.text == found.text:
            states[-1] = replace(
                last, valid_to=version.valid_to, versions=(*last.versions, version)
            )
        else:
            states.append(State(version.valid_from, version.valid_to, (version,), found))
        before = version
    return states


def _follows(before: Version, version: Version) -> bool:
    return before.valid_to is not None and before.valid_to + _DAY == version.valid_from


@dataclass(frozen=True, slots=True)
class Times:
    """When a work is law; ``None`` where nothing states it."""

    in_force_from: datetime.date | None = None
    in_force_to: datetime.date | None = None
    applies_from: datetime.date | None = None

    def are_over_on(self, day: datetime.date | None) -> bool:
        """Whether the work is no law any more on ``day``; ``False`` where either day is unknown.

        A text that begins on such a day says no more than that the work was repealed.
        """
        return day is not None and self.in_force_to is not None and day > self.in_force_to


def times_of(
    expressions: Sequence[ExpressionRow],
    chosen: ExpressionRow,
    on: datetime.date,
    repealed_from: datetime.date | None = None,
) -> Times:
    """When the work of ``expressions`` is law, as stated by ``chosen``, else by the nearest version.

    Consolidated texts often lack the day of publication from which their entry into force counts;
    the act as adopted has it. ``repealed_from`` is the day from which another act repeals the work.

    An act that moves the day of application does so before that day. So where ``chosen`` already applies
    ``on`` a day and a later version states another day, that one counts: the text that moved it is not
    there. MiFID II as adopted applies from 3 January 2017, since 2016 from 3 January 2018. So it is with the
    end of an act that was put off before it came.
    """
    ordered = sorted(expressions, key=lambda e: (e.id != chosen.id, _apart(e, chosen), -e.id))

    def stated(name: str) -> datetime.date | None:
        return next((from_iso(value) for e in ordered if (value := getattr(e, name))), None)

    repealed = repealed_from - _DAY if repealed_from else None
    end, applies = stated("in_force_to"), stated("applies_from")
    if end and end < on and (later := _stated_later(expressions, chosen, "in_force_to")):
        end = max(end, later)
    if applies and applies <= on:
        applies = _stated_later(expressions, chosen, "applies_from") or applies
    ends = [day for day in (end, repealed) if day]
    return Times(stated("in_force_from"), min(ends, default=None), applies)


def _stated_later(
    expressions: Iterable[ExpressionRow], chosen: ExpressionRow, name: str
) -> datetime.date | None:
    """The day that the latest version states, if it is later than the ``chosen`` one."""
    stating = [e for e in expressions if getattr(e, name) and e.valid_from]
    latest = max(stating, key=lambda e: e.valid_from or "", default=chosen)
    if (latest.valid_from or "") > (chosen.valid_from or ""):
        return from_iso(getattr(latest, name))
    return None


def _apart(one: ExpressionRow, other: ExpressionRow) -> int:
    first, second = from_iso(one.valid_from), from_iso(other.valid_from)
    if first is None or second is None:
        return 4_000_000  # days; more than any two dates of law are apart
    return abs((first - second).days)


@dataclass(frozen=True, slots=True)
class LegalStatus:
    """Whether a work is law on a day.

    ``name`` is ``not yet in force``, ``not yet applicable``, ``in force``, ``applies`` or ``no longer
    in force``; ``sentence`` says it to people.
    """

    name: str
    sentence: str


def status_on(times: Times, day: datetime.date) -> LegalStatus | None:
    """The status on ``day``; ``None`` where nothing is known of when the work is law."""
    begins, ends, applies = times.in_force_from, times.in_force_to, times.applies_from
    if times.are_over_on(day):
        return LegalStatus("no longer in force", _was_in_force(begins, ends))
    if begins and day < begins:
        force = f"will be in force from {printed(begins)}"
        return LegalStatus("not yet in force", _joined(force, _will_apply(applies)))
    if begins is None and applies is None and ends is None:
        return None
    force = _in_force(begins, ends)
    if applies is None:
        return LegalStatus("in force", force)
    if day < applies:
        return LegalStatus("not yet applicable", _joined(force, f"applies from {printed(applies)}"))
    return LegalStatus("applies", _joined(force, f"applies since {printed(applies)}"))


def _was_in_force(begins: datetime.date | None, ends: datetime.date | None) -> str:
    if begins is None:
        return f"was in force to {printed(ends)}"
    return f"was in force from {printed(begins)} to {printed(ends)}"


def _in_force(begins: datetime.date | None, ends: datetime.date | None) -> str:
    if begins is None:
        return f"in force to {printed(ends)}" if ends else ""
    if ends is None:
        return f"in force since {printed(begins)}"
    return f"in force since {printed(begins)} to {printed(ends)}"


def _will_apply(applies: datetime.date | None) -> str:
    return f"will apply from {printed(applies)}" if applies else ""


def _joined(*clauses: str) -> str:
    return ", ".join(filter(None, clauses))


def printed(day: datetime.date | None) -> str:
    """``25 May 2018``, whatever the machine's language; ``an open date`` for ``None``."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}" if day else "an open date"


def renumbered(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """eid before -> eid after of provisions that are gone while another has come with their text.

    Both sides are eid -> text of all provisions. A text that several share tells nothing.
    """
    gone = _only({eid: text for eid, text in before.items() if eid not in after})
    come = _only({eid: text for eid, text in after.items() if eid not in before})
    return {eid: come[text] for text, eid in gone.items() if text in come}


def _only(texts: dict[str, str]) -> dict[str, str]:
    """text -> eid, for texts that stand under one eid alone."""
    by_text = sorted((text, eid) for eid, text in texts.items() if text.strip())
    groups = ((t, list(g)) for t, g in itertools.groupby(by_text, key=lambda item: item[0]))
    return {text: group[0][1] for text, group in groups if len(group) == 1}
