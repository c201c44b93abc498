"""Versions of a work, states of a provision, and the legal status of a work on a day.

Three periods are distinguished. A *version* is a text of a work; a *state* is the text of a
provision through one or more versions; the *status* says if the work was in force, regardless of
its text.
"""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from lexdesk.document.dates import from_iso
from lexdesk.document.model import StatusName
from lexdesk.errors import Message, PhraseCode, StatusCode, join_list
from lexdesk.law.comparison import have_same_words
from lexdesk.storage.schema import ExpressionRow
from lexdesk.text.lazy_pattern import lazy_pattern

_DAY = datetime.timedelta(days=1)


class Limit(Enum):
    """The reason that the text of a version is known up to a day before its end only."""

    AMENDED = auto()
    """An amendment whose text the library lacks."""

    AMENDED_ON_UNKNOWN_DAY = auto()
    """An amendment by an act whose days are not known: it has effect some day after its adoption."""

    STATED_END = auto()
    """An earlier end stated in the file of the version."""

    UNDATED = auto()
    """A text without dates that may be of later days."""

    PROVISION_REPEALED = auto()
    """The repeal of the provision, stated in its file."""

    ENDED = auto()
    """The end of the law, on a day that its repository does not state."""

    STATE_OF_REPOSITORY = auto()
    """The last reform in a repository of laws: later ones are not known."""


class Version(Struct, frozen=True):
    """A version of the text of a work in one language; dates are inclusive, ``None`` is open or unknown.

    ``expressions`` are its files: the file added last comes first, records of an archive (JSON) come after all
    others. If the text is not known up to ``valid_to``, ``known_until`` is its last known day and ``limit`` the
    reason (``lexdesk.law.gaps``); both are ``None`` otherwise. ``earliest`` is set if texts before it are missing:
    its provisions may have their text from that day on. ``elsewhere`` has the first day and the language of the
    later texts that the library has in other languages.
    """

    valid_from: datetime.date | None
    valid_to: datetime.date | None
    expressions: tuple[ExpressionRow, ...]
    known_until: datetime.date | None = None
    limit: Limit | None = None
    earliest: datetime.date | None = None
    elsewhere: tuple[tuple[datetime.date, str], ...] = ()

    @property
    def is_open(self) -> bool:
        """Return True for the last text in a repository of laws: it is not known to end."""
        return self.limit is Limit.STATE_OF_REPOSITORY

    @property
    def known_to(self) -> datetime.date | None:
        """Return the last day of this text, as far as known; ``None`` is open or unknown."""
        return self.valid_to if self.is_open else self.known_until or self.valid_to

    @property
    def stated_end(self) -> datetime.date | None:
        """Return the earliest end that its files state."""
        ends = (from_iso(expression.valid_to) for expression in self.expressions)
        return min(filter(None, ends), default=None)


class ProvisionText(Struct, frozen=True):
    """A text in a version: a provision, or all of it.

    A version of a law in git (``is_version``) is a text of its own, read on use, because there are hundreds of them.
    """

    expression: ExpressionRow
    eid: str | None
    written: str | Callable[[], str]
    is_version: bool = False

    @property
    def text(self) -> str:
        """Return the text."""
        return self.written if isinstance(self.written, str) else self.written()


class State(Struct, frozen=True):
    """The text of a provision through consecutive versions; ``found`` is its first text."""

    valid_from: datetime.date | None
    valid_to: datetime.date | None
    versions: tuple[Version, ...]
    found: ProvisionText

    @property
    def known_until(self) -> datetime.date | None:
        """Return the last day known of the last version, if its text is not known up to ``valid_to``."""
        return self.versions[-1].known_until

    @property
    def known_to(self) -> datetime.date | None:
        """Return the last day of this text, as far as known; ``None`` is open or unknown."""
        return self.valid_to if self.versions[-1].is_open else self.known_until or self.valid_to


Period = TypeVar("Period", Version, State)


def build_versions(expressions: Iterable[ExpressionRow]) -> list[Version]:
    """Return the versions of a work, oldest first; ``expressions`` are of one language.

    - Files with the same ``valid_from`` hold the same version; it ends on the earliest of their end dates.
      The first is shown: a file with the lines of the act before one without, then the one added last.
    - A version ends at the latest on the day before the next one begins, whatever its file says.
    - Files without a date count only if no file of the work has one: then all are one version.
    """
    by_day: dict[datetime.date, list[ExpressionRow]] = {}
    undated: list[ExpressionRow] = []
    for row in sorted(expressions, key=lambda e: (is_flattened(e), -e.id)):
        day = from_iso(row.valid_from)
        (by_day.setdefault(day, []) if day else undated).append(row)
    if not by_day:
        return [Version(None, None, tuple(undated))] if undated else []
    versions = [
        Version(
            day,
            min((end for e in rows if (end := from_iso(e.valid_to))), default=None),
            tuple(rows),
        )
        for day, rows in sorted(by_day.items())
    ]
    return [*map(_limit, versions, versions[1:]), versions[-1]]


def is_flattened(row: ExpressionRow) -> bool:
    """Return True for a record of an archive, whose text lacks the lines of the act."""
    return (row.path or "").endswith(".json")


def _limit(version: Version, following: Version) -> Version:
    latest = following.valid_from - _DAY if following.valid_from else None
    if latest and (version.valid_to is None or version.valid_to > latest):
        return replace(version, valid_to=latest)
    return version


def find_version_on(versions: Iterable[Version], day: datetime.date) -> Version | None:
    """Return the version that is valid on ``day``; one without dates always is."""
    return next((version for version in versions if is_valid_on(version, day)), None)


def find_nearest_period(periods: Sequence[Period], day: datetime.date) -> Period:
    """Return the period of ``periods``, oldest first, that contains ``day``.

    Otherwise the last one that began before it, else the first one.
    """
    holding = (period for period in periods if is_valid_on(period, day))
    earlier = [
        period for period in periods if period.valid_from is None or period.valid_from <= day
    ]
    return next(holding, earlier[-1] if earlier else periods[0])


def is_valid_on(period: Version | State, day: datetime.date) -> bool:
    """Return True if a day lies between the dates of a version or state."""
    return not (
        (period.valid_from and day < period.valid_from)
        or (period.valid_to and day > period.valid_to)
    )


def build_states(
    versions: Sequence[Version],
    text_in: Callable[[Version], ProvisionText | None],
    is_amended_between: Callable[[Version, Version], bool] = lambda *_: False,
) -> list[State]:
    """Return the states of a provision, oldest first; ``text_in`` is ``None`` if a version lacks it.

    Consecutive versions with the same text are one state, unless it ``is_amended_between`` them.
    """
    states: list[State] = []
    before: Version | None = None
    for version in versions:
        found = text_in(version)
        if found is None:
            before = None
            continue
        last = states[-1] if states else None
        is_next = last and before and _follows(before, version)
        if (
            last
            and before
            and is_next
            and _is_same(last.found, found)
            and not is_amended_between(before, version)
        ):
            states[-1] = replace(
                last, valid_to=version.valid_to, versions=(*last.versions, version)
            )
        else:
            states.append(State(version.valid_from, version.valid_to, (version,), found))
        before = version
    return states


def _is_same(one: ProvisionText, other: ProvisionText) -> bool:
    """Return True if two texts are equal, or differ only in the print of two kinds of files."""
    if one.is_version and other.is_version:
        return one.expression.id == other.expression.id
    if one.text == other.text:
        return True
    differs = is_flattened(one.expression) != is_flattened(other.expression)
    return differs and have_same_words(one.text, other.text)


def _follows(before: Version, version: Version) -> bool:
    """Return True if ``version`` begins when ``before`` ends, and no text in between is known to be missing."""
    if before.known_until and before.stated_end:
        return False
    return before.valid_to is not None and before.valid_to + _DAY == version.valid_from


class Repeal(Struct, frozen=True):
    """A repeal of a work by an act: its first day, or the day of that act if it states none."""

    by: str
    day: datetime.date | None
    adopted: datetime.date | None = None


class Times(Struct, frozen=True):
    """The periods of a work: in force, and applicable; ``None`` if not stated.

    ``repealed_by`` is an act that repeals the work without a known day.
    """

    in_force_from: datetime.date | None = None
    in_force_to: datetime.date | None = None
    applies_from: datetime.date | None = None
    repealed_by: str = ""

    def are_over_on(self, day: datetime.date | None) -> bool:
        """Return True if the work is no longer in force on ``day``; False if either day is unknown.

        A text that begins on such a day only states the repeal of the work.
        """
        return day is not None and self.in_force_to is not None and day > self.in_force_to


def derive_times(
    expressions: Sequence[ExpressionRow],
    chosen: ExpressionRow,
    on: datetime.date,
    repeal: Repeal | None = None,
) -> Times:
    """Return the periods of the work of ``expressions``, as stated by ``chosen``, else by the nearest version.

    Consolidated texts often lack the day of publication that their entry into force counts from;
    the act as adopted has it. ``repeal`` is that by another act.

    An act that moves the day of application does so before that day. If ``chosen`` already applies
    ``on`` a day and a later version states another day, the later one counts, because the amending
    text is missing: MiFID II as adopted applies from 3 January 2017, since 2016 from 3 January
    2018. The same holds for an end that was postponed in time.
    """
    ordered = sorted(expressions, key=lambda e: (e.id != chosen.id, _distance(e, chosen), -e.id))

    def stated(name: str) -> datetime.date | None:
        return next((from_iso(value) for e in ordered if (value := getattr(e, name))), None)

    repealed = repeal.day - _DAY if repeal and repeal.day else None
    is_undated = repeal and not repeal.day and (repeal.adopted or on) <= on
    end, applies = stated("in_force_to"), stated("applies_from")
    if end and end < on and (later := _later_stated_day(expressions, chosen, "in_force_to")):
        end = max(end, later)
    if applies and applies <= on:
        applies = _later_stated_day(expressions, chosen, "applies_from") or applies
    ends = [day for day in (end, repealed) if day]
    repealed_by = repeal.by if repeal and is_undated else ""
    return Times(stated("in_force_from"), min(ends, default=None), applies, repealed_by)


def _later_stated_day(
    expressions: Iterable[ExpressionRow], chosen: ExpressionRow, name: str
) -> datetime.date | None:
    """Return the day stated by the latest version, if it is later than the ``chosen`` one."""
    stating = [e for e in expressions if getattr(e, name) and e.valid_from]
    latest = max(stating, key=lambda e: e.valid_from or "", default=chosen)
    if (latest.valid_from or "") > (chosen.valid_from or ""):
        return from_iso(getattr(latest, name))
    return None


def _distance(one: ExpressionRow, other: ExpressionRow) -> int:
    first, second = from_iso(one.valid_from), from_iso(other.valid_from)
    if first is None or second is None:
        return 4_000_000  # days; more than between any two dates
    return abs((first - second).days)


class LegalStatus(Struct, frozen=True):
    """The legal status of a work on a day; ``sentence`` is the text for users."""

    name: StatusName
    sentence: Message | None


StatusOf = Callable[[ExpressionRow, str | None], LegalStatus | None]
"""The status of the work of an expression on a day, for a provision of its text."""


def decide_status_on(times: Times, day: datetime.date) -> LegalStatus | None:
    """Return the status on ``day``; ``None`` if nothing is known."""
    begins, ends, applies = times.in_force_from, times.in_force_to, times.applies_from
    if times.are_over_on(day):
        return LegalStatus("no longer in force", _was_in_force(begins, ends))
    if begins and day < begins:
        force = Message(StatusCode.WILL_BE_IN_FORCE, first=begins)
        later = Message(StatusCode.WILL_APPLY, first=applies) if applies else None
        return LegalStatus("not yet in force", join_list(force, later))
    if begins is None and applies is None and ends is None:
        return None
    in_force = _in_force(begins, ends)
    if applies is None:
        return LegalStatus("in force", in_force)
    if day < applies:
        later = Message(StatusCode.APPLIES_FROM, first=applies)
        return LegalStatus("not yet applicable", join_list(in_force, later))
    code = StatusCode.APPLIES if in_force else StatusCode.APPLIES_AS_HELD
    return LegalStatus("applies", join_list(in_force, Message(code, first=applies)))


def _was_in_force(begins: datetime.date | None, ends: datetime.date | None) -> Message:
    last = ends or Message(PhraseCode.OPEN_DATE)
    if begins is None:
        return Message(StatusCode.WAS_IN_FORCE_TO, last=last)
    return Message(StatusCode.WAS_IN_FORCE, first=begins, last=last)


def _in_force(begins: datetime.date | None, ends: datetime.date | None) -> Message | None:
    if begins is None:
        return Message(StatusCode.IN_FORCE_TO, last=ends) if ends else None
    if ends is None:
        return Message(StatusCode.IN_FORCE, first=begins)
    return Message(StatusCode.IN_FORCE_BETWEEN, first=begins, last=ends)


_OWN_NUMBER = lazy_pattern(
    r"[^\w§]*+(?:(?:Art(?:icle|ikel|ículo|icolo|igo)?|Section|Annexe?|ANNEXE?|Anhang|Anlage|Rule|Regulation)\.?|§+)?\s*+"
    r"(?:\d+|[IVXLC]+\b)[a-z]{0,2}\b(?:\s?(?:bis|ter|quater))?\.?\W*",
    re.IGNORECASE,
)


def find_renumbered(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """Return eid before -> eid after of the provisions whose text moved to another number.

    Both arguments map eid -> text of all provisions; its own number at the start of a text does not count. Provisions
    that keep their text under their number, and a text shared by several others, are ignored. Numbers may be taken
    over: if Article 2a becomes 3, and 3 becomes 4, both are renumbered.
    """
    old, new = ({eid: _strip_number(text) for eid, text in of.items()} for of in (before, after))
    gone = _unambiguous({eid: text for eid, text in old.items() if new.get(eid) != text})
    come = _unambiguous({eid: text for eid, text in new.items() if old.get(eid) != text})
    return {eid: come[text] for text, eid in gone.items() if text in come}


def _strip_number(text: str) -> str:
    number = _OWN_NUMBER.match(text)
    return text[number.end() :] if number else text


def _unambiguous(texts: dict[str, str]) -> dict[str, str]:
    """Return text -> eid for texts under exactly one eid."""
    by_text = sorted((text, eid) for eid, text in texts.items() if text.strip())
    groups = ((t, list(g)) for t, g in itertools.groupby(by_text, key=lambda item: item[0]))
    return {text: group[0][1] for text, group in groups if len(group) == 1}
